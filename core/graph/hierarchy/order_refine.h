/* order_refine: an elimination order made better where it is cheap to.
 *
 * Nested dissection pays little heed to small parts. Below any vertex of the
 * elimination tree lies a part of the graph of its own: only what is above the
 * vertex is joined to it, and what the part joins there is the same in whatever
 * order it is eliminated. So each part of at most ORDER_REFINE_PART vertices is
 * eliminated again, always the vertex that joins the fewest pairs next (Tinney
 * and Walker, "Direct solutions of sparse network equations by optimally
 * ordered triangular factorization", Proceedings of the IEEE 55, 1967, scheme
 * 3), one more for each step that has to come before it, which keeps trees low;
 * the part's old order stays where that does not join less.
 *
 * docs/experiments.md has what it gains. */
#ifndef RELAXD_GRAPH_HIERARCHY_ORDER_REFINE_H
#define RELAXD_GRAPH_HIERARCHY_ORDER_REFINE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/fill_order.h"
#include "core/graph/topology.h"

enum { ORDER_REFINE_PART = FILL_ORDER_MAX };

/* `order`: a permutation, changed in place. The same topology and order give
 * the same. On up to `threads` threads. 0 or -ENOMEM; then the order is still
 * one.
 */
int order_refine(const struct topology *topology, uint32_t *order,
                 unsigned threads, struct error *error);

#endif
