/* delta_stepping: vertices in the order of their labels, a bucket at a time.
 *
 * The paper in Chinese that gpu/solvers/ names, section 5, Algorithm 3, after
 * U. Meyer and P. Sanders, "Delta-Stepping: A Parallel Single Source Shortest
 * Path Algorithm" (ESA 1998). Bucket B[i] holds the vertices to be relaxed with
 * labels in [i delta, (i + 1) delta). The least bucket that is not empty is
 * open. Its vertices' light arcs (weight <= delta) are relaxed round after
 * round, since they may lead back into it. Once it is empty its labels are
 * final, and the heavy arcs of all that were in it (S) are relaxed once.
 *
 * Buckets, section 5.5: the paper stores no sets, only BIndex, the number of
 * v's bucket. Here that is cost[v] / delta and takes no memory. The paper
 * searches all vertices for B[i]. Here the vertices of the open bucket are on a
 * list, those of later ones are pending, and each bucket scans only these.
 *
 * Requests, section 5.3: Req holds vertices, not 2 m pairs, and a prefix sum
 * over their degrees places their requests. Here each block takes tiles of the
 * list and does so for its tile, so that a thread finds the vertex and the arc
 * that it relaxes; the places exist for as long as the tile does.
 *
 * Light and heavy, 5.2 and 5.4: not stored separately; relaxing compares the
 * weight.
 *
 * Rounds. CLOSE relaxes heavy arcs and finds the least pending label; OPEN
 * sorts pending into the bucket of that label, which is listed and settled, and
 * the rest; LIGHT relaxes the list and lists vertices that fall within the
 * bucket. A query takes 1 + sum over its nonempty buckets of (2 + light
 * rounds), the light rounds of a bucket being its longest chain of falls; it
 * skips empty buckets. The paper launches a kernel for each step and lets the
 * host decide. Here one grid runs on and synchronizes itself (grid.cuh),
 * because there are thousands of rounds of some hundred vertices. The lower
 * bound of a round is a barrier and some six accesses that depend on each
 * other: entry, vertex, arc, label, room on the list, the list's length.
 *
 * Hops. In a round with little to do a block first takes the vertices that it
 * would list, `hops` times over, and only then lists: within a bucket light
 * arcs may be relaxed in any order. A hop has no barrier of the grid and fewer
 * accesses than a round; vertices relaxed too early are relaxed again.
 *
 * Why it is right although all blocks work at once. A label is one word, cost
 * and stamp, and changes by one atomic. Of the threads that lower a cost within
 * the open bucket in a round, one finds another stamp than the round's, odd,
 * and lists or queues the vertex. A listed vertex is relaxed in the next round,
 * with the cost read after the barrier; a queued one is relaxed with the cost
 * found as the stamp is made even, and the thread that lowers it later finds
 * that and lists it again. If a vertex on this round's list falls, its arcs may
 * have been relaxed with the old cost or the new one; that does not matter,
 * since it is listed again. A vertex joins pending with its first cost, if that
 * is of a later bucket, and never again: costs only fall, buckets only follow
 * each other. If it falls into the open bucket it is listed; its entry then
 * lies below the next bucket and is dropped. So no list is longer than the map
 * has vertices. CLOSE finds the least although threads lower labels meanwhile:
 * each of them offers its new label, too.
 *
 * COST_OVERFLOW has its own bucket behind all others. So heavy arcs always lead
 * out of their bucket; in that one no arc does, and all count as light.
 *
 * A counter is cleared in a round of its own, with a barrier between it and any
 * round that uses it; list tails rotate among three for that. Nor is a counter
 * that is read after a barrier increased before the next one: late blocks would
 * read more than others and diverge. Hence the second tails of settled and
 * pending.
 *
 * Launch: cooperative. Memory: 5 words a vertex, 2 more for labels, in the
 * memory of the links.
 *
 * Measured, H200, without hops, us a round: 3.2 with a hundred vertices, 5
 * where the map is larger than L2; 0.2 to 0.4 ns for each vertex on long lists.
 */
#include "gpu/delta_stepping/delta_stepping.h"

#include "core/graph/cost.h"
#include "gpu/block.cuh"
#include "gpu/grid.cuh"

/* ---- Lists ---- */

/* How blocks read and write the lists.
 *
 * A block takes a tile of a list, its threads share the tile's arcs, and it
 * appends their finds to each list with one atomic. */

enum { BLOCK_MAX = 1024, WARP = 32 };

/* What all threads of the grid do between two barriers. */
enum {
    DELTA_CLOSE, /* heavy requests, and the least pending label (b2, c2) */
    DELTA_OPEN,  /* the next bucket's vertices from the pending ones */
    DELTA_LIGHT, /* light requests of the open bucket (b1, c1) */
    DELTA_DONE,
};

/* The state of a query; the same in all threads. */
struct delta_progress {
    uint32_t step;        /* DELTA_... */
    uint32_t round;       /* steps begun in this query */
    uint32_t opened;      /* round in which the bucket was opened */
    uint32_t turn;        /* of settled and pending: 0 or 1 */
    uint32_t end;         /* labels below it belong to the open bucket or
                             earlier ones; COST_INFINITY: the bucket of
                             COST_OVERFLOW */
    uint32_t end_before;  /* `end` of the bucket before */
    uint32_t from;        /* LIGHT: 0 or 1: list[from], 2: settled */
    uint32_t count;       /* vertices there */
    uint32_t opened_with; /* vertices that OPEN settled */
    uint32_t settled;     /* CLOSE: how many */
    uint32_t pending;     /* CLOSE, OPEN: how many */
};

/* In device memory, one for a search. A tail is the length of a list. A tail
 * that is read after a barrier is not appended to until the next one; so the
 * next step appends to another tail, which counts from the end of the first. */
struct delta_control {
    uint32_t arrived;         /* grid.cuh */
    uint32_t list_tail[3];    /* by round % 3, for either list */
    uint32_t settled_tail[2]; /* by turn, of OPEN */
    uint32_t joined_tail[2];  /* of LIGHT, appended behind it */
    uint32_t pending_tail[2]; /* of OPEN and LIGHT */
    uint32_t closed_tail[2];  /* of CLOSE, appended behind it */
    uint32_t least;           /* least cost pending for the next bucket */
    uint32_t hopped; /* vertices taken from blocks' queues in this launch */
    struct delta_progress progress;
};

static_assert(sizeof(struct delta_control) == DELTA_CONTROL_BYTES,
              "the host allocates it");

/* Lists that a vertex may be appended to, as bits too. */
enum { LIST, SETTLED, PENDING, LISTS };
enum {
    TO_LIST = 1 << LIST,
    TO_SETTLED = 1 << SETTLED,
    TO_PENDING = 1 << PENDING
};

/* In a block's shared memory. A tile is the vertices of a list that the block
 * takes at a time, at most one for each thread. */
struct team {
    uint32_t cost[BLOCK_MAX]; /* of the tile's vertices */
    uint32_t first_arc[BLOCK_MAX];
    uint32_t place[BLOCK_MAX]; /* of their first requests */
    uint32_t warp_arcs[WARP];
    uint32_t queue[BLOCK_MAX]; /* listed and taken by this block */
    uint32_t queued;           /* may exceed the room */
    uint32_t wanted[LISTS];    /* slots wanted at the lists' ends; 0 between
                                  appends */
    uint32_t base[LISTS];      /* where the reserved slots begin */
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

/* The list's length when its tail began to count. */
static __device__ __forceinline__ uint32_t
length_before(const struct grid &grid, unsigned list)
{
    if (list == SETTLED && grid.now.step == DELTA_LIGHT)
        return grid.now.opened_with;
    if (list == PENDING && grid.now.step == DELTA_CLOSE)
        return grid.now.pending;
    return 0;
}

/* Called by every thread of the block: appends v to the lists that `to` names.
 */
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

/* Called by all threads of the block: queues v where `wanted` and there is
 * room; returns whether it did. */
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

/* A vertex taken from a queue may be listed again in the same round. */
static __device__ __forceinline__ uint32_t take_cost(const struct grid &grid,
                                                     uint32_t v, bool queued)
{
    unsigned long long *label = &grid.arrays.label[v];

    return cost_of(queued ? atomicAnd(label, ~1ull) : __ldcg(label));
}

/* Takes a tile of `count` vertices, of the list or, where that is NULL, of the
 * queue, and places their requests: place[i] is the number of arcs of the
 * vertices before i. Returns the number of all arcs. */
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

/* The vertex of the tile with that request: the last whose first request is at
 * or before it. */
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

/* ---- Which step follows a step ---- */

/* Which step follows a step.
 *
 * Every thread calls this after the barrier. All read the same words and
 * conclude the same, though some may have begun the next step: that step
 * changes none of them. */

/* The end of the bucket that holds `cost`. */
static __device__ uint32_t end_of(uint32_t cost, uint32_t delta)
{
    uint64_t end = ((uint64_t)(cost / delta) + 1) * delta;

    if (cost == COST_OVERFLOW)
        return COST_INFINITY;
    return end < COST_OVERFLOW ? (uint32_t)end : COST_OVERFLOW;
}

static __device__ void after_light(struct delta_progress *now,
                                   const struct delta_control *control)
{
    now->count = __ldcg(&control->list_tail[now->round % 3]);
    now->from = now->round % 2;
    if (now->count > 0)
        return;
    now->step = DELTA_CLOSE;
    now->settled = now->opened_with + __ldcg(&control->joined_tail[now->turn]);
    now->pending = __ldcg(&control->pending_tail[now->turn]);
}

static __device__ void after_close(struct delta_progress *now,
                                   const struct delta_control *control,
                                   uint32_t delta)
{
    uint32_t least = __ldcg(&control->least);

    if (least == COST_INFINITY) {
        now->step = DELTA_DONE;
        return;
    }
    now->step = DELTA_OPEN;
    now->pending += __ldcg(&control->closed_tail[now->turn]);
    now->turn ^= 1;
    now->end_before = now->end;
    now->end = end_of(least, delta);
}

static __device__ void after_open(struct delta_progress *now,
                                  const struct delta_control *control)
{
    now->step = DELTA_LIGHT;
    now->opened = now->round;
    now->from = 2;
    now->opened_with = __ldcg(&control->settled_tail[now->turn]);
    now->count = now->opened_with;
}

/* ---- Requests ---- */

/* A list's requests, made and relaxed by the blocks of the grid.
 *
 * The head explains why this is right. */

struct request {
    uint32_t head;
    uint32_t sum; /* COST_INFINITY: none */
};

static __device__ __forceinline__ bool in_last_bucket(const struct grid &grid)
{
    return grid.now.end == COST_INFINITY;
}

/* Separates light from heavy arcs, section 5.4. */
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

/* The stamp of a vertex that is listed in this round. */
static __device__ __forceinline__ uint32_t waits_since(const struct grid &grid)
{
    return 2 * grid.now.round + 1;
}

/* Returns the lists to which the head belongs now. */
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

/* Tile as in place_requests(). Vertices that fall within the bucket are queued
 * if `queue` and there is room, else listed. */
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

/* Returns how many are queued, and restarts the queue. */
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

/* A tile, and up to `hops` hops from it. */
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

/* Spreads short lists over all blocks without splitting warps. With long lists
 * all blocks have enough to do: hops would use labels that are still to fall.
 */
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

/* ---- The grid ---- */

enum { FIRST_ROUND = 1 }; /* stamp 0: never listed */

static __device__ void take_light(const struct grid &grid)
{
    const uint32_t *list = grid.now.from < 2
                               ? one_of(grid.arrays.list, grid.now.from)
                               : grid.arrays.settled;

    if (thread_index() == 0) {
        struct delta_control *control = grid.arrays.control;
        uint32_t other = grid.now.turn ^ 1;

        control->settled_tail[other] = 0;
        control->joined_tail[other] = 0;
        control->pending_tail[other] = 0;
        control->closed_tail[other] = 0;
        control->least = COST_INFINITY;
    }
    relax_list(grid, list, grid.now.count);
}

/* The least label of a later bucket, among vertices pending before the step;
 * relax() adds those that fall in it. */
static __device__ uint32_t least_pending(const struct grid &grid)
{
    const uint32_t *pending = one_of(grid.arrays.pending, grid.now.turn);
    uint32_t least = COST_INFINITY;

    for (uint64_t i = thread_index(); i < grid.now.pending;
         i += (uint64_t)gridDim.x * blockDim.x) {
        uint32_t cost =
            cost_of(__ldcg(&grid.arrays.label[__ldcg(&pending[i])]));

        if (cost >= grid.now.end)
            least = min(least, cost);
    }
    return least;
}

static __device__ void take_close(const struct grid &grid)
{
    struct team *team = grid.team;
    uint32_t least;

    if (threadIdx.x == 0)
        team->least = COST_INFINITY;
    __syncthreads();
    least = least_pending(grid);
    if (least != COST_INFINITY)
        atomicMin(&team->least, least);
    if (!in_last_bucket(grid))
        relax_list(grid, grid.arrays.settled, grid.now.settled);
    __syncthreads();
    if (threadIdx.x == 0 && team->least != COST_INFINITY)
        atomicMin(&grid.arrays.control->least, team->least);
}

static __device__ void take_open(const struct grid &grid)
{
    const uint32_t *pending = one_of(grid.arrays.pending, !grid.now.turn);

    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x; i < grid.now.pending;
         i += (uint64_t)gridDim.x * blockDim.x) {
        uint32_t v = 0;
        uint32_t cost = 0;
        unsigned to = 0;

        if (i + threadIdx.x < grid.now.pending) {
            v = __ldcg(&pending[i + threadIdx.x]);
            cost = cost_of(__ldcg(&grid.arrays.label[v]));
            if (cost >= grid.now.end)
                to = TO_PENDING;
            else if (cost >= grid.now.end_before)
                to = TO_SETTLED;
        }
        if (to == TO_SETTLED)
            grid.arrays.label[v] =
                (unsigned long long)cost << 32 | waits_since(grid);
        append(grid, to, v);
    }
}

/* One step of the whole grid. */
static __device__ void take_step(struct grid *grid)
{
    struct delta_progress *now = &grid->now;
    struct delta_control *control = grid->arrays.control;

    if (thread_index() == 0)
        control->list_tail[(now->round + 1) % 3] = 0;
    if (now->step == DELTA_LIGHT)
        take_light(*grid);
    else if (now->step == DELTA_CLOSE)
        take_close(*grid);
    else
        take_open(*grid);
    grid_barrier(&control->arrived);
    if (now->step == DELTA_LIGHT)
        after_light(now, control);
    else if (now->step == DELTA_CLOSE)
        after_close(now, control, grid->arrays.delta);
    else
        after_open(now, control);
    now->round++;
}

static __device__ uint32_t work_ahead(const struct delta_progress &now)
{
    return now.step == DELTA_LIGHT ? now.count : now.settled + now.pending;
}

/* Writes labels to where other kernels read them. */
static __device__ void write_costs(const struct delta_arrays &arrays)
{
    for (uint64_t v = thread_index(); v < arrays.search.vertex_count;
         v += (uint64_t)gridDim.x * blockDim.x)
        arrays.search.cost[v] = cost_of(__ldcg(&arrays.label[v]));
}

static __global__ void delta_kernel(struct delta_arrays arrays,
                                    struct delta_limits limits,
                                    struct host_word listed_word,
                                    struct host_word rounds_word)
{
    __shared__ struct team team;
    struct grid grid = {arrays, arrays.control->progress, &team};
    uint32_t first_round = grid.now.round;
    uint32_t listed = 0;
    uint32_t work = 0;

    if (threadIdx.x < LISTS)
        team.wanted[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        team.queued = 0;
    __syncthreads();
    do {
        if (grid.now.step == DELTA_LIGHT)
            listed += grid.now.count;
        work += work_ahead(grid.now);
        take_step(&grid);
    } while (grid.now.step != DELTA_DONE && work < limits.work &&
             grid.now.round - first_round < limits.rounds);
    if (grid.now.step == DELTA_DONE)
        write_costs(arrays);
    if (thread_index() == 0) {
        listed += __ldcg(&arrays.control->hopped);
        arrays.control->hopped = 0;
        arrays.control->progress = grid.now;
        host_post(listed_word, listed);
        host_post(rounds_word, 2 * (grid.now.round - first_round) +
                                   (grid.now.step != DELTA_DONE));
    }
}

static __global__ void begin_kernel(struct delta_arrays arrays,
                                    struct host_word word)
{
    uint32_t v = thread_index();
    uint32_t cost =
        v < arrays.search.vertex_count ? arrays.search.cost[v] : COST_INFINITY;
    uint32_t slot = block_reserve(word, cost != COST_INFINITY, BLOCK_LAST);

    if (v < arrays.search.vertex_count)
        arrays.label[v] = (unsigned long long)cost << 32;
    if (cost != COST_INFINITY)
        arrays.pending[0][slot] = v;
}

cudaError_t launch_delta_begin(const struct delta_arrays *arrays,
                               const struct host_word *word,
                               cudaStream_t stream)
{
    begin_kernel<<<grid_for(arrays->search.vertex_count, MAP_BLOCK), MAP_BLOCK,
                   0, stream>>>(*arrays, *word);
    return cudaGetLastError();
}

cudaError_t launch_delta_start(const struct delta_arrays *arrays,
                               uint32_t seed_count, cudaStream_t stream)
{
    struct delta_control control = {};

    control.pending_tail[0] = seed_count;
    control.least = COST_INFINITY;
    control.progress.step = DELTA_CLOSE;
    control.progress.round = FIRST_ROUND;
    control.progress.pending = seed_count;
    return cudaMemcpyAsync(arrays->control, &control, sizeof(control),
                           cudaMemcpyHostToDevice, stream);
}

cudaError_t delta_occupancy(unsigned block, struct occupancy *ret_occupancy)
{
    return kernel_occupancy(delta_kernel, block, 0, ret_occupancy);
}

cudaError_t launch_delta_stepping(const struct delta_arrays *arrays,
                                  const struct delta_limits *limits,
                                  const struct host_word *listed,
                                  const struct host_word *rounds,
                                  const struct kernel_grid *grid,
                                  cudaStream_t stream)
{
    void *arguments[] = {(void *)arrays, (void *)limits, (void *)listed,
                         (void *)rounds};

    /* CUDA 11 has no overload for typed kernels. */
    return cudaLaunchCooperativeKernel((const void *)delta_kernel,
                                       dim3(grid->blocks), dim3(grid->block),
                                       arguments, 0, stream);
}
