/* cch_walk: labels on the way from a vertex to its root.
 *
 * Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies", JEA
 * 2016, section 7.2: without weights one knows that the search up from a vertex
 * sees its ancestors in the elimination tree and no others, so that it needs no
 * queue. Here a step is a supernode, not a vertex: with closed panels
 * (cch_arrays.h) the labels of a supernode's front are final after
 *
 *     label(j) = min(label(j), min over a in S of label(a) + out[a][j])
 *
 * because `out` holds ways that move within S first, also to the entries of S
 * itself. Towards a target the same with the arcs turned round: `in` for
 * uppers, out[j][a] within S.
 *
 * Threads of a team take entries of the front, side by side in memory. Those of
 * S are lowered while others read them: whoever reads a lowered one counts a
 * way twice, which is right and not shorter than the one that it hides.
 *
 * Climbs write to labels by vertex, and several may meet: atomics, and what a
 * climb reads back is no higher than what it wrote, which is all that it has to
 * hand on.
 *
 * The least that a walk takes: a few dependent loads for each supernode on its
 * way (11 to 20), and the panels' words. A supernode's own numbers are loaded
 * while its child is worked at.
 *
 * Launch: a team of 32 to 256 threads a walk. Memory: the vectors. */
#include "gpu/block.cuh"
#include "gpu/cch_walk.h"

#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"

enum {
    WARP = 32,
    WALKS_A_BLOCK = 8, /* of a warp each */
    CLIMB_TEAM = 128,
};

/* A supernode on the way. */
struct stop {
    uint32_t supernode;
    uint32_t first_vertex;
    uint32_t size;
    uint32_t uppers;
    uint64_t first_upper;
    uint64_t first_entry;
    uint32_t parent;
};

static __device__ __forceinline__ struct stop
stop_at(const struct cch_arrays &arrays, uint32_t supernode)
{
    struct stop stop;
    uint64_t end = arrays.first_upper[supernode + 1];

    stop.supernode = supernode;
    stop.first_vertex = arrays.first_vertex[supernode];
    stop.size = arrays.first_vertex[supernode + 1] - stop.first_vertex;
    stop.first_upper = arrays.first_upper[supernode];
    stop.uppers = (uint32_t)(end - stop.first_upper);
    stop.first_entry = arrays.first_entry[supernode];
    stop.parent = arrays.parent[supernode];
    return stop;
}

/* Where a walk's labels lie: entry i of a supernode at (place of its first + i)
 * * stride, an upper at its own place * stride. A place is a depth or a vertex.
 */
struct way {
    uint32_t *label;
    uint32_t stride;
    const uint32_t *place;       /* by vertex, or NULL: the vertex itself */
    const uint32_t *upper_place; /* as arrays.upper */
    uint32_t bound;
};

/* MEETS: others may lower the same labels. */
template <bool MEETS>
static __device__ __forceinline__ uint32_t read_label(const uint32_t *label)
{
    return MEETS ? __ldcg(label) : *label;
}

template <bool MEETS>
static __device__ __forceinline__ void
lower_label(uint32_t *label, uint32_t cost, uint32_t bound)
{
    if (cost == COST_INFINITY || (MEETS && cost > bound))
        return;
    if (MEETS)
        atomicMin(label, cost);
    else if (cost < *label)
        *label = cost;
}

/* The least over a in S of label(a) + step[a * stride]. */
template <bool MEETS>
static __device__ __forceinline__ uint32_t least_over(const struct stop &stop,
                                                      const uint32_t *own,
                                                      uint32_t own_stride,
                                                      const uint32_t *step,
                                                      uint32_t step_stride)
{
    uint32_t best = COST_INFINITY;

#pragma unroll 8
    for (uint32_t a = 0; a < stop.size; a++)
        best =
            min(best, cost_add(read_label<MEETS>(own + (size_t)a * own_stride),
                               step[(size_t)a * step_stride]));
    return best;
}

/* The entries of the front, from S or towards it. */
template <bool MEETS>
static __device__ void
take_step(const struct cch_arrays &arrays, const uint32_t *closed,
          const struct stop &stop, const struct way &way, bool forward)
{
    const uint32_t *out = closed + stop.first_entry;
    uint32_t front = stop.size + stop.uppers;
    const uint32_t *in = out + (size_t)stop.size * front;
    uint32_t place =
        way.place ? way.place[stop.first_vertex] : stop.first_vertex;
    uint32_t *own = way.label + (size_t)place * way.stride;

    for (uint32_t j = threadIdx.x; j < front; j += blockDim.x) {
        bool inside = j < stop.size;
        const uint32_t *step = forward  ? out + j
                               : inside ? out + (size_t)j * front
                                        : in + (j - stop.size);
        uint32_t stride = forward ? front : inside ? 1 : stop.uppers;
        uint32_t cost = least_over<MEETS>(stop, own, way.stride, step, stride);
        size_t at = inside ? place + j
                           : way.upper_place[stop.first_upper + j - stop.size];

        lower_label<MEETS>(way.label + at * way.stride, cost, way.bound);
    }
}

/* A warp alone, or a block. */
template <bool WARP_ALONE> static __device__ __forceinline__ void meet()
{
    if (WARP_ALONE)
        __syncwarp();
    else
        __syncthreads();
}

/* From `vertex`, whose label is planted and seen by the team. */
template <bool MEETS, bool WARP_ALONE>
static __device__ void walk_up(const struct cch_arrays &arrays,
                               const uint32_t *closed, const struct way &way,
                               uint32_t vertex, bool forward)
{
    struct stop stop = stop_at(arrays, arrays.supernode[vertex]);

    for (;;) {
        uint32_t parent = stop.parent;
        struct stop next = stop;

        if (parent != SUPERNODE_NONE)
            next = stop_at(arrays, parent);
        take_step<MEETS>(arrays, closed, stop, way, forward);
        if (parent == SUPERNODE_NONE)
            return;
        meet<WARP_ALONE>();
        stop = next;
    }
}

/* The way's supernodes, and no label yet. */
static __device__ uint32_t clear_vector(const struct cch_arrays &arrays,
                                        uint32_t vertex, uint32_t *label,
                                        uint32_t *owner)
{
    uint32_t supernode = arrays.supernode[vertex];
    uint32_t length = 0;

    while (supernode != SUPERNODE_NONE) {
        uint32_t first = arrays.first_vertex[supernode];
        uint32_t size = arrays.first_vertex[supernode + 1] - first;
        uint32_t depth = arrays.depth[first];

        length = max(length, depth + size);
        for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
            label[depth + i] = COST_INFINITY;
            owner[depth + i] = supernode;
        }
        supernode = arrays.parent[supernode];
    }
    return length;
}

template <bool WARP_ALONE>
static __global__ void
walks_kernel(struct cch_arrays arrays, const uint32_t *closed,
             struct cch_walks walks, struct cch_vectors vectors)
{
    uint32_t i = blockIdx.x * blockDim.y + threadIdx.y;
    struct way way = {};
    struct kernel_seed start;
    uint32_t length;

    if (i >= walks.source_count + walks.target_count)
        return;
    start = i < walks.source_count ? walks.sources[i]
                                   : walks.targets[i - walks.source_count];
    way.label = vectors.label + (size_t)i * vectors.stride;
    way.stride = 1;
    way.place = arrays.depth;
    way.upper_place = arrays.upper_depth;
    length = clear_vector(arrays, start.vertex, way.label,
                          vectors.owner + (size_t)i * vectors.stride);
    meet<WARP_ALONE>();
    if (threadIdx.x == 0) {
        way.label[arrays.depth[start.vertex]] = start.cost;
        vectors.length[i] = length;
    }
    meet<WARP_ALONE>();
    walk_up<false, WARP_ALONE>(arrays, closed, way, start.vertex,
                               i < walks.source_count);
}

static __global__ void climb_kernel(struct cch_arrays arrays,
                                    const uint32_t *closed,
                                    const struct kernel_seed *starts,
                                    const uint32_t *columns,
                                    struct cch_columns labels, uint32_t bound)
{
    struct kernel_seed start = starts[blockIdx.x];
    struct way way = {};

    way.label = labels.label + (columns ? columns[blockIdx.x] : 0);
    way.stride = labels.stride;
    way.upper_place = arrays.upper;
    way.bound = bound;
    if (start.cost > bound)
        return;
    if (threadIdx.x == 0)
        atomicMin(&way.label[(size_t)start.vertex * way.stride], start.cost);
    __syncthreads();
    walk_up<true, false>(arrays, closed, way, start.vertex, true);
}

cudaError_t launch_cch_walks(const struct cch_arrays *arrays,
                             const uint32_t *closed,
                             const struct cch_walks *walks,
                             const struct cch_vectors *vectors,
                             cudaStream_t stream)
{
    uint32_t count = walks->source_count + walks->target_count;

    if (count == 0)
        return cudaSuccess;
    if (walks->team <= WARP) {
        dim3 block(WARP, WALKS_A_BLOCK);

        walks_kernel<true>
            <<<grid_for(count, WALKS_A_BLOCK), block, 0, stream>>>(
                *arrays, closed, *walks, *vectors);
    } else {
        walks_kernel<false><<<count, walks->team, 0, stream>>>(
            *arrays, closed, *walks, *vectors);
    }
    return cudaGetLastError();
}

cudaError_t launch_cch_climb(const struct cch_arrays *arrays,
                             const uint32_t *closed,
                             const struct kernel_seed *starts,
                             const uint32_t *columns, uint32_t count,
                             const struct cch_columns *labels, uint32_t bound,
                             cudaStream_t stream)
{
    if (count == 0)
        return cudaSuccess;
    climb_kernel<<<count, CLIMB_TEAM, 0, stream>>>(*arrays, closed, starts,
                                                   columns, *labels, bound);
    return cudaGetLastError();
}
