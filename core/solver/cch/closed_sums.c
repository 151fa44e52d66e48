/* closed_sums: duration and length beside a metric's closed panels. */
#include "core/solver/cch/closed_sums.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/frontal_eliminate.h"
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/rows.h"

struct closed_sums_slot {
    _Atomic(struct closed_sums *) sums;
};

/* Of one supernode after the other. */
struct making {
    const struct cch_metric *metric;
    const struct cch *cch;
    const struct hierarchy *hierarchy;
    const struct arc_sums *arcs;
    const struct row_kernels *rows;
    const struct frontal_kernels *kernels;
    struct closed_sums *closed;
    struct closed_sums schur; /* as Schur complements */
    uint32_t *schur_cost;     /* the same */
    struct frontal cost;
    struct frontal duration;
    struct frontal length;
};

static void sums_destroy(struct closed_sums *sums)
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
    sums_destroy(sums);
    return NULL;
}

/* ---- One supernode ------------------------------------------------------ */

/* A word's sums become these, whose cost is the word's, if they are less. */
static void lower(struct making *making, size_t word, uint32_t cost,
                  uint32_t duration, uint32_t length)
{
    uint32_t *old_duration = &making->duration.word[word];
    uint32_t *old_length = &making->length.word[word];

    if (cost != making->cost.word[word] || duration > *old_duration ||
        (duration == *old_duration && length >= *old_length))
        return;
    *old_duration = duration;
    *old_length = length;
}

static void take_arcs(struct making *making, uint32_t supernode)
{
    const struct cch *cch = making->cch;

    for (uint32_t i = cch->first_slot[supernode];
         i < cch->first_slot[supernode + 1]; i++) {
        uint32_t arc = making->hierarchy->arc_by_entry[i];

        lower(making, cch->slot[i], making->metric->weights.weight[arc],
              making->arcs->duration_ms[arc], making->arcs->length_mm[arc]);
    }
}

static void take_child(struct making *making, uint32_t child)
{
    const struct hierarchy *hierarchy = making->hierarchy;
    const uint32_t *place = hierarchy->place + hierarchy->first_upper[child];
    uint32_t n = supernode_uppers(hierarchy, child);
    uint64_t at = hierarchy->first_schur[child];

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++, at++)
            lower(making, (size_t)place[i] * making->cost.stride + place[j],
                  making->schur_cost[at], making->schur.duration[at],
                  making->schur.length[at]);
    }
}

/* Row a by row k, in the columns [first, end). */
static void tighten(struct making *making, uint32_t a, uint32_t k,
                    uint32_t first, uint32_t end)
{
    size_t stride = making->cost.stride;
    size_t row = a * stride;
    size_t pivot = k * stride;
    const uint32_t *cost = making->cost.word;
    uint32_t *duration = making->duration.word;
    uint32_t *length = making->length.word;
    struct label_target result = {cost + row + first, duration + row + first,
                                  length + row + first, stride};
    struct label_matrix left = {cost + row + k, duration + row + k,
                                length + row + k, stride};
    struct label_matrix right = {cost + pivot + first, duration + pivot + first,
                                 length + pivot + first, stride};

    if (*left.cost != COST_INFINITY)
        making->rows->tighten(result, left, right, 1, 1, end - first);
}

static void eliminate(struct making *making)
{
    for (uint32_t k = 0; k < making->cost.size; k++)
        for (uint32_t a = k + 1; a < making->cost.front; a++)
            tighten(making, a, k, k + 1, making->cost.front);
}

/* Takes the costs of the closed panel; sums of what was dearer are of no use.
 */
static void load_closed(struct making *making, const uint32_t *panel)
{
    struct frontal *cost = &making->cost;
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
            making->duration.word[word] = SUM_NONE;
            making->length.word[word] = SUM_NONE;
        }
    }
}

static void close_panel(struct making *making)
{
    uint32_t s = making->cost.size;
    uint32_t f = making->cost.front;

    for (uint32_t k = 0; k < s; k++)
        for (uint32_t a = 0; a < f; a++)
            if (a != k)
                tighten(making, a, k, 0, a < s ? f : s);
}

/* Costs of the panel, and from them those of the Schur complement. */
static void load_costs(struct making *making, uint32_t supernode)
{
    const struct hierarchy *hierarchy = making->hierarchy;
    struct frontal *cost = &making->cost;

    frontal_load_panel(cost, making->metric->basic +
                                 hierarchy->first_entry[supernode]);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++) {
        uint32_t child = hierarchy->child[i];

        frontal_take_child(cost, hierarchy, child,
                           making->schur_cost + hierarchy->first_schur[child]);
    }
    frontal_eliminate(cost, making->kernels, 1);
    frontal_store_schur(cost,
                        making->schur_cost + hierarchy->first_schur[supernode]);
}

static int start(struct making *making, uint32_t supernode)
{
    const struct hierarchy *hierarchy = making->hierarchy;

    if (frontal_start(&making->cost, hierarchy, supernode) ||
        frontal_start(&making->duration, hierarchy, supernode) ||
        frontal_start(&making->length, hierarchy, supernode))
        return -ENOMEM;
    load_costs(making, supernode);
    return 0;
}

static int make(struct making *making, uint32_t supernode)
{
    const struct hierarchy *hierarchy = making->hierarchy;
    uint64_t entry = hierarchy->first_entry[supernode];
    uint64_t schur = hierarchy->first_schur[supernode];
    int r = start(making, supernode);

    if (r)
        return r;
    take_arcs(making, supernode);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++)
        take_child(making, hierarchy->child[i]);
    eliminate(making);
    frontal_store_schur(&making->duration, making->schur.duration + schur);
    frontal_store_schur(&making->length, making->schur.length + schur);
    load_closed(making, making->metric->closed + entry);
    close_panel(making);
    frontal_store_panel(&making->duration, making->closed->duration + entry);
    frontal_store_panel(&making->length, making->closed->length + entry);
    return 0;
}

/* ---- All of them -------------------------------------------------------- */

static int make_all(struct making *making)
{
    const struct hierarchy *hierarchy = making->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t schur = count ? hierarchy->first_schur[count] : 0;
    int r = -ENOMEM;

    making->schur.duration = array_alloc_huge(schur, sizeof(uint32_t));
    making->schur.length = array_alloc_huge(schur, sizeof(uint32_t));
    making->schur_cost = array_alloc_huge(schur, sizeof(uint32_t));
    if (making->schur.duration && making->schur.length && making->schur_cost) {
        r = 0;
        for (uint32_t s = 0; s < count && !r; s++)
            r = make(making, s);
    }
    free(making->schur.duration);
    free(making->schur.length);
    free(making->schur_cost);
    frontal_finish(&making->cost);
    frontal_finish(&making->duration);
    frontal_finish(&making->length);
    return r;
}

static struct closed_sums *make_sums(const struct cch_metric *metric,
                                     const struct arc_sums *arcs)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panels = count ? hierarchy->first_entry[count] : 0;
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
    sums_destroy(making.closed);
    return NULL;
}

struct closed_sums_slot *closed_sums_slot_create(void)
{
    struct closed_sums_slot *slot = malloc(sizeof(*slot));

    if (slot)
        atomic_init(&slot->sums, NULL);
    return slot;
}

void closed_sums_forget(struct closed_sums_slot *slot)
{
    sums_destroy(atomic_exchange(&slot->sums, NULL));
}

void closed_sums_slot_destroy(struct closed_sums_slot *slot)
{
    if (!slot)
        return;
    closed_sums_forget(slot);
    free(slot);
}

int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums)
{
    struct closed_sums *sums = atomic_load(&metric->sums->sums);
    struct closed_sums *before = NULL;

    if (!sums) {
        sums = make_sums(metric, arcs);
        if (!sums)
            return -ENOMEM;
        if (!atomic_compare_exchange_strong(&metric->sums->sums, &before,
                                            sums)) {
            sums_destroy(sums);
            sums = before;
        }
    }
    *ret_sums = sums;
    return 0;
}
