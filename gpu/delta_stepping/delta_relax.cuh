/* delta_relax: a list's requests, made and relaxed by the blocks of the grid.
 *
 * delta_stepping.cu says why it is right. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_RELAX_CUH
#define RELAXD_GPU_DELTA_STEPPING_DELTA_RELAX_CUH

#include "core/graph/cost.h"
#include "gpu/delta_stepping/delta_lists.cuh"

struct request {
    uint32_t head;
    uint32_t sum; /* COST_INFINITY: none */
};

static __device__ __forceinline__ bool in_last_bucket(const struct grid &grid)
{
    return grid.now.end == COST_INFINITY;
}

/* Light and heavy are told apart here, section 5.4. */
static __device__ __forceinline__ struct request
make_request(const struct grid &grid, uint32_t request, uint32_t count)
{
    const struct search_arrays &search = grid.arrays.search;
    const struct team *team = grid.team;
    uint32_t i = find_vertex(team, request, count);
    uint32_t arc = team->first_arc[i] + (request - team->place[i]);
    uint32_t weight = search.weight[arc];
    uint32_t head = search.head[arc];
    bool light = weight <= grid.arrays.delta || in_last_bucket(grid);
    uint32_t sum = cost_add(team->cost[i], weight);

    if (light != (grid.now.step == DELTA_LIGHT) || sum > search.bound)
        sum = COST_INFINITY;
    return {head, sum};
}

/* The stamp of who is listed in this round. */
static __device__ __forceinline__ uint32_t waits_since(const struct grid &grid)
{
    return 2 * grid.now.round + 1;
}

/* Answers where the head belongs now. */
static __device__ __forceinline__ unsigned relax(const struct grid &grid,
                                                 struct request request)
{
    uint32_t stamp = request.sum < grid.now.end ? waits_since(grid) : 0;
    unsigned long long label = (unsigned long long)request.sum << 32 | stamp;
    unsigned long long before;

    if (request.sum == COST_INFINITY)
        return 0;
    before = atomicMin(&grid.arrays.label[request.head], label);
    if (label >= before)
        return 0;
    if (grid.now.step == DELTA_CLOSE)
        atomicMin(&grid.team->least, request.sum);
    if (!stamp)
        return cost_of(before) == COST_INFINITY ? TO_PENDING : 0;
    return (stamp_of(before) != stamp ? TO_LIST : 0) |
           (stamp_of(before) < 2 * grid.now.opened ? TO_SETTLED : 0);
}

/* Tile as of place_requests(). What falls within the bucket is queued, where
 * that is wanted and there is room, else listed. */
static __device__ void relax_tile(const struct grid &grid, const uint32_t *list,
                                  uint32_t count, bool queue)
{
    uint32_t requests = place_requests(grid, list, count);

    for (uint32_t i = 0; i < requests; i += blockDim.x) {
        struct request request = {0, COST_INFINITY};
        unsigned to;

        if (threadIdx.x < requests - i)
            request = make_request(grid, i + threadIdx.x, count);
        to = relax(grid, request);
        if (queue && enqueue(grid.team, to & TO_LIST, request.head))
            to &= ~TO_LIST;
        append(grid, to, request.head);
    }
}

/* How many are queued; the next are queued from the queue's start on. */
static __device__ uint32_t take_queue(struct team *team)
{
    uint32_t count;

    __syncthreads();
    count = min(team->queued, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 0)
        team->queued = 0;
    return count;
}

/* A tile, and so many hops from it. */
static __device__ void follow_tile(const struct grid &grid,
                                   const uint32_t *list, uint32_t count,
                                   uint32_t hops)
{
    uint32_t hopped = 0;

    relax_tile(grid, list, count, hops > 1);
    for (uint32_t hop = 2; hop <= hops; hop++) {
        uint32_t queued = take_queue(grid.team);

        if (queued == 0)
            break;
        relax_tile(grid, NULL, queued, hop < hops);
        hopped += queued;
    }
    if (threadIdx.x == 0 && hopped > 0)
        atomicAdd(&grid.arrays.control->hopped, hopped);
}

/* Short lists are spread over all blocks, but no warp is split. Long ones give
 * all blocks enough to do: hops would be made with labels yet to fall. */
static __device__ void relax_list(const struct grid &grid, const uint32_t *list,
                                  uint32_t count)
{
    uint32_t hops = grid.now.step == DELTA_LIGHT ? grid.arrays.hops : 1;
    uint32_t tile =
        ((count + gridDim.x - 1) / gridDim.x + WARP - 1) / WARP * WARP;

    if (tile > blockDim.x) {
        tile = blockDim.x;
        hops = 1;
    }
    for (uint64_t i = (uint64_t)blockIdx.x * tile; i < count;
         i += (uint64_t)gridDim.x * tile)
        follow_tile(grid, list + i, min(tile, (uint32_t)(count - i)), hops);
}

#endif
