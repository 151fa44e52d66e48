/* customize: the stages of customizing, queued and timed. */
#include <stdbool.h>

#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/forms/cuda_form.h"

/* What to queue, and where. */
struct run {
    const struct cuda_cch *cch;
    const struct cuda_cch_metric *metric;
    cudaStream_t stream;
    bool apart; /* a launch begins when the previous one has ended */
};

/* Queues one stage. */
typedef cudaError_t stage(const struct run *run);

static struct run run_of(const struct cuda_cch_metric *metric, bool apart)
{
    return (struct run){
        .cch = (const struct cuda_cch *)metric->metric.base.prepared,
        .metric = metric,
        .stream = metric->metric.stream,
        .apart = apart,
    };
}

static cudaError_t clear_tickets(const struct run *run)
{
    return cudaMemsetAsync(run->metric->tickets, 0,
                           CCH_TEAMS * sizeof(*run->metric->tickets),
                           run->stream);
}

static cudaError_t queue_arcs(const struct run *run)
{
    const struct cch_panels *panels = &run->metric->panels;
    cudaError_t status = clear_tickets(run);

    if (status == cudaSuccess)
        status = launch_cch_clear(&run->cch->arrays, panels, run->stream);
    if (status == cudaSuccess)
        status = launch_cch_arcs(&run->cch->arrays, run->metric->metric.weight,
                                 panels, run->stream);
    return status;
}

static cudaError_t queue_leaves(const struct run *run)
{
    return launch_cch_leaves(run->cch->fronts.fronts,
                             run->cch->plan.first_of_team[CCH_QUARTER],
                             &run->metric->panels, run->stream);
}

/* All fronts of a team. */
static struct cch_work work_of(const struct run *run, enum cch_team team)
{
    const struct cuda_cch_metric *metric = run->metric;
    const struct cch_plan *plan = &run->cch->plan;
    const uint32_t *first = plan->first_of_team;
    bool leads = run->apart || first[team] == first[CCH_QUARTER];

    return (struct cch_work){
        .fronts = run->cch->fronts,
        .flow =
            {
                .first = first[team],
                .count = first[team + 1] - first[team],
                .front_max = plan->front_max[team],
                .awaited = first[run->apart ? team : CCH_QUARTER],
                .tickets = metric->tickets + team,
                .leads = leads,
                .early = !run->apart,
                .done = metric->done,
                .expected = metric->expected,
                .epoch = metric->epoch,
            },
        .arrays = run->cch->arrays,
        .weight = metric->metric.weight,
        .panels = metric->panels,
    };
}

#define QUEUE_TEAM(NAME, TEAM, LAUNCH)                                         \
    static cudaError_t NAME(const struct run *run)                             \
    {                                                                          \
        struct cch_work work = work_of(run, TEAM);                             \
                                                                               \
        return LAUNCH(TEAM, &work, run->stream);                               \
    }

QUEUE_TEAM(queue_quarters, CCH_QUARTER, launch_cch_parts)
QUEUE_TEAM(queue_halves, CCH_HALF, launch_cch_parts)
QUEUE_TEAM(queue_warps, CCH_WARP, launch_cch_flow)
QUEUE_TEAM(queue_small, CCH_SMALL, launch_cch_flow)
QUEUE_TEAM(queue_large, CCH_LARGE, launch_cch_flow)

/* The first of CCH_GLOBAL's steps. */
static const struct cch_step *global_steps(const struct cch_plan *plan)
{
    const struct cch_step *step = plan->steps;

    while (step < plan->steps + plan->step_count && step->team != CCH_GLOBAL)
        step++;
    return step;
}

static cudaError_t queue_global(const struct run *run)
{
    const struct cch_plan *plan = &run->cch->plan;
    struct cch_work all = work_of(run, CCH_GLOBAL);
    struct cch_work work = all;
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count && status == cudaSuccess;
         step++) {
        work.flow.first = step->first;
        work.flow.count = step->count;
        status = launch_cch_patches(&work, &run->metric->scratch, run->stream);
    }
    return status == cudaSuccess ? launch_cch_close_large(&all, run->stream)
                                 : status;
}

static stage *const stages[CUDA_CCH_STAGES] = {
    queue_arcs,  queue_leaves, queue_quarters, queue_halves,
    queue_warps, queue_small,  queue_large,    queue_global};

static cudaError_t queue(const struct run *run)
{
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < CUDA_CCH_STAGES && status == cudaSuccess; i++)
        status = stages[i](run);
    return status;
}

static cudaError_t read_times(cudaEvent_t ends[CUDA_CCH_STAGES + 1],
                              float *ret_stage_ms)
{
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < CUDA_CCH_STAGES && status == cudaSuccess; i++)
        status = cudaEventElapsedTime(&ret_stage_ms[i], ends[i], ends[i + 1]);
    return status;
}

/* The same, with times, waiting for each. */
static cudaError_t time_stages(const struct run *run, float *ret_stage_ms)
{
    cudaEvent_t ends[CUDA_CCH_STAGES + 1] = {0};
    cudaError_t status = cudaSuccess;

    for (int i = 0; i <= CUDA_CCH_STAGES && status == cudaSuccess; i++)
        status = cudaEventCreate(&ends[i]);
    if (status == cudaSuccess)
        status = cudaEventRecord(ends[0], run->stream);
    for (int i = 0; i < CUDA_CCH_STAGES && status == cudaSuccess; i++) {
        status = stages[i](run);
        if (status == cudaSuccess)
            status = cudaEventRecord(ends[i + 1], run->stream);
    }
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(run->stream);
    if (status == cudaSuccess)
        status = read_times(ends, ret_stage_ms);
    for (int i = 0; i <= CUDA_CCH_STAGES; i++)
        if (ends[i])
            cuda_ended(cudaEventDestroy(ends[i]));
    return status;
}

/* Also called after a refused launch: earlier ones are still working on the
 * metric. */
static int finish(const struct run *run, cudaError_t status,
                  struct error *error)
{
    cudaError_t ended = cudaStreamSynchronize(run->stream);

    return cuda_check(status == cudaSuccess ? ended : status, "customize",
                      error);
}

int cuda_cch_customize(struct cuda_cch_metric *metric, float *ret_stage_ms,
                       struct error *error)
{
    int r = cuda_metric_stream(&metric->metric, error);
    struct run run = run_of(metric, ret_stage_ms);

    if (r)
        return r;
    metric->epoch++;
    return finish(&run,
                  ret_stage_ms ? time_stages(&run, ret_stage_ms) : queue(&run),
                  error);
}

/* Where in the list the fronts from `front` on begin. */
static uint32_t list_until(const struct cch_changes *changes, uint32_t at,
                           uint32_t front)
{
    while (at < changes->count && (changes->list[at] & ~CCH_SEEDED) < front)
        at++;
    return at;
}

/* Listed fronts of CCH_GLOBAL, from index `first` on. */
static cudaError_t queue_global_list(const struct run *run, uint32_t first)
{
    const struct cch_plan *plan = &run->cch->plan;
    const struct cuda_cch_metric *metric = run->metric;
    struct cch_work work = work_of(run, CCH_GLOBAL);
    uint32_t begin = first;
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count &&
         begin < metric->changes.count && status == cudaSuccess;
         step++) {
        uint32_t end =
            list_until(&metric->changes, begin, step->first + step->count);

        work.flow.list = metric->list + begin;
        work.flow.count = end - begin;
        status = launch_cch_patches(&work, &metric->scratch, run->stream);
        begin = end;
    }
    work.flow.list = metric->list + first;
    work.flow.count = begin - first;
    return status == cudaSuccess ? launch_cch_close_large(&work, run->stream)
                                 : status;
}

static cudaError_t queue_list(const struct run *run)
{
    const struct cuda_cch_metric *metric = run->metric;
    const struct cch_listing listing = {
        .from = metric->changes.list,
        .count = metric->changes.count,
        .epoch = metric->epoch,
        .list = metric->list,
        .expected = metric->expected,
        .tickets = metric->tickets,
    };

    return launch_cch_list(&listing, run->stream);
}

/* Warps also take listed fronts that otherwise take parts of warps. The first
 * launch waits for the list, the others may begin while it runs. */
static cudaError_t queue_lists(const struct run *run)
{
    const struct cuda_cch_metric *metric = run->metric;
    const struct cch_changes *changes = &metric->changes;
    cudaError_t status = queue_list(run);
    uint32_t first = 0;

    for (int team = CCH_WARP; team < CCH_GLOBAL && status == cudaSuccess;
         team++) {
        struct cch_work work = work_of(run, (enum cch_team)team);
        uint32_t end =
            list_until(changes, first, run->cch->plan.first_of_team[team + 1]);

        work.flow.list = metric->list + first;
        work.flow.count = end - first;
        work.flow.leads = first == 0;
        status = launch_cch_flow((enum cch_team)team, &work, run->stream);
        first = end;
    }
    return status == cudaSuccess ? queue_global_list(run, first) : status;
}

int cuda_cch_follow(struct cuda_cch_metric *metric, struct error *error)
{
    struct run run = run_of(metric, false);

    if (!metric->changes.count)
        return 0;
    metric->epoch++;
    return cuda_check(queue_lists(&run), "recustomize", error);
}
