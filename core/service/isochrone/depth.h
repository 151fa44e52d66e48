/* depth: how far nodes of a field lie within what is reached by so much.
 *
 * In metres, below 0 outside, no more than two cells either way, each node's
 * the mean of it and the eight around it, weighted 1, 2, 4: where roads of very
 * different times end side by side lines would have teeth. A straight line
 * stays where it is. A depth rises with what may be spent, at every node, so
 * that contours are nested. */
#ifndef RELAXD_SERVICE_ISOCHRONE_DEPTH_H
#define RELAXD_SERVICE_ISOCHRONE_DEPTH_H

#include "core/service/isochrone/field.h"

struct depth {
    const struct field *field;
    float *sharp;  /* [columns * rows] owned */
    float *smooth; /* [columns * rows] owned; below 0 at the rim */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int depth_init(struct depth *depth, const struct field *field);
void depth_finish(struct depth *depth);

/* Fills `smooth`. */
void depth_fill(struct depth *depth, double spent);

#endif
