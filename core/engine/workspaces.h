/* workspaces: a few solver workspaces that one worker keeps.
 *
 * A workspace is large (25 bytes a vertex for Dijkstra's algorithm) and slow to
 * make, so a worker keeps those it used last. One serves a map and all its
 * entries with closed pieces. Each pins its map; those of a replaced map must
 * go at once (workspaces_drop_retired()). One thread. */
#ifndef RELAXD_ENGINE_WORKSPACES_H
#define RELAXD_ENGINE_WORKSPACES_H

#include "core/engine/device_queue.h"
#include "core/engine/registry.h"
#include "core/engine/tuning.h"
#include "core/solver/solver.h"

enum { WORKSPACES_MAX = 4 };

struct kept_workspace {
    struct map_entry *entry; /* pinned */
    struct job_settings settings;
    struct solver *solver;
    struct metric *metric;
};

struct workspaces {
    const struct device *device;
    struct tuning *tuning;
    unsigned generation; /* of the tuning they were made with */
    struct kept_workspace kept[WORKSPACES_MAX]; /* most recently used first */
    size_t count;
};

void workspaces_init(struct workspaces *workspaces, const struct device *device,
                     struct tuning *tuning);
void workspaces_finish(struct workspaces *workspaces);

/* A workspace for a job's solver, settings and map, made if there is none, with
 * the map's form; valid until the next call. If memory is short it first frees
 * all others. Negative codes with words, or SOLVER_REFUSES with the solver's
 * reason. The map must offer the form on the device. */
int workspaces_get(struct workspaces *workspaces, const struct job *job,
                   const struct kept_workspace **ret_workspace,
                   struct error *error);

/* Drops the one used last after a failure. */
void workspaces_drop_first(struct workspaces *workspaces);
void workspaces_drop_retired(struct workspaces *workspaces);

/* Drops those made before the tuning changed; workspaces_get() does so, too. */
void workspaces_drop_outdated(struct workspaces *workspaces);

/* Frees memory that no query has needed for seconds. */
void workspaces_trim(struct workspaces *workspaces);

#endif
