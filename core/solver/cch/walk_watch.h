/* walk_watch: what walks up a hierarchy came to, for an observer.
 *
 * A phase is a step: phase i has the labelled vertices of the i-th supernode on
 * the way of each walk, both from the bottom up. Of several walks towards one
 * target a vertex counts in the first that comes to it. Gathered when the walks
 * are through, so that walking itself knows nothing of it. One thread. */
#ifndef RELAXD_SOLVER_CCH_WALK_WATCH_H
#define RELAXD_SOLVER_CCH_WALK_WATCH_H

#include "core/solver/cch/walk.h"

struct walk_sight {
    uint32_t phase;
    uint32_t vertex;
    uint32_t cost;
};

struct walk_watch {
    struct phase_observer *observer;
    const struct map *map;
    struct {
        uint8_t *seen; /* [vertex_count] bits */
        struct walk_sight *sights;
        size_t count;
        size_t capacity;
    } side[SEARCH_SIDES];
};

/* 0 or -ENOMEM. finish() is fine after either. */
int walk_watch_init(struct walk_watch *watch, struct phase_observer *observer,
                    const struct map *map);
void walk_watch_finish(struct walk_watch *watch);

/* Notes what a walk came to that is through. 0 or -ENOMEM. */
int walk_watch_note(struct walk_watch *watch, enum search_side side,
                    const struct walk *walk);

/* Tells of all that was noted, phase by phase. 0 or -ENOMEM. */
int walk_watch_tell(struct walk_watch *watch);

#endif
