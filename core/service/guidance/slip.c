/* slip: finds slip roads: a short road that leaves one road just before a
 * junction, and joins another just behind it.
 *
 *     a - b - - c - -
 *           .   |
 *             . |
 *               d
 *               |
 *
 * Happy path: at b the traveller's own road goes on to the next junction, c;
 * the slip road leads to its next junction, d; and a road from c on that side
 * leads to d. A road with a name of its own, or that goes on behind d, is no
 * slip road. */
#include "core/service/guidance/instruction.h"

#include <math.h>

#include "core/service/guidance/walk.h"

/* How far a corner may be cut: less on lesser roads. */
enum { REACH_M = 250, REACH_LESS_M = 15, REACH_LEAST_M = 25 };

/* Junctions along the road from c to d. */
enum { HOPS_MAX = 10 };

/* Degrees. */
#define AHEAD_WITHIN 80.0f /* of a slip road, and of the way on from it */
#define ASIDE_FROM   40.0f /* of the road from c */
#define BENT_BY      1.0f  /* what passes for straight */

struct slip {
    const struct crossing *crossing;
    struct compass *compass;
    size_t road; /* of the crossing: the slip road */
    size_t main; /* the traveller's own road */
    int side;    /* of the slip road; 1: right, -1: left */
};

static struct position tail_of(const struct roads *roads, uint32_t edge)
{
    return roads->node_position[edge_first_node(roads, edge)];
}

static struct position head_of(const struct roads *roads, uint32_t edge)
{
    return roads->node_position[edge_last_node(roads, edge)];
}

/* ---- At the first junction ---------------------------------------------- */

static float reach_m(const struct slip *slip)
{
    int rank = slip->crossing->road[slip->main].attributes->priority;
    int reach = REACH_M - REACH_LESS_M * rank;

    return (float)(reach > REACH_LEAST_M ? reach : REACH_LEAST_M);
}

static bool goes_on(const struct crossing *crossing, size_t road)
{
    const struct road_attributes *via = crossing->via_attributes;
    const struct road_attributes *to = crossing->road[road].attributes;
    struct road_label label = road_label_of(via);

    return via->priority == to->priority && !road_label_empty(&label) &&
           !crossing_name_changes(crossing, road) &&
           edge_mode(crossing->roads, crossing->road[road].edge) ==
               edge_mode(crossing->roads, crossing->via);
}

static bool may_be_slip(const struct crossing *crossing, size_t road)
{
    const struct crossing_road *to = &crossing->road[road];

    return to->enterable && to->deviation <= AHEAD_WITHIN &&
           (edge_is_one_way(crossing->roads, to->edge) ||
            road_has(to->attributes, ROAD_LINK)) &&
           !road_on_ring(to->attributes) && !road_is_minor(to->attributes) &&
           edge_mode(crossing->roads, to->edge) ==
               edge_mode(crossing->roads, crossing->via);
}

/* The traveller's own road beside another; 0: there is none. */
static size_t main_beside(const struct crossing *crossing, size_t road)
{
    bool left = road + 1 < crossing->count && goes_on(crossing, road + 1);
    bool right = road > 1 && goes_on(crossing, road - 1);

    if (left && right)
        return crossing->road[road + 1].deviation <
                       crossing->road[road - 1].deviation
                   ? road + 1
                   : road - 1;
    return left ? road + 1 : right ? road - 1 : 0;
}

/* ---- At the others ------------------------------------------------------ */

/* Whether a road from c, on the slip road's side, leads to d. */
static bool leads_to(const struct slip *slip, uint32_t edge, uint32_t d)
{
    const struct roads *roads = slip->crossing->roads;
    struct position c = tail_of(roads, edge);

    for (int i = 0; i < HOPS_MAX && edge != EDGE_NONE; i++) {
        if (edge_head(roads, edge) == d)
            return true;
        if (ground_apart_m(c, head_of(roads, edge)) > reach_m(slip))
            return false;
        edge = edge_along(roads, slip->compass, edge);
    }
    return false;
}

/* A slip road has no name that a traveller would need to know. */
static bool has_own_name(const struct slip *slip, uint32_t cross)
{
    const struct crossing *crossing = slip->crossing;
    const struct crossing_road *road = &crossing->road[slip->road];
    uint32_t main = crossing->road[slip->main].edge;

    return !road_has(road->attributes, ROAD_LINK) && road->attributes->name &&
           edge_names_differ(crossing->roads, main, road->edge) &&
           edge_names_differ(crossing->roads, road->edge, cross);
}

/* Whether the road that ends with an edge goes on behind it. */
static bool is_through(const struct roads *roads, uint32_t edge)
{
    const struct road_attributes *road = edge_attributes(roads, edge);
    uint32_t d = edge_head(roads, edge);

    if (!road->name || junction_is_crowded(roads, d))
        return false;
    for (uint32_t i = roads->first_leaving[d]; i < roads->first_leaving[d + 1];
         i++) {
        uint32_t other = roads->leaving[i];

        if (other != edge_reverse(edge) && edge_is_open(roads, other) &&
            !edge_names_differ(roads, edge, other))
            return true;
    }
    return false;
}

/* Whether a road from c closes the triangle. */
static bool closes(const struct slip *slip, uint32_t to_c, uint32_t to_d)
{
    const struct roads *roads = slip->crossing->roads;
    uint32_t c = edge_head(roads, to_c);
    uint32_t end = roads->first_leaving[c + 1];
    float ahead = bearing_reverse(
        compass_edge_bearing(slip->compass, roads, edge_reverse(to_c)));

    if (junction_is_crowded(roads, c))
        return false;
    for (uint32_t i = roads->first_leaving[c]; i < end; i++) {
        uint32_t cross = roads->leaving[i];
        float turn = bearing_turn(
            ahead, compass_edge_bearing(slip->compass, roads, cross));

        if (cross == edge_reverse(to_c) ||
            turn * (float)slip->side < ASIDE_FROM)
            continue;
        if (!road_has(edge_attributes(roads, cross), ROAD_LINK) &&
            !road_on_ring(edge_attributes(roads, cross)) &&
            leads_to(slip, cross, edge_head(roads, to_d)) &&
            !has_own_name(slip, cross) &&
            (road_has(edge_attributes(roads, to_d), ROAD_LINK) ||
             !is_through(roads, to_d)))
            return true;
    }
    return false;
}

/* Whether the slip road keeps on c's side of the straight line to d. */
static bool keeps_inside(const struct slip *slip, uint32_t to_d)
{
    const struct roads *roads = slip->crossing->roads;
    uint32_t edge = slip->crossing->road[slip->road].edge;
    struct position b = tail_of(roads, edge);
    float line = compass_bearing(slip->compass, b, head_of(roads, to_d));

    for (;; edge = edge_only_next(roads, edge)) {
        int step = edge_is_forward(edge) ? 1 : -1;
        uint32_t last = edge_last_node(roads, edge);

        for (uint32_t i = edge_second_node(roads, edge); i != last;
             i += (uint32_t)step) {
            float off =
                bearing_turn(line, compass_bearing(slip->compass, b,
                                                   roads->node_position[i]));

            if (off * (float)slip->side > BENT_BY)
                return false;
        }
        if (edge == to_d)
            return true;
    }
}

bool crossing_is_slip(const struct crossing *crossing, struct compass *compass,
                      size_t road)
{
    const struct roads *roads = crossing->roads;
    struct slip slip = {crossing, compass, road, 0, 0};
    uint32_t to_c;
    uint32_t to_d;
    struct position b;

    if (!may_be_slip(crossing, road))
        return false;
    slip.main = main_beside(crossing, road);
    if (!slip.main)
        return false;
    slip.side = road < slip.main ? 1 : -1;
    to_c = edge_to_junction(roads, crossing->road[slip.main].edge);
    to_d = edge_to_junction(roads, crossing->road[road].edge);
    b = tail_of(roads, crossing->road[road].edge);
    if (edge_head(roads, to_c) == edge_head(roads, to_d) ||
        edge_head(roads, to_c) == edge_head(roads, crossing->via) ||
        edge_head(roads, to_d) == edge_head(roads, crossing->via) ||
        ground_apart_m(b, head_of(roads, to_c)) > reach_m(&slip) ||
        ground_apart_m(head_of(roads, to_c), head_of(roads, to_d)) >
            reach_m(&slip) ||
        !closes(&slip, to_c, to_d))
        return false;
    return keeps_inside(&slip, to_d);
}
