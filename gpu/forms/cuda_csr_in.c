/* cuda_csr_in: a map with its arcs by head as well. */
#include "gpu/forms/cuda_csr_in.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_change.h"
#include "gpu/forms/upload.h"
#include "gpu/kernels.h"

enum { PIECE_WORDS = sizeof(struct row_piece) / sizeof(uint32_t) };

static uint32_t pieces_of_row(uint32_t arcs)
{
    return arcs > ROW_ARCS_MAX ? (arcs - 1) / ROW_PIECE_ARCS + 1 : 0;
}

static uint32_t count_pieces(const uint32_t *first_in, uint32_t vertex_count)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < vertex_count; v++)
        count += pieces_of_row(first_in[v + 1] - first_in[v]);
    return count;
}

static void list_pieces(const uint32_t *first_in, uint32_t vertex_count,
                        struct row_piece *pieces)
{
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t first = first_in[v];
        uint32_t left = first_in[v + 1] - first;

        for (uint32_t i = pieces_of_row(left); i > 0; i--) {
            uint32_t count = left < ROW_PIECE_ARCS ? left : ROW_PIECE_ARCS;

            *pieces++ = (struct row_piece){v, first, first + count};
            first += count;
            left -= count;
        }
    }
}

static int upload_pieces(struct cuda_csr_in *in, const uint32_t *first_in,
                         uint32_t vertex_count, struct error *error)
{
    uint32_t count = count_pieces(first_in, vertex_count);
    struct row_piece *pieces = array_alloc(count, sizeof(*pieces));
    uint32_t *words = NULL;
    int r;

    if (!pieces)
        return error_no_memory(error);
    list_pieces(first_in, vertex_count, pieces);
    r = upload_words(&words, (const uint32_t *)pieces,
                     (size_t)count * PIECE_WORDS, "upload long rows", error);
    free(pieces);
    in->pieces = (struct row_piece *)words;
    in->piece_count = count;
    return r;
}

int cuda_csr_in_init(struct cuda_csr_in *in,
                     const struct representation_ops *ops,
                     const struct device *device, const struct map *map,
                     const struct reverse_topology *reverse,
                     struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;
    int r = cuda_csr_init(&in->csr, ops, device, map, error);

    if (!r)
        r = upload_words(&in->first_in, reverse->first_in, (size_t)n + 1,
                         "upload first_in", error);
    if (!r)
        r = upload_words(&in->tail, reverse->tail, m, "upload tail", error);
    if (!r)
        r = upload_words(&in->arc, reverse->arc, m, "upload arcs by head",
                         error);
    return r ? r : upload_pieces(in, reverse->first_in, n, error);
}

void cuda_csr_in_finish(struct cuda_csr_in *in)
{
    cuda_csr_finish(&in->csr);
    cudaFree(in->first_in);
    cudaFree(in->tail);
    cudaFree(in->arc);
    cudaFree(in->pieces);
}

static void prepared_destroy(struct prepared *prepared)
{
    if (prepared)
        cuda_csr_in_finish((struct cuda_csr_in *)prepared);
    free(prepared);
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct reverse_topology reverse;
    struct cuda_csr_in *in;
    int r = cuda_csr_check(&map->topology, error);

    if (r)
        return r;
    in = calloc(1, sizeof(*in));
    if (!in || reverse_topology_init(&reverse, &map->topology)) {
        free(in);
        return error_no_memory(error);
    }
    r = cuda_csr_in_init(in, &cuda_csr_in_representation, device, map, &reverse,
                         error);
    reverse_topology_finish(&reverse);
    if (r) {
        prepared_destroy(&in->csr.base);
        return r;
    }
    *ret_prepared = &in->csr.base;
    return 0;
}

/* A gather: the weights stand where labels do otherwise. */
static cudaError_t permute(const struct cuda_csr_in *in,
                           struct cuda_csr_in_metric *metric, uint32_t count)
{
    struct search_arrays arrays = {.cost = metric->metric.weight};
    cudaError_t status =
        count ? launch_gather(&arrays, in->arc, count, metric->weight_in, 0)
              : cudaSuccess;

    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

static int fill_by_head(struct cuda_csr_in_metric *metric, struct error *error)
{
    const struct prepared *prepared = metric->metric.base.prepared;

    return cuda_check(permute((const struct cuda_csr_in *)prepared, metric,
                              metric->metric.weights.arc_count),
                      "weights by head", error);
}

static int metric_init(struct cuda_csr_in_metric *metric,
                       struct prepared *prepared, const struct weights *weights,
                       struct error *error)
{
    void *memory = NULL;
    int r = cuda_metric_init(&metric->metric, prepared, weights, error);

    if (!r)
        r = cuda_alloc(&memory, weights->arc_count, sizeof(uint32_t),
                       "weights by head", error);
    metric->weight_in = memory;
    return r ? r : fill_by_head(metric, error);
}

static void metric_destroy(struct metric *metric)
{
    struct cuda_csr_in_metric *in = (struct cuda_csr_in_metric *)metric;

    if (!in)
        return;
    cuda_metric_finish(&in->metric);
    cudaFree(in->weight_in);
    free(in);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct cuda_csr_in_metric *metric = calloc(1, sizeof(*metric));
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

static int replace(struct cuda_csr_in_metric *metric,
                   const struct weights *weights, struct error *error)
{
    int r = cuda_metric_replace(&metric->metric, weights, error);

    return r ? r : fill_by_head(metric, error);
}

static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    const struct cuda_csr_in *in = (const struct cuda_csr_in *)base->prepared;
    struct cuda_csr_in_metric *metric = (struct cuda_csr_in_metric *)base;
    struct weight_places places = {
        .weight = metric->metric.weight,
        .by_head = metric->weight_in,
        .head = in->csr.head,
        .first_in = in->first_in,
        .arc = in->arc,
    };

    return cuda_change_is_whole(weights, changes)
               ? replace(metric, weights, error)
               : cuda_metric_change(&metric->metric, &places, weights, changes,
                                    error);
}

const struct representation_ops cuda_csr_in_representation = {
    .name = "cuda-csr-in",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};
