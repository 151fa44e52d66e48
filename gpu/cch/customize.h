/* customize: weights into panels, on a device.
 *
 * The steps: the least original arcs (init.cu), leaves (small_fronts.cu), all
 * other fronts (small_fronts.cu, flow.cu), last the largest (patches.cu). A
 * team eliminates its front and then closes it; close_large.cu closes the
 * largest ones separately. Launches of fronts may overlap (ticket.cuh). The
 * launchers queue and return at once. */
#ifndef RELAXD_GPU_CCH_CUSTOMIZE_H
#define RELAXD_GPU_CCH_CUSTOMIZE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "gpu/cch/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What kernels read of a hierarchy ---- */

/* What kernels read of a map's hierarchy, and its panels.
 *
 * The arrays are those of core/graph/hierarchy/hierarchy.h in device memory;
 * panels and Schur complements have its layout. Structs are passed to kernels
 * by value. */

/* Most threads in a block of the walk and sweep kernels. */
enum { CCH_BLOCK_MAX = 1024 };

struct cch_arrays {
    uint32_t vertex_count;
    uint32_t supernode_count;
    uint32_t level_count;
    uint32_t depth_count;
    uint32_t front_max;
    const uint32_t *first_vertex; /* [supernode_count + 1] */
    const uint32_t *parent;       /* [supernode_count] */
    const uint64_t *first_upward; /* [supernode_count + 1] */
    const uint32_t *upward;       /* vertices */
    const uint32_t *
        upward_depth; /* of each upward neighbour: depth[upward neighbour[i]] */
    const uint32_t *place;       /* line in the parent's front */
    const uint64_t *first_panel; /* [supernode_count + 1] */
    const uint32_t *supernode;   /* [vertex_count] */
    const uint32_t *depth;       /* [vertex_count] */
    const uint32_t *arc_by_slot; /* [placed_count] without arcs that have no
                                    entry */
    const uint64_t *entry;       /* [placed_count] entry of each of these
                                    arcs */
    uint32_t placed_count;
    const struct cch_front *fronts; /* of the plan (plan.h) */
    const struct cch_child *children;
    const uint32_t *closed; /* of the metric that a query reads; else NULL */
    const unsigned long long *packed; /* sums beside these (sums.h), or NULL */
};

/* What one set of weights computes for the hierarchy. */
struct cch_panels {
    uint32_t *basic;  /* [first_panel[supernode_count]] over pivots of lower
                         number alone: paths are unpacked with these */
    uint32_t *closed; /* the same, closed within its supernode: walks and sweeps
                         use these, one step each. out[i][j < s] is the distance
                         over the supernode and all below it, 0 where i = j;
                         out[i][j] and in[i][j] are least over paths that move
                         within the supernode first, or last */
    uint32_t *schur;  /* [first_schur[supernode_count]] */
    uint64_t panel_words;
    uint64_t schur_words;
};

/* ---- Customizing ---- */

#ifdef __CUDACC__
#define CCH_FUNCTION static __host__ __device__ __forceinline__
#else
#define CCH_FUNCTION static inline
#endif

/* Warps that share a block, each with its own front. */
enum { CCH_WARPS = 4 };

/* Lines of a front are padded to a multiple of 4. */
CCH_FUNCTION uint32_t cch_padded(uint32_t lines)
{
    return (lines + 3) & ~(uint32_t)3;
}

/* Words in a row of a matrix of `lines` lines: four times an odd number, so
 * that the words of a column spread over as many banks of shared memory as
 * possible. */
CCH_FUNCTION uint32_t cch_row_words(uint32_t lines)
{
    return (lines + 3) / 4 * 4 | 4;
}

/* The most words in a row of the matrix of a front of f vertices. */
CCH_FUNCTION uint32_t cch_width(uint32_t f)
{
    return cch_row_words(f + 6);
}

/* Device memory for matrices of fronts that fit nowhere else, and for the
 * messages between the blocks that share one. */
struct cch_scratch {
    uint32_t *word;
    uint64_t words_each;
    uint32_t count;
    uint32_t *arrived; /* [count] at their barrier */
    uint32_t *is_long; /* [count] the last turn in which a word was long */
};

/* A listed front; the bit says whether its own arcs changed. */
#define CCH_SEEDED 0x80000000u

/* The arguments of a launch over some fronts, parents after their children, and
 * the words that report a front as done. */
struct cch_work {
    struct cch_arrays arrays;
    struct cch_panels panels;
    const uint32_t *weight;
    uint32_t *list; /* [count], or NULL: fronts [first, first + count) */
    uint32_t first;
    uint32_t count;
    uint32_t front_max; /* the largest f */
    uint32_t awaited;   /* fronts before this one were done before the launch */
    uint32_t *tickets;  /* fronts taken so far; 0 before the launch */
    bool leads;         /* the first of the launches that overlap */
    uint32_t *done;     /* [front_count] epoch << 1 | whether its Schur
                           complement changed */
    uint32_t *expected; /* [front_count] the epoch in which it was last
                           listed */
    uint32_t epoch;     /* below 2^31, a new one for each customization */
};

/* Shared memory of a block that kernels with matrices in it use otherwise. */
enum { CCH_FIXED_BYTES = 4096 };

/* The most shared memory that a block of the current device can use for
 * matrices. */
cudaError_t cch_shared_bytes(uint32_t *ret_bytes);

/* Clears the panels, then takes the least of the arcs that share an entry. */
cudaError_t launch_cch_arcs(const struct cch_work *work, cudaStream_t stream);

/* Queue this before launches over listed fronts. Copies from[count], on the
 * host and read before the call returns, to the list; the fronts expect the
 * epoch; resets tickets[CCH_TEAMS] to 0. */
cudaError_t launch_cch_list(const struct cch_work *work, const uint32_t *from,
                            cudaStream_t stream);

/* Leaves, from arcs to closed panels. */
cudaError_t launch_cch_leaves(const struct cch_work *work, cudaStream_t stream);

/* All fronts of CCH_QUARTER or CCH_HALF, as launch_cch_flow() takes others. */
cudaError_t launch_cch_parts(enum cch_team team, const struct cch_work *work,
                             cudaStream_t stream);

/* Fronts of CCH_WARP, CCH_SMALL or CCH_LARGE whose children are in the same
 * flow or done before. With all fronts of a team, panels hold their arcs. With
 * a list, it recomputes the panels of fronts that have changed arcs or a child
 * whose Schur complement changed. May begin before the previous launch has
 * ended. */
cudaError_t launch_cch_flow(enum cch_team team, const struct cch_work *work,
                            cudaStream_t stream);

/* The same for fronts of CCH_GLOBAL, several blocks each, whose children are
 * done: basic panels and Schur complements. Closed panels are undefined then.
 * Marks the listed fronts that it recomputes as CCH_SEEDED.
 */
cudaError_t launch_cch_patches(const struct cch_work *work,
                               const struct cch_scratch *scratch,
                               cudaStream_t stream);

/* Closed panels of any such fronts from their basic ones; of a list, of those
 * marked. */
cudaError_t launch_cch_close_large(const struct cch_work *work,
                                   cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
