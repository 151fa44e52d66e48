/* metric_sums: computes the sums of a metric's closed panels, once for its
 * weights. */
#include "gpu/cch/sums.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/weighting/arc_sums.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"

struct cch_metric_sums {
    pthread_mutex_t making; /* held while a thread looks them up or computes
                               them */
    cch_packed *panel;
    uint64_t state; /* of the metric that they belong to; 0: none */
};

/* One computation and its temporary memory. */
struct making {
    const struct cuda_cch_metric *metric;
    const struct cuda_cch *cch;
    struct cch_summed summed;
    uint32_t *arcs; /* durations, then lengths */
    cudaStream_t stream;
};

int cch_metric_sums_create(struct cch_metric_sums **ret_sums,
                           struct error *error)
{
    struct cch_metric_sums *sums = calloc(1, sizeof(*sums));

    if (!sums)
        return error_no_memory(error);
    pthread_mutex_init(&sums->making, NULL);
    *ret_sums = sums;
    return 0;
}

void cch_metric_sums_destroy(struct cch_metric_sums *sums)
{
    if (!sums)
        return;
    cuda_ended(cudaFree(sums->panel));
    pthread_mutex_destroy(&sums->making);
    free(sums);
}

/* ---- Making them -------------------------------------------------------- */

static int upload_arcs(struct making *making, const struct arc_sums *arcs,
                       struct error *error)
{
    size_t count = making->metric->metric.weights.arc_count;
    size_t size = count * sizeof(uint32_t);
    int r = cuda_alloc(&making->arcs, 2 * count, sizeof(uint32_t),
                       "sums of arcs", error);
    cudaError_t status;

    if (r)
        return r;
    status = cudaMemcpyAsync(making->arcs, arcs->duration_ms, size,
                             cudaMemcpyHostToDevice, making->stream);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(making->arcs + count, arcs->length_mm, size,
                                 cudaMemcpyHostToDevice, making->stream);
    making->summed.duration = making->arcs;
    making->summed.length = making->arcs + count;
    return cuda_check(status, "upload sums of arcs", error);
}

static int begin(struct making *making, const struct arc_sums *arcs,
                 struct error *error)
{
    int r = cuda_alloc(&making->summed.schur, making->summed.costs.schur_words,
                       sizeof(cch_packed), "sums of Schur complements", error);

    if (!r)
        r = upload_arcs(making, arcs, error);
    return r ? r
             : cuda_check(
                   launch_cch_sums_begin(&making->summed, making->stream),
                   "sums of arcs", error);
}

/* The most pivots of any of the fronts. */
static uint32_t most_pivots(const struct cch_plan *plan,
                            const struct cch_step *step)
{
    const struct cch_front *front = plan->fronts + step->first;
    uint32_t most = 0;

    for (uint32_t i = 0; i < step->count; i++)
        most = front[i].size > most ? front[i].size : most;
    return most;
}

/* Fronts of many blocks each. */
static cudaError_t share(const struct making *making,
                         const struct cch_step *step, bool close)
{
    uint32_t most = most_pivots(&making->cch->plan, step);
    cudaError_t status =
        close ? cudaSuccess
              : launch_cch_sums_take(&making->summed, step, making->stream);

    for (uint32_t k = 0; k < most && status == cudaSuccess; k++)
        status = launch_cch_sums_pivot(&making->summed, step, close, k,
                                       making->stream);
    return status;
}

/* Limit of a grid's second dimension. */
enum { SHARED_FRONTS_MAX = 1 << 15 };

/* As many of them at a time as a grid can take. */
static cudaError_t share_all(const struct making *making, struct cch_step step,
                             bool close)
{
    uint32_t end = step.first + step.count;
    cudaError_t status = cudaSuccess;

    for (; step.first < end && status == cudaSuccess;
         step.first += step.count) {
        step.count = end - step.first;
        if (step.count > SHARED_FRONTS_MAX)
            step.count = SHARED_FRONTS_MAX;
        status = share(making, &step, close);
    }
    return status;
}

static cudaError_t eliminate_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        const struct cch_step *step = &plan->steps[i];

        status = step->team == CCH_GLOBAL
                     ? share_all(making, *step, false)
                     : launch_cch_sums_fronts(&making->summed, step, false,
                                              making->stream);
    }
    return status;
}

static cudaError_t close_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    const uint32_t *first = plan->first_of_team;
    const struct cch_step shared = {
        .team = CCH_GLOBAL,
        .first = first[CCH_GLOBAL],
        .count = first[CCH_TEAMS] - first[CCH_GLOBAL],
        .front_max = plan->front_max[CCH_GLOBAL],
    };
    cudaError_t status = launch_cch_sums_drop(&making->summed, making->stream);

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        if (plan->steps[i].team != CCH_GLOBAL)
            status = launch_cch_sums_fronts(&making->summed, &plan->steps[i],
                                            true, making->stream);
    }
    return status == cudaSuccess ? share_all(making, shared, true) : status;
}

static int make(struct making *making, const struct arc_sums *arcs,
                struct error *error)
{
    int r = begin(making, arcs, error);
    cudaError_t status;

    if (!r) {
        status = eliminate_all(making);
        if (status == cudaSuccess)
            status = close_all(making);
        r = cuda_check(status, "sums of panels", error);
    }
    /* Also after a failure: queued kernels read the memory that is freed now.
     */
    status = cudaStreamSynchronize(making->stream);
    if (!r)
        r = cuda_check(status, "sums of panels", error);
    cuda_ended(cudaFree(making->summed.schur));
    cuda_ended(cudaFree(making->arcs));
    return r;
}

/* The calling thread holds the mutex. */
static int remake(struct cch_metric_sums *sums,
                  const struct cuda_cch_metric *metric,
                  const struct arc_sums *arcs, cudaStream_t stream,
                  struct error *error)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    struct making making = {
        .metric = metric,
        .cch = cch,
        .summed =
            {
                .arrays = cch->arrays,
                .costs = metric->panels,
                .weight = metric->metric.weight,
            },
        .stream = stream,
    };
    int r = 0;

    sums->state = 0;
    if (!sums->panel)
        r = cuda_alloc(&sums->panel, metric->panels.panel_words,
                       sizeof(cch_packed), "sums of panels", error);
    if (r)
        return r;
    making.summed.panel = sums->panel;
    r = make(&making, arcs, error);
    if (!r)
        sums->state = metric->state;
    return r;
}

int cch_metric_sums_of(const struct cuda_cch_metric *metric,
                       const struct arc_sums *arcs, cudaStream_t stream,
                       const cch_packed **ret_panel, struct error *error)
{
    struct cch_metric_sums *sums = metric->sums;
    int r = 0;

    pthread_mutex_lock(&sums->making);
    if (sums->state != metric->state)
        r = remake(sums, metric, arcs, stream, error);
    if (!r)
        *ret_panel = sums->panel;
    pthread_mutex_unlock(&sums->making);
    return r;
}
