/* tuning: what the engine's solvers are set to, beyond their defaults. */
#ifndef RELAXD_ENGINE_TUNING_H
#define RELAXD_ENGINE_TUNING_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/engine/device_queue.h"

/* What the engine was told. */
struct tuning_settings {
    struct solver_setting *list; /* [count], names are copies */
    size_t count;
};

struct tuning {
    pthread_rwlock_t lock;           /* guards `settings`, held to read while a
                                        solver is made */
    struct tuning_settings settings; /* what workers were told last */
    atomic_uint generation;          /* counts up whenever it changed, after */
    char *state_directory; /* has what was tuned for a map and a device
                              (tuned.h), which settings override; NULL: none */
};

/* Copies and checks. -EINVAL: a value outside the range of a solver that has
 * such an option; names that no solver has are skipped. */
int tuning_init(struct tuning *tuning, const struct engine_settings *settings,
                const struct catalog *catalog, struct error *error);
void tuning_finish(struct tuning *tuning); /* fine on zero bytes */

/* The ranges of it that may change while workers run: copied and checked aside,
 * then taken over, or dropped. Any thread, one at a time. */
int tuning_settings_read(const struct solver_setting *settings, size_t count,
                         const struct catalog *catalog,
                         struct tuning_settings *ret_settings,
                         struct error *error);
void tuning_settings_finish(struct tuning_settings *settings);
void tuning_apply(struct tuning *tuning, struct tuning_settings settings);

/* Whoever keeps solvers makes them anew when this is another number. */
unsigned tuning_generation(const struct tuning *tuning);

/* Makes the solver's workspace with what it should be set to; `settings`, a
 * job's, win over all. A tuned file that cannot be used leaves it at its
 * defaults: right answers, perhaps later; that it cannot, tuning_learn() says.
 */
int tuning_create_solver(struct tuning *tuning, const struct solver_ops *ops,
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
