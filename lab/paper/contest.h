/* contest: times solvers, or one with several settings, on one map.
 *
 * bench.h with a study's inputs: all contestants solve the same sources, in
 * turns; every answer is compared with dijkstra's, and a wrong one ends the
 * contest. A time is one vertex to all, with the costs in the host's memory.
 * One thread. */
#ifndef RELAXD_LAB_PAPER_CONTEST_H
#define RELAXD_LAB_PAPER_CONTEST_H

#include "gpu/relaxation/switching.h"
#include "lab/bench.h"
#include "lab/paper/paper.h"

/* After a failure, of whatever kind, all functions do nothing; contest_finish()
 * returns it. So only results have to be asked for, by the functions that
 * return whether there are any. */
struct contest {
    struct report *report; /* missing measurements go there */
    const struct study *study;
    struct bench bench;
    uint32_t *sources; /* of contest_draw() */
    uint32_t source_count;
    struct error *error;
    int r; /* the first failure: negative, or SOLVER_REFUSES; or 0 */
};

/* The map must outlive it. */
void contest_init(struct contest *contest, struct report *report,
                  const struct map *map, struct error *error);
int contest_finish(struct contest *contest);

/* Adds a contestant with the study's settings and then `more`, such as
 * "k=4,affinity=2", or NULL; CUDA solvers run on the study's device. A solver
 * that does not support the map is a failure. */
void contest_add(struct contest *contest, const char *solver, const char *more);

/* The same, but reports a solver that refuses the map as missing, under `name`,
 * and returns CONTEST_NONE, else the contestant's index. */
#define CONTEST_NONE SIZE_MAX
size_t contest_try(struct contest *contest, const char *name,
                   const char *solver, const char *more);

/* Draws vertices of the map from the study's seed, for contest_count() and, if
 * `timed`, for contest_run(). */
void contest_draw(struct contest *contest, uint32_t count, bool timed);

/* Runs all from that many vertices; a wrong answer is a failure. */
bool contest_run(struct contest *contest, uint32_t sources);

/* Results, after contest_run(). */
double contest_mean_ms(const struct contest *contest, size_t index);
double contest_median_ms(const struct contest *contest, size_t index);
double contest_phases(const struct contest *contest, size_t index);

/* The settings of a contestant, each option once with the value in force: "k=4
 * affinity=2"; "defaults" if there are none. */
const char *contest_settings(const struct contest *contest, size_t index);

struct tally {
    struct phase_observer base;
    uint64_t phases;
    uint64_t updated;       /* labels that decreased, all queries */
    uint64_t launches;      /* of kernels, all queries */
    uint64_t launches_most; /* maximum of a query */
    uint64_t host_words;
};

/* Solves one vertex to all from each drawn source, observed. The contestant
 * must have SOLVER_TRACES. False also if there is none of that index. */
bool contest_count(struct contest *contest, size_t index,
                   struct tally *ret_tally);

/* adaptive's thresholds for the contest's map, tuned as in the paper: those
 * given by --set, else those that 'relaxctl tune' stored for the map, else
 * measured now (gpu/tune/tune.h, some hundred queries). The study has a CUDA
 * device. A note gives the values and their origin; `name` is the map's name
 * there. Zeros after a failure. */
struct adaptive_thresholds contest_thresholds(struct contest *contest,
                                              const char *name);

/* As settings for contest_add(). */
const char *thresholds_settings(struct adaptive_thresholds thresholds,
                                struct report *report);

/* How many vertices each phase of some queries updates.
 *
 * harish counts them if the study has a CUDA device. Otherwise synchronous
 * relaxation on the CPU does, in rounds: every vertex whose cost fell in the
 * previous round relaxes its arcs, using only costs from the end of that round.
 * That is Harish and Narayanan's method (Suzuki et al., Algorithms 1 to 3)
 * without its time. The number of costs that fall in each round depends only on
 * map and source, so the numbers are the same on any GPU. The number of rounds
 * in which some cost falls is the greatest hop distance of any vertex from the
 * source, along its shortest path with the fewest hops: no method that carries
 * a cost over one arc per round needs fewer.
 *
 * 20 bytes a vertex on the CPU. One thread. */
struct updates {
    struct phase_observer base;
    uint32_t *source;  /* [count] */
    size_t *end;       /* [count] where the query's phases end in `updated` */
    uint32_t *updated; /* [phases] by query; its last phase updates none */
    size_t phases;
    size_t capacity;
    bool no_memory;       /* phases are missing */
    struct phase_counts { /* of a query */
        uint32_t least;
        uint32_t most;
        double mean;
    } counts;
};

/* Draws `count` sources. Call updates_finish() after any result. */
int updates_count(struct updates *updates, struct report *report,
                  const struct map *map, uint32_t count, struct error *error);
void updates_finish(struct updates *updates);

#endif
