/* conditions: which turns of a map are forbidden at a moment, and which edges
 * are closed.
 *
 * The map has an arc for each turn that is forbidden at times, an open edge for
 * each road that is closed at times, and says under which condition (roads.h).
 * Conditions are about local time, so who asks brings a clock. Any thread. */
#ifndef RELAXD_GRAPH_CONDITIONS_H
#define RELAXD_GRAPH_CONDITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "core/base/date_time.h"
#include "core/graph/map.h"

/* Tells the local time in time zones, which have numbers. All NULL: it is UTC
 * everywhere. */
struct local_clock {
    /* The zone of a place; NULL: all places are in zone 0. May be slow. */
    uint32_t (*zone)(const void *context, struct position place);
    /* The local time of a moment in seconds since 1970 by UTC; false: nobody
     * knows, so nothing is forbidden there. */
    bool (*at)(const void *context, uint32_t zone, int64_t moment,
               struct tm *ret_local);
    const void *context;
    const char *name; /* of the zone that all places are in; NULL: they may
                         differ */
};

/* Finds the zones of the map's conditions and keeps them with the map, 4 bytes
 * each, so that no later call looks for them. Once, before the map has readers,
 * unless the clock has no zone(). 0 or -ENOMEM. */
int conditions_locate(struct map *map, const struct local_clock *clock);

/* What is closed: `item`, arcs of turns and then edges, each ascending and each
 * once; finish() is fine on zero bytes. */
struct closures {
    uint32_t *item; /* [arc_count + edge_count], owned */
    uint32_t arc_count;
    uint32_t edge_count;
};

/* What is closed then. A local time is that of each place, whatever the clock.
 * Time grows with the map's conditions, by less than a microsecond each; stop()
 * is asked now and then, NULL never stops. 0, -ENOMEM or -ECANCELED. */
int conditions_find(const struct map *map, const struct local_clock *clock,
                    const struct date_time *when, bool (*stop)(void *context),
                    void *context, struct closures *ret_closures);
void closures_finish(struct closures *closures);

/* Closes them in the map itself, in copies of what it has: turns, and the arcs
 * into closed edges, weigh WEIGHT_CLOSED, and closed edges say ROAD_CLOSED; 8
 * bytes an arc and 4 a piece. Only for a map that nobody else sees yet.
 * `ret_closed`: turns and edges. 0 or -ENOMEM, then the map is as before. */
int conditions_close(struct map *map, const struct local_clock *clock,
                     const struct date_time *when, uint32_t *ret_closed);

#endif
