/* runner: the solvers and devices of this machine, and one solver made ready
 * for one map and device, for commands that solve without a server.
 *
 *     inventory_init(), inventory_choose()     a solver and its device
 *     runner_init()                            its form and workspace
 *     runner_solve()
 *     runner_finish(), forms_finish()
 *
 * A command that measures must not answer from another device than the
 * requested one, so nothing here falls back: an unusable choice is an error
 * that gives the reason and a remedy. One thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_RUNNER_H
#define RELAXD_CLIENTS_RELAXCTL_RUNNER_H

#include <stdbool.h>

#include "clients/relaxctl/arguments.h"
#include "core/engine/tuned.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"

/* ---- Solvers and devices ------------------------------------------------- */

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

/* ---- Forms --------------------------------------------------------------- *
 *
 * One map, prepared and customized once for each form in use. Solvers with the
 * same form share it, as in the engine, so commands measure solving, not
 * preparing. */

enum { FORMS_MAX = 16 };

struct form {
    const struct form_ops *ops;
    const struct device *device;
    struct prepared *prepared;
    struct metric *metric;
    uint64_t prepare_us;
    uint64_t customize_us; /* with the map's own weights */
};

/* The map must outlive it. */
struct forms {
    const struct map *map;
    struct form item[FORMS_MAX];
    size_t count;
};

void forms_init(struct forms *forms, const struct map *map);
void forms_finish(struct forms *forms);

/* Finds or makes the form; valid until forms_finish(). */
int forms_get(struct forms *forms, const struct form_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error);

/* Brings a form to other weights, for all its users: in part, like
 * metric_recustomize(), or in full if `changes` is NULL. The weights may be the
 * form's current array with new contents; the caller owns it and keeps it until
 * forms_finish(). `ret_us`: the time of customizing. After a failure no solver
 * can use the form. */
int forms_change(struct forms *forms, const struct form *form,
                 const struct weights *weights,
                 const struct weight_changes *changes, uint64_t *ret_us,
                 struct error *error);

/* ---- Trees --------------------------------------------------------------- */

struct tree_summary {
    uint64_t reached;   /* vertices with a path, overflowed ones too */
    uint64_t overflown; /* of them, those whose cost does not fit */
    uint64_t cost_sum;  /* of those that fit */
    uint32_t cost_max;  /* of those that fit */
    uint32_t farthest;  /* a vertex of that cost; VERTEX_NONE: none */
};

/* Sums up a whole tree's labels, or stores costs in vertex order in `cost`, if
 * set. */
struct tree_sink {
    struct sink base;
    struct tree_summary summary;
    uint32_t *cost; /* [vertex_count], the caller's, or NULL */
};

void tree_sink_init(struct tree_sink *sink, uint32_t *cost);

/* ---- Running ------------------------------------------------------------- */

enum { RUNNER_SETTINGS_MAX = TUNED_MAX + ARGUMENTS_SETTINGS_MAX };

struct runner {
    struct solver_choice choice;
    const struct form *form; /* owned by the forms */
    struct solver *solver;
    struct solver_setting settings[RUNNER_SETTINGS_MAX]; /* [setting_count]
                                                            in force, later
                                                            ones win; the
                                                            names belong to
                                                            the options */
    size_t setting_count;
    struct tuned tuned; /* from 'relaxctl tune' */
};

/* Prepares the form if needed and creates the solver's workspace. The settings
 * that 'relaxctl tune' stored for this map and device apply unless `settings`
 * or the inventory override them. `settings` may be NULL, or name options of
 * other solvers, which are skipped; one that no solver of the inventory has is
 * -EINVAL.
 * SOLVER_REFUSES: the solver does not support the map. `forms` must outlive the
 * runner; on failure there is nothing to finish. */
int runner_init(struct runner *runner, const struct inventory *inventory,
                struct solver_choice choice, struct forms *forms,
                const struct arguments_settings *settings, struct error *error);
void runner_finish(struct runner *runner); /* zeroed is fine */

/* Answers the queries, all of one output kind. `observer` may be NULL. */
int runner_solve(struct runner *runner, struct query **queries, size_t count,
                 struct phase_observer *observer, struct error *error);

/* Solves one vertex to all for the observer; discards the costs. */
int runner_solve_tree(struct runner *runner, uint32_t source,
                      struct phase_observer *observer, struct error *error);

#endif
