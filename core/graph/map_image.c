/* map_image: the bytes of an .rlx file, verified and seen as a map. */
#include "core/graph/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <xxhash.h>

#include "core/base/parallel.h"
#include "core/graph/map_info_text.h"
#include "core/graph/map_layout.h"

/* The known sections by id; NULL where the file has none. */
struct sections {
    const struct map_entry_on_disk *entry[SECTION_END];
};

static int check_checksum(const struct map_entry_on_disk *entry,
                          const char *image, struct error *error)
{
    const struct section_kind *kind = section_kind(entry->id);
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

static int take_section(struct sections *sections,
                        const struct map_entry_on_disk *entry,
                        struct error *error)
{
    const struct section_kind *kind = section_kind(entry->id);

    if (!kind)
        return 0;
    if (sections->entry[entry->id])
        return error_set(error, -EINVAL,
                         "section %s: there is a second one at byte %" PRIu64,
                         kind->name, entry->offset);
    if (entry->element_size != kind->element_size)
        return error_set(error, -EINVAL,
                         "section %s: byte %" PRIu64 ": elements of %" PRIu32
                         " bytes, not %" PRIu32,
                         kind->name, entry->offset, entry->element_size,
                         kind->element_size);
    sections->entry[entry->id] = entry;
    return 0;
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

/* All or none of a hierarchy. */
static int check_hierarchy_whole(const struct sections *sections,
                                 struct error *error)
{
    uint32_t there = 0;
    uint32_t missing = 0;

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++) {
        if (sections->entry[id])
            there = id;
        else
            missing = id;
    }
    if (!there || !missing)
        return 0;
    return error_set(error, -EINVAL,
                     "section %s is missing, but section %s of the same "
                     "hierarchy is at byte %" PRIu64,
                     section_kind(missing)->name, section_kind(there)->name,
                     sections->entry[there]->offset);
}

static int find_sections(const struct map_header *head,
                         struct sections *sections, struct error *error)
{
    const struct map_entry_on_disk *table = map_table(head);

    for (uint32_t i = 0; i < head->section_count; i++) {
        int r = take_section(sections, &table[i], error);

        if (r)
            return r;
    }
    for (uint32_t id = 0; id < SECTION_END; id++) {
        const struct section_kind *kind = section_kind(id);

        if (kind && kind->required && !sections->entry[id])
            return error_set(error, -EINVAL, "section %s is missing",
                             kind->name);
    }
    return check_hierarchy_whole(sections, error);
}

static uint64_t element_count(const struct sections *sections,
                              enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry->size / entry->element_size;
}

/* What other sections have to be as long as. */
static int check_own_lengths(const struct sections *sections,
                             struct error *error)
{
    uint64_t offsets = element_count(sections, SECTION_FIRST_OUT);
    uint64_t arcs = element_count(sections, SECTION_HEAD);
    uint64_t supernodes;
    uint64_t levels;

    if (offsets == 1)
        return error_set(error, -EINVAL,
                         "section first_out: the map has no vertex");
    if (!offsets || offsets - 1 > VERTEX_COUNT_MAX)
        return error_set(error, -EINVAL,
                         "section first_out: %" PRIu64
                         " elements are none for 1 to %u vertices",
                         offsets, (unsigned)VERTEX_COUNT_MAX);
    if (arcs > ARC_COUNT_MAX)
        return error_set(error, -EINVAL,
                         "section head: %" PRIu64 " arcs are more than %u",
                         arcs, (unsigned)ARC_COUNT_MAX);
    if (!sections->entry[SECTION_FIRST_VERTEX])
        return 0;
    supernodes = element_count(sections, SECTION_FIRST_VERTEX);
    levels = element_count(sections, SECTION_FIRST_OF_LEVEL);
    if (supernodes < 2 || supernodes > offsets)
        return error_set(error, -EINVAL,
                         "section first_vertex: %" PRIu64
                         " elements are none for supernodes of %" PRIu64
                         " vertices",
                         supernodes, offsets - 1);
    if (levels < 2 || levels > supernodes)
        return error_set(error, -EINVAL,
                         "section first_of_level: %" PRIu64
                         " elements are none for levels of %" PRIu64
                         " supernodes",
                         levels, supernodes - 1);
    return 0;
}

/* Elements of a section that does not say itself how many, with words for what
 * they belong to. */
static uint64_t wanted_length(const struct sections *sections,
                              enum section_length length,
                              const char **ret_words)
{
    static const char *const words[LENGTH_KINDS] = {
        [LENGTH_VERTICES] = "vertices",
        [LENGTH_ARCS] = "arcs",
        [LENGTH_SUPERNODES] = "supernodes",
        [LENGTH_SUPERNODE_OFFSETS] = "offsets of supernodes",
        [LENGTH_UPPERS] = "uppers",
    };

    *ret_words = words[length];
    switch (length) {
    case LENGTH_VERTICES:
        return element_count(sections, SECTION_FIRST_OUT) - 1;
    case LENGTH_ARCS:
        return element_count(sections, SECTION_HEAD);
    case LENGTH_SUPERNODES:
        return element_count(sections, SECTION_FIRST_VERTEX) - 1;
    case LENGTH_SUPERNODE_OFFSETS:
        return element_count(sections, SECTION_FIRST_VERTEX);
    default:
        return element_count(sections, SECTION_UPPER);
    }
}

static int check_counts(const struct sections *sections, struct error *error)
{
    int r = check_own_lengths(sections, error);

    for (uint32_t id = SECTION_INFO; id < SECTION_END && !r; id++) {
        const struct section_kind *kind = section_kind(id);
        const char *words;
        uint64_t wanted;

        if (!sections->entry[id] || kind->length == LENGTH_OWN)
            continue;
        wanted = wanted_length(sections, kind->length, &words);
        if (element_count(sections, id) != wanted)
            r = error_set(error, -EINVAL,
                          "section %s: byte %" PRIu64 ": %" PRIu64
                          " elements for %" PRIu64 " %s",
                          kind->name, sections->entry[id]->offset,
                          element_count(sections, id), wanted, words);
    }
    return r;
}

static const void *section_bytes(const struct sections *sections,
                                 const char *image, enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry ? image + entry->offset : NULL;
}

/* depth_count and front_max are not in the file: verifying finds them. */
static struct hierarchy view_hierarchy(const struct sections *sections,
                                       const void *image)
{
    if (!sections->entry[SECTION_FIRST_VERTEX])
        return (struct hierarchy){0};
    return (struct hierarchy){
        .supernode_count =
            (uint32_t)(element_count(sections, SECTION_FIRST_VERTEX) - 1),
        .level_count =
            (uint32_t)(element_count(sections, SECTION_FIRST_OF_LEVEL) - 1),
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

static void view_arrays(struct map *map, const struct sections *sections,
                        const void *image)
{
    uint32_t arc_count = (uint32_t)element_count(sections, SECTION_HEAD);

    map->topology = (struct topology){
        .vertex_count =
            (uint32_t)(element_count(sections, SECTION_FIRST_OUT) - 1),
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

static int verify_hierarchy(struct map *map, const struct sections *sections,
                            const void *image, unsigned threads,
                            struct error *error)
{
    if (!sections->entry[SECTION_FIRST_VERTEX])
        return 0;
    return map_hierarchy_verify(
        &map->topology, &map->hierarchy, element_count(sections, SECTION_CHILD),
        element_count(sections, SECTION_UPPER), image, threads, error);
}

static int read_info(const struct sections *sections, const char *image,
                     struct map_info *ret_info, struct error *error)
{
    const struct map_entry_on_disk *entry = sections->entry[SECTION_INFO];
    int r =
        map_info_from_text(image + entry->offset, entry->size, ret_info, error);

    if (r)
        error_prefix(error, "section info: byte %" PRIu64, entry->offset);
    return r;
}

/* Threads cost more than they save on a little map. */
static unsigned threads_for(size_t size)
{
    enum { BYTES_FOR_THREADS = 4 << 20 };

    return size < BYTES_FOR_THREADS ? 1 : parallel_thread_count();
}

int map_image_read(const void *image, size_t size, struct map *ret_map,
                   struct error *error)
{
    struct sections sections = {0};
    struct map map = *ret_map;
    unsigned threads = threads_for(size);
    int r = map_header_check(image, size, size, error);

    if (!r)
        r = map_head_check(image, error);
    if (!r)
        r = check_checksums(image, threads, error);
    if (!r)
        r = find_sections(image, &sections, error);
    if (!r)
        r = check_counts(&sections, error);
    if (!r)
        r = read_info(&sections, image, &map.info, error);
    if (r)
        return r;
    view_arrays(&map, &sections, image);
    r = map_image_verify(&map, image, error);
    if (!r)
        r = verify_hierarchy(&map, &sections, image, threads, error);
    if (!r)
        *ret_map = map;
    return r;
}
