/* map_image: finds the sections of one map of an .rlx file, and views them. */
#include "core/graph/map_file/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/parallel.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_text.h"
#include "core/graph/map_file/roads_verify.h"
#include "core/graph/roads/roads_arrays.h"

/* ---- Sections ------------------------------------------------------------ */

/* By kind; NULL if the map lacks it. */
struct map_image_sections {
    const struct map_entry_on_disk *entry[SECTION_END];
};

static int take_section(struct map_image_sections *sections,
                        const struct map_entry_on_disk *entry,
                        struct error *error)
{
    uint32_t id = section_kind_of(entry->id);
    const struct section_kind *kind = section_kind(id);

    if (!kind)
        return 0;
    if (sections->entry[id])
        return error_set(error, -EINVAL,
                         "section %s: there is a second one at byte %" PRIu64,
                         kind->name, entry->offset);
    if (entry->element_size != kind->element_size)
        return error_set(error, -EINVAL,
                         "section %s: byte %" PRIu64 ": elements of %" PRIu32
                         " bytes, not %" PRIu32,
                         kind->name, entry->offset, entry->element_size,
                         kind->element_size);
    sections->entry[id] = entry;
    return 0;
}

/* Of the kinds from `first` to `last`, all or none must be present. `may_lack`:
 * bits of those, from the first, that may be missing. */
static int check_whole(const struct map_image_sections *sections,
                       uint32_t first, uint32_t last, uint64_t may_lack,
                       const char *words, struct error *error)
{
    uint32_t there = 0;
    uint32_t missing = 0;

    for (uint32_t id = first; id <= last; id++) {
        if (sections->entry[id])
            there = id;
        else if (!(may_lack >> (id - first) & 1))
            missing = id;
    }
    if (!there || !missing)
        return 0;
    return error_set(error, -EINVAL,
                     "section %s is missing, but section %s of the same "
                     "%s is at byte %" PRIu64,
                     section_kind(missing)->name, section_kind(there)->name,
                     words, sections->entry[there]->offset);
}

static int check_roads_whole(const struct map_image_sections *sections,
                             struct error *error)
{
    const uint64_t durations =
        (uint64_t)1 << (SECTION_SEGMENT_MS - SECTION_ROADS_FIRST) |
        (uint64_t)1 << (SECTION_TURN_MS - SECTION_ROADS_FIRST);
    int r = check_whole(sections, SECTION_ROADS_FIRST, SECTION_ROADS_LAST,
                        durations, "roads", error);

    if (r || !sections->entry[SECTION_FIRST_NODE])
        return r;
    if (!sections->entry[SECTION_POSITION] ||
        !sections->entry[SECTION_ROAD_CLASS])
        return error_set(error, -EINVAL,
                         "section position or road_class is missing, but "
                         "there are roads");
    if (!sections->entry[SECTION_SEGMENT_MS] !=
        !sections->entry[SECTION_TURN_MS])
        return error_set(error, -EINVAL,
                         "section segment_ms or turn_ms is missing, but the "
                         "other one is there");
    return 0;
}

static int check_required(const struct map_image_sections *sections,
                          struct error *error)
{
    for (uint32_t id = 0; id < SECTION_END; id++) {
        const struct section_kind *kind = section_kind(id);

        if (kind && kind->required && !sections->entry[id])
            return error_set(error, -EINVAL, "section %s is missing",
                             kind->name);
    }
    return 0;
}

static int take_all(const struct map_header *head, uint32_t profile,
                    struct map_image_sections *sections, struct error *error)
{
    const struct map_entry_on_disk *table = map_table(head);

    for (uint32_t i = 0; i < head->section_count; i++) {
        int r = 0;

        if (section_profile_of(table[i].id) == profile)
            r = take_section(sections, &table[i], error);
        if (r)
            return r;
    }
    return 0;
}

/* The number of elements of a section that is present. */
static uint64_t section_count(const struct map_image_sections *sections,
                              enum map_section_id kind)
{
    const struct map_entry_on_disk *entry = sections->entry[kind];

    return entry->size / entry->element_size;
}

static int refuse_count(const struct map_image_sections *sections,
                        enum map_section_id kind, const char *words,
                        struct error *error)
{
    return error_set(error, -EINVAL,
                     "section %s: byte %" PRIu64 ": %" PRIu64
                     " elements are none for %s",
                     section_kind(kind)->name, sections->entry[kind]->offset,
                     section_count(sections, kind), words);
}

/* Checks the arrays that give other sections their lengths. */
static int check_graph_lengths(const struct map_image_sections *sections,
                               struct error *error)
{
    uint64_t offsets = section_count(sections, SECTION_FIRST_OUT);

    if (offsets == 1)
        return error_set(error, -EINVAL,
                         "section first_out: the map has no vertex");
    if (!offsets || offsets - 1 > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_OUT, "a map's vertices",
                            error);
    if (section_count(sections, SECTION_HEAD) > ARC_COUNT_MAX)
        return refuse_count(sections, SECTION_HEAD, "a map's arcs", error);
    return 0;
}

static int check_hierarchy_lengths(const struct map_image_sections *sections,
                                   struct error *error)
{
    uint64_t supernodes = section_count(sections, SECTION_FIRST_VERTEX);
    uint64_t levels = section_count(sections, SECTION_FIRST_OF_LEVEL);

    if (supernodes < 2 ||
        supernodes > section_count(sections, SECTION_FIRST_OUT))
        return refuse_count(sections, SECTION_FIRST_VERTEX,
                            "supernodes of so many vertices", error);
    if (levels < 2 || levels > supernodes)
        return refuse_count(sections, SECTION_FIRST_OF_LEVEL,
                            "levels of so many supernodes", error);
    return 0;
}

static int check_road_lengths(const struct map_image_sections *sections,
                              struct error *error)
{
    uint64_t pieces = section_count(sections, SECTION_FIRST_NODE);
    uint64_t nodes = section_count(sections, SECTION_NODE_ID);
    uint64_t junctions = section_count(sections, SECTION_FIRST_LEAVING);
    uint64_t attributes = section_count(sections, SECTION_ATTRIBUTES);
    uint64_t text = section_count(sections, SECTION_ROAD_TEXT);

    if (pieces < 2 || pieces - 1 > PIECE_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_NODE, "pieces", error);
    if (nodes < 2 * (pieces - 1) || nodes > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_NODE_ID,
                            "the nodes of so many pieces", error);
    if (junctions < 2 || junctions - 1 > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_LEAVING, "junctions",
                            error);
    if (!attributes || attributes > UINT32_MAX)
        return refuse_count(sections, SECTION_ATTRIBUTES, "attributes", error);
    if (!text || text > UINT32_MAX)
        return refuse_count(sections, SECTION_ROAD_TEXT, "texts", error);
    if (section_count(sections, SECTION_STATE_EDGE) > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_STATE_EDGE, "states", error);
    return 0;
}

static int check_own_lengths(const struct map_image_sections *sections,
                             struct error *error)
{
    int r = check_graph_lengths(sections, error);

    if (!r && sections->entry[SECTION_FIRST_VERTEX])
        r = check_hierarchy_lengths(sections, error);
    if (!r && sections->entry[SECTION_FIRST_NODE])
        r = check_road_lengths(sections, error);
    return r;
}

/* For maps with roads. */
static uint64_t wanted_road_length(const struct map_image_sections *sections,
                                   enum section_length length)
{
    uint64_t pieces = section_count(sections, SECTION_FIRST_NODE) - 1;
    uint64_t nodes = section_count(sections, SECTION_NODE_ID);
    uint64_t segments = nodes - pieces;

    switch (length) {
    case LENGTH_PIECES:
        return pieces;
    case LENGTH_EDGES:
        return 2 * pieces;
    case LENGTH_PLACES:
        return nodes;
    case LENGTH_SEGMENTS:
        return segments;
    case LENGTH_SEGMENT_DIRECTIONS:
        return 2 * segments;
    case LENGTH_STATES:
        return section_count(sections, SECTION_STATE_EDGE);
    default:
        return segment_tree_box_count((uint32_t)segments);
    }
}

/* The required number of elements of a section, with words for what they belong
 * to. Not for LENGTH_OWN. */
static uint64_t wanted_length(const struct map_image_sections *sections,
                              enum section_length length,
                              const char **ret_words)
{
    static const char *const words[LENGTH_KINDS] = {
        [LENGTH_VERTICES] = "vertices",
        [LENGTH_ARCS] = "arcs",
        [LENGTH_SUPERNODES] = "supernodes",
        [LENGTH_SUPERNODE_OFFSETS] = "offsets of supernodes",
        [LENGTH_UPPERS] = "uppers",
        [LENGTH_PIECES] = "pieces",
        [LENGTH_EDGES] = "edges",
        [LENGTH_PLACES] = "nodes",
        [LENGTH_SEGMENTS] = "segments",
        [LENGTH_SEGMENT_DIRECTIONS] = "directions of segments",
        [LENGTH_STATES] = "states",
        [LENGTH_BOXES] = "boxes of segments",
    };

    *ret_words = words[length];
    switch (length) {
    case LENGTH_VERTICES:
        return section_count(sections, SECTION_FIRST_OUT) - 1;
    case LENGTH_ARCS:
        return section_count(sections, SECTION_HEAD);
    case LENGTH_SUPERNODES:
        return section_count(sections, SECTION_FIRST_VERTEX) - 1;
    case LENGTH_SUPERNODE_OFFSETS:
        return section_count(sections, SECTION_FIRST_VERTEX);
    case LENGTH_UPPERS:
        return section_count(sections, SECTION_UPPER);
    default:
        return wanted_road_length(sections, length);
    }
}

static int check_counts(const struct map_image_sections *sections,
                        struct error *error)
{
    int r = check_own_lengths(sections, error);

    for (uint32_t id = SECTION_INFO; id < SECTION_END && !r; id++) {
        const struct section_kind *kind = section_kind(id);
        const char *words;
        uint64_t wanted;

        if (!sections->entry[id] || kind->length == LENGTH_OWN)
            continue;
        wanted = wanted_length(sections, kind->length, &words);
        if (section_count(sections, id) != wanted)
            r = error_set(error, -EINVAL,
                          "section %s: byte %" PRIu64 ": %" PRIu64
                          " elements for %" PRIu64 " %s",
                          kind->name, sections->entry[id]->offset,
                          section_count(sections, id), wanted, words);
    }
    return r;
}

/* Finds the sections of the map with this number. -EINVAL: one is repeated or
 * missing, or its element size or count is wrong. */
static int map_image_sections_find(const struct map_header *head,
                                   uint32_t profile,
                                   struct map_image_sections *ret_sections,
                                   struct error *error)
{
    struct map_image_sections sections = {0};
    int r = take_all(head, profile, &sections, error);

    if (!r)
        r = check_required(&sections, error);
    if (!r)
        r = check_whole(&sections, SECTION_HIERARCHY_FIRST,
                        SECTION_HIERARCHY_LAST, 0, "hierarchy", error);
    if (!r)
        r = check_roads_whole(&sections, error);
    if (!r)
        r = check_counts(&sections, error);
    if (!r)
        *ret_sections = sections;
    return r;
}

/* ---- Profiles ------------------------------------------------------------ */

static const struct map_entry_on_disk *
find_section(const struct map_header *head, uint32_t id)
{
    for (uint32_t i = 0; i < head->section_count; i++) {
        if (map_table(head)[i].id == id)
            return &map_table(head)[i];
    }
    return NULL;
}

static int read_name(const struct map_header *head, uint32_t number,
                     char name[static ROAD_NAME_SIZE], struct error *error)
{
    const struct map_entry_on_disk *entry =
        find_section(head, section_id(SECTION_ROAD_PROFILE, number));
    struct roads roads;
    const char *text;
    int r;

    name[0] = '\0';
    if (!entry)
        return 0;
    text = (const char *)head + entry->offset;
    if (XXH3_64bits(text, map_padded(entry->size)) != entry->checksum)
        return error_set(error, -EINVAL,
                         "section road_profile: checksum differs: damaged "
                         "between byte %" PRIu64 " and byte %" PRIu64,
                         entry->offset, entry->offset + entry->size);
    r = map_profile_from_text(text, entry->size, &roads, error);
    if (r)
        error_prefix(error, "section road_profile: byte %" PRIu64,
                     entry->offset);
    else
        memcpy(name, roads.profile.name, ROAD_NAME_SIZE);
    return r;
}

int map_image_profiles(const void *image, size_t size,
                       struct map_profiles *ret_profiles, struct error *error)
{
    struct map_profiles profiles = {0};
    int r = map_header_check(image, size, size, error);

    if (!r)
        r = map_head_check(image, error);
    while (!r && profiles.count < MAP_PROFILES_MAX &&
           find_section(image, section_id(SECTION_INFO, profiles.count))) {
        r = read_name(image, profiles.count, profiles.name[profiles.count],
                      error);
        profiles.count++;
    }
    if (!r)
        *ret_profiles = profiles;
    return r;
}

/* ---- The image ----------------------------------------------------------- */

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

/* depth_count and front_max are not in the file: verification finds them. */
static struct hierarchy
view_hierarchy(const struct map_image_sections *sections, const void *image)
{
    if (!sections->entry[SECTION_FIRST_VERTEX])
        return (struct hierarchy){0};
    return (struct hierarchy){
        .supernode_count =
            (uint32_t)(section_count(sections, SECTION_FIRST_VERTEX) - 1),
        .level_count =
            (uint32_t)(section_count(sections, SECTION_FIRST_OF_LEVEL) - 1),
        .first_vertex = section_bytes(sections, image, SECTION_FIRST_VERTEX),
        .parent = section_bytes(sections, image, SECTION_PARENT),
        .first_child = section_bytes(sections, image, SECTION_FIRST_CHILD),
        .child = section_bytes(sections, image, SECTION_CHILD),
        .first_of_level =
            section_bytes(sections, image, SECTION_FIRST_OF_LEVEL),
        .by_level = section_bytes(sections, image, SECTION_BY_LEVEL),
        .first_upward = section_bytes(sections, image, SECTION_FIRST_UPPER),
        .upward = section_bytes(sections, image, SECTION_UPPER),
        .parent_index = section_bytes(sections, image, SECTION_PLACE),
        .first_panel = section_bytes(sections, image, SECTION_FIRST_ENTRY),
        .first_schur = section_bytes(sections, image, SECTION_FIRST_SCHUR),
        .supernode = section_bytes(sections, image, SECTION_SUPERNODE),
        .depth = section_bytes(sections, image, SECTION_DEPTH),
        .arc_slot = section_bytes(sections, image, SECTION_ARC_ENTRY),
        .arc_by_slot = section_bytes(sections, image, SECTION_ARC_BY_ENTRY),
    };
}

/* Missing durations are the weights. */
static void view_roads(struct map *map,
                       const struct map_image_sections *sections,
                       const void *image)
{
    struct roads *roads = &map->roads;
    struct weight_arrays *imported = &map->imported;

    for (uint32_t i = 0; i < ROADS_ARRAY_COUNT; i++)
        roads_array_set(
            roads, imported, &roads_arrays[i],
            section_bytes(sections, image, SECTION_ROADS_FIRST + i));
    roads->piece_count =
        (uint32_t)(section_count(sections, SECTION_FIRST_NODE) - 1);
    roads->node_count = (uint32_t)section_count(sections, SECTION_NODE_ID);
    roads->segment_count = roads->node_count - roads->piece_count;
    roads->attributes_count =
        (uint32_t)section_count(sections, SECTION_ATTRIBUTES);
    roads->text_size = section_count(sections, SECTION_ROAD_TEXT);
    roads->junction_count =
        (uint32_t)(section_count(sections, SECTION_FIRST_LEAVING) - 1);
    roads->state_count = (uint32_t)section_count(sections, SECTION_STATE_EDGE);
    roads->tree.box_count = (uint32_t)section_count(sections, SECTION_TREE_BOX);
    if (!imported->segment_duration_ms)
        imported->segment_duration_ms = imported->segment;
    if (!imported->turn_duration_ms)
        imported->turn_duration_ms = imported->turn;
}

static void view_arrays(struct map *map,
                        const struct map_image_sections *sections,
                        const void *image)
{
    uint32_t arc_count = (uint32_t)section_count(sections, SECTION_HEAD);

    map->topology = (struct topology){
        .vertex_count =
            (uint32_t)(section_count(sections, SECTION_FIRST_OUT) - 1),
        .arc_count = arc_count,
        .first_out = section_bytes(sections, image, SECTION_FIRST_OUT),
        .head = section_bytes(sections, image, SECTION_HEAD),
    };
    map->imported.arcs = (struct weights){
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
                                 section_count(sections, SECTION_CHILD),
                                 section_count(sections, SECTION_UPPER), image,
                                 threads, error);
    if (!r && map->roads.piece_count)
        r = roads_verify(map, image, threads, error);
    return r;
}

/* Threads cost more than they save on a small map. */
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
    struct map_image_sections sections = {0};
    struct map map = *ret_map;
    unsigned threads = threads_for(size);
    int r = check_image(image, size, threads, error);

    if (!r)
        r = map_image_sections_find(image, profile, &sections, error);
    if (r)
        return r;
    view_arrays(&map, &sections, image);
    if (sections.entry[SECTION_FIRST_NODE])
        view_roads(&map, &sections, image);
    r = read_texts(&sections, image, &map, error);
    if (!r)
        r = verify(&map, &sections, image, threads, error);
    if (!r)
        *ret_map = map;
    return r;
}
