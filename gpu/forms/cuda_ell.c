/* cuda_ell: a map in ELL, by head. */
#include "gpu/forms/cuda_ell.h"

#include <stdlib.h>

#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_change.h"
#include "gpu/spmv/spmv.h"

static void prepared_destroy(struct prepared *prepared)
{
    struct cuda_ell *ell = (struct cuda_ell *)prepared;

    if (!ell)
        return;
    cuda_csr_in_finish(&ell->in);
    cudaFree(ell->tail);
    free(ell);
}

/* What the device has left beside the arcs themselves. */
static int check_size(const struct cuda_ell *ell, struct error *error)
{
    const struct prepared *base = &ell->in.csr.base;
    size_t available = 0;
    size_t total = 0;
    int r = cuda_check(cudaMemGetInfo(&available, &total),
                       "look for free memory", error);

    return r ? r
             : ell_size_check(&ell->size, base->map, base->device, available,
                              error);
}

static struct spmv_slots slots_of(const struct cuda_ell *ell)
{
    return (struct spmv_slots){
        .vertex_count = ell->in.csr.base.map->topology.vertex_count,
        .width = ell->size.width,
        .stride = ell->size.stride,
        .first_in = ell->in.first_in,
    };
}

static int alloc_slots(uint32_t **ret_words, const struct cuda_ell *ell,
                       struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, ell->size.slots, sizeof(uint32_t), "ELL slots",
                       error);

    if (!r)
        *ret_words = memory;
    return r;
}

/* The tails by row are not needed any more then. */
static int fill_tails(struct cuda_ell *ell, struct error *error)
{
    struct spmv_slots slots = slots_of(ell);
    int r = cuda_check(launch_ell_tails(&slots, ell->in.tail, ell->tail, 0),
                       "fill slots", error);

    if (!r)
        r = cuda_check(cudaStreamSynchronize(0), "fill slots", error);
    cudaFree(ell->in.tail);
    ell->in.tail = NULL;
    return r;
}

static int ell_init(struct cuda_ell *ell, const struct device *device,
                    const struct map *map,
                    const struct reverse_topology *reverse, struct error *error)
{
    int r = cuda_csr_in_init(&ell->in, &cuda_ell_representation, device, map,
                             reverse, error);

    ell_size_take(reverse->first_in, map->topology.vertex_count, &ell->size);
    if (!r)
        r = check_size(ell, error);
    if (!r)
        r = alloc_slots(&ell->tail, ell, error);
    return r ? r : fill_tails(ell, error);
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct reverse_topology reverse;
    struct cuda_ell *ell;
    int r = cuda_csr_check(&map->topology, error);

    if (r)
        return r;
    ell = calloc(1, sizeof(*ell));
    if (!ell || reverse_topology_init(&reverse, &map->topology)) {
        free(ell);
        return error_no_memory(error);
    }
    r = ell_init(ell, device, map, &reverse, error);
    reverse_topology_finish(&reverse);
    if (r) {
        prepared_destroy(&ell->in.csr.base);
        return r;
    }
    *ret_prepared = &ell->in.csr.base;
    return 0;
}

static int fill_weights(const struct cuda_ell *ell,
                        struct cuda_ell_metric *metric, struct error *error)
{
    struct spmv_slots slots = slots_of(ell);
    int r =
        cuda_check(launch_ell_weights(&slots, ell->in.arc,
                                      metric->metric.weight, metric->weight, 0),
                   "fill slots", error);

    return r ? r : cuda_check(cudaStreamSynchronize(0), "fill slots", error);
}

static void metric_destroy(struct metric *metric)
{
    struct cuda_ell_metric *ell_metric = (struct cuda_ell_metric *)metric;

    if (!ell_metric)
        return;
    cuda_metric_finish(&ell_metric->metric);
    cudaFree(ell_metric->weight);
    free(ell_metric);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)prepared;
    struct cuda_ell_metric *metric = calloc(1, sizeof(*metric));
    int r;

    if (!metric)
        return error_no_memory(error);
    r = cuda_metric_init(&metric->metric, prepared, weights, error);
    if (!r)
        r = alloc_slots(&metric->weight, ell, error);
    if (!r)
        r = fill_weights(ell, metric, error);
    if (r) {
        metric_destroy(&metric->metric.base);
        return r;
    }
    *ret_metric = &metric->metric.base;
    return 0;
}

static int replace(const struct cuda_ell *ell, struct cuda_ell_metric *metric,
                   const struct weights *weights, struct error *error)
{
    int r = cuda_metric_replace(&metric->metric, weights, error);

    return r ? r : fill_weights(ell, metric, error);
}

static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)base->prepared;
    struct cuda_ell_metric *metric = (struct cuda_ell_metric *)base;
    struct weight_places places = {
        .weight = metric->metric.weight,
        .by_head = metric->weight,
        .head = ell->in.csr.head,
        .first_in = ell->in.first_in,
        .arc = ell->in.arc,
        .slot_stride = ell->size.stride,
    };

    return cuda_change_is_whole(weights, changes)
               ? replace(ell, metric, weights, error)
               : cuda_metric_change(&metric->metric, &places, weights, changes,
                                    error);
}

const struct representation_ops cuda_ell_representation = {
    .name = "cuda-ell",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};
