/* cch: a customizable contraction hierarchy in memory, kept as supernodes. */
#include "core/solver/cch/cch.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/arc_entries.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/solver/cch/closed_sums.h"
#include "core/solver/cch/customize.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/rows.h"

/* From so many changed arcs on, and so many of all, everything is made anew:
 * the ways to the roots have met all over the map. New York: 4,096 of 733,846
 * arcs, drawn at random, are even; no more than a few are never worth it. */
enum { FEW_CHANGES = 1000, PART_CHANGED = 128 };

static void destroy(struct prepared *prepared)
{
    struct cch *cch = (struct cch *)prepared;

    if (!cch)
        return;
    free(cch->first_slot);
    free(cch->slot);
    schedule_finish(&cch->schedule);
    hints_finish(&cch->hints);
    free(cch);
}

/* The word of the frontal matrix for a word of the panel. */
static uint32_t slot_of(const struct hierarchy *hierarchy, uint32_t supernode,
                        uint64_t word)
{
    uint64_t s = supernode_size(hierarchy, supernode);
    uint64_t n = supernode_uppers(hierarchy, supernode);
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
        uint64_t entry = hierarchy->arc_entry[hierarchy->arc_by_entry[i]];

        while (entry >= hierarchy->first_entry[supernode + 1])
            cch->first_slot[++supernode] = i;
        cch->slot[i] = slot_of(hierarchy, supernode,
                               entry - hierarchy->first_entry[supernode]);
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

    return count ? hierarchy->first_entry[count] : 0;
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct cch *cch;
    uint32_t slots;
    int r = check_map(map, error);

    if (r)
        return r;
    slots = arc_entries_count(&map->hierarchy, &map->topology);
    cch = calloc(1, sizeof(*cch));
    if (!cch)
        return error_no_memory(error);
    cch->base = (struct prepared){&cch_form, device, map};
    atomic_init(&cch->states, 0);
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

static void metric_destroy(struct metric *base)
{
    struct cch_metric *metric = (struct cch_metric *)base;

    if (!metric)
        return;
    free(metric->basic);
    free(metric->closed);
    free(metric->schur);
    dirty_finish(&metric->dirty);
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
    uint32_t count = hierarchy->supernode_count;
    size_t panels = panel_words(hierarchy);
    struct cch_metric *metric = calloc(1, sizeof(*metric));

    if (!metric)
        return -1;
    metric->base = (struct metric){prepared, weights->epoch};
    metric->weights = *weights;
    metric->basic =
        array_alloc_huge(panels + ROWS_SLACK, sizeof(*metric->basic));
    metric->closed =
        array_alloc_huge(panels + ROWS_SLACK, sizeof(*metric->closed));
    metric->sums = closed_sums_slot_create();
    if (!metric->basic || !metric->closed || !metric->sums ||
        dirty_init(&metric->dirty, count)) {
        metric_destroy(&metric->base);
        return -1;
    }
    *ret_metric = metric;
    return 0;
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct cch_metric *metric;
    int r;

    if (metric_create(prepared, weights, &metric))
        return error_no_memory(error);
    set_state(metric);
    r = cch_customize(metric, error);
    if (r) {
        metric_destroy(&metric->base);
        return r;
    }
    free(metric->schur);
    metric->schur = NULL;
    *ret_metric = &metric->base;
    return 0;
}

static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct cch_metric *metric = (struct cch_metric *)base;

    metric->base.epoch = weights->epoch;
    metric->weights = *weights;
    set_state(metric);
    closed_sums_forget(metric->sums);
    if (!metric->schur || (changes->count > FEW_CHANGES &&
                           changes->count > weights->arc_count / PART_CHANGED))
        return cch_customize(metric, error);
    return cch_recustomize(metric, changes, error);
}

/* The words of arcs, and hints. */
static uint64_t prepared_bytes(const struct prepared *prepared)
{
    const struct cch *cch = (const struct cch *)prepared;
    uint32_t count = prepared->map->hierarchy.supernode_count;

    return 4 * ((uint64_t)count + 1 + cch->first_slot[count]) +
           hints_bytes(&cch->hints);
}

/* Two sets of panels. */
static uint64_t metric_bytes(const struct metric *metric)
{
    return 8 * (uint64_t)panel_words(&metric->prepared->map->hierarchy);
}

const struct form_ops cch_form = {
    .name = "cch",
    .device_kind = DEVICE_CPU,
    .prepare = prepare,
    .prepared_destroy = destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
    .prepared_bytes = prepared_bytes,
    .metric_bytes = metric_bytes,
};
