/* depth: how many hops deep a shortest-path tree is. */
#include "lab/depth.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"
#include "core/weighting/weighting.h"

/* Keeps the arc by which the tree enters each vertex. */
struct arc_sink {
    struct sink base;
    uint32_t *arc; /* [vertex_count], ARC_NONE at the root and out of reach */
};

static int take(struct sink *base, const struct label_block *block)
{
    struct arc_sink *sink = (struct arc_sink *)base;

    memcpy(sink->arc + block->first, block->predecessor,
           block->count * sizeof(*block->predecessor));
    return 0;
}

/* What measuring needs besides the solver. */
struct gauge {
    const struct map *map;
    uint32_t *tail;  /* [arc_count] */
    uint32_t *arc;   /* [vertex_count] the tree */
    uint32_t *hops;  /* [vertex_count], UINT32_MAX: not known yet */
    uint32_t *chain; /* [vertex_count] vertices on the way up */
};

static int gauge_init(struct gauge *gauge, const struct map *map)
{
    uint32_t n = map->topology.vertex_count;

    *gauge = (struct gauge){
        .map = map,
        .tail = array_alloc(map->topology.arc_count, sizeof(*gauge->tail)),
        .arc = array_alloc(n, sizeof(*gauge->arc)),
        .hops = array_alloc(n, sizeof(*gauge->hops)),
        .chain = array_alloc(n, sizeof(*gauge->chain)),
    };
    if (!gauge->tail || !gauge->arc || !gauge->hops || !gauge->chain)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = map->topology.first_out[v];
             a < map->topology.first_out[v + 1]; a++)
            gauge->tail[a] = v;
    }
    return 0;
}

static void gauge_finish(struct gauge *gauge)
{
    free(gauge->tail);
    free(gauge->arc);
    free(gauge->hops);
    free(gauge->chain);
}

/* Goes up to a vertex whose hops are known, or a root, and counts back down. */
static uint32_t hops_of(struct gauge *gauge, uint32_t vertex)
{
    uint32_t length = 0;
    uint32_t hops;

    while (gauge->hops[vertex] == UINT32_MAX &&
           gauge->arc[vertex] != ARC_NONE) {
        gauge->chain[length++] = vertex;
        vertex = gauge->tail[gauge->arc[vertex]];
    }
    if (gauge->hops[vertex] == UINT32_MAX)
        gauge->hops[vertex] = 0;
    hops = gauge->hops[vertex];
    while (length)
        gauge->hops[gauge->chain[--length]] = ++hops;
    return hops;
}

static uint32_t deepest(struct gauge *gauge)
{
    uint32_t n = gauge->map->topology.vertex_count;
    uint32_t most = 0;

    memset(gauge->hops, 0xff, n * sizeof(*gauge->hops));
    for (uint32_t v = 0; v < n; v++) {
        uint32_t hops = hops_of(gauge, v);

        if (hops > most)
            most = hops;
    }
    return most;
}

static int grow_tree(struct solver *solver, const struct metric *metric,
                     struct gauge *gauge, uint32_t source, struct error *error)
{
    struct arc_sink sink = {{take}, gauge->arc};
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .predecessors = true,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};
    struct batch batch = {.queries = queries, .query_count = 1};

    return solver->ops->solve(solver, metric, &batch, error);
}

static int measure_with(struct solver *solver, const struct metric *metric,
                        const uint32_t *sources, uint32_t source_count,
                        uint32_t *ret_depths, struct error *error)
{
    struct gauge gauge;
    int r =
        gauge_init(&gauge, solver->prepared->map) ? error_no_memory(error) : 0;

    for (uint32_t i = 0; i < source_count && !r; i++) {
        r = grow_tree(solver, metric, &gauge, sources[i], error);
        if (!r)
            ret_depths[i] = deepest(&gauge);
    }
    gauge_finish(&gauge);
    return r;
}

int depth_measure(const struct map *map, const uint32_t *sources,
                  uint32_t source_count, uint32_t *ret_depths,
                  struct error *error)
{
    const struct solver_ops *ops = &dijkstra_solver;
    const struct form_ops *form = ops->form;
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    int r = form->prepare(device_cpu(), map, &prepared, error);

    if (!r)
        r = form->customize(prepared, imported_weights(map), &metric, error);
    if (!r)
        r = ops->create(prepared, NULL, 0, &solver, error);
    if (!r)
        r = measure_with(solver, metric, sources, source_count, ret_depths,
                         error);
    ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    return r;
}
