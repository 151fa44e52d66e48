/* tuner: queries on one map and device, measured for whoever looks for options.
 *
 * Internal to gpu/: tune.c, tune_delta.c, tune_locality.c. Everything goes
 * through the solvers' own interface, so what is measured is what queries will
 * see. */
#ifndef RELAXD_GPU_TUNE_TUNER_H
#define RELAXD_GPU_TUNE_TUNER_H

#include "core/solver/catalog.h"
#include "gpu/tune/tune.h"

/* Runs of each query; the first, which may still warm up, counts too. */
enum { TUNER_RUNS = 3 };

struct tuner {
    const struct map *map;
    struct catalog catalog;
    struct prepared *prepared;
    struct metric *metric;
    uint32_t *sources; /* [source_count] */
    uint32_t source_count;
    struct progress *progress; /* may be NULL */
    uint64_t runs_done;
    uint64_t runs_total; /* as far as is known */
};

/* For solvers of the form "cuda-csr"; `measurements` are expected.
 * 0 or a code with words; -EINVAL where there is nothing to run from. finish()
 * is fine after either. */
int tuner_init(struct tuner *tuner, const struct map *map,
               const struct device *device,
               const struct tune_settings *settings, unsigned measurements,
               struct progress *progress, struct error *error);
void tuner_finish(struct tuner *tuner);

/* The mean over all sources of a query to the whole map, with nothing to
 * deliver, each the median of TUNER_RUNS. `observers`: [source_count], one for
 * each source, or NULL. */
int tuner_measure(struct tuner *tuner, const char *solver,
                  const struct solver_setting *settings, size_t setting_count,
                  struct phase_observer *const *observers, double *ret_us,
                  struct error *error);

#endif
