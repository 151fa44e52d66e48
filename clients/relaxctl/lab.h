/* lab: the solvers and devices of this machine, for commands that solve without
 * a server.
 *
 * A command that measures must not answer from another device than the one that
 * was asked for, so nothing here falls back: what cannot run is an error that
 * says why and how to go on. One thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_LAB_H
#define RELAXD_CLIENTS_RELAXCTL_LAB_H

#include <stdbool.h>

#include "core/base/error.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"

struct lab {
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
struct lab_choice {
    const struct solver_ops *ops;
    const struct device *device; /* the lab's */
};

void lab_init(struct lab *lab);

/* The device on which solvers of this kind run unless another is asked for;
 * NULL where there is none. */
const struct device *lab_device(const struct lab *lab, enum device_kind kind);

/* `solver`: a name or "auto" (catalog_favourite() for the lab's map and
 * workload). `device`:
 * "auto", "cpu", "cuda" or "cuda:N". `capabilities` (enum solver_capability)
 * are those needed, all of them; 0: any. -EINVAL: no such solver or device, or
 * the two do not go together, or the solver lacks a capability. -ENODEV: it is
 * there but cannot be used. */
int lab_choose(const struct lab *lab, const char *solver, const char *device,
               unsigned capabilities, struct lab_choice *ret_choice,
               struct error *error);

/* One capability in a word: "pairs", "trees". */
const char *lab_capability_name(enum solver_capability capability);

#endif
