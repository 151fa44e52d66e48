/* tuning: the settings of the engine's solvers, beyond their defaults. */
#ifndef RELAXD_ENGINE_TUNING_H
#define RELAXD_ENGINE_TUNING_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/engine/device_queue.h"

struct tuning_settings;

struct tuning {
    pthread_rwlock_t lock;            /* guards `settings`; readers hold it
                                         while they make a solver */
    struct tuning_settings *settings; /* the engine's own, the latest ones */
    atomic_uint generation;           /* incremented after each change */
    char *state_directory; /* with the settings tuned for a map and a device
                              (tuned.h), which `settings` override; NULL:
                              none */
};

/* Copies and checks. -EINVAL: a value outside the range of a solver that has
 * such an option; skips names that no solver has. */
int tuning_init(struct tuning *tuning, const struct engine_settings *settings,
                const struct catalog *catalog, struct error *error);
void tuning_finish(struct tuning *tuning); /* fine on zero bytes */

/* Change the settings while workers run: read() copies and checks; then either
 * apply() takes them over or destroy() frees them (NULL is fine). Any thread,
 * one at a time. */
int tuning_settings_read(const struct solver_setting *settings, size_t count,
                         const struct catalog *catalog,
                         struct tuning_settings **ret_settings,
                         struct error *error);
void tuning_settings_destroy(struct tuning_settings *settings);
void tuning_apply(struct tuning *tuning, struct tuning_settings *settings);

/* A thread that keeps solvers remakes them when this number changes. */
unsigned tuning_generation(const struct tuning *tuning);

/* Makes the solver's workspace with its settings; `settings`, a job's, override
 * all others. An unusable tuned file leaves the defaults: right answers,
 * perhaps slower. tuning_learn() reports the file. */
int tuning_create_solver(struct tuning *tuning, const struct solver_ops *ops,
                         struct prepared *prepared,
                         const struct job_settings *settings,
                         struct solver **ret_solver, struct error *error);

/* Passes the measured speeds of the catalog's solvers on this device, if any,
 * to the entry, and checks all other tuned settings for its map. 0, or a
 * negative code with file, line or setting, and how to mend it. */
int tuning_learn(const struct tuning *tuning, const struct catalog *catalog,
                 struct map_entry *entry, const struct device *device,
                 struct error *error);

#endif
