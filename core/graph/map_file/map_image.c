/* map_image: the bytes of an .rlx file, verified and seen as a map. */
#include "core/graph/map_file/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <xxhash.h>

#include "core/base/parallel.h"
#include "core/graph/map_file/map_image_sections.h"
#include "core/graph/map_file/map_info_text.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_roads_text.h"
#include "core/graph/roads/roads_arrays.h"
#include "core/graph/roads/roads_verify.h"

static int check_checksum(const struct map_entry_on_disk *entry,
                          const char *image, struct error *error)
{
    const struct section_kind *kind = section_kind(section_kind_of(entry->id));
    uint64_t size = map_padded(entry->size);

    if (XXH3_64bits(image + entry->offset, size) == entry->checksum)
        return 0;
    error_set(error, -EINVAL,
              "checksum differs: damaged between byte %" PRIu64
              " and byte %" PRIu64,
              entry->offset, entry->offset + size);
    if (kind)
        error_prefix(error, "section %s", kind->name);
    else
        error_prefix(error, "section %" PRIu32, entry->id);
    return -EINVAL;
}

static int check_part(void *context, size_t part, struct error *error)
{
    return check_checksum(&map_table(context)[part], context, error);
}

static int check_checksums(const struct map_header *head, unsigned threads,
                           struct error *error)
{
    return parallel_run(threads, head->section_count, check_part, (void *)head,
                        error);
}

static const void *section_bytes(const struct map_image_sections *sections,
                                 const char *image, enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry ? image + entry->offset : NULL;
}

/* depth_count and front_max are not in the file: verifying finds them. */
static struct hierarchy
view_hierarchy(const struct map_image_sections *sections, const void *image)
{
    if (!sections->entry[SECTION_FIRST_VERTEX])
        return (struct hierarchy){0};
    return (struct hierarchy){
        .supernode_count =
            (uint32_t)(map_section_count(sections, SECTION_FIRST_VERTEX) - 1),
        .level_count =
            (uint32_t)(map_section_count(sections, SECTION_FIRST_OF_LEVEL) - 1),
        .first_vertex = section_bytes(sections, image, SECTION_FIRST_VERTEX),
        .parent = section_bytes(sections, image, SECTION_PARENT),
        .first_child = section_bytes(sections, image, SECTION_FIRST_CHILD),
        .child = section_bytes(sections, image, SECTION_CHILD),
        .first_of_level =
            section_bytes(sections, image, SECTION_FIRST_OF_LEVEL),
        .by_level = section_bytes(sections, image, SECTION_BY_LEVEL),
        .first_upper = section_bytes(sections, image, SECTION_FIRST_UPPER),
        .upper = section_bytes(sections, image, SECTION_UPPER),
        .place = section_bytes(sections, image, SECTION_PLACE),
        .first_entry = section_bytes(sections, image, SECTION_FIRST_ENTRY),
        .first_schur = section_bytes(sections, image, SECTION_FIRST_SCHUR),
        .supernode = section_bytes(sections, image, SECTION_SUPERNODE),
        .depth = section_bytes(sections, image, SECTION_DEPTH),
        .arc_entry = section_bytes(sections, image, SECTION_ARC_ENTRY),
        .arc_by_entry = section_bytes(sections, image, SECTION_ARC_BY_ENTRY),
    };
}

/* Durations that are not there are the weights. */
static void view_roads(struct roads *roads,
                       const struct map_image_sections *sections,
                       const void *image)
{
    for (uint32_t i = 0; i < ROADS_ARRAY_COUNT; i++)
        roads_array_set(
            roads, &roads_arrays[i],
            section_bytes(sections, image, SECTION_ROADS_FIRST + i));
    roads->piece_count =
        (uint32_t)(map_section_count(sections, SECTION_FIRST_NODE) - 1);
    roads->node_count = (uint32_t)map_section_count(sections, SECTION_NODE_ID);
    roads->segment_count = roads->node_count - roads->piece_count;
    roads->attributes_count =
        (uint32_t)map_section_count(sections, SECTION_ATTRIBUTES);
    roads->text_size = map_section_count(sections, SECTION_ROAD_TEXT);
    roads->junction_count =
        (uint32_t)(map_section_count(sections, SECTION_FIRST_LEAVING) - 1);
    roads->state_count =
        (uint32_t)map_section_count(sections, SECTION_STATE_EDGE);
    roads->tree.box_count =
        (uint32_t)map_section_count(sections, SECTION_TREE_BOX);
    if (!roads->segment_duration_ms)
        roads->segment_duration_ms = roads->segment_weight;
    if (!roads->turn_duration_ms)
        roads->turn_duration_ms = roads->turn_weight;
}

static void view_arrays(struct map *map,
                        const struct map_image_sections *sections,
                        const void *image)
{
    uint32_t arc_count = (uint32_t)map_section_count(sections, SECTION_HEAD);

    map->topology = (struct topology){
        .vertex_count =
            (uint32_t)(map_section_count(sections, SECTION_FIRST_OUT) - 1),
        .arc_count = arc_count,
        .first_out = section_bytes(sections, image, SECTION_FIRST_OUT),
        .head = section_bytes(sections, image, SECTION_HEAD),
    };
    map->weights = (struct weights){
        .epoch = 1,
        .arc_count = arc_count,
        .weight = section_bytes(sections, image, SECTION_WEIGHT),
    };
    map->external_id = section_bytes(sections, image, SECTION_EXTERNAL_ID);
    map->vertex_by_id = section_bytes(sections, image, SECTION_VERTEX_BY_ID);
    map->position = section_bytes(sections, image, SECTION_POSITION);
    map->road_class = section_bytes(sections, image, SECTION_ROAD_CLASS);
    map->hierarchy = view_hierarchy(sections, image);
}

static int read_text(const struct map_image_sections *sections,
                     const char *image, enum map_section_id kind,
                     struct map *map, struct error *error)
{
    const struct map_entry_on_disk *entry = sections->entry[kind];
    const char *text = image + entry->offset;
    int r;

    switch (kind) {
    case SECTION_INFO:
        r = map_info_from_text(text, entry->size, &map->info, error);
        break;
    case SECTION_ROAD_PROFILE:
        r = map_profile_from_text(text, entry->size, &map->roads, error);
        break;
    default:
        r = map_report_from_text(text, entry->size, &map->report, error);
    }
    if (r)
        error_prefix(error, "section %s: byte %" PRIu64,
                     section_kind(kind)->name, entry->offset);
    return r;
}

static int read_texts(const struct map_image_sections *sections,
                      const char *image, struct map *map, struct error *error)
{
    int r = read_text(sections, image, SECTION_INFO, map, error);

    if (r || !sections->entry[SECTION_FIRST_NODE])
        return r;
    r = read_text(sections, image, SECTION_ROAD_PROFILE, map, error);
    if (!r)
        r = read_text(sections, image, SECTION_REPORT, map, error);
    if (!r && map->roads.profile.weight_is_duration !=
                  !sections->entry[SECTION_TURN_MS])
        r = error_set(error, -EINVAL,
                      "section turn_ms: it has to be there where weights are "
                      "no durations, and there alone");
    return r;
}

static int verify(struct map *map, const struct map_image_sections *sections,
                  const void *image, unsigned threads, struct error *error)
{
    int r = map_image_verify(map, image, error);

    if (!r && sections->entry[SECTION_FIRST_VERTEX])
        r = map_hierarchy_verify(&map->topology, &map->hierarchy,
                                 map_section_count(sections, SECTION_CHILD),
                                 map_section_count(sections, SECTION_UPPER),
                                 image, threads, error);
    if (!r && map->roads.piece_count)
        r = roads_verify(map, image, threads, error);
    return r;
}

/* Threads cost more than they save on a little map. */
static unsigned threads_for(size_t size)
{
    enum { BYTES_FOR_THREADS = 4 << 20 };

    return size < BYTES_FOR_THREADS ? 1 : parallel_thread_count();
}

static int check_image(const void *image, size_t size, unsigned threads,
                       struct error *error)
{
    int r = map_header_check(image, size, size, error);

    if (!r)
        r = map_head_check(image, error);
    if (!r)
        r = check_checksums(image, threads, error);
    return r;
}

int map_image_read(const void *image, size_t size, uint32_t profile,
                   struct map *ret_map, struct error *error)
{
    struct map_image_sections sections;
    struct map map = *ret_map;
    unsigned threads = threads_for(size);
    int r = check_image(image, size, threads, error);

    if (!r)
        r = map_image_sections_find(image, profile, &sections, error);
    if (r)
        return r;
    view_arrays(&map, &sections, image);
    if (sections.entry[SECTION_FIRST_NODE])
        view_roads(&map.roads, &sections, image);
    r = read_texts(&sections, image, &map, error);
    if (!r)
        r = verify(&map, &sections, image, threads, error);
    if (!r)
        *ret_map = map;
    return r;
}
