/* cuda_csr: cuda-csr, and cuda-cells, which adds cells to it. */
#include "gpu/forms/forms.h"

#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/forms/form_kernels.h"

/* ---- cuda-csr ---- */

/* Leaves room for the last threads, or the last stride, of a grid to count past
 * the end. */
#define COUNT_MAX (UINT32_MAX - 65536)

int cuda_csr_check(const struct topology *topology, struct error *error)
{
    if (topology->vertex_count <= COUNT_MAX && topology->arc_count <= COUNT_MAX)
        return 0;
    return error_set(error, SOLVER_REFUSES,
                     "%u vertices and %u arcs are too many for kernels: at "
                     "most %u of each",
                     topology->vertex_count, topology->arc_count, COUNT_MAX);
}

static const struct cuda_form form = {
    .ops = &cuda_csr_form,
    .prepared_size = sizeof(struct cuda_csr),
    .metric_size = sizeof(struct cuda_metric),
};

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&form, device, map, NULL, ret_prepared, error);
}

const struct form_ops cuda_csr_form = {
    .name = "cuda-csr",
    .prepare = prepare,
    CUDA_FORM_OPERATIONS,
};

/* ---- cuda-cells ---- */

static uint64_t cells_bytes(const struct cuda_metric *metric)
{
    return sizeof(struct cell) *
           (uint64_t)metric->base.prepared->map->topology.vertex_count;
}

static cudaError_t launch(const struct cuda_csr *csr,
                          const struct cuda_metric *metric)
{
    const struct search_arrays arrays = {
        .vertex_count = csr->base.map->topology.vertex_count,
        .first_out = csr->first_out,
        .head = csr->head,
        .weight = metric->weight,
    };
    cudaError_t status =
        launch_fill_cells(&arrays, metric->filled, metric->stream);

    return status == cudaSuccess ? cudaStreamSynchronize(metric->stream)
                                 : status;
}

static int fill_cells(struct cuda_metric *metric, struct error *error)
{
    return cuda_check(
        launch((const struct cuda_csr *)metric->base.prepared, metric),
        "fill cells", error);
}

/* Fills all cells again: that is faster on the device than finding the places
 * of the changes. */
static int follow(struct cuda_metric *metric,
                  const struct weight_changes *changes, struct error *error)
{
    return fill_cells(metric, error);
}

static const struct cuda_form cells_form = {
    .ops = &cuda_cells_form,
    .prepared_size = sizeof(struct cuda_csr),
    .metric_size = sizeof(struct cuda_metric),
    .filled_bytes = cells_bytes,
    .fill = fill_cells,
    .follow = follow,
};

static int cells_prepare(const struct device *device, const struct map *map,
                         struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&cells_form, device, map, NULL, ret_prepared,
                             error);
}

const struct form_ops cuda_cells_form = {
    .name = "cuda-cells",
    .prepare = cells_prepare,
    CUDA_FORM_OPERATIONS,
};
