/* centres: the vertices that a level of roads or a railway joins. */
#ifndef RELAXD_GRAPH_GENERATE_CENTRES_H
#define RELAXD_GRAPH_GENERATE_CENTRES_H

#include <stdint.h>

#include "lab/generate/bisection.h"

struct centres {
    uint32_t *vertex; /* [count], all different, no order */
    uint32_t count;
};

/* The middles of the largest towns, at most `town_count`, and if `every` is not
 * 0 one vertex out of so many as well. 0 or -ENOMEM; finish() is fine after
 * either and on zero bytes. */
int centres_init(struct centres *centres, const struct bisection *bisection,
                 const struct land *land, uint32_t town_count, uint32_t every,
                 uint64_t seed);
void centres_finish(struct centres *centres);

#endif
