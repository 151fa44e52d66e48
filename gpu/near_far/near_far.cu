/* near_far: near labels first, without the host.
 *
 * A. Davidson, S. Baxter, M. Garland, J. Owens, "Work-Efficient Parallel GPU
 * Methods for Single-Source Shortest Paths" (IPDPS 2014), section 4.3: a split
 * divides the vertices to be relaxed into near and far ones. Near ones are
 * relaxed, in any order, until there are none; then the split moves beyond the
 * least far label, and the far list is divided again. How far it moves, delta,
 * follows the width of the frontier, after K. Wang, D. Fussell, C. Lin, "A Fast
 * Work-Efficient SSSP Algorithm for GPUs" (PPoPP 2021), section 5.
 *
 * A search on a road map is a chain of some thousand steps, so the time of a
 * step decides. Here it is one access to device memory: a queue, in shared
 * memory, holds vertices with their arcs; a step reads at once the labels of
 * the arcs' heads, the heads' own arcs, one sector each (form_kernels.h), and
 * the vertex's label. Heads whose label is higher get an atomic minimum, for
 * which no thread waits, and enter the block's queue for its next step with
 * their arcs. Four lanes take a vertex, an arc each: the work of a thread
 * between two accesses is on the chain, too.
 *
 * Rounds. A block that has made so many steps on its own (hops), or whose queue
 * exceeds its limit, says so in a word that all read along with the labels of a
 * step, so that no block waits for long queues. Then all blocks move their
 * queues to a list in device memory, and the grid meets (grid.cuh). The next
 * round deals the list out one by one, so that queues are equal. A round that
 * opens a phase takes the far list instead and sorts it. One block takes a
 * short list and continues alone, rounds and phases with block barriers, until
 * the list is long: the others wait meanwhile.
 *
 * Why it is right, with relaxed atomics and without waiting for their results.
 * Labels only fall, and each is the cost of some path. Let c be the last label
 * that v gets while the split is s. It was written by an atomicMin (or is a
 * seed's: those are on the far list to begin with). The thread that issued it
 * had seen a higher label, and
 *
 *     c < s    queued v with c, or listed it for the next round. From the
 *              queue all arcs are relaxed with c: only a lower label than c
 *              would prevent it, and there is none. If the queue is put onto
 *              the list, v is on the list, by this thread's stamp or another's
 *              of this round; after the barrier its label is read, which is c;
 *     c >= s   found it far if it had seen COST_INFINITY. Some thread
 *              did: the first whose atomicMin lowered it, at the latest. So v
 *              is on the far list, where it came with its first label unless
 *              that was near, and stays until a split exceeds it.
 *
 * Relaxing an arc reads the head's label and, if that is higher than the sum,
 * issues the atomicMin: either way the head is no higher than the sum from then
 * on. So when a round has ended, every vertex still to be relaxed is on the
 * near list or the far one, and when both are empty, all labels are final.
 * Before that, labels below the least of those listed or found far are final:
 * of the vertices on a shortest path to such a label, the first that is to be
 * relaxed with its last label would have a lower one (cost_add is monotone),
 * yet be on a list.
 *
 * The split moves once the near list is short, not only once it is empty: any
 * order is right, and no block need wait for the last vertices of a phase.
 *
 * While a phase opens, blocks already relax the near vertices that they found.
 * So a vertex may fall below the split before or after another block reads its
 * entry: the thread that lowered it queues it, and it is either relaxed twice
 * or kept on the far list, which drops it later as below the previous phase's
 * split. A label that is read too late is too high: that costs an atomic, and a
 * vertex may count as far that no longer is, or be queued twice. Conclusions
 * from one word about another are drawn only across a barrier.
 *
 * No list overflows. The near list of a round has v once, by its stamp, which
 * is exchanged for the round's number. The far list has v once in all:
 * remaining vertices move, one entry each; others join by a bit that is set
 * once, and a seed, which has no bit, never shows COST_INFINITY. The excess of
 * full queues goes to the lists.
 *
 * Counters of rounds and phases rotate among three: one that is read after a
 * barrier is not increased before the next one, and is cleared after it.
 *
 * Early stop. Once all targets have labels that are final, the search ends and
 * clears labels that may not be final, so that final labels with all their
 * predecessors remain.
 *
 * Launch: cooperative. Memory: far and near list twice, a stamp, a bit a
 * vertex; the first far list and the stamps use the memory of the links: 3 and
 * 1/32 words a vertex beside labels, links and map. 84 bytes of shared memory
 * for each place in the queues, 42 KiB at most.
 *
 * H200, one tree: 264 thousand vertices of New York 1.1 ms, a step 0.54 us
 * where a block never waits; New England 2.7, 6 million vertices 9.9. */
#include "gpu/grid.cuh"
#include "gpu/near_far/near_far_rounds.cuh"

#include "core/graph/cost.h"

enum { HOPS_ALONE = 1024, FAR_PER_ALONE = 4 };

static __device__ __forceinline__ bool
is_narrow(const struct near_far_progress &now, uint32_t alone_below)
{
    return now.near <= alone_below &&
           (!now.opens || now.far <= FAR_PER_ALONE * alone_below);
}

static __device__ __forceinline__ bool goes_on(const struct worker &w)
{
    return w.now.state == NEAR_FAR_GOES_ON && !w.now.paused;
}

/* The first block alone, while there is not too much to do. */
static __device__ __forceinline__ void
run_alone(struct worker &w, const struct near_far_rules &rules,
          const struct leave &leave)
{
    w.team = {0, 1};
    w.hops = HOPS_ALONE;
    w.room = min(2 * rules.alone_below, capacity());
    do {
        take_round(w, leave);
        __syncthreads();
        advance(w, rules);
    } while (goes_on(w) && is_narrow(w.now, rules.alone_below));
    if (threadIdx.x == 0)
        w.arrays.control->handed = w.now;
}

/* All blocks; hops only where there are fewer vertices than threads: otherwise
 * hops would use labels that are still to fall. */
static __device__ __forceinline__ void
run_together(struct worker &w, const struct near_far_rules &rules,
             const struct leave &leave)
{
    w.team = {blockIdx.x, gridDim.x};
    w.hops = w.now.near > gridDim.x * blockDim.x ? 1 : rules.hops;
    w.room = min(rules.room, capacity());
    take_round(w, leave);
    grid_barrier(&w.arrays.control->arrived);
    advance(w, rules);
}

static __device__ __forceinline__ void
read_progress(struct worker &w, const struct near_far_progress *progress)
{
    const uint32_t *words = (const uint32_t *)progress;
    uint32_t *mine = (uint32_t *)&w.now;

#pragma unroll
    for (unsigned i = 0; i < sizeof(w.now) / sizeof(*words); i++)
        mine[i] = __ldcg(&words[i]);
}

/* Clears labels that may not be final. */
static __device__ void clear_unsettled(const struct worker &w)
{
    for (uint64_t v = thread_index(); v < w.arrays.search.vertex_count;
         v += (uint64_t)gridDim.x * blockDim.x) {
        if (read_label(w, (uint32_t)v) >= w.now.settled)
            w.arrays.search.cost[v] = COST_INFINITY;
    }
}

static __global__ void __launch_bounds__(NEAR_FAR_BLOCK_MAX, 1)
    near_far_kernel(struct near_far_arrays arrays, struct near_far_rules rules,
                    struct host_word taken_word, struct host_word steps_word)
{
    __shared__ struct block_queue block_queue;
    struct worker w;
    struct leave leave;
    uint32_t first_step;
    uint32_t first_taken;

    w.arrays = arrays;
    w.block_queue = &block_queue;
    keep_arrays(w);
    read_progress(w, &arrays.control->progress);
    w.now.paused = 0;
    first_step = w.now.steps;
    first_taken = w.now.taken;
    leave = {w.now.round + rules.rounds, clock64() + NEAR_FAR_CYCLES};
    do {
        if (is_narrow(w.now, rules.alone_below)) {
            if (blockIdx.x == 0)
                run_alone(w, rules, leave);
            grid_barrier(&arrays.control->arrived);
            read_progress(w, &arrays.control->handed);
        } else {
            run_together(w, rules, leave);
        }
    } while (goes_on(w));
    if (w.now.state == NEAR_FAR_STOPPED)
        clear_unsettled(w);
    if (thread_index() == 0) {
        arrays.control->progress = w.now;
        host_post(taken_word, w.now.taken - first_taken);
        host_post(steps_word, 2 * (w.now.steps - first_step) +
                                  (w.now.state == NEAR_FAR_GOES_ON));
    }
}

struct near_far_control near_far_start(uint32_t seed_count, uint32_t delta)
{
    struct near_far_control control = {};

    for (unsigned i = 0; i < 3; i++) {
        control.rounds[i].least = COST_INFINITY;
        control.phases[i].least = COST_INFINITY;
    }
    control.progress.state = NEAR_FAR_GOES_ON;
    control.progress.round = 1;
    control.progress.phase = 1;
    control.progress.split = delta;
    control.progress.delta = delta;
    control.progress.opens = 1;
    control.progress.far = seed_count;
    return control;
}

cudaError_t near_far_occupancy(unsigned block, struct occupancy *ret_occupancy)
{
    return kernel_occupancy(near_far_kernel, block,
                            near_far_shared_bytes(block), ret_occupancy);
}

cudaError_t launch_near_far(const struct near_far_arrays *arrays,
                            const struct near_far_rules *rules,
                            const struct host_word *taken,
                            const struct host_word *steps,
                            const struct kernel_grid *grid, cudaStream_t stream)
{
    void *arguments[] = {(void *)arrays, (void *)rules, (void *)taken,
                         (void *)steps};

    /* CUDA 11 has no overload for typed kernels. */
    return cudaLaunchCooperativeKernel(
        (const void *)near_far_kernel, dim3(grid->blocks), dim3(grid->block),
        arguments, near_far_shared_bytes(grid->block), stream);
}
