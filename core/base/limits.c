#include "core/base/limits.h"

#include <stdatomic.h>
#include <stdlib.h>

struct limits_snapshot {
    struct limits limits;
    struct limits_snapshot *before;
};

const struct limits *limits_now(const struct runtime_limits *runtime)
{
    return atomic_load_explicit(&runtime->now, memory_order_acquire);
}

struct limits_snapshot *limits_snapshot(const struct limits *limits)
{
    struct limits_snapshot *snapshot = malloc(sizeof(*snapshot));

    if (snapshot)
        *snapshot = (struct limits_snapshot){.limits = *limits};
    return snapshot;
}

void limits_publish(struct runtime_limits *runtime,
                    struct limits_snapshot *snapshot)
{
    snapshot->before = runtime->newest;
    runtime->newest = snapshot;
    atomic_store_explicit(&runtime->now, &snapshot->limits,
                          memory_order_release);
}

void limits_finish(struct runtime_limits *runtime)
{
    struct limits_snapshot *snapshot = runtime->newest;

    while (snapshot) {
        struct limits_snapshot *before = snapshot->before;

        free(snapshot);
        snapshot = before;
    }
    *runtime = (struct runtime_limits){.newest = NULL};
}
