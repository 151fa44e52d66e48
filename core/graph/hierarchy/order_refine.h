/* order_refine: improves an elimination order where that is cheap.
 *
 * Nested dissection neglects small parts. The subtree below any vertex of the
 * elimination tree is a part of the graph that only vertices above it touch,
 * and it joins those in the same way in whatever order it is eliminated. So
 * each part of at most ORDER_REFINE_PART vertices is eliminated again, always
 * next the vertex that joins the fewest pairs (Tinney and Walker, "Direct
 * solutions of sparse network equations by optimally ordered triangular
 * factorization", Proceedings of the IEEE 55, 1967, scheme 3), plus one for
 * each step that must precede it, which keeps trees low. The old order of a
 * part stays unless the new one joins less. docs/experiments.md has the
 * gain. */
#ifndef RELAXD_GRAPH_HIERARCHY_ORDER_REFINE_H
#define RELAXD_GRAPH_HIERARCHY_ORDER_REFINE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/fill_order.h"
#include "core/graph/topology.h"

enum { ORDER_REFINE_PART = FILL_ORDER_MAX };

/* `order`: a permutation, changed in place. Deterministic. Uses up to `threads`
 * threads. 0 or -ENOMEM; the order is a permutation in either case. */
int order_refine(const struct topology *topology, uint32_t *order,
                 unsigned threads, struct error *error);

#endif
