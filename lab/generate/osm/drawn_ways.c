/* Ways: runs of similar streets of a road, roundabouts, ramps. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base/array.h"
#include "lab/generate/osm/drawn.h"

/* ---- Tags of an object --------------------------------------------------- */

static const char *const words[] = {
    "Acre",    "Alder",  "Anchor", "Apple",  "Ash",     "Baker",  "Barley",
    "Beech",   "Birch",  "Bishop", "Bridge", "Brook",   "Canal",  "Castle",
    "Cedar",   "Chapel", "Cherry", "Church", "Clay",    "Cliff",  "Cooper",
    "Copper",  "Crane",  "Dale",   "Elm",    "Falcon",  "Farm",   "Fern",
    "Field",   "Forge",  "Garden", "Grange", "Harbour", "Hazel",  "Heron",
    "Hill",    "Holly",  "Kiln",   "Lake",   "Larch",   "Linden", "Maple",
    "Market",  "Mason",  "Meadow", "Mill",   "Minster", "Moor",   "Oak",
    "Orchard", "Park",   "Pine",   "Poplar", "Quarry",  "Rose",   "Rowan",
    "Sand",    "School", "Stone",  "Thorn",  "Tower",   "Walnut", "Weaver",
    "Willow",
};
static const char *const street_ends[] = {
    " Street", " Street", " Road", " Lane", " Way", " Close", " Row", " Drive",
};
static const char *const fronts[] = {"",     "",       "",       "",    "",
                                     "Old ", "Upper ", "Lower ", "New "};
static const char *const place_ends[] = {"ford",  "ton",  "bury", "ham",
                                         "field", "wick", "dale", "mouth"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void drawn_tag(struct drawn_tags *tags, const char *key, const char *value)
{
    assert(tags->count < DRAWN_TAGS_MAX);
    tags->tag[tags->count++] = (struct osm_text_tag){key, value};
}

void drawn_tag_print(struct drawn_tags *tags, const char *key,
                     const char *format, ...)
{
    char *text = tags->text[tags->text_count];
    va_list arguments;

    assert(tags->text_count < DRAWN_TEXTS_MAX);
    tags->text_count++;
    va_start(arguments, format);
    vsnprintf(text, DRAWN_TEXT_SIZE, format, arguments);
    va_end(arguments);
    drawn_tag(tags, key, text);
}

_Static_assert(COUNT(street_ends) == COUNT(place_ends),
               "one die chooses among either");

static void tag_made_up_name(struct drawn_tags *tags, const char *key,
                             const char *const *ends, uint64_t die)
{
    drawn_tag_print(tags, key, "%s%s%s", fronts[die % COUNT(fronts)],
                    words[(die >> 8) % COUNT(words)],
                    ends[(die >> 16) % COUNT(street_ends)]);
}

void drawn_tag_place_name(struct drawn_tags *tags, const char *key,
                          uint64_t die)
{
    tag_made_up_name(tags, key, place_ends, die);
}

/* ---- Tags of a way ------------------------------------------------------- */

enum { DRAWN_RUN_MAX = 12 };

struct drawn_run {
    uint32_t end[DRAWN_RUN_MAX]; /* [count] the end at which each street is
                                    entered */
    uint32_t count;
};

/* The value of highway=, NULL for railways. */
static const char *const kind_names[KIND_COUNT] = {
    [KIND_MOTORWAY] = "motorway",       [KIND_TRUNK] = "trunk",
    [KIND_PRIMARY] = "primary",         [KIND_SECONDARY] = "secondary",
    [KIND_TERTIARY] = "tertiary",       [KIND_UNCLASSIFIED] = "unclassified",
    [KIND_RESIDENTIAL] = "residential", [KIND_LIVING_STREET] = "living_street",
    [KIND_SERVICE] = "service",         [KIND_TRACK] = "track",
    [KIND_PEDESTRIAN] = "pedestrian",   [KIND_CYCLEWAY] = "cycleway",
    [KIND_FOOTWAY] = "footway",         [KIND_PATH] = "path",
};

/* Adds the name of a street's road. */
static void tag_name(const struct drawn *drawn, uint32_t road,
                     enum drawn_kind kind, struct drawn_tags *tags)
{
    uint64_t die = dice_of(drawn->seed, DIE_NAME, road);
    unsigned number = (unsigned)(dice_of(drawn->seed, DIE_REF, road) % 998);

    if (kind == KIND_MOTORWAY)
        drawn_tag_print(tags, "ref", "A %u", number % 99 + 1);
    else if (kind <= KIND_PRIMARY)
        drawn_tag_print(tags, "ref", "B %u", number % 499 + 1);
    else if (kind == KIND_SECONDARY)
        drawn_tag_print(tags, "ref", "L %u", number + 1);
    if (kind == KIND_MOTORWAY || kind == KIND_TRACK || kind >= KIND_CYCLEWAY ||
        (kind == KIND_SERVICE && die % 4))
        return;
    tag_made_up_name(tags, "name", street_ends, die);
}

static void tag_speed(uint64_t die, enum drawn_kind kind,
                      struct drawn_tags *tags)
{
    static const char *const speeds[KIND_RESIDENTIAL + 1][4] = {
        [KIND_MOTORWAY] = {"130", "120", "100", "none"},
        [KIND_TRUNK] = {"100", "100", "80", "70"},
        [KIND_PRIMARY] = {"100", "70", "50", "50"},
        [KIND_SECONDARY] = {"100", "70", "50", "50"},
        [KIND_TERTIARY] = {"70", "50", "50", "30"},
        [KIND_UNCLASSIFIED] = {"100", "70", "50", "30"},
        [KIND_RESIDENTIAL] = {"50", "30", "30", "20 mph"},
    };
    static const uint8_t tenths[KIND_RESIDENTIAL + 1] = {9, 8, 7, 7, 5, 2, 5};

    if (kind <= KIND_RESIDENTIAL && die % 10 < tenths[kind])
        drawn_tag(tags, "maxspeed", speeds[kind][(die >> 8) % 4]);
}

static void tag_surface(uint64_t die, enum drawn_kind kind,
                        struct drawn_tags *tags)
{
    static const char *const good[] = {"asphalt",       "asphalt",
                                       "asphalt",       "concrete",
                                       "paving_stones", "cobblestone"};
    static const char *const bad[] = {"gravel", "ground",      "compacted",
                                      "grass",  "fine_gravel", "dirt"};
    bool rough = kind == KIND_TRACK || kind == KIND_PATH;

    if (die % 10 >= 4)
        return;
    drawn_tag(tags, "surface",
              rough                   ? bad[(die >> 8) % 6]
              : kind <= KIND_TERTIARY ? good[(die >> 8) % 4]
                                      : good[(die >> 8) % 6]);
    if (kind == KIND_TRACK)
        drawn_tag_print(tags, "tracktype", "grade%u",
                        (unsigned)(1 + (die >> 16) % 5));
}

/* Closes only streets that no car needs in order to get elsewhere. */
static void tag_access(const struct drawn *drawn, const struct drawn_run *run,
                       uint64_t die, enum drawn_kind kind,
                       struct drawn_tags *tags)
{
    bool needed = false;
    bool dead_end = false;

    if (kind < KIND_RESIDENTIAL || kind >= KIND_PEDESTRIAN)
        return;
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t street = end_street(run->end[i]);

        needed |= drawn->street[street].flags & DRAWN_NEEDED;
        dead_end |= drawn_dead_end(drawn, street);
    }
    if (kind == KIND_SERVICE && dead_end && die % 10 < 4)
        drawn_tag(tags, die % 10 < 2 ? "access" : "motor_vehicle", "private");
    else if (!needed && die % 100 < 5)
        drawn_tag(tags, die % 100 < 2 ? "access" : "vehicle", "destination");
}

static void tag_oneway(const struct drawn *drawn, const struct drawn_run *run,
                       enum drawn_kind kind, struct drawn_tags *tags)
{
    uint8_t flags = drawn->street[end_street(run->end[0])].flags;
    bool as_driven = run->end[0] % 2 == 0;

    if (kind >= KIND_PEDESTRIAN)
        return;
    if (flags & DRAWN_DUAL)
        drawn_tag(tags, "oneway", "yes");
    else if (flags & DRAWN_ONE_WAY)
        drawn_tag(tags, "oneway", as_driven ? "yes" : "-1");
    else if (kind == KIND_MOTORWAY)
        drawn_tag(tags, "oneway", "no");
}

static void tag_build(const struct drawn *drawn, uint32_t road, uint64_t die,
                      enum drawn_kind kind, struct drawn_tags *tags)
{
    if (kind <= KIND_PRIMARY)
        drawn_tag(tags, "lanes", kind == KIND_PRIMARY ? "2" : "3");
    if (kind == KIND_MOTORWAY && dice_say(drawn->seed, DIE_TOLL, road, 0.2))
        drawn_tag(tags, "toll", "yes");
    if (die % 1000 < 15)
        drawn_tag(tags, die % 3 ? "bridge" : "tunnel", "yes");
}

/* Streets of a run are of one kind, and all two-way or all one-way in one
 * direction. */
static void drawn_tag_way(const struct drawn *drawn,
                          const struct drawn_run *run, struct drawn_tags *tags)
{
    uint32_t street = end_street(run->end[0]);
    uint32_t road = drawn->road[street];
    enum drawn_kind kind = drawn->street[street].kind;

    if (kind == KIND_RAIL) {
        drawn_tag(tags, "railway", "rail");
        return;
    }
    drawn_tag(tags, "highway", kind_names[kind]);
    tag_name(drawn, road, kind, tags);
    tag_oneway(drawn, run, kind, tags);
    tag_speed(dice_of(drawn->seed, DIE_SPEED, street), kind, tags);
    tag_surface(dice_of(drawn->seed, DIE_SURFACE, street), kind, tags);
    tag_access(drawn, run, dice_of(drawn->seed, DIE_ACCESS, street), kind,
               tags);
    tag_build(drawn, road, dice_of(drawn->seed, DIE_BRIDGE, street), kind,
              tags);
}

/* ---- Nodes -------------------------------------------------------------- */

static int put_ref(struct drawn *drawn, int64_t id)
{
    return array_append(&drawn->refs, &drawn->ref_count, &drawn->refs_capacity,
                        &id, sizeof(id))
               ? error_no_memory(drawn->error)
               : 0;
}

/* The nodes of a street between its ends, when entered at `end`. */
static int put_between(struct drawn *drawn, uint32_t end)
{
    uint32_t s = end_street(end);
    uint8_t flags = drawn->street[s].flags;
    uint64_t first = drawn->first_shape[s];
    uint64_t last = drawn->first_shape[s + 1];
    uint64_t half = first + (last - first) / 2;
    bool ascending = end % 2 == 0 || flags & DRAWN_DUAL;
    int r = 0;

    if (flags & (DRAWN_LINK_A | DRAWN_LINK_B))
        first += DRAWN_LINK_NODES;
    if (flags & DRAWN_DUAL)
        *(end % 2 ? &first : &last) = half;
    for (uint64_t i = 0; i < last - first && !r; i++)
        r = put_ref(drawn, (int64_t)(ascending ? first + i : last - 1 - i));
    return r;
}

/* The node at an end, or where its ramps merge into the street. */
static int64_t outer_node(const struct drawn *drawn, uint32_t end)
{
    return drawn_has_link(drawn, end)
               ? (int64_t)(drawn->first_shape[end_street(end)] + 2)
               : drawn_end_node(drawn, end);
}

static int put_run(struct drawn *drawn, const struct drawn_run *run)
{
    int r;

    drawn->ref_count = 0;
    r = put_ref(drawn, outer_node(drawn, run->end[0]));
    for (uint32_t i = 0; i < run->count && !r; i++) {
        r = put_between(drawn, run->end[i]);
        if (!r)
            r = put_ref(drawn, outer_node(drawn, run->end[i] ^ 1));
    }
    return r;
}

static struct drawn_run reversed(const struct drawn_run *run)
{
    struct drawn_run back = {.count = run->count};

    for (uint32_t i = 0; i < run->count; i++)
        back.end[i] = run->end[run->count - 1 - i] ^ 1;
    return back;
}

/* ---- Ways --------------------------------------------------------------- */

static int put_way(struct drawn *drawn, const struct drawn_tags *tags)
{
    const struct osm_object way = {
        .kind = OSM_WAY,
        .id = (int64_t)++drawn->counts.ways,
        .refs = drawn->refs,
        .ref_count = drawn->ref_count,
        .tags = tags->tag,
        .tag_count = tags->count,
    };

    return drawn->sink->put(drawn->sink, &way, drawn->error);
}

/* Stores the ways that lead to and from the run's ends. Restrictions leave out
 * ways that begin where they end, and those that end in ramps. */
static void note_way(struct drawn *drawn, const struct drawn_run *run,
                     bool there, bool back)
{
    uint32_t id = (uint32_t)drawn->counts.ways;
    uint32_t from = run->end[0];
    uint32_t to = run->end[run->count - 1] ^ 1;

    if (end_vertex(drawn, from) == end_vertex(drawn, to))
        return;
    if (!drawn_has_link(drawn, from)) {
        drawn->way_out[from] = there ? id : drawn->way_out[from];
        drawn->way_in[from] = back ? id : drawn->way_in[from];
    }
    if (!drawn_has_link(drawn, to)) {
        drawn->way_in[to] = there ? id : drawn->way_in[to];
        drawn->way_out[to] = back ? id : drawn->way_out[to];
    }
}

static int write_travel(struct drawn *drawn, const struct drawn_run *run,
                        bool there, bool back)
{
    struct drawn_tags tags = {0};
    int r = put_run(drawn, run);

    if (r)
        return r;
    drawn_tag_way(drawn, run, &tags);
    r = put_way(drawn, &tags);
    note_way(drawn, run, there, back);
    return r;
}

/* From the vertex to the end of the ramps, or back. */
static int write_ramp(struct drawn *drawn, uint32_t end, bool leaves)
{
    uint64_t first = drawn->first_shape[end_street(end)];
    int64_t vertex = drawn_end_node(drawn, end);
    struct drawn_tags tags = {0};
    int r;

    drawn->ref_count = 0;
    r = put_ref(drawn, leaves ? vertex : (int64_t)(first + 2));
    if (!r)
        r = put_ref(drawn, (int64_t)(leaves ? first : first + 1));
    if (!r)
        r = put_ref(drawn, leaves ? (int64_t)(first + 2) : vertex);
    if (r)
        return r;
    drawn_tag(&tags, "highway", "motorway_link");
    drawn_tag(&tags, "oneway", "yes");
    if (leaves)
        drawn_tag_place_name(
            &tags, "destination",
            dice_of(drawn->seed, DIE_PLACE, drawn->road[end_street(end)]));
    r = put_way(drawn, &tags);
    *(leaves ? &drawn->way_out[end] : &drawn->way_in[end]) =
        (uint32_t)drawn->counts.ways;
    return r;
}

static int write_ramps(struct drawn *drawn, uint32_t end)
{
    int r;

    if (!drawn_has_link(drawn, end))
        return 0;
    r = write_ramp(drawn, end, true);
    return r ? r : write_ramp(drawn, end, false);
}

static int write_body(struct drawn *drawn, const struct drawn_run *run)
{
    const struct drawn_street *street = &drawn->street[end_street(run->end[0])];
    struct drawn_run back = reversed(run);
    int r;

    if (street->flags & DRAWN_ONE_WAY && run->end[0] % 2)
        return street->flags & DRAWN_AGAINST
                   ? write_travel(drawn, run, false, true)
                   : write_travel(drawn, &back, true, false);
    if (street->flags & DRAWN_ONE_WAY)
        return write_travel(drawn, run, true, false);
    if (!(street->flags & DRAWN_DUAL))
        return write_travel(drawn, run, true, true);
    r = write_travel(drawn, run, true, false);
    return r ? r : write_travel(drawn, &back, true, false);
}

static int write_run(struct drawn *drawn, const struct drawn_run *run)
{
    int r = write_ramps(drawn, run->end[0]);

    if (!r)
        r = write_body(drawn, run);
    if (!r)
        r = write_ramps(drawn, run->end[run->count - 1] ^ 1);
    return r;
}

/* ---- Cutting ------------------------------------------------------------ */

/* Whether a way ends between two streets of a road: there too where one-way,
 * carriageways or direction change. */
static bool ends_between(const struct drawn *drawn, uint32_t end, uint32_t next)
{
    uint32_t vertex = end_vertex(drawn, next);
    uint8_t one = drawn->street[end_street(end)].flags;
    uint8_t other = drawn->street[end_street(next)].flags;

    return drawn->vertex_flags[vertex] & VERTEX_CUT ||
           drawn_has_link(drawn, end ^ 1) || drawn_has_link(drawn, next) ||
           (one ^ other) & (DRAWN_ONE_WAY | DRAWN_DUAL) ||
           (one & DRAWN_ONE_WAY && end % 2 != next % 2) ||
           dice_say(drawn->seed, DIE_SIGN, vertex, 0.2);
}

static int write_road(struct drawn *drawn, uint32_t road)
{
    struct drawn_run run = {0};
    uint32_t end = drawn->begin[road];
    int r = 0;

    while (end != END_NONE && !r) {
        uint32_t next = drawn_roads_onward(drawn, end);

        run.end[run.count++] = end;
        if (next == END_NONE || run.count == DRAWN_RUN_MAX ||
            ends_between(drawn, end, next)) {
            r = write_run(drawn, &run);
            run.count = 0;
        }
        end = next;
    }
    return r;
}

/* ---- Roundabouts -------------------------------------------------------- */

static enum drawn_kind ring_kind(const struct drawn *drawn, uint32_t vertex)
{
    enum drawn_kind kind = KIND_RESIDENTIAL;

    for (uint32_t i = drawn->first[vertex]; i < drawn->first[vertex + 1]; i++) {
        enum drawn_kind at = drawn->street[end_street(drawn->end[i])].kind;

        if (at < kind)
            kind = at;
    }
    return kind;
}

static int write_ring(struct drawn *drawn, uint32_t vertex)
{
    uint32_t first = drawn->first[vertex];
    struct drawn_tags tags = {0};
    int r = 0;

    drawn->ref_count = 0;
    for (uint32_t i = first; i < drawn->first[vertex + 1] && !r; i++)
        r = put_ref(drawn, drawn_end_node(drawn, drawn->end[i]));
    if (!r)
        r = put_ref(drawn, drawn_end_node(drawn, drawn->end[first]));
    if (r)
        return r;
    drawn_tag(&tags, "highway", kind_names[ring_kind(drawn, vertex)]);
    drawn_tag(&tags, "junction", "roundabout");
    return put_way(drawn, &tags);
}

int drawn_write_ways(struct drawn *drawn)
{
    int r = 0;

    for (uint32_t road = 0; road < drawn->road_count && !r; road++)
        r = write_road(drawn, road);
    for (uint32_t i = 0; i < drawn->extra_count && !r; i++) {
        if (drawn->vertex_flags[drawn->extra[i]] & VERTEX_RING)
            r = write_ring(drawn, drawn->extra[i]);
    }
    return r;
}
