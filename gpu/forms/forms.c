/* forms: cuda-csr, and three forms that add to it: cells, the arcs by head, and
 * ELL. */
#include "gpu/forms/forms.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/forms/form_kernels.h"
#include "gpu/kernels.h"
#include "gpu/spmv/spmv.h"

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

static const struct cuda_form csr_form = {
    .ops = &cuda_csr_form,
    .prepared_size = sizeof(struct cuda_csr),
    .metric_size = sizeof(struct cuda_metric),
};

CUDA_FORM(cuda_csr, "cuda-csr", csr_form)

/* ---- cuda-cells ---- */

static uint64_t cells_bytes(const struct cuda_metric *metric)
{
    return sizeof(struct cell) *
           (uint64_t)metric->base.prepared->map->topology.vertex_count;
}

static int fill_cells(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_csr *on = (const struct cuda_csr *)metric->base.prepared;
    const struct search_arrays arrays = {
        .vertex_count = on->base.map->topology.vertex_count,
        .first_out = on->first_out,
        .head = on->head,
        .weight = metric->weight,
    };
    int r =
        cuda_check(launch_fill_cells(&arrays, metric->filled, metric->stream),
                   "fill cells", error);

    return r ? r
             : cuda_check(cudaStreamSynchronize(metric->stream), "fill cells",
                          error);
}

/* Fills all cells again: that is faster on the device than finding the places
 * of the changes. */
static int follow_cells(struct cuda_metric *metric,
                        const struct weight_changes *changes,
                        struct error *error)
{
    return fill_cells(metric, error);
}

static const struct cuda_form cells_form = {
    .ops = &cuda_cells_form,
    .prepared_size = sizeof(struct cuda_csr),
    .metric_size = sizeof(struct cuda_metric),
    .filled_bytes = cells_bytes,
    .fill = fill_cells,
    .follow = follow_cells,
};

CUDA_FORM(cuda_cells, "cuda-cells", cells_form)

/* ---- cuda-csr-in ---- */

enum { PART_WORDS = sizeof(struct row_part) / sizeof(uint32_t) };

static uint32_t parts_of_row(uint32_t arcs)
{
    return arcs > ROW_ARCS_MAX ? (arcs - 1) / ROW_PART_ARCS + 1 : 0;
}

static uint32_t count_parts(const uint32_t *first_in, uint32_t vertex_count)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < vertex_count; v++)
        count += parts_of_row(first_in[v + 1] - first_in[v]);
    return count;
}

static void list_parts(const uint32_t *first_in, uint32_t vertex_count,
                       struct row_part *parts)
{
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t first = first_in[v];
        uint32_t left = first_in[v + 1] - first;

        for (uint32_t i = parts_of_row(left); i > 0; i--) {
            uint32_t count = left < ROW_PART_ARCS ? left : ROW_PART_ARCS;

            *parts++ = (struct row_part){v, first, first + count};
            first += count;
            left -= count;
        }
    }
}

static int upload_parts(struct cuda_csr_in *in, const uint32_t *first_in,
                        uint32_t vertex_count, struct error *error)
{
    uint32_t count = count_parts(first_in, vertex_count);
    struct row_part *parts = array_alloc(count, sizeof(*parts));
    uint32_t *words = NULL;
    int r;

    if (!parts)
        return error_no_memory(error);
    list_parts(first_in, vertex_count, parts);
    r = upload_words(&words, (const uint32_t *)parts,
                     (size_t)count * PART_WORDS, "upload long rows", error);
    free(parts);
    in->parts = (struct row_part *)words;
    in->part_count = count;
    return r;
}

static int upload_by_head(struct cuda_csr_in *in,
                          const struct reverse_topology *reverse,
                          struct error *error)
{
    const struct topology *topology = &in->csr.base.map->topology;
    uint32_t n = topology->vertex_count;
    uint32_t m = topology->arc_count;
    int r = upload_words(&in->first_in, reverse->first_in, (size_t)n + 1,
                         "upload first_in", error);

    if (!r)
        r = upload_words(&in->tail, reverse->tail, m, "upload tail", error);
    if (!r)
        r = upload_words(&in->arc, reverse->arc, m, "upload arcs by head",
                         error);
    return r ? r : upload_parts(in, reverse->first_in, n, error);
}

static int in_upload(struct cuda_csr *csr, const void *choice,
                     struct error *error)
{
    struct reverse_topology reverse;
    int r;

    if (reverse_topology_init(&reverse, &csr->base.map->topology))
        return error_no_memory(error);
    r = upload_by_head((struct cuda_csr_in *)csr, &reverse, error);
    reverse_topology_finish(&reverse);
    return r;
}

static uint64_t in_bytes(const struct cuda_csr *csr)
{
    const struct cuda_csr_in *in = (const struct cuda_csr_in *)csr;
    const struct topology *topology = &csr->base.map->topology;
    uint64_t arrays = in->tail ? 2 : 1;

    return sizeof(uint32_t) * ((uint64_t)topology->vertex_count + 1 +
                               arrays * topology->arc_count) +
           sizeof(*in->parts) * (uint64_t)in->part_count;
}

static void in_finish(struct cuda_csr *csr)
{
    struct cuda_csr_in *in = (struct cuda_csr_in *)csr;

    cuda_ended(cudaFree(in->first_in));
    cuda_ended(cudaFree(in->tail));
    cuda_ended(cudaFree(in->arc));
    cuda_ended(cudaFree(in->parts));
}

/* A gather: it reads weights where other kernels read labels. */
static int fill_by_head(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_csr_in *in =
        (const struct cuda_csr_in *)metric->base.prepared;
    struct search_arrays arrays = {.cost = metric->weight};
    uint32_t count = metric->weights.arc_count;
    cudaError_t status =
        count ? launch_gather(&arrays, in->arc, count, metric->filled, 0)
              : cudaSuccess;

    if (status == cudaSuccess)
        status = cudaStreamSynchronize(0);
    return cuda_check(status, "weights by head", error);
}

static uint64_t in_filled_bytes(const struct cuda_metric *metric)
{
    return sizeof(uint32_t) *
           (uint64_t)metric->base.prepared->map->topology.arc_count;
}

static void in_place(const struct cuda_metric *metric,
                     struct weight_places *places)
{
    const struct cuda_csr_in *in =
        (const struct cuda_csr_in *)metric->base.prepared;

    places->by_head = metric->filled;
    places->head = in->csr.head;
    places->first_in = in->first_in;
    places->arc = in->arc;
}

static const struct cuda_form in_form = {
    .ops = &cuda_csr_in_form,
    .prepared_size = sizeof(struct cuda_csr_in),
    .metric_size = sizeof(struct cuda_metric),
    .upload = in_upload,
    .bytes = in_bytes,
    .finish = in_finish,
    .filled_bytes = in_filled_bytes,
    .fill = fill_by_head,
    .place = in_place,
};

CUDA_FORM(cuda_csr_in, "cuda-csr-in", in_form)

/* ---- cuda-ell ---- */

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

static int fill_slots(const struct cuda_ell *ell, const uint32_t *by_head,
                      const uint32_t *weight, uint32_t *slots,
                      struct error *error)
{
    const struct spmv_ell shape = {
        .vertex_count = ell->in.csr.base.map->topology.vertex_count,
        .width = ell->size.width,
        .stride = ell->size.stride,
    };
    int r = cuda_check(
        launch_ell_fill(&shape, ell->in.first_in, by_head, weight, slots, 0),
        "fill slots", error);

    return r ? r : cuda_check(cudaStreamSynchronize(0), "fill slots", error);
}

static int upload_with(struct cuda_ell *ell,
                       const struct reverse_topology *reverse,
                       struct error *error)
{
    int r = upload_by_head(&ell->in, reverse, error);

    ell_size_take(reverse->first_in,
                  ell->in.csr.base.map->topology.vertex_count, &ell->size);
    if (!r)
        r = check_size(ell, error);
    if (!r)
        r = cuda_alloc(&ell->tail, ell->size.slots, sizeof(*ell->tail),
                       "ELL slots", error);
    if (!r)
        r = fill_slots(ell, ell->in.tail, NULL, ell->tail, error);
    /* Now the tails by head are not needed any more. */
    cuda_ended(cudaFree(ell->in.tail));
    ell->in.tail = NULL;
    return r;
}

static int ell_upload(struct cuda_csr *csr, const void *choice,
                      struct error *error)
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

static uint64_t ell_bytes(const struct cuda_csr *csr)
{
    return in_bytes(csr) + slots_bytes((const struct cuda_ell *)csr);
}

static void ell_finish(struct cuda_csr *csr)
{
    in_finish(csr);
    cuda_ended(cudaFree(((struct cuda_ell *)csr)->tail));
}

static int fill_weights(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)metric->base.prepared;

    return fill_slots(ell, ell->in.arc, metric->weight, metric->filled, error);
}

static uint64_t ell_filled_bytes(const struct cuda_metric *metric)
{
    return slots_bytes((const struct cuda_ell *)metric->base.prepared);
}

static void ell_place(const struct cuda_metric *metric,
                      struct weight_places *places)
{
    in_place(metric, places);
    places->slot_stride =
        ((const struct cuda_ell *)metric->base.prepared)->size.stride;
}

static const struct cuda_form ell_form = {
    .ops = &cuda_ell_form,
    .prepared_size = sizeof(struct cuda_ell),
    .metric_size = sizeof(struct cuda_metric),
    .upload = ell_upload,
    .bytes = ell_bytes,
    .finish = ell_finish,
    .filled_bytes = ell_filled_bytes,
    .fill = fill_weights,
    .place = ell_place,
};

CUDA_FORM(cuda_ell, "cuda-ell", ell_form)
