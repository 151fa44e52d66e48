/* flow: fronts from the leaves up, each as soon as its children are done.
 *
 * One launch takes all fronts of a team, level after level, without a barrier:
 * who takes a front looks at one word for each child until it says done.
 * deal.cuh says why nobody waits for ever, though a launch begins before the
 * one before has ended.
 *
 * The way from leaf to root is what takes time: on it a front costs a look at
 * its children's words, one load (brood.cuh), its pivots, a store and a fence.
 * All else comes before, or after the word: storing the basic panel, closing
 * it.
 *
 * Of words that others write while the kernel runs, Schur complements are read
 * past L1, which may hold older ones.
 *
 * Launch: warps, four in a block, shared memory for a front each; or blocks of
 * 128 or 512 threads with shared memory for one.
 */
#include "gpu/cch/brood.cuh"
#include "gpu/cch/close.cuh"
#include "gpu/cch/deal.cuh"
#include "gpu/cch/done.cuh"
#include "gpu/cch/eliminate.cuh"
#include "gpu/launch.cuh"
#include "gpu/occupancy.cuh"

enum {
    SMALL_THREADS = 128,
    SMALL_BLOCKS = 8, /* on a multiprocessor: 64 registers a thread */
    LARGE_THREADS = 512,
};

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
                                    const struct matrix &matrix, uint32_t *room)
{
    bool is_long = false;
    struct brood brood = find_children(front, work.fronts, 0, room, team::ROOM);

    clear<SUMS, team>(matrix);
    team::meet();
    if (work.flow.list)
        load_arcs<SUMS, team>(matrix, front, work.source.arrays,
                              work.source.weight, &is_long);
    else
        load_panel<SUMS, team>(matrix, work.panels.basic + front.panel,
                               &is_long);
    find_lines<team>(matrix, work.fronts, brood);
    await_children<team>(work, front);
    gather_brood<SUMS, team>(matrix, brood, work.panels.schur, &is_long);
    for (uint32_t c = brood.count; c < front.child_count; c += brood.count) {
        team::meet();
        brood = find_children(front, work.fronts, c, room, team::ROOM);
        find_lines<team>(matrix, work.fronts, brood);
        team::meet();
        gather_brood<SUMS, team>(matrix, brood, work.panels.schur, &is_long);
    }
    team::meet();
    return is_long;
}

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS, class team>
static __device__ bool
eliminate_front(const struct cch_work &work, uint32_t index,
                const struct cch_front &front, const struct matrix &matrix,
                uint32_t *room)
{
    bool is_long = gather_front<SUMS, team>(work, front, matrix, room);
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
                                  bool seeded, uint32_t *word, uint32_t *room)
{
    struct cch_front front = work.fronts.fronts[index];
    struct matrix matrix = matrix_of(front, word);

    if (work.flow.list && !await_children<team>(work, front) && !seeded) {
        tell<team>(work, index, false);
        return;
    }
    if (!eliminate_front<SUMS_SHORT, team>(work, index, front, matrix, room))
        eliminate_front<SUMS_EXACT, team>(work, index, front, matrix, room);
    else if (close_front<SUMS_SHORT, team>(work, front, matrix))
        return;
    else
        reload_front<SUMS_EXACT, team>(work, front, matrix);
    close_front<SUMS_EXACT, team>(work, front, matrix);
}

/* The i-th front of the flow. */
template <class team>
static __device__ void take(const struct cch_work &work, uint32_t i,
                            uint32_t *word, uint32_t *room)
{
    uint32_t listed = work.flow.list ? work.flow.list[i] : work.flow.first + i;

    take_front<team>(work, listed & ~CCH_SEEDED,
                     work.flow.list && (listed & CCH_SEEDED), word, room);
}

static __device__ __forceinline__ uint32_t *shared()
{
    return reinterpret_cast<uint32_t *>(static_cast<uint4 *>(shared_words));
}

static __global__ void __launch_bounds__(CCH_WARPS * 32)
    warps_kernel(struct cch_work work, uint32_t words_each)
{
    __shared__ uint32_t rooms[CCH_WARPS][warp_team::ROOM];
    uint32_t warp = threadIdx.x / 32;

    begin_flow(work.flow);
    for (uint32_t i = deal_warp(work.flow); i < work.flow.count;
         i = deal_warp(work.flow))
        take<warp_team>(work, i, shared() + warp * words_each, rooms[warp]);
    end_flow(work.flow);
}

template <int THREADS, int BLOCKS>
static __global__ void __launch_bounds__(THREADS, BLOCKS)
    blocks_kernel(struct cch_work work)
{
    __shared__ uint32_t room[block_team::ROOM];

    begin_flow(work.flow);
    for (uint32_t i = deal_block(work.flow); i < work.flow.count;
         i = deal_block(work.flow))
        take<block_team>(work, i, shared(), room);
    end_flow(work.flow);
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
template <class Kernel, typename... Words>
static cudaError_t launch(Kernel *kernel, const struct shape &shape,
                          const struct cch_work *work, cudaStream_t stream,
                          Words... words)
{
    uint32_t most = 0;
    unsigned blocks = 0;
    cudaError_t status = cch_shared_bytes(&most);

    if (status == cudaSuccess)
        status = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most);
    if (status == cudaSuccess)
        status =
            resident_blocks(kernel, shape.threads, shape.bytes,
                            (work->flow.count - 1) / shape.fronts + 1, &blocks);
    return status == cudaSuccess
               ? launch_dependent(kernel,
                                  {blocks, shape.threads, 1, shape.bytes},
                                  work->flow.early, stream, *work, words...)
               : status;
}

cudaError_t launch_cch_flow(enum cch_team team, const struct cch_work *work,
                            cudaStream_t stream)
{
    struct shape shape = shape_of(team, work->flow.front_max);

    if (!work->flow.count)
        return cudaSuccess;
    if (team == CCH_WARP)
        return launch(
            warps_kernel, shape, work, stream,
            (uint32_t)(shape.bytes / sizeof(uint32_t) / shape.fronts));
    return team == CCH_SMALL
               ? launch(blocks_kernel<SMALL_THREADS, SMALL_BLOCKS>, shape, work,
                        stream)
               : launch(blocks_kernel<LARGE_THREADS, 1>, shape, work, stream);
}
