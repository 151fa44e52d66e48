/* conditional_turns: which turns of a map are forbidden at a moment.
 *
 * The map has an arc for each turn that a conditional restriction forbids, and
 * says under which condition (roads.h). Conditions are about local time, so who
 * asks brings a clock. Any thread. */
#ifndef RELAXD_GRAPH_CONDITIONAL_TURNS_H
#define RELAXD_GRAPH_CONDITIONAL_TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "core/base/date_time.h"
#include "core/graph/map.h"

/* The local time at a place, of a moment in seconds since 1970 by UTC; false:
 * nobody knows, so nothing is forbidden there. NULL: UTC everywhere. */
struct local_clock {
    bool (*at)(const void *context, int64_t moment, struct position place,
               struct tm *ret_local);
    const void *context;
};

/* The arcs of the turns that are forbidden then: `ret_arcs`, [*ret_count]
 * ascending, each once, free()d by the caller. A local time is that of each
 * place, whatever the clock. Time grows with the map's conditional turns, by
 * less than a microsecond each and what the clock takes. 0 or -ENOMEM. */
int conditional_turns_find(const struct map *map,
                           const struct local_clock *clock,
                           const struct date_time *when, uint32_t **ret_arcs,
                           uint32_t *ret_count);

/* Sets the weights of these arcs and turns to WEIGHT_CLOSED, in copies of the
 * imported arrays, 8 bytes an arc, if there is any. The turns' durations stay.
 * Only for a map that nobody else sees yet. `ret_closed`: arcs. 0 or -ENOMEM,
 * then the map is as before. */
int conditional_turns_close(struct map *map, const struct local_clock *clock,
                            const struct date_time *when, uint32_t *ret_closed);

#endif
