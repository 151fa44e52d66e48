/* inventory: the solvers and devices of this machine, for commands that solve
 * without a server.
 *
 * A command that measures must not answer from another device than the one that
 * was asked for, so nothing here falls back: what cannot run is an error that
 * says why and how to go on. One thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_INVENTORY_H
#define RELAXD_CLIENTS_RELAXCTL_INVENTORY_H

#include <stdbool.h>

#include "core/base/error.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"

struct inventory {
    struct catalog catalog;
    struct device device[1 + GPU_DEVICES_MAX]; /* the CPU first */
    size_t device_count;
    const struct map *map; /* what `auto` is to suit; NULL: not known */
    const struct workload *workload; /* and all that is asked of it; NULL: one
                                        usual question */
    bool untuned;                    /* what 'relaxctl tune' kept is left out */
    struct error no_gpu; /* why there is no CUDA device, if there is none */
};

/* A solver and what it is to run on. */
struct solver_choice {
    const struct solver_ops *ops;
    const struct device *device; /* the inventory's */
};

void inventory_init(struct inventory *inventory);

/* The device on which solvers of this kind run unless another is asked for;
 * NULL where there is none. */
const struct device *inventory_device(const struct inventory *inventory,
                                      enum device_kind kind);

/* `solver`: a name or "auto" (catalog_favourite() for the inventory's map and
 * workload). `device`:
 * "auto", "cpu", "cuda" or "cuda:N". `capabilities` (enum solver_capability)
 * are those needed, all of them; 0: any. -EINVAL: no such solver or device, or
 * the two do not go together, or the solver lacks a capability. -ENODEV: it is
 * there but cannot be used. */
int inventory_choose(const struct inventory *inventory, const char *solver,
                     const char *device, unsigned capabilities,
                     struct solver_choice *ret_choice, struct error *error);

/* One capability in a word: "pairs", "trees". */
const char *capability_name(enum solver_capability capability);

#endif
