/* cuda_change: a metric's weights on its device, brought to others. */
#include "gpu/forms/cuda_change.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/upload.h"

/* A change costs a load of the host that misses its caches, 8 bytes over the
 * bus and some scattered stores; in a whole copy an arc costs 4 bytes. */
enum { ARCS_PER_CHANGE = 16 };

bool cuda_change_is_whole(const struct weights *weights,
                          const struct weight_changes *changes)
{
    return changes->count > weights->arc_count / ARCS_PER_CHANGE + 1;
}

/* They count as the metric's from here on. */
static int begin(struct cuda_metric *metric, const struct weights *weights,
                 struct error *error)
{
    const struct device *device = metric->base.prepared->device;

    metric->base.epoch = weights->epoch;
    metric->weights = *weights;
    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

int cuda_metric_replace(struct cuda_metric *metric,
                        const struct weights *weights, struct error *error)
{
    int r = begin(metric, weights, error);

    return r ? r
             : copy_words(metric->weight, weights->weight, weights->arc_count,
                          "upload weights", error);
}

static int reserve(struct cuda_metric *metric, struct error *error)
{
    void *memory = NULL;
    int r;

    if (metric->changed)
        return 0;
    r = cuda_alloc(&memory, CUDA_CHANGES_AT_ONCE, sizeof(*metric->changed),
                   "changed weights", error);
    metric->changed = memory;
    return r;
}

static void list_changes(const struct weights *weights, const uint32_t *arc,
                         size_t count, struct changed_weight *ret_changed)
{
    for (size_t i = 0; i < count; i++)
        ret_changed[i] =
            (struct changed_weight){arc[i], weights->weight[arc[i]]};
}

/* In the order of the one stream: no copy overtakes a kernel. */
static cudaError_t scatter(struct cuda_metric *metric,
                           const struct weight_places *places,
                           const struct changed_weight *changed, size_t count)
{
    cudaError_t status =
        cudaMemcpy(metric->changed, changed, count * sizeof(*changed),
                   cudaMemcpyHostToDevice);

    return status == cudaSuccess
               ? launch_change_weights(places, metric->changed, (uint32_t)count,
                                       0)
               : status;
}

static cudaError_t scatter_all(struct cuda_metric *metric,
                               const struct weight_places *places,
                               const struct weight_changes *changes,
                               struct changed_weight *buffer)
{
    cudaError_t status = cudaSuccess;
    size_t count;

    for (size_t i = 0; i < changes->count && status == cudaSuccess;
         i += count) {
        count = changes->count - i;
        if (count > CUDA_CHANGES_AT_ONCE)
            count = CUDA_CHANGES_AT_ONCE;
        list_changes(&metric->weights, changes->arc + i, count, buffer);
        status = scatter(metric, places, buffer, count);
    }
    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

int cuda_metric_change(struct cuda_metric *metric,
                       const struct weight_places *places,
                       const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    size_t at_once = changes->count < CUDA_CHANGES_AT_ONCE
                         ? changes->count
                         : CUDA_CHANGES_AT_ONCE;
    struct changed_weight *buffer = array_alloc(at_once, sizeof(*buffer));
    int r;

    if (!buffer)
        return error_no_memory(error);
    r = begin(metric, weights, error);
    if (!r && changes->count)
        r = reserve(metric, error);
    if (!r)
        r = cuda_check(scatter_all(metric, places, changes, buffer),
                       "change weights", error);
    free(buffer);
    return r;
}
