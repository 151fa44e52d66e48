/* crossing: the roads that meet at a junction. */
#include "core/service/guidance/crossing.h"

#include <math.h>

static int64_t next_node(const struct roads *roads, uint32_t edge)
{
    uint32_t first = edge_first_place(roads, edge);

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

/* The way back and the way on are there also where too many roads meet. */
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

/* Straight on is what lies opposite to the road by which one came. */
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

/* The vertex that one was at: what may be entered can depend on where one came
 * from. */
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
        struct crossing_road *road =
            find_road(crossing, map->roads.arc_edge[a]);

        if (road)
            road->entry = true;
    }
}

/* Two ways over one street are one road for people. The first ones, by which
 * one comes and goes, stay what they are. */
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
        else if (twin >= stay && !crossing->road[twin].entry)
            crossing->road[twin] = road;
        else
            crossing->road[twin].entry |= road.entry;
    }
    crossing->count = count;
}

static void take_road(struct crossing *crossing, uint32_t out)
{
    struct crossing_road *taken = find_road(crossing, out);

    if (crossing_entries(crossing) > 1)
        crossing->road[0].entry = false;
    taken->entry = true;
    crossing->out = (size_t)(taken - crossing->road);
}

void crossing_look(struct crossing *crossing, struct compass *compass,
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
    measure_turns(crossing);
    sort_roads(crossing);
    take_road(crossing, next->edge);
}

size_t crossing_entries(const struct crossing *crossing)
{
    size_t count = 0;

    for (size_t i = 0; i < crossing->count; i++)
        count += crossing->road[i].entry;
    return count;
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

    return road_label_same(crossing->roads, &from, &to);
}
