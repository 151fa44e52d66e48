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
#include <string.h>

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
    unsigned cores;        /* that may work on a large front */
    atomic_uint busy;      /* threads */
    _Atomic uint32_t open; /* a stack of tasks whose panels wait to be closed;
                              each is pushed once */
    uint32_t *next;        /* [task_count] in that stack */
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

/* ---- Panels that wait ---- */

/* Parents wait only for Schur complements, so panels above leaves are closed
 * later, by whoever has time. */

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
enum { LOOKUP = 512 };

struct lookup {
    const struct weight_changes *changes;
    const struct hierarchy *hierarchy;
    _Atomic uint64_t *set;
    uint64_t limit; /* of work */
    _Atomic uint64_t work;
};

/* How many are worth starting. */
static unsigned changes_threads(const struct weight_changes *changes)
{
    size_t worth = changes->count / THREAD_CHANGES;

    return (unsigned)size_min(parallel_thread_count(), worth ? worth : 1);
}

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
    uint64_t work = 0;

    (void)error;
    if (atomic_load(&lookup->work) > lookup->limit)
        return 0;
    for (size_t i = part * LOOKUP; i < end; i++)
        work += chain_work(lookup, changed_supernode(lookup, i));
    atomic_fetch_add(&lookup->work, work);
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

/* ---- Catching up ---- */

/* Supernodes that a thread copies at a time: a multiple of 64. */
enum { COPIED = 1024 };

struct copying {
    const struct hierarchy *hierarchy;
    struct cch_metric *to;
    const struct cch_metric *from;
    const _Atomic uint64_t *set;
};

static void copy_supernode(const struct copying *copying, uint32_t supernode)
{
    const uint64_t *panel = copying->hierarchy->first_panel + supernode;
    const uint64_t *schur = copying->hierarchy->first_schur + supernode;
    const struct cch_metric *from = copying->from;
    struct cch_metric *to = copying->to;
    size_t words = panel[1] - panel[0];

    memcpy(to->basic + *panel, from->basic + *panel,
           words * sizeof(*to->basic));
    memcpy(to->closed + *panel, from->closed + *panel,
           words * sizeof(*to->closed));
    memcpy(to->schur + *schur, from->schur + *schur,
           (schur[1] - schur[0]) * sizeof(uint32_t));
}

static int copy_part(void *context, size_t part, struct error *error)
{
    const struct copying *copying = context;
    uint32_t first = (uint32_t)part * COPIED;
    uint32_t end = (uint32_t)size_min((size_t)first + COPIED,
                                      copying->hierarchy->supernode_count);

    (void)error;
    for (uint32_t s = set_next(copying->set, first, end); s < end;
         s = set_next(copying->set, s + 1, end))
        copy_supernode(copying, s);
    return 0;
}

void cch_copy(struct cch_metric *to, const struct cch_metric *from)
{
    const struct hierarchy *hierarchy = &from->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panels = count ? hierarchy->first_panel[count] : 0;
    size_t schur = count ? hierarchy->first_schur[count] : 0;

    parallel_copy(to->basic, from->basic, panels * sizeof(*to->basic));
    parallel_copy(to->closed, from->closed, panels * sizeof(*to->closed));
    if (from->schur)
        parallel_copy(to->schur, from->schur, schur * sizeof(uint32_t));
}

int cch_catch_up(struct metric *metric, const struct metric *newest,
                 const struct weight_changes *changes, struct error *error)
{
    struct cch_metric *to = (struct cch_metric *)metric;
    const struct cch_metric *from = (const struct cch_metric *)newest;
    const struct map *map = metric->prepared->map;
    uint32_t count = map->hierarchy.supernode_count;
    unsigned threads = changes_threads(changes);
    struct lookup lookup = {
        .changes = changes, .hierarchy = &map->hierarchy, .limit = UINT64_MAX};
    struct copying copying = {&map->hierarchy, to, from, NULL};

    if (!to->schur || !from->schur) {
        free(atomic_exchange(&to->schur, NULL));
        return 0;
    }
    if (changes->count > map->topology.arc_count / MANY_SHARE) {
        cch_copy(to, from);
        return 0;
    }
    lookup.set = set_make(count);
    if (!lookup.set)
        return error_no_memory(error);
    parallel_run(threads, lookup_parts(changes), work_part, &lookup, NULL);
    copying.set = lookup.set;
    parallel_run(threads, size_divide_up(count, COPIED), copy_part, &copying,
                 NULL);
    free(lookup.set);
    return 0;
}
