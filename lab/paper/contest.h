/* contest: times solvers, or one with several settings, on one map.
 *
 * bench.h with a study's inputs: all contestants solve the same sources, in
 * turns; every answer is compared with dijkstra's, and a wrong one ends the
 * contest. A time is one vertex to all, with the costs in the host's memory.
 * One thread. */
#ifndef RELAXD_LAB_PAPER_CONTEST_H
#define RELAXD_LAB_PAPER_CONTEST_H

#include "clients/relaxctl/runner.h"
#include "gpu/relaxation/switching.h"
#include "lab/bench.h"
#include "lab/paper/paper.h"

struct tally {
    struct phase_observer base;
    uint64_t phases;
    uint64_t updated;       /* labels that decreased, all queries */
    uint64_t launches;      /* of kernels, all queries */
    uint64_t launches_most; /* maximum of a query */
    uint64_t host_words;
};

/* Solves one vertex to all from each source, observed. The runner's solver must
 * have SOLVER_TRACES. */
int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error);

enum { CONTEST_MAX = 64 };

struct contest {
    const struct study *study;
    struct forms forms;
    struct bench bench;
    struct bench_contestant contestant[CONTEST_MAX]; /* [bench.contestant_count]
                                                        in the order of
                                                        addition */
};

/* The map must outlive it. Call contest_finish() after any result. */
int contest_init(struct contest *contest, const struct study *study,
                 const struct map *map, struct error *error);
void contest_finish(struct contest *contest);

/* Adds a contestant with the study's settings and then `extra` (may be NULL);
 * CUDA solvers run on the study's device. SOLVER_REFUSES with words: the solver
 * does not support this map and was not added. */
int contest_add(struct contest *contest, const char *solver,
                const struct arguments_settings *extra, struct error *error);

/* Runs all, from the vertices in bench.sources if set; -EINVAL if an answer is
 * wrong. */
int contest_run(struct contest *contest, uint32_t sources, struct error *error);

/* Results, after contest_run(). */
double contest_mean_ms(const struct contest *contest, size_t index);
double contest_median_ms(const struct contest *contest, size_t index);
double contest_phases(const struct contest *contest, size_t index);

/* Appends one setting, if there is room; the texts are borrowed. */
void contest_set(struct arguments_settings *settings, const char *name,
                 const char *value);

enum { ENTRANT_OPTIONS_MAX = 2 };

#define ENTRANT_NONE SIZE_MAX

struct entrant {
    const char *name;                             /* in tables and charts */
    const char *solver;                           /* its name in the catalog */
    const char *switched_on[ENTRANT_OPTIONS_MAX]; /* options with their
                                                     solver, set to 1; or
                                                     NULL */
};

/* Whether this build has the solver with these options, and a device for it. If
 * not, the report says so, once for all CUDA solvers if CUDA is missing: `told`
 * remembers. */
bool entrant_is_there(const struct entrant *entrant, const struct study *study,
                      struct report *report, bool *told);

/* Adds it with `more` (may be NULL) as well. ENTRANT_NONE if it refuses the
 * map; the report then lists it as missing. */
int entrant_add(const struct entrant *entrant, struct contest *contest,
                const struct arguments_settings *more, const char *map_name,
                struct report *report, size_t *ret_index, struct error *error);

/* adaptive's thresholds for a map, tuned as in the paper.
 *
 * --set overrides; otherwise the values that 'relaxctl tune' stored for the
 * map; otherwise they are measured now (gpu/tune/tune.h, some hundred
 * queries). */

/* The study has a CUDA device. A line of the report gives the values and their
 * origin; `name` is the map's name there. */
int thresholds_find(const struct study *study, const struct map *map,
                    const char *name, struct report *report,
                    struct adaptive_thresholds *ret_thresholds,
                    struct error *error);

/* As settings of adaptive; the report owns the texts. */
void thresholds_set(struct adaptive_thresholds thresholds,
                    struct report *report, struct arguments_settings *settings);

#endif
