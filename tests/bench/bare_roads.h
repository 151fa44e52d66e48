/* bare_roads: a map with roads of one without, as if each of its streets were a
 * piece of one segment. */
#ifndef RELAXD_TESTS_BENCH_BARE_ROADS_H
#define RELAXD_TESTS_BENCH_BARE_ROADS_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* Of a map that has positions, which stays the caller's, as does the new one;
 * not ordered. -EINVAL: no positions. */
int bare_roads(const struct map *map, struct map **ret_map,
               struct error *error);

#endif
