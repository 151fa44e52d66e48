/* walk: labels on the ancestor chain of a vertex.
 *
 * Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies", JEA
 * 2016, section 7.2: without knowing weights, the search up from a vertex
 * visits exactly its ancestors in the elimination tree, so it needs no queue.
 * Here a step is a supernode, not a vertex: with closed panels (customize.h)
 * the labels of a supernode's front are final after
 *
 *     label(j) = min(label(j), min over a in S of label(a) + out[a][j])
 *
 * because `out` covers paths that move within S first, also to the entries of S
 * itself. Towards a target the same over `in`, to upward neighbours alone:
 * labels need not be closed within S there, since those from the source are,
 * and a path turns only once at its highest supernode (core/solver/cch/walk.h
 * does the same).
 *
 * Threads of a team take adjacent entries of the front. A single warp lowers
 * entries of S while its other lanes read them: a lane that reads a lowered one
 * counts a path twice, which is the length of a path and no shorter than the
 * original. A block stages the labels of S. Where the front is narrow, groups
 * of threads share its rows, so that large separators take few dependent loads;
 * the groups combine results with atomics.
 *
 * Walks write to labels by vertex, and several may share a vertex: a walk reads
 * back no more than it wrote, which is all that it has to pass on.
 *
 * Lower bound for a walk: a few dependent loads for each supernode of its chain
 * (11 to 20), and the panels' words. A supernode's own numbers load while the
 * walk is at its child.
 *
 * Launch: a warp a walk, or a block of 64 to 1024 threads; with more than 1024
 * a cluster, walk_cluster.cu. Memory: the vectors. */
#include "gpu/block.cuh"
#include "gpu/cch/walk.h"

#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"

enum {
    WARP = 32,
    WALKS_A_BLOCK = 8, /* of a warp each */
    STAGED = 512,      /* labels of a supernode that a block stages at once */
};

/* A supernode of the chain. */
struct stop {
    uint32_t supernode;
    uint32_t first_vertex;
    uint32_t size;
    uint32_t upward;
    uint64_t first_upward;
    uint64_t first_panel;
    uint32_t parent;
};

static __device__ __forceinline__ struct stop
stop_at(const struct cch_arrays &arrays, uint32_t supernode)
{
    struct stop stop;
    uint64_t end = arrays.first_upward[supernode + 1];

    stop.supernode = supernode;
    stop.first_vertex = arrays.first_vertex[supernode];
    stop.size = arrays.first_vertex[supernode + 1] - stop.first_vertex;
    stop.first_upward = arrays.first_upward[supernode];
    stop.upward = (uint32_t)(end - stop.first_upward);
    stop.first_panel = arrays.first_panel[supernode];
    stop.parent = arrays.parent[supernode];
    return stop;
}

/* Where a walk stores labels: entry i of a supernode at (place of its first +
 * i) * stride, an upward neighbour at its own place * stride. A place is a
 * depth or a vertex. */
struct chain {
    uint32_t *label;
    uint32_t stride;
    const uint32_t *place;        /* by vertex, or NULL: the vertex itself */
    const uint32_t *upward_place; /* indexed like arrays.upward */
    uint32_t bound;               /* labels above it are not written */
    bool forward;
};

/* A step over a supernode: from the labels of its vertices to the front entries
 * of its columns. */
struct step {
    const uint32_t *weight; /* [size][columns] */
    uint32_t size;
    uint32_t columns;
    uint32_t inside; /* columns of the supernode itself */
    uint32_t *own;   /* the labels of its vertices */
    const uint32_t *upward_place;
};

static __device__ __forceinline__ struct step
step_at(const struct cch_arrays &arrays, const struct stop &stop,
        const struct chain &chain)
{
    uint32_t front = stop.size + stop.upward;
    uint32_t place =
        chain.place ? chain.place[stop.first_vertex] : stop.first_vertex;
    struct step step;

    step.weight = arrays.closed + stop.first_panel;
    if (!chain.forward)
        step.weight += (size_t)stop.size * front;
    step.size = stop.size;
    step.columns = chain.forward ? front : stop.upward;
    step.inside = chain.forward ? stop.size : 0;
    step.own = chain.label + (size_t)place * chain.stride;
    step.upward_place = chain.upward_place + stop.first_upward;
    return step;
}

static __device__ __forceinline__ uint32_t *
label_of(const struct chain &chain, const struct step &step, uint32_t column)
{
    if (column < step.inside)
        return step.own + (size_t)column * chain.stride;
    return chain.label +
           (size_t)step.upward_place[column - step.inside] * chain.stride;
}

/* By a single warp; its labels have stride 1. */
static __device__ void take_alone(const struct step &step,
                                  const struct chain &chain)
{
    for (uint32_t j = threadIdx.x; j < step.columns; j += WARP) {
        uint32_t *label = label_of(chain, step, j);
        uint32_t best = COST_INFINITY;

#pragma unroll 8
        for (uint32_t a = 0; a < step.size; a++)
            best =
                min(best, cost_add(step.own[a],
                                   step.weight[(size_t)a * step.columns + j]));
        if (best < *label)
            *label = best;
    }
}

/* By a block, for the vertices [first, first + count) of the supernode, whose
 * labels are staged. */
static __device__ void take_staged(const struct step &step,
                                   const struct chain &chain,
                                   const uint32_t *staged, uint32_t first,
                                   uint32_t count)
{
    uint32_t width = max((step.columns + WARP - 1) / WARP * WARP, 1u);
    uint32_t groups = max(blockDim.x / width, 1u);
    uint32_t group = groups > 1 ? threadIdx.x / width : 0;
    uint32_t j = threadIdx.x - group * width;

    if (group >= groups)
        return;
    for (; j < step.columns; j += blockDim.x) {
        const uint32_t *weight = step.weight + (size_t)first * step.columns + j;
        uint32_t best = COST_INFINITY;

#pragma unroll 8
        for (uint32_t a = group; a < count; a += groups)
            best = min(best,
                       cost_add(staged[a], weight[(size_t)a * step.columns]));
        if (best != COST_INFINITY && best <= chain.bound)
            atomicMin(label_of(chain, step, j), best);
    }
}

static __device__ void take_together(const struct step &step,
                                     const struct chain &chain,
                                     uint32_t *staged)
{
    for (uint32_t first = 0; first < step.size; first += STAGED) {
        uint32_t count = min(step.size - first, (uint32_t)STAGED);

        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
            staged[i] = __ldcg(step.own + (size_t)(first + i) * chain.stride);
        __syncthreads();
        take_staged(step, chain, staged, first, count);
        __syncthreads();
    }
}

/* From `vertex`, whose label is set and visible to the team. NULL staged: the
 * team is a warp. */
static __device__ __forceinline__ void walk_up(const struct cch_arrays &arrays,
                                               const struct chain &chain,
                                               uint32_t vertex,
                                               uint32_t *staged)
{
    struct stop stop = stop_at(arrays, arrays.supernode[vertex]);

    for (;;) {
        uint32_t parent = stop.parent;
        struct step step = step_at(arrays, stop, chain);

        if (parent != SUPERNODE_NONE)
            stop = stop_at(arrays, parent);
        if (staged) {
            take_together(step, chain, staged);
        } else {
            take_alone(step, chain);
            __syncwarp();
        }
        if (parent == SUPERNODE_NONE)
            return;
    }
}

/* Fills in the chain's supernodes and clears all labels but the first. */
static __device__ uint32_t clear_vector(const struct cch_arrays &arrays,
                                        struct kernel_seed start,
                                        uint32_t *label, uint32_t *owner)
{
    uint32_t supernode = arrays.supernode[start.vertex];
    uint32_t length = 0;

    while (supernode != SUPERNODE_NONE) {
        uint32_t first = arrays.first_vertex[supernode];
        uint32_t size = arrays.first_vertex[supernode + 1] - first;
        uint32_t depth = arrays.depth[first];

        length = max(length, depth + size);
        for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
            label[depth + i] =
                first + i == start.vertex ? start.cost : COST_INFINITY;
            owner[depth + i] = supernode;
        }
        supernode = arrays.parent[supernode];
    }
    return length;
}

/* Clears walk i's labels and sets the first. */
static __device__ struct chain begin_walk(const struct cch_arrays &arrays,
                                          const struct cch_walks &walks,
                                          const struct cch_vectors &vectors,
                                          uint32_t i, uint32_t *ret_vertex)
{
    struct kernel_seed start = i < walks.source_count
                                   ? walks.sources[i]
                                   : walks.targets[i - walks.source_count];
    struct chain chain = {};
    uint32_t length;

    chain.label = vectors.label + (size_t)i * vectors.stride;
    chain.stride = 1;
    chain.place = arrays.depth;
    chain.upward_place = arrays.upward_depth;
    chain.bound = COST_OVERFLOW;
    chain.forward = i < walks.source_count;
    length = clear_vector(arrays, start, chain.label,
                          vectors.owner + (size_t)i * vectors.stride);
    if (threadIdx.x == 0)
        vectors.length[i] = length;
    *ret_vertex = start.vertex;
    return chain;
}

/* A warp a walk. */
static __global__ void __launch_bounds__(WARP *WALKS_A_BLOCK)
    walks_alone_kernel(struct cch_arrays arrays, struct cch_walks walks,
                       struct cch_vectors vectors)
{
    uint32_t i = blockIdx.x * blockDim.y + threadIdx.y;
    struct chain chain;
    uint32_t vertex;

    if (i >= walks.source_count + walks.target_count)
        return;
    chain = begin_walk(arrays, walks, vectors, i, &vertex);
    __syncwarp();
    walk_up(arrays, chain, vertex, NULL);
}

/* A block a walk. */
static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    walks_together_kernel(struct cch_arrays arrays, struct cch_walks walks,
                          struct cch_vectors vectors)
{
    __shared__ uint32_t staged[STAGED];
    uint32_t vertex;
    struct chain chain =
        begin_walk(arrays, walks, vectors, blockIdx.x, &vertex);

    __syncthreads();
    walk_up(arrays, chain, vertex, staged);
}

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    label_walks_kernel(struct cch_arrays arrays, struct cch_label_walks walks)
{
    __shared__ uint32_t staged[STAGED];
    struct kernel_seed start = walks.starts[blockIdx.x];
    struct chain chain = {};

    chain.label = walks.label + (walks.columns ? walks.columns[blockIdx.x] : 0);
    chain.stride = walks.stride;
    chain.upward_place = arrays.upward;
    chain.bound = walks.bound;
    chain.forward = true;
    if (start.cost > walks.bound)
        return;
    if (threadIdx.x == 0)
        atomicMin(&chain.label[(size_t)start.vertex * chain.stride],
                  start.cost);
    __syncthreads();
    walk_up(arrays, chain, start.vertex, staged);
}

static bool by_cluster(const struct cch_arrays *arrays, unsigned team)
{
    return team > CCH_BLOCK_MAX && cch_cluster_fits(arrays);
}

cudaError_t launch_cch_walks(const struct cch_arrays *arrays,
                             const struct cch_walks *walks,
                             const struct cch_vectors *vectors,
                             cudaStream_t stream)
{
    uint32_t count = walks->source_count + walks->target_count;
    dim3 warps(WARP, WALKS_A_BLOCK);

    if (count == 0)
        return cudaSuccess;
    if (by_cluster(arrays, walks->team))
        return launch_cch_cluster_walks(arrays, walks, vectors, stream);
    if (walks->team <= WARP)
        walks_alone_kernel<<<grid_for(count, WALKS_A_BLOCK), warps, 0,
                             stream>>>(*arrays, *walks, *vectors);
    else
        walks_together_kernel<<<count, walks->team, 0, stream>>>(
            *arrays, *walks, *vectors);
    return cudaGetLastError();
}

cudaError_t launch_cch_label_walks(const struct cch_arrays *arrays,
                                   const struct cch_label_walks *walks,
                                   cudaStream_t stream)
{
    if (walks->count == 0)
        return cudaSuccess;
    if (by_cluster(arrays, walks->team))
        return launch_cch_cluster_label_walks(arrays, walks, stream);
    label_walks_kernel<<<walks->count, walks->team, 0, stream>>>(*arrays,
                                                                 *walks);
    return cudaGetLastError();
}
