/* runner: one solver, ready for one map and device. */
#ifndef RELAXD_CLIENTS_RELAXCTL_RUNNER_H
#define RELAXD_CLIENTS_RELAXCTL_RUNNER_H

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/forms.h"
#include "clients/relaxctl/inventory.h"
#include "core/engine/tuned.h"

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
 * or the inventory override them. `settings` may name options of other solvers,
 * which are skipped; one that no solver of the inventory has is -EINVAL.
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
