/* map_image_sections: the sections that one map of an .rlx file has. */
#include "core/graph/map_file/map_image_sections.h"

#include <errno.h>
#include <inttypes.h>

#include "core/graph/roads/road_network.h"

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

/* Of some kinds all or none. `may_lack`: bits of those, from the first, that
 * may be missing. */
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

uint64_t map_section_count(const struct map_image_sections *sections,
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
                     map_section_count(sections, kind), words);
}

/* What other sections have to be as long as. */
static int check_graph_lengths(const struct map_image_sections *sections,
                               struct error *error)
{
    uint64_t offsets = map_section_count(sections, SECTION_FIRST_OUT);

    if (offsets == 1)
        return error_set(error, -EINVAL,
                         "section first_out: the map has no vertex");
    if (!offsets || offsets - 1 > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_OUT, "a map's vertices",
                            error);
    if (map_section_count(sections, SECTION_HEAD) > ARC_COUNT_MAX)
        return refuse_count(sections, SECTION_HEAD, "a map's arcs", error);
    return 0;
}

static int check_hierarchy_lengths(const struct map_image_sections *sections,
                                   struct error *error)
{
    uint64_t supernodes = map_section_count(sections, SECTION_FIRST_VERTEX);
    uint64_t levels = map_section_count(sections, SECTION_FIRST_OF_LEVEL);

    if (supernodes < 2 ||
        supernodes > map_section_count(sections, SECTION_FIRST_OUT))
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
    uint64_t pieces = map_section_count(sections, SECTION_FIRST_NODE);
    uint64_t places = map_section_count(sections, SECTION_NODE_ID);
    uint64_t junctions = map_section_count(sections, SECTION_FIRST_LEAVING);
    uint64_t attributes = map_section_count(sections, SECTION_ATTRIBUTES);
    uint64_t text = map_section_count(sections, SECTION_ROAD_TEXT);

    if (pieces < 2 || pieces - 1 > PIECE_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_NODE, "pieces", error);
    if (places < 2 * (pieces - 1) || places > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_NODE_ID,
                            "the places of so many pieces", error);
    if (junctions < 2 || junctions - 1 > VERTEX_COUNT_MAX)
        return refuse_count(sections, SECTION_FIRST_LEAVING, "junctions",
                            error);
    if (!attributes || attributes > UINT32_MAX)
        return refuse_count(sections, SECTION_ATTRIBUTES, "attributes", error);
    if (!text || text > UINT32_MAX)
        return refuse_count(sections, SECTION_ROAD_TEXT, "texts", error);
    if (map_section_count(sections, SECTION_STATE_EDGE) > VERTEX_COUNT_MAX)
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

/* Where there are roads. */
static uint64_t wanted_road_length(const struct map_image_sections *sections,
                                   enum section_length length)
{
    uint64_t pieces = map_section_count(sections, SECTION_FIRST_NODE) - 1;
    uint64_t places = map_section_count(sections, SECTION_NODE_ID);
    uint64_t segments = places - pieces;

    switch (length) {
    case LENGTH_PIECES:
        return pieces;
    case LENGTH_EDGES:
        return 2 * pieces;
    case LENGTH_PLACES:
        return places;
    case LENGTH_SEGMENTS:
        return segments;
    case LENGTH_SEGMENT_DIRECTIONS:
        return 2 * segments;
    case LENGTH_STATES:
        return map_section_count(sections, SECTION_STATE_EDGE);
    default:
        return segment_tree_box_count((uint32_t)segments);
    }
}

/* Elements of a section that does not say itself how many, with words for what
 * they belong to. */
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
        [LENGTH_PLACES] = "places",
        [LENGTH_SEGMENTS] = "segments",
        [LENGTH_SEGMENT_DIRECTIONS] = "directions of segments",
        [LENGTH_STATES] = "states",
        [LENGTH_BOXES] = "boxes of segments",
    };

    *ret_words = words[length];
    switch (length) {
    case LENGTH_VERTICES:
        return map_section_count(sections, SECTION_FIRST_OUT) - 1;
    case LENGTH_ARCS:
        return map_section_count(sections, SECTION_HEAD);
    case LENGTH_SUPERNODES:
        return map_section_count(sections, SECTION_FIRST_VERTEX) - 1;
    case LENGTH_SUPERNODE_OFFSETS:
        return map_section_count(sections, SECTION_FIRST_VERTEX);
    case LENGTH_UPPERS:
        return map_section_count(sections, SECTION_UPPER);
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
        if (map_section_count(sections, id) != wanted)
            r = error_set(error, -EINVAL,
                          "section %s: byte %" PRIu64 ": %" PRIu64
                          " elements for %" PRIu64 " %s",
                          kind->name, sections->entry[id]->offset,
                          map_section_count(sections, id), wanted, words);
    }
    return r;
}

int map_image_sections_find(const struct map_header *head, uint32_t profile,
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
