/* map_file_write: a map as an .rlx file. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/atomic_file.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_info_text.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_roads_text.h"
#include "core/graph/roads/roads_arrays.h"

/* Texts are made for the file: info, road_profile, report. */
enum { TEXTS_OF_MAP = 3 };

/* What goes into the file, in its order. */
struct plan {
    struct map_header *head; /* with the table behind it */
    struct map_entry_on_disk *table;
    const void **bytes; /* of each section */
    char **texts;       /* [text_count] */
    uint32_t text_count;
    uint32_t profile; /* number of the map that is being added */
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
    uint32_t at = plan->head->section_count++;
    uint32_t element_size = section_kind(id)->element_size;

    plan->table[at] = (struct map_entry_on_disk){
        .id = section_id(id, plan->profile),
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

/* A text of its own, which the plan keeps. */
static void add_text(struct plan *plan, enum map_section_id id, char *text,
                     size_t size)
{
    plan->texts[plan->text_count++] = text;
    add_section(plan, id, text, size);
}

static int add_info(struct plan *plan, const struct map *map)
{
    char *text = malloc(MAP_INFO_TEXT_SIZE);

    if (!text)
        return -ENOMEM;
    add_text(plan, SECTION_INFO, text, map_info_to_text(&map->info, text));
    return 0;
}

static void add_graph(struct plan *plan, const struct map *map)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

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
}

/* Durations that are the weights are not written twice. */
static bool is_written(const struct roads *roads, enum map_section_id id)
{
    return !roads->profile.weight_is_duration ||
           (id != SECTION_SEGMENT_MS && id != SECTION_TURN_MS);
}

static int add_roads(struct plan *plan, const struct map *map)
{
    char *text = NULL;
    size_t size;

    for (uint32_t i = 0; i < ROADS_ARRAY_COUNT; i++) {
        const struct roads_array *array = &roads_arrays[i];
        enum map_section_id id = SECTION_ROADS_FIRST + i;

        if (is_written(&map->roads, id))
            add_section(plan, id, roads_array_get(&map->roads, array),
                        roads_array_length(map, array->length));
    }
    if (map_profile_to_text(&map->roads, &text, &size))
        return -ENOMEM;
    add_text(plan, SECTION_ROAD_PROFILE, text, size);
    if (map_report_to_text(&map->report, &text, &size))
        return -ENOMEM;
    add_text(plan, SECTION_REPORT, text, size);
    return 0;
}

static int add_map(struct plan *plan, const struct map *map, uint32_t number)
{
    int r;

    plan->profile = number;
    r = add_info(plan, map);
    if (r)
        return r;
    add_graph(plan, map);
    if (map->hierarchy.supernode_count)
        add_hierarchy(plan, map);
    return map->roads.piece_count ? add_roads(plan, map) : 0;
}

static int place_sections(struct plan *plan, struct error *error)
{
    struct map_header *header = plan->head;
    uint64_t at = map_head_size(header->section_count);

    for (uint32_t i = 0; i < header->section_count; i++) {
        struct map_entry_on_disk *entry = &plan->table[i];
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
    uint32_t count = plan->head->section_count;
    int r = atomic_file_write(file, plan->head, map_head_size(count), error);

    for (uint32_t i = 0; i < count && !r; i++) {
        uint64_t size = plan->table[i].size;

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

/* Room for all sections that so many maps may have. */
static int plan_init(struct plan *plan, uint32_t map_count)
{
    size_t sections = (size_t)map_count * SECTION_END;

    plan->head = calloc(1, map_head_size((uint32_t)sections));
    plan->bytes = calloc(sections, sizeof(*plan->bytes));
    plan->texts = calloc((size_t)map_count * TEXTS_OF_MAP, sizeof(char *));
    if (!plan->head || !plan->bytes || !plan->texts)
        return -ENOMEM;
    map_header_init(plan->head, 0);
    plan->table = (struct map_entry_on_disk *)(plan->head + 1);
    return 0;
}

static void plan_finish(struct plan *plan)
{
    for (uint32_t i = 0; i < plan->text_count; i++)
        free(plan->texts[i]);
    free(plan->texts);
    free(plan->bytes);
    free(plan->head);
}

static int check_names(const struct map *const *maps, uint32_t count,
                       struct error *error)
{
    if (!count || count > MAP_PROFILES_MAX)
        return error_set(error, -EINVAL,
                         "%" PRIu32 " maps for one file, 1 to %d are allowed",
                         count, MAP_PROFILES_MAX);
    for (uint32_t i = 1; i < count; i++) {
        const char *name = maps[i]->roads.profile.name;

        for (uint32_t j = 0; j < i; j++) {
            if (!strcmp(maps[j]->roads.profile.name, name))
                return error_set(error, -EINVAL,
                                 "two maps for one file have the profile '%s'",
                                 name);
        }
    }
    return 0;
}

int map_write_all(const struct map *const *maps, uint32_t count,
                  const char *path, struct error *error)
{
    struct plan plan = {0};
    int r = check_names(maps, count, error);

    if (r)
        return r;
    r = plan_init(&plan, count);
    for (uint32_t i = 0; i < count && !r; i++)
        r = add_map(&plan, maps[i], i);
    if (r)
        error_no_memory(error);
    else
        r = place_sections(&plan, error);
    if (!r)
        r = write_file(&plan, path, error);
    plan_finish(&plan);
    return r;
}

int map_write(const struct map *map, const char *path, struct error *error)
{
    return map_write_all(&map, 1, path, error);
}
