/* hierarchy_build: the arrays of a hierarchy, from supernodes and new numbers.
 */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_BUILD_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_BUILD_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/eliminate.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/hierarchy/supernodes.h"
#include "core/graph/topology.h"

/* The arrays of a hierarchy, not yet anybody's to keep. */
struct hierarchy_build {
    struct hierarchy hierarchy; /* its pointers are those of heap */
    void *heap[16];             /* each from malloc(), [heap_count] */
    size_t heap_count;
};

/* `topology` has the new numbers already; panels and Schur complements have
 * less than 2^63 words. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes, and after the heap was taken over and heap_count set to 0. */
int hierarchy_build_init(struct hierarchy_build *build,
                         const struct topology *topology,
                         const struct elimination *elimination,
                         const struct supernodes *supernodes,
                         struct error *error);
void hierarchy_build_finish(struct hierarchy_build *build);

#endif
