/* cluster: walks of few starts, each by the blocks of a cluster.
 *
 * For when there are fewer walks than multiprocessors: with walk.cu a large
 * separator then keeps one multiprocessor waiting for its panel, row after row.
 * Here every block has all labels of the chain in its shared memory, by depth.
 * A front's columns go to the blocks in turn, in groups of 8, a sector of
 * memory; a warp takes four rows of a group. The block that has a column sends
 * its label to all other blocks; then the cluster meets. Weights do not depend
 * on labels: meanwhile each thread loads its first weights of the next front.
 *
 * A single warp has a column and lowers it, in its own block by atomics, in
 * others by writing. Labels of the front's own vertices are lowered while
 * others read them: walk.cu says why that is right. They are stored once the
 * cluster has met.
 *
 * Lower bound: a meeting for each supernode, and the panels' words.
 *
 * H200, us, a walk by a cluster of 1, 4, 8, 16, and by walk.cu's block: NY 34,
 * 32, 32, 32, 27; NE 72, 44, 41, 39, 61; 6 million 267, 117, 66, 54, 331.
 *
 * Launch: clusters of 1,024 threads a block. Memory: none. */
#include "gpu/cch/walk.h"
#include "gpu/grid.cuh"

#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"

enum {
    WARP = 32,
    GROUP = 8,
    ROWS = WARP / GROUP, /* of a group, that a warp takes at once */
    AHEAD = 4,           /* weights that a thread loads ahead */
    THREADS = CCH_BLOCK_MAX,
    LABELS_MAX = 12000, /* words of shared memory that every device has */
};

struct front {
    uint32_t supernode;
    uint32_t first_vertex;
    uint32_t size;
    uint32_t inside; /* columns of the supernode itself */
    uint32_t columns;
    uint32_t depth; /* of the first vertex */
    uint32_t parent;
    const uint32_t *weight; /* [size][columns] */
    const uint32_t *upward_depth;
};

/* A thread's part of a front: every `step`-th row from `row` on, of one column.
 */
struct part {
    uint32_t column; /* none: not below the front's count */
    uint32_t at;     /* its label's depth */
    uint32_t row;
    uint32_t step;
    uint32_t weight[AHEAD];
};

static __device__ __forceinline__ struct front
front_at(const struct cch_arrays &arrays, uint32_t s, bool forward)
{
    uint64_t first_upward = arrays.first_upward[s];
    uint32_t upward = (uint32_t)(arrays.first_upward[s + 1] - first_upward);
    struct front front;

    front.supernode = s;
    front.first_vertex = arrays.first_vertex[s];
    front.size = arrays.first_vertex[s + 1] - front.first_vertex;
    front.inside = forward ? front.size : 0;
    front.columns = front.inside + upward;
    front.depth = arrays.depth[front.first_vertex];
    front.parent = arrays.parent[s];
    front.weight = arrays.closed + arrays.first_panel[s];
    if (!forward)
        front.weight += (size_t)front.size * (front.size + upward);
    front.upward_depth = arrays.upward_depth + first_upward;
    return front;
}

/* The number of groups that are this block's. */
static __device__ __forceinline__ uint32_t strips_of(const struct front &front)
{
    uint32_t groups = (front.columns + GROUP - 1) / GROUP;

    return (groups + cluster_size() - 1 - cluster_rank()) / cluster_size();
}

static __device__ __forceinline__ uint32_t column_of(uint32_t group, uint32_t i)
{
    return (group * cluster_size() + cluster_rank()) * GROUP + i;
}

static __device__ __forceinline__ uint32_t depth_of(const struct front &front,
                                                    uint32_t column)
{
    return column < front.inside ? front.depth + column
                                 : front.upward_depth[column - front.inside];
}

static __device__ __forceinline__ uint32_t weight_at(const struct front &front,
                                                     const struct part &part,
                                                     uint32_t row)
{
    return row < front.size
               ? front.weight[(size_t)row * front.columns + part.column]
               : COST_INFINITY;
}

/* The thread's part in the block's groups from `first` on. */
static __device__ __forceinline__ struct part part_at(const struct front &front,
                                                      uint32_t first)
{
    uint32_t groups = strips_of(front) - first;
    uint32_t warp = threadIdx.x / WARP;
    uint32_t lane = threadIdx.x % WARP;
    uint32_t share = max(THREADS / WARP / max(groups, 1u), 1u);
    struct part part = {};

    part.column = front.columns;
    if (warp / share >= groups)
        return part;
    part.column = column_of(first + warp / share, lane % GROUP);
    part.row = warp % share * ROWS + lane / GROUP;
    part.step = share * ROWS;
    if (part.column >= front.columns)
        return part;
    part.at = depth_of(front, part.column);
#pragma unroll
    for (uint32_t i = 0; i < AHEAD; i++)
        part.weight[i] = weight_at(front, part, part.row + i * part.step);
    return part;
}

static __device__ __forceinline__ uint32_t hear_rows(const struct front &front,
                                                     const struct part &part,
                                                     const uint32_t *label)
{
    const uint32_t *own = label + front.depth;
    uint32_t best = COST_INFINITY;

#pragma unroll
    for (uint32_t i = 0; i < AHEAD; i++) {
        uint32_t row = part.row + i * part.step;

        if (row < front.size)
            best = min(best, cost_add(own[row], part.weight[i]));
    }
#pragma unroll 4
    for (uint32_t row = part.row + AHEAD * part.step; row < front.size;
         row += part.step)
        best = min(best, cost_add(own[row], weight_at(front, part, row)));
    return best;
}

static __device__ __forceinline__ void
take_part(const struct front &front, const struct part &part, uint32_t *label)
{
    bool mine = part.column < front.columns;
    uint32_t best = mine ? hear_rows(front, part, label) : COST_INFINITY;

    for (uint32_t step = GROUP; step < WARP; step *= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    if (mine && threadIdx.x % WARP < GROUP && best < label[part.at])
        atomicMin(&label[part.at], best);
}

/* Sends the block's columns to the other blocks. Not the supernode's own: the
 * other blocks may still read these as rows, and do not need them afterwards.
 */
static __device__ __forceinline__ void report(const struct front &front,
                                              uint32_t *label)
{
    uint32_t blocks = cluster_size();
    uint32_t count = strips_of(front) * GROUP * blocks;

    for (uint32_t i = threadIdx.x; i < count && blocks > 1; i += THREADS) {
        uint32_t column = column_of(i / GROUP / blocks, i % GROUP);
        uint32_t rank = i / GROUP % blocks;

        if (column >= front.inside && column < front.columns &&
            rank != cluster_rank()) {
            uint32_t depth = depth_of(front, column);

            cluster_store(&label[depth], rank, label[depth]);
        }
    }
}

/* Hands out the labels of a front's vertices, each by one thread of the
 * cluster. Labels that are also columns are known to their column's block,
 * which hands them out; all blocks know the others and take turns. */
template <typename Hand>
static __device__ __forceinline__ void hand(const struct front &front,
                                            const uint32_t *label,
                                            uint32_t turn, const Hand &hand_out)
{
    const uint32_t *own = label + front.depth;
    uint32_t count = strips_of(front) * GROUP;

    if (front.inside) {
        for (uint32_t i = threadIdx.x; i < count; i += THREADS) {
            uint32_t column = column_of(i / GROUP, i % GROUP);

            if (column < front.inside)
                hand_out.take(front, column, own[column]);
        }
    } else if (turn % cluster_size() == cluster_rank()) {
        for (uint32_t i = threadIdx.x; i < front.size; i += THREADS)
            hand_out.take(front, i, own[i]);
    }
}

/* Walks from a start, by all threads of a cluster; calls hand_out.take(front,
 * vertex of it, label) for each vertex of the chain. */
template <typename Hand>
static __device__ __forceinline__ void
walk(const struct cch_arrays &arrays, struct kernel_seed start, bool forward,
     uint32_t *label, const Hand &hand_out)
{
    struct front front =
        front_at(arrays, arrays.supernode[start.vertex], forward);
    struct part part = part_at(front, 0);
    uint32_t depth = arrays.depth[start.vertex];

    for (uint32_t i = threadIdx.x; i < arrays.depth_count; i += THREADS)
        label[i] = i == depth ? start.cost : COST_INFINITY;
    cluster_arrive();
    cluster_wait();
    for (uint32_t turn = 0;; turn++) {
        struct front next = front;

        if (front.parent != SUPERNODE_NONE)
            next = front_at(arrays, front.parent, forward);
        take_part(front, part, label);
        for (uint32_t first = THREADS / WARP; first < strips_of(front);
             first += THREADS / WARP)
            take_part(front, part_at(front, first), label);
        __syncthreads();
        report(front, label);
        cluster_arrive();
        part = part_at(next, 0);
        cluster_wait();
        hand(front, label, turn, hand_out);
        if (front.parent == SUPERNODE_NONE)
            return;
        front = next;
    }
}

struct to_vector {
    uint32_t *label;
    uint32_t *owner;

    __device__ __forceinline__ void take(const struct front &front, uint32_t i,
                                         uint32_t cost) const
    {
        label[front.depth + i] = cost;
        owner[front.depth + i] = front.supernode;
    }
};

/* Several walks may share a vertex. */
struct to_column {
    uint32_t *label;
    uint32_t stride;
    uint32_t bound;

    __device__ __forceinline__ void take(const struct front &front, uint32_t i,
                                         uint32_t cost) const
    {
        if (cost <= bound)
            atomicMin(&label[(size_t)(front.first_vertex + i) * stride], cost);
    }
};

static __global__ void __launch_bounds__(THREADS)
    walks_kernel(struct cch_arrays arrays, struct cch_walks walks,
                 struct cch_vectors vectors)
{
    extern __shared__ uint32_t label[];
    uint32_t i = blockIdx.x / cluster_size();
    bool forward = i < walks.source_count;
    struct kernel_seed start =
        forward ? walks.sources[i] : walks.targets[i - walks.source_count];
    size_t first = (size_t)i * vectors.stride;
    const struct to_vector hand_out = {vectors.label + first,
                                       vectors.owner + first};

    if (cluster_rank() == 0 && threadIdx.x == 0) {
        uint32_t s = arrays.supernode[start.vertex];
        uint32_t vertex = arrays.first_vertex[s];

        vectors.length[i] =
            arrays.depth[vertex] + arrays.first_vertex[s + 1] - vertex;
    }
    walk(arrays, start, forward, label, hand_out);
}

static __global__ void __launch_bounds__(THREADS)
    label_walks_kernel(struct cch_arrays arrays, struct cch_label_walks walks)
{
    extern __shared__ uint32_t label[];
    uint32_t i = blockIdx.x / cluster_size();
    uint32_t column = walks.columns ? walks.columns[i] : 0;
    const struct to_column hand_out = {walks.label + column, walks.stride,
                                       walks.bound};

    if (walks.starts[i].cost <= walks.bound)
        walk(arrays, walks.starts[i], true, label, hand_out);
}

bool cch_cluster_fits(const struct cch_arrays *arrays)
{
    return arrays->depth_count <= LABELS_MAX;
}

static struct launch_shape shape_of(const struct cch_arrays *arrays,
                                    uint32_t walks, unsigned cluster)
{
    return {walks * cluster, THREADS, cluster,
            arrays->depth_count * sizeof(uint32_t)};
}

cudaError_t cch_team_max(const struct cch_arrays *arrays, unsigned *ret_team)
{
    unsigned most = cch_cluster_fits(arrays) ? CCH_CLUSTER_BLOCKS : 1;
    cudaError_t status =
        launch_cluster_max(walks_kernel, shape_of(arrays, 1, most), &most);

    if (status == cudaSuccess)
        status = launch_cluster_max(label_walks_kernel,
                                    shape_of(arrays, 1, most), &most);
    if (status == cudaSuccess)
        *ret_team = most * THREADS;
    return status;
}

cudaError_t launch_cch_cluster_walks(const struct cch_arrays *arrays,
                                     const struct cch_walks *walks,
                                     const struct cch_vectors *vectors,
                                     cudaStream_t stream)
{
    uint32_t count = walks->source_count + walks->target_count;

    return launch_clusters(walks_kernel,
                           shape_of(arrays, count, walks->team / THREADS),
                           stream, *arrays, *walks, *vectors);
}

cudaError_t launch_cch_cluster_label_walks(const struct cch_arrays *arrays,
                                           const struct cch_label_walks *walks,
                                           cudaStream_t stream)
{
    return launch_clusters(
        label_walks_kernel,
        shape_of(arrays, walks->count, walks->team / THREADS), stream, *arrays,
        *walks);
}
