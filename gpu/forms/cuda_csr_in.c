/* cuda_csr_in: a map with its arcs by head as well. */
#include "gpu/forms/forms.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/kernels.h"

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

int cuda_csr_in_upload(struct cuda_csr_in *in,
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

uint64_t cuda_csr_in_bytes(const struct cuda_csr_in *in)
{
    const struct topology *topology = &in->csr.base.map->topology;
    uint64_t arrays = in->tail ? 2 : 1;

    return sizeof(uint32_t) * ((uint64_t)topology->vertex_count + 1 +
                               arrays * topology->arc_count) +
           sizeof(*in->parts) * (uint64_t)in->part_count;
}

void cuda_csr_in_free(struct cuda_csr_in *in)
{
    cuda_ended(cudaFree(in->first_in));
    cuda_ended(cudaFree(in->tail));
    cuda_ended(cudaFree(in->arc));
    cuda_ended(cudaFree(in->parts));
}

static int upload(struct cuda_csr *csr, const void *choice, struct error *error)
{
    struct reverse_topology reverse;
    int r;

    if (reverse_topology_init(&reverse, &csr->base.map->topology))
        return error_no_memory(error);
    r = cuda_csr_in_upload((struct cuda_csr_in *)csr, &reverse, error);
    reverse_topology_finish(&reverse);
    return r;
}

static uint64_t bytes(const struct cuda_csr *csr)
{
    return cuda_csr_in_bytes((const struct cuda_csr_in *)csr);
}

static void finish(struct cuda_csr *csr)
{
    cuda_csr_in_free((struct cuda_csr_in *)csr);
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

static uint64_t by_head_bytes(const struct cuda_metric *metric)
{
    return sizeof(uint32_t) *
           (uint64_t)metric->base.prepared->map->topology.arc_count;
}

static void place(const struct cuda_metric *metric,
                  struct weight_places *places)
{
    const struct cuda_csr_in *in =
        (const struct cuda_csr_in *)metric->base.prepared;

    places->by_head = metric->filled;
    places->head = in->csr.head;
    places->first_in = in->first_in;
    places->arc = in->arc;
}

static const struct cuda_form form = {
    .ops = &cuda_csr_in_form,
    .prepared_size = sizeof(struct cuda_csr_in),
    .metric_size = sizeof(struct cuda_metric),
    .upload = upload,
    .bytes = bytes,
    .finish = finish,
    .filled_bytes = by_head_bytes,
    .fill = fill_by_head,
    .place = place,
};

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&form, device, map, NULL, ret_prepared, error);
}

const struct form_ops cuda_csr_in_form = {
    .name = "cuda-csr-in",
    .prepare = prepare,
    CUDA_FORM_OPERATIONS,
};
