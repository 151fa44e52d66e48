/* perfect: exact distances within every front, on a device. */
#include "gpu/cch/perfect.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cch/perfect_kernels.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"

enum { WORD = sizeof(uint32_t) };

static enum cch_perfect_team team_of(const struct hierarchy *hierarchy,
                                     uint32_t node)
{
    uint32_t f =
        supernode_size(hierarchy, node) + supernode_uppers(hierarchy, node);

    if (f <= CCH_PERFECT_LANES_FRONT)
        return CCH_PERFECT_LANES;
    return f <= CCH_PERFECT_WARP_FRONT ? CCH_PERFECT_WARP : CCH_PERFECT_TILES;
}

static struct cch_perfect_front front_of(const struct hierarchy *hierarchy,
                                         uint32_t node)
{
    uint32_t parent = hierarchy->parent[node];
    struct cch_perfect_front front = {
        .panel = hierarchy->first_entry[node],
        .schur = hierarchy->first_schur[node],
        .first_upper = hierarchy->first_upper[node],
        .size = supernode_size(hierarchy, node),
        .uppers = supernode_uppers(hierarchy, node),
    };

    if (parent != SUPERNODE_NONE) {
        front.above_panel = hierarchy->first_entry[parent];
        front.above_schur = hierarchy->first_schur[parent];
        front.above_size = supernode_size(hierarchy, parent);
        front.above_uppers = supernode_uppers(hierarchy, parent);
    }
    return front;
}

static void add_front(struct cch_perfect_step *step,
                      struct cch_perfect_front *fronts,
                      const struct cch_perfect_front *front)
{
    fronts[step->first + step->count++] = *front;
    if (step->size_max < front->size)
        step->size_max = front->size;
    if (step->uppers_max < front->uppers)
        step->uppers_max = front->uppers;
}

/* The level's fronts of the team behind the `first` that are sorted already;
 * how many there are then. */
static uint32_t add_step(struct gpu_cch_perfect *perfect,
                         const struct hierarchy *hierarchy, uint32_t level,
                         enum cch_perfect_team team, uint32_t first,
                         struct cch_perfect_front *fronts)
{
    struct cch_perfect_step step = {.team = team, .first = first};

    for (uint32_t i = hierarchy->first_of_level[level];
         i < hierarchy->first_of_level[level + 1]; i++) {
        uint32_t node = hierarchy->by_level[i];

        if (team_of(hierarchy, node) == team) {
            struct cch_perfect_front front = front_of(hierarchy, node);

            add_front(&step, fronts, &front);
        }
    }
    if (step.count)
        perfect->steps[perfect->step_count++] = step;
    return first + step.count;
}

/* From the roots down, and the largest first. */
static void sort_fronts(struct gpu_cch_perfect *perfect,
                        const struct hierarchy *hierarchy,
                        struct cch_perfect_front *fronts)
{
    uint32_t count = 0;

    for (uint32_t level = hierarchy->level_count; level-- > 0;)
        for (int team = CCH_PERFECT_TEAMS; team-- > 0;)
            count = add_step(perfect, hierarchy, level,
                             (enum cch_perfect_team)team, count, fronts);
}

static int put_fronts(struct gpu_cch_perfect *perfect,
                      const struct cch_perfect_front *fronts, uint32_t count,
                      struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, sizeof(*fronts), "fronts", error);
    cudaError_t status;

    if (r)
        return r;
    perfect->fronts = memory;
    status = cudaMemcpy(memory, fronts, count * sizeof(*fronts),
                        cudaMemcpyHostToDevice);
    /* What follows has another stream. */
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(0);
    return cuda_check(status, "fronts", error);
}

static int make_steps(struct gpu_cch_perfect *perfect,
                      const struct hierarchy *hierarchy, struct error *error)
{
    uint32_t count = hierarchy->supernode_count;
    struct cch_perfect_front *fronts = array_alloc(count, sizeof(*fronts));
    int r;

    perfect->steps =
        array_alloc((size_t)hierarchy->level_count * CCH_PERFECT_TEAMS,
                    sizeof(*perfect->steps));
    if (!fronts || !perfect->steps) {
        free(fronts);
        return error_no_memory(error);
    }
    sort_fronts(perfect, hierarchy, fronts);
    r = put_fronts(perfect, fronts, count, error);
    free(fronts);
    return r;
}

static int alloc(uint32_t **ret_words, uint64_t count, struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, WORD, "exact distances", error);

    if (!r)
        *ret_words = memory;
    return r;
}

static int use_device(const struct metric *metric, struct error *error)
{
    const struct device *device = metric->prepared->device;

    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

int gpu_cch_perfect_init(struct gpu_cch_perfect *perfect,
                         const struct metric *metric, struct error *error)
{
    const struct cch_panels *panels =
        &((const struct cuda_cch_metric *)metric)->panels;
    int r = use_device(metric, error);

    *perfect = (struct gpu_cch_perfect){0};
    if (!r)
        r = alloc(&perfect->panel, panels->panel_words, error);
    if (!r)
        r = alloc(&perfect->upper, panels->schur_words, error);
    return r ? r
             : make_steps(perfect, &metric->prepared->map->hierarchy, error);
}

void gpu_cch_perfect_finish(struct gpu_cch_perfect *perfect)
{
    cuda_ended(cudaFree(perfect->panel));
    cuda_ended(cudaFree(perfect->upper));
    cuda_ended(cudaFree(perfect->fronts));
    free(perfect->steps);
    *perfect = (struct gpu_cch_perfect){0};
}

static cudaError_t queue(const struct gpu_cch_perfect *perfect,
                         const struct cuda_cch_metric *metric,
                         cudaEvent_t ends[2], cudaStream_t stream)
{
    const struct cuda_cch *cch =
        (const struct cuda_cch *)metric->metric.base.prepared;
    struct cch_perfect_work work = {
        .fronts = perfect->fronts,
        .place = cch->arrays.place,
        .closed = metric->panels.closed,
        .panel = perfect->panel,
        .upper = perfect->upper,
    };
    cudaError_t status = cudaEventRecord(ends[0], stream);

    for (uint32_t i = 0; i < perfect->step_count && status == cudaSuccess; i++)
        status = launch_cch_perfect(&work, &perfect->steps[i], stream);
    return status == cudaSuccess ? cudaEventRecord(ends[1], stream) : status;
}

static cudaError_t run(const struct gpu_cch_perfect *perfect,
                       const struct cuda_cch_metric *metric,
                       cudaEvent_t ends[2], cudaStream_t stream, float *ret_ms)
{
    cudaError_t status = queue(perfect, metric, ends, stream);

    if (status == cudaSuccess)
        status = cudaStreamSynchronize(stream);
    if (status == cudaSuccess && ret_ms)
        status = cudaEventElapsedTime(ret_ms, ends[0], ends[1]);
    return status;
}

int gpu_cch_perfect(struct gpu_cch_perfect *perfect,
                    const struct metric *metric, float *ret_ms,
                    struct error *error)
{
    cudaEvent_t ends[2] = {0};
    cudaStream_t stream = NULL;
    int r = use_device(metric, error);
    cudaError_t status;

    if (r)
        return r;
    status = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 2 && status == cudaSuccess; i++)
        status = cudaEventCreate(&ends[i]);
    if (status == cudaSuccess)
        status = run(perfect, (const struct cuda_cch_metric *)metric, ends,
                     stream, ret_ms);
    for (int i = 0; i < 2; i++)
        if (ends[i])
            cuda_ended(cudaEventDestroy(ends[i]));
    if (stream)
        cuda_ended(cudaStreamDestroy(stream));
    return cuda_check(status, "exact distances", error);
}

/* Into `ret_tally`, by way of one on the device. */
static cudaError_t count_pruned(const struct gpu_cch_perfect *perfect,
                                const struct cch_panels *panels,
                                struct cch_perfect_tally *tally,
                                struct cch_perfect_tally *ret_tally)
{
    cudaError_t status = cudaMemset(tally, 0, sizeof(*tally));

    if (status == cudaSuccess)
        status = launch_cch_perfect_count(panels->basic, perfect->panel,
                                          panels->panel_words, tally, 0);
    if (status == cudaSuccess)
        status = cudaMemcpy(ret_tally, tally, sizeof(*tally),
                            cudaMemcpyDeviceToHost);
    return status;
}

int gpu_cch_perfect_count(const struct gpu_cch_perfect *perfect,
                          const struct metric *metric,
                          struct cch_pruning *ret_pruning, struct error *error)
{
    const struct cch_panels *panels =
        &((const struct cuda_cch_metric *)metric)->panels;
    struct cch_perfect_tally tally = {0};
    void *memory = NULL;
    int r = use_device(metric, error);

    if (!r)
        r = cuda_alloc(&memory, 1, sizeof(tally), "count of entries", error);
    if (!r)
        r = cuda_check(count_pruned(perfect, panels, memory, &tally),
                       "count of entries", error);
    cuda_ended(cudaFree(memory));
    if (r)
        return r;
    *ret_pruning = (struct cch_pruning){
        .entries =
            panels->panel_words - metric->prepared->map->topology.vertex_count,
        .infinite = tally.infinite,
        .pruned = tally.pruned,
    };
    return 0;
}
