/* Arcs as streets, streets as roads, and crossings. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "lab/generate/osm/drawn.h"
#include "lab/generate/streets.h"

/* ---- Streets ------------------------------------------------------------- */

static enum road_class class_of(const struct map *map, uint32_t arc)
{
    return map->road_class ? map->road_class[arc] : ROAD_LOCAL;
}

/* Of parallel arcs one is a railway. */
static bool has_reverse(const struct map *map, uint32_t tail, uint32_t arc)
{
    const struct topology *t = &map->topology;
    uint32_t head = t->head[arc];

    for (uint32_t i = t->first_out[head]; i < t->first_out[head + 1]; i++) {
        if (t->head[i] == tail && class_of(map, i) == class_of(map, arc))
            return true;
    }
    return false;
}

static void take_arc(struct drawn *drawn, uint32_t tail, uint32_t arc)
{
    uint32_t head = drawn->map->topology.head[arc];
    bool both_ways = has_reverse(drawn->map, tail, arc);

    if (head == tail || (both_ways && head < tail))
        return;
    drawn->street[drawn->street_count++] = (struct drawn_street){
        .a = tail,
        .b = head,
        .road_class = (uint8_t)class_of(drawn->map, arc),
        .flags = both_ways ? 0 : DRAWN_ONE_WAY,
    };
}

static int take_arcs(struct drawn *drawn)
{
    const struct topology *t = &drawn->map->topology;

    drawn->street = array_alloc(t->arc_count, sizeof(*drawn->street));
    if (!drawn->street)
        return -ENOMEM;
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        for (uint32_t arc = t->first_out[v]; arc < t->first_out[v + 1]; arc++)
            take_arc(drawn, v, arc);
    }
    return 0;
}

/* Whether a comes before b, counterclockwise from the east. */
static bool turns_before(struct point a, struct point b)
{
    bool a_below = a.y < 0;
    bool b_below = b.y < 0;

    if (a_below != b_below)
        return b_below;
    return a.x * b.y - a.y * b.x > 0;
}

static void sort_ends(const struct drawn *drawn, uint32_t vertex)
{
    uint32_t *end = drawn->end + drawn->first[vertex];

    for (uint32_t i = 1; i < drawn_degree(drawn, vertex); i++) {
        uint32_t moved = end[i];
        struct point direction = drawn_direction(drawn, moved);
        uint32_t j = i;

        for (; j > 0 &&
               turns_before(direction, drawn_direction(drawn, end[j - 1]));
             j--)
            end[j] = end[j - 1];
        end[j] = moved;
    }
}

static int join_ends(struct drawn *drawn)
{
    uint32_t n = drawn->map->topology.vertex_count;
    int r =
        ends_by_vertex(drawn->street, drawn->street_count,
                       sizeof(*drawn->street), n, &drawn->first, &drawn->end);

    for (uint32_t v = 0; v < n && !r; v++)
        sort_ends(drawn, v);
    return r;
}

static void join(struct drawn_street *street, uint32_t *parent)
{
    uint32_t a = union_find_root(parent, street->a);
    uint32_t b = union_find_root(parent, street->b);

    if (a == b)
        return;
    parent[a] = b;
    street->flags |= DRAWN_NEEDED;
}

/* Prefers main roads for the forest, so that they are never closed if another
 * street would do. */
static int find_needed(struct drawn *drawn)
{
    uint32_t n = drawn->map->topology.vertex_count;
    uint32_t *parent = array_alloc(n, sizeof(*parent));

    if (!parent)
        return -ENOMEM;
    union_find_separate(parent, n);
    for (int local = 0; local < 2; local++) {
        for (uint32_t s = 0; s < drawn->street_count; s++) {
            struct drawn_street *street = &drawn->street[s];

            if ((street->road_class == ROAD_LOCAL) == local &&
                street->road_class != ROAD_RAIL &&
                !(street->flags & DRAWN_ONE_WAY))
                join(street, parent);
        }
    }
    free(parent);
    return 0;
}

struct point drawn_site(const struct drawn *drawn, uint32_t vertex)
{
    struct position position = drawn->map->position[vertex];

    return (struct point){position.lon_e7, position.lat_e7};
}

static struct point across(const struct drawn *drawn, uint32_t end)
{
    struct point from = drawn_site(drawn, end_vertex(drawn, end));
    struct point to = drawn_site(drawn, end_vertex(drawn, end ^ 1));

    return (struct point){to.x - from.x, to.y - from.y};
}

struct point drawn_direction(const struct drawn *drawn, uint32_t end)
{
    struct point way = across(drawn, end);
    double length = sqrt(way.x * way.x + way.y * way.y);

    if (length == 0)
        return (struct point){1, 0};
    return (struct point){way.x / length, way.y / length};
}

double drawn_length(const struct drawn *drawn, uint32_t street)
{
    struct point way = across(drawn, 2 * street);

    return sqrt(way.x * way.x + way.y * way.y);
}

/* ---- Roads --------------------------------------------------------------- */

#define ROAD_NONE UINT32_MAX

/* Cosines of the largest turn within a road: 45 degrees for a street, 110 for a
 * major road, which has one number all along. */
static const double straight = 0.7071;
static const double straight_far = -0.342;

/* The cosine of the turn from one end into the other. */
static double straightness(const struct drawn *drawn, uint32_t a, uint32_t b)
{
    struct point one = drawn_direction(drawn, a);
    struct point other = drawn_direction(drawn, b);

    return -(one.x * other.x + one.y * other.y);
}

/* Whether a road may go on from one end to the other, through a turn of that
 * cosine. */
static bool may_join(const struct drawn *drawn, uint32_t a, uint32_t b,
                     double cosine)
{
    uint8_t road_class = drawn->street[end_street(a)].road_class;
    bool far = road_class == ROAD_MOTORWAY || road_class == ROAD_TRUNK ||
               road_class == ROAD_PRIMARY;

    return drawn->next[a] == END_NONE && drawn->next[b] == END_NONE &&
           road_class == drawn->street[end_street(b)].road_class &&
           road_class != ROAD_RAIL && cosine > (far ? straight_far : straight);
}

/* The straightest two ends still free; false: no pair is straight. */
static bool find_pair(const struct drawn *drawn, uint32_t vertex,
                      uint32_t pair[2])
{
    const uint32_t *end = drawn->end + drawn->first[vertex];
    uint32_t degree = drawn_degree(drawn, vertex);
    double best = -2;

    for (uint32_t i = 0; i < degree; i++) {
        for (uint32_t j = i + 1; j < degree; j++) {
            double value = straightness(drawn, end[i], end[j]);

            if (value <= best || !may_join(drawn, end[i], end[j], value))
                continue;
            best = value;
            pair[0] = end[i];
            pair[1] = end[j];
        }
    }
    return best > -2;
}

static void join_streets(struct drawn *drawn)
{
    uint32_t n = drawn->map->topology.vertex_count;
    uint32_t pair[2];

    for (uint32_t e = 0; e < 2 * drawn->street_count; e++)
        drawn->next[e] = END_NONE;
    for (uint32_t v = 0; v < n; v++) {
        while (find_pair(drawn, v, pair)) {
            drawn->next[pair[0]] = pair[1];
            drawn->next[pair[1]] = pair[0];
        }
    }
}

/* Where the road through a street starts; of a ring any end. */
static uint32_t find_begin(const struct drawn *drawn, uint32_t street)
{
    uint32_t end = 2 * street;

    while (drawn->next[end] != END_NONE) {
        end = drawn->next[end] ^ 1;
        if (end_street(end) == street)
            break;
    }
    return end;
}

uint32_t drawn_roads_onward(const struct drawn *drawn, uint32_t end)
{
    uint32_t next = drawn->next[end ^ 1];

    if (next == END_NONE || next == drawn->begin[drawn->road[end_street(end)]])
        return END_NONE;
    return next;
}

static void follow(struct drawn *drawn, uint32_t begin)
{
    drawn->begin[drawn->road_count] = begin;
    drawn->road[end_street(begin)] = drawn->road_count;
    for (uint32_t e = begin; e != END_NONE; e = drawn_roads_onward(drawn, e))
        drawn->road[end_street(e)] = drawn->road_count;
    drawn->road_count++;
}

static void number_roads(struct drawn *drawn)
{
    uint32_t n = drawn->street_count;

    for (uint32_t s = 0; s < n; s++)
        drawn->road[s] = ROAD_NONE;
    for (uint32_t s = 0; s < n; s++) {
        if (drawn->road[s] == ROAD_NONE)
            follow(drawn, find_begin(drawn, s));
    }
}

/* Features of a road that decide its kind. */
struct look {
    uint32_t streets;
    double length; /* of a street, relative to the overall mean */
    bool needed;   /* some street in it is needed */
    bool dead_end; /* it ends where no other street begins */
};

static struct look look_at(const struct drawn *drawn, uint32_t road)
{
    struct look look = {0};
    double length = 0;

    for (uint32_t e = drawn->begin[road]; e != END_NONE;
         e = drawn_roads_onward(drawn, e)) {
        look.streets++;
        length += drawn_length(drawn, end_street(e));
        look.needed |= drawn->street[end_street(e)].flags & DRAWN_NEEDED;
        look.dead_end |= drawn_dead_end(drawn, end_street(e));
    }
    if (drawn->length_mean > 0)
        look.length = length / look.streets / drawn->length_mean;
    return look;
}

static enum drawn_kind dead_end_kind(const struct look *look, double die)
{
    if (look->length > 2)
        return die < 0.5 ? KIND_TRACK : KIND_UNCLASSIFIED;
    return die < 0.35 ? KIND_SERVICE : KIND_RESIDENTIAL;
}

static enum drawn_kind closed_kind(double die)
{
    return die < 0.1   ? KIND_PEDESTRIAN
           : die < 0.3 ? KIND_CYCLEWAY
           : die < 0.8 ? KIND_FOOTWAY
                       : KIND_PATH;
}

static enum drawn_kind local_kind(const struct drawn *drawn, uint32_t road)
{
    struct look look = look_at(drawn, road);
    double die = dice_unit(drawn->seed, DIE_KIND, road);

    if (look.streets >= 8)
        return die < 0.5 ? KIND_TERTIARY : KIND_UNCLASSIFIED;
    if (!look.needed && die < 0.15)
        return closed_kind(die / 0.15);
    if (look.dead_end && look.streets == 1)
        return dead_end_kind(&look, die);
    if (look.length > 2)
        return KIND_UNCLASSIFIED;
    return die > 0.95 ? KIND_LIVING_STREET : KIND_RESIDENTIAL;
}

static enum drawn_kind kind_of(const struct drawn *drawn, uint32_t road)
{
    static const uint8_t kinds[ROAD_CLASS_COUNT] = {
        [ROAD_MOTORWAY] = KIND_MOTORWAY, [ROAD_TRUNK] = KIND_TRUNK,
        [ROAD_PRIMARY] = KIND_PRIMARY,   [ROAD_SECONDARY] = KIND_SECONDARY,
        [ROAD_LOCAL] = KIND_COUNT,       [ROAD_RAIL] = KIND_RAIL,
    };
    uint32_t street = end_street(drawn->begin[road]);
    enum drawn_kind kind = kinds[drawn->street[street].road_class];

    return kind == KIND_COUNT ? local_kind(drawn, road) : kind;
}

static void set_kind(struct drawn *drawn, uint32_t road)
{
    enum drawn_kind kind = kind_of(drawn, road);
    bool dual =
        kind == KIND_MOTORWAY ||
        (kind == KIND_TRUNK && dice_say(drawn->seed, DIE_DUAL, road, 0.5));

    for (uint32_t e = drawn->begin[road]; e != END_NONE;
         e = drawn_roads_onward(drawn, e)) {
        struct drawn_street *street = &drawn->street[end_street(e)];

        street->kind = (uint8_t)kind;
        if (dual && !(street->flags & DRAWN_ONE_WAY))
            street->flags |= DRAWN_DUAL;
        /* Ways run in the direction of their roads, and one-way streets in the
         * direction of travel, with few exceptions. */
        if (e % 2 && (!(street->flags & DRAWN_ONE_WAY) ||
                      dice_say(drawn->seed, DIE_BACKWARD, road, 0.1)))
            street->flags |= DRAWN_AGAINST;
    }
}

/* ---- Crossings ----------------------------------------------------------- */

/* The streets that meet at a vertex. */
struct meeting {
    uint32_t streets; /* without railways */
    uint32_t main;    /* secondary and higher */
    uint32_t wide;    /* tertiary and higher */
    bool motorway;    /* some have separate carriageways */
    bool dual;
    bool rail;
    double shortest; /* of the streets, in degrees * 10^7 */
};

static struct meeting meeting_at(const struct drawn *drawn, uint32_t vertex)
{
    struct meeting meeting = {.shortest = INFINITY};

    for (uint32_t i = drawn->first[vertex]; i < drawn->first[vertex + 1]; i++) {
        uint32_t s = end_street(drawn->end[i]);
        const struct drawn_street *street = &drawn->street[s];

        if (street->kind == KIND_RAIL) {
            meeting.rail = true;
            continue;
        }
        meeting.shortest = fmin(meeting.shortest, drawn_length(drawn, s));
        meeting.streets++;
        meeting.main += street->kind <= KIND_SECONDARY;
        meeting.wide += street->kind <= KIND_TERTIARY;
        meeting.dual |= street->flags & DRAWN_DUAL;
        meeting.motorway |=
            street->kind == KIND_MOTORWAY && street->flags & DRAWN_DUAL;
    }
    return meeting;
}

/* Puts ramps on a street that is long enough and has none yet. */
static void set_link(struct drawn *drawn, uint32_t end)
{
    struct drawn_street *street = &drawn->street[end_street(end)];

    if (street->kind > KIND_RESIDENTIAL ||
        street->flags & (DRAWN_DUAL | DRAWN_ONE_WAY | DRAWN_LINK_A |
                         DRAWN_LINK_B | DRAWN_VIA) ||
        drawn_length(drawn, end_street(end)) < 5 * DRAWN_RING_RADIUS)
        return;
    street->flags |= end % 2 ? DRAWN_LINK_B : DRAWN_LINK_A;
}

static void set_vertex(struct drawn *drawn, uint32_t vertex)
{
    struct meeting at = meeting_at(drawn, vertex);
    double restricted = at.main >= 3 ? 0.3 : at.wide >= 2 ? 0.08 : 0.01;
    double signals = at.main >= 3 ? 0.5 : at.main >= 2 ? 0.1 : 0;
    uint8_t *flags = &drawn->vertex_flags[vertex];

    if (at.rail)
        *flags |= VERTEX_STATION;
    if (!at.rail && !at.dual && at.streets >= 3 && at.streets <= 6 &&
        at.wide >= 2 && at.shortest > 5 * DRAWN_RING_RADIUS &&
        dice_say(drawn->seed, DIE_RING, vertex, 0.06)) {
        *flags |= VERTEX_RING | VERTEX_CUT;
        return;
    }
    if (at.streets >= 3 &&
        dice_say(drawn->seed, DIE_RESTRICTED, vertex, restricted))
        *flags |= VERTEX_RESTRICTED | VERTEX_CUT;
    if (at.streets >= 3 && !at.motorway &&
        dice_say(drawn->seed, DIE_SIGNALS, vertex, signals))
        *flags |= VERTEX_SIGNALS;
    for (uint32_t i = drawn->first[vertex];
         at.motorway && i < drawn->first[vertex + 1]; i++)
        set_link(drawn, drawn->end[i]);
}

/* Whether a street is a short one in a town between two crossings. */
static bool is_via(const struct drawn *drawn, uint32_t s)
{
    const struct drawn_street *street = &drawn->street[s];
    const uint8_t *flags = drawn->vertex_flags;

    return street->kind <= KIND_RESIDENTIAL &&
           !(street->flags &
             (DRAWN_DUAL | DRAWN_ONE_WAY | DRAWN_LINK_A | DRAWN_LINK_B)) &&
           !((flags[street->a] | flags[street->b]) & VERTEX_RING) &&
           drawn_degree(drawn, street->a) >= 3 &&
           drawn_degree(drawn, street->b) >= 3 &&
           drawn_length(drawn, s) < drawn->length_mean &&
           dice_say(drawn->seed, DIE_VIA, s, 0.005);
}

static void set_via(struct drawn *drawn, uint32_t s)
{
    struct drawn_street *street = &drawn->street[s];

    if (!is_via(drawn, s))
        return;
    street->flags |= DRAWN_VIA;
    drawn->vertex_flags[street->a] |= VERTEX_CUT;
    drawn->vertex_flags[street->b] |= VERTEX_CUT;
}

/* ---- All of it ----------------------------------------------------------- */

int drawn_make_roads(struct drawn *drawn)
{
    uint32_t n = drawn->map->topology.vertex_count;
    double length = 0;
    size_t count;
    int r = take_arcs(drawn);

    if (!r)
        r = join_ends(drawn);
    if (!r)
        r = find_needed(drawn);
    if (r)
        return r;
    count = drawn->street_count;
    drawn->next = array_alloc(2 * count, sizeof(*drawn->next));
    drawn->road = array_alloc(count, sizeof(*drawn->road));
    drawn->begin = array_alloc(count, sizeof(*drawn->begin));
    drawn->vertex_flags = array_zero(n, sizeof(*drawn->vertex_flags));
    if (!drawn->next || !drawn->road || !drawn->begin || !drawn->vertex_flags)
        return -ENOMEM;
    for (uint32_t s = 0; s < count; s++)
        length += drawn_length(drawn, s);
    drawn->length_mean = count ? length / (double)count : 0;
    join_streets(drawn);
    number_roads(drawn);
    for (uint32_t road = 0; road < drawn->road_count; road++)
        set_kind(drawn, road);
    /* Crossings need the kinds of all streets. */
    for (uint32_t v = 0; v < n; v++)
        set_vertex(drawn, v);
    for (uint32_t s = 0; s < count; s++)
        set_via(drawn, s);
    return 0;
}
