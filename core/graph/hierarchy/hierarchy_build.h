/* hierarchy_build: makes supernodes and new numbers of an elimination tree, and
 * the arrays of a hierarchy of those. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_BUILD_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/elimination_tree.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/topology.h"

/* Which vertices are eliminated together, and their new numbers.
 *
 * From the top down, a vertex joins the supernode of its parent if that wastes
 * little: the matrix entries for pairs that no elimination joins may be a few,
 * or a tenth of all (relaxed supernodes, Ashcraft and Grimes 1989). That halves
 * the levels: New York 33 -> 20, with 5 % more entries. */
struct supernodes {
    uint32_t count;
    uint32_t *number;       /* [vertex_count] by rank: a postorder,
                               supernodes contiguous */
    uint32_t *first_vertex; /* [count + 1] numbers */
    uint32_t *top;          /* [count] rank of its last vertex, whose upward
                               neighbours are the supernode's */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int supernodes_init(struct supernodes *supernodes,
                    const struct elimination_tree *tree, struct error *error);
void supernodes_finish(struct supernodes *supernodes);

/* Predicts the hierarchy's size, in time by supernodes. */
struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree);

/* The arrays of a hierarchy, until a map takes them over. */
struct hierarchy_build {
    struct hierarchy hierarchy; /* points into heap */
    void *heap[16];             /* each from malloc(), [heap_count] */
    size_t heap_count;
};

/* `topology` already has the new numbers; panels and Schur complements have
 * less than 2^63 words. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes, and after the heap was taken over and heap_count set to 0. */
int hierarchy_build_init(struct hierarchy_build *build,
                         const struct topology *topology,
                         const struct elimination *elimination,
                         const struct supernodes *supernodes,
                         struct error *error);
void hierarchy_build_finish(struct hierarchy_build *build);

#endif
