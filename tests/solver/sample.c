/* sample: draws queries of every shape. */
#include "tests/solver/sample.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/weighting/weighting.h"

static int collect(struct sink *base, const struct label_block *block)
{
    struct collecting_sink *sink = (struct collecting_sink *)base;

    if (sink->refuses)
        return 1;
    if (block->first != sink->count ||
        block->count > sink->capacity - sink->count) {
        sink->in_order = false;
        return 1;
    }
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t at = sink->count++;

        sink->vertex[at] = block->vertex ? block->vertex[i] : at;
        sink->cost[at] = block->cost[i];
        if (block->predecessor)
            sink->predecessor[at] = block->predecessor[i];
    }
    if (!block->predecessor)
        sink->predecessors = false;
    return 0;
}

void sample_init(struct sample *sample, const struct map *map)
{
    uint32_t n = map->topology.vertex_count;

    *sample = (struct sample){0};
    for (int i = 0; i < SAMPLE_TARGETS_MAX; i++)
        path_init(&sample->path[i]);
    sample->sink.base.write = collect;
    sample->sink.capacity = n;
    sample->sink.vertex = array_alloc(n, sizeof(uint32_t));
    sample->sink.cost = array_alloc(n, sizeof(uint32_t));
    sample->sink.predecessor = array_alloc(n, sizeof(uint32_t));
    if (!sample->sink.vertex || !sample->sink.cost || !sample->sink.predecessor)
        abort();
}

void sample_finish(struct sample *sample)
{
    for (int i = 0; i < SAMPLE_TARGETS_MAX; i++)
        path_finish(&sample->path[i]);
    free(sample->sink.vertex);
    free(sample->sink.cost);
    free(sample->sink.predecessor);
}

static bool one_in(struct random *random, uint32_t count)
{
    return random_below(random, count) == 0;
}

/* Of the size of the map's costs: between the smallest weight and a few times
 * the sum of some. */
static uint32_t any_cost(struct random *random, const struct map *map)
{
    uint64_t cost = random_below(random, 5);

    if (map->topology.arc_count == 0 || one_in(random, 8))
        return one_in(random, 2) ? (uint32_t)cost : COST_MAX - (uint32_t)cost;
    for (uint32_t i = random_below(random, 6); i > 0; i--) {
        uint32_t a = random_below(random, map->topology.arc_count);

        cost += map->imported.arcs.weight[a];
    }
    return cost > COST_MAX ? COST_MAX : (uint32_t)cost;
}

enum { ANY_TARGET_VERTICES = 3 };

/* The rest of an edge from a place on it. */
static uint32_t any_rest(struct random *random, const struct map *map,
                         uint32_t edge)
{
    return random_below(
        random,
        weighting_edge_sums(WEIGHTING_OF_MAP(map), &map->roads, edge).weight +
            1);
}

static void draw_place_seeds(struct sample *sample, struct random *random,
                             const struct map *map)
{
    const struct roads *roads = &map->roads;
    uint32_t piece = random_below(random, roads->piece_count);

    sample->query.seeds = sample->seeds;
    sample->query.seed_count = 0;
    for (uint32_t e = 2 * piece; e < 2 * piece + 2; e++) {
        if (edge_is_open(roads, e))
            sample->seeds[sample->query.seed_count++] =
                (struct seed){roads->end_vertex[e], any_rest(random, map, e)};
    }
}

static void add_target_vertex(struct sample *sample, uint32_t at,
                              uint32_t vertex, uint32_t rest)
{
    uint32_t count = sample->targets[at].vertex_count;

    if (count == SAMPLE_TARGET_VERTICES_MAX)
        return;
    sample->vertices[at][count] =
        (struct target_vertex){vertex, -(int64_t)rest};
    sample->targets[at] = (struct target){sample->vertices[at], count + 1};
}

static void draw_place_target(struct sample *sample, uint32_t at,
                              struct random *random, const struct map *map)
{
    const struct roads *roads = &map->roads;
    uint32_t piece = random_below(random, roads->piece_count);

    sample->targets[at] = (struct target){sample->vertices[at], 0};
    for (uint32_t e = 2 * piece; e < 2 * piece + 2; e++) {
        uint32_t first;
        uint32_t states = roads_find_states(roads, e, &first);
        uint32_t rest = any_rest(random, map, e);

        if (!edge_is_open(roads, e))
            continue;
        add_target_vertex(sample, at, roads->end_vertex[e], rest);
        for (uint32_t i = first; i < first + states; i++)
            add_target_vertex(sample, at, roads->state_vertex[i], rest);
    }
}

static void draw_seeds(struct sample *sample, struct random *random,
                       const struct map *map)
{
    uint32_t count = 1;

    if (map->roads.piece_count && one_in(random, 2)) {
        draw_place_seeds(sample, random, map);
        return;
    }
    if (one_in(random, 2))
        count = random_below(random, SAMPLE_SEEDS_MAX + 1);
    for (uint32_t i = 0; i < count; i++) {
        sample->seeds[i].vertex =
            random_below(random, map->topology.vertex_count);
        sample->seeds[i].cost = one_in(random, 2) ? 0 : any_cost(random, map);
    }
    sample->query.seeds = sample->seeds;
    sample->query.seed_count = count;
}

static void draw_target(struct sample *sample, uint32_t at,
                        struct random *random, const struct map *map)
{
    uint32_t count = 1;

    if (map->roads.piece_count && one_in(random, 2)) {
        draw_place_target(sample, at, random, map);
        return;
    }
    if (one_in(random, 2))
        count = random_below(random, ANY_TARGET_VERTICES + 1);
    for (uint32_t i = 0; i < count; i++) {
        int64_t adjustment = one_in(random, 2) ? 0 : any_cost(random, map);

        if (one_in(random, 10))
            adjustment *= 5; /* may exceed 32 bits */
        sample->vertices[at][i] = (struct target_vertex){
            .vertex = random_below(random, map->topology.vertex_count),
            .adjustment = one_in(random, 2) ? adjustment : -adjustment,
        };
    }
    sample->targets[at] = (struct target){sample->vertices[at], count};
}

static void draw_targets(struct sample *sample, struct random *random,
                         const struct map *map, unsigned capabilities)
{
    uint32_t count = 1;

    if (capabilities & SOLVER_TABLES)
        count = 1 + random_below(random, SAMPLE_TARGETS_MAX);
    for (uint32_t i = 0; i < count; i++)
        draw_target(sample, i, random, map);
    sample->query.targets = sample->targets;
    sample->query.target_count = count;
    sample->query.cost = sample->cost;
    if (sample->query.output == QUERY_PATHS)
        sample->query.path = sample->path;
    /* Garbage that every answer must overwrite. */
    memset(sample->cost, 0x5a, sizeof(sample->cost));
}

static void reset_sink(struct sample *sample, struct random *random)
{
    sample->sink.count = 0;
    sample->sink.in_order = true;
    sample->sink.predecessors = true;
    sample->sink.refuses = one_in(random, 12);
    sample->query.sink = &sample->sink.base;
    sample->query.predecessors = one_in(random, 2);
}

static void draw_cancel(struct sample *sample, struct random *random)
{
    sample->cancelled = one_in(random, 12);
    atomic_store(&sample->cancel.requested,
                 sample->cancelled && one_in(random, 2));
    sample->cancel.deadline_us = sample->cancelled ? 1 : 0;
    if (sample->cancelled || one_in(random, 2))
        sample->query.cancel = &sample->cancel;
}

/* Mostly 0, else a few or too many. */
static uint32_t any_sum(struct random *random)
{
    if (one_in(random, 2))
        return 0;
    return one_in(random, 10) ? SUM_NONE - random_below(random, 3)
                              : random_below(random, 4);
}

static int64_t any_sum_adjustment(struct random *random)
{
    int64_t sum = any_sum(random);

    return one_in(random, 2) ? sum : -sum;
}

static void draw_sums(struct sample *sample, const struct arc_sums *arcs)
{
    struct random random;

    random_seed(&random,
                sample->query.seed_count ? sample->seeds[0].vertex : 0);
    for (int i = 0; i < SAMPLE_SEEDS_MAX; i++)
        sample->seed_sums[i] =
            (struct path_sums){any_sum(&random), any_sum(&random)};
    for (int i = 0; i < SAMPLE_TARGETS_MAX; i++) {
        sample->adjustment[i] = sample->adjustments[i];
        for (int j = 0; j < SAMPLE_TARGET_VERTICES_MAX; j++)
            sample->adjustments[i][j] = (struct sums_adjustment){
                any_sum_adjustment(&random), any_sum_adjustment(&random)};
    }
    sample->sums = (struct sums_query){arcs, sample->seed_sums,
                                       sample->adjustment, sample->found};
    sample->query.sums = &sample->sums;
    memset(sample->found, 0x5a, sizeof(sample->found));
}

void sample_draw(struct sample *sample, struct random *random,
                 const struct map *map, enum query_output output,
                 unsigned capabilities, const struct arc_sums *arcs)
{
    sample->query = (struct query){
        .output = output,
        .bound = one_in(random, 2) ? COST_OVERFLOW : any_cost(random, map),
        .status = QUERY_PENDING,
    };
    draw_seeds(sample, random, map);
    draw_cancel(sample, random);
    if (output == QUERY_COSTS || output == QUERY_PATHS)
        draw_targets(sample, random, map, capabilities);
    else
        reset_sink(sample, random);
    if (arcs && output == QUERY_COSTS)
        draw_sums(sample, arcs);
}
