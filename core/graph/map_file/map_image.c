/* map_image: finds the sections of one map of an .rlx file, and views them. */
#include "core/graph/map_file/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/parallel.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_text.h"
#include "core/graph/map_file/map_verify.h"

/* ---- Sections ------------------------------------------------------------ */

/* Of one map, by kind; NULL if the map lacks it. */
struct sections {
    const struct map_entry_on_disk *entry[SECTION_END];
};

static int take_section(struct sections *sections,
                        const struct map_entry_on_disk *entry,
                        struct error *error)
{
    uint32_t id = section_kind_of(entry->id);
    const struct map_array *array = map_array(id);

    if (!array)
        return 0;
    if (sections->entry[id])
        return error_set(error, -EINVAL,
                         "section %s: there is a second one at byte %" PRIu64,
                         array->name, entry->offset);
    if (entry->element_size != array->element_size)
        return error_set(error, -EINVAL,
                         "section %s: byte %" PRIu64 ": elements of %" PRIu32
                         " bytes, not %" PRIu32,
                         array->name, entry->offset, entry->element_size,
                         array->element_size);
    sections->entry[id] = entry;
    return 0;
}

/* Of the kinds from `first` to `last`, all or none must be present. `may_lack`:
 * bits of those, from the first, that may be missing. */
static int check_whole(const struct sections *sections, uint32_t first,
                       uint32_t last, uint64_t may_lack, const char *words,
                       struct error *error)
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
                     map_array(missing)->name, map_array(there)->name, words,
                     sections->entry[there]->offset);
}

/* Files of before have no stretches at all. */
static int check_age(const struct sections *sections, struct error *error)
{
    if (!sections->entry[SECTION_FIRST_NODE] ||
        sections->entry[SECTION_FIRST_OF_STRETCH] ||
        sections->entry[SECTION_STRETCH_WAY] ||
        sections->entry[SECTION_STRETCH_BY_WAY])
        return 0;
    return error_set(error, -EINVAL,
                     "an older program wrote it, without the ids of ways; "
                     "import the roads again: relaxctl import DATA -o MAP");
}

/* Both or none must be there. */
static int check_pair(const struct sections *sections, enum map_section_id a,
                      enum map_section_id b, struct error *error)
{
    if (!sections->entry[a] == !sections->entry[b])
        return 0;
    return error_set(error, -EINVAL,
                     "section %s or %s is missing, but the other one is there",
                     map_array(a)->name, map_array(b)->name);
}

static int check_roads_whole(const struct sections *sections,
                             struct error *error)
{
    const uint64_t durations =
        (uint64_t)1 << (SECTION_SEGMENT_MS - SECTION_ROADS_FIRST) |
        (uint64_t)1 << (SECTION_TURN_MS - SECTION_ROADS_FIRST);
    int r = check_age(sections, error);

    if (!r)
        r = check_whole(sections, SECTION_ROADS_FIRST, SECTION_ROADS_LAST,
                        durations, "roads", error);
    if (r || !sections->entry[SECTION_FIRST_NODE])
        return r;
    if (!sections->entry[SECTION_POSITION] ||
        !sections->entry[SECTION_ROAD_CLASS])
        return error_set(error, -EINVAL,
                         "section position or road_class is missing, but "
                         "there are roads");
    r = check_pair(sections, SECTION_SEGMENT_MS, SECTION_TURN_MS, error);
    return r ? r
             : check_pair(sections, SECTION_STRETCH_FACTS, SECTION_WAY_FACTS,
                          error);
}

static int check_required(const struct sections *sections, struct error *error)
{
    for (uint32_t id = SECTION_INFO; id < SECTION_END; id++) {
        if (map_array(id)->required && !sections->entry[id])
            return error_set(error, -EINVAL, "section %s is missing",
                             map_array(id)->name);
    }
    return 0;
}

/* Finds the sections of the map with this number. -EINVAL: one is repeated or
 * missing, or its element size is wrong. */
static int find_sections(const struct map_header *head, uint32_t profile,
                         struct sections *sections, struct error *error)
{
    const struct map_entry_on_disk *table = map_table(head);
    int r = 0;

    for (uint32_t i = 0; i < head->section_count && !r; i++) {
        if (section_profile_of(table[i].id) == profile)
            r = take_section(sections, &table[i], error);
    }
    if (!r)
        r = check_required(sections, error);
    if (!r)
        r = check_whole(sections, SECTION_HIERARCHY_FIRST,
                        SECTION_HIERARCHY_LAST, 0, "hierarchy", error);
    return r ? r : check_roads_whole(sections, error);
}

/* ---- Lengths ------------------------------------------------------------- */

/* The number of elements of a section that is present. */
static uint64_t section_count(const struct sections *sections,
                              enum map_section_id id)
{
    const struct map_entry_on_disk *entry = sections->entry[id];

    return entry->size / entry->element_size;
}

static int refuse_count(const struct sections *sections, enum map_section_id id,
                        const char *words, struct error *error)
{
    return error_set(error, -EINVAL,
                     "section %s: byte %" PRIu64 ": %" PRIu64
                     " elements cannot be %s",
                     map_array(id)->name, sections->entry[id]->offset,
                     section_count(sections, id), words);
}

/* The functions below take counts from the sections that give other sections
 * their lengths. */

static int count_graph(const struct sections *sections, struct map *map,
                       struct error *error)
{
    uint64_t offsets = section_count(sections, SECTION_FIRST_OUT);
    uint64_t arcs = section_count(sections, SECTION_HEAD);

    if (offsets == 1)
        return error_set(error, -EINVAL,
                         "section first_out: the map has no vertex");
    if (!offsets || offsets - 1 > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_OUT, "a map's vertices",
                            error);
    if (arcs > ARC_COUNT_MAX)
        return refuse_count(sections, SECTION_HEAD, "a map's arcs", error);
    map->topology.vertex_count = (uint32_t)(offsets - 1);
    map->topology.arc_count = (uint32_t)arcs;
    map->imported.arcs.arc_count = (uint32_t)arcs;
    return 0;
}

static int count_hierarchy(const struct sections *sections, struct map *map,
                           struct error *error)
{
    uint64_t supernodes = section_count(sections, SECTION_FIRST_VERTEX);
    uint64_t levels = section_count(sections, SECTION_FIRST_OF_LEVEL);
    uint64_t children = section_count(sections, SECTION_CHILD);

    if (supernodes < 2 ||
        supernodes > section_count(sections, SECTION_FIRST_OUT))
        return refuse_count(sections, SECTION_FIRST_VERTEX,
                            "supernodes of so many vertices", error);
    if (levels < 2 || levels > supernodes)
        return refuse_count(sections, SECTION_FIRST_OF_LEVEL,
                            "levels of so many supernodes", error);
    if (children >= supernodes)
        return refuse_count(sections, SECTION_CHILD,
                            "children among so many supernodes", error);
    map->hierarchy.supernode_count = (uint32_t)(supernodes - 1);
    map->hierarchy.level_count = (uint32_t)(levels - 1);
    map->hierarchy.child_count = (uint32_t)children;
    map->hierarchy.upward_count = section_count(sections, SECTION_UPPER);
    return 0;
}

static int count_roads(const struct sections *sections, struct roads *roads,
                       struct error *error)
{
    uint64_t pieces = section_count(sections, SECTION_FIRST_NODE);
    uint64_t nodes = section_count(sections, SECTION_NODE_ID);
    uint64_t junctions = section_count(sections, SECTION_FIRST_LEAVING);
    uint64_t attributes = section_count(sections, SECTION_ATTRIBUTES);
    uint64_t text = section_count(sections, SECTION_ROAD_TEXT);
    uint64_t states = section_count(sections, SECTION_STATE_EDGE);
    uint64_t stretches = section_count(sections, SECTION_STRETCH_WAY);
    uint64_t conditions = sections->entry[SECTION_CONDITIONS]
                              ? section_count(sections, SECTION_CONDITIONS)
                              : 0;
    uint64_t facts = sections->entry[SECTION_WAY_FACTS]
                         ? section_count(sections, SECTION_WAY_FACTS)
                         : 0;

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
    if (states > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_STATE_EDGE, "states", error);
    if (stretches < pieces - 1 || stretches > nodes - (pieces - 1))
        return refuse_count(sections, SECTION_STRETCH_WAY,
                            "stretches of so many pieces", error);
    if (conditions > UINT32_MAX)
        return refuse_count(sections, SECTION_CONDITIONS, "conditions", error);
    if (facts > stretches)
        return refuse_count(sections, SECTION_WAY_FACTS,
                            "facts of so many stretches", error);
    roads->condition_count = (uint32_t)conditions;
    roads->facts_count = (uint32_t)facts;
    roads->piece_count = (uint32_t)(pieces - 1);
    roads->node_count = (uint32_t)nodes;
    roads->segment_count = roads->node_count - roads->piece_count;
    roads->attributes_count = (uint32_t)attributes;
    roads->text_size = text;
    roads->junction_count = (uint32_t)(junctions - 1);
    roads->state_count = (uint32_t)states;
    roads->stretch_count = (uint32_t)stretches;
    roads->tree.box_count = segment_tree_box_count(roads->segment_count);
    return 0;
}

static int check_counts(const struct sections *sections, const struct map *map,
                        struct error *error)
{
    for (uint32_t id = SECTION_INFO; id < SECTION_END; id++) {
        const struct map_array *array = map_array(id);
        uint64_t wanted = map_length(map, array->length);

        if (sections->entry[id] && array->length != LENGTH_TEXT &&
            section_count(sections, id) != wanted)
            return error_set(error, -EINVAL,
                             "section %s: byte %" PRIu64 ": %" PRIu64
                             " elements, not %" PRIu64,
                             array->name, sections->entry[id]->offset,
                             section_count(sections, id), wanted);
    }
    return 0;
}

static int count_all(const struct sections *sections, struct map *map,
                     struct error *error)
{
    int r = count_graph(sections, map, error);

    if (!r && sections->entry[SECTION_FIRST_VERTEX])
        r = count_hierarchy(sections, map, error);
    if (!r && sections->entry[SECTION_FIRST_NODE])
        r = count_roads(sections, &map->roads, error);
    return r ? r : check_counts(sections, map, error);
}

/* ---- The head ------------------------------------------------------------ */

int map_image_check_head(const void *image, size_t size, struct error *error)
{
    int r = map_header_check(image, size, size, error);

    return r ? r : map_head_check(image, error);
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
    struct map map = {0};
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
    r = map_text_read(text, entry->size, SECTION_ROAD_PROFILE, &map, error);
    if (r)
        error_prefix(error, "section road_profile: byte %" PRIu64,
                     entry->offset);
    else
        memcpy(name, map.roads.profile.name, ROAD_NAME_SIZE);
    return r;
}

int map_image_profiles(const void *image, size_t size,
                       struct map_profiles *ret_profiles, struct error *error)
{
    struct map_profiles profiles = {0};
    int r = map_image_check_head(image, size, error);

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
    const struct map_array *array = map_array(section_kind_of(entry->id));
    uint64_t size = map_padded(entry->size);

    if (XXH3_64bits(image + entry->offset, size) == entry->checksum)
        return 0;
    error_set(error, -EINVAL,
              "checksum differs: damaged between byte %" PRIu64
              " and byte %" PRIu64,
              entry->offset, entry->offset + size);
    if (array)
        error_prefix(error, "section %s", array->name);
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

/* Missing durations are the weights. */
static void view_arrays(const struct sections *sections, const char *image,
                        struct map *map)
{
    struct weight_arrays *imported = &map->imported;

    for (uint32_t id = SECTION_INFO; id < SECTION_END; id++) {
        if (sections->entry[id] && map_array(id)->length != LENGTH_TEXT)
            map_elements_set(map, id, image + sections->entry[id]->offset);
    }
    imported->arcs.epoch = 1;
    if (!imported->segment_duration_ms)
        imported->segment_duration_ms = imported->segment;
    if (!imported->turn_duration_ms)
        imported->turn_duration_ms = imported->turn;
}

static int read_text(const struct sections *sections, const char *image,
                     enum map_section_id id, struct map *map,
                     struct error *error)
{
    const struct map_entry_on_disk *entry = sections->entry[id];
    int r = map_text_read(image + entry->offset, entry->size, id, map, error);

    if (r)
        error_prefix(error, "section %s: byte %" PRIu64, map_array(id)->name,
                     entry->offset);
    return r;
}

static int read_texts(const struct sections *sections, const char *image,
                      struct map *map, struct error *error)
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
                      "section turn_ms: a map has it if, and only if, its "
                      "weights are not durations");
    return r;
}

/* Threads cost more than they save on a small map. */
static unsigned threads_for(size_t size)
{
    enum { BYTES_FOR_THREADS = 4 << 20 };

    return size < BYTES_FOR_THREADS ? 1 : parallel_thread_count();
}

int map_image_read(const void *image, size_t size, uint32_t profile,
                   struct map *ret_map, struct error *error)
{
    struct sections sections = {0};
    struct map map = {.storage = ret_map->storage};
    unsigned threads = threads_for(size);
    int r = map_image_check_head(image, size, error);

    if (!r)
        r = check_checksums(image, threads, error);
    if (!r)
        r = find_sections(image, profile, &sections, error);
    if (!r)
        r = count_all(&sections, &map, error);
    if (r)
        return r;
    view_arrays(&sections, image, &map);
    r = read_texts(&sections, image, &map, error);
    if (!r)
        r = map_verify(&map, image, threads, error);
    if (!r)
        *ret_map = map;
    return r;
}
