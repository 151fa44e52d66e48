/* graphs: small maps of every awkward kind, each from one number.
 *
 * The number alone decides kind, size, weights and arcs, and whether it is
 * ordered, so naming it repeats a failure. A graph may also be a given map of
 * roads, which may be large. */
#ifndef RELAXD_TESTS_SOLVER_GRAPHS_H
#define RELAXD_TESTS_SOLVER_GRAPHS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/random.h"
#include "core/graph/map.h"
#include "core/weighting/arc_sums.h"

struct test_graph {
    uint64_t number;
    const char *kind;         /* "grid", static text */
    const char *weight_kind;  /* "zeros", static text */
    struct map *map;          /* owned */
    bool ordered;             /* it has a hierarchy */
    bool road;                /* a given map */
    uint32_t *changed_weight; /* [arc_count] owned, a second set of weights */
    struct weights changed;   /* a view of it, epoch 2 */
    struct arc_sums sums;     /* owned: draw_arc_sums() of sums.h */
};

/* How many consecutive numbers cover every kind with every kind of weight. */
uint64_t test_graph_variety(void);

/* At most `vertices_max` vertices, which is at least 1. `ordered`: renumbered
 * by an order, by METIS or random; with fewer vertices where random arcs would
 * overfill a hierarchy. Asserts that by external id it is the same map. Aborts
 * when memory is short. */
void test_graph_make(uint64_t number, uint32_t vertices_max, bool ordered,
                     struct test_graph *ret_graph);

/* Takes ownership of a map of roads; redraws its weights from among them. */
void test_graph_take(struct map *map, struct test_graph *ret_graph);
void test_graph_finish(struct test_graph *graph);

/* Another weight of the graph's kind. */
uint32_t test_graph_weight(const struct test_graph *graph,
                           struct random *random);

#endif
