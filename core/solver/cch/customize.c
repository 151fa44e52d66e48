/* customize: threads work up the schedule's tasks, all or only dirty
 * supernodes.
 *
 * A metric that is not changeable has no array of Schur complements. A thread
 * then writes those of a task to its scratch, which stays in its cache, and
 * only those that another task needs to a block of their own. If it is derived
 * from a metric that has them, only those that differ have a block. */
#include "core/solver/cch/customize.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/supernode_set.h"

/* With less work than this per thread, some 0.2 ms, one thread fewer is faster,
 * in the schedule's units. */
enum { THREAD_WORK = 2000000 };

/* ---- Customizing ---- */

/* One call. Threads share it; they write only the atomic members and their own
 * parts of arrays. */
struct customizing {
    struct cch_metric *metric;
    const struct cch *cch;
    const struct hierarchy *hierarchy;
    const struct frontal_kernels *kernels;
    bool all;              /* or only dirty supernodes */
    atomic_uint *progress; /* of the schedule */
    unsigned threads;
    unsigned cores;        /* that may work on a large front */
    atomic_uint busy;      /* threads */
    _Atomic uint32_t open; /* a stack of tasks whose panels wait to be closed;
                              each is pushed once */
    uint32_t *next;        /* [task_count] in that stack */
    uint32_t **passed; /* [supernode_count] Schur complements for other tasks,
                          owned until the parent has merged them; NULL: the
                          metric has all */
    const uint32_t *older; /* Schur complements of the metric that this one is
                              derived from: `passed` has those that differ;
                              NULL: it is not derived */
    bool schur_only;       /* the panels are there */
};

/* One thread's state. */
struct worker {
    struct customizing *customizing;
    struct frontal frontal;
    const struct task *task;
    uint32_t *scratch; /* Schur complements of the task, without those in
                          `passed` */
    size_t scratch_words;
};

static bool has_scratch(const struct customizing *customizing)
{
    return customizing->passed && !customizing->older;
}

/* The Schur complement of a child, or before. */
static const uint32_t *schur_of(const struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    const uint64_t *first = customizing->hierarchy->first_schur;

    if (!customizing->passed)
        return customizing->metric->schur + first[supernode];
    if (customizing->passed[supernode])
        return customizing->passed[supernode];
    if (customizing->older)
        return customizing->older + first[supernode];
    return worker->scratch + (first[supernode] - first[worker->task->first]);
}

/* Makes room for the Schur complements of a task without children. 0 or
 * -ENOMEM. */
static int reserve_scratch(struct worker *worker)
{
    const uint64_t *first = worker->customizing->hierarchy->first_schur;
    size_t words = first[worker->task->end] - first[worker->task->first];

    if (!has_scratch(worker->customizing) || words <= worker->scratch_words)
        return 0;
    free(worker->scratch);
    worker->scratch = array_alloc(words, sizeof(*worker->scratch));
    worker->scratch_words = worker->scratch ? words : 0;
    return worker->scratch ? 0 : -ENOMEM;
}

static int reserve_passed(const struct customizing *customizing,
                          uint32_t supernode)
{
    size_t n = supernode_upward(customizing->hierarchy, supernode);

    customizing->passed[supernode] = array_alloc(n * n, sizeof(uint32_t));
    return customizing->passed[supernode] ? 0 : -ENOMEM;
}

/* Makes a block for the Schur complement if another task merges it. 0 or
 * -ENOMEM. */
static int reserve_schur(const struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    uint32_t parent = customizing->hierarchy->parent[supernode];

    return !has_scratch(customizing) || parent == SUPERNODE_NONE ||
                   parent < worker->task->end
               ? 0
               : reserve_passed(customizing, supernode);
}

static void take_child(struct worker *worker, uint32_t child)
{
    const struct customizing *customizing = worker->customizing;

    frontal_take_child(&worker->frontal, customizing->hierarchy, child,
                       schur_of(worker, child));
    if (customizing->passed) {
        free(customizing->passed[child]);
        customizing->passed[child] = NULL;
    }
}

static void fill(struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    const struct cch *cch = customizing->cch;
    const struct hierarchy *hierarchy = customizing->hierarchy;
    const struct cch_metric *metric = customizing->metric;

    for (uint32_t i = cch->first_slot[supernode];
         i < cch->first_slot[supernode + 1]; i++)
        frontal_lower(&worker->frontal, cch->slot[i],
                      metric->weights.weight[hierarchy->arc_by_slot[i]]);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++)
        take_child(worker, hierarchy->child[i]);
}

/* Stores the Schur complement. 0 or -ENOMEM. */
static int store_schur(struct worker *worker, uint32_t supernode)
{
    struct customizing *customizing = worker->customizing;
    uint32_t parent = customizing->hierarchy->parent[supernode];

    if (!customizing->all &&
        !frontal_changes_schur(&worker->frontal, schur_of(worker, supernode)))
        return 0;
    if (customizing->older && reserve_passed(customizing, supernode))
        return -ENOMEM;
    frontal_store_schur(&worker->frontal,
                        (uint32_t *)schur_of(worker, supernode));
    if (!customizing->all && parent != SUPERNODE_NONE)
        set_add(customizing->metric->dirty, parent);
    return 0;
}

/* Stores the panel; false if it did not change. */
static bool store_panel(struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    uint32_t *panel = customizing->metric->basic +
                      customizing->hierarchy->first_panel[supernode];

    if (customizing->schur_only)
        return false;
    if (!customizing->all && !frontal_changes_panel(&worker->frontal, panel))
        return false;
    frontal_store_panel(&worker->frontal, panel);
    return true;
}

/* Threads that a front may be split over: this one, and those for the cores
 * that have nothing to do. */
static unsigned free_threads(const struct worker *worker)
{
    const struct customizing *customizing = worker->customizing;
    unsigned busy = atomic_load(&customizing->busy);

    return frontal_threads(&worker->frontal, busy < customizing->cores
                                                 ? customizing->cores - busy + 1
                                                 : 1);
}

static void close_panel(struct worker *worker, uint32_t supernode)
{
    struct customizing *customizing = worker->customizing;

    frontal_close(&worker->frontal, customizing->kernels, free_threads(worker));
    frontal_store_panel(&worker->frontal,
                        customizing->metric->closed +
                            customizing->hierarchy->first_panel[supernode]);
}

/* 0 or -ENOMEM; `ret_changed`: the closed panel must be recomputed. */
static int eliminate(struct worker *worker, uint32_t supernode,
                     bool *ret_changed)
{
    const struct customizing *customizing = worker->customizing;

    *ret_changed = false;
    if (!customizing->all && !set_take(customizing->metric->dirty, supernode))
        return 0;
    if (frontal_start(&worker->frontal, customizing->hierarchy, supernode) ||
        reserve_schur(worker, supernode))
        return -ENOMEM;
    fill(worker, supernode);
    frontal_eliminate(&worker->frontal, customizing->kernels,
                      free_threads(worker));
    if (store_schur(worker, supernode))
        return -ENOMEM;
    *ret_changed = store_panel(worker, supernode);
    return 0;
}

static int make(struct worker *worker, uint32_t supernode)
{
    bool changed;
    int r = eliminate(worker, supernode, &changed);

    if (!r && changed)
        close_panel(worker, supernode);
    return r;
}

/* The supernodes [first, end), or only the dirty ones among them. */
static int make_range(struct worker *worker, uint32_t first, uint32_t end)
{
    const struct customizing *customizing = worker->customizing;
    int r = 0;

    for (uint32_t s = first; s < end && !r; s++) {
        if (!customizing->all)
            s = set_next(customizing->metric->dirty, s, end);
        if (s < end)
            r = make(worker, s);
    }
    return r;
}

/* ---- Panels that wait ---- */

/* A parent needs only its children's Schur complements. So threads close the
 * panels above the leaves later, when they have no supernode to eliminate. */

static void push_open(struct customizing *customizing, uint32_t task)
{
    uint32_t top = atomic_load(&customizing->open);

    do
        customizing->next[task] = top;
    while (!atomic_compare_exchange_weak(&customizing->open, &top, task));
}

/* TASK_NONE: none waits. */
static uint32_t pop_open(struct customizing *customizing)
{
    uint32_t top = atomic_load(&customizing->open);

    while (top != TASK_NONE &&
           !atomic_compare_exchange_weak(&customizing->open, &top,
                                         customizing->next[top]))
        ;
    return top;
}

static int close_task(struct worker *worker, uint32_t task)
{
    const struct customizing *customizing = worker->customizing;
    uint32_t s = customizing->cch->schedule.task[task].first;

    if (frontal_start(&worker->frontal, customizing->hierarchy, s))
        return -ENOMEM;
    frontal_load_panel(&worker->frontal,
                       customizing->metric->basic +
                           customizing->hierarchy->first_panel[s]);
    close_panel(worker, s);
    return 0;
}

/* The last thread, which comes from the roots, leaves them to close_rest(). */
static int close_waiting(struct worker *worker)
{
    struct customizing *customizing = worker->customizing;
    uint32_t task;
    int r = 0;

    while (!r &&
           (customizing->threads < 2 || atomic_load(&customizing->busy) > 1) &&
           (task = pop_open(customizing)) != TASK_NONE)
        r = close_task(worker, task);
    return r;
}

static int close_part(void *context, size_t part, struct error *error)
{
    struct customizing *customizing = context;
    struct worker worker = {.customizing = customizing};
    int r = close_task(&worker, pop_open(customizing));

    (void)part;
    frontal_finish(&worker.frontal);
    return r ? error_no_memory(error) : 0;
}

static int close_rest(struct customizing *customizing, struct error *error)
{
    size_t count = 0;

    for (uint32_t task = atomic_load(&customizing->open); task != TASK_NONE;
         task = customizing->next[task])
        count++;
    atomic_store(&customizing->busy,
                 (unsigned)size_min(count, customizing->threads));
    return parallel_run(customizing->threads, count, close_part, customizing,
                        error);
}

/* ---- Threads ---- */

static int make_leaf(struct worker *worker, const struct task *task)
{
    worker->task = task;
    return reserve_scratch(worker) || make_range(worker, task->first, task->end)
               ? -ENOMEM
               : 0;
}

static int climb(struct worker *worker, uint32_t task)
{
    struct customizing *customizing = worker->customizing;
    bool changed;
    int r;

    worker->task = &customizing->cch->schedule.task[task];
    r = eliminate(worker, worker->task->first, &changed);
    if (!r && changed)
        push_open(customizing, task);
    return r;
}

static int work(void *context, size_t part, struct error *error)
{
    struct customizing *customizing = context;
    const struct schedule *schedule = &customizing->cch->schedule;
    struct worker worker = {.customizing = customizing};
    uint32_t task;
    int r = 0;

    while (!r && (task = schedule_leaf(schedule, customizing->progress)) !=
                     TASK_NONE) {
        r = make_leaf(&worker, &schedule->task[task]);
        while (!r && (task = schedule_parent(schedule, customizing->progress,
                                             task)) != TASK_NONE)
            r = climb(&worker, task);
        if (!r)
            r = close_waiting(&worker);
    }
    frontal_finish(&worker.frontal);
    free(worker.scratch);
    atomic_fetch_sub(&customizing->busy, 1);
    return r ? error_no_memory(error) : 0;
}

static int run_tasks(struct customizing *customizing, struct error *error)
{
    const struct schedule *schedule = &customizing->cch->schedule;
    int r;

    customizing->progress = schedule_start(schedule);
    customizing->next =
        array_alloc(schedule->task_count, sizeof(*customizing->next));
    if (customizing->progress && customizing->next)
        r = parallel_run(customizing->threads, customizing->threads, work,
                         customizing, error);
    else
        r = error_no_memory(error);
    if (!r)
        r = close_rest(customizing, error);
    free(customizing->progress);
    free(customizing->next);
    return r;
}

static int run_range(struct customizing *customizing, struct error *error)
{
    struct worker worker = {.customizing = customizing};
    int r = make_range(&worker, 0, customizing->hierarchy->supernode_count);

    frontal_finish(&worker.frontal);
    return r ? error_no_memory(error) : 0;
}

static struct customizing customizing_of(struct cch_metric *metric, bool all)
{
    const struct cch *cch = (const struct cch *)metric->base.prepared;

    return (struct customizing){
        .metric = metric,
        .cch = cch,
        .hierarchy = &cch->base.map->hierarchy,
        .kernels = frontal_kernels(),
        .all = all,
    };
}

static int run(struct customizing *customizing, uint64_t threads_worth,
               struct error *error)
{
    customizing->threads = cch_threads(customizing->cch, threads_worth);
    customizing->cores = cch_threads(customizing->cch, UINT64_MAX);
    atomic_init(&customizing->busy, customizing->threads);
    atomic_init(&customizing->open, TASK_NONE);
    return customizing->threads < 2 && !customizing->passed
               ? run_range(customizing, error)
               : run_tasks(customizing, error);
}

int cch_make_changeable(struct cch_metric *metric)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;

    if (!metric->schur)
        metric->schur = array_alloc_huge(
            count ? hierarchy->first_schur[count] : 0, sizeof(*metric->schur));
    if (!metric->dirty)
        metric->dirty = set_make(count);
    return metric->schur && metric->dirty ? 0 : -ENOMEM;
}

/* Passes on Schur complements that the metric does not keep. */
static int run_passing(struct customizing *customizing, uint64_t threads_worth,
                       struct error *error)
{
    uint32_t count = customizing->hierarchy->supernode_count;
    int r;

    customizing->passed = array_zero(count, sizeof(*customizing->passed));
    if (!customizing->passed)
        return error_no_memory(error);
    r = run(customizing, threads_worth, error);
    for (uint32_t s = 0; r && s < count; s++)
        free(customizing->passed[s]);
    free(customizing->passed);
    return r;
}

int cch_customize(struct cch_metric *metric, struct error *error)
{
    struct customizing customizing = customizing_of(metric, true);
    uint64_t threads = customizing.cch->schedule.work / THREAD_WORK;

    return metric->schur ? run(&customizing, threads, error)
                         : run_passing(&customizing, threads, error);
}

int cch_customize_dirty(struct cch_metric *metric, uint64_t threads,
                        struct error *error)
{
    struct customizing customizing = customizing_of(metric, false);

    return run(&customizing, threads, error);
}

int cch_derive_dirty(struct cch_metric *metric, const uint32_t *older,
                     uint64_t threads, struct error *error)
{
    struct customizing customizing = customizing_of(metric, false);

    customizing.older = older;
    return run_passing(&customizing, threads, error);
}

/* Others solve on the metric. */
static int make_schur(struct cch_metric *metric, struct error *error)
{
    struct cch_metric draft = *metric;
    struct customizing customizing = customizing_of(&draft, true);
    int r = cch_make_changeable(&draft);

    customizing.schur_only = true;
    if (r)
        r = error_no_memory(error);
    else
        r = run(&customizing, customizing.cch->schedule.work / THREAD_WORK,
                error);
    if (r) {
        array_recycle(draft.schur);
        free(draft.dirty);
        return r;
    }
    metric->dirty = draft.dirty;
    atomic_store(&metric->schur, draft.schur);
    return 0;
}

int cch_make_schur(struct cch_metric *metric, struct error *error)
{
    struct cch *cch = (struct cch *)metric->base.prepared;
    int r;

    pthread_mutex_lock(&cch->making);
    r = metric->schur ? 0 : make_schur(metric, error);
    pthread_mutex_unlock(&cch->making);
    return r;
}
