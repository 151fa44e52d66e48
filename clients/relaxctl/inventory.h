/* inventory: the solvers and devices of this machine, for commands that solve
 * without a server.
 *
 * A command that measures must not answer from another device than the
 * requested one, so nothing here falls back: an unusable choice is an error
 * that gives the reason and a remedy. One thread. */
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
    const struct map *map; /* for which `auto` chooses; NULL: unknown */
    const struct workload *workload; /* the command's queries; NULL: one
                                        usual query */
    bool untuned;                    /* ignore the results of 'relaxctl tune' */
    struct error no_gpu;             /* why there is no CUDA device, if so */
};

/* A solver and its device. */
struct solver_choice {
    const struct solver_ops *ops;
    const struct device *device; /* the inventory's */
};

void inventory_init(struct inventory *inventory);

/* The default device for solvers of this kind, or NULL. */
const struct device *inventory_device(const struct inventory *inventory,
                                      enum device_kind kind);

/* `solver`: a name or "auto" (catalog_favourite() for the inventory's map and
 * workload). `device`: "auto", "cpu", "cuda" or "cuda:N". `capabilities` (enum
 * solver_capability): all that are needed; 0: any. -EINVAL: no such solver or
 * device, the two do not match, or the solver lacks a capability. -ENODEV: the
 * device exists but cannot be used. */
int inventory_choose(const struct inventory *inventory, const char *solver,
                     const char *device, unsigned capabilities,
                     struct solver_choice *ret_choice, struct error *error);

/* The name of a capability: "pairs", "trees". */
const char *capability_name(enum solver_capability capability);

#endif
