/* roads_verify: whether the arrays of a map's roads satisfy roads.h. */
#ifndef RELAXD_GRAPH_MAP_FILE_ROADS_VERIFY_H
#define RELAXD_GRAPH_MAP_FILE_ROADS_VERIFY_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* The rest of the map is already verified. `image`: the map file that contains
 * the arrays; NULL: they lie anywhere, and errors name the element instead of
 * the byte. Linear time, and 8 bytes an edge; on `threads` threads. 0, -EINVAL
 * or -ENOMEM. */
int roads_verify(const struct map *map, const void *image, unsigned threads,
                 struct error *error);

#endif
