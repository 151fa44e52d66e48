/* customize: queues the kernels that customize all fronts, or some. */
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/forms/cuda_form.h"

static const struct cuda_cch *cch_of(const struct cuda_cch_metric *metric)
{
    return (const struct cuda_cch *)metric->metric.base.prepared;
}

/* All fronts of a team. */
static struct cch_work work_of(const struct cuda_cch_metric *metric,
                               enum cch_team team)
{
    const struct cuda_cch *cch = cch_of(metric);
    const uint32_t *first = cch->plan.first_of_team;

    return (struct cch_work){
        .arrays = cch->arrays,
        .panels = metric->panels,
        .weight = metric->metric.weight,
        .first = first[team],
        .count = first[team + 1] - first[team],
        .front_max = cch->plan.front_max[team],
        .awaited = first[CCH_QUARTER],
        .tickets = metric->tickets + team,
        .leads = first[team] == first[CCH_QUARTER],
        .done = metric->done,
        .expected = metric->expected,
        .epoch = metric->epoch,
    };
}

/* Those with a list that `at` begins. */
static struct cch_work listed_work(const struct cuda_cch_metric *metric,
                                   enum cch_team team, uint32_t at,
                                   uint32_t end)
{
    struct cch_work work = work_of(metric, team);

    work.list = metric->list + at;
    work.count = end - at;
    work.leads = at == 0;
    return work;
}

/* The first of CCH_GLOBAL's steps. */
static const struct cch_step *global_steps(const struct cch_plan *plan)
{
    const struct cch_step *step = plan->steps;

    while (step < plan->steps + plan->step_count && step->team != CCH_GLOBAL)
        step++;
    return step;
}

/* ---- All fronts ---- */

static cudaError_t queue_global(const struct cuda_cch_metric *metric,
                                cudaStream_t stream)
{
    const struct cch_plan *plan = &cch_of(metric)->plan;
    struct cch_work all = work_of(metric, CCH_GLOBAL);
    struct cch_work work = all;
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count && status == cudaSuccess;
         step++) {
        work.first = step->first;
        work.count = step->count;
        status = launch_cch_patches(&work, &metric->scratch, stream);
    }
    return status == cudaSuccess ? launch_cch_close_large(&all, stream)
                                 : status;
}

static cudaError_t queue_all(const struct cuda_cch_metric *metric,
                             cudaStream_t stream)
{
    struct cch_work work = work_of(metric, CCH_LEAF);
    cudaError_t status = cudaMemsetAsync(
        metric->tickets, 0, CCH_TEAMS * sizeof(*metric->tickets), stream);

    if (status == cudaSuccess)
        status = launch_cch_arcs(&work, stream);
    if (status == cudaSuccess)
        status = launch_cch_leaves(&work, stream);
    for (enum cch_team team = CCH_QUARTER;
         team < CCH_GLOBAL && status == cudaSuccess; team++) {
        work = work_of(metric, team);
        status = team < CCH_WARP ? launch_cch_parts(team, &work, stream)
                                 : launch_cch_flow(team, &work, stream);
    }
    return status == cudaSuccess ? queue_global(metric, stream) : status;
}

/* Also waits after a refused launch: earlier ones are still working on the
 * metric. */
int cuda_cch_customize(struct cuda_cch_metric *metric, struct error *error)
{
    int r = cuda_metric_stream(&metric->metric, error);
    cudaStream_t stream = metric->metric.stream;
    cudaError_t status;
    cudaError_t ended;

    if (r)
        return r;
    metric->epoch++;
    status = queue_all(metric, stream);
    ended = cudaStreamSynchronize(stream);
    return cuda_check(status == cudaSuccess ? ended : status, "customize",
                      error);
}

/* ---- Listed fronts ---- */

/* Where in the list the fronts from `front` on begin. */
static uint32_t list_until(const struct cch_changes *changes, uint32_t at,
                           uint32_t front)
{
    while (at < changes->count && (changes->list[at] & ~CCH_SEEDED) < front)
        at++;
    return at;
}

/* Listed fronts of CCH_GLOBAL, from index `first` on. */
static cudaError_t queue_global_list(const struct cuda_cch_metric *metric,
                                     uint32_t first, cudaStream_t stream)
{
    const struct cch_plan *plan = &cch_of(metric)->plan;
    const struct cch_changes *changes = &cch_of(metric)->changes;
    struct cch_work work;
    uint32_t begin = first;
    cudaError_t status = cudaSuccess;

    for (const struct cch_step *step = global_steps(plan);
         step < plan->steps + plan->step_count && begin < changes->count &&
         status == cudaSuccess;
         step++) {
        uint32_t end = list_until(changes, begin, step->first + step->count);

        work = listed_work(metric, CCH_GLOBAL, begin, end);
        status = launch_cch_patches(&work, &metric->scratch, stream);
        begin = end;
    }
    work = listed_work(metric, CCH_GLOBAL, first, begin);
    return status == cudaSuccess ? launch_cch_close_large(&work, stream)
                                 : status;
}

/* Warps also take listed fronts that otherwise take parts of warps. The first
 * launch waits for the list, the others may begin while it runs. */
static cudaError_t queue_lists(const struct cuda_cch_metric *metric,
                               cudaStream_t stream)
{
    const struct cch_plan *plan = &cch_of(metric)->plan;
    const struct cch_changes *changes = &cch_of(metric)->changes;
    struct cch_work work = listed_work(metric, CCH_LEAF, 0, changes->count);
    cudaError_t status = launch_cch_list(&work, changes->list, stream);
    uint32_t first = 0;

    for (enum cch_team team = CCH_WARP;
         team < CCH_GLOBAL && status == cudaSuccess; team++) {
        uint32_t end =
            list_until(changes, first, plan->first_of_team[team + 1]);

        work = listed_work(metric, team, first, end);
        status = launch_cch_flow(team, &work, stream);
        first = end;
    }
    return status == cudaSuccess ? queue_global_list(metric, first, stream)
                                 : status;
}

int cuda_cch_follow(struct cuda_cch_metric *metric, struct error *error)
{
    if (!cch_of(metric)->changes.count)
        return 0;
    metric->epoch++;
    return cuda_check(queue_lists(metric, metric->metric.stream), "recustomize",
                      error);
}
