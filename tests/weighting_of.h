/* weighting_of: the imported weighting of roads that lie in a map, for tests
 * that are handed roads alone. */
#ifndef RELAXD_TESTS_WEIGHTING_OF_H
#define RELAXD_TESTS_WEIGHTING_OF_H

#include <stddef.h>

#include "core/weighting/weighting.h"

/* Valid in the block that says it. */
#define WEIGHTING_OF_ROADS(of_roads)                                           \
    WEIGHTING_OF_MAP((const struct map *)(const void *)((                      \
        const char *)(of_roads)-offsetof(struct map, roads)))

#endif
