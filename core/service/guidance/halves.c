/* halves: where a divided road begins or ends, people see one road go on; the
 * data has two one-way roads, which part at an angle.
 *
 *               . - - c
 *     a - - - b
 *               ' - - d
 *
 * Two roads of one name and rank that leave a junction, one for either
 * direction, are halves of one if they then keep side by side, or meet again,
 * or end at a road that joins their ends. Then both have the direction half-way
 * between theirs. A link between the halves is none. */
#include "core/service/guidance/crossing.h"

#include <math.h>

#include "core/service/guidance/walk.h"

/* Degrees. */
#define PART_WITHIN     120.0f
#define STRAIGHT_WITHIN 3.0f
#define LINK_WITHIN     25.0f

/* Metres. */
#define APART_M  25.0 /* side by side */
#define FAR_M    60.0 /* where that is measured */
#define NEAR_M   20.0 /* at least, or the halves have to meet */
#define ISLAND_M 30.0
#define NEXT_MM  30000 /* a road so short has the direction it has behind */

/* A road goes on for so many edges within FAR_M. */
enum { EDGES_MAX = 16 };

/* Whether two edges that leave a junction look like halves of one road. */
static bool are_of_one_road(const struct roads *roads, uint32_t a, uint32_t b)
{
    const struct road_attributes *first = edge_attributes(roads, a);
    const struct road_attributes *second = edge_attributes(roads, b);

    return first->name && second->name && first->priority == second->priority &&
           !road_on_ring(first) && !road_on_ring(second) &&
           road_has(first, ROAD_LINK) == road_has(second, ROAD_LINK) &&
           !edge_names_differ(roads, a, b) && !edge_names_differ(roads, b, a);
}

static float apart(struct compass *compass, const struct roads *roads,
                   uint32_t a, uint32_t b)
{
    return fabsf(bearing_turn(compass_edge_bearing(compass, roads, a),
                              compass_edge_bearing(compass, roads, b)));
}

/* ---- Along both --------------------------------------------------------- */

/* A point of a road some way along it, and how far that was possible. */
struct ahead {
    struct position position;
    double length_m;
    uint32_t last; /* edge */
};

static struct ahead look_ahead(const struct roads *roads,
                               struct compass *compass, uint32_t edge,
                               double far_m)
{
    struct ahead ahead = {roads->node_position[edge_first_node(roads, edge)], 0,
                          edge};

    for (int i = 0; i < EDGES_MAX && edge != EDGE_NONE; i++) {
        int step = edge_is_forward(edge) ? 1 : -1;
        uint32_t end = edge_last_node(roads, edge);

        ahead.last = edge;
        for (uint32_t at = edge_first_node(roads, edge); at != end;
             at += (uint32_t)step) {
            struct position to = roads->node_position[at + (uint32_t)step];
            double length_m = ground_apart_m(ahead.position, to);

            if (ahead.length_m + length_m > far_m) {
                ahead.position = ground_between(
                    ahead.position, to, (far_m - ahead.length_m) / length_m);
                ahead.length_m = far_m;
                return ahead;
            }
            ahead.position = to;
            ahead.length_m += length_m;
        }
        edge = edge_along(roads, compass, edge);
    }
    return ahead;
}

static bool keep_together(const struct roads *roads, struct compass *compass,
                          uint32_t a, uint32_t b)
{
    struct ahead first = look_ahead(roads, compass, a, FAR_M);
    struct ahead second = look_ahead(roads, compass, b, FAR_M);
    double least_m = fmin(first.length_m, second.length_m);

    if (least_m < NEAR_M)
        return false;
    if (first.length_m > least_m)
        first = look_ahead(roads, compass, a, least_m);
    if (second.length_m > least_m)
        second = look_ahead(roads, compass, b, least_m);
    return ground_apart_m(first.position, second.position) <= APART_M;
}

/* Around an island, or on both sides of it to another road. */
static bool meet(const struct roads *roads, uint32_t a, uint32_t b)
{
    uint32_t first = edge_to_junction(roads, a);
    uint32_t second = edge_to_junction(roads, b);
    struct position start = roads->node_position[edge_first_node(roads, a)];
    struct position end = roads->node_position[edge_last_node(roads, first)];
    struct position other = roads->node_position[edge_last_node(roads, second)];
    uint32_t junction = edge_head(roads, first);

    if (junction == edge_head(roads, second))
        return ground_apart_m(start, end) < ISLAND_M;
    if (junction_is_crowded(roads, junction) ||
        ground_apart_m(end, other) > APART_M ||
        ground_apart_m(start, end) > FAR_M)
        return false;
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t joining = edge_to_junction(roads, roads->leaving[i]);

        if (edge_head(roads, joining) == edge_head(roads, second) &&
            !are_of_one_road(roads, a, joining))
            return true;
    }
    return false;
}

/* Whether a half only links its junction with another carriageway, which goes
 * straight on past it. */
static bool is_link(const struct roads *roads, struct compass *compass,
                    uint32_t edge)
{
    uint32_t last = edge_to_junction(roads, edge);
    uint32_t next = edge_along(roads, compass, last);
    uint32_t junction = edge_head(roads, last);

    if (next == EDGE_NONE || junction_is_crowded(roads, junction))
        return false;
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t other = roads->leaving[i];

        if (other != next && other != edge_reverse(last) &&
            apart(compass, roads, other, next) > 180 - LINK_WITHIN &&
            apart(compass, roads, other, next) >
                apart(compass, roads, edge_reverse(last), next) &&
            are_of_one_road(roads, other, next) &&
            edge_is_travelled(roads, other) != edge_is_travelled(roads, next))
            return true;
    }
    return false;
}

/* ---- The other half ----------------------------------------------------- */

static bool are_halves(const struct roads *roads, struct compass *compass,
                       uint32_t a, uint32_t b)
{
    uint32_t junction = edge_tail(roads, a);

    return edge_head(roads, edge_to_junction(roads, a)) != junction &&
           edge_head(roads, edge_to_junction(roads, b)) != junction &&
           (meet(roads, a, b) ||
            (!is_link(roads, compass, a) && !is_link(roads, compass, b) &&
             keep_together(roads, compass, a, b)));
}

/* Whether some edge at the junction might be the other half: most have none,
 * and are told apart without looking at names. */
static bool may_have_half(const struct roads *roads, uint32_t edge)
{
    uint32_t junction = edge_tail(roads, edge);
    unsigned rank = edge_attributes(roads, edge)->priority;

    if (!edge_attributes(roads, edge)->name || !edge_is_one_way(roads, edge) ||
        junction_is_crowded(roads, junction))
        return false;
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t other = roads->leaving[i];

        if (edge_is_one_way(roads, other) &&
            edge_is_travelled(roads, edge) != edge_is_travelled(roads, other) &&
            edge_attributes(roads, other)->priority == rank)
            return true;
    }
    return false;
}

/* The edge that leaves the same junction as the other half of its road;
 * EDGE_NONE: there is none, or more than one road could be it. At a roundabout
 * they are an entry and an exit. */
static uint32_t other_half(const struct roads *roads, struct compass *compass,
                           uint32_t edge)
{
    uint32_t junction = edge_tail(roads, edge);
    uint32_t found = EDGE_NONE;

    if (!may_have_half(roads, edge))
        return EDGE_NONE;
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t other = roads->leaving[i];

        if (road_on_ring(edge_attributes(roads, other)))
            return EDGE_NONE;
        if (other == edge || !are_of_one_road(roads, edge, other) ||
            apart(compass, roads, edge, other) > PART_WITHIN)
            continue;
        if (found != EDGE_NONE || !edge_is_one_way(roads, other) ||
            edge_is_travelled(roads, edge) == edge_is_travelled(roads, other))
            return EDGE_NONE;
        found = other;
    }
    return found != EDGE_NONE && are_halves(roads, compass, edge, found)
               ? found
               : EDGE_NONE;
}

/* The bearing of the road most nearly opposite to one. */
static float opposite(const struct roads *roads, struct compass *compass,
                      uint32_t edge)
{
    uint32_t junction = edge_tail(roads, edge);
    float across = bearing_reverse(compass_edge_bearing(compass, roads, edge));
    float best = across;
    float least = 361;

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        float bearing = compass_edge_bearing(compass, roads, roads->leaving[i]);

        if (roads->leaving[i] != edge &&
            fabsf(bearing_turn(across, bearing)) < least) {
            least = fabsf(bearing_turn(across, bearing));
            best = bearing;
        }
    }
    return best;
}

/* The direction of a road whose halves are two edges; where the one that may be
 * entered goes exactly straight on, its own. */
static float middle(const struct roads *roads, struct compass *compass,
                    uint32_t a, uint32_t b)
{
    uint32_t entry = edge_is_travelled(roads, a) ? a : b;
    uint32_t other = entry == a ? b : a;
    float bearing = compass_edge_bearing(compass, roads, entry);
    float across = bearing_reverse(opposite(roads, compass, entry));
    float half =
        bearing_turn(bearing, compass_edge_bearing(compass, roads, other)) / 2;

    if (fabsf(bearing_turn(across, bearing)) < STRAIGHT_WITHIN)
        return bearing;
    bearing += half;
    return bearing < 0      ? bearing + 360
           : bearing >= 360 ? bearing - 360
                            : bearing;
}

bool halves_merge(const struct roads *roads, struct compass *compass,
                  uint32_t edge, uint32_t *ret_other, float *ret_bearing)
{
    uint32_t other = other_half(roads, compass, edge);

    if (other == EDGE_NONE)
        return false;
    *ret_other = other;
    *ret_bearing = middle(roads, compass, edge, other);
    return true;
}

float halves_turn_next(const struct roads *roads, struct compass *compass,
                       uint32_t edge)
{
    uint32_t back = edge_reverse(edge);
    uint32_t other;
    float bearing;
    float own;
    float across;

    if (!edge_is_one_way(roads, edge) ||
        roads_piece_mm(roads, edge_piece(edge)) > NEXT_MM ||
        !halves_merge(roads, compass, back, &other, &bearing))
        return 0;
    own = compass_edge_bearing(compass, roads, back);
    across = bearing_reverse(opposite(roads, compass, back));
    return fabsf(bearing_turn(across, bearing)) <=
                   fabsf(bearing_turn(across, own))
               ? bearing_turn(own, bearing)
               : 0;
}
