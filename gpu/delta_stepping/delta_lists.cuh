/* delta_lists: the lists of delta_stepping.cu as blocks read and write them.
 *
 * A block takes a tile of a list, its threads share out the tile's arcs, and
 * what they find for lists it appends with one atomic each. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_LISTS_CUH
#define RELAXD_GPU_DELTA_STEPPING_DELTA_LISTS_CUH

#include "gpu/block.cuh"
#include "gpu/delta_stepping/delta_stepping.h"

enum { BLOCK_MAX = 1024, WARP = 32 };

/* Lists that a vertex may be appended to, as bits too. */
enum { LIST, SETTLED, PENDING, LISTS };
enum {
    TO_LIST = 1 << LIST,
    TO_SETTLED = 1 << SETTLED,
    TO_PENDING = 1 << PENDING
};

/* In a block's shared memory. A tile is as many vertices of a list as the block
 * takes at a time, at most one for each thread. */
struct team {
    uint32_t cost[BLOCK_MAX]; /* of the tile's vertices */
    uint32_t first_arc[BLOCK_MAX];
    uint32_t place[BLOCK_MAX]; /* of their first requests */
    uint32_t warp_arcs[WARP];
    uint32_t queue[BLOCK_MAX]; /* listed here, to be taken here */
    uint32_t queued;           /* may count more than there is room for */
    uint32_t wanted[LISTS];    /* room at the lists' ends; 0 between appends */
    uint32_t base[LISTS];      /* where it begins */
    uint32_t least;
};

/* All that a step needs. */
struct grid {
    struct delta_arrays arrays;
    struct delta_progress now;
    struct team *team;
};

/* Of two; indexing would put them into local memory. */
static __device__ __forceinline__ uint32_t *one_of(uint32_t *const two[2],
                                                   bool second)
{
    return second ? two[1] : two[0];
}

static __device__ __forceinline__ uint32_t *list_of(const struct grid &grid,
                                                    unsigned list)
{
    return list == LIST      ? one_of(grid.arrays.list, grid.now.round % 2)
           : list == SETTLED ? grid.arrays.settled
                             : one_of(grid.arrays.pending, grid.now.turn);
}

static __device__ __forceinline__ uint32_t *tail_of(const struct grid &grid,
                                                    unsigned list)
{
    struct delta_control *control = grid.arrays.control;

    if (list == LIST)
        return &control->list_tail[grid.now.round % 3];
    if (list == SETTLED)
        return grid.now.step == DELTA_LIGHT
                   ? &control->joined_tail[grid.now.turn]
                   : &control->settled_tail[grid.now.turn];
    return grid.now.step == DELTA_CLOSE ? &control->closed_tail[grid.now.turn]
                                        : &control->pending_tail[grid.now.turn];
}

/* How long the list was when its tail began to count. */
static __device__ __forceinline__ uint32_t
length_before(const struct grid &grid, unsigned list)
{
    if (list == SETTLED && grid.now.step == DELTA_LIGHT)
        return grid.now.opened_with;
    if (list == PENDING && grid.now.step == DELTA_CLOSE)
        return grid.now.pending;
    return 0;
}

/* Every thread of the block: appends v to the lists that `to` names. */
static __device__ void append(const struct grid &grid, unsigned to, uint32_t v)
{
    struct team *team = grid.team;
    unsigned lane = threadIdx.x % WARP;
    uint32_t at[LISTS];

#pragma unroll
    for (unsigned i = 0; i < LISTS; i++) {
        unsigned lanes = __ballot_sync(~0u, to >> i & 1);
        uint32_t first = 0;

        if (lanes && lane == 0)
            first = atomicAdd(&team->wanted[i], __popc(lanes));
        at[i] = __shfl_sync(~0u, first, 0) + __popc(lanes & ((1u << lane) - 1));
    }
    if (!__syncthreads_or(to))
        return;
    if (threadIdx.x < LISTS) {
        uint32_t wanted = team->wanted[threadIdx.x];

        team->wanted[threadIdx.x] = 0;
        if (wanted)
            team->base[threadIdx.x] =
                length_before(grid, threadIdx.x) +
                atomicAdd(tail_of(grid, threadIdx.x), wanted);
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < LISTS; i++) {
        if (to >> i & 1)
            list_of(grid, i)[team->base[i] + at[i]] = v;
    }
}

/* All threads of the block: puts v into its queue where `wanted` and there is
 * room; answers whether it did. */
static __device__ bool enqueue(struct team *team, bool wanted, uint32_t v)
{
    unsigned lane = threadIdx.x % WARP;
    unsigned lanes = __ballot_sync(~0u, wanted);
    uint32_t first = 0;

    if (lanes && lane == 0)
        first = atomicAdd(&team->queued, __popc(lanes));
    first = __shfl_sync(~0u, first, 0) + __popc(lanes & ((1u << lane) - 1));
    if (!wanted || first >= blockDim.x)
        return false;
    team->queue[first] = v;
    return true;
}

static __device__ __forceinline__ uint32_t cost_of(unsigned long long label)
{
    return (uint32_t)(label >> 32);
}

static __device__ __forceinline__ uint32_t stamp_of(unsigned long long label)
{
    return (uint32_t)label;
}

/* Who is taken from a queue may be listed again in the same round. */
static __device__ __forceinline__ uint32_t take_cost(const struct grid &grid,
                                                     uint32_t v, bool queued)
{
    unsigned long long *label = &grid.arrays.label[v];

    return cost_of(queued ? atomicAnd(label, ~1ull) : __ldcg(label));
}

/* Takes a tile of `count` vertices, of the list or, where that is NULL, of the
 * queue, and places their requests: place[i] is how many arcs the vertices
 * before the i-th have. Answers how many all have. */
static __device__ uint32_t place_requests(const struct grid &grid,
                                          const uint32_t *list, uint32_t count)
{
    struct team *team = grid.team;
    uint32_t arcs = 0;
    uint32_t total;
    uint32_t place;

    if (threadIdx.x < count) {
        uint32_t v =
            list ? __ldcg(&list[threadIdx.x]) : team->queue[threadIdx.x];
        uint32_t first = grid.arrays.search.first_out[v];

        arcs = grid.arrays.search.first_out[v + 1] - first;
        team->cost[threadIdx.x] = take_cost(grid, v, !list);
        team->first_arc[threadIdx.x] = first;
    }
    place = warp_scan(arcs, &total);
    if (threadIdx.x % WARP == 0)
        team->warp_arcs[threadIdx.x / WARP] = total;
    __syncthreads();
    total = 0;
    for (unsigned i = 0; i < blockDim.x / WARP; i++) {
        if (i == threadIdx.x / WARP)
            place += total;
        total += team->warp_arcs[i];
    }
    team->place[threadIdx.x] = place;
    __syncthreads();
    return total;
}

/* The vertex of the tile that has the request: the last that begins at it or
 * before. */
static __device__ __forceinline__ uint32_t find_vertex(const struct team *team,
                                                       uint32_t request,
                                                       uint32_t count)
{
    uint32_t first = 0;

    while (count > 1) {
        uint32_t half = count / 2;

        if (team->place[first + half] <= request)
            first += half;
        count -= half;
    }
    return first;
}

#endif
