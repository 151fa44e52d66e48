/* map_file_write: a map as an .rlx file. */
#include <inttypes.h>
#include <xxhash.h>

#include "core/base/atomic_file.h"
#include "core/graph/map_file.h"
#include "core/graph/map_info_text.h"
#include "core/graph/map_layout.h"

/* What goes into the file, in its order. */
struct plan {
    struct {
        struct map_header header;
        struct map_entry_on_disk table[SECTION_END];
    } head;
    const void *bytes[SECTION_END]; /* of each section */
};

static const char padding[MAP_ALIGNMENT];

static size_t padding_after(uint64_t size)
{
    return (size_t)(map_padded(size) - size);
}

static int checksum_section(const void *bytes, uint64_t size,
                            uint64_t *ret_checksum, struct error *error)
{
    XXH3_state_t *state = XXH3_createState();

    if (!state)
        return error_no_memory(error);
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, bytes, size);
    XXH3_64bits_update(state, padding, padding_after(size));
    *ret_checksum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return 0;
}

/* Where the next section starts is not known before the last one is added;
 * place_sections() fills it in. */
static void add_section(struct plan *plan, enum map_section_id id,
                        const void *bytes, uint64_t element_count)
{
    uint32_t at = plan->head.header.section_count++;
    uint32_t element_size = section_kind(id)->element_size;

    plan->head.table[at] = (struct map_entry_on_disk){
        .id = id,
        .element_size = element_size,
        .size = element_count * element_size,
    };
    plan->bytes[at] = bytes;
}

static void add_hierarchy(struct plan *plan, const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;
    uint64_t count = hierarchy->supernode_count;
    uint64_t uppers = hierarchy->first_upper[count];

    add_section(plan, SECTION_FIRST_VERTEX, hierarchy->first_vertex, count + 1);
    add_section(plan, SECTION_PARENT, hierarchy->parent, count);
    add_section(plan, SECTION_FIRST_CHILD, hierarchy->first_child, count + 1);
    add_section(plan, SECTION_CHILD, hierarchy->child,
                hierarchy->first_child[count]);
    add_section(plan, SECTION_FIRST_OF_LEVEL, hierarchy->first_of_level,
                (uint64_t)hierarchy->level_count + 1);
    add_section(plan, SECTION_BY_LEVEL, hierarchy->by_level, count);
    add_section(plan, SECTION_FIRST_UPPER, hierarchy->first_upper, count + 1);
    add_section(plan, SECTION_UPPER, hierarchy->upper, uppers);
    add_section(plan, SECTION_PLACE, hierarchy->place, uppers);
    add_section(plan, SECTION_FIRST_ENTRY, hierarchy->first_entry, count + 1);
    add_section(plan, SECTION_FIRST_SCHUR, hierarchy->first_schur, count + 1);
    add_section(plan, SECTION_SUPERNODE, hierarchy->supernode, n);
    add_section(plan, SECTION_DEPTH, hierarchy->depth, n);
    add_section(plan, SECTION_ARC_ENTRY, hierarchy->arc_entry, m);
    add_section(plan, SECTION_ARC_BY_ENTRY, hierarchy->arc_by_entry, m);
}

static void add_sections(struct plan *plan, const struct map *map,
                         const char *info, size_t info_length)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    add_section(plan, SECTION_INFO, info, info_length);
    add_section(plan, SECTION_FIRST_OUT, map->topology.first_out,
                (uint64_t)n + 1);
    add_section(plan, SECTION_HEAD, map->topology.head, m);
    add_section(plan, SECTION_WEIGHT, map->weights.weight, m);
    add_section(plan, SECTION_EXTERNAL_ID, map->external_id, n);
    add_section(plan, SECTION_VERTEX_BY_ID, map->vertex_by_id, n);
    if (map->position)
        add_section(plan, SECTION_POSITION, map->position, n);
    if (map->road_class)
        add_section(plan, SECTION_ROAD_CLASS, map->road_class, m);
    if (map->hierarchy.supernode_count)
        add_hierarchy(plan, map);
}

static int place_sections(struct plan *plan, struct error *error)
{
    struct map_header *header = &plan->head.header;
    uint64_t at = map_head_size(header->section_count);

    for (uint32_t i = 0; i < header->section_count; i++) {
        struct map_entry_on_disk *entry = &plan->head.table[i];
        int r = checksum_section(plan->bytes[i], entry->size, &entry->checksum,
                                 error);

        if (r)
            return r;
        entry->offset = at;
        at += map_padded(entry->size);
    }
    header->file_size = at;
    header->checksum = map_head_checksum(header);
    return 0;
}

static int write_plan(const struct plan *plan, struct atomic_file *file,
                      struct error *error)
{
    uint32_t count = plan->head.header.section_count;
    int r = atomic_file_write(file, &plan->head, map_head_size(count), error);

    for (uint32_t i = 0; i < count && !r; i++) {
        uint64_t size = plan->head.table[i].size;

        r = atomic_file_write(file, plan->bytes[i], size, error);
        if (!r)
            r = atomic_file_write(file, padding, padding_after(size), error);
    }
    return r;
}

static int write_file(const struct plan *plan, const char *path,
                      struct error *error)
{
    struct atomic_file file;
    int r = atomic_file_open(&file, path, error);

    if (r)
        return r;
    r = write_plan(plan, &file, error);
    if (!r)
        r = atomic_file_commit(&file, error);
    atomic_file_abort(&file);
    return r;
}

int map_write(const struct map *map, const char *path, struct error *error)
{
    struct plan plan = {0};
    char info[MAP_INFO_TEXT_SIZE];
    size_t info_length = map_info_to_text(&map->info, info);
    int r;

    map_header_init(&plan.head.header, 0);
    add_sections(&plan, map, info, info_length);
    r = place_sections(&plan, error);
    if (!r)
        r = write_file(&plan, path, error);
    return r;
}
