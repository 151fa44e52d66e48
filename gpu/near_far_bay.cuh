/* near_far_bay: what a block of near_far.cu keeps to itself: queues of near
 * vertices that it goes on from, far ones that it has found.
 *
 * near_far.cu says why it is right. */
#ifndef RELAXD_GPU_NEAR_FAR_BAY_CUH
#define RELAXD_GPU_NEAR_FAR_BAY_CUH

#include "gpu/block.cuh"
#include "gpu/near_far.h"

enum { WARP = 32, QUEUED_PER_THREAD = 2 };

struct queued {
    uint32_t vertex;
    uint32_t cost; /* its arcs are to be relaxed with */
};

/* Counts may count more than there is room for: the rest went to lists. */
struct bay {
    uint32_t queued[3]; /* by steps */
    uint32_t far;
    uint32_t least;  /* cost of those found to be far */
    uint32_t wanted; /* room at a list's end; 0 between appends */
    uint32_t base;   /* where it begins */
};

/* Two queues that change places after every step, then the far. */
extern __shared__ struct queued near_far_queues[];

static inline size_t near_far_shared_bytes(unsigned block)
{
    return (size_t)QUEUED_PER_THREAD * block *
           (2 * sizeof(struct queued) + sizeof(uint32_t));
}

/* The blocks that share a query. */
struct crew {
    uint32_t rank;
    uint32_t size;
};

/* A thread's view. */
struct worker {
    struct near_far_arrays arrays;
    struct near_far_progress now;
    struct crew crew;
    struct bay *bay;
    uint32_t hops;  /* most in a round */
    uint32_t room;  /* vertices in a queue that it goes on with */
    uint32_t step;  /* in the round; reads queue step % 2 */
    uint32_t taken; /* vertices, of the block */
    uint32_t least; /* cost found to be far, of the thread */
};

static __device__ __forceinline__ uint32_t capacity()
{
    return QUEUED_PER_THREAD * blockDim.x;
}

static __device__ __forceinline__ struct queued *queue_of(uint32_t step)
{
    return near_far_queues + step % 2 * capacity();
}

static __device__ __forceinline__ uint32_t *far_found()
{
    return (uint32_t *)(near_far_queues + 2 * capacity());
}

static __device__ __forceinline__ uint32_t *queued_in(const struct worker &w,
                                                      uint32_t step)
{
    return &w.bay->queued[step % 3];
}

/* Of two; indexing would put them into local memory. */
static __device__ __forceinline__ uint32_t *one_of(uint32_t *const two[2],
                                                   uint32_t turn)
{
    return turn % 2 ? two[1] : two[0];
}

/* The list that a round appends to, and its tail. */
static __device__ __forceinline__ uint32_t *near_list(const struct worker &w)
{
    return one_of(w.arrays.list, w.now.round);
}

static __device__ __forceinline__ struct near_far_round *
round_of(const struct worker &w, uint32_t round)
{
    return &w.arrays.control->rounds[round % 3];
}

static __device__ __forceinline__ uint32_t *far_list(const struct worker &w)
{
    return one_of(w.arrays.far, w.now.phase);
}

static __device__ __forceinline__ struct near_far_phase *
phase_of(const struct worker &w, uint32_t phase)
{
    return &w.arrays.control->phases[phase % 3];
}

/* Whether v is not yet on the list that the round appends to; it is now. */
static __device__ __forceinline__ bool claim_near(const struct worker &w,
                                                  uint32_t v)
{
    return atomicExch(&w.arrays.stamp[v], w.now.round) != w.now.round;
}

/* The same for the far list, which a vertex joins but once. */
static __device__ __forceinline__ bool claim_far(const struct worker &w,
                                                 uint32_t v)
{
    uint32_t bit = 1u << v % 32;

    return !(atomicOr(&w.arrays.known[v / 32], bit) & bit);
}

/* Whole warps: reserves a place for each bit of `mine`, of four, with one
 * atomic; answers the lane's first. */
static __device__ __forceinline__ uint32_t warp_reserve(uint32_t *count,
                                                        uint32_t mine)
{
    uint32_t below = (1u << threadIdx.x % WARP) - 1;
    uint32_t before = 0;
    uint32_t total = 0;
    uint32_t first = 0;

#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++) {
        uint32_t lanes = __ballot_sync(~0u, mine >> i & 1);

        before += __popc(lanes & below);
        total += __popc(lanes);
    }
    if (total && threadIdx.x % WARP == 0)
        first = atomicAdd(count, total);
    return __shfl_sync(~0u, first, 0) + before;
}

/* Whole warps: queues the heads that `mine` names for the next step, or lists
 * them for the next round where the queue is full. Whether it is half full. */
static __device__ __forceinline__ bool
push_near(const struct worker &w, uint32_t mine,
          const uint32_t (&head)[CELL_ARCS], const uint32_t (&sum)[CELL_ARCS])
{
    struct queued *queue = queue_of(w.step + 1);
    uint32_t slot = warp_reserve(queued_in(w, w.step + 1), mine);

#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++) {
        if (!(mine >> i & 1))
            continue;
        if (slot < capacity())
            queue[slot] = {head[i], sum[i]};
        else if (claim_near(w, head[i]))
            near_list(w)[atomicAdd(&round_of(w, w.now.round)->listed, 1)] =
                head[i];
        slot++;
    }
    return mine && slot > capacity() / 2;
}

/* The same for what is far. */
static __device__ __forceinline__ bool
push_far(const struct worker &w, uint32_t mine,
         const uint32_t (&head)[CELL_ARCS])
{
    uint32_t slot = warp_reserve(&w.bay->far, mine);

#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++) {
        if (!(mine >> i & 1))
            continue;
        if (slot < capacity())
            far_found()[slot] = head[i];
        else if (claim_far(w, head[i]))
            far_list(w)[atomicAdd(&phase_of(w, w.now.phase)->far, 1)] = head[i];
        slot++;
    }
    return mine && slot > capacity() / 2;
}

/* The block: appends v to a list where it is wanted. */
static __device__ __forceinline__ void
append(struct bay *bay, bool wanted, uint32_t v, uint32_t *tail, uint32_t *list)
{
    uint32_t lanes = __ballot_sync(~0u, wanted);
    uint32_t below = (1u << threadIdx.x % WARP) - 1;
    uint32_t first = 0;

    if (lanes && threadIdx.x % WARP == 0)
        first = atomicAdd(&bay->wanted, __popc(lanes));
    first = __shfl_sync(~0u, first, 0) + __popc(lanes & below);
    if (!__syncthreads_or(wanted))
        return;
    if (threadIdx.x == 0) {
        bay->base = atomicAdd(tail, bay->wanted);
        bay->wanted = 0;
    }
    __syncthreads();
    if (wanted)
        list[bay->base + first] = v;
}

/* The block, after a barrier: lists what is queued for the step after `step`,
 * and nothing is queued. */
static __device__ __forceinline__ void spill_queue(const struct worker &w,
                                                   uint32_t step)
{
    uint32_t count = min(*queued_in(w, step + 1), capacity());
    const struct queued *queue = queue_of(step + 1);

    for (uint32_t first = 0; first < count; first += blockDim.x) {
        uint32_t i = first + threadIdx.x;
        uint32_t v = i < count ? queue[i].vertex : 0;

        append(w.bay, i < count && claim_near(w, v), v,
               &round_of(w, w.now.round)->listed, near_list(w));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *queued_in(w, step + 1) = 0;
    __syncthreads();
}

/* The block, after a barrier: what it found to be far goes to the far list. */
static __device__ __forceinline__ void flush_far(const struct worker &w)
{
    uint32_t count = min(w.bay->far, capacity());

    for (uint32_t first = 0; first < count; first += blockDim.x) {
        uint32_t i = first + threadIdx.x;
        uint32_t v = i < count ? far_found()[i] : 0;

        append(w.bay, i < count && claim_far(w, v), v,
               &phase_of(w, w.now.phase)->far, far_list(w));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        w.bay->far = 0;
    __syncthreads();
}

#endif
