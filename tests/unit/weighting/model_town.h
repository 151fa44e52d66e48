/* model_town: random towns whose ways have facts, for models, and weightings of
 * them that have been edited. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_MODEL_TOWN_H
#define RELAXD_TESTS_UNIT_WEIGHTING_MODEL_TOWN_H

#include "core/base/random.h"
#include "core/graph/map.h"
#include "core/weighting/weighting.h"

enum town_facts {
    TOWN_NO_FACTS,   /* as an older import */
    TOWN_SOME_FACTS, /* a dozen */
    TOWN_MANY_FACTS, /* of three pieces in a row the first and the last have the
                        same, that hardly another one has */
};

/* A town of road_fixture.h, its junctions moved a little, with lengths, speeds,
 * limits, stretches along and against several ways, and a profile that weighs
 * durations, durations times factors, or distances. */
struct map *model_town(uint32_t side, uint64_t seed, enum town_facts facts);

/* A copy of the imported weighting with `count` segments and turns changed, a
 * quarter of them closed. */
struct weighting *model_town_edited(const struct map *map,
                                    struct random *random, uint32_t count);

#endif
