/* csr: prepare and customize, which copy nothing but reversed arcs. */
#include "core/solver/csr.h"

#include <stdlib.h>

static void csr_destroy(struct prepared *prepared)
{
    struct csr *csr = (struct csr *)prepared;

    if (!csr)
        return;
    reverse_topology_finish(&csr->reverse);
    free(csr);
}

static int prepare(const struct form_ops *ops, const struct device *device,
                   const struct map *map, struct prepared **ret_prepared,
                   struct error *error)
{
    struct csr *csr = calloc(1, sizeof(*csr));

    if (!csr)
        return error_no_memory(error);
    csr->base = (struct prepared){ops, device, map};
    if (ops == &csr_both_form &&
        reverse_topology_init(&csr->reverse, &map->topology)) {
        csr_destroy(&csr->base);
        return error_no_memory(error);
    }
    *ret_prepared = &csr->base;
    return 0;
}

static int csr_prepare(const struct device *device, const struct map *map,
                       struct prepared **ret_prepared, struct error *error)
{
    return prepare(&csr_form, device, map, ret_prepared, error);
}

static int csr_both_prepare(const struct device *device, const struct map *map,
                            struct prepared **ret_prepared, struct error *error)
{
    return prepare(&csr_both_form, device, map, ret_prepared, error);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct csr_metric *metric = calloc(1, sizeof(*metric));

    if (!metric)
        return error_no_memory(error);
    metric->base = (struct metric){prepared, weights->epoch};
    metric->weights = *weights;
    *ret_metric = &metric->base;
    return 0;
}

static void metric_destroy(struct metric *metric)
{
    free(metric);
}

static uint64_t prepared_bytes(const struct prepared *prepared)
{
    const struct topology *topology = &prepared->map->topology;

    if (prepared->ops != &csr_both_form)
        return 0;
    return 4 * ((uint64_t)topology->vertex_count + 1) +
           8 * (uint64_t)topology->arc_count;
}

/* The caller owns the weights. */
static uint64_t metric_bytes(const struct metric *metric)
{
    (void)metric;
    return 0;
}

const struct form_ops csr_form = {
    .name = "csr",
    .device_kind = DEVICE_CPU,
    .prepare = csr_prepare,
    .prepared_destroy = csr_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
    .prepared_bytes = prepared_bytes,
    .metric_bytes = metric_bytes,
};

const struct form_ops csr_both_form = {
    .name = "csr-both",
    .device_kind = DEVICE_CPU,
    .prepare = csr_both_prepare,
    .prepared_destroy = csr_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
    .prepared_bytes = prepared_bytes,
    .metric_bytes = metric_bytes,
};
