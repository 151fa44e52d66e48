/* ours: a map of relaxd's, asked for ways over nodes of OpenStreetMap.
 *
 * Its weights are routino's lengths of the segments, so that both routers add
 * up the same whole metres; where routino has none, its own. One thread. */
#ifndef RELAXD_TESTS_COMPARE_OURS_H
#define RELAXD_TESTS_COMPARE_OURS_H

#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/map.h"
#include "core/graph/profile/profile.h"
#include "core/solver/solver.h"
#include "tests/compare/twins.h"

struct ours {
    struct map *map;
    const struct twins *twins;
    const struct solver_ops *ops;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;

    uint32_t matched; /* segments that have one of routino's */
    uint32_t unlike;  /* of these, whose lengths differ by more than they may */
};

void ours_make(struct ours *ours, const struct osm_data *data,
               const struct profile *profile, const struct routino *routino,
               const struct twins *twins);
void ours_finish(struct ours *ours);

struct ours_route {
    int64_t *node; /* [count] the caller's; none: there is no way */
    uint32_t count;
    uint32_t capacity;
    uint64_t length_m;
};

void ours_ask(const struct ours *ours, int64_t from, int64_t to,
              struct ours_route *route);

/* Whether the map has a road from a node to the next one, open so. */
bool ours_has_road(const struct ours *ours, int64_t from, int64_t to);

/* Whether a way over these nodes is allowed, and how long it then is; else
 * `ret_step`: up to which node it may be gone. */
bool ours_walk(const struct ours *ours, const int64_t *node, uint32_t count,
               uint64_t *ret_length_m, uint32_t *ret_step);

#endif
