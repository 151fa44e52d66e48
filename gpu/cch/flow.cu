/* flow: fronts from the leaves up, each as soon as its children are done.
 *
 * One launch takes all fronts of a team, level after level, without a barrier:
 * who takes a front looks at one word for each child until it says done. Fronts
 * are dealt out in turn, each team of threads takes its own in order, and all
 * blocks are on the device at once (a cooperative launch). So nobody waits for
 * ever: of the fronts that are not done the first waits for none, and whoever
 * has it has done all of its fronts before.
 *
 * The way from leaf to root is what takes time: on it a front costs a look at
 * its children's words, three loads that follow each other (child, place, Schur
 * complement), its pivots, a store and a fence. All else comes after the word:
 * storing the basic panel, closing it.
 *
 * Of words that others write while the kernel runs, Schur complements are read
 * past L1, which may hold older ones.
 *
 * Launch: warps, four in a block, shared memory for a front each; or blocks of
 * 128 or 512 threads with shared memory for one.
 */
#include "gpu/cch/close.cuh"
#include "gpu/cch/done.cuh"
#include "gpu/cch/eliminate.cuh"
#include "gpu/occupancy.cuh"

enum { SMALL_THREADS = 128, LARGE_THREADS = 512 };

extern __shared__ uint4 shared_words[];

/* Waits for all children; whether one that is awaited changed. */
template <class team>
static __device__ bool await_children(const struct cch_work &work,
                                      const struct cch_front &front)
{
    const struct cch_child *children = work.fronts.children + front.first_child;
    bool changed = false;

    for (uint32_t i = team::thread(); i < front.child_count;
         i += team::threads())
        changed |= await_child(work.flow, children[i].front);
    return team::any(changed);
}

template <class team>
static __device__ void tell(const struct cch_work &work, uint32_t index,
                            bool changed)
{
    changed = team::any(changed);
    if (team::thread() == 0)
        tell_done(work.flow, index, changed);
}

/* The matrix as it is before its pivots. */
template <enum cch_sums SUMS, class team>
static __device__ bool gather_front(const struct cch_work &work,
                                    const struct cch_front &front,
                                    const struct matrix &matrix)
{
    bool is_long = false;

    clear<SUMS, team>(matrix);
    team::meet();
    if (work.flow.list)
        load_arcs<SUMS, team>(matrix, front, work.source.arrays,
                              work.source.weight, &is_long);
    else
        load_panel<SUMS, team>(matrix, work.panels.basic + front.panel,
                               &is_long);
    await_children<team>(work, front);
    gather<SUMS, team>(matrix, front, work.fronts, work.panels.schur, &is_long);
    team::meet();
    return is_long;
}

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS, class team>
static __device__ bool
eliminate_front(const struct cch_work &work, uint32_t index,
                const struct cch_front &front, const struct matrix &matrix)
{
    bool is_long = gather_front<SUMS, team>(work, front, matrix);
    bool changed;

    eliminate<SUMS>(matrix, team());
    is_long |= panel_is_long<SUMS, team>(matrix);
    if (SUMS != SUMS_EXACT && team::any(is_long))
        return false;
    changed = store_schur<SUMS, team>(matrix, work.panels.schur + front.schur,
                                      work.flow.list);
    tell<team>(work, index, changed);
    store_panel<SUMS, team>(matrix, work.panels.basic + front.panel);
    team::meet();
    return true;
}

/* The same, of a matrix that has been eliminated. */
template <enum cch_sums SUMS, class team>
static __device__ bool close_front(const struct cch_work &work,
                                   const struct cch_front &front,
                                   const struct matrix &matrix)
{
    bool is_long = false;

    close<SUMS>(matrix, team());
    is_long |= panel_is_long<SUMS, team>(matrix);
    if (SUMS != SUMS_EXACT && team::any(is_long))
        return false;
    store_panel<SUMS, team>(matrix, work.panels.closed + front.panel);
    team::meet();
    return true;
}

/* The basic panel again. */
template <enum cch_sums SUMS, class team>
static __device__ void reload_front(const struct cch_work &work,
                                    const struct cch_front &front,
                                    const struct matrix &matrix)
{
    bool is_long = false;

    clear<SUMS, team>(matrix);
    team::meet();
    load_panel<SUMS, team>(matrix, work.panels.basic + front.panel, &is_long);
    team::meet();
}

template <class team>
static __device__ void take_front(const struct cch_work &work, uint32_t index,
                                  bool seeded, uint32_t *word)
{
    struct cch_front front = work.fronts.fronts[index];
    struct matrix matrix = matrix_of(front, word);

    if (work.flow.list && !await_children<team>(work, front) && !seeded) {
        tell<team>(work, index, false);
        return;
    }
    if (!eliminate_front<SUMS_SHORT, team>(work, index, front, matrix))
        eliminate_front<SUMS_EXACT, team>(work, index, front, matrix);
    else if (close_front<SUMS_SHORT, team>(work, front, matrix))
        return;
    else
        reload_front<SUMS_EXACT, team>(work, front, matrix);
    close_front<SUMS_EXACT, team>(work, front, matrix);
}

/* The i-th front of the flow. */
template <class team>
static __device__ void take(const struct cch_work &work, uint32_t i,
                            uint32_t *word)
{
    uint32_t listed = work.flow.list ? work.flow.list[i] : work.flow.first + i;

    take_front<team>(work, listed & ~CCH_SEEDED,
                     work.flow.list && (listed & CCH_SEEDED), word);
}

static __device__ __forceinline__ uint32_t *shared()
{
    return reinterpret_cast<uint32_t *>(static_cast<uint4 *>(shared_words));
}

static __global__ void __launch_bounds__(CCH_WARPS * 32)
    warps_kernel(struct cch_work work, uint32_t words_each)
{
    uint32_t warp = threadIdx.x / 32;
    uint32_t *word = shared() + warp * words_each;

    for (uint32_t i = blockIdx.x * CCH_WARPS + warp; i < work.flow.count;
         i += gridDim.x * CCH_WARPS)
        take<warp_team>(work, i, word);
}

static __global__ void __launch_bounds__(LARGE_THREADS)
    blocks_kernel(struct cch_work work)
{
    for (uint32_t i = blockIdx.x; i < work.flow.count; i += gridDim.x)
        take<block_team>(work, i, shared());
}

/* How a kernel of these is launched. */
struct shape {
    unsigned threads;
    unsigned fronts; /* that a block takes at once */
    size_t bytes;    /* of shared memory */
};

static struct shape shape_of(enum cch_team team, uint32_t front_max)
{
    size_t width = cch_width(front_max);
    size_t bytes = width * width * sizeof(uint32_t);

    if (team == CCH_WARP)
        return {CCH_WARPS * 32, CCH_WARPS, CCH_WARPS * bytes};
    return {(unsigned)(team == CCH_SMALL ? SMALL_THREADS : LARGE_THREADS), 1,
            bytes};
}

/* Asks for shared memory, too: always for all there is, as other threads launch
 * the kernel with other shapes. */
template <class Kernel>
static cudaError_t flow_blocks(Kernel *kernel, const struct shape &shape,
                               uint32_t wanted, uint32_t *ret_blocks)
{
    uint32_t most = 0;
    cudaError_t status = cch_shared_bytes(&most);

    if (status == cudaSuccess)
        status = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most);
    return status == cudaSuccess
               ? cooperative_blocks(kernel, shape.threads, shape.bytes, wanted,
                                    ret_blocks)
               : status;
}

/* CUDA 11 has no overload for a kernel as it is; the emulator none for others.
 */
#define LAUNCH(KERNEL, BLOCKS, SHAPE, ARGUMENTS, STREAM)                       \
    cudaLaunchCooperativeKernel((const void *)KERNEL, dim3(BLOCKS),            \
                                dim3((SHAPE).threads), ARGUMENTS,              \
                                (SHAPE).bytes, STREAM)

cudaError_t launch_cch_flow(enum cch_team team, const struct cch_work *work,
                            cudaStream_t stream)
{
    struct shape shape = shape_of(team, work->flow.front_max);
    uint32_t words = (uint32_t)(shape.bytes / sizeof(uint32_t) / shape.fronts);
    void *arguments[] = {(void *)work, &words};
    uint32_t blocks = 0;
    uint32_t wanted =
        work->flow.count ? (work->flow.count - 1) / shape.fronts + 1 : 0;
    cudaError_t status;

    if (!wanted)
        return cudaSuccess;
    status = team == CCH_WARP
                 ? flow_blocks(warps_kernel, shape, wanted, &blocks)
                 : flow_blocks(blocks_kernel, shape, wanted, &blocks);
    if (status != cudaSuccess)
        return status;
    return team == CCH_WARP
               ? LAUNCH(warps_kernel, blocks, shape, arguments, stream)
               : LAUNCH(blocks_kernel, blocks, shape, arguments, stream);
}
