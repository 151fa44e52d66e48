/* rivers: where water keeps streets apart.
 *
 * Rivers are the lines on which a smooth field over the land is a whole number,
 * so which bank a point is on costs one evaluation and no geometry. */
#ifndef RELAXD_GRAPH_GENERATE_RIVERS_H
#define RELAXD_GRAPH_GENERATE_RIVERS_H

#include <stdint.h>

#include "lab/generate/land.h"

struct rivers {
    uint64_t seed;
    double distance;     /* from one to the next, in the land's unit */
    double bridge_share; /* of the candidates that cross one */
};

/* The point pushed off the water, where a river would flow over it. */
struct point rivers_make_way(const struct rivers *rivers, struct point at);

/* Which bank of which river a point is on: a street between two banks crosses
 * water. */
int32_t rivers_bank(const struct rivers *rivers, struct point at);

#endif
