/* changing: a set of weights that changes repeatedly, at random.
 *
 * Two arrays alternate. Weights that a metric must not read any more are
 * overwritten with 0, which would make every cost too low. */
#ifndef RELAXD_TESTS_SOLVER_CHANGING_H
#define RELAXD_TESTS_SOLVER_CHANGING_H

#include "core/base/random.h"
#include "tests/solver/graphs.h"

enum { CHANGING_KINDS = 8 };

struct changing {
    const struct test_graph *graph;
    struct weights weights;   /* current; in array[0] */
    struct weights next;      /* drawn; in array[1] */
    uint32_t *array[2];       /* [arc_count] */
    uint32_t *arc;            /* [arc_capacity] */
    struct weight_changes to; /* from weights to next; in arc */
    const char *kind;         /* of the change: "few", static text */
    uint32_t share; /* of so many new weights two are closed, one is 0, one is
                       the map's, one the old one */
    uint8_t kinds_left[CHANGING_KINDS]; /* [kind_count] not drawn yet */
    uint32_t kind_count;
};

/* Starts as a copy of `weights`. Aborts when memory is short. */
void changing_init(struct changing *changing, const struct test_graph *graph,
                   const struct weights *weights);
void changing_finish(struct changing *changing);

/* Draws `next` and the changes to it: no arc, one, few, some, many or all, some
 * of them repeated or unchanged; closed, reopened, 0, or of the graph's own
 * kind. Each of CHANGING_KINDS comes once before any comes again. */
void changing_draw(struct changing *changing, struct random *random,
                   uint64_t epoch);

/* Makes the drawn weights current: in the other array, or in the old one. */
void changing_turn(struct changing *changing);
void changing_overwrite(struct changing *changing);

#endif
