/* contest: solvers, or one with several settings, timed on one map.
 *
 * bench.h with what a study brings along: all are asked the same sources, in
 * turns, every answer is compared with dijkstra's, and a wrong one ends it. A
 * time is one vertex to all, the costs delivered into the host's memory. One
 * thread. */
#ifndef RELAXD_LAB_PAPER_CONTEST_H
#define RELAXD_LAB_PAPER_CONTEST_H

#include "clients/relaxctl/runner.h"
#include "gpu/relaxation/switching.h"
#include "lab/bench.h"
#include "lab/paper/paper.h"

struct tally {
    struct phase_observer base;
    uint64_t phases;
    uint64_t updated;       /* labels that fell, all queries */
    uint64_t launches;      /* of kernels, all queries */
    uint64_t launches_most; /* of a query */
    uint64_t host_words;
};

/* One vertex to all, from each of them, watched. The runner's solver has
 * SOLVER_TRACES. */
int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error);

enum { CONTEST_MAX = 64 };

struct contest {
    const struct study *study;
    struct forms forms;
    struct bench bench;
    struct bench_contestant contestant[CONTEST_MAX]; /* [bench.contestant_count]
                                                        in the order of adding
                                                      */
};

/* The map outlives it. Whatever it answers, contest_finish() is due. */
int contest_init(struct contest *contest, const struct study *study,
                 const struct map *map, struct error *error);
void contest_finish(struct contest *contest);

/* One more, with the study's settings and then `extra` (may be NULL) in force;
 * CUDA solvers run on the study's device. SOLVER_REFUSES with words: it is not
 * for this map, and not added. */
int contest_add(struct contest *contest, const char *solver,
                const struct arguments_settings *extra, struct error *error);

/* Asks all, from vertices that bench.sources names where it is set; -EINVAL
 * where an answer is wrong. */
int contest_run(struct contest *contest, uint32_t sources, struct error *error);

/* Of a contest that was run. */
double contest_mean_ms(const struct contest *contest, size_t index);
double contest_median_ms(const struct contest *contest, size_t index);
double contest_phases(const struct contest *contest, size_t index);

/* Appends one setting, while there is room; the texts are borrowed. */
void contest_set(struct arguments_settings *settings, const char *name,
                 const char *value);

enum { ENTRANT_OPTIONS_MAX = 2 };

#define ENTRANT_NONE SIZE_MAX

struct entrant {
    const char *name;                             /* in tables and charts */
    const char *solver;                           /* as the catalog calls it */
    const char *switched_on[ENTRANT_OPTIONS_MAX]; /* options with their solver,
                                                     set to 1; or NULL */
};

/* Whether the solver is in this build with these options, and has a device.
 * Where not the report says so, once for all CUDA solvers where there is no
 * CUDA: `told` remembers. */
bool entrant_is_there(const struct entrant *entrant, const struct study *study,
                      struct report *report, bool *told);

/* Adds it with `more` (may be NULL) set too; ENTRANT_NONE where it
 * refuses the map, which the report has as missing. */
int entrant_add(const struct entrant *entrant, struct contest *contest,
                const struct arguments_settings *more, const char *map_name,
                struct report *report, size_t *ret_index, struct error *error);

/* Adaptive's, for a map, as the paper set them: tuned.
 *
 * What --set says stands; else what 'relaxctl tune' kept for the map; else they
 * are found now (gpu/tune/tune.h, some hundred queries). */

/* The study has a CUDA device. A line of the report says what they are and
 * where from; `name` is what it calls the map. */
int thresholds_find(const struct study *study, const struct map *map,
                    const char *name, struct report *report,
                    struct adaptive_thresholds *ret_thresholds,
                    struct error *error);

/* As settings of adaptive; the texts are the report's. */
void thresholds_set(struct adaptive_thresholds thresholds,
                    struct report *report, struct arguments_settings *settings);

#endif
