/* conditional_turns: closes the turns of a map that are forbidden at a moment.
 *
 * The map has an arc for each turn that a conditional restriction forbids, and
 * says under which condition (roads.h). Conditions are about local time, so who
 * asks brings a clock for places. */
#ifndef RELAXD_GRAPH_CONDITIONAL_TURNS_H
#define RELAXD_GRAPH_CONDITIONAL_TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "core/graph/map.h"

/* The local time at a place, at the one moment in question; false: nobody
 * knows, so nothing is forbidden there. */
struct local_clock {
    bool (*at)(const void *context, struct position place,
               struct tm *ret_local);
    const void *context;
};

/* Sets the weights of the arcs and turns that are forbidden to WEIGHT_CLOSED,
 * in copies of the imported arrays, 8 bytes an arc, if there is any. The turns'
 * durations stay. Only for a map that nobody else sees yet. `ret_closed`: arcs.
 * 0 or -ENOMEM, then the map is as before. */
int conditional_turns_close(struct map *map, const struct local_clock *clock,
                            uint32_t *ret_closed);

#endif
