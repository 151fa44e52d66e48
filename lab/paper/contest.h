/* contest: solvers, or one with several settings, timed on one map.
 *
 * bench.h with what a study brings along: all are asked the same sources, in
 * turns, every answer is compared with dijkstra's, and a wrong one ends it. A
 * time is one vertex to all, the costs delivered into the host's memory. One
 * thread. */
#ifndef RELAXD_LAB_PAPER_CONTEST_H
#define RELAXD_LAB_PAPER_CONTEST_H

#include "lab/bench.h"
#include "lab/paper/paper.h"

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

#endif
