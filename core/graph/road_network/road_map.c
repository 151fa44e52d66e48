/* road_map: the components of roads, then the map.
 *
 * The components are strong components of a graph whose vertices are pieces,
 * and plain junctions, which connect all pieces that meet there: a path may
 * leave a piece by either of its edges. Sequences do not matter: they never
 * forbid a turn to a path that begins on the piece itself. */
#include "core/graph/road_network/road_map.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/child.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/graph/components.h"
#include "core/graph/map.h"
#include "core/graph/map_file/map_verify.h"
#include "core/graph/order/map_order.h"
#include "core/graph/road_network/road_graph.h"
#include "core/graph/road_network/road_network.h"

/* ---- Components ---------------------------------------------------------- */

struct road_components {
    uint32_t *component; /* [piece_count] as in struct roads */
    uint32_t count;
    uint32_t large_count;
};

/* Joins pieces; only counts arcs if `head` is NULL. */
struct joining {
    const struct road_network *network;
    const struct road_leaving *leaving;
    uint32_t *head;
    uint32_t count;
};

static void join_to(struct joining *joining, uint32_t head)
{
    if (joining->head)
        joining->head[joining->count] = head;
    joining->count++;
}

static void join_edge(struct joining *joining, uint32_t edge)
{
    const struct road_network *network = joining->network;
    uint32_t junction = road_network_head(network, edge);

    if (!road_network_opens(network, edge))
        return;
    if (network->junction_plain[junction]) {
        join_to(joining, network->piece_count + junction);
        return;
    }
    for (uint32_t t = network->first_turn[edge];
         t < network->first_turn[edge + 1]; t++) {
        if (road_network_opens(network, network->turn_edge[t]))
            join_to(joining, edge_piece(network->turn_edge[t]));
    }
}

static void join_junction(struct joining *joining, uint32_t junction)
{
    const struct road_leaving *leaving = joining->leaving;

    if (!joining->network->junction_plain[junction])
        return;
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1]; i++) {
        if (road_network_opens(joining->network, leaving->edge[i]))
            join_to(joining, edge_piece(leaving->edge[i]));
    }
}

static void join_all(struct joining *joining, uint32_t *first_out)
{
    uint32_t pieces = joining->network->piece_count;

    joining->count = 0;
    for (uint32_t p = 0; p < pieces; p++) {
        first_out[p] = joining->count;
        join_edge(joining, 2 * p);
        join_edge(joining, 2 * p + 1);
    }
    for (uint32_t j = 0; j < joining->network->junction_count; j++) {
        first_out[pieces + j] = joining->count;
        join_junction(joining, j);
    }
    first_out[pieces + joining->network->junction_count] = joining->count;
}

/* The component of each piece, then of each junction, in any numbers below
 * *ret_count. */
static int find_members(struct joining *joining, uint32_t *component,
                        uint32_t *ret_count)
{
    const struct road_network *network = joining->network;
    uint32_t n = network->piece_count + network->junction_count;
    uint32_t *first_out = array_alloc((size_t)n + 1, sizeof(*first_out));
    struct components found;
    uint32_t largest;
    int r = -ENOMEM;

    if (first_out) {
        join_all(joining, first_out);
        joining->head = array_alloc(joining->count, sizeof(uint32_t));
    }
    if (joining->head) {
        const struct topology topology = {n, joining->count, first_out,
                                          joining->head};

        join_all(joining, first_out);
        r = components_strong_members(&topology, NULL, &found, component,
                                      &largest);
    }
    if (!r)
        *ret_count = found.count;
    free(first_out);
    free(joining->head);
    return r;
}

struct ranked {
    uint32_t size; /* pieces */
    uint32_t first;
    uint32_t member; /* its number before */
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return compare_numbers(x->first, y->first);
}

/* A village's map has its own network: the limit depends on the largest. */
static uint32_t small_below(uint32_t small_component, uint32_t largest)
{
    if (small_component != ROAD_SMALL_AUTO)
        return small_component;
    return largest / 10 < 1000 ? largest / 10 : 1000;
}

/* Components of junctions alone come last, without a piece. */
static int rank_members(struct road_components *components, uint32_t *member,
                        uint32_t member_count, uint32_t pieces,
                        uint32_t small_component)
{
    struct ranked *ranked = array_zero(member_count, sizeof(*ranked));
    uint32_t *number = array_alloc(member_count, sizeof(*number));

    if (!ranked || !number) {
        free(ranked);
        free(number);
        return -ENOMEM;
    }
    for (uint32_t m = 0; m < member_count; m++)
        ranked[m].member = m;
    for (uint32_t p = pieces; p-- > 0;) {
        ranked[member[p]].size++;
        ranked[member[p]].first = p;
    }
    qsort(ranked, member_count, sizeof(*ranked), compare_ranked);
    for (uint32_t i = 0; i < member_count && ranked[i].size; i++) {
        number[ranked[i].member] = components->count++;
        if (ranked[i].size >= small_below(small_component, ranked[0].size))
            components->large_count++;
    }
    for (uint32_t p = 0; p < pieces; p++)
        components->component[p] = number[member[p]];
    free(ranked);
    free(number);
    return 0;
}

/* Components of fewer pieces than `small_component` are small, even if all are;
 * ROAD_SMALL_AUTO: see road_map.h. Linear time. 0 or -ENOMEM; finish() is fine
 * after either and on zero bytes. */
static int road_components_init(struct road_components *components,
                                const struct road_network *network,
                                const struct road_leaving *leaving,
                                uint32_t small_component)
{
    struct joining joining = {.network = network, .leaving = leaving};
    uint32_t n = network->piece_count + network->junction_count;
    uint32_t *member = array_alloc(n, sizeof(*member));
    uint32_t member_count;
    int r = -ENOMEM;

    *components = (struct road_components){
        .component = array_alloc(network->piece_count, sizeof(uint32_t)),
    };
    if (member && components->component)
        r = find_members(&joining, member, &member_count);
    if (!r)
        r = rank_members(components, member, member_count, network->piece_count,
                         small_component);
    free(member);
    return r;
}

static void road_components_finish(struct road_components *components)
{
    free(components->component);
    *components = (struct road_components){0};
}

/* ---- The map ------------------------------------------------------------- */

/* A network becoming a map, step by step. The map takes over the arrays once it
 * exists. */
struct making {
    struct road_network *network;
    const struct road_map_settings *settings;
    struct road_leaving leaving;
    struct road_components components;
    struct map *map;
    uint32_t *order; /* [vertex_count], NULL: unordered */
};

/* Checks that all later numbers fit into 32 bits. */
static int check_size(const struct road_network *network, struct error *error)
{
    uint64_t pieces = network->piece_count;

    if (pieces > PIECE_COUNT_MAX ||
        2 * pieces + network->junction_count > VERTEX_COUNT_MAX)
        return error_set(error, -EINVAL,
                         "%" PRIu64 " pieces of roads are more than a map can "
                         "hold",
                         pieces);
    if (!road_network_is_open(network))
        return error_set(error, -EINVAL, "no road is open to the profile");
    if (network->first_turn[2 * pieces] + 4 * pieces > ARC_COUNT_MAX)
        return error_set(error, -EINVAL, "more than %u arcs",
                         (unsigned)ARC_COUNT_MAX);
    if (!network->text_size || network->text_size > UINT32_MAX)
        return error_set(error, -EINVAL, "%" PRIu64 " bytes of names",
                         network->text_size);
    return 0;
}

static void forget_taken(struct road_network *network)
{
    network->first_node = NULL;
    network->node_id = NULL;
    network->node_position = NULL;
    network->segment_weight = NULL;
    network->segment_duration_ms = NULL;
    network->segment_length_mm = NULL;
    network->piece_attributes = NULL;
    network->attributes = NULL;
    network->text = NULL;
    network->piece_end = NULL;
    network->first_of_stretch = NULL;
    network->stretch_way = NULL;
    network->stretch_facts = NULL;
    network->facts = NULL;
}

static void take_network(struct map *map, struct road_network *network)
{
    struct roads *roads = &map->roads;

    roads->piece_count = network->piece_count;
    roads->node_count = network->node_count;
    roads->segment_count = network->node_count - network->piece_count;
    roads->first_node = map_keep(map, network->first_node);
    roads->node_id = map_keep(map, network->node_id);
    roads->node_position = map_keep(map, network->node_position);
    map->imported.segment = map_keep(map, network->segment_weight);
    map->imported.segment_duration_ms =
        network->segment_duration_ms
            ? map_keep(map, network->segment_duration_ms)
            : map->imported.segment;
    roads->segment_length_mm = map_keep(map, network->segment_length_mm);
    roads->piece_attributes = map_keep(map, network->piece_attributes);
    roads->attributes = map_keep(map, network->attributes);
    roads->attributes_count = network->attributes_count;
    roads->text = map_keep(map, network->text);
    roads->text_size = network->text_size;
    roads->stretch_count = network->stretch_count;
    roads->first_of_stretch = map_keep(map, network->first_of_stretch);
    roads->stretch_way = map_keep(map, network->stretch_way);
    if (network->facts) {
        roads->stretch_facts = map_keep(map, network->stretch_facts);
        roads->facts = map_keep(map, network->facts);
        roads->facts_count = network->facts_count;
    }
    roads->junction_count = network->junction_count;
    roads->piece_end = map_keep(map, network->piece_end);
    roads->profile = network->profile;
    forget_taken(network);
}

static void take_arrays(struct making *making)
{
    struct map *map = making->map;

    take_network(map, making->network);
    map->roads.first_leaving = map_keep(map, making->leaving.first);
    map->roads.leaving = map_keep(map, making->leaving.edge);
    map->roads.component = map_keep(map, making->components.component);
    map->roads.large_count = making->components.large_count;
    making->leaving = (struct road_leaving){0};
    making->components = (struct road_components){0};
}

/* A vertex lies where its edge ends; that of a plain junction, where all its
 * edges end. */
static int place_vertices(struct map *map)
{
    const struct roads *roads = &map->roads;
    uint32_t n = map->topology.vertex_count;
    uint64_t *id = map_keep(map, array_alloc(n, sizeof(*id)));
    struct position *position =
        map_keep(map, array_alloc(n, sizeof(*position)));
    uint32_t *by_id;

    if (!id || !position)
        return -ENOMEM;
    for (uint32_t e = 0, state = 0; e < 2 * roads->piece_count; e++) {
        uint32_t node = edge_last_node(roads, e);

        if (edge_is_in_graph(roads, e)) {
            id[roads->end_vertex[e]] = (uint64_t)roads->node_id[node];
            position[roads->end_vertex[e]] = roads->node_position[node];
        }
        for (; state < roads->state_count && roads->state_edge[state] == e;
             state++) {
            id[roads->state_vertex[state]] = (uint64_t)roads->node_id[node];
            position[roads->state_vertex[state]] = roads->node_position[node];
        }
    }
    map->external_id = id;
    map->position = position;
    if (key_order(id, n, 0, &by_id))
        return -ENOMEM;
    map->vertex_by_id = map_keep(map, by_id);
    return 0;
}

static int grow_tree(struct map *map, struct error *error)
{
    struct roads *roads = &map->roads;
    uint32_t *node;
    struct segment_box *box;
    int r = segment_tree_build(roads, &node, &box, error);

    if (r)
        return r;
    roads->tree = (struct segment_tree){
        .node = map_keep(map, node),
        .box = map_keep(map, box),
        .box_count = segment_tree_box_count(roads->segment_count),
    };
    return 0;
}

static int index_roads(struct map *map)
{
    struct roads *roads = &map->roads;
    uint32_t m = map->topology.arc_count;
    uint8_t *road_class = map_keep(map, array_alloc(m, sizeof(*road_class)));
    uint32_t *by_id, *by_way;

    if (!road_class ||
        key_order(roads->node_id, roads->node_count, KEY_SIGNED, &by_id))
        return -ENOMEM;
    roads->node_by_id = map_keep(map, by_id);
    if (key_order(roads->stretch_way, roads->stretch_count, KEY_SIGNED,
                  &by_way))
        return -ENOMEM;
    roads->stretch_by_way = map_keep(map, by_way);
    for (uint32_t a = 0; a < m; a++)
        road_class[a] =
            roads_attributes(roads, edge_piece(roads->arc_edge[a]))->road_class;
    map->road_class = road_class;
    return 0;
}

/* A profile's name for its weight is not a unit. */
static const char *unit_of(const struct road_profile *profile)
{
    if (profile->weight_is_duration)
        return "ms";
    return profile->weighs_distance ? "weighted cm" : "weighted ms";
}

static void describe(struct map *map, const struct road_map_settings *settings)
{
    const struct road_profile *profile = &map->roads.profile;

    text_copy_line(map->info.unit, sizeof(map->info.unit), unit_of(profile));
    text_copy_line(map->info.source, sizeof(map->info.source),
                   settings->source ? settings->source : "");
    text_copy_line(map->info.generator, sizeof(map->info.generator),
                   settings->generator ? settings->generator : "");
}

/* Makes a map of the graph and the network. */
static int begin_map(struct making *making, struct error *error)
{
    struct road_network *network = making->network;
    int r = check_size(network, error);

    if (r)
        return r;
    if (road_leaving_init(&making->leaving, network) ||
        road_components_init(&making->components, network, &making->leaving,
                             making->settings->small_component))
        return error_no_memory(error);
    making->map = map_create();
    if (!making->map)
        return error_no_memory(error);
    r = road_graph_make(network, &making->leaving, making->map, error);
    if (r)
        return r;
    take_arrays(making);
    describe(making->map, making->settings);
    return 0;
}

/* Makes the parts that finding an order does not need, then verifies the
 * map. */
static int complete(struct map *map, struct error *error)
{
    int r = place_vertices(map) || index_roads(map) ? error_no_memory(error)
                                                    : grow_tree(map, error);

    return r ? r : map_verify(map, NULL, parallel_thread_count(), error);
}

/* The two parts of work that are independent. */
enum { FIND_ORDER, COMPLETE, PART_COUNT };

static int make_part(void *context, size_t part, struct error *error)
{
    struct making *making = context;
    int r;

    if (part == COMPLETE)
        return complete(making->map, error);
    if (making->settings->unordered)
        return 0;
    r = map_find_order(making->map, &making->order, error);
    if (r)
        error_prefix(error, "order the map");
    return r;
}

/* Leaves out a hierarchy that is too large; the map records that. */
static int order(struct making *making, struct error *error)
{
    struct map *map = making->map;
    struct hierarchy_size size;
    struct map *ordered;
    int r = map_order_within(map, making->order,
                             hierarchy_bytes_max(map->topology.vertex_count),
                             &size, &ordered, error);

    if (r == MAP_ORDER_TOO_LARGE) {
        map->info.too_large_bytes = (uint64_t)hierarchy_size_bytes(&size);
        return 0;
    }
    if (r) {
        error_prefix(error, "order the map");
        return r;
    }
    map_destroy(map);
    making->map = ordered;
    return 0;
}

int road_map_make(struct road_network *network,
                  const struct road_map_settings *settings,
                  struct map **ret_map, struct error *error)
{
    struct making making = {.network = network, .settings = settings};
    int r = begin_map(&making, error);

    if (!r)
        r = parallel_run(child_thread_count(), PART_COUNT, make_part, &making,
                         error);
    if (!r && !settings->unordered)
        r = order(&making, error);
    if (r)
        map_destroy(making.map);
    else
        *ret_map = making.map;
    free(making.order);
    road_leaving_finish(&making.leaving);
    road_components_finish(&making.components);
    return r;
}
