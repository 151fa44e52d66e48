/* ours: a map of relaxd's, asked for ways over nodes of OpenStreetMap. */
#include "tests/compare/ours.h"

#include <stdlib.h>

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/road_network/road_map.h"
#include "core/service/place/place_search.h"
#include "core/solver/catalog.h"
#include "tests/compare/fail.h"

/* Routino's earth is a sphere as large as the equator: of the ellipsoid's
 * radii of curvature one is up to 0.67 % smaller, one up to 0.34 % larger. It
 * rounds positions, which moves each end by up to 7 cm, and leaves out what is
 * less than a metre. */
static const double sphere_share = 0.0068;
static const double moved_mm = 2 * 70;

static bool is_alike(uint32_t ours_mm, uint32_t theirs_m)
{
    double longer_mm = 1000.0 * theirs_m - ours_mm;
    double unsure_mm = moved_mm + sphere_share * ours_mm;

    return -1000 - unsure_mm < longer_mm && longer_mm < unsure_mm;
}

static uint32_t weigh(struct ours *ours, const struct routino *routino,
                      const struct road_network *network, uint32_t segment,
                      uint32_t place)
{
    const int64_t *id = &network->node_id[place];
    uint32_t length_mm = network->segment_length_mm[segment];
    const struct routino_segment *theirs =
        twins_segment(ours->twins, routino, id[0], id[1]);

    if (!theirs)
        return length_mm / 1000;
    ours->matched++;
    ours->unlike += !is_alike(length_mm, theirs->length_m);
    return theirs->length_m;
}

static void weigh_all(struct ours *ours, const struct routino *routino,
                      struct road_network *network)
{
    for (uint32_t p = 0; p < network->piece_count; p++) {
        for (uint32_t i = network->first_node[p];
             i + 1 < network->first_node[p + 1]; i++) {
            uint32_t metres = weigh(ours, routino, network, i - p, i);

            for (uint32_t d = 0; d < 2; d++) {
                if (road_network_has(network, 2 * p + d))
                    network->segment_weight[2 * (i - p) + d] = metres;
            }
        }
    }
}

static void open_solver(struct ours *ours)
{
    struct catalog catalog;
    struct error error;

    catalog_init(&catalog);
    ours->ops = catalog_find(&catalog, "bidirectional");
    if (ours->ops->form->prepare(device_cpu(), ours->map, &ours->prepared,
                                 &error) ||
        ours->ops->form->customize(ours->prepared, &ours->map->imported.arcs,
                                   &ours->metric, &error) ||
        ours->ops->create(ours->prepared, NULL, 0, &ours->solver, &error))
        fail("%s", error.text);
}

void ours_make(struct ours *ours, const struct osm_data *data,
               const struct profile *profile, const struct routino *routino,
               const struct twins *twins)
{
    const struct road_map_settings settings = {
        .unordered = true,
        .source = "compare",
    };
    struct import_report report;
    struct road_network network;
    struct error error;

    *ours = (struct ours){.twins = twins};
    if (osm_network_make(data, profile, &network, &report, &error))
        fail("%s", error.text);
    weigh_all(ours, routino, &network);
    if (road_map_make(&network, &settings, &ours->map, &error))
        fail("%s", error.text);
    road_network_finish(&network);
    open_solver(ours);
}

void ours_finish(struct ours *ours)
{
    ours->ops->destroy(ours->solver);
    ours->ops->form->metric_destroy(ours->metric);
    ours->ops->form->prepared_destroy(ours->prepared);
    map_destroy(ours->map);
}

/* ---- Ways ---------------------------------------------------------------- */

static void add_node(struct ours_route *route, int64_t id)
{
    if (route->count && route->node[route->count - 1] == id)
        return;
    GROW(route->node, route->count, route->capacity);
    route->node[route->count++] = id;
}

static void list_nodes(const struct ours *ours,
                       const struct place_search *search,
                       const struct place *from, const struct place *to,
                       struct ours_route *route)
{
    const struct roads *roads = &ours->map->roads;
    struct route_steps steps;

    if (place_search_steps(search, ours->map, WEIGHTING_OF_MAP(ours->map), from,
                           to, &steps))
        fail("out of memory");
    for (uint32_t i = 0; i < steps.count; i++) {
        const struct route_step *step = &steps.list[i];

        if (i > 0)
            add_node(route, roads->node_id[edge_first_node(roads, step->edge)]);
        for (uint32_t j = 1; j < step->segment_count; j++)
            add_node(route, roads->node_id[route_step_node(step, j)]);
    }
    free(steps.list);
}

static struct place find_place(const struct ours *ours, int64_t id)
{
    struct place place;

    if (!place_of_node(&ours->map->roads, WEIGHTING_OF_MAP(ours->map), id,
                       &place))
        fail("no road passes node %lld", (long long)id);
    return place;
}

void ours_ask(const struct ours *ours, int64_t from, int64_t to,
              struct ours_route *route)
{
    struct place first = find_place(ours, from), last = find_place(ours, to);
    struct place_search search;
    struct query *query = &search.query;
    struct batch batch = {.queries = &query, .query_count = 1};
    struct error error;
    uint32_t cost;

    if (place_search_init(&search, ours->map, WEIGHTING_OF_MAP(ours->map),
                          transit_any(&first), transit_any(&last)))
        fail("out of memory");
    if (ours->ops->solve(ours->solver, ours->metric, &batch, &error))
        fail("%s", error.text);
    cost = place_search_cost(&search);
    route->count = 0;
    route->length_m = cost;
    if (cost <= COST_MAX) {
        add_node(route, from);
        list_nodes(ours, &search, &first, &last, route);
        add_node(route, to);
    }
    place_search_finish(&search);
}
