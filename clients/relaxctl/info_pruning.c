/* info_pruning: what exact distances would leave out of a hierarchy. */
#include "clients/relaxctl/info_pruning.h"

#include "core/solver/catalog.h"

static int count(const struct metric *base, struct cch_pruning *ret_pruning,
                 struct error *error)
{
    const struct cch_metric *metric = (const struct cch_metric *)base;
    struct cch_perfect perfect;
    int r = cch_perfect_init(&perfect, metric, error);

    if (!r)
        *ret_pruning = cch_perfect_count(&perfect, metric);
    cch_perfect_finish(&perfect);
    return r;
}

int info_pruning_take(const struct map *map, struct cch_pruning *ret_pruning,
                      struct error *error)
{
    const struct representation_ops *form = &cch_representation;
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    int r = form->prepare(device_cpu(), map, &prepared, error);

    if (!r)
        r = form->customize(prepared, &map->weights, &metric, error);
    if (!r)
        r = count(metric, ret_pruning, error);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    return r;
}
