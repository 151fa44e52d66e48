/* arc_entries: where in the panels the weights of a map's arcs belong. */
#ifndef RELAXD_GRAPH_HIERARCHY_ARC_ENTRIES_H
#define RELAXD_GRAPH_HIERARCHY_ARC_ENTRIES_H

#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/topology.h"

/* The entry from `tail` to `head`, ENTRY_NONE where they are the same or no
 * front holds both. O(log uppers). */
uint64_t arc_entry(const struct hierarchy *hierarchy, uint32_t tail,
                   uint32_t head);

/* The supernode in whose panel an entry lies, which is not ENTRY_NONE. O(log
 * supernodes). */
uint32_t entry_supernode(const struct hierarchy *hierarchy, uint64_t entry);

/* ret_entry: [arc_count], as hierarchy->arc_entry is to be. */
void arc_entries_find(const struct hierarchy *hierarchy,
                      const struct topology *topology, uint64_t *ret_entry);

/* Arcs that have an entry: the first of hierarchy->arc_by_entry. */
uint32_t arc_entries_count(const struct hierarchy *hierarchy,
                           const struct topology *topology);

/* ret_arcs: [arc_count], as hierarchy->arc_by_entry is to be; reads arc_entry.
 * 0 or -ENOMEM. */
int arc_entries_sort(const struct hierarchy *hierarchy,
                     const struct topology *topology, uint32_t *ret_arcs);

#endif
