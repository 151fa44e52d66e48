/* engine: runs jobs on workers, each of which owns a device. Start reading
 * core/engine/ here; registry.h says where maps live.
 *
 * Threads: one worker per CUDA device, owning its context and streams, and one
 * per core for the CPU's solvers. Each device has one bounded queue. A worker
 * takes the oldest job and, if the solver gains by it, all waiting jobs that
 * fit into one batch (same map, solver, output), so batches size themselves:
 * jobs that queue during one batch form the next. The CPU's workers share a job
 * of many queries in ranges and run short jobs in between. Only the workers
 * touch a job between engine_submit() and done().
 *
 * If a device fails, the CPU answers the batch's queries; the engine takes the
 * device out of use and keeps the reason for status. A solver that refuses a
 * map is no failure: a job that named it ends as refused; if it is only the
 * engine's setting, the CPU answers with a note. */
#ifndef RELAXD_ENGINE_ENGINE_H
#define RELAXD_ENGINE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/histogram.h"
#include "core/engine/registry.h"
#include "core/solver/catalog.h"
#include "core/solver/solver.h"

struct engine;

struct engine_settings {
    size_t queue_length;  /* jobs that may wait, per device */
    size_t batch_max;     /* queries per batch */
    unsigned cpu_workers; /* threads; 0: one per core, and a spare one for
                             short jobs */
    const char *solver;   /* for jobs that name none; "auto": engine picks */
    const struct solver_setting *solver_settings; /* for every map; a solver
                                                     ignores options it lacks */
    size_t solver_setting_count;
    const char *state_directory; /* with the settings tuned for a map and a
                                    device (tuned.h); NULL: none */
};

enum { JOB_SETTINGS_MAX = 8 };

enum job_status {
    JOB_DONE,
    JOB_CANCELLED, /* all queries were, by flag or by sink */
    JOB_LATE,      /* the deadline passed, queued or solving */
    JOB_REFUSED,   /* the job's solver refuses this map; `error` says why */
    JOB_FAILED,    /* `error` says why */
};

enum { JOB_STATUS_COUNT = JOB_FAILED + 1 };

struct job {
    /* Set by the submitter; unchanged until done(). */
    struct map_entry *map;           /* pinned by the submitter */
    const struct solver_ops *solver; /* NULL: the engine's */
    bool automatic;                  /* without `solver`: choose by the job,
                                        ignore the engine's setting */
    const struct solver_setting *settings; /* [setting_count] for `solver`; they
                                              override the engine's and tuned
                                              ones. Checked; names are the
                                              options' own */
    size_t setting_count;                  /* 0 without `solver` */
    struct query **queries;                /* all of one output kind */
    size_t query_count;                    /* at least 1 */
    bool continues; /* continues an admitted answer: a full queue does not
                       refuse it, a stopping engine only once its workers end */
    struct cancel *cancel;           /* shared by all queries */
    struct phase_observer *observer; /* of the job's only query, solved alone by
                                        a solver with SOLVER_REPORTS; or NULL.
                                        Called on the worker's thread */
    void (*done)(struct job *job);   /* called on a worker thread, exactly once;
                                        the engine does not touch the job
                                        after */
    void *context;                   /* the submitter's own */

    /* Set by the engine before done(). */
    enum job_status status;
    struct error error;
    const struct solver_ops *solved_by;
    const struct device *device;
    uint64_t epoch;
    uint64_t queued_us;
    uint64_t solve_us;
    char note[160]; /* why another device or solver answered, or empty */

    /* The engine's own. */
    struct job *next;
    uint64_t submitted_us;
    size_t claimed;               /* workers have taken queries [0, claimed) */
    size_t ended;                 /* queries that have ended */
    const struct form_ops *later; /* what would have been used, had its metric
                                     been there (map_entry_want()); or NULL */
    bool plain; /* solved without alternatives: no ready solver finds
                   them */
};

/* Positive outcomes of engine_submit(). */
enum {
    ENGINE_QUEUE_FULL = 1, /* try again later: too many jobs wait, or waiting
                              would take half of the job's time */
    ENGINE_STOPPING,       /* never again */
    ENGINE_CANNOT,         /* the named solver cannot answer such queries */
};

enum { ENGINE_DEVICES_MAX = 32 }; /* of one engine */

/* `devices`: those in use, always with the CPU; they, the catalog and the
 * registry outlive the engine; settings are copied. Starts the workers.
 * -EINVAL: no CPU, too many devices, an unknown solver, or a setting outside
 * its range. */
int engine_create(const struct engine_settings *settings,
                  struct registry *registry, const struct catalog *catalog,
                  const struct device *const *devices, size_t device_count,
                  struct engine **ret_engine, struct error *error);

/* Changes settings at run time: the solver for jobs that name none and the
 * solvers' settings; all else in `settings` is ignored. read() checks and
 * copies and may fail as engine_create() does. apply(), which cannot fail, sets
 * them for jobs submitted from then on; drop() frees them (NULL is fine). Any
 * thread, one at a time. */
struct engine_change;
int engine_change_read(const struct engine *engine,
                       const struct engine_settings *settings,
                       struct engine_change **ret_change, struct error *error);
void engine_change_apply(struct engine *engine, struct engine_change *change);
void engine_change_drop(struct engine_change *change);

/* Refuses new jobs, answers the admitted ones, ends the workers. */
void engine_stop(struct engine *engine);

/* Stops if needed, frees. NULL is fine. */
void engine_destroy(struct engine *engine);

/* Any thread, never blocks. 0: done() will be called. Otherwise the job was not
 * taken and done() is never called. */
int engine_submit(struct engine *engine, struct job *job, struct error *error);

/* Makes the workers free memory that has been unused for seconds, and after 30
 * calls what a worker keeps for a solver and map that no query asked it for.
 * Call it every few seconds. Any thread, never blocks. */
void engine_trim(struct engine *engine);

/* The longest time that a worker has spent on a batch after all of its
 * deadlines passed; 0: none. Workers check deadlines between phases of a
 * solver. So a worker hangs if it is late by more than a device's longest
 * phase, or than preparing a map for a new set of excluded classes takes. Any
 * thread, never blocks; not during engine_stop(). */
uint64_t engine_overdue_us(const struct engine *engine);

/* How many seconds a client should wait after ENGINE_QUEUE_FULL. */
unsigned engine_retry_after_s(struct engine *engine);

/* For a device that cannot report it. */
#define ENGINE_BYTES_UNKNOWN UINT64_MAX

struct engine_device_figures {
    const struct device *device;
    char failure[ERROR_TEXT_SIZE]; /* why it is out of use; empty: in use */
    uint64_t jobs;
    uint64_t batches;
    uint64_t queries;
    uint64_t busy_us;
    uint64_t free_bytes; /* device memory, polled by its worker between batches;
                            ENGINE_BYTES_UNKNOWN: it cannot say, or is out of
                            use */
    unsigned workers;    /* the spare one among them */
    size_t queued;       /* jobs waiting now */
    size_t queued_max;   /* the limit of `queued` */
    uint64_t turned_away;             /* jobs refused with ENGINE_QUEUE_FULL */
    struct histogram_figures wait_us; /* time in the queue, of each job taken
                                         from it */
};

/* Fills up to `capacity`, returns how many devices there are. Any thread. */
size_t engine_figures(struct engine *engine,
                      struct engine_device_figures *ret_figures,
                      size_t capacity);

/* Figures of one solver on one device. */
struct engine_solver_figures {
    const struct solver_ops *solver;
    const struct device *device;
    struct histogram_figures solve_us;      /* of each batch */
    struct histogram_figures batch_jobs;    /* jobs that shared a batch */
    struct histogram_figures batch_queries; /* queries in a batch; their sum is
                                               all queries */
    uint64_t jobs[JOB_STATUS_COUNT];        /* that ended, by enum job_status */
};

/* Calls visit() for each solver that has run on a device. Any thread; the
 * figures are valid during the call. */
void engine_each_solver(struct engine *engine,
                        void (*visit)(void *context,
                                      const struct engine_solver_figures *),
                        void *context);

/* Makes `auto` use what `relaxctl tune` measured for this map on this device,
 * if it did. If the tuned file cannot be used, solvers keep their defaults,
 * `auto` uses guesses, and a negative code comes with file, line or setting,
 * and how to mend it: for a warning when a map is served. Reads the file and
 * the whole topology. Any thread, once for each entry and device. */
int engine_learn(const struct engine *engine, struct map_entry *entry,
                 const struct device *device, struct error *error);

/* The catalog and registry that it was created with. */
const struct catalog *engine_catalog(const struct engine *engine);
struct registry *engine_registry(const struct engine *engine);

#endif
