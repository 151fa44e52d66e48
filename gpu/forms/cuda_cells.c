/* cuda_cells: a map with cells, a vertex's arcs in one sector of memory. */
#include "gpu/forms/cuda_cells.h"

#include <stdlib.h>

#include "gpu/cuda_error.h"
#include "gpu/forms/cells.h"
#include "gpu/forms/cuda_change.h"

static void prepared_destroy(struct prepared *prepared)
{
    if (prepared)
        cuda_csr_finish((struct cuda_csr *)prepared);
    free(prepared);
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct cuda_csr *csr;
    int r = cuda_csr_check(&map->topology, error);

    if (r)
        return r;
    csr = calloc(1, sizeof(*csr));
    if (!csr)
        return error_no_memory(error);
    r = cuda_csr_init(csr, &cuda_cells_representation, device, map, error);
    if (r) {
        prepared_destroy(&csr->base);
        return r;
    }
    *ret_prepared = &csr->base;
    return 0;
}

static cudaError_t launch(const struct cuda_csr *csr,
                          const struct cuda_cells_metric *metric)
{
    const struct search_arrays arrays = {
        .vertex_count = csr->base.map->topology.vertex_count,
        .first_out = csr->first_out,
        .head = csr->head,
        .weight = metric->metric.weight,
    };
    cudaError_t status = launch_fill_cells(&arrays, metric->cells, 0);

    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

static int fill_cells(const struct cuda_cells_metric *metric,
                      struct error *error)
{
    const struct prepared *prepared = metric->metric.base.prepared;

    return cuda_check(launch((const struct cuda_csr *)prepared, metric),
                      "fill cells", error);
}

static int metric_init(struct cuda_cells_metric *metric,
                       struct prepared *prepared, const struct weights *weights,
                       struct error *error)
{
    void *memory = NULL;
    int r = cuda_metric_init(&metric->metric, prepared, weights, error);

    if (!r)
        r = cuda_alloc(&memory, prepared->map->topology.vertex_count,
                       sizeof(*metric->cells), "cells", error);
    metric->cells = memory;
    return r ? r : fill_cells(metric, error);
}

static void metric_destroy(struct metric *metric)
{
    struct cuda_cells_metric *cells = (struct cuda_cells_metric *)metric;

    if (!cells)
        return;
    cuda_metric_finish(&cells->metric);
    cudaFree(cells->cells);
    free(cells);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct cuda_cells_metric *metric = calloc(1, sizeof(*metric));
    int r;

    if (!metric)
        return error_no_memory(error);
    r = metric_init(metric, prepared, weights, error);
    if (r) {
        metric_destroy(&metric->metric.base);
        return r;
    }
    *ret_metric = &metric->metric.base;
    return 0;
}

/* All cells anew: the device walks over them in less time than changes take to
 * find their places. */
static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct cuda_cells_metric *metric = (struct cuda_cells_metric *)base;
    struct weight_places places = {.weight = metric->metric.weight};
    int r = cuda_change_is_whole(weights, changes)
                ? cuda_metric_replace(&metric->metric, weights, error)
                : cuda_metric_change(&metric->metric, &places, weights, changes,
                                     error);

    return r ? r : fill_cells(metric, error);
}

const struct representation_ops cuda_cells_representation = {
    .name = "cuda-cells",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};
