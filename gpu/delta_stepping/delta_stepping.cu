/* delta_stepping: vertices in the order of their labels, a bucket at a time.
 *
 * The paper in Chinese that gpu/solvers/ names, section 5, Algorithm 3, after
 * U. Meyer and P. Sanders, "Delta-Stepping: A Parallel Single Source Shortest
 * Path Algorithm" (ESA 1998). Bucket B[i] holds the vertices that await
 * relaxing with labels in [i delta, (i + 1) delta). The least bucket that is
 * not empty is open. Its vertices' light arcs (weight <= delta) are relaxed
 * round after round, since they may lead into it again; once it is empty its
 * labels are final, and the heavy arcs of all that were in it (S) are relaxed
 * once.
 *
 * Buckets, section 5.5: no sets but BIndex, the number of v's bucket. Here that
 * is cost[v] / delta and takes no memory. The paper looks for B[i] over all
 * vertices; here those that await the open bucket are listed, those that await
 * any later one are pending, and only these are looked over, once a bucket.
 *
 * Requests, section 5.3: Req holds vertices, not 2 m pairs, and a prefix sum
 * over their degrees places their requests. Here each block takes tiles of the
 * list and does so for its tile, so that a thread finds the vertex and the arc
 * that it relaxes; the places exist for as long as the tile does.
 *
 * Light and heavy, 5.2 and 5.4: not stored apart, told by weight in relaxing.
 *
 * Rounds. CLOSE relaxes heavy arcs and finds the least label that awaits; OPEN
 * sorts pending into the bucket of that label, which is listed and settled, and
 * the rest; LIGHT relaxes what is listed and lists what falls within the
 * bucket. A query takes 1 + sum over its nonempty buckets of (2 + light
 * rounds), the light rounds of a bucket being its longest chain of falls; it
 * meets no empty bucket. The paper launches a kernel for each step and lets the
 * host decide. Here the grid stays and waits for itself (grid_barrier.cuh),
 * because there are thousands of rounds of some hundred vertices. The least
 * that a round takes is a barrier and some six accesses that depend on each
 * other: entry, vertex, arc, label, room on the list, the list's length.
 *
 * Hops. In a round with little to do a block takes what it would list itself,
 * so many times, before it lists: within a bucket light arcs may be relaxed in
 * any order. A hop has no barrier of the grid and fewer accesses than a round;
 * what it is too early for is relaxed again.
 *
 * Why it is right with all blocks at it at once. A label is one word, cost and
 * stamp, and changes by one atomic. Of the threads that lower a cost within the
 * open bucket in a round, one finds another stamp than the round's, odd, and
 * lists or queues the vertex. Who is listed is relaxed in the next round, with
 * the cost read after the barrier; who is queued is relaxed with the cost found
 * as the stamp is made even, and whoever lowers it later, finds that and lists
 * it again. If a vertex on this round's list falls, its arcs may have been
 * relaxed with the old cost or the new one; that does not matter, since it is
 * listed again.
 * A vertex joins pending with its first cost, if that is of a later bucket, and
 * never again: costs only fall, buckets only follow each other. If it falls
 * into the open bucket it is listed; its entry is found to lie below the next
 * bucket and dropped. So no list is longer than the map has vertices. What
 * CLOSE finds is the least, whoever lowers labels meanwhile: each thread that
 * does offers what it lowered one to.
 *
 * COST_OVERFLOW has a bucket of its own behind all others. So heavy arcs always
 * lead out of their bucket; in that one no arc does, and all count as light.
 *
 * A counter is cleared in a round of its own, with a barrier between it and any
 * round that uses it; the tails of lists take turns by three for that. Nor is
 * one that is read after a barrier counted up before the next: blocks that are
 * late would read more than others, and part from them. Hence the second tails
 * of settled and pending.
 *
 * Launch: cooperative. Memory: 5 words a vertex, 2 more for labels that lie
 * where the links will.
 *
 * Measured, H200, without hops, us a round: 3.2 with a hundred vertices, 5
 * where the map is larger than L2; 0.2 to 0.4 ns for each vertex on long lists.
 */
#include "gpu/delta_stepping/delta_progress.cuh"
#include "gpu/delta_stepping/delta_relax.cuh"
#include "gpu/grid_barrier.cuh"
#include "gpu/occupancy.cuh"

#include "core/graph/cost.h"

enum { FIRST_ROUND = 1 }; /* a stamp of 0: never listed */

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

/* The least label that awaits a later bucket, of those pending before the step;
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

/* Labels as all other kernels know them. */
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

struct delta_control delta_control_start(uint32_t seed_count)
{
    struct delta_control control = {};

    control.pending_tail[0] = seed_count;
    control.least = COST_INFINITY;
    control.progress.step = DELTA_CLOSE;
    control.progress.round = FIRST_ROUND;
    control.progress.pending = seed_count;
    return control;
}

cudaError_t delta_occupancy(unsigned block, struct occupancy *ret_occupancy)
{
    return kernel_occupancy(delta_kernel, block, 0, ret_occupancy);
}

cudaError_t launch_delta_stepping(const struct delta_arrays *arrays,
                                  const struct delta_limits *limits,
                                  const struct host_word *listed,
                                  const struct host_word *rounds,
                                  unsigned blocks, unsigned block,
                                  cudaStream_t stream)
{
    void *arguments[] = {(void *)arrays, (void *)limits, (void *)listed,
                         (void *)rounds};

    /* CUDA 11 has no overload for the kernel as it is. */
    return cudaLaunchCooperativeKernel((const void *)delta_kernel, dim3(blocks),
                                       dim3(block), arguments, 0, stream);
}
