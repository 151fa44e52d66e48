/* cuda_csr: a map in the memory of a CUDA device. */
#include "gpu/forms/cuda_csr.h"

#include <errno.h>
#include <stdlib.h>

#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_change.h"
#include "gpu/forms/upload.h"
#include "gpu/kernels.h"

/* A grid's last threads, or one thread's last stride, come no further. */
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

static int use_device(const struct device *device, struct error *error)
{
    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

void cuda_csr_finish(struct cuda_csr *csr)
{
    use_device(csr->base.device, NULL);
    cudaFree(csr->first_out);
    cudaFree(csr->head);
}

static int check_code(const struct device *device, struct error *error)
{
    cudaError_t status = probe_kernels();

    if (status != cudaErrorNoKernelImageForDevice &&
        status != cudaErrorInvalidDeviceFunction)
        return cuda_check(status, device->name, error);
    cudaGetLastError();
    return error_set(error, -ENODEV,
                     "%s: this program has no code for %s; build it with "
                     "another gpu_arch",
                     device->name, device->description);
}

int cuda_csr_init(struct cuda_csr *csr, const struct representation_ops *ops,
                  const struct device *device, const struct map *map,
                  struct error *error)
{
    const struct topology *topology = &map->topology;
    int r;

    csr->base = (struct prepared){ops, device, map};
    r = use_device(device, error);
    if (!r)
        r = check_code(device, error);
    if (!r)
        r = upload_words(&csr->first_out, topology->first_out,
                         (size_t)topology->vertex_count + 1, "upload first_out",
                         error);
    if (!r)
        r = upload_words(&csr->head, topology->head, topology->arc_count,
                         "upload head", error);
    return r;
}

int cuda_metric_init(struct cuda_metric *metric, struct prepared *prepared,
                     const struct weights *weights, struct error *error)
{
    int r;

    metric->base = (struct metric){prepared, weights->epoch};
    metric->weights = *weights;
    r = use_device(prepared->device, error);
    if (!r)
        r = upload_words(&metric->weight, weights->weight, weights->arc_count,
                         "upload weights", error);
    return r;
}

void cuda_metric_finish(struct cuda_metric *metric)
{
    use_device(metric->base.prepared->device, NULL);
    cudaFree(metric->weight);
    cudaFree(metric->changed);
}

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
    r = cuda_csr_init(csr, &cuda_csr_representation, device, map, error);
    if (r) {
        prepared_destroy(&csr->base);
        return r;
    }
    *ret_prepared = &csr->base;
    return 0;
}

static void metric_destroy(struct metric *metric)
{
    if (metric)
        cuda_metric_finish((struct cuda_metric *)metric);
    free(metric);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct cuda_metric *metric = calloc(1, sizeof(*metric));
    int r;

    if (!metric)
        return error_no_memory(error);
    r = cuda_metric_init(metric, prepared, weights, error);
    if (r) {
        metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

static int recustomize(struct metric *base, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct cuda_metric *metric = (struct cuda_metric *)base;
    struct weight_places places = {.weight = metric->weight};

    return cuda_change_is_whole(weights, changes)
               ? cuda_metric_replace(metric, weights, error)
               : cuda_metric_change(metric, &places, weights, changes, error);
}

const struct representation_ops cuda_csr_representation = {
    .name = "cuda-csr",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};
