/* customize: a hierarchy's panels from weights, bottom up. */
#include "core/solver/cch/customize.h"

#include <string.h>

#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"

static void add_arcs(const struct cch_metric *metric, struct frontal *frontal,
                     uint32_t supernode)
{
    const struct cch *cch = (const struct cch *)metric->base.prepared;
    const uint32_t *arc = cch->base.map->hierarchy.arc_by_entry;

    for (uint32_t i = cch->first_slot[supernode];
         i < cch->first_slot[supernode + 1]; i++)
        frontal_lower(frontal, cch->slot[i], metric->weights.weight[arc[i]]);
}

static void take_children(const struct cch_metric *metric,
                          struct frontal *frontal, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;

    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++) {
        uint32_t child = hierarchy->child[i];

        frontal_take_child(frontal, hierarchy, child,
                           metric->schur + hierarchy->first_schur[child]);
    }
}

static void customize_supernode(struct cch_metric *metric,
                                struct frontal *frontal,
                                const struct frontal_kernels *kernels,
                                uint32_t supernode)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    uint64_t panel = hierarchy->first_entry[supernode];

    frontal_clear(frontal, hierarchy, supernode);
    add_arcs(metric, frontal, supernode);
    take_children(metric, frontal, supernode);
    kernels->eliminate(frontal);
    frontal_store_panel(frontal, metric->basic + panel);
    frontal_store_schur(frontal,
                        metric->schur + hierarchy->first_schur[supernode]);
    kernels->close(frontal);
    frontal_store_panel(frontal, metric->closed + panel);
}

int cch_customize(struct cch_metric *metric, struct error *error)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    struct frontal frontal;

    if (frontal_init(&frontal, hierarchy->front_max))
        return error_no_memory(error);
    for (uint32_t s = 0; s < hierarchy->supernode_count; s++)
        customize_supernode(metric, &frontal, frontal_kernels(), s);
    frontal_finish(&frontal);
    return 0;
}
