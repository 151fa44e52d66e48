/* map_image: the bytes of an .rlx file, verified and seen as a map. */
#include "core/graph/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <xxhash.h>

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

static int find_sections(const struct map_header *head,
                         struct sections *sections, struct error *error)
{
    const struct map_entry_on_disk *table = map_table(head);

    for (uint32_t i = 0; i < head->section_count; i++) {
        int r = check_checksum(&table[i], (const char *)head, error);

        if (!r)
            r = take_section(sections, &table[i], error);
        if (r)
            return r;
    }
    for (uint32_t id = 0; id < SECTION_END; id++) {
        const struct section_kind *kind = section_kind(id);

        if (kind && kind->required && !sections->entry[id])
            return error_set(error, -EINVAL, "section %s is missing",
                             kind->name);
    }
    return 0;
}

static uint64_t element_count(const struct sections *sections,
                              enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry->size / entry->element_size;
}

static int check_counts(const struct sections *sections, struct error *error)
{
    uint64_t offsets = element_count(sections, SECTION_FIRST_OUT);
    uint64_t arcs = element_count(sections, SECTION_HEAD);

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
    for (uint32_t id = SECTION_WEIGHT; id < SECTION_END; id++) {
        bool by_arc = id == SECTION_WEIGHT || id == SECTION_ROAD_CLASS;
        uint64_t wanted = by_arc ? arcs : offsets - 1;

        if (sections->entry[id] && element_count(sections, id) != wanted)
            return error_set(error, -EINVAL,
                             "section %s: byte %" PRIu64 ": %" PRIu64
                             " elements for %" PRIu64 " %s",
                             section_kind(id)->name,
                             sections->entry[id]->offset,
                             element_count(sections, id), wanted,
                             by_arc ? "arcs" : "vertices");
    }
    return 0;
}

static const void *section_bytes(const struct sections *sections,
                                 const char *image, enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry ? image + entry->offset : NULL;
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

int map_image_read(const void *image, size_t size, struct map *ret_map,
                   struct error *error)
{
    struct sections sections = {0};
    struct map map = *ret_map;
    int r = map_header_check(image, size, size, error);

    if (!r)
        r = map_head_check(image, error);
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
        *ret_map = map;
    return r;
}
