/* crossing: bearings, the roads around a junction, ranks. */
#include "core/service/guidance/crossing.h"

#include <math.h>
#include <stdlib.h>

#include "core/service/guidance/walk.h"

/* ---- Bearings ----------------------------------------------------------- */

#define DEGREES (180 / 3.14159265358979323846)

enum { SAME_LATITUDE_E7 = 20000 };

/* Roads are cut where their attributes change, and at signals. */
enum { SIGHT_EDGES = 5 };

static void look_up(struct compass *compass, int32_t lat_e7)
{
    if (compass->ground.north_m > 0 &&
        llabs((int64_t)lat_e7 - compass->lat_e7) < SAME_LATITUDE_E7)
        return;
    compass->lat_e7 = lat_e7;
    compass->ground = ground_at(lat_e7);
}

/* Metres from one position to another. */
struct offset {
    float east;
    float north;
};

static struct offset offset_of(const struct compass *compass,
                               struct position from, struct position to)
{
    return (struct offset){
        (float)((double)lon_e7_apart(from.lon_e7, to.lon_e7) *
                compass->ground.east_m),
        (float)(((double)to.lat_e7 - from.lat_e7) * compass->ground.north_m),
    };
}

static float offset_bearing(struct offset offset)
{
    float bearing = atan2f(offset.east, offset.north) * (float)DEGREES;

    bearing += bearing < 0 ? 360 : 0;
    return bearing < 360 ? bearing : 0;
}

float compass_bearing(struct compass *compass, struct position from,
                      struct position to)
{
    look_up(compass, from.lat_e7);
    return offset_bearing(offset_of(compass, from, to));
}

static float sight_m(const struct road_attributes *attributes)
{
    if (road_on_ring(attributes))
        return (float)RING_SIGHT_M;
    return (float)(road_has(attributes, ROAD_LINK) ? LINK_SIGHT_M
                                                   : COMPASS_SIGHT_M);
}

/* Adds up to `left_m` metres of an edge to a line; returns how many are still
 * to be seen. */
static float see_edge(const struct compass *compass, const struct roads *roads,
                      uint32_t edge, float left_m, struct offset *sum)
{
    const struct position *at =
        &roads->node_position[edge_first_node(roads, edge)];
    int direction = edge_is_forward(edge) ? 1 : -1;
    uint32_t piece = edge_piece(edge);
    uint32_t nodes = roads->first_node[piece + 1] - roads->first_node[piece];

    for (uint32_t i = 1; i < nodes && left_m > 0; i++, at += direction) {
        struct offset step = offset_of(compass, at[0], at[direction]);
        float length_m = sqrtf(step.east * step.east + step.north * step.north);
        float share = length_m > left_m ? left_m / length_m : 1;

        sum->east += step.east * share;
        sum->north += step.north * share;
        left_m -= length_m;
    }
    return left_m;
}

/* The edge behind a cut at which the road stays what it is. */
static uint32_t past_cut(const struct roads *roads, uint32_t edge)
{
    uint32_t next = edge_only_next(roads, edge);
    const struct road_attributes *here = edge_attributes(roads, edge);
    const struct road_attributes *there;

    if (next == EDGE_NONE)
        return EDGE_NONE;
    there = edge_attributes(roads, next);
    return here->name == there->name && here->ref == there->ref &&
                   here->priority == there->priority &&
                   edge_is_travelled(roads, edge) ==
                       edge_is_travelled(roads, next)
               ? next
               : EDGE_NONE;
}

float compass_edge_bearing(struct compass *compass, const struct roads *roads,
                           uint32_t edge)
{
    float left_m = sight_m(edge_attributes(roads, edge));
    struct offset sum = {0, 0};

    look_up(compass, roads->node_position[edge_first_node(roads, edge)].lat_e7);
    left_m = see_edge(compass, roads, edge, left_m, &sum);
    for (int i = 1; i < SIGHT_EDGES && left_m > 0; i++) {
        edge = past_cut(roads, edge);
        if (edge == EDGE_NONE)
            break;
        left_m = see_edge(compass, roads, edge, left_m, &sum);
    }
    return offset_bearing(sum);
}

float bearing_turn(float from, float to)
{
    float turn = to - from;

    if (turn > 180)
        return turn - 360;
    return turn <= -180 ? turn + 360 : turn;
}

float bearing_reverse(float bearing)
{
    return bearing < 180 ? bearing + 180 : bearing - 180;
}

uint16_t bearing_round(float bearing)
{
    return (uint16_t)(lrintf(bearing) % 360);
}

uint16_t bearing_round_to_step(float bearing)
{
    unsigned half_steps = 2u * bearing_round(bearing) / BEARING_STEP;

    return (uint16_t)((half_steps + 1) / 2 * BEARING_STEP % 360);
}

enum maneuver_modifier modifier_of_turn(float turn)
{
    float size = fabsf(turn);

    if (size <= 20)
        return MODIFIER_STRAIGHT;
    if (size > 179.99f)
        return MODIFIER_UTURN;
    if (size <= 40)
        return turn > 0 ? MODIFIER_SLIGHT_RIGHT : MODIFIER_SLIGHT_LEFT;
    if (size <= 120)
        return turn > 0 ? MODIFIER_RIGHT : MODIFIER_LEFT;
    return turn > 0 ? MODIFIER_SHARP_RIGHT : MODIFIER_SHARP_LEFT;
}

enum maneuver_modifier modifier_mirror(enum maneuver_modifier modifier)
{
    if (modifier < MODIFIER_SHARP_RIGHT)
        return modifier;
    return (enum maneuver_modifier)(MODIFIER_SHARP_RIGHT + MODIFIER_SHARP_LEFT -
                                    modifier);
}

int modifier_side(enum maneuver_modifier modifier)
{
    if (modifier < MODIFIER_SHARP_RIGHT || modifier == MODIFIER_STRAIGHT)
        return 0;
    return modifier < MODIFIER_STRAIGHT ? 1 : -1;
}

/* ---- Importance --------------------------------------------------------- */

int road_rank_group(const struct road_attributes *attributes)
{
    static const uint8_t ends[] = {3, 7, 9, 11, 13, 30};
    int group = 0;

    while (group < (int)sizeof(ends) && attributes->priority > ends[group])
        group++;
    return group;
}

bool road_is_lesser(const struct road_attributes *a,
                    const struct road_attributes *b)
{
    bool a_low = road_is_minor(a);

    if (a_low != road_is_minor(b))
        return a_low;
    return road_rank_group(a) > road_rank_group(b);
}

bool road_is_link_to(const struct road_attributes *link,
                     const struct road_attributes *road)
{
    return road_has(link, ROAD_LINK) && !road_has(road, ROAD_LINK) &&
           link->priority == road->priority + 1;
}

/* ---- Roads that meet ---------------------------------------------------- */

static int64_t next_node(const struct roads *roads, uint32_t edge)
{
    uint32_t first = edge_first_node(roads, edge);

    return roads->node_id[edge_is_forward(edge) ? first + 1 : first - 1];
}

static void add_road(struct crossing *crossing, struct compass *compass,
                     uint32_t edge)
{
    crossing->road[crossing->count++] = (struct crossing_road){
        .edge = edge,
        .next_node = next_node(crossing->roads, edge),
        .attributes = roads_attributes(crossing->roads, edge_piece(edge)),
        .bearing = compass_edge_bearing(compass, crossing->roads, edge),
    };
}

/* The way back and the way on are included even if too many roads meet. */
static void add_roads(struct crossing *crossing, struct compass *compass,
                      uint32_t out)
{
    const struct roads *roads = crossing->roads;
    uint32_t back = edge_reverse(crossing->via);
    uint32_t junction = edge_tail(roads, out);

    add_road(crossing, compass, back);
    if (out != back)
        add_road(crossing, compass, out);
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        if (roads->leaving[i] != back && roads->leaving[i] != out &&
            crossing->count < CROSSING_ROADS_MAX)
            add_road(crossing, compass, roads->leaving[i]);
    }
}

/* Straight on is opposite to the road that the traveller came by. */
static void measure_turns(struct crossing *crossing)
{
    float ahead = bearing_reverse(crossing->road[0].bearing);

    crossing->road[0].turn = crossing->road[0].deviation = 180;
    for (size_t i = 1; i < crossing->count; i++) {
        struct crossing_road *road = &crossing->road[i];

        road->turn = bearing_turn(ahead, road->bearing);
        road->deviation = fabsf(road->turn);
    }
}

static void sort_roads(struct crossing *crossing)
{
    for (size_t i = 2; i < crossing->count; i++) {
        struct crossing_road road = crossing->road[i];
        size_t to = i;

        for (; to > 1 && crossing->road[to - 1].turn < road.turn; to--)
            crossing->road[to] = crossing->road[to - 1];
        crossing->road[to] = road;
    }
}

static bool vertex_has_arc(const struct map *map, uint32_t vertex, uint32_t arc)
{
    return map->topology.first_out[vertex] <= arc &&
           arc < map->topology.first_out[vertex + 1];
}

/* The traveller's vertex: the roads that may be entered can depend on the way
 * here. */
static uint32_t via_vertex(const struct map *map, uint32_t via, uint32_t arc)
{
    const struct roads *roads = &map->roads;
    uint32_t first;
    uint32_t count;

    if (arc == ARC_NONE || vertex_has_arc(map, roads->end_vertex[via], arc))
        return roads->end_vertex[via];
    count = roads_find_states(roads, via, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (vertex_has_arc(map, roads->state_vertex[first + i], arc))
            return roads->state_vertex[first + i];
    }
    return roads->end_vertex[via];
}

static struct crossing_road *find_road(struct crossing *crossing, uint32_t edge)
{
    for (size_t i = 0; i < crossing->count; i++) {
        if (crossing->road[i].edge == edge)
            return &crossing->road[i];
    }
    return NULL;
}

static void mark_entries(struct crossing *crossing, const struct map *map,
                         uint32_t vertex)
{
    const uint32_t *first_out = map->topology.first_out;

    for (uint32_t a = first_out[vertex]; a < first_out[vertex + 1]; a++) {
        uint32_t edge = map->roads.arc_edge[a];
        struct crossing_road *road = find_road(crossing, edge);

        if (road && edge_is_open(&map->roads, edge))
            road->enterable = true;
    }
}

/* Two OpenStreetMap ways along one street are one road for people. The first
 * `stay` roads, the ones the route comes and goes by, are kept. */
static void drop_twins(struct crossing *crossing, size_t stay)
{
    size_t count = stay;

    for (size_t i = stay; i < crossing->count; i++) {
        const struct crossing_road road = crossing->road[i];
        size_t twin = 0;

        while (twin < count && crossing->road[twin].next_node != road.next_node)
            twin++;
        if (twin == count)
            crossing->road[count++] = road;
        else if (twin >= stay && !crossing->road[twin].enterable)
            crossing->road[twin] = road;
        else
            crossing->road[twin].enterable |= road.enterable;
    }
    crossing->count = count;
}

/* Of two halves the one that travellers take stands for both, else the one
 * by which they come, else the one that may be entered. */
static void merge_pair(struct crossing *crossing, size_t a, size_t b,
                       float bearing, uint32_t out)
{
    struct crossing_road *first = &crossing->road[a];
    const struct crossing_road second = crossing->road[b];

    if (second.edge == out || (a && first->edge != out && second.enterable))
        first->edge = second.edge;
    first->enterable |= second.enterable;
    first->bearing = bearing;
    crossing->count--;
    for (size_t i = b; i < crossing->count; i++)
        crossing->road[i] = crossing->road[i + 1];
}

/* Whether another road leads the same way, roughly: most crossings have none
 * that does, and need no closer look. */
static bool has_company(const struct crossing *crossing, size_t road)
{
    const struct crossing_road *at = &crossing->road[road];

    for (size_t i = 0; i < crossing->count; i++) {
        if (i != road &&
            at->attributes->priority ==
                crossing->road[i].attributes->priority &&
            crossing_angle(crossing, road, i) < 150)
            return true;
    }
    return false;
}

/* Two halves of a divided road are one road for people. */
static void merge_halves(struct crossing *crossing, struct compass *compass,
                         uint32_t out)
{
    const struct roads *roads = crossing->roads;

    for (size_t i = 0; i < crossing->count; i++) {
        struct crossing_road *road = &crossing->road[i];
        const struct crossing_road *half;
        uint32_t other;
        float bearing;

        if (!has_company(crossing, i) ||
            !halves_merge(roads, compass, road->edge, &other, &bearing)) {
            road->bearing += halves_turn_next(roads, compass, road->edge);
            road->bearing += road->bearing < 0      ? 360
                             : road->bearing >= 360 ? -360
                                                    : 0;
            continue;
        }
        half = find_road(crossing, other);
        if (half && half > road)
            merge_pair(crossing, i, (size_t)(half - crossing->road), bearing,
                       out);
    }
}

static void take_road(struct crossing *crossing, uint32_t out)
{
    struct crossing_road *taken = find_road(crossing, out);

    if (crossing_enterable(crossing) > 1)
        crossing->road[0].enterable = false;
    taken->enterable = true;
    crossing->out = (size_t)(taken - crossing->road);
}

void crossing_init(struct crossing *crossing, struct compass *compass,
                   const struct map *map, const struct route_step *via,
                   const struct route_step *next)
{
    const struct roads *roads = &map->roads;

    crossing->roads = roads;
    crossing->via = via->edge;
    crossing->via_attributes = roads_attributes(roads, edge_piece(via->edge));
    crossing->count = 0;
    add_roads(crossing, compass, next->edge);
    mark_entries(crossing, map, via_vertex(map, via->edge, next->arc));
    drop_twins(crossing, edge_reverse(via->edge) == next->edge ? 1 : 2);
    merge_halves(crossing, compass, next->edge);
    measure_turns(crossing);
    sort_roads(crossing);
    take_road(crossing, next->edge);
}

size_t crossing_enterable(const struct crossing *crossing)
{
    size_t count = 0;

    for (size_t i = 0; i < crossing->count; i++)
        count += crossing->road[i].enterable;
    return count;
}

bool crossing_is_spread(const struct crossing *crossing)
{
    uint32_t taken = 0;

    for (size_t i = 0; i < crossing->count; i++) {
        uint32_t step =
            1u << (bearing_round_to_step(crossing->road[i].bearing) /
                   BEARING_STEP);

        if (taken & step)
            return false;
        taken |= step;
    }
    return true;
}

float crossing_angle(const struct crossing *crossing, size_t a, size_t b)
{
    return fabsf(
        bearing_turn(crossing->road[a].bearing, crossing->road[b].bearing));
}

static bool is_fast(const struct road_attributes *attributes)
{
    return attributes->road_class == ROAD_MOTORWAY ||
           attributes->road_class == ROAD_TRUNK;
}

bool road_is_motorway(const struct road_attributes *attributes)
{
    return is_fast(attributes) && !road_has(attributes, ROAD_LINK);
}

bool road_is_ramp(const struct road_attributes *attributes)
{
    return is_fast(attributes) && road_has(attributes, ROAD_LINK);
}

bool crossing_name_changes(const struct crossing *crossing, size_t road)
{
    struct road_label from = road_label_of(crossing->via_attributes);
    struct road_label to = road_label_of(crossing->road[road].attributes);

    return road_label_changes(crossing->roads, &from, &to);
}

bool crossing_name_stays(const struct crossing *crossing, size_t road)
{
    struct road_label from = road_label_of(crossing->via_attributes);
    struct road_label to = road_label_of(crossing->road[road].attributes);

    return from.name && to.name && road_label_same(crossing->roads, &from, &to);
}
