/* island: whether closed roads leave a road no way out.
 *
 * Components (roads.h) know nothing of what a question closes or opens: a
 * model's vehicle that is too high, excluded classes, a road that is closed
 * now. An island is what a road leads to over open roads and allowed turns, if
 * it is small. Roads that only lead out are none. Any thread. */
#ifndef RELAXD_SERVICE_PLACE_ISLAND_H
#define RELAXD_SERVICE_PLACE_ISLAND_H

#include "core/graph/roads/roads.h"
#include "core/graph/topology.h"
#include "core/weighting/closed_set.h"

enum { ISLAND_MOST = 200 }; /* vertices; what has as many is none */

#define ISLAND_NONE UINT32_MAX

/* The island of a piece, by its least vertex, or ISLAND_NONE. *ret_mainland:
 * the largest component, as far as it looked, to which edges lead that only
 * `closed` opens, and opens in both directions; or its own. Time by the
 * vertices it sees. */
uint32_t island_of(const struct roads *roads, const struct topology *topology,
                   const struct closed_set *closed, uint32_t piece,
                   uint32_t *ret_mainland);

#endif
