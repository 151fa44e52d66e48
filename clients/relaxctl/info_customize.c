/* info_customize: how long one set of weights takes to get into a hierarchy. */
#include "clients/relaxctl/info_customize.h"

#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/weighting/weighting.h"

static bool is_served(const struct map *map)
{
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);

    return map->hierarchy.supernode_count &&
           hierarchy_size_bytes(&size) <=
               hierarchy_bytes_max(map->topology.vertex_count);
}

int info_customize_take(const struct map *map,
                        struct info_customize *ret_customize,
                        struct error *error)
{
    const struct form_ops *form = &cch_form;
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    uint64_t started_us;
    int r;

    if (!is_served(map))
        return 0;
    r = form->prepare(device_cpu(), map, &prepared, error);
    started_us = clock_now_us();
    if (!r)
        r = form->customize(prepared, imported_weights(map), &metric, error);
    if (!r)
        *ret_customize = (struct info_customize){
            .done = true,
            .took_us = clock_now_us() - started_us,
            .threads = parallel_thread_count(),
        };
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    return r;
}
