/* customize: threads work up the schedule's tasks, all or only dirty
 * supernodes.
 *
 * A metric that is not changeable has no array of Schur complements. A thread
 * then writes those of a task to its scratch, which stays in its cache, and
 * only those that another task needs to a block of their own. */
#include "core/solver/cch/customize.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"

/* With less work than this per thread, some 0.2 ms, one thread fewer is faster:
 * in the schedule's units, and in changed arcs, whose chains to a root overlap
 * the more the more arcs there are. */
enum { THREAD_WORK = 2000000, THREAD_CHANGES = 16 };

/* If the chains from the changed arcs to the roots hold this percentage of all
 * work, a change costs as much as a full customization: 42 on New York, 60 on a
 * generated map, 13,000 and 35,000 arcs drawn at random. FEW_CHANGES, and one
 * arc in FEW_SHARE, always cost less; a quarter of all arcs costs more. Looking
 * up the chains would take a tenth of the few's time, half of all arcs'. */
enum {
    PAYING_PERCENT = 45,
    FEW_CHANGES = 16,
    FEW_SHARE = 512,
    MANY_SHARE = 4,
};

/* ---- A set of supernodes, a bit each ---- */

/* Threads may add, take and test different supernodes at once. Bits do not
 * order other memory: a thread that takes a supernode needs other
 * synchronization with the thread that added it. */

/* An empty set; free() it. NULL when memory is short. */
static _Atomic uint64_t *set_make(uint32_t count)
{
    return array_zero(((size_t)count + 63) / 64, sizeof(_Atomic uint64_t));
}

static void set_add(_Atomic uint64_t *set, uint32_t supernode)
{
    atomic_fetch_or_explicit(&set[supernode / 64],
                             (uint64_t)1 << supernode % 64,
                             memory_order_relaxed);
}

/* Adds it; returns whether it was not in the set. */
static bool set_put(_Atomic uint64_t *set, uint32_t supernode)
{
    uint64_t bit = (uint64_t)1 << supernode % 64;

    if (atomic_load_explicit(&set[supernode / 64], memory_order_relaxed) & bit)
        return false;
    return !(atomic_fetch_or_explicit(&set[supernode / 64], bit,
                                      memory_order_relaxed) &
             bit);
}

/* Removes it; returns whether it was in the set. */
static bool set_take(_Atomic uint64_t *set, uint32_t supernode)
{
    uint64_t bit = (uint64_t)1 << supernode % 64;

    return atomic_fetch_and_explicit(&set[supernode / 64], ~bit,
                                     memory_order_relaxed) &
           bit;
}

/* The first in [first, end); `end` if there is none. */
static uint32_t set_next(const _Atomic uint64_t *set, uint32_t first,
                         uint32_t end)
{
    uint32_t next = first;

    while (next < end) {
        uint64_t word =
            atomic_load_explicit(&set[next / 64], memory_order_relaxed) >>
            next % 64;

        if (word) {
            next += (uint32_t)__builtin_ctzll(word);
            return next < end ? next : end;
        }
        next = next / 64 * 64 + 64;
    }
    return end;
}

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
    atomic_uint busy; /* busy threads; the others may help with a large front */
    uint32_t *later;  /* [task_count] links of the threads' lists of tasks with
                         panels still to close */
    uint32_t **passed; /* [supernode_count] Schur complements for other tasks,
                          owned until the parent has merged them; NULL: the
                          metric has all */
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

/* The place of a Schur complement that this thread may write, or merge. */
static uint32_t *schur_of(const struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    const uint64_t *first = customizing->hierarchy->first_schur;

    if (!customizing->passed)
        return customizing->metric->schur + first[supernode];
    if (customizing->passed[supernode])
        return customizing->passed[supernode];
    return worker->scratch + (first[supernode] - first[worker->task->first]);
}

/* Makes room for the Schur complements of a task without children. 0 or
 * -ENOMEM. */
static int reserve_scratch(struct worker *worker)
{
    const uint64_t *first = worker->customizing->hierarchy->first_schur;
    size_t words = first[worker->task->end] - first[worker->task->first];

    if (!worker->customizing->passed || words <= worker->scratch_words)
        return 0;
    free(worker->scratch);
    worker->scratch = array_alloc(words, sizeof(*worker->scratch));
    worker->scratch_words = worker->scratch ? words : 0;
    return worker->scratch ? 0 : -ENOMEM;
}

/* Makes a block for the Schur complement if another task merges it. 0 or
 * -ENOMEM. */
static int reserve_passed(const struct worker *worker, uint32_t supernode)
{
    const struct customizing *customizing = worker->customizing;
    const struct hierarchy *hierarchy = customizing->hierarchy;
    uint32_t parent = hierarchy->parent[supernode];
    size_t n = supernode_upward(hierarchy, supernode);

    if (!customizing->passed || parent == SUPERNODE_NONE ||
        parent < worker->task->end)
        return 0;
    customizing->passed[supernode] = array_alloc(n * n, sizeof(uint32_t));
    return customizing->passed[supernode] ? 0 : -ENOMEM;
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

/* Stores the result of elimination; false if the panel did not change. */
static bool store(struct worker *worker, uint32_t supernode)
{
    struct customizing *customizing = worker->customizing;
    const struct hierarchy *hierarchy = customizing->hierarchy;
    struct cch_metric *metric = customizing->metric;
    const struct frontal *frontal = &worker->frontal;
    uint32_t *panel = metric->basic + hierarchy->first_panel[supernode];
    uint32_t *schur = schur_of(worker, supernode);
    uint32_t parent = hierarchy->parent[supernode];

    if (customizing->all || frontal_changes_schur(frontal, schur)) {
        frontal_store_schur(frontal, schur);
        if (!customizing->all && parent != SUPERNODE_NONE)
            set_add(metric->dirty, parent);
    }
    if (!customizing->all && !frontal_changes_panel(frontal, panel))
        return false;
    frontal_store_panel(frontal, panel);
    return true;
}

/* Threads that a front may be split over: this one, and those that have
 * finished. */
static unsigned free_threads(const struct worker *worker)
{
    const struct customizing *customizing = worker->customizing;
    unsigned idle = customizing->threads - atomic_load(&customizing->busy);

    return frontal_threads(&worker->frontal, 1 + idle);
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
        reserve_passed(worker, supernode))
        return -ENOMEM;
    fill(worker, supernode);
    frontal_eliminate(&worker->frontal, customizing->kernels,
                      free_threads(worker));
    *ret_changed = store(worker, supernode);
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

/* Closes the panels of a list of tasks, from `task` on. */
static int close_later(struct worker *worker, uint32_t task)
{
    const struct customizing *customizing = worker->customizing;

    for (; task != TASK_NONE; task = customizing->later[task]) {
        uint32_t s = customizing->cch->schedule.task[task].first;

        if (frontal_start(&worker->frontal, customizing->hierarchy, s))
            return -ENOMEM;
        frontal_load_panel(&worker->frontal,
                           customizing->metric->basic +
                               customizing->hierarchy->first_panel[s]);
        close_panel(worker, s);
    }
    return 0;
}

static int make_leaf(struct worker *worker, const struct task *task)
{
    worker->task = task;
    return reserve_scratch(worker) || make_range(worker, task->first, task->end)
               ? -ENOMEM
               : 0;
}

/* Parents wait only for Schur complements, so panels of the chain above a leaf
 * are closed after it: appends the task to that list. */
static int climb(struct worker *worker, uint32_t task, uint32_t *later)
{
    struct customizing *customizing = worker->customizing;
    bool changed;
    int r;

    worker->task = &customizing->cch->schedule.task[task];
    r = eliminate(worker, worker->task->first, &changed);
    if (!r && changed) {
        customizing->later[task] = *later;
        *later = task;
    }
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
        uint32_t later = TASK_NONE;

        r = make_leaf(&worker, &schedule->task[task]);
        while (!r && (task = schedule_parent(schedule, customizing->progress,
                                             task)) != TASK_NONE)
            r = climb(&worker, task, &later);
        if (!r)
            r = close_later(&worker, later);
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
    customizing->later =
        array_alloc(schedule->task_count, sizeof(*customizing->later));
    if (customizing->progress && customizing->later)
        r = parallel_run(customizing->threads, customizing->threads, work,
                         customizing, error);
    else
        r = error_no_memory(error);
    free(customizing->progress);
    free(customizing->later);
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
    atomic_init(&customizing->busy, customizing->threads);
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

int cch_customize(struct cch_metric *metric, struct error *error)
{
    struct customizing customizing = customizing_of(metric, true);
    uint32_t count = customizing.hierarchy->supernode_count;
    int r;

    if (!metric->schur) {
        customizing.passed = array_zero(count, sizeof(*customizing.passed));
        if (!customizing.passed)
            return error_no_memory(error);
    }
    r = run(&customizing, customizing.cch->schedule.work / THREAD_WORK, error);
    for (uint32_t s = 0; r && customizing.passed && s < count; s++)
        free(customizing.passed[s]);
    free(customizing.passed);
    return r;
}

/* ---- Changed weights ---- */

/* Arcs that a thread looks up at a time. */
enum { LOOKUP = 8192 };

struct lookup {
    const struct weight_changes *changes;
    const struct hierarchy *hierarchy;
    _Atomic uint64_t *set;
    uint64_t limit; /* of work */
    _Atomic uint64_t work;
};

static size_t lookup_parts(const struct weight_changes *changes)
{
    return size_divide_up(changes->count, LOOKUP);
}

/* The supernode whose panel has the weight of an arc; SUPERNODE_NONE: none. */
static uint32_t changed_supernode(const struct lookup *lookup, size_t change)
{
    uint64_t entry = lookup->hierarchy->arc_slot[lookup->changes->arc[change]];

    return entry == SLOT_NONE ? SUPERNODE_NONE
                              : slot_supernode(lookup->hierarchy, entry);
}

/* Marks the supernodes as dirty. */
static int mark_part(void *context, size_t part, struct error *error)
{
    const struct lookup *lookup = context;
    size_t end = size_min((part + 1) * LOOKUP, lookup->changes->count);

    (void)error;
    for (size_t i = part * LOOKUP; i < end; i++) {
        uint32_t supernode = changed_supernode(lookup, i);

        if (supernode != SUPERNODE_NONE)
            set_add(lookup->set, supernode);
    }
    return 0;
}

int cch_recustomize(struct cch_metric *metric,
                    const struct weight_changes *changes, struct error *error)
{
    struct customizing customizing = customizing_of(metric, false);
    struct lookup lookup = {.changes = changes,
                            .hierarchy = customizing.hierarchy,
                            .set = metric->dirty};

    parallel_run(parallel_thread_count(), lookup_parts(changes), mark_part,
                 &lookup, NULL);
    return run(&customizing, changes->count / THREAD_CHANGES, error);
}

/* Work of the supernode and its ancestors that nobody has reached yet. */
static uint64_t chain_work(const struct lookup *lookup, uint32_t supernode)
{
    const struct hierarchy *hierarchy = lookup->hierarchy;
    uint64_t work = 0;

    while (supernode != SUPERNODE_NONE && set_put(lookup->set, supernode)) {
        work += schedule_work_of(hierarchy, supernode);
        supernode = hierarchy->parent[supernode];
    }
    return work;
}

static int work_part(void *context, size_t part, struct error *error)
{
    struct lookup *lookup = context;
    size_t end = size_min((part + 1) * LOOKUP, lookup->changes->count);

    (void)error;
    for (size_t i = part * LOOKUP;
         i < end && atomic_load(&lookup->work) <= lookup->limit; i++) {
        uint64_t work = chain_work(lookup, changed_supernode(lookup, i));

        if (work)
            atomic_fetch_add(&lookup->work, work);
    }
    return 0;
}

bool cch_recustomize_pays(const struct metric *metric,
                          const struct weight_changes *changes)
{
    const struct cch *cch = (const struct cch *)metric->prepared;
    const struct hierarchy *hierarchy = &cch->base.map->hierarchy;
    uint32_t arcs = cch->base.map->topology.arc_count;
    struct lookup lookup = {
        .changes = changes,
        .hierarchy = hierarchy,
        .limit = cch->schedule.work / 100 * PAYING_PERCENT,
    };

    if (!((const struct cch_metric *)metric)->schur)
        return false;
    if (changes->count <= FEW_CHANGES || changes->count <= arcs / FEW_SHARE)
        return true;
    if (changes->count > arcs / MANY_SHARE)
        return false;
    lookup.set = set_make(hierarchy->supernode_count);
    if (!lookup.set)
        return false;
    parallel_run(parallel_thread_count(), lookup_parts(changes), work_part,
                 &lookup, NULL);
    free(lookup.set);
    return lookup.work <= lookup.limit;
}
