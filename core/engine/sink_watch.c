/* sink_watch: passes labels on and knows whether there were any. */
#include "core/engine/sink_watch.h"

#include <stddef.h>

static int write_on(struct sink *sink, const struct label_block *block)
{
    struct sink_watch *watch = (struct sink_watch *)sink;

    watch->written = true;
    return watch->inner->write(watch->inner, block);
}

void sink_watch_attach(struct sink_watch *watch, struct query *query)
{
    *watch = (struct sink_watch){{write_on}, query->sink, false};
    if (query->sink)
        query->sink = &watch->base;
}

void sink_watch_detach(struct sink_watch *watch, struct query *query)
{
    query->sink = watch->inner;
}
