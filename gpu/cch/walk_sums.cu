/* walk_sums: duration and length beside the labels of finished walks.
 *
 * As in sums.h, costs are known: the kernel repeats the steps of a walk
 * (walk.cu), and a pair of sums is the least of those whose costs add up to the
 * label. A forward step reads and lowers sums of its own supernode, as walk.cu
 * does labels: either value belongs to a path, and the least is read where a
 * path first enters the supernode.
 *
 * A thread owns its columns of a panel, so no atomics are needed. It reads the
 * sums beside a cost only where costs add up, which is rare.
 *
 * Launch: a warp a walk, or a block of at most 1024 threads. Memory: 2 words
 * for each label. */
#include "gpu/block.cuh"
#include "gpu/cch/packed_sums.cuh"
#include "gpu/cch/walk.h"

#include "core/graph/hierarchy/hierarchy.h"

enum {
    WARP = 32,
    WALKS_A_BLOCK = 8, /* of a warp each */
};

/* A walk's labels and sums by depth. */
struct trail {
    const uint32_t *label;
    cch_packed *packed;
    bool forward;
};

/* A step over one supernode, to the front entries of its columns. */
struct step {
    const uint32_t *weight;   /* [size][columns] */
    const cch_packed *packed; /* beside it */
    uint32_t size;
    uint32_t columns;
    uint32_t inside; /* columns of the supernode itself */
    uint32_t depth;  /* of its first vertex */
    const uint32_t *upward_depth;
};

static __device__ struct step step_at(const struct cch_arrays &arrays,
                                      uint32_t supernode, bool forward)
{
    uint32_t first = arrays.first_vertex[supernode];
    uint64_t upper = arrays.first_upward[supernode];
    uint64_t at = arrays.first_panel[supernode];
    uint32_t upward = (uint32_t)(arrays.first_upward[supernode + 1] - upper);
    struct step step;

    step.size = arrays.first_vertex[supernode + 1] - first;
    if (!forward)
        at += (uint64_t)step.size * (step.size + upward);
    step.weight = arrays.closed + at;
    step.packed = arrays.packed + at;
    step.inside = forward ? step.size : 0;
    step.columns = step.inside + upward;
    step.depth = arrays.depth[first];
    step.upward_depth = arrays.upward_depth + upper;
    return step;
}

/* The pair of sums of one column's entry, whose label is final. */
static __device__ cch_packed least_packed(const struct step &step,
                                          const struct trail &trail, uint32_t j,
                                          uint32_t label, cch_packed best)
{
#pragma unroll 8
    for (uint32_t a = 0; a < step.size; a++) {
        size_t at = (size_t)a * step.columns + j;

        if (is_sum(label, trail.label[step.depth + a], step.weight[at]))
            best = min(best, packed_add(trail.packed[step.depth + a],
                                        step.packed[at]));
    }
    return best;
}

static __device__ void take(const struct step &step, const struct trail &trail)
{
    for (uint32_t j = threadIdx.x; j < step.columns; j += blockDim.x) {
        uint32_t depth = j < step.inside ? step.depth + j
                                         : step.upward_depth[j - step.inside];
        uint32_t label = trail.label[depth];

        if (label <= COST_MAX)
            trail.packed[depth] =
                least_packed(step, trail, j, label, trail.packed[depth]);
    }
}

template <bool ALONE> static __device__ __forceinline__ void meet()
{
    if (ALONE)
        __syncwarp();
    else
        __syncthreads();
}

/* Clears all pairs of sums but the start's. */
static __device__ struct trail begin_trail(const struct cch_arrays &arrays,
                                           const struct cch_sum_walks &walks,
                                           const struct cch_vectors &vectors,
                                           uint32_t i)
{
    size_t at = (size_t)i * vectors.stride;
    uint32_t start = arrays.depth[walks.starts[i].vertex];
    struct trail trail = {vectors.label + at, vectors.packed + at,
                          walks.forward};
    cch_packed first = 0;

    if (walks.sums) {
        struct cch_sums sums = walks.sums[walks.place[i]];

        first = packed_of((uint32_t)sums.duration_ms, (uint32_t)sums.length_mm);
    }
    for (uint32_t d = threadIdx.x; d < vectors.length[i]; d += blockDim.x)
        trail.packed[d] = d == start ? first : PACKED_NONE;
    return trail;
}

template <bool ALONE>
static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    walk_sums_kernel(struct cch_arrays arrays, struct cch_sum_walks walks,
                     struct cch_vectors vectors)
{
    uint32_t i = blockIdx.x * blockDim.y + threadIdx.y;
    uint32_t supernode;
    struct trail trail;

    if (i >= walks.count)
        return;
    trail = begin_trail(arrays, walks, vectors, i);
    supernode = arrays.supernode[walks.starts[i].vertex];
    while (supernode != SUPERNODE_NONE) {
        meet<ALONE>();
        take(step_at(arrays, supernode, walks.forward), trail);
        supernode = arrays.parent[supernode];
    }
}

cudaError_t launch_cch_walk_sums(const struct cch_arrays *arrays,
                                 const struct cch_sum_walks *walks,
                                 const struct cch_vectors *vectors,
                                 cudaStream_t stream)
{
    unsigned most = CCH_BLOCK_MAX;
    unsigned team = walks->team < most ? walks->team : most;

    if (walks->count == 0)
        return cudaSuccess;
    if (team <= WARP)
        walk_sums_kernel<true>
            <<<grid_for(walks->count, WALKS_A_BLOCK), dim3(WARP, WALKS_A_BLOCK),
               0, stream>>>(*arrays, *walks, *vectors);
    else
        walk_sums_kernel<false>
            <<<walks->count, team, 0, stream>>>(*arrays, *walks, *vectors);
    return cudaGetLastError();
}
