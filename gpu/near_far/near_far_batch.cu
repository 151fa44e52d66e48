/* near_far_batch: queries of a batch in parallel, a block each.
 *
 * Each block is its own team (near_far.cu) and meets no other, so that the
 * other blocks of its multiprocessor hide the latency of its steps.
 *
 * Launch: a block a query. Memory: label, two far lists, two near ones, a stamp
 * and a bit a vertex for each query in flight. */
#include "gpu/grid.cuh"
#include "gpu/near_far/near_far.h"
#include "gpu/near_far/near_far_rounds.cuh"

#include "core/graph/cost.h"

enum { BATCH_HOPS = 1024 };

static __device__ __forceinline__ struct near_far_arrays
arrays_of(const struct near_far_slots &slots, const struct near_far_slot &slot)
{
    size_t at = (size_t)blockIdx.x * slots.search.vertex_count;
    struct near_far_arrays arrays;

    arrays.search = slots.search;
    arrays.search.cost += at;
    arrays.search.bound = slot.bound;
    arrays.cells = slots.cells;
    arrays.far[0] = slots.far[0] + at;
    arrays.far[1] = slots.far[1] + at;
    arrays.list[0] = slots.list[0] + at;
    arrays.list[1] = slots.list[1] + at;
    arrays.stamp = slots.stamp + (size_t)blockIdx.x * slots.stamp_stride;
    arrays.known = arrays.stamp + slots.search.vertex_count;
    arrays.control = &slots.control[blockIdx.x];
    arrays.targets = slots.targets + slot.first_target;
    arrays.target_count = slot.target_count;
    return arrays;
}

/* Gives the seeds their labels and puts them on the first far list. */
static __device__ void plant(struct worker &w,
                             const struct near_far_slots &slots,
                             const struct near_far_slot &slot)
{
    const struct kernel_seed *seeds = slots.seeds + slot.first_seed;

    if (threadIdx.x == 0) {
        w.block_queue->base[FAR] = 0;
        for (unsigned i = 0; i < 3; i++) {
            w.arrays.control->rounds[i].least = COST_INFINITY;
            w.arrays.control->phases[i].least = COST_INFINITY;
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < slot.seed_count; i += blockDim.x) {
        uint32_t v = seeds[i].vertex;

        if (seeds[i].cost > slot.bound)
            continue;
        atomicMin(&w.arrays.search.cost[v], seeds[i].cost);
        if (claim_far(w, v))
            w.arrays.far[0][atomicAdd(&w.block_queue->base[FAR], 1)] = v;
    }
    __syncthreads();
    w.now = {};
    w.now.round = 1;
    w.now.phase = 1;
    w.now.split = slots.delta;
    w.now.delta = slots.delta;
    w.now.opens = 1;
    w.now.far = w.block_queue->base[FAR];
    __syncthreads();
}

static __device__ void run(struct worker &w, const struct near_far_rules &rules)
{
    struct leave leave = {w.now.round + rules.rounds,
                          clock64() + NEAR_FAR_CYCLES};

    w.team = {0, 1};
    w.hops = BATCH_HOPS;
    w.room = capacity();
    w.now.paused = 0;
    do {
        take_round(w, leave);
        __syncthreads();
        advance(w, rules);
    } while (w.now.state == NEAR_FAR_GOES_ON && !w.now.paused);
    if (threadIdx.x == 0)
        w.arrays.control->progress = w.now;
}

static __device__ void answer(const struct worker &w,
                              const struct near_far_slots &slots,
                              const struct near_far_slot &slot)
{
    for (uint32_t i = threadIdx.x; i < slot.target_count; i += blockDim.x)
        slots.target_cost[slot.first_target + i] =
            read_label(w, w.arrays.targets[i]);
    if (!slot.clears || w.now.state != NEAR_FAR_STOPPED)
        return;
    for (uint32_t v = threadIdx.x; v < w.arrays.search.vertex_count;
         v += blockDim.x) {
        if (read_label(w, v) >= w.now.settled)
            w.arrays.search.cost[v] = COST_INFINITY;
    }
}

static __global__ void __launch_bounds__(NEAR_FAR_BLOCK_MAX, 1)
    near_far_batch_kernel(struct near_far_slots slots,
                          struct near_far_rules rules, struct host_word word)
{
    __shared__ struct block_queue block_queue;
    struct near_far_slot slot = slots.slots[blockIdx.x];
    struct worker w;

    w.arrays = arrays_of(slots, slot);
    w.block_queue = &block_queue;
    keep_arrays(w);
    w.now = w.arrays.control->progress;
    __syncthreads();
    if (w.now.state == NEAR_FAR_GOES_ON) {
        if (w.now.round == 0)
            plant(w, slots, slot);
        run(w, rules);
        if (w.now.state != NEAR_FAR_GOES_ON)
            answer(w, slots, slot);
    }
    if (threadIdx.x == 0)
        tally_add(word, w.now.state == NEAR_FAR_GOES_ON, BLOCK_LAST);
}

cudaError_t near_far_batch_occupancy(unsigned block,
                                     struct occupancy *ret_occupancy)
{
    return kernel_occupancy(near_far_batch_kernel, block,
                            near_far_shared_bytes(block), ret_occupancy);
}

cudaError_t launch_near_far_batch(const struct near_far_slots *slots,
                                  const struct near_far_rules *rules,
                                  const struct host_word *word, unsigned block,
                                  cudaStream_t stream)
{
    near_far_batch_kernel<<<slots->count, block, near_far_shared_bytes(block),
                            stream>>>(*slots, *rules, *word);
    return cudaGetLastError();
}
