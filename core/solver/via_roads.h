/* via_roads: the roads that paths begin and end on, and whether one leads in a
 * loop: passes a junction twice, or turns back on the spot. As vertices are
 * edges' ends, a path that visits none of them twice still may.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_ROADS_H
#define RELAXD_SOLVER_VIA_ROADS_H

#include <stdbool.h>

#include "core/solver/via_ground.h"

/* Of a path to the target; without roads its first and its last vertex. */
uint32_t via_start_road(const struct via_ground *ground,
                        const struct path *path);
uint32_t via_end_road(const struct via_ground *ground, const struct path *path);

struct via_loops {
    uint32_t *passed; /* [junction_count] number of the last path over it */
    uint32_t junction_count;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int via_loops_init(struct via_loops *loops, uint32_t junction_count);
void via_loops_finish(struct via_loops *loops);

/* Numbers may begin again. */
void via_loops_forget(struct via_loops *loops);

/* Whether a path, of a number of its own above 0, passes no junction twice that
 * the least one passes once at most, nor turns back more often. True where
 * the query knows of no junctions. */
bool via_loops_none(struct via_loops *loops, const struct via_ground *ground,
                    const struct path *path, const struct path *least,
                    uint32_t number);

#endif
