/* roads_verify: whether the arrays of a map's roads are all that roads.h says.
 */
#ifndef RELAXD_GRAPH_MAP_FILE_ROADS_VERIFY_H
#define RELAXD_GRAPH_MAP_FILE_ROADS_VERIFY_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* The rest of the map is verified already. `image`: of the map file in which
 * the arrays lie; NULL: they lie anywhere, and words say which element instead
 * of which byte. Linear time, and 8 bytes an edge; on so many threads. 0,
 * -EINVAL or -ENOMEM. */
int roads_verify(const struct map *map, const void *image, unsigned threads,
                 struct error *error);

#endif
