/* near_far_bay: what a block of near_far.cu keeps to itself: queues of near
 * vertices that it goes on from, far ones that it has found.
 *
 * near_far.cu says why it is right. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_BAY_CUH
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_BAY_CUH

#include "gpu/block.cuh"
#include "gpu/near_far/near_far.h"
#include "gpu/near_far/near_far_memory.cuh"

#include "core/graph/cost.h"

enum { WARP = 32, PLACES_PER_THREAD = 2, PLACES_MAX = 512 };

/* Counts may count more than there is room for: the rest went to lists. */
struct bay {
    uint32_t queued[4]; /* by steps */
    uint32_t far;
    uint32_t least[2];  /* cost of those listed, and of those found to be far */
    uint32_t wanted[2]; /* room at the ends of the near list and the far one; 0
                           between appends */
    uint32_t base[2];   /* where it begins */
    uint32_t met[2];    /* by steps: others wait for it */
    uint32_t *cost;     /* what a step cannot do without, see keep_arrays() */
    const struct cell *cells;
};

enum { NEAR, FAR };

/* Two queues that change places after every step: the cells of their vertices,
 * the vertices, what they cost; then the far. */
extern __shared__ uint4 near_far_queues[];

static __host__ __device__ __forceinline__ uint32_t
near_far_places(uint32_t block)
{
    uint32_t places = PLACES_PER_THREAD * block;

    return places < PLACES_MAX ? places : (uint32_t)PLACES_MAX;
}

static inline size_t near_far_shared_bytes(unsigned block)
{
    return near_far_places(block) *
           (2 * (sizeof(struct cell) + 2 * sizeof(uint32_t)) +
            sizeof(uint32_t));
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
    uint32_t hops;     /* most in a round */
    uint32_t room;     /* vertices in a queue that it goes on with */
    uint32_t step;     /* in the round; reads queue step % 2 */
    uint32_t taken;    /* vertices, of the block */
    uint32_t least[2]; /* the thread's part of the bay's */
};

/* The block: arguments that a step waits for go into registers, by way of
 * shared memory: else each use reads them anew from constant memory. */
static __device__ __forceinline__ void keep_arrays(struct worker &w)
{
    volatile struct bay *bay = w.bay;

    if (threadIdx.x == 0) {
        bay->cost = w.arrays.search.cost;
        bay->cells = w.arrays.cells;
    }
    __syncthreads();
    w.arrays.search.cost = bay->cost;
    w.arrays.cells = bay->cells;
}

static __device__ __forceinline__ uint32_t capacity()
{
    return near_far_places(blockDim.x);
}

/* The queue that a step reads: arcs as uint2, vertices with their costs. */
static __device__ __forceinline__ uint4 *queued_cells(uint32_t step)
{
    return near_far_queues + step % 2 * 2 * capacity();
}

static __device__ __forceinline__ uint2 *queued_vertices(uint32_t step)
{
    return (uint2 *)(near_far_queues + 4 * capacity()) + step % 2 * capacity();
}

static __device__ __forceinline__ uint32_t *far_found()
{
    return (uint32_t *)(near_far_queues + 5 * capacity());
}

/* A vertex's arcs, on their way into a queue. */
struct loaded_cell {
    uint4 half[2];
};

static __device__ __forceinline__ struct loaded_cell
load_cell(const struct near_far_arrays &arrays, bool there, uint32_t v)
{
    const uint4 *cell = (const uint4 *)&arrays.cells[v];

    if (!there)
        return {};
    return {load_line(&cell[0]), __ldg(&cell[1])};
}

static __device__ __forceinline__ uint32_t *queued_in(const struct worker &w,
                                                      uint32_t step)
{
    return &w.bay->queued[step % 4];
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

static __device__ __forceinline__ uint32_t lanes_below()
{
    return (1u << threadIdx.x % WARP) - 1;
}

/* One vertex where there is no room in the queue. */
static __device__ __forceinline__ void list_alone(struct worker &w, uint32_t v,
                                                  uint32_t cost)
{
    w.least[NEAR] = min(w.least[NEAR], cost);
    if (claim_near(w, v))
        near_list(w)[atomicAdd(&round_of(w, w.now.round)->listed, 1)] = v;
}

/* Queues v with its cost and arcs for the next step where it is `near`; lists
 * it where there is no room. `crowded` where that is half taken. */
static __device__ __forceinline__ void push_near(struct worker &w, bool near,
                                                 uint32_t v, uint32_t cost,
                                                 const struct loaded_cell &cell,
                                                 bool &crowded)
{
    uint32_t slot;

    if (!near)
        return;
    slot = atomicAdd(queued_in(w, w.step + 1), 1);
    if (slot < capacity()) {
        queued_cells(w.step + 1)[2 * slot] = cell.half[0];
        queued_cells(w.step + 1)[2 * slot + 1] = cell.half[1];
        queued_vertices(w.step + 1)[slot] = make_uint2(v, cost);
    } else {
        list_alone(w, v, cost);
    }
    crowded |= slot >= capacity() / 2;
}

/* The same for the list of those that the block has found to be far. */
static __device__ __forceinline__ void push_far(struct worker &w, bool far,
                                                uint32_t v, bool &crowded)
{
    uint32_t slot = far ? atomicAdd(&w.bay->far, 1) : 0;

    if (far && slot < capacity())
        far_found()[slot] = v;
    else if (far && claim_far(w, v))
        far_list(w)[atomicAdd(&phase_of(w, w.now.phase)->far, 1)] = v;
    crowded |= slot >= capacity() / 2;
}

/* The block: where it is wanted, appends a vertex to the near list and another
 * to the far one. */
static __device__ __forceinline__ void append(const struct worker &w,
                                              bool to_near, uint32_t near,
                                              bool to_far, uint32_t far)
{
    struct bay *bay = w.bay;
    uint32_t lane = threadIdx.x % WARP;
    uint32_t near_lanes = __ballot_sync(~0u, to_near);
    uint32_t far_lanes = __ballot_sync(~0u, to_far);
    uint32_t first = 0;
    uint32_t near_slot;
    uint32_t far_slot;

    if (lane < 2)
        first = atomicAdd(&bay->wanted[lane],
                          __popc(lane == NEAR ? near_lanes : far_lanes));
    near_slot =
        __shfl_sync(~0u, first, NEAR) + __popc(near_lanes & lanes_below());
    far_slot = __shfl_sync(~0u, first, FAR) + __popc(far_lanes & lanes_below());
    if (!__syncthreads_or(to_near || to_far))
        return;
    if (threadIdx.x < 2) {
        uint32_t *tail = threadIdx.x == NEAR ? &round_of(w, w.now.round)->listed
                                             : &phase_of(w, w.now.phase)->far;
        uint32_t wanted = bay->wanted[threadIdx.x];

        bay->wanted[threadIdx.x] = 0;
        if (wanted > 0)
            bay->base[threadIdx.x] = atomicAdd(tail, wanted);
    }
    __syncthreads();
    if (to_near)
        near_list(w)[bay->base[NEAR] + near_slot] = near;
    if (to_far)
        far_list(w)[bay->base[FAR] + far_slot] = far;
}

/* The block, after a barrier: lists what is queued for the step after `step`,
 * where that is wanted, and what it has found to be far; neither is any more.
 */
static __device__ __forceinline__ void unload(struct worker &w, uint32_t step,
                                              bool queue_too)
{
    uint32_t near_count =
        queue_too ? min(*queued_in(w, step + 1), capacity()) : 0;
    uint32_t far_count = min(w.bay->far, capacity());

    if (near_count == 0 && far_count == 0)
        return;
    for (uint32_t first = 0; first < max(near_count, far_count);
         first += blockDim.x) {
        uint32_t i = first + threadIdx.x;
        uint2 queued =
            i < near_count ? queued_vertices(step + 1)[i] : make_uint2(0, 0);
        uint32_t near = queued.x;
        uint32_t far = i < far_count ? far_found()[i] : 0;
        bool to_near = i < near_count && claim_near(w, near);
        bool to_far = i < far_count && claim_far(w, far);

        if (i < near_count)
            w.least[NEAR] = min(w.least[NEAR], queued.y);
        append(w, to_near, near, to_far, far);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        w.bay->far = 0;
        if (queue_too)
            *queued_in(w, step + 1) = 0;
    }
    __syncthreads();
}

#endif
