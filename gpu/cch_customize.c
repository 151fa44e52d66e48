/* cch_customize: the stages of customizing, queued and timed. */
#include "gpu/cuda_cch.h"
#include "gpu/cuda_error.h"

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

static cudaError_t queue_leaves(const struct cuda_cch *cch,
                                const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    return launch_cch_leaves(cch->fronts.fronts,
                             cch->plan.first_of_team[CCH_WARP], &metric->panels,
                             stream);
}

static cudaError_t queue_team(const struct cuda_cch *cch,
                              const struct cuda_cch_metric *metric,
                              enum cch_team team, cudaStream_t stream)
{
    const uint32_t *first = cch->plan.first_of_team;
    struct cch_source source = {cch->arrays, metric->metric.weight};
    struct cch_flow flow = {
        .first = first[team],
        .count = first[team + 1] - first[team],
        .front_max = cch->plan.front_max[team],
        .done = metric->done,
        .expected = metric->expected,
        .epoch = metric->epoch,
    };

    return launch_cch_flow(team, &cch->fronts, &flow, &source, &metric->panels,
                           &metric->scratch, stream);
}

static cudaError_t queue_warps(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    return queue_team(cch, metric, CCH_WARP, stream);
}

static cudaError_t queue_small(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    return queue_team(cch, metric, CCH_SMALL, stream);
}

static cudaError_t queue_large(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    return queue_team(cch, metric, CCH_LARGE, stream);
}

static cudaError_t queue_global(const struct cuda_cch *cch,
                                const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    return queue_team(cch, metric, CCH_GLOBAL, stream);
}

static stage *const stages[CUDA_CCH_STAGES] = {queue_arcs,  queue_leaves,
                                               queue_warps, queue_small,
                                               queue_large, queue_global};

static cudaError_t queue(const struct cuda_cch_metric *metric,
                         cudaEvent_t ends[CUDA_CCH_STAGES + 1],
                         cudaStream_t stream)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    cudaError_t status = cudaEventRecord(ends[0], stream);

    for (int i = 0; i < CUDA_CCH_STAGES && status == cudaSuccess; i++) {
        status = stages[i](cch, metric, stream);
        if (status == cudaSuccess)
            status = cudaEventRecord(ends[i + 1], stream);
    }
    return status;
}

static cudaError_t read_times(cudaEvent_t ends[CUDA_CCH_STAGES + 1],
                              struct cuda_cch_times *ret_times)
{
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < CUDA_CCH_STAGES && status == cudaSuccess; i++)
        status =
            cudaEventElapsedTime(&ret_times->stage_ms[i], ends[i], ends[i + 1]);
    return status;
}

int cuda_cch_customize(struct cuda_cch_metric *metric,
                       struct cuda_cch_times *ret_times, struct error *error)
{
    cudaEvent_t ends[CUDA_CCH_STAGES + 1] = {0};
    cudaStream_t stream = NULL;
    cudaError_t status =
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

    metric->epoch++;
    for (int i = 0; i <= CUDA_CCH_STAGES && status == cudaSuccess; i++)
        status = cudaEventCreate(&ends[i]);
    if (status == cudaSuccess)
        status = queue(metric, ends, stream);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(stream);
    if (status == cudaSuccess && ret_times)
        status = read_times(ends, ret_times);
    for (int i = 0; i <= CUDA_CCH_STAGES; i++)
        if (ends[i])
            cudaEventDestroy(ends[i]);
    if (stream)
        cudaStreamDestroy(stream);
    return cuda_check(status, "customize", error);
}
