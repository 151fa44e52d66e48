/* near_far_rounds: what a team of blocks does between two barriers, and how it
 * decides on the next round.
 *
 * near_far.cu proves it correct. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_ROUNDS_CUH
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_ROUNDS_CUH

#include <cuda/atomic>
#include <stdint.h>

#include "core/graph/cost.h"
#include "gpu/block.cuh"
#include "gpu/near_far/near_far.h"

/* ---- Memory ---- */

/* How near_far.cu reads and lowers labels and reads cells.
 *
 * As PTX, for what a step waits for: otherwise the compiler makes a minimum
 * whose result is unused an atomic that returns it, and reads labels by generic
 * addresses. */

/* The latest value that any thread wrote, from L2. */
static __device__ __forceinline__ uint32_t load_fresh(const uint32_t *from)
{
    uint32_t value;

#ifdef __CUDA_ARCH__
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(from));
#else
    value =
        cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(*(uint32_t *)from)
            .load(cuda::memory_order_relaxed);
#endif
    return value;
}

static __device__ __forceinline__ void lower(uint32_t *label, uint32_t value)
{
#ifdef __CUDA_ARCH__
    asm volatile("red.relaxed.gpu.global.min.u32 [%0], %1;" ::"l"(label),
                 "r"(value)
                 : "memory");
#else
    atomicMin(label, value);
#endif
}

/* Reads words that no thread writes, and prefetches the surrounding 256 bytes
 * into L2. */
static __device__ __forceinline__ uint4 load_line(const uint4 *from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    uint4 value;

    asm("ld.global.nc.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(from));
    return value;
#else
    return __ldg(from);
#endif
}

/* ---- Block queues ---- */

/* A block's own queues in near_far.cu: near vertices from which it continues,
 * and far ones that it found.
 *
 * near_far.cu proves it correct. */

enum { WARP = 32, PLACES_PER_THREAD = 2, PLACES_MAX = 512 };

/* Counts may exceed the room: the excess went to lists. */
struct block_queue {
    uint32_t queued[4]; /* by step */
    uint32_t far;
    uint32_t least[2];  /* least cost of those listed, and of those found far */
    uint32_t wanted[2]; /* slots wanted at the ends of the near and the far
                           list; 0 between appends */
    uint32_t base[2];   /* where the reserved slots begin */
    uint32_t met[2];    /* by step: other blocks wait for this one */
    uint32_t *cost;     /* pointers that each step needs, see keep_arrays() */
    const struct cell *cells;
};

enum { NEAR, FAR };

/* Two queues that swap after every step: the cells of their vertices, the
 * vertices, their costs; then the far vertices. */
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

/* A thread's state. */
struct worker {
    struct near_far_arrays arrays;
    struct near_far_progress now;
    struct {
        uint32_t rank;
        uint32_t size;
    } team; /* the blocks that share a query */
    struct block_queue *block_queue;
    uint32_t hops;     /* most per round */
    uint32_t room;     /* vertices of a queue that the block keeps */
    uint32_t step;     /* of the round; reads queue step % 2 */
    uint32_t taken;    /* vertices, by the block */
    uint32_t least[2]; /* the thread's part of block_queue.least */
};

/* All threads of a block: moves arguments that a step waits for into registers,
 * by way of shared memory; otherwise each use loads them from constant memory.
 */
static __device__ __forceinline__ void keep_arrays(struct worker &w)
{
    volatile struct block_queue *block_queue = w.block_queue;

    if (threadIdx.x == 0) {
        block_queue->cost = w.arrays.search.cost;
        block_queue->cells = w.arrays.cells;
    }
    __syncthreads();
    w.arrays.search.cost = block_queue->cost;
    w.arrays.cells = block_queue->cells;
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

/* A vertex's arcs, loaded for a queue. */
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
    return &w.block_queue->queued[step % 4];
}

/* One of two; indexing would put them into local memory. */
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

/* Claims v for the list that the round appends to; false if it is there
 * already. */
static __device__ __forceinline__ bool claim_near(const struct worker &w,
                                                  uint32_t v)
{
    return atomicExch(&w.arrays.stamp[v], w.now.round) != w.now.round;
}

/* The same for the far list, which a vertex joins only once. */
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

/* Lists one vertex for which the queue has no room. */
static __device__ __forceinline__ void list_alone(struct worker &w, uint32_t v,
                                                  uint32_t cost)
{
    w.least[NEAR] = min(w.least[NEAR], cost);
    if (claim_near(w, v))
        near_list(w)[atomicAdd(&round_of(w, w.now.round)->listed, 1)] = v;
}

/* Queues v with its cost and arcs for the next step if `near`; lists it where
 * there is no room. Sets `crowded` where half the room is taken. */
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

/* The same for the list of vertices that the block found far. */
static __device__ __forceinline__ void push_far(struct worker &w, bool far,
                                                uint32_t v, bool &crowded)
{
    uint32_t slot = far ? atomicAdd(&w.block_queue->far, 1) : 0;

    if (far && slot < capacity())
        far_found()[slot] = v;
    else if (far && claim_far(w, v))
        far_list(w)[atomicAdd(&phase_of(w, w.now.phase)->far, 1)] = v;
    crowded |= slot >= capacity() / 2;
}

/* All threads of the block: appends `near` to the near list if to_near, and
 * `far` to the far list if to_far. */
static __device__ __forceinline__ void append(const struct worker &w,
                                              bool to_near, uint32_t near,
                                              bool to_far, uint32_t far)
{
    struct block_queue *block_queue = w.block_queue;
    uint32_t lane = threadIdx.x % WARP;
    uint32_t near_lanes = __ballot_sync(~0u, to_near);
    uint32_t far_lanes = __ballot_sync(~0u, to_far);
    uint32_t first = 0;
    uint32_t near_slot;
    uint32_t far_slot;

    if (lane < 2)
        first = atomicAdd(&block_queue->wanted[lane],
                          __popc(lane == NEAR ? near_lanes : far_lanes));
    near_slot =
        __shfl_sync(~0u, first, NEAR) + __popc(near_lanes & lanes_below());
    far_slot = __shfl_sync(~0u, first, FAR) + __popc(far_lanes & lanes_below());
    if (!__syncthreads_or(to_near || to_far))
        return;
    if (threadIdx.x < 2) {
        uint32_t *tail = threadIdx.x == NEAR ? &round_of(w, w.now.round)->listed
                                             : &phase_of(w, w.now.phase)->far;
        uint32_t wanted = block_queue->wanted[threadIdx.x];

        block_queue->wanted[threadIdx.x] = 0;
        if (wanted > 0)
            block_queue->base[threadIdx.x] = atomicAdd(tail, wanted);
    }
    __syncthreads();
    if (to_near)
        near_list(w)[block_queue->base[NEAR] + near_slot] = near;
    if (to_far)
        far_list(w)[block_queue->base[FAR] + far_slot] = far;
}

/* All threads of the block, after a barrier: moves the vertices found far, and
 * with queue_too those queued for the step after `step`, to the lists. */
static __device__ __forceinline__ void unload(struct worker &w, uint32_t step,
                                              bool queue_too)
{
    uint32_t near_count =
        queue_too ? min(*queued_in(w, step + 1), capacity()) : 0;
    uint32_t far_count = min(w.block_queue->far, capacity());

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
        w.block_queue->far = 0;
        if (queue_too)
            *queued_in(w, step + 1) = 0;
    }
    __syncthreads();
}

/* ---- Relaxing ---- */

/* Relaxing the arcs of near vertices.
 *
 * near_far.cu proves it correct. */

static __device__ __forceinline__ uint32_t read_label(const struct worker &w,
                                                      uint32_t v)
{
    return load_fresh(&w.arrays.search.cost[v]);
}

/* Whole warps: lowers the head's label to the sum, and queues the head if that
 * is near. Does not queue it if the tail's label turns out to be below `cost`:
 * then another thread relaxes the tail. Returns whether the head is far and had
 * no label. Waits neither for the minimum nor, before it loads the head's label
 * and arcs, for the tail's label. */
static __device__ __forceinline__ bool relax(struct worker &w,
                                             uint32_t tail_label, uint32_t cost,
                                             uint32_t head, uint32_t sum,
                                             bool (&crowded)[2])
{
    bool counts = sum <= w.arrays.search.bound;
    bool below = sum < w.now.split;
    uint32_t before = counts ? read_label(w, head) : 0;
    struct loaded_cell cell = load_cell(w.arrays, counts && below, head);
    bool falls = sum < before && tail_label >= cost;

    if (falls)
        lower(&w.arrays.search.cost[head], sum);
    if (falls && !below)
        w.least[FAR] = min(w.least[FAR], sum);
    push_near(w, falls && below, head, sum, cell, crowded[NEAR]);
    return falls && !below && before == COST_INFINITY;
}

/* Whole warps: relaxes the arcs of one vertex that do not fit into a cell. */
static __device__ void relax_long(struct worker &w, uint32_t v, uint32_t cost,
                                  bool (&crowded)[2])
{
    const struct search_arrays &search = w.arrays.search;
    uint32_t end = search.first_out[v + 1];

    for (uint64_t first = search.first_out[v]; first < end; first += WARP) {
        uint64_t a = first + threadIdx.x % WARP;
        uint32_t head = a < end ? search.head[a] : 0;
        uint32_t weight = a < end ? search.weight[a] : COST_INFINITY;
        bool far = relax(w, cost, cost, head, cost_add(cost, weight), crowded);

        push_far(w, far, head, crowded[FAR]);
    }
}

/* Whole warps: the rare cases, heads that are far and vertices whose arcs are
 * in the map. */
static __device__ __forceinline__ void relax_rest(struct worker &w, bool far,
                                                  bool is_long, uint32_t v,
                                                  uint32_t cost, uint32_t head,
                                                  bool (&crowded)[2])
{
    uint32_t lanes = __ballot_sync(~0u, is_long);

    push_far(w, far, head, crowded[FAR]);
    for (; lanes; lanes &= lanes - 1) {
        int lane = __ffs((int)lanes) - 1;

        relax_long(w, __shfl_sync(~0u, v, lane), __shfl_sync(~0u, cost, lane),
                   crowded);
    }
}

/* Whole warps, CELL_ARCS lanes for a vertex, an arc each: relaxes the arcs of v
 * with `cost`, unless its label is lower. */
static __device__ __forceinline__ void relax_cells(struct worker &w, bool there,
                                                   uint32_t v, uint32_t label,
                                                   uint32_t cost, uint2 arc,
                                                   bool (&crowded)[2])
{
    uint32_t sum = there ? cost_add(cost, arc.y) : COST_INFINITY;
    bool far = relax(w, label, cost, arc.x, sum, crowded);
    bool is_long = there && arc.x == CELL_LONG && label >= cost;

    if (__any_sync(~0u, far || is_long))
        relax_rest(w, far, is_long, v, cost, arc.x, crowded);
}

/* The same for a vertex of the near list, with its label. */
static __device__ __forceinline__ void
visit_listed(struct worker &w, bool there, uint32_t v, bool (&crowded)[2])
{
    const uint2 *cell = (const uint2 *)&w.arrays.cells[v];
    uint2 arc = there ? __ldg(&cell[threadIdx.x % CELL_ARCS])
                      : make_uint2(0, COST_INFINITY);
    uint32_t label = there ? read_label(w, v) : 0;

    relax_cells(w, there, v, label, label, arc, crowded);
}

/* The same for entry i of the step's queue. */
static __device__ __forceinline__ void
visit_queued(struct worker &w, bool there, uint32_t i, bool (&crowded)[2])
{
    const uint2 *arcs = (const uint2 *)queued_cells(w.step);
    uint2 arc = there ? arcs[CELL_ARCS * i + threadIdx.x % CELL_ARCS]
                      : make_uint2(0, COST_INFINITY);
    uint2 queued = there ? queued_vertices(w.step)[i] : make_uint2(0, 0);
    uint32_t label = there ? read_label(w, queued.x) : 0;

    relax_cells(w, there, queued.x, label, queued.y, arc, crowded);
}

/* ---- Rounds ---- */

/* A launch ends some milliseconds after its start. */
#define NEAR_FAR_CYCLES 8000000ll

/* Upper limit of delta, which is halved and doubled. */
#define NEAR_FAR_DELTA_MAX (1u << 31)

static_assert(sizeof(struct near_far_round) == sizeof(uint4) &&
                  sizeof(struct near_far_phase) == sizeof(uint4) &&
                  sizeof(struct near_far_control) % sizeof(uint4) == 0,
              "counters are read at once");

/* The limits of a launch. */
struct leave {
    uint32_t rounds; /* ends before this round */
    long long cycles;
};

/* All threads of the block, before a round. */
static __device__ __forceinline__ void prepare_round(struct worker &w)
{
    if (threadIdx.x < 4)
        w.block_queue->queued[threadIdx.x] = 0;
    if (threadIdx.x < 2)
        w.block_queue->met[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        w.block_queue->far = 0;
        w.block_queue->least[NEAR] = COST_INFINITY;
        w.block_queue->least[FAR] = COST_INFINITY;
        w.block_queue->wanted[NEAR] = 0;
        w.block_queue->wanted[FAR] = 0;
    }
    if (w.team.rank == 0 && threadIdx.x == 0) {
        *round_of(w, w.now.round + 1) = {0, 0, 0, COST_INFINITY};
        if (w.now.opens)
            *phase_of(w, w.now.phase + 1) = {0, COST_INFINITY, 0, 0};
    }
    w.step = 0;
    w.taken = 0;
    w.least[NEAR] = COST_INFINITY;
    w.least[FAR] = COST_INFINITY;
    __syncthreads();
}

/* Entries of the far list that a block takes at a time. */
static __device__ __forceinline__ uint32_t far_tile(const struct worker &w)
{
    uint32_t share = (w.now.far + w.team.size - 1) / w.team.size;

    return min((share + WARP - 1) / WARP * WARP, blockDim.x);
}

/* Sorts the far list: queues near vertices and keeps the others. */
static __device__ __forceinline__ void open_far(struct worker &w)
{
    const uint32_t *list = one_of(w.arrays.far, w.now.phase - 1);
    uint32_t tile = far_tile(w);

    for (uint64_t i = (uint64_t)w.team.rank * tile; i < w.now.far;
         i += (uint64_t)w.team.size * tile) {
        bool there = threadIdx.x < min(tile, (uint32_t)(w.now.far - i));
        uint32_t v = there ? __ldcg(&list[i + threadIdx.x]) : 0;
        uint32_t cost = there ? read_label(w, v) : 0;
        bool stays = there && cost >= w.now.split;
        bool near = there && cost >= w.now.passed && !stays;
        bool crowded = false;

        if (stays)
            w.least[FAR] = min(w.least[FAR], cost);
        push_near(w, near, v, cost, load_cell(w.arrays, near, v), crowded);
        append(w, false, 0, stays, v);
        if (__syncthreads_or(crowded))
            unload(w, 0, true);
    }
}

/* Deals the near list out one by one, so that each block gets entries from
 * everywhere and all take equally long. */
static __device__ __forceinline__ void take_list(struct worker &w)
{
    const uint32_t *list = one_of(w.arrays.list, w.now.round - 1) + w.team.rank;
    uint32_t mine =
        w.now.near / w.team.size + (w.team.rank < w.now.near % w.team.size);
    uint32_t at = threadIdx.x / CELL_ARCS;
    uint32_t tile = blockDim.x / CELL_ARCS;

    for (uint32_t first = 0; first < mine; first += tile) {
        uint32_t i = first + at;
        uint32_t v = i < mine ? __ldcg(&list[(uint64_t)i * w.team.size]) : 0;
        bool crowded[2] = {false, false};

        visit_listed(w, i < mine, v, crowded);
        w.taken += min(tile, mine - first);
        if (__syncthreads_or(crowded[NEAR] || crowded[FAR]))
            unload(w, 0, true);
    }
}

/* The block continues with its queue, step after step, until it has used up its
 * steps or another block has. It loads that flag along with the labels and sees
 * it a step later. */
static __device__ __forceinline__ void take_queues(struct worker &w)
{
    uint32_t *flags = &round_of(w, w.now.round)->flags;
    bool asks = w.team.size > 1;
    uint32_t count = 0;
    bool met = false;

    for (w.step = 1; w.step < w.hops; w.step++) {
        bool crowded[2] = {false, false};
        uint32_t seen = asks && threadIdx.x == 0 ? __ldcg(flags) : 0;

        count = *queued_in(w, w.step);
        met = w.block_queue->met[w.step % 2];
        if (count == 0 || count > w.room || met)
            break;
        if (threadIdx.x == 0)
            *queued_in(w, w.step + 2) = 0;
        for (uint32_t i = threadIdx.x;
             i - threadIdx.x % WARP < CELL_ARCS * count; i += blockDim.x) {
            visit_queued(w, i < CELL_ARCS * count, i / CELL_ARCS, crowded);
        }
        w.taken += count;
        if (seen & NEAR_FAR_MEET)
            w.block_queue->met[(w.step + 1) % 2] = 1;
        if (__syncthreads_or(crowded[FAR]))
            unload(w, w.step, false);
    }
    if (asks && threadIdx.x == 0 && count > 0 && !met)
        atomicOr(flags, NEAR_FAR_MEET);
    unload(w, w.step - 1, true);
}

/* All threads of the block: whether a target's label is not final. */
static __device__ __forceinline__ bool unsettled(const struct worker &w)
{
    bool found = false;

    for (uint64_t i = w.team.rank * blockDim.x + threadIdx.x;
         i < w.arrays.target_count; i += (uint64_t)w.team.size * blockDim.x)
        found |= read_label(w, w.arrays.targets[i]) >= w.now.settled;
    return __syncthreads_or(found);
}

static __device__ __forceinline__ bool is_late(const struct worker &w,
                                               const struct leave &leave)
{
    return w.team.rank == 0 &&
           (w.now.round + 1 >= leave.rounds || clock64() >= leave.cycles);
}

static __device__ __forceinline__ void gather_least(const struct worker &w,
                                                    unsigned which)
{
    uint32_t least = w.least[which];

    for (unsigned i = WARP / 2; i > 0; i /= 2)
        least = min(least, __shfl_xor_sync(~0u, least, i));
    if (threadIdx.x % WARP == 0 && least != COST_INFINITY)
        atomicMin(&w.block_queue->least[which], least);
}

/* The block reports its counts to the team. */
static __device__ __forceinline__ void report(const struct worker &w,
                                              const struct leave &leave)
{
    struct near_far_phase *phase = phase_of(w, w.now.phase);
    struct near_far_round *round = round_of(w, w.now.round);
    uint32_t flags =
        w.arrays.target_count > 0 && unsettled(w) ? NEAR_FAR_UNSETTLED : 0;

    gather_least(w, NEAR);
    gather_least(w, FAR);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    flags |= is_late(w, leave) ? NEAR_FAR_PAUSE : 0;
    if (flags)
        atomicOr(&round->flags, flags);
    if (w.block_queue->least[NEAR] != COST_INFINITY)
        atomicMin(&round->least, w.block_queue->least[NEAR]);
    if (w.block_queue->least[FAR] != COST_INFINITY)
        atomicMin(&phase->least, w.block_queue->least[FAR]);
    if (w.taken > 0) {
        atomicAdd(&phase->taken, w.taken);
        atomicMax(&round->steps, w.step);
    }
}

static __device__ __forceinline__ void take_round(struct worker &w,
                                                  const struct leave &leave)
{
    prepare_round(w);
    if (w.now.near > 0)
        take_list(w);
    if (w.now.opens)
        open_far(w);
    __syncthreads();
    take_queues(w);
    report(w, leave);
}

/* Widens delta where steps take too few vertices for the number of blocks,
 * narrows it where too many: those are relaxed too early. */
static __device__ __forceinline__ uint32_t steer(uint32_t delta, uint32_t taken,
                                                 uint32_t steps, uint32_t aim)
{
    uint32_t width = steps > 0 ? taken / steps : 0;

    if (aim == 0 || taken == 0)
        return delta;
    if (width < aim / 2 && delta < NEAR_FAR_DELTA_MAX / 2)
        return 2 * delta;
    return width > 2 * aim && delta > 1 ? delta / 2 : delta;
}

/* The split beyond `least`. COST_INFINITY: all labels are below. */
static __device__ __forceinline__ uint32_t split_beyond(uint32_t least,
                                                        uint32_t delta)
{
    uint64_t split = (uint64_t)least + delta;

    return split <= COST_OVERFLOW ? (uint32_t)split : COST_INFINITY;
}

/* Moves the split beyond the least far label. Where none is far it stays, but a
 * phase begins all the same: the next round may change whether any is far while
 * other threads still read it, so this must not decide. */
static __device__ __forceinline__ void
next_phase(struct worker &w, const uint4 &phase, uint32_t aim)
{
    uint32_t far = phase.x;
    uint32_t least = phase.y;
    uint32_t taken = phase.z;

    w.now.taken += taken;
    w.now.passed = w.now.split;
    if (least != COST_INFINITY) {
        w.now.delta = steer(w.now.delta, taken, w.now.phase_steps, aim);
        w.now.split = split_beyond(least, w.now.delta);
    }
    w.now.far = far;
    w.now.phase++;
    w.now.phase_steps = 0;
    w.now.opens = 1;
}

/* After the barrier all threads read the same words and conclude the same,
 * though some may have begun the next round. Those count in another round's
 * words or, for the least far label, at least `settled`. */
static __device__ __forceinline__ void
advance(struct worker &w, const struct near_far_rules &rules)
{
    uint4 round = __ldcg((const uint4 *)round_of(w, w.now.round));
    uint4 phase = __ldcg((const uint4 *)phase_of(w, w.now.phase));
    uint32_t least_far = phase.y;

    w.now.near = round.x;
    w.now.steps += round.y;
    w.now.phase_steps += round.y;
    w.now.paused = round.z & NEAR_FAR_PAUSE;
    if (w.arrays.target_count > 0 && !(round.z & NEAR_FAR_UNSETTLED)) {
        w.now.state = NEAR_FAR_STOPPED;
        return;
    }
    w.now.settled = min(round.w, least_far);
    w.now.opens = 0;
    if (w.now.near == 0 && least_far == COST_INFINITY) {
        w.now.taken += phase.z;
        w.now.state = NEAR_FAR_DONE;
    } else if (w.now.near <= rules.thin) {
        next_phase(w, phase, rules.aim);
    }
    w.now.round++;
}

#endif
