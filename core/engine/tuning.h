/* tuning: what the engine's solvers are set to, beyond their defaults. */
#ifndef RELAXD_ENGINE_TUNING_H
#define RELAXD_ENGINE_TUNING_H

#include "core/engine/job_settings.h"

/* Unchanged once the workers run. */
struct tuning {
    struct solver_setting *settings; /* [setting_count], names are copies */
    size_t setting_count;
    char *state_directory; /* has what was tuned for a map and a device
                              (tuned.h), which settings override; NULL: none */
};

/* Copies and checks. -EINVAL: a value outside the range of a solver that has
 * such an option; names that no solver has are skipped. */
int tuning_init(struct tuning *tuning, const struct engine_settings *settings,
                const struct catalog *catalog, struct error *error);
void tuning_finish(struct tuning *tuning); /* fine on zero bytes */

/* Makes the solver's workspace with what it should be set to; `settings`, a
 * job's, win over all. A tuned file that cannot be used leaves it at its
 * defaults: right answers, perhaps later; that it cannot, tuning_learn() says.
 */
int tuning_create_solver(const struct tuning *tuning,
                         const struct solver_ops *ops,
                         struct prepared *prepared,
                         const struct job_settings *settings,
                         struct solver **ret_solver, struct error *error);

/* Tells the entry how quick the catalog's solvers were on this device where
 * that was measured, and checks all else that was tuned for its map. 0, or a
 * negative code with file, line or setting, and what to do about it. */
int tuning_learn(const struct tuning *tuning, const struct catalog *catalog,
                 struct map_entry *entry, const struct device *device,
                 struct error *error);

#endif
