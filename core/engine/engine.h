/* engine: runs jobs on workers, each of which owns a device. Start reading
 * core/engine/ here; registry.h says where maps live.
 *
 * Threads: one worker per CUDA device, owning its context and streams, and one
 * per core for the CPU's solvers. Each device has one bounded queue. A worker
 * takes the oldest job and, where the solver gains by it, all that waits and
 * fits into one batch (same map, solver, output), so batches size themselves:
 * what queues while one runs is the next. A job of many queries is taken in
 * ranges, shared by the CPU's workers, and short jobs come in between. Only the
 * workers touch a job between engine_submit() and done().
 *
 * A device that fails: the batch's queries are answered on the CPU, the device
 * is taken out of use and the reason kept for status. A solver that refuses a
 * map is no failure: who named it is told; where it only is the engine's
 * setting, the CPU answers with a note. */
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
    size_t batch_max;     /* queries in one batch */
    unsigned cpu_workers; /* threads; 0: one per core */
    const char *solver;   /* for jobs that name none; "auto": engine picks */
    const struct solver_setting *solver_settings; /* for every map; those a
                                                     solver lacks are not its */
    size_t solver_setting_count;
    const char *state_directory; /* looked into for what was tuned for a map and
                                    a device (tuned.h); NULL: nowhere */
};

enum { JOB_SETTINGS_MAX = 8 };

enum job_status {
    JOB_DONE,
    JOB_CANCELLED, /* every query was; by flag, or by sink */
    JOB_LATE,      /* the deadline passed, queued or solving */
    JOB_REFUSED,   /* the job's solver does not take this map; `error` says
                      why */
    JOB_FAILED,    /* `error` says why */
};

enum { JOB_STATUS_COUNT = JOB_FAILED + 1 };

struct job {
    /* The submitter's; unchanged until done(). */
    struct map_entry *map;           /* pinned by the submitter */
    const struct solver_ops *solver; /* NULL: the engine's */
    bool automatic;                  /* of the engine's, what suits the job, not
                                        what its setting says */
    const struct solver_setting *settings; /* [setting_count] for `solver`, over
                                              the engine's and what was tuned;
                                              checked, names the options' own */
    size_t setting_count;                  /* 0 without `solver` */
    struct query **queries;                /* of one output kind */
    size_t query_count;                    /* at least 1 */
    bool continues; /* more of what was admitted before: no full queue refuses
                       it, and a stopping engine only once its workers end */
    struct cancel *cancel;           /* all queries share it */
    struct phase_observer *observer; /* of its one query, which no other is
                                        solved with, by a solver that has
                                        SOLVER_REPORTS; or NULL. Called on the
                                        worker's thread */
    void (*done)(struct job *job);   /* on a worker thread, exactly once; the
                                        engine does not touch the job after */
    void *context;                   /* the submitter's own */

    /* The answer's figures, set before done(). */
    enum job_status status;
    struct error error;
    const struct solver_ops *solved_by;
    const struct device *device;
    uint64_t epoch;
    uint64_t queued_us;
    uint64_t solve_us;
    char note[160]; /* why another device or solver answered; else empty */

    /* The engine's own. */
    struct job *next;
    uint64_t submitted_us;
    size_t claimed; /* queries [0, claimed) a worker has taken */
    size_t ended;   /* and as many are through */
    bool plain;     /* solved by who leaves alternatives as they are: nobody
                       finds any */
};

/* Positive outcomes of engine_submit(). */
enum {
    ENGINE_QUEUE_FULL = 1, /* try again later: too many wait, or so much work
                              that half of the job's time were over before its
                              turn came */
    ENGINE_STOPPING,       /* never again */
    ENGINE_CANNOT,         /* the named solver cannot answer such queries */
};

enum { ENGINE_DEVICES_MAX = 32 }; /* of one engine */

/* `devices`: those in use, the CPU always among them; they, the catalog and the
 * registry outlive the engine; settings are copied. Starts the workers.
 * -EINVAL: no CPU, too many, an unknown solver, or a setting outside its range.
 */
int engine_create(const struct engine_settings *settings,
                  struct registry *registry, const struct catalog *catalog,
                  const struct device *const *devices, size_t device_count,
                  struct engine **ret_engine, struct error *error);

/* What may change while it runs: the solver of jobs that name none and the
 * solvers' settings; nothing else is read of `settings`. Checked and copied
 * first, which may fail as engine_create() does; then taken, which cannot, by
 * jobs that come from then on, or dropped (NULL is fine). Any thread, one at a
 * time. */
struct engine_change;
int engine_change_read(const struct engine *engine,
                       const struct engine_settings *settings,
                       struct engine_change **ret_change, struct error *error);
void engine_change_apply(struct engine *engine, struct engine_change *change);
void engine_change_drop(struct engine_change *change);

/* Takes no more jobs, answers what was admitted, ends the workers. */
void engine_stop(struct engine *engine);

/* Stops if need be, frees. NULL is fine. */
void engine_destroy(struct engine *engine);

/* Any thread, never blocks. 0: done() will be called. Otherwise the job was not
 * taken and done() is never called. */
int engine_submit(struct engine *engine, struct job *job, struct error *error);

/* Has the workers give back memory that nothing has needed for seconds: for
 * whoever calls it every few seconds. Any thread, never blocks. */
void engine_trim(struct engine *engine);

/* For how long a worker has been at a batch whose deadlines are all over, the
 * longest of them; 0 where none is. Workers look at deadlines between phases of
 * a solver, so one that is late by more than a device's longest phase, or the
 * preparing of a map for a new set of excluded classes, hangs. Any thread,
 * never blocks. */
uint64_t engine_overdue_us(const struct engine *engine);

/* How many seconds a client turned away by ENGINE_QUEUE_FULL should wait. */
unsigned engine_retry_after_s(struct engine *engine);

/* Of a device that cannot say. */
#define ENGINE_BYTES_UNKNOWN UINT64_MAX

struct engine_device_figures {
    const struct device *device;
    char failure[ERROR_TEXT_SIZE]; /* why it is out of use; empty: in use */
    uint64_t jobs;
    uint64_t batches;
    uint64_t queries;
    uint64_t busy_us;
    uint64_t free_bytes; /* of its memory, as its worker saw it between batches;
                            ENGINE_BYTES_UNKNOWN: it cannot say, or is out of
                            use */
    unsigned workers;
    size_t queued;                    /* jobs waiting now */
    size_t queued_max;                /* as many may wait */
    uint64_t turned_away;             /* jobs, by ENGINE_QUEUE_FULL */
    struct histogram_figures wait_us; /* in the queue, of each job taken from it
                                       */
};

/* Fills up to `capacity`, returns how many devices there are. Any thread. */
size_t engine_figures(struct engine *engine,
                      struct engine_device_figures *ret_figures,
                      size_t capacity);

/* What one solver did on one device. */
struct engine_solver_figures {
    const struct solver_ops *solver;
    const struct device *device;
    struct histogram_figures solve_us;      /* of each batch */
    struct histogram_figures batch_jobs;    /* that shared a batch */
    struct histogram_figures batch_queries; /* in a batch; their sum is all */
    uint64_t jobs[JOB_STATUS_COUNT];        /* that ended, by enum job_status */
};

/* Calls visit() with each solver that has had something to do on a device. Any
 * thread; the figures are valid during the call. */
void engine_each_solver(struct engine *engine,
                        void (*visit)(void *context,
                                      const struct engine_solver_figures *),
                        void *context);

/* Lets `auto` go by what `relaxctl tune` measured for this map on this device,
 * if it did. Where what it kept cannot be used, solvers run at their defaults,
 * `auto` goes by guesses, and a negative code comes with file, line or setting,
 * and what to do about it: for a warning when a map is served. Reads the file
 * and the whole topology. Any thread, once for each entry and device. */
int engine_learn(const struct engine *engine, struct map_entry *entry,
                 const struct device *device, struct error *error);

/* The catalog and registry that it was created with. */
const struct catalog *engine_catalog(const struct engine *engine);
struct registry *engine_registry(const struct engine *engine);

#endif
