/* runner: one solver made ready on one map and device. */
#ifndef RELAXD_CLIENTS_RELAXCTL_RUNNER_H
#define RELAXD_CLIENTS_RELAXCTL_RUNNER_H

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/forms.h"
#include "clients/relaxctl/inventory.h"
#include "core/engine/tuned.h"

enum { RUNNER_SETTINGS_MAX = TUNED_MAX + ARGUMENTS_SETTINGS_MAX };

struct runner {
    struct solver_choice choice;
    const struct form *form; /* the forms' */
    struct solver *solver;
    struct solver_setting settings[RUNNER_SETTINGS_MAX]; /* [setting_count] in
                                           force, later ones win; names are the
                                           options' own */
    size_t setting_count;
    struct tuned tuned; /* what 'relaxctl tune' found */
};

/* Prepares what is not prepared yet and makes the workspace. Settings that
 * 'relaxctl tune' kept for this map and device are in force unless `settings`
 * or the inventory say otherwise. `settings` may name options that other
 * solvers have; those are left out, but one that no solver of the inventory has
 * is -EINVAL. SOLVER_REFUSES: the map is not for this solver. `forms` outlives
 * the runner; on failure there is nothing to finish. */
int runner_init(struct runner *runner, const struct inventory *inventory,
                struct solver_choice choice, struct forms *forms,
                const struct arguments_settings *settings, struct error *error);
void runner_finish(struct runner *runner); /* zeroed is fine */

/* Answers the queries, of one output kind. `observer` may be NULL. */
int runner_solve(struct runner *runner, struct query **queries, size_t count,
                 struct phase_observer *observer, struct error *error);

/* One vertex to all, for whoever watches; the costs go nowhere. */
int runner_solve_tree(struct runner *runner, uint32_t source,
                      struct phase_observer *observer, struct error *error);

#endif
