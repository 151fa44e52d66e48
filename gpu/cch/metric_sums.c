/* metric_sums: computes the sums of a metric's closed panels, once for its
 * weights. */
#include "gpu/cch/sums.h"

#include <errno.h>
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
    return cuda_check(status, "upload sums of arcs", error);
}

static int begin(struct making *making, const struct arc_sums *arcs,
                 struct error *error)
{
    size_t count = making->metric->metric.weights.arc_count;
    int r = cuda_alloc(&making->summed.schur, making->summed.costs.schur_words,
                       sizeof(cch_packed), "sums of Schur complements", error);
    struct cch_arc_sums given;

    if (!r)
        r = upload_arcs(making, arcs, error);
    if (r)
        return r;
    given = (struct cch_arc_sums){making->metric->metric.weight, making->arcs,
                                  making->arcs + count};
    return cuda_check(launch_cch_sums_begin(&making->cch->arrays,
                                            &making->summed, &given,
                                            making->stream),
                      "sums of arcs", error);
}

/* The most pivots of any of the fronts. */
static uint32_t most_pivots(const struct making *making,
                            const struct cch_front_range *fronts)
{
    const struct cch_front *front = making->cch->plan.fronts + fronts->first;
    uint32_t most = 0;

    for (uint32_t i = 0; i < fronts->count; i++)
        most = front[i].size > most ? front[i].size : most;
    return most;
}

typedef cudaError_t pivot_fn(const struct cch_summed *summed,
                             const struct cch_front_range *fronts,
                             uint32_t pivot, cudaStream_t stream);

static cudaError_t take_pivots(const struct making *making,
                               const struct cch_front_range *fronts,
                               pivot_fn *pivot)
{
    uint32_t most = most_pivots(making, fronts);
    cudaError_t status = cudaSuccess;

    for (uint32_t k = 0; k < most && status == cudaSuccess; k++)
        status = pivot(&making->summed, fronts, k, making->stream);
    return status;
}

/* Limit of a grid's second dimension. */
enum { SHARED_FRONTS_MAX = 1 << 15 };

static cudaError_t eliminate_shared(const struct making *making,
                                    const struct cch_front_range *fronts)
{
    cudaError_t status =
        launch_cch_sums_take(&making->summed, fronts, making->stream);

    return status == cudaSuccess
               ? take_pivots(making, fronts, launch_cch_sums_pivot)
               : status;
}

static cudaError_t close_shared(const struct making *making,
                                const struct cch_front_range *fronts)
{
    return take_pivots(making, fronts, launch_cch_sums_close_pivot);
}

typedef cudaError_t shared_fn(const struct making *making,
                              const struct cch_front_range *fronts);

/* As many fronts at a time as a grid can take. */
static cudaError_t in_parts(const struct making *making,
                            struct cch_front_range fronts, shared_fn *take)
{
    uint32_t end = fronts.first + fronts.count;
    cudaError_t status = cudaSuccess;

    for (; fronts.first < end && status == cudaSuccess;
         fronts.first += fronts.count) {
        fronts.count = end - fronts.first;
        if (fronts.count > SHARED_FRONTS_MAX)
            fronts.count = SHARED_FRONTS_MAX;
        status = take(making, &fronts);
    }
    return status;
}

static struct cch_front_range fronts_of(const struct cch_step *step)
{
    return (struct cch_front_range){step->first, step->count, step->front_max};
}

static cudaError_t eliminate_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        struct cch_front_range fronts = fronts_of(&plan->steps[i]);

        status = plan->steps[i].team == CCH_GLOBAL
                     ? in_parts(making, fronts, eliminate_shared)
                     : launch_cch_sums_eliminate(&making->summed, &fronts,
                                                 making->stream);
    }
    return status;
}

static cudaError_t close_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    const uint32_t *first = plan->first_of_team;
    struct cch_front_range shared = {first[CCH_GLOBAL],
                                     first[CCH_TEAMS] - first[CCH_GLOBAL],
                                     plan->front_max[CCH_GLOBAL]};
    cudaError_t status = launch_cch_sums_drop(&making->summed, making->stream);

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        struct cch_front_range fronts = fronts_of(&plan->steps[i]);

        if (plan->steps[i].team != CCH_GLOBAL)
            status =
                launch_cch_sums_close(&making->summed, &fronts, making->stream);
    }
    return status == cudaSuccess ? in_parts(making, shared, close_shared)
                                 : status;
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
        .summed = {.fronts = cch->fronts, .costs = metric->panels},
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
