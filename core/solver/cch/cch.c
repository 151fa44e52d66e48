/* cch: preparing, and creating, cloning and destroying metrics. */
#include "core/solver/cch/cch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/solver/cch/closed_sums.h"
#include "core/solver/cch/customize.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/rows.h"

static void destroy(struct prepared *prepared)
{
    struct cch *cch = (struct cch *)prepared;

    if (!cch)
        return;
    free(cch->first_slot);
    free(cch->slot);
    schedule_finish(&cch->schedule);
    hints_finish(&cch->hints);
    pthread_mutex_destroy(&cch->making);
    free(cch);
}

/* The word of the frontal matrix for a word of the panel. */
static uint32_t slot_of(const struct hierarchy *hierarchy, uint32_t supernode,
                        uint64_t word)
{
    uint64_t s = supernode_size(hierarchy, supernode);
    uint64_t n = supernode_upward(hierarchy, supernode);
    uint64_t f = s + n;
    uint32_t stride = frontal_stride((uint32_t)f);

    if (word < s * f)
        return (uint32_t)(word / f * stride + word % f);
    word -= s * f;
    return (uint32_t)((s + word % n) * stride + word / n);
}

static void find_slots(struct cch *cch, uint32_t count)
{
    const struct hierarchy *hierarchy = &cch->base.map->hierarchy;
    uint32_t supernode = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t entry = hierarchy->arc_slot[hierarchy->arc_by_slot[i]];

        while (entry >= hierarchy->first_panel[supernode + 1])
            cch->first_slot[++supernode] = i;
        cch->slot[i] = slot_of(hierarchy, supernode,
                               entry - hierarchy->first_panel[supernode]);
    }
    while (supernode < hierarchy->supernode_count)
        cch->first_slot[++supernode] = count;
}

static int check_map(const struct map *map, struct error *error)
{
    if (!map->hierarchy.supernode_count && map->topology.vertex_count)
        return error_set(error, SOLVER_REFUSES, "%s", hierarchy_lacking(map));
    if (map->hierarchy.front_max > FRONTAL_MAX)
        return error_set(error, SOLVER_REFUSES,
                         "the map's order joins %u vertices at once, %u is the "
                         "most; `relaxctl order` finds another",
                         map->hierarchy.front_max, FRONTAL_MAX);
    return 0;
}

static size_t panel_words(const struct hierarchy *hierarchy)
{
    uint32_t count = hierarchy->supernode_count;

    return count ? hierarchy->first_panel[count] : 0;
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct cch *cch;
    uint32_t slots;
    int r = check_map(map, error);

    if (r)
        return r;
    slots = arc_slots_count(&map->hierarchy, &map->topology);
    cch = calloc(1, sizeof(*cch));
    if (!cch)
        return error_no_memory(error);
    cch->base = (struct prepared){&cch_form, device, map};
    atomic_init(&cch->states, 0);
    pthread_mutex_init(&cch->making, NULL);
    cch->first_slot = array_zero((size_t)map->hierarchy.supernode_count + 1,
                                 sizeof(*cch->first_slot));
    cch->slot = array_alloc(slots, sizeof(*cch->slot));
    if (!cch->first_slot || !cch->slot ||
        hints_init(&cch->hints, panel_words(&map->hierarchy),
                   map->topology.arc_count) ||
        schedule_init(&cch->schedule, &map->hierarchy)) {
        destroy(&cch->base);
        return error_no_memory(error);
    }
    find_slots(cch, slots);
    *ret_prepared = &cch->base;
    return 0;
}

unsigned cch_threads(const struct cch *cch, uint64_t worth)
{
    unsigned threads = parallel_thread_count();

    if (cch->threads)
        return cch->threads;
    if (worth < threads)
        return worth ? (unsigned)worth : 1;
    return threads;
}

static void metric_destroy(struct metric *base)
{
    struct cch_metric *metric = (struct cch_metric *)base;

    if (!metric)
        return;
    array_recycle(metric->basic);
    array_recycle(metric->closed);
    array_recycle(metric->schur);
    free(metric->dirty);
    closed_sums_slot_destroy(metric->sums);
    free(metric);
}

static void set_state(struct cch_metric *metric)
{
    struct cch *cch = (struct cch *)metric->base.prepared;

    metric->state = atomic_fetch_add(&cch->states, 1) + 1;
}

static int metric_create(struct prepared *prepared,
                         const struct weights *weights,
                         struct cch_metric **ret_metric)
{
    const struct hierarchy *hierarchy = &prepared->map->hierarchy;
    size_t panels = panel_words(hierarchy) + ROWS_SLACK;
    struct cch_metric *metric = calloc(1, sizeof(*metric));

    if (!metric)
        return -ENOMEM;
    metric->base = (struct metric){prepared, weights->epoch};
    metric->weights = *weights;
    metric->basic = array_alloc_huge(panels, sizeof(*metric->basic));
    metric->closed = array_alloc_huge(panels, sizeof(*metric->closed));
    metric->sums = closed_sums_slot_create();
    if (!metric->basic || !metric->closed || !metric->sums) {
        metric_destroy(&metric->base);
        return -ENOMEM;
    }
    set_state(metric);
    *ret_metric = metric;
    return 0;
}

static int make_changeable(struct cch_metric *metric, struct error *error)
{
    return cch_make_changeable(metric) ? error_no_memory(error) : 0;
}

static int make(struct prepared *prepared, const struct weights *weights,
                bool changeable, struct metric **ret_metric,
                struct error *error)
{
    struct cch_metric *metric;
    int r = 0;

    if (metric_create(prepared, weights, &metric))
        return error_no_memory(error);
    if (changeable)
        r = make_changeable(metric, error);
    if (!r)
        r = cch_customize(metric, error);
    if (r) {
        metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    return make(prepared, weights, true, ret_metric, error);
}

static int customize_fixed(struct prepared *prepared,
                           const struct weights *weights,
                           struct metric **ret_metric, struct error *error)
{
    return make(prepared, weights, false, ret_metric, error);
}

static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct cch_metric *metric = (struct cch_metric *)base;
    int r;

    metric->base.epoch = weights->epoch;
    metric->weights = *weights;
    set_state(metric);
    closed_sums_forget(metric->sums);
    if (cch_recustomize_pays(base, changes))
        return cch_recustomize(metric, changes, error);
    r = make_changeable(metric, error);
    return r ? r : cch_customize(metric, error);
}

static int clone_metric(const struct metric *base, struct metric **ret_metric,
                        struct error *error)
{
    const struct cch_metric *metric = (const struct cch_metric *)base;
    struct cch_metric *copied;

    if (metric_create(base->prepared, &metric->weights, &copied))
        return error_no_memory(error);
    if (metric->schur && make_changeable(copied, error)) {
        metric_destroy(&copied->base);
        return -ENOMEM;
    }
    cch_copy(copied, metric);
    *ret_metric = &copied->base;
    return 0;
}

static int derive_fixed(struct metric *base, const struct weights *weights,
                        const struct weight_changes *changes,
                        struct metric **ret_metric, struct error *error)
{
    struct cch_metric *from = (struct cch_metric *)base;
    struct cch_metric *metric;
    int r;

    if (!cch_derive_pays(base, changes))
        return customize_fixed(base->prepared, weights, ret_metric, error);
    if (cch_make_schur(from, error))
        return customize_fixed(base->prepared, weights, ret_metric, error);
    if (metric_create(base->prepared, weights, &metric))
        return error_no_memory(error);
    r = cch_derive(metric, from, changes, error);
    if (r) {
        metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

/* The slots of arcs, and hints. */
static uint64_t prepared_bytes(const struct prepared *prepared)
{
    const struct cch *cch = (const struct cch *)prepared;
    uint32_t count = prepared->map->hierarchy.supernode_count;

    return 4 * ((uint64_t)count + 1 + cch->first_slot[count]) +
           hints_bytes(&cch->hints);
}

/* Two sets of panels, and Schur complements if present. */
static uint64_t metric_bytes(const struct metric *metric)
{
    const struct hierarchy *hierarchy = &metric->prepared->map->hierarchy;
    uint64_t bytes = 8 * (uint64_t)panel_words(hierarchy);

    if (((const struct cch_metric *)metric)->schur)
        bytes += 4 * hierarchy->first_schur[hierarchy->supernode_count];
    return bytes;
}

const struct form_ops cch_form = {
    .name = "cch",
    .device_kind = DEVICE_CPU,
    .prepare = prepare,
    .prepared_destroy = destroy,
    .customize = customize,
    .customize_fixed = customize_fixed,
    .recustomize = recustomize,
    .clone = clone_metric,
    .derive_fixed = derive_fixed,
    .catch_up = cch_catch_up,
    .recustomize_pays = cch_recustomize_pays,
    .metric_destroy = metric_destroy,
    .prepared_bytes = prepared_bytes,
    .metric_bytes = metric_bytes,
};
