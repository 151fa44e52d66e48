/* closed_sums: makes the sums in one pass, and keeps them while queries read
 * them. */
#include "core/solver/cch/closed_sums.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/rows.h"

/* ---- Making them, on all cores ---- */

/* With less work than this per thread, one thread fewer is faster; in the
 * schedule's units. */
enum { THREAD_WORK = 500000 };

/* Shared by the threads: no two work on supernodes that depend on each other at
 * once. */
struct making {
    const struct cch_metric *metric;
    const struct cch *cch;
    const struct hierarchy *hierarchy;
    const struct arc_sums *arcs;
    const struct row_kernels *rows;
    const struct frontal_kernels *kernels;
    struct closed_sums *closed;
    uint32_t **schur;      /* [supernode_count] owned: costs, durations and
                              lengths of a Schur complement, until the parent has
                              merged them */
    atomic_uint *progress; /* of the schedule */
};

/* One thread's state, reused for each supernode. */
struct maker {
    struct making *making;
    struct frontal cost;
    struct frontal duration;
    struct frontal length;
};

static void closed_sums_destroy(struct closed_sums *sums)
{
    if (!sums)
        return;
    free(sums->duration);
    free(sums->length);
    free(sums);
}

static struct closed_sums *sums_create(size_t count)
{
    struct closed_sums *sums = calloc(1, sizeof(*sums));

    if (!sums)
        return NULL;
    sums->duration = array_alloc_huge(count, sizeof(*sums->duration));
    sums->length = array_alloc_huge(count, sizeof(*sums->length));
    if (sums->duration && sums->length)
        return sums;
    closed_sums_destroy(sums);
    return NULL;
}

/* ---- One supernode ------------------------------------------------------ */

/* Lowers a word's sums to these, which belong to the word's cost. */
static void lower(struct maker *maker, size_t word, uint32_t cost,
                  uint32_t duration, uint32_t length)
{
    uint32_t *old_duration = &maker->duration.word[word];
    uint32_t *old_length = &maker->length.word[word];

    if (cost != maker->cost.word[word] || duration > *old_duration ||
        (duration == *old_duration && length >= *old_length))
        return;
    *old_duration = duration;
    *old_length = length;
}

static void take_arcs(struct maker *maker, uint32_t supernode)
{
    const struct cch *cch = maker->making->cch;

    for (uint32_t i = cch->first_slot[supernode];
         i < cch->first_slot[supernode + 1]; i++) {
        uint32_t arc = maker->making->hierarchy->arc_by_slot[i];

        lower(maker, cch->slot[i], maker->making->metric->weights.weight[arc],
              maker->making->arcs->duration_ms[arc],
              maker->making->arcs->length_mm[arc]);
    }
}

static void take_child(struct maker *maker, uint32_t child)
{
    const struct hierarchy *hierarchy = maker->making->hierarchy;
    const uint32_t *place =
        hierarchy->parent_index + hierarchy->first_upward[child];
    uint32_t n = supernode_upward(hierarchy, child);
    size_t words = (size_t)n * n;
    const uint32_t *schur = maker->making->schur[child];

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++, schur++)
            lower(maker, (size_t)place[i] * maker->cost.stride + place[j],
                  schur[0], schur[words], schur[2 * words]);
    }
    free(maker->making->schur[child]);
    maker->making->schur[child] = NULL;
}

/* Row a by row k, in the columns [first, end). */
static void tighten(struct maker *maker, uint32_t a, uint32_t k, uint32_t first,
                    uint32_t end)
{
    struct label_matrix front = {maker->cost.word, maker->duration.word,
                                 maker->length.word, maker->cost.stride};
    struct label_matrix left = label_part(front, a, k);

    if (*left.cost != COST_INFINITY)
        maker->making->rows->tighten(label_part(front, a, first), left,
                                     label_part(front, k, first), 1, 1,
                                     end - first);
}

static void eliminate(struct maker *maker)
{
    for (uint32_t k = 0; k < maker->cost.size; k++)
        for (uint32_t a = k + 1; a < maker->cost.front; a++)
            tighten(maker, a, k, k + 1, maker->cost.front);
}

/* Loads the costs of the closed panel; sums of costlier paths are void. */
static void load_closed(struct maker *maker, const uint32_t *panel)
{
    struct frontal *cost = &maker->cost;
    size_t s = cost->size;
    size_t f = cost->front;
    const uint32_t *in = panel + s * f;

    for (size_t i = 0; i < f; i++) {
        for (size_t j = 0; j < (i < s ? f : s); j++) {
            size_t word = i * cost->stride + j;
            uint32_t closed =
                i < s ? panel[i * f + j] : in[j * (f - s) + i - s];

            if (closed == cost->word[word])
                continue;
            cost->word[word] = closed;
            maker->duration.word[word] = SUM_NONE;
            maker->length.word[word] = SUM_NONE;
        }
    }
}

static void close_panel(struct maker *maker)
{
    uint32_t s = maker->cost.size;
    uint32_t f = maker->cost.front;

    for (uint32_t k = 0; k < s; k++)
        for (uint32_t a = 0; a < f; a++)
            if (a != k)
                tighten(maker, a, k, 0, a < s ? f : s);
}

/* Loads the panel's costs, and derives those of the Schur complement. */
static void load_costs(struct maker *maker, uint32_t supernode)
{
    const struct hierarchy *hierarchy = maker->making->hierarchy;
    struct frontal *cost = &maker->cost;

    frontal_load_panel(cost, maker->making->metric->basic +
                                 hierarchy->first_panel[supernode]);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++) {
        uint32_t child = hierarchy->child[i];

        frontal_take_child(cost, hierarchy, child, maker->making->schur[child]);
    }
    frontal_eliminate(cost, maker->making->kernels, 1);
}

static int start(struct maker *maker, uint32_t supernode)
{
    const struct hierarchy *hierarchy = maker->making->hierarchy;

    if (frontal_start(&maker->cost, hierarchy, supernode) ||
        frontal_start(&maker->duration, hierarchy, supernode) ||
        frontal_start(&maker->length, hierarchy, supernode))
        return -ENOMEM;
    load_costs(maker, supernode);
    return 0;
}

static int give_schur(struct maker *maker, uint32_t supernode)
{
    size_t n = supernode_upward(maker->making->hierarchy, supernode);
    uint32_t *schur = array_alloc(3 * n * n, sizeof(*schur));

    if (!schur)
        return -ENOMEM;
    frontal_store_schur(&maker->cost, schur);
    frontal_store_schur(&maker->duration, schur + n * n);
    frontal_store_schur(&maker->length, schur + 2 * n * n);
    maker->making->schur[supernode] = schur;
    return 0;
}

static int make(struct maker *maker, uint32_t supernode)
{
    const struct hierarchy *hierarchy = maker->making->hierarchy;
    uint64_t entry = hierarchy->first_panel[supernode];
    int r = start(maker, supernode);

    if (r)
        return r;
    take_arcs(maker, supernode);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++)
        take_child(maker, hierarchy->child[i]);
    eliminate(maker);
    if (give_schur(maker, supernode))
        return -ENOMEM;
    load_closed(maker, maker->making->metric->closed + entry);
    close_panel(maker);
    frontal_store_panel(&maker->duration,
                        maker->making->closed->duration + entry);
    frontal_store_panel(&maker->length, maker->making->closed->length + entry);
    return 0;
}

/* ---- All of them -------------------------------------------------------- */

static int make_range(struct maker *maker, const struct task *task)
{
    int r = 0;

    for (uint32_t s = task->first; s < task->end && !r; s++)
        r = make(maker, s);
    return r;
}

static int work(void *context, size_t part, struct error *error)
{
    struct maker maker = {.making = context};
    atomic_uint *progress = maker.making->progress;
    const struct schedule *schedule = &maker.making->cch->schedule;
    uint32_t task;
    int r = 0;

    while (!r && (task = schedule_leaf(schedule, progress)) != TASK_NONE) {
        do
            r = make_range(&maker, &schedule->task[task]);
        while (!r &&
               (task = schedule_parent(schedule, progress, task)) != TASK_NONE);
    }
    frontal_finish(&maker.cost);
    frontal_finish(&maker.duration);
    frontal_finish(&maker.length);
    return r ? error_no_memory(error) : 0;
}

static int make_all(struct making *making)
{
    const struct schedule *schedule = &making->cch->schedule;
    unsigned threads =
        cch_threads(making->cch, 1 + schedule->work / THREAD_WORK);
    uint32_t count = making->hierarchy->supernode_count;
    int r = -ENOMEM;

    making->schur = array_zero(count, sizeof(*making->schur));
    making->progress = schedule_start(schedule);
    if (making->schur && making->progress)
        r = parallel_run(threads, threads, work, making, NULL);
    for (uint32_t s = 0; making->schur && s < count; s++)
        free(making->schur[s]);
    free(making->schur);
    free(making->progress);
    return r;
}

/* The result does not depend on the number of threads. NULL when memory is
 * short. */
static struct closed_sums *closed_sums_make(const struct cch_metric *metric,
                                            const struct arc_sums *arcs)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panels = count ? hierarchy->first_panel[count] : 0;
    struct making making = {
        .metric = metric,
        .cch = (const struct cch *)metric->base.prepared,
        .hierarchy = hierarchy,
        .arcs = arcs,
        .rows = row_kernels(),
        .kernels = frontal_kernels(),
        .closed = sums_create(panels + ROWS_SLACK),
    };

    if (making.closed && !make_all(&making))
        return making.closed;
    closed_sums_destroy(making.closed);
    return NULL;
}

/* ---- Keeping them ---- */

/* How long unread sums are kept. */
static const uint64_t kept_least_us = 5000000;
static const uint64_t kept_most_us = 60000000;
enum { KEPT_PER_MAKING = 30 };

struct closed_sums_slot {
    pthread_mutex_t making; /* held by the thread that makes the sums; guards
                               what follows */
    _Atomic(struct closed_sums *) sums;
    size_t readers;
    uint64_t made_in_us;
    uint64_t read_us; /* when the last reader finished */
};

struct closed_sums_slot *closed_sums_slot_create(void)
{
    struct closed_sums_slot *slot = calloc(1, sizeof(*slot));

    if (!slot)
        return NULL;
    atomic_init(&slot->sums, NULL);
    pthread_mutex_init(&slot->making, NULL);
    return slot;
}

void closed_sums_forget(struct closed_sums_slot *slot)
{
    closed_sums_destroy(atomic_exchange(&slot->sums, NULL));
}

void closed_sums_slot_destroy(struct closed_sums_slot *slot)
{
    if (!slot)
        return;
    closed_sums_forget(slot);
    pthread_mutex_destroy(&slot->making);
    free(slot);
}

static void make_now(const struct cch_metric *metric,
                     const struct arc_sums *arcs)
{
    struct closed_sums_slot *slot = metric->sums;
    uint64_t start_us = clock_now_us();

    atomic_store(&slot->sums, closed_sums_make(metric, arcs));
    slot->made_in_us = clock_now_us() - start_us;
}

/* Readers wait while a thread makes the sums. */
int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums)
{
    struct closed_sums_slot *slot = metric->sums;
    struct closed_sums *sums;

    pthread_mutex_lock(&slot->making);
    if (!atomic_load(&slot->sums))
        make_now(metric, arcs);
    sums = atomic_load(&slot->sums);
    if (sums)
        slot->readers++;
    pthread_mutex_unlock(&slot->making);
    if (!sums)
        return -ENOMEM;
    *ret_sums = sums;
    return 0;
}

void closed_sums_done(const struct cch_metric *metric)
{
    struct closed_sums_slot *slot = metric->sums;

    pthread_mutex_lock(&slot->making);
    slot->readers--;
    slot->read_us = clock_now_us();
    pthread_mutex_unlock(&slot->making);
}

static bool are_due(const struct closed_sums_slot *slot)
{
    uint64_t kept_us = slot->made_in_us * KEPT_PER_MAKING;

    if (kept_us < kept_least_us)
        kept_us = kept_least_us;
    if (kept_us > kept_most_us)
        kept_us = kept_most_us;
    return !slot->readers && clock_now_us() - slot->read_us >= kept_us;
}

/* Does not wait for a thread that makes the sums. */
void closed_sums_trim(struct closed_sums_slot *slot)
{
    if (pthread_mutex_trylock(&slot->making))
        return;
    if (atomic_load(&slot->sums) && are_due(slot))
        closed_sums_forget(slot);
    pthread_mutex_unlock(&slot->making);
}
