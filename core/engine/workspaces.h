/* workspaces: the solvers' workspaces that one worker keeps, a few.
 *
 * A workspace is large (25 bytes a vertex for Dijkstra's algorithm) and slow to
 * make, so a worker keeps those it used last. One serves a map and all that are
 * made of it by closing classes of roads. Each pins its map; those of a map
 * that was replaced must go at once (workspaces_drop_retired()). One thread. */
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
    unsigned generation; /* of the tuning that they were made with */
    struct kept_workspace kept[WORKSPACES_MAX]; /* the one used last is first */
    size_t count;
};

void workspaces_init(struct workspaces *workspaces, const struct device *device,
                     struct tuning *tuning);
void workspaces_finish(struct workspaces *workspaces);

/* A workspace for a job: its solver, settings and map, made where there is
 * none, the map's form for it included; valid until the next call. Where memory
 * is short all others are given up first. Negative codes with words, or
 * SOLVER_REFUSES with those of the solver. The map must offer the form on the
 * device. */
int workspaces_get(struct workspaces *workspaces, const struct job *job,
                   const struct kept_workspace **ret_workspace,
                   struct error *error);

/* Forgets one whose last use went wrong. */
void workspaces_drop_first(struct workspaces *workspaces);
void workspaces_drop_retired(struct workspaces *workspaces);

/* Those that were made before the tuning was told something else; what
 * workspaces_get() does, too. */
void workspaces_drop_outdated(struct workspaces *workspaces);

/* What no query has needed for seconds is given back. */
void workspaces_trim(struct workspaces *workspaces);

#endif
