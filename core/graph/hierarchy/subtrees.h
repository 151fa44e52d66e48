/* subtrees: the supernodes below each, which are a range.
 *
 * Supernodes are numbered so that a subtree's follow each other, its top last
 * (hierarchy.h). */
#ifndef RELAXD_GRAPH_HIERARCHY_SUBTREES_H
#define RELAXD_GRAPH_HIERARCHY_SUBTREES_H

#include "core/graph/hierarchy/hierarchy.h"

/* ret_lowest: [supernode_count], the first of each supernode's subtree. */
void subtrees_find_lowest(const struct hierarchy *hierarchy,
                          uint32_t *ret_lowest);

#endif
