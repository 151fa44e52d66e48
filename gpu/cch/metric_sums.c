/* metric_keys: the keys of a metric's closed panels, made once for its weights.
 */
#include "gpu/cch/sums.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/graph/arc_sums.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"

struct cch_metric_keys {
    pthread_mutex_t making; /* held by who looks or makes */
    cch_key *panel;
    uint64_t state; /* of the metric that they are of; 0: none */
};

/* One making: memory that it alone needs. */
struct making {
    const struct cuda_cch_metric *metric;
    const struct cuda_cch *cch;
    struct cch_keyed keyed;
    uint32_t *arcs; /* durations, then lengths */
    cudaStream_t stream;
};

int cch_metric_keys_create(struct cch_metric_keys **ret_keys,
                           struct error *error)
{
    struct cch_metric_keys *keys = calloc(1, sizeof(*keys));

    if (!keys)
        return error_no_memory(error);
    pthread_mutex_init(&keys->making, NULL);
    *ret_keys = keys;
    return 0;
}

void cch_metric_keys_destroy(struct cch_metric_keys *keys)
{
    if (!keys)
        return;
    cuda_ended(cudaFree(keys->panel));
    pthread_mutex_destroy(&keys->making);
    free(keys);
}

/* ---- Making them -------------------------------------------------------- */

static int upload_arcs(struct making *making, const struct arc_sums *arcs,
                       struct error *error)
{
    size_t count = making->metric->metric.weights.arc_count;
    size_t size = count * sizeof(uint32_t);
    void *memory = NULL;
    int r =
        cuda_alloc(&memory, 2 * count, sizeof(uint32_t), "sums of arcs", error);
    cudaError_t status;

    if (r)
        return r;
    making->arcs = memory;
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
    void *schur = NULL;
    int r = cuda_alloc(&schur, making->keyed.costs.schur_words, sizeof(cch_key),
                       "sums of Schur complements", error);
    struct cch_arc_keys given;

    making->keyed.schur = schur;
    if (!r)
        r = upload_arcs(making, arcs, error);
    if (r)
        return r;
    given = (struct cch_arc_keys){making->metric->metric.weight, making->arcs,
                                  making->arcs + count};
    return cuda_check(launch_cch_keys_begin(&making->cch->arrays,
                                            &making->keyed, &given,
                                            making->stream),
                      "sums of arcs", error);
}

/* The most pivots that one of the fronts has. */
static uint32_t most_pivots(const struct making *making,
                            const struct cch_key_fronts *fronts)
{
    const struct cch_front *front = making->cch->plan.fronts + fronts->first;
    uint32_t most = 0;

    for (uint32_t i = 0; i < fronts->count; i++)
        most = front[i].size > most ? front[i].size : most;
    return most;
}

typedef cudaError_t pivot_fn(const struct cch_keyed *keyed,
                             const struct cch_key_fronts *fronts,
                             uint32_t pivot, cudaStream_t stream);

static cudaError_t take_pivots(const struct making *making,
                               const struct cch_key_fronts *fronts,
                               pivot_fn *pivot)
{
    uint32_t most = most_pivots(making, fronts);
    cudaError_t status = cudaSuccess;

    for (uint32_t k = 0; k < most && status == cudaSuccess; k++)
        status = pivot(&making->keyed, fronts, k, making->stream);
    return status;
}

/* A grid's second dimension. */
enum { SHARED_FRONTS_MAX = 1 << 15 };

static cudaError_t eliminate_shared(const struct making *making,
                                    const struct cch_key_fronts *fronts)
{
    cudaError_t status =
        launch_cch_keys_take(&making->keyed, fronts, making->stream);

    return status == cudaSuccess
               ? take_pivots(making, fronts, launch_cch_keys_pivot)
               : status;
}

static cudaError_t close_shared(const struct making *making,
                                const struct cch_key_fronts *fronts)
{
    return take_pivots(making, fronts, launch_cch_keys_close_pivot);
}

typedef cudaError_t shared_fn(const struct making *making,
                              const struct cch_key_fronts *fronts);

/* So many fronts at a time as a grid takes. */
static cudaError_t in_parts(const struct making *making,
                            struct cch_key_fronts fronts, shared_fn *take)
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

static struct cch_key_fronts fronts_of(const struct cch_step *step)
{
    return (struct cch_key_fronts){step->first, step->count, step->front_max};
}

static cudaError_t eliminate_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        struct cch_key_fronts fronts = fronts_of(&plan->steps[i]);

        status = plan->steps[i].team == CCH_GLOBAL
                     ? in_parts(making, fronts, eliminate_shared)
                     : launch_cch_keys_eliminate(&making->keyed, &fronts,
                                                 making->stream);
    }
    return status;
}

static cudaError_t close_all(const struct making *making)
{
    const struct cch_plan *plan = &making->cch->plan;
    const uint32_t *first = plan->first_of_team;
    struct cch_key_fronts shared = {first[CCH_GLOBAL],
                                    first[CCH_TEAMS] - first[CCH_GLOBAL],
                                    plan->front_max[CCH_GLOBAL]};
    cudaError_t status = launch_cch_keys_drop(&making->keyed, making->stream);

    for (uint32_t i = 0; i < plan->step_count && status == cudaSuccess; i++) {
        struct cch_key_fronts fronts = fronts_of(&plan->steps[i]);

        if (plan->steps[i].team != CCH_GLOBAL)
            status =
                launch_cch_keys_close(&making->keyed, &fronts, making->stream);
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
    /* Also after a failure: what was queued reads what is freed now. */
    status = cudaStreamSynchronize(making->stream);
    if (!r)
        r = cuda_check(status, "sums of panels", error);
    cuda_ended(cudaFree(making->keyed.schur));
    cuda_ended(cudaFree(making->arcs));
    return r;
}

/* The making's thread holds the mutex. */
static int remake(struct cch_metric_keys *keys,
                  const struct cuda_cch_metric *metric,
                  const struct arc_sums *arcs, cudaStream_t stream,
                  struct error *error)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    struct making making = {
        .metric = metric,
        .cch = cch,
        .keyed = {.fronts = cch->fronts, .costs = metric->panels},
        .stream = stream,
    };
    void *panel = keys->panel;
    int r = 0;

    keys->state = 0;
    if (!panel)
        r = cuda_alloc(&panel, metric->panels.panel_words, sizeof(cch_key),
                       "sums of panels", error);
    if (r)
        return r;
    keys->panel = panel;
    making.keyed.panel = panel;
    r = make(&making, arcs, error);
    if (!r)
        keys->state = metric->state;
    return r;
}

int cch_metric_keys_of(const struct cuda_cch_metric *metric,
                       const struct arc_sums *arcs, cudaStream_t stream,
                       const cch_key **ret_panel, struct error *error)
{
    struct cch_metric_keys *keys = metric->keys;
    int r = 0;

    pthread_mutex_lock(&keys->making);
    if (keys->state != metric->state)
        r = remake(keys, metric, arcs, stream, error);
    if (!r)
        *ret_panel = keys->panel;
    pthread_mutex_unlock(&keys->making);
    return r;
}
