/* load: jobs that keep an engine busy: each is submitted again as it ends.
 *
 * Each job has its own random queries, the same in every run. The rate is
 * measured from the first job that ended to the last, so jobs in progress at
 * either end do not count. One thread, the caller's; answers arrive on the
 * engine's. */
#ifndef RELAXD_TESTS_BENCH_LOAD_H
#define RELAXD_TESTS_BENCH_LOAD_H

#include <pthread.h>

#include "core/engine/engine.h"

enum load_kind { LOAD_TABLES, LOAD_PAIRS, LOAD_TREES };

struct load_shape {
    enum load_kind kind;
    uint32_t queries; /* of each job: rows, pairs or trees */
    uint32_t targets; /* of each query of a table */
    size_t jobs;      /* outstanding at any time */
};

struct load_rate {
    double jobs_per_s; /* 0 where fewer than two ended */
    size_t jobs;       /* that ended */
    size_t amiss;      /* of all: failed, or answered by another solver than the
                          given one; `reason` says why for one of them */
    struct error reason;
};

struct load;

/* Takes a tree; adds up some of its labels. */
struct sum_sink {
    struct sink base;
    uint64_t sum;
};

struct load_job {
    struct job job;
    struct load *load;
    struct query *query;    /* [queries] */
    struct query **queries; /* [queries] */
    struct seed *seed;      /* [queries] */
    struct target_vertex *vertex;
    struct target *target; /* of tables [targets], of pairs [queries] */
    struct sum_sink *sink; /* [queries] */
    uint32_t *cost;        /* [queries * targets] */
    bool ended_once;
};

struct load {
    struct engine *engine;
    struct load_shape shape;
    struct load_job *jobs; /* [shape.jobs] */

    pthread_mutex_t lock; /* guards all fields below, and the jobs'
                             ended_once */
    pthread_cond_t news;  /* no job is alive */
    size_t alive;         /* jobs that wait or run */
    size_t cold;          /* jobs that have not ended once */
    uint64_t warm_from_us;
    uint64_t measured_us;
    uint64_t first_us; /* 0: nothing measured yet */
    uint64_t last_us;
    size_t ended; /* after the first */
    size_t amiss;
    struct error reason;
};

/* The write function of a sum_sink. */
int load_add_labels(struct sink *sink, const struct label_block *block);

/* For a solver by name. The caller keeps `entry` pinned until destroyed. */
int load_create(struct engine *engine, struct map_entry *entry,
                const struct solver_ops *solver, const struct load_shape *shape,
                struct load **ret_load, struct error *error);
void load_destroy(struct load *load); /* NULL is fine */

/* Warms up for `warm_us` and until each job has ended once, then measures for
 * `measured_us`; returns when all jobs have ended. */
void load_run(struct load *load, uint64_t warm_us, uint64_t measured_us,
              struct load_rate *ret_rate);

/* Call after load_run(): solves one random query of each job with dijkstra and
 * counts wrong answers. Compares one label in 1,024 of a tree. -EIO where
 * dijkstra fails. */
int load_check(struct load *load, const struct solver_ops *dijkstra,
               size_t *ret_wrong, struct error *error);

#endif
