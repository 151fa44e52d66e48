/* sample: a random query with everything that it points to.
 *
 * On maps of roads half of the sources and targets are places on a piece, with
 * the rest of its edges: two seeds, and targets with negative adjustments, with
 * the states that an edge has.
 *
 * It is reused for one graph: an earlier answer must not affect a later one. */
#ifndef RELAXD_TESTS_SOLVER_SAMPLE_H
#define RELAXD_TESTS_SOLVER_SAMPLE_H

#include "core/base/random.h"
#include "core/graph/map.h"
#include "core/solver/solver.h"

enum {
    SAMPLE_SEEDS_MAX = 4,
    SAMPLE_TARGETS_MAX = 6,
    SAMPLE_TARGET_VERTICES_MAX = 8,
};

/* Keeps all labels that it gets, in order. */
struct collecting_sink {
    struct sink base;
    bool refuses;
    bool in_order; /* every block began where the last one ended */
    uint32_t count;
    uint32_t capacity;
    uint32_t *vertex;      /* [count] */
    uint32_t *cost;        /* [count] */
    uint32_t *predecessor; /* [count]; not set where a block had none */
    bool predecessors;     /* every block had some */
};

struct sample {
    struct query query;
    struct seed seeds[SAMPLE_SEEDS_MAX];
    struct target targets[SAMPLE_TARGETS_MAX];
    struct target_vertex vertices[SAMPLE_TARGETS_MAX]
                                 [SAMPLE_TARGET_VERTICES_MAX];
    uint32_t cost[SAMPLE_TARGETS_MAX];
    struct path path[SAMPLE_TARGETS_MAX];
    struct sums_query sums; /* where `query.sums` points unless it is NULL */
    struct path_sums seed_sums[SAMPLE_SEEDS_MAX];
    struct sums_adjustment adjustments[SAMPLE_TARGETS_MAX]
                                      [SAMPLE_TARGET_VERTICES_MAX];
    const struct sums_adjustment *adjustment[SAMPLE_TARGETS_MAX];
    struct path_sums found[SAMPLE_TARGETS_MAX];
    struct collecting_sink sink;
    struct cancel cancel;
    bool cancelled; /* before it starts, by flag or by deadline */
};

/* Aborts when memory is short. */
void sample_init(struct sample *sample, const struct map *map);
void sample_finish(struct sample *sample);

/* Draws the next query, of kind `output`; `arcs`: where it is for costs it asks
 * for these sums; NULL: none. They are drawn from a separate sequence. */
void sample_draw(struct sample *sample, struct random *random,
                 const struct map *map, enum query_output output,
                 unsigned capabilities, const struct arc_sums *arcs);

#endif
