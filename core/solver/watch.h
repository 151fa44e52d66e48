/* watch: what a search came to, gathered into phases for an observer.
 *
 * For searches that settle vertex after vertex: so many of them, from both ends
 * together, are a phase. A search that nobody watches has no struct watch at
 * all and calls nothing here. One thread. */
#ifndef RELAXD_SOLVER_WATCH_H
#define RELAXD_SOLVER_WATCH_H

#include "core/solver/solver.h"

enum { WATCH_PHASE = 64 }; /* vertices */

struct watch {
    struct phase_observer *observer;
    const struct map *map;
    uint32_t phase; /* being gathered */
    uint32_t count; /* in it, of both sides */
    struct {
        uint32_t count;
        uint32_t vertex[WATCH_PHASE];
        uint32_t cost[WATCH_PHASE];
    } side[SEARCH_SIDES];
};

/* Whether the observer, which may be NULL, wants to know what is come to. */
static inline bool observer_sees(const struct phase_observer *observer)
{
    return observer && observer->reached;
}

void watch_init(struct watch *watch, struct phase_observer *observer,
                const struct map *map);

/* One more, with its final label. */
void watch_settled(struct watch *watch, enum search_side side, uint32_t vertex,
                   uint32_t cost);

/* Tells of what is left. */
void watch_end(struct watch *watch);

#endif
