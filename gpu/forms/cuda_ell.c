/* cuda_ell: a map in ELL, by head. */
#include "gpu/forms/forms.h"

#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/spmv/spmv.h"

/* Compares with the device memory left beside the arcs themselves. */
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

/* The tails by row are not needed after this. */
static int fill_tails(struct cuda_ell *ell, struct error *error)
{
    struct spmv_slots slots = slots_of(ell);
    int r = cuda_check(launch_ell_tails(&slots, ell->in.tail, ell->tail, 0),
                       "fill slots", error);

    if (!r)
        r = cuda_check(cudaStreamSynchronize(0), "fill slots", error);
    cuda_ended(cudaFree(ell->in.tail));
    ell->in.tail = NULL;
    return r;
}

static int upload_with(struct cuda_ell *ell,
                       const struct reverse_topology *reverse,
                       struct error *error)
{
    int r = cuda_csr_in_upload(&ell->in, reverse, error);

    ell_size_take(reverse->first_in,
                  ell->in.csr.base.map->topology.vertex_count, &ell->size);
    if (!r)
        r = check_size(ell, error);
    if (!r)
        r = cuda_alloc(&ell->tail, ell->size.slots, sizeof(*ell->tail),
                       "ELL slots", error);
    return r ? r : fill_tails(ell, error);
}

static int upload(struct cuda_csr *csr, const void *choice, struct error *error)
{
    struct reverse_topology reverse;
    int r;

    if (reverse_topology_init(&reverse, &csr->base.map->topology))
        return error_no_memory(error);
    r = upload_with((struct cuda_ell *)csr, &reverse, error);
    reverse_topology_finish(&reverse);
    return r;
}

static uint64_t slots_bytes(const struct cuda_ell *ell)
{
    return sizeof(uint32_t) * ell->size.slots;
}

static uint64_t bytes(const struct cuda_csr *csr)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)csr;

    return cuda_csr_in_bytes(&ell->in) + slots_bytes(ell);
}

static void finish(struct cuda_csr *csr)
{
    struct cuda_ell *ell = (struct cuda_ell *)csr;

    cuda_csr_in_free(&ell->in);
    cuda_ended(cudaFree(ell->tail));
}

static int fill_weights(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)metric->base.prepared;
    struct spmv_slots slots = slots_of(ell);
    int r = cuda_check(launch_ell_weights(&slots, ell->in.arc, metric->weight,
                                          metric->filled, 0),
                       "fill slots", error);

    return r ? r : cuda_check(cudaStreamSynchronize(0), "fill slots", error);
}

static uint64_t weights_bytes(const struct cuda_metric *metric)
{
    return slots_bytes((const struct cuda_ell *)metric->base.prepared);
}

static void place(const struct cuda_metric *metric,
                  struct weight_places *places)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)metric->base.prepared;

    places->by_head = metric->filled;
    places->head = ell->in.csr.head;
    places->first_in = ell->in.first_in;
    places->arc = ell->in.arc;
    places->slot_stride = ell->size.stride;
}

static const struct cuda_form form = {
    .ops = &cuda_ell_form,
    .prepared_size = sizeof(struct cuda_ell),
    .metric_size = sizeof(struct cuda_metric),
    .upload = upload,
    .bytes = bytes,
    .finish = finish,
    .filled_bytes = weights_bytes,
    .fill = fill_weights,
    .place = place,
};

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&form, device, map, NULL, ret_prepared, error);
}

const struct form_ops cuda_ell_form = {
    .name = "cuda-ell",
    .prepare = prepare,
    CUDA_FORM_OPERATIONS,
};
