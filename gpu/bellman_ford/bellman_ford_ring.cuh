/* bellman_ford_ring: the queue of bellman_ford_queue.cu, which says why it may
 * be used as it is here: who enters and leaves, and places at both of its ends.
 */
#ifndef RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_RING_CUH
#define RELAXD_GPU_BELLMAN_FORD_BELLMAN_FORD_RING_CUH

#include "gpu/bellman_ford/bellman_ford_queue.h"
#include "gpu/block.cuh"

/* One round, as all of its threads know it. */
struct turn {
    uint32_t front;
    uint32_t waiting; /* as it began */
    uint32_t taken;
    uint32_t head_cost;
    unsigned long long sum;
};

static __device__ __forceinline__ struct turn
turn_of(const struct queue_arrays &arrays)
{
    const volatile struct queue_state *state = arrays.state;
    struct turn turn;

    turn.front = state->front;
    turn.waiting = state->waiting;
    turn.taken = min(turn.waiting, arrays.window);
    turn.head_cost = state->head_cost;
    turn.sum = state->sum;
    return turn;
}

/* A label that other threads are lowering, as it is now. */
static __device__ __forceinline__ uint32_t
label_now(const struct queue_arrays &arrays, uint32_t v)
{
    return *(const volatile uint32_t *)&arrays.search.cost[v];
}

static __device__ __forceinline__ uint32_t
vertex_at(const struct queue_arrays &arrays, uint32_t place)
{
    return arrays.ring[place & arrays.mask];
}

/* Whether it was not on the queue yet. */
static __device__ __forceinline__ bool enter(const struct queue_arrays &arrays,
                                             uint32_t v)
{
    uint32_t bit = 1u << v % 32;

    return !(atomicOr(&arrays.waits[v / 32], bit) & bit);
}

/* The label that its arcs are to be relaxed with. */
static __device__ __forceinline__ uint32_t
leave(const struct queue_arrays &arrays, uint32_t v)
{
    atomicAnd(&arrays.waits[v / 32], ~(1u << v % 32));
    __threadfence();
    return label_now(arrays, v);
}

/* Vertices to be put on the queue, as bits of arcs. */
struct falls {
    uint32_t at_head;
    uint32_t at_end;
};

/* Slots at both ends, counted from 0 in each round. */
struct slots {
    uint32_t at_head;
    uint32_t at_end;
};

/* Called by all threads of the block: slots for what each one has. Both counts
 * go through the scan as halves of a word: 1024 threads of 33 are fewer than
 * 65536. */
static __device__ __forceinline__ struct slots
reserve(struct queue_state *state, struct slots mine)
{
    __shared__ uint32_t of_warp[32];
    __shared__ unsigned long long of_block;
    unsigned warp = threadIdx.x / 32;
    unsigned lane = threadIdx.x % 32;
    uint32_t total;
    uint32_t before = warp_scan(mine.at_head << 16 | mine.at_end, &total);

    __syncthreads(); /* the last call's have been read */
    if (lane == 0)
        of_warp[warp] = total;
    __syncthreads();
    if (warp == 0) {
        uint32_t first =
            warp_scan(lane < blockDim.x / 32 ? of_warp[lane] : 0, &total);

        of_warp[lane] = first;
        if (lane == 0)
            of_block = total
                           ? atomicAdd(&state->pushed,
                                       (unsigned long long)(total >> 16) << 32 |
                                           (total & 0xffff))
                           : 0;
    }
    __syncthreads();
    before += of_warp[warp];
    return {(uint32_t)(of_block >> 32) + (before >> 16),
            (uint32_t)of_block + (before & 0xffff)};
}

/* At the head they grow downward from where the taken ones ended. */
static __device__ __forceinline__ void push(const struct queue_arrays &arrays,
                                            const struct turn &turn,
                                            struct falls falls,
                                            struct slots slots, uint32_t arc)
{
    uint32_t head_place = turn.front + turn.taken - 1 - slots.at_head;
    uint32_t end_place = turn.front + turn.waiting + slots.at_end;

    for (; falls.at_head; falls.at_head &= falls.at_head - 1)
        arrays.ring[head_place-- & arrays.mask] =
            arrays.search.head[arc + __ffs(falls.at_head) - 1];
    for (; falls.at_end; falls.at_end &= falls.at_end - 1)
        arrays.ring[end_place++ & arrays.mask] =
            arrays.search.head[arc + __ffs(falls.at_end) - 1];
}

#endif
