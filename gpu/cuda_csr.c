/* cuda_csr: a map in the memory of a CUDA device. */
#include "gpu/cuda_csr.h"

#include <errno.h>
#include <stdlib.h>

#include "gpu/cuda_error.h"
#include "gpu/kernels.h"

/* The copy of pageable memory may return before the device has it all. */
static cudaError_t copy_down(void *memory, const uint32_t *words, size_t size)
{
    cudaError_t status =
        cudaMemcpy(memory, words, size, cudaMemcpyHostToDevice);

    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

static int upload(uint32_t **ret_words, const uint32_t *words, size_t count,
                  const char *what, struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, sizeof(*words), what, error);

    if (r)
        return r;
    r = cuda_check(copy_down(memory, words, count * sizeof(*words)), what,
                   error);
    if (r) {
        cudaFree(memory);
        return r;
    }
    *ret_words = memory;
    return 0;
}

static int use_device(const struct device *device, struct error *error)
{
    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

static void prepared_destroy(struct prepared *prepared)
{
    struct cuda_csr *csr = (struct cuda_csr *)prepared;

    if (!csr)
        return;
    use_device(prepared->device, NULL);
    cudaFree(csr->first_out);
    cudaFree(csr->head);
    free(csr);
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

static int upload_topology(struct cuda_csr *csr,
                           const struct topology *topology, struct error *error)
{
    int r = use_device(csr->base.device, error);

    if (!r)
        r = check_code(csr->base.device, error);
    if (!r)
        r = upload(&csr->first_out, topology->first_out,
                   (size_t)topology->vertex_count + 1, "upload first_out",
                   error);
    if (!r)
        r = upload(&csr->head, topology->head, topology->arc_count,
                   "upload head", error);
    return r;
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct cuda_csr *csr = calloc(1, sizeof(*csr));
    int r;

    if (!csr)
        return error_no_memory(error);
    csr->base = (struct prepared){&cuda_csr_representation, device, map};
    r = upload_topology(csr, &map->topology, error);
    if (r) {
        prepared_destroy(&csr->base);
        return r;
    }
    *ret_prepared = &csr->base;
    return 0;
}

static void metric_destroy(struct metric *metric)
{
    struct cuda_metric *cuda_metric = (struct cuda_metric *)metric;

    if (!cuda_metric)
        return;
    use_device(metric->prepared->device, NULL);
    cudaFree(cuda_metric->weight);
    free(cuda_metric);
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct cuda_metric *metric = calloc(1, sizeof(*metric));
    int r;

    if (!metric)
        return error_no_memory(error);
    metric->base = (struct metric){prepared, weights->epoch};
    r = use_device(prepared->device, error);
    if (!r)
        r = upload(&metric->weight, weights->weight, weights->arc_count,
                   "upload weights", error);
    if (r) {
        metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

const struct representation_ops cuda_csr_representation = {
    .name = "cuda-csr",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};
