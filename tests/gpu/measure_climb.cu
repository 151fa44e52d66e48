/* measure_climb: a climb by a cluster, which shares each front's columns.
 *
 * Every block has all labels of the way in shared memory, by depth. Columns go
 * out in strips of 8, a sector of memory, to the blocks in turn; four rows of a
 * strip are a warp's. Who has a column writes its label to all other blocks;
 * then the cluster meets. Weights do not depend on labels: a thread's first
 * ones of the next front are on their way meanwhile. What cch_walk.cu says of
 * labels that are lowered while others read them holds here too. */
#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "gpu/cch_walk.h"
#include "tests/gpu/cluster.cuh"
#include "tests/gpu/measure_clusters.h"

enum {
    WARP = 32,
    STRIP = 8,
    ROWS = WARP / STRIP, /* of a strip, that a warp takes at once */
    AHEAD = 4,           /* weights of a thread that are loaded ahead */
    THREADS = 1024,
    SHARED_WORDS = 12000, /* what a block has without asking for more */
};

struct front {
    uint32_t first_vertex;
    uint32_t size;
    uint32_t columns;
    uint32_t depth; /* of the first vertex */
    uint32_t parent;
    const uint32_t *weight; /* [size][columns] */
    const uint32_t *upper_depth;
};

/* A thread's part of a front: rows from `row` on, every `step`-th, of a column.
 */
struct part {
    uint32_t column; /* none: no less than columns */
    uint32_t at;     /* its label's place */
    uint32_t row;
    uint32_t step;
    uint32_t weight[AHEAD];
};

static __device__ __forceinline__ struct front
front_at(const struct sweep_task &task, uint32_t s)
{
    const struct cch_arrays &arrays = task.arrays;
    struct front front;
    uint64_t first_upper = arrays.first_upper[s];

    front.first_vertex = arrays.first_vertex[s];
    front.size = arrays.first_vertex[s + 1] - front.first_vertex;
    front.columns =
        front.size + (uint32_t)(arrays.first_upper[s + 1] - first_upper);
    front.depth = arrays.depth[front.first_vertex];
    front.parent = arrays.parent[s];
    front.weight = task.closed + arrays.first_entry[s];
    front.upper_depth = arrays.upper_depth + first_upper;
    return front;
}

/* Strips that are this block's. */
static __device__ __forceinline__ uint32_t strips_of(const struct front &front)
{
    uint32_t strips = (front.columns + STRIP - 1) / STRIP;

    return (strips + cluster_size() - 1 - cluster_rank()) / cluster_size();
}

static __device__ __forceinline__ uint32_t column_of(uint32_t strip, uint32_t i)
{
    return (strip * cluster_size() + cluster_rank()) * STRIP + i;
}

static __device__ __forceinline__ uint32_t place_of(const struct front &front,
                                                    uint32_t column)
{
    return column < front.size ? front.depth + column
                               : front.upper_depth[column - front.size];
}

static __device__ __forceinline__ uint32_t weight_at(const struct front &front,
                                                     const struct part &part,
                                                     uint32_t row)
{
    return row < front.size
               ? front.weight[(size_t)row * front.columns + part.column]
               : COST_INFINITY;
}

/* The part in the block's strips [first, ...). */
static __device__ __forceinline__ struct part part_at(const struct front &front,
                                                      uint32_t first)
{
    uint32_t strips = strips_of(front) - first;
    uint32_t warps = blockDim.x / WARP;
    uint32_t warp = threadIdx.x / WARP;
    uint32_t lane = threadIdx.x % WARP;
    uint32_t share = max(warps / max(strips, 1u), 1u); /* warps for a strip */
    struct part part = {};

    part.column = front.columns;
    if (warp / share >= strips)
        return part;
    part.column = column_of(first + warp / share, lane % STRIP);
    part.row = warp % share * ROWS + lane / STRIP;
    part.step = share * ROWS;
    if (part.column >= front.columns)
        return part;
    part.at = place_of(front, part.column);
#pragma unroll
    for (uint32_t i = 0; i < AHEAD; i++)
        part.weight[i] = weight_at(front, part, part.row + i * part.step);
    return part;
}

static __device__ __forceinline__ void
take_part(const struct front &front, const struct part &part, uint32_t *label)
{
    const uint32_t *own = label + front.depth;
    uint32_t best = COST_INFINITY;

    if (part.column < front.columns) {
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
    }
    for (uint32_t step = STRIP; step < WARP; step *= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    if (threadIdx.x % WARP < STRIP && part.column < front.columns &&
        best < label[part.at])
        atomicMin(&label[part.at], best);
}

/* What the block's columns came to, for the other blocks. */
static __device__ __forceinline__ void tell(const struct front &front,
                                            uint32_t *label)
{
    uint32_t columns = strips_of(front) * STRIP;
    uint32_t blocks = cluster_size();

    for (uint32_t i = threadIdx.x; i < columns * blocks; i += blockDim.x) {
        uint32_t column = column_of(i / STRIP / blocks, i % STRIP);
        uint32_t rank = i / STRIP % blocks;

        if (column < front.columns && rank != cluster_rank()) {
            uint32_t place = place_of(front, column);

            cluster_store(&label[place], rank, label[place]);
        }
    }
}

/* Labels of the front's vertices are final. */
static __device__ __forceinline__ void hand_out(const struct sweep_task &task,
                                                const struct front &front,
                                                const uint32_t *label)
{
    for (uint32_t i = threadIdx.x; i < front.size; i += blockDim.x) {
        uint32_t cost = label[front.depth + i];

        if (cost <= task.bound)
            atomicMin(&task.label[front.first_vertex + i], cost);
    }
}

static __global__ void __launch_bounds__(THREADS)
    climb_kernel(struct sweep_task task, const struct kernel_seed *start)
{
    extern __shared__ uint32_t label[];
    struct front front = front_at(task, task.arrays.supernode[start->vertex]);
    struct part part = part_at(front, 0);
    uint32_t place = task.arrays.depth[start->vertex];

    for (uint32_t i = threadIdx.x; i < task.arrays.depth_count; i += blockDim.x)
        label[i] = i == place ? start->cost : COST_INFINITY;
    __syncthreads();
    cluster_arrive();
    cluster_wait();
    for (uint32_t turn = 0;; turn++) {
        uint32_t warps = blockDim.x / WARP;
        struct front next = front;

        if (front.parent != SUPERNODE_NONE)
            next = front_at(task, front.parent);
        take_part(front, part, label);
        for (uint32_t first = warps; first < strips_of(front); first += warps)
            take_part(front, part_at(front, first), label);
        __syncthreads();
        tell(front, label);
        cluster_arrive();
        part = part_at(next, 0);
        cluster_wait();
        if (turn % cluster_size() == cluster_rank())
            hand_out(task, front, label);
        if (front.parent == SUPERNODE_NONE)
            return;
        front = next;
    }
}

cudaError_t launch_cluster_climb(const struct sweep_task *task,
                                 const struct kernel_seed *start,
                                 unsigned cluster, cudaStream_t stream)
{
    struct cch_columns labels = {task->label, 1};
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    cudaError_t status;

    if (cluster == 0 || task->arrays.depth_count > SHARED_WORDS)
        return launch_cch_climb(&task->arrays, task->closed, start, NULL, 1,
                                &labels, task->bound, stream);
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.gridDim = dim3(cluster);
    config.blockDim = dim3(THREADS);
    config.dynamicSmemBytes = task->arrays.depth_count * sizeof(uint32_t);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    status =
        cudaFuncSetAttribute((const void *)climb_kernel,
                             cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    return status == cudaSuccess
               ? cudaLaunchKernelEx(&config, climb_kernel, *task, start)
               : status;
}
