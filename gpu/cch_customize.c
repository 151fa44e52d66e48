/* cch_customize: the stages of customizing, queued and timed. */
#include "gpu/cuda_cch.h"
#include "gpu/cuda_error.h"

enum { STAGES = 3 };

/* Queues one stage on the stream. */
typedef cudaError_t stage(const struct cuda_cch *cch,
                          const struct cuda_cch_metric *metric,
                          cudaStream_t stream);

static cudaError_t queue_arcs(const struct cuda_cch *cch,
                              const struct cuda_cch_metric *metric,
                              cudaStream_t stream)
{
    cudaError_t status =
        launch_cch_clear(&cch->arrays, &metric->panels, stream);

    if (status == cudaSuccess)
        status = launch_cch_arcs(&cch->arrays, metric->metric.weight,
                                 &metric->panels, stream);
    return status;
}

static cudaError_t queue_basic(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < cch->plan.step_count && status == cudaSuccess; i++)
        status =
            launch_cch_eliminate(&cch->fronts, &cch->plan.steps[i],
                                 &metric->panels, &metric->scratch, stream);
    return status;
}

static cudaError_t queue_closed(const struct cuda_cch *cch,
                                const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < cch->plan.step_count && status == cudaSuccess; i++)
        status = launch_cch_close(&cch->fronts, &cch->plan.steps[i],
                                  &metric->panels, &metric->scratch, stream);
    return status;
}

static stage *const stages[STAGES] = {queue_arcs, queue_basic, queue_closed};

static cudaError_t queue(const struct cuda_cch_metric *metric,
                         cudaEvent_t ends[STAGES + 1], cudaStream_t stream)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    cudaError_t status = cudaEventRecord(ends[0], stream);

    for (int i = 0; i < STAGES && status == cudaSuccess; i++) {
        status = stages[i](cch, metric, stream);
        if (status == cudaSuccess)
            status = cudaEventRecord(ends[i + 1], stream);
    }
    return status;
}

static cudaError_t read_times(cudaEvent_t ends[STAGES + 1],
                              struct cuda_cch_times *ret_times)
{
    float ms[STAGES];
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < STAGES && status == cudaSuccess; i++)
        status = cudaEventElapsedTime(&ms[i], ends[i], ends[i + 1]);
    if (status == cudaSuccess)
        *ret_times = (struct cuda_cch_times){ms[0], ms[1], ms[2]};
    return status;
}

int cuda_cch_customize(struct cuda_cch_metric *metric,
                       struct cuda_cch_times *ret_times, struct error *error)
{
    cudaEvent_t ends[STAGES + 1] = {0};
    cudaStream_t stream = NULL;
    cudaError_t status =
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

    for (int i = 0; i <= STAGES && status == cudaSuccess; i++)
        status = cudaEventCreate(&ends[i]);
    if (status == cudaSuccess)
        status = queue(metric, ends, stream);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(stream);
    if (status == cudaSuccess && ret_times)
        status = read_times(ends, ret_times);
    for (int i = 0; i <= STAGES; i++)
        if (ends[i])
            cudaEventDestroy(ends[i]);
    if (stream)
        cudaStreamDestroy(stream);
    return cuda_check(status, "customize", error);
}
