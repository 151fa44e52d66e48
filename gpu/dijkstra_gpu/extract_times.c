/* extract_times: the timing loops, waiting and queued. */
#include "gpu/dijkstra_gpu/extract_times.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "gpu/cuda_error.h"
#include "gpu/dijkstra_gpu/dijkstra_gpu.h"

/* Most runs before the measurement. */
enum { WARM_UP_RUNS = 20 };

/* Labels on a device and the reductions' memory; finish accepts zero bytes. */
struct bench {
    uint32_t count;
    uint32_t runs;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    uint32_t *label; /* [count] */
    struct extraction *extraction;
    unsigned long long *least; /* on the device */
    unsigned long long *host;  /* pinned: the answer */
    void *storage;             /* CUB's */
    size_t storage_bytes;
    double *wait_us; /* [runs] */
};

static int make_stream(struct bench *bench, struct error *error)
{
    int r =
        cuda_check(cudaStreamCreate(&bench->stream), "make a stream", error);

    if (!r)
        r = cuda_check(cudaEventCreate(&bench->begin), "make an event", error);
    if (!r)
        r = cuda_check(cudaEventCreate(&bench->end), "make an event", error);
    return r;
}

static int alloc(struct bench *bench, struct error *error)
{
    int r = cuda_alloc(&bench->label, bench->count, sizeof(*bench->label),
                       "labels", error);

    if (!r)
        r = cuda_alloc(&bench->extraction, 1, sizeof(*bench->extraction),
                       "extraction", error);
    if (!r)
        r = cuda_alloc(&bench->least, 1, sizeof(*bench->least), "the least",
                       error);
    if (!r)
        r = cuda_check(
            cudaMallocHost((void **)&bench->host, sizeof(*bench->host)),
            "answer", error);
    if (!r)
        r = cuda_check(launch_extract_min_cub(NULL, &bench->storage_bytes,
                                              bench->label, bench->count,
                                              bench->least, bench->stream),
                       "size of CUB's storage", error);
    if (!r)
        r = cuda_alloc(&bench->storage, bench->storage_bytes, 1,
                       "CUB's storage", error);
    bench->wait_us = array_alloc(bench->runs, sizeof(*bench->wait_us));
    return r || bench->wait_us ? r : error_no_memory(error);
}

static int fill(struct bench *bench, const uint32_t *label, struct error *error)
{
    int r = cuda_check(cudaMemcpyAsync(bench->label, label,
                                       (size_t)bench->count * sizeof(*label),
                                       cudaMemcpyHostToDevice, bench->stream),
                       "copy labels", error);

    if (!r)
        r = cuda_check(cudaMemsetAsync(bench->extraction, 0,
                                       sizeof(*bench->extraction),
                                       bench->stream),
                       "clear the extraction", error);
    return r ? r
             : cuda_check(cudaStreamSynchronize(bench->stream), "copy labels",
                          error);
}

static void finish(struct bench *bench)
{
    free(bench->wait_us);
    cuda_ended(cudaFree(bench->storage));
    cuda_ended(cudaFreeHost(bench->host));
    cuda_ended(cudaFree(bench->least));
    cuda_ended(cudaFree(bench->extraction));
    cuda_ended(cudaFree(bench->label));
    if (bench->end)
        cuda_ended(cudaEventDestroy(bench->end));
    if (bench->begin)
        cuda_ended(cudaEventDestroy(bench->begin));
    if (bench->stream)
        cuda_ended(cudaStreamDestroy(bench->stream));
}

/* `block` 0: CUB's. */
static int launch(struct bench *bench, unsigned block, struct error *error)
{
    cudaError_t status =
        block
            ? launch_extract_min(bench->label, bench->count, block,
                                 bench->extraction, bench->least, bench->stream)
            : launch_extract_min_cub(bench->storage, &bench->storage_bytes,
                                     bench->label, bench->count, bench->least,
                                     bench->stream);

    return cuda_check(status, block ? "reduce" : "reduce by CUB", error);
}

static int launch_and_wait(struct bench *bench, unsigned block,
                           struct error *error)
{
    int r = launch(bench, block, error);

    if (!r)
        r = cuda_check(cudaMemcpyAsync(bench->host, bench->least,
                                       sizeof(*bench->host),
                                       cudaMemcpyDeviceToHost, bench->stream),
                       "fetch the least", error);
    return r ? r
             : cuda_check(cudaStreamSynchronize(bench->stream),
                          "wait for the least", error);
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;

    return (a > b) - (a < b);
}

static int time_waits(struct bench *bench, unsigned block,
                      struct extract_time *time, struct error *error)
{
    int r = 0;

    for (uint32_t i = 0; i < bench->runs && i < WARM_UP_RUNS && !r; i++)
        r = launch_and_wait(bench, block, error);
    for (uint32_t i = 0; i < bench->runs && !r; i++) {
        uint64_t start_ns = clock_now_ns();

        r = launch_and_wait(bench, block, error);
        bench->wait_us[i] = (double)(clock_now_ns() - start_ns) / 1e3;
    }
    if (r)
        return r;
    qsort(bench->wait_us, bench->runs, sizeof(*bench->wait_us), compare);
    time->wait_us = bench->wait_us[bench->runs / 2];
    time->least = *bench->host;
    return 0;
}

static int time_queue(struct bench *bench, unsigned block,
                      struct extract_time *time, struct error *error)
{
    float elapsed_ms = 0;
    int r = cuda_check(cudaEventRecord(bench->begin, bench->stream),
                       "take the time", error);

    for (uint32_t i = 0; i < bench->runs && !r; i++)
        r = launch(bench, block, error);
    if (!r)
        r = cuda_check(cudaEventRecord(bench->end, bench->stream),
                       "take the time", error);
    if (!r)
        r = cuda_check(cudaEventSynchronize(bench->end), "wait for reductions",
                       error);
    if (!r)
        r = cuda_check(
            cudaEventElapsedTime(&elapsed_ms, bench->begin, bench->end),
            "take the time", error);
    if (!r)
        time->queued_us = (double)elapsed_ms * 1e3 / bench->runs;
    return r;
}

static int measure(struct bench *bench, const unsigned *blocks,
                   size_t block_count, struct extract_time *times,
                   struct error *error)
{
    int r = 0;

    for (size_t i = 0; i <= block_count && !r; i++) {
        unsigned block = i < block_count ? blocks[i] : 0;

        r = time_waits(bench, block, &times[i], error);
        if (!r)
            r = time_queue(bench, block, &times[i], error);
    }
    return r;
}

int gpu_time_extract_min(const struct device *device, const uint32_t *label,
                         uint32_t count, uint32_t runs, const unsigned *blocks,
                         size_t block_count, struct extract_time *ret_times,
                         struct error *error)
{
    struct bench bench = {.count = count, .runs = runs};
    int r = cuda_check(cudaSetDevice(device->ordinal), "use device", error);

    if (!r)
        r = make_stream(&bench, error);
    if (!r)
        r = alloc(&bench, error);
    if (!r)
        r = fill(&bench, label, error);
    if (!r)
        r = measure(&bench, blocks, block_count, ret_times, error);
    finish(&bench);
    if (r)
        error_prefix(error, "time ExtractMin on %s", device->name);
    return r;
}
