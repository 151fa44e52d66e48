/* info_pruning: what exact distances would leave out of a hierarchy. */
#include "clients/relaxctl/info_pruning.h"

#include "clients/relaxctl/inventory.h"
#include "gpu/cch/cch_gpu_solve.h"
#include "gpu/cch/perfect.h"

static int count_on_cpu(const struct metric *base,
                        struct cch_pruning *ret_pruning, struct error *error)
{
    const struct cch_metric *metric = (const struct cch_metric *)base;
    struct cch_perfect perfect;
    int r = cch_perfect_init(&perfect, metric, error);

    if (!r)
        *ret_pruning = cch_perfect_count(&perfect, metric);
    cch_perfect_finish(&perfect);
    return r;
}

static int count_on_gpu(const struct metric *metric,
                        struct cch_pruning *ret_pruning, struct error *error)
{
    struct gpu_cch_perfect perfect = {0};
    int r = gpu_cch_perfect_init(&perfect, metric, error);

    if (!r)
        r = gpu_cch_perfect(&perfect, metric, NULL, error);
    if (!r)
        r = gpu_cch_perfect_count(&perfect, metric, ret_pruning, error);
    gpu_cch_perfect_finish(&perfect);
    return r;
}

/* By enum device_kind. */
static const struct way {
    const struct form_ops *form;
    int (*count)(const struct metric *metric, struct cch_pruning *ret_pruning,
                 struct error *error);
} ways[] = {
    [DEVICE_CPU] = {&cch_form, count_on_cpu},
    [DEVICE_CUDA] = {&cuda_cch_form, count_on_gpu},
};

static int take(const struct map *map, const struct device *device,
                struct cch_pruning *ret_pruning, struct error *error)
{
    const struct way *way = &ways[device->kind];
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    int r = way->form->prepare(device, map, &prepared, error);

    if (!r)
        r = way->form->customize(prepared, &map->weights, &metric, error);
    if (!r)
        r = way->count(metric, ret_pruning, error);
    way->form->metric_destroy(metric);
    way->form->prepared_destroy(prepared);
    return r;
}

int info_pruning_take(const struct map *map, const char *device,
                      struct cch_pruning *ret_pruning, struct error *error)
{
    struct solver_choice choice;
    struct inventory inventory;
    int r;

    inventory_init(&inventory);
    r = inventory_choose(&inventory, "auto", device, 0, &choice, error);
    return r ? r : take(map, choice.device, ret_pruning, error);
}
