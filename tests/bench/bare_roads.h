/* bare_roads: builds a map with roads from one without, as if each of its
 * streets were a piece of one segment. */
#ifndef RELAXD_TESTS_BENCH_BARE_ROADS_H
#define RELAXD_TESTS_BENCH_BARE_ROADS_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* `map` must have positions. The caller keeps it and owns the new map, which is
 * not ordered. -EINVAL: no positions. */
int bare_roads(const struct map *map, struct map **ret_map,
               struct error *error);

#endif
