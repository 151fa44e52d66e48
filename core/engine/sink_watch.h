/* sink_watch: passes labels on and knows whether there were any.
 *
 * A device that fails halfway through a tree cannot be made up for elsewhere
 * once the asker has seen labels. */
#ifndef RELAXD_ENGINE_SINK_WATCH_H
#define RELAXD_ENGINE_SINK_WATCH_H

#include <stdbool.h>

#include "core/solver/query.h"

struct sink_watch {
    struct sink base;
    struct sink *inner; /* the query's own; NULL where it has none */
    bool written;
};

/* Between the two the query's sink is the watch. */
void sink_watch_attach(struct sink_watch *watch, struct query *query);
void sink_watch_detach(struct sink_watch *watch, struct query *query);

#endif
