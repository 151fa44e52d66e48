/* test_expanded_order: an order of a road map serves the map of its turns.
 *
 * usage: test_expanded_order [MAP|VERTICES]; see road_map.h. Exit status 77
 * where it does not exist.
 *
 * Orders the road map, expands the order, writes it, imports it, and applies it
 * to the map of turns, whose costs must be dijkstra's. Prints figures on
 * stdout, beside those of an order by METIS. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/order/map_order.h"
#include "core/graph/order/order_file.h"
#include "core/solver/catalog.h"
#include "tests/solver/expanded.h"
#include "tests/solver/road_map.h"
#include "tests/solver/round.h"

/* Most joined arcs, relative to METIS's order. */
static const double joined_most = 2;

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

static void write_order(const struct map *map, const uint32_t *order,
                        FILE *file)
{
    for (uint32_t i = 0; i < map->topology.vertex_count; i++)
        fprintf(file, "%llu\n", (unsigned long long)map->external_id[order[i]]);
}

/* Writes the order and reads it again. */
static uint32_t *imported(const struct map *map, const uint32_t *order)
{
    char path[] = "/tmp/expanded-order-XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    uint32_t *read = NULL;
    struct error error = {"no temporary file"};
    int r = file ? 0 : -1;

    if (!r) {
        write_order(map, order, file);
        r = fclose(file);
    }
    if (!r)
        r = order_import(path, map, NULL, &read, &error);
    unlink(path);
    must(r, &error);
    return read;
}

/* Orders the map by `order`, NULL: METIS's, and measures the result. */
static struct map *ordered(const struct map *map, const uint32_t *order,
                           const char *name, uint64_t *ret_joined)
{
    struct hierarchy_statistics statistics;
    clock_t start = clock();
    struct map *by = NULL;
    struct error error;

    must(map_order(map, order, &by, &error), &error);
    hierarchy_statistics_take(&by->hierarchy, &by->topology, &statistics);
    printf("%-14s %6.2f s of CPU, %.2f M arcs of %.2f M, %u levels, depth %u, "
           "largest "
           "front %u, %.2f + %.2f M words, %.0f bytes a vertex\n",
           name, (double)(clock() - start) / CLOCKS_PER_SEC,
           (double)statistics.joined / 1e6, (double)statistics.arcs / 1e6,
           by->hierarchy.level_count, by->hierarchy.depth_count,
           by->hierarchy.front_max, (double)statistics.panel_words / 1e6,
           (double)statistics.schur_words / 1e6, statistics.bytes_per_vertex);
    *ret_joined = statistics.joined;
    return by;
}

static struct map *expanded_ordered(const struct map *road,
                                    const struct map *turns,
                                    enum expanded_by by, const char *name,
                                    uint64_t *ret_joined)
{
    uint32_t *order = expanded_order(road, by);
    uint32_t *read = imported(turns, order);
    struct map *map = ordered(turns, read, name, ret_joined);

    free(order);
    free(read);
    return map;
}

/* Takes ownership of the map. */
static void must_equal_dijkstra(struct map *map)
{
    static const struct table_scope scope = {
        .batch_count = 8,
        .batch_max = 2,
        .change_count = 4,
    };
    struct catalog catalog;
    struct test_graph graph;
    struct random random;
    struct error error = {""};

    catalog_init(&catalog);
    test_graph_take(map, &graph);
    random_seed(&random, 5);
    must(round_run(catalog_find(&catalog, "cch"), device_cpu(), &scope, &graph,
                   &random, &error),
         &error);
    test_graph_finish(&graph);
}

static void must_be_few(uint64_t joined, uint64_t joined_by_metis)
{
    struct error error;

    if ((double)joined > joined_most * (double)joined_by_metis)
        must(error_set(&error, -1,
                       "the expanded order joins %llu arcs, METIS's %llu",
                       (unsigned long long)joined,
                       (unsigned long long)joined_by_metis),
             &error);
}

static void run(const struct map *road)
{
    struct random random;
    struct map *turns;
    struct map *by_head;
    uint64_t joined[3];

    random_seed(&random, 1);
    turns = expanded_map(road, &random);
    printf("%u vertices, %u arcs, %u turns\n", road->topology.vertex_count,
           road->topology.arc_count, turns->topology.arc_count);
    by_head =
        expanded_ordered(road, turns, EXPANDED_BY_HEAD, "by head", &joined[0]);
    map_destroy(
        expanded_ordered(road, turns, EXPANDED_BY_TAIL, "by tail", &joined[1]));
    map_destroy(ordered(turns, NULL, "METIS", &joined[2]));
    map_destroy(turns);
    must_equal_dijkstra(by_head);
    must_be_few(joined[0], joined[2]);
    must_be_few(joined[1], joined[2]);
}

int main(int argc, char **argv)
{
    struct map *map = road_map_open(argc > 1 ? argv[1] : "5000");

    if (!map)
        return EXIT_SKIP;
    map = road_map_ordered(map);
    run(map);
    map_destroy(map);
    return EXIT_SUCCESS;
}
