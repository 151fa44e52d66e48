/* grid: fronts too large for a multiprocessor, each by several blocks.
 *
 * The matrix lies in device memory and, mostly, in L2. The grid has a row of
 * blocks for each front that is taken at once; a row meets at a word of its
 * own, as grid_barrier.cuh's grid does, three times for 16 pivots, five times
 * for 16 vertices closed. Fences on either side of the barrier make plain loads
 * see what other blocks wrote.
 *
 * A launch takes the fronts of one level, whose children are done; closed
 * panels come last, of all levels at once. Road maps of six million vertices
 * have some thirty such fronts on eight levels.
 *
 * Launch: cooperative, blocks of 512 threads. */
#include "gpu/cch/close.cuh"
#include "gpu/cch/eliminate.cuh"
#include "gpu/grid_barrier.cuh"
#include "gpu/occupancy.cuh"

enum { GRID_THREADS = 512 };

/* The blocks that share a front. */
struct group_team : group_lines {
    uint32_t *arrived;

    __device__ __forceinline__ void meet() const
    {
        row_barrier(arrived);
    }
};

struct group {
    struct group_team team;
    uint32_t *is_long; /* the last turn in which a word was */
    uint32_t turn;
};

/* Whether a word of any block was long; each call is another turn. */
static __device__ bool group_any(struct group *group, bool mine)
{
    uint32_t turn = ++group->turn;

    if (__syncthreads_or(mine) && threadIdx.x == 0)
        atomicMax(group->is_long, turn);
    group->team.meet();
    return __ldcg(group->is_long) == turn;
}

/* Of a child that is on the list; they are all done. */
static __device__ bool child_changed(const struct cch_work &work,
                                     const struct cch_front &front)
{
    bool changed = false;

    for (uint32_t i = threadIdx.x; i < front.child_count; i += blockDim.x) {
        uint32_t child = work.fronts.children[front.first_child + i].front;

        changed |= work.flow.expected[child] == work.flow.epoch &&
                   (work.flow.done[child] & 1);
    }
    return __syncthreads_or(changed);
}

template <enum cch_sums SUMS>
static __device__ bool
load_front(const struct cch_work &work, const struct cch_front &front,
           const struct matrix &matrix, const struct group_team &team)
{
    bool is_long = false;

    clear<SUMS, group_team>(matrix);
    team.meet();
    if (work.flow.list)
        load_arcs<SUMS, group_team>(matrix, front, work.source.arrays,
                                    work.source.weight, &is_long);
    else
        load_panel<SUMS, group_team>(matrix, work.panels.basic + front.panel,
                                     &is_long);
    team.meet();
    gather<SUMS, group_team>(matrix, front, work.fronts, work.panels.schur,
                             &is_long);
    team.meet();
    return is_long;
}

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS>
static __device__ bool
eliminate_front(const struct cch_work &work, uint32_t index,
                const struct cch_front &front, const struct matrix &matrix,
                struct group *group)
{
    bool is_long = load_front<SUMS>(work, front, matrix, group->team);
    bool changed;

    eliminate<SUMS>(matrix, group->team);
    is_long |= panel_is_long<SUMS, group_team>(matrix);
    if (group_any(group, is_long) && SUMS != SUMS_EXACT)
        return false;
    changed = store_schur<SUMS, group_team>(
        matrix, work.panels.schur + front.schur, work.flow.list);
    store_panel<SUMS, group_team>(matrix, work.panels.basic + front.panel);
    changed = group_any(group, changed);
    if (group->team.thread() == 0)
        work.flow.done[index] = work.flow.epoch << 1 | changed;
    return true;
}

template <enum cch_sums SUMS>
static __device__ bool
close_front(const struct cch_work &work, const struct cch_front &front,
            const struct matrix &matrix, struct group *group)
{
    bool is_long = false;

    clear<SUMS, group_team>(matrix);
    group->team.meet();
    load_panel<SUMS, group_team>(matrix, work.panels.basic + front.panel,
                                 &is_long);
    group->team.meet();
    close<SUMS>(matrix, group->team);
    is_long |= panel_is_long<SUMS, group_team>(matrix);
    if (group_any(group, is_long) && SUMS != SUMS_EXACT)
        return false;
    store_panel<SUMS, group_team>(matrix, work.panels.closed + front.panel);
    group->team.meet();
    return true;
}

struct eliminating {
    static __device__ void take(const struct cch_work &work, uint32_t index,
                                bool seeded, const struct cch_front &front,
                                const struct matrix &matrix,
                                struct group *group)
    {
        if (work.flow.list && !child_changed(work, front) && !seeded) {
            if (group->team.thread() == 0)
                work.flow.done[index] = work.flow.epoch << 1;
        } else if (!eliminate_front<SUMS_SHORT>(work, index, front, matrix,
                                                group)) {
            eliminate_front<SUMS_EXACT>(work, index, front, matrix, group);
        }
    }
};

struct closing {
    static __device__ void take(const struct cch_work &work, uint32_t, bool,
                                const struct cch_front &front,
                                const struct matrix &matrix,
                                struct group *group)
    {
        if (!close_front<SUMS_SHORT>(work, front, matrix, group))
            close_front<SUMS_EXACT>(work, front, matrix, group);
    }
};

template <class doing>
static __global__ void __launch_bounds__(GRID_THREADS)
    grid_kernel(struct cch_work work, struct cch_scratch scratch)
{
    uint32_t row = blockIdx.y;
    struct group group;

    group.team.arrived = scratch.arrived + row;
    group.is_long = scratch.is_long + row;
    group.turn = 0;
    for (uint32_t i = row; i < work.flow.count; i += gridDim.y) {
        uint32_t listed =
            work.flow.list ? work.flow.list[i] : work.flow.first + i;
        bool seeded = work.flow.list && (listed & CCH_SEEDED);
        uint32_t index = listed & ~CCH_SEEDED;
        struct cch_front front = work.fronts.fronts[index];

        doing::take(work, index, seeded, front,
                    matrix_of(front, scratch.word + row * scratch.words_each),
                    &group);
    }
}

/* Words of both barriers and turns are 0 as a kernel begins. */
template <class doing>
static cudaError_t launch(const struct cch_work *work,
                          const struct cch_scratch *scratch,
                          cudaStream_t stream)
{
    void *arguments[] = {(void *)work, (void *)scratch};
    uint32_t blocks = 0;
    uint32_t rows;
    cudaError_t status;

    if (!work->flow.count)
        return cudaSuccess;
    status = cudaMemsetAsync(scratch->arrived, 0,
                             2 * scratch->count * sizeof(uint32_t), stream);
    if (status == cudaSuccess)
        status =
            cooperative_blocks(grid_kernel<doing>, GRID_THREADS, 0, 0, &blocks);
    if (status != cudaSuccess)
        return status;
    rows = min(min(work->flow.count, scratch->count), blocks);
    /* CUDA 11 has no overload for the kernel as it is. */
    return cudaLaunchCooperativeKernel(
        (const void *)grid_kernel<doing>, dim3(blocks / rows, rows),
        dim3(GRID_THREADS), arguments, 0, stream);
}

cudaError_t launch_cch_grid_eliminate(const struct cch_work *work,
                                      const struct cch_scratch *scratch,
                                      cudaStream_t stream)
{
    return launch<eliminating>(work, scratch, stream);
}

cudaError_t launch_cch_grid_close(const struct cch_work *work,
                                  const struct cch_scratch *scratch,
                                  cudaStream_t stream)
{
    return launch<closing>(work, scratch, stream);
}
