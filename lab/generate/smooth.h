/* smooth: main roads run straighter than the streets they are made of. */
#ifndef RELAXD_GRAPH_GENERATE_SMOOTH_H
#define RELAXD_GRAPH_GENERATE_SMOOTH_H

#include <stdint.h>

#include "lab/generate/streets.h"

/* Moves vertices that exactly two main roads meet towards the middle between
 * their neighbours on it, a few times. 0 or -ENOMEM. */
int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count);

#endif
