/* customize: the stages of customizing, queued and timed. */
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"

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
                             cch->plan.first_of_team[CCH_HALF], &metric->panels,
                             stream);
}

/* Fronts of a list, or [first, first + count) of all. */
static struct cch_work work_of(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               enum cch_team team, const uint32_t *list,
                               uint32_t first, uint32_t count)
{
    return (struct cch_work){
        .fronts = cch->fronts,
        .flow =
            {
                .list = list,
                .first = first,
                .count = count,
                .front_max = cch->plan.front_max[team],
                .done = metric->done,
                .expected = metric->expected,
                .epoch = metric->epoch,
            },
        .source = {cch->arrays, metric->metric.weight},
        .panels = metric->panels,
    };
}

static cudaError_t queue_flow(const struct cuda_cch *cch,
                              const struct cuda_cch_metric *metric,
                              enum cch_team team, const uint32_t *list,
                              uint32_t first, uint32_t count,
                              cudaStream_t stream)
{
    struct cch_work work = work_of(cch, metric, team, list, first, count);

    return launch_cch_flow(team, &work, stream);
}

#define QUEUE_TEAM(NAME, TEAM)                                                 \
    static cudaError_t NAME(const struct cuda_cch *cch,                        \
                            const struct cuda_cch_metric *metric,              \
                            cudaStream_t stream)                               \
    {                                                                          \
        const uint32_t *first = cch->plan.first_of_team;                       \
                                                                               \
        return queue_flow(cch, metric, TEAM, NULL, first[TEAM],                \
                          first[TEAM + 1] - first[TEAM], stream);              \
    }

static cudaError_t queue_halves(const struct cuda_cch *cch,
                                const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    const uint32_t *first = cch->plan.first_of_team;
    struct cch_work work = work_of(cch, metric, CCH_HALF, NULL, first[CCH_HALF],
                                   first[CCH_HALF + 1] - first[CCH_HALF]);

    return launch_cch_halves(&work, stream);
}

QUEUE_TEAM(queue_warps, CCH_WARP)
QUEUE_TEAM(queue_small, CCH_SMALL)
QUEUE_TEAM(queue_large, CCH_LARGE)

/* The first of CCH_GLOBAL's steps. */
static const struct cch_step *global_steps(const struct cch_plan *plan)
{
    const struct cch_step *step = plan->steps;

    while (step < plan->steps + plan->step_count && step->team != CCH_GLOBAL)
        step++;
    return step;
}

static cudaError_t queue_global(const struct cuda_cch *cch,
                                const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    const struct cch_plan *plan = &cch->plan;
    uint32_t first = plan->first_of_team[CCH_GLOBAL];
    struct cch_work work = work_of(cch, metric, CCH_GLOBAL, NULL, 0, 0);
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count && status == cudaSuccess;
         step++) {
        work.flow.first = step->first;
        work.flow.count = step->count;
        status = launch_cch_grid_eliminate(&work, &metric->scratch, stream);
    }
    work.flow.first = first;
    work.flow.count = plan->first_of_team[CCH_GLOBAL + 1] - first;
    return status == cudaSuccess
               ? launch_cch_grid_close(&work, &metric->scratch, stream)
               : status;
}

static stage *const stages[CUDA_CCH_STAGES] = {
    queue_arcs,  queue_leaves, queue_halves, queue_warps,
    queue_small, queue_large,  queue_global};

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

/* How many of the listed fronts come before `front`. */
static uint32_t listed_before(const struct cch_changes *changes, uint32_t front)
{
    uint32_t count = 0;

    while (count < changes->count &&
           (changes->list[count] & ~CCH_SEEDED) < front)
        count++;
    return count;
}

/* Listed fronts of CCH_GLOBAL, from the `first` on. */
static cudaError_t queue_global_list(const struct cuda_cch *cch,
                                     const struct cuda_cch_metric *metric,
                                     uint32_t first, cudaStream_t stream)
{
    const struct cch_plan *plan = &cch->plan;
    struct cch_work work = work_of(cch, metric, CCH_GLOBAL, NULL, 0, 0);
    uint32_t begin = first;
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count && status == cudaSuccess;
         step++) {
        uint32_t end =
            listed_before(&metric->changes, step->first + step->count);

        work.flow.list = metric->list + begin;
        work.flow.count = end - begin;
        status = launch_cch_grid_eliminate(&work, &metric->scratch, stream);
        begin = end;
    }
    work.flow.list = metric->list + first;
    work.flow.count = begin - first;
    return status == cudaSuccess
               ? launch_cch_grid_close(&work, &metric->scratch, stream)
               : status;
}

/* Leaves and halves that change are taken by warps. */
static cudaError_t queue_lists(const struct cuda_cch *cch,
                               const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    const struct cch_changes *changes = &metric->changes;
    cudaError_t status = launch_cch_expect(
        metric->list, changes->count, metric->expected, metric->epoch, stream);
    uint32_t first = 0;

    for (int team = CCH_WARP; team < CCH_GLOBAL && status == cudaSuccess;
         team++) {
        uint32_t end =
            listed_before(changes, cch->plan.first_of_team[team + 1]);

        status = queue_flow(cch, metric, (enum cch_team)team,
                            metric->list + first, 0, end - first, stream);
        first = end;
    }
    return status == cudaSuccess ? queue_global_list(cch, metric, first, stream)
                                 : status;
}

int cuda_cch_follow(struct cuda_cch_metric *metric, struct error *error)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    const struct cch_changes *changes = &metric->changes;
    cudaError_t status;

    if (!changes->count)
        return 0;
    metric->epoch++;
    status = cudaMemcpy(metric->list, changes->list,
                        changes->count * sizeof(*changes->list),
                        cudaMemcpyHostToDevice);
    if (status == cudaSuccess)
        status = queue_lists(cch, metric, 0);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(0);
    return cuda_check(status, "recustomize", error);
}
