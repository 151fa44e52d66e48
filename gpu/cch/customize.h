/* customize: weights into panels, on a device.
 *
 * Least original arcs first (init.cu), then leaves (small_fronts.cu), then all
 * other fronts (small_fronts.cu, flow.cu), each eliminated and then closed by
 * the team that has it; the largest in the end (patches.cu), closed apart
 * (close_large.cu). Launches of fronts may overlap (ticket.cuh). The launchers
 * queue and return at once. */
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
 * Arrays are those of core/graph/hierarchy/hierarchy.h, in the device's memory;
 * panels and Schur complements lie as it says. Structs are passed to kernels by
 * value. */

/* Threads in a block of kernels that walk and sweep, at most. */
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
    const uint32_t *place;       /* in the parent's front */
    const uint64_t *first_panel; /* [supernode_count + 1] */
    const uint32_t *supernode;   /* [vertex_count] */
    const uint32_t *depth;       /* [vertex_count] */
    const uint32_t *arc_by_slot; /* [placed_count] less arcs that have no
                                     entry */
    const uint64_t *entry;       /* [placed_count] that of each of these */
    uint32_t placed_count;
};

/* What one set of weights fills the hierarchy with. */
struct cch_panels {
    uint32_t *basic;  /* [first_panel[supernode_count]] by pivots of lower
                         number alone: what paths unpack by */
    uint32_t *closed; /* the same, closed within its supernode: what walks and
                         sweeps take one step by. out[i][j < s] is the distance
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

/* Warps that share a block, each with a front of its own. */
enum { CCH_WARPS = 4 };

/* Lines of a front are filled up to fours. */
CCH_FUNCTION uint32_t cch_padded(uint32_t lines)
{
    return (lines + 3) & ~(uint32_t)3;
}

/* Of a matrix of so many lines: four times an odd number, so that a column's
 * words lie in as many banks of shared memory as can be. */
CCH_FUNCTION uint32_t cch_row_words(uint32_t lines)
{
    return (lines + 3) / 4 * 4 | 4;
}

/* The most words in a row of the matrix of a front of so many vertices. */
CCH_FUNCTION uint32_t cch_width(uint32_t f)
{
    return cch_row_words(f + 6);
}

/* The plan on the device. */
struct cch_fronts {
    const struct cch_front *fronts;
    const struct cch_child *children;
    const uint32_t *place;
};

/* Device memory for matrices of fronts that fit nowhere else, and for what the
 * blocks that share one tell each other. */
struct cch_scratch {
    uint32_t *word;
    uint64_t words_each;
    uint32_t count;
    uint32_t *arrived; /* [count] at their barrier */
    uint32_t *is_long; /* [count] the last turn in which a word was long */
};

/* A front on a list, and whether its own arcs changed. */
#define CCH_SEEDED 0x80000000u

/* Fronts that one launch takes, parents after their children, and how it is
 * told that a front is done. */
struct cch_flow {
    const uint32_t *list; /* [count], or NULL: fronts [first, first + count) */
    uint32_t first;
    uint32_t count;
    uint32_t front_max;       /* the largest f */
    uint32_t awaited;         /* fronts before it are done before */
    uint32_t *tickets;        /* how many have been; 0 before the launch */
    bool leads;               /* the first of launches that overlap */
    bool early;               /* may begin before the launch before has ended */
    uint32_t *done;           /* [front_count] epoch << 1 | whether its Schur
                                 complement changed */
    const uint32_t *expected; /* [front_count] the epoch in which it was last on
                                 a list */
    uint32_t epoch;           /* below 2^31, another for each customizing */
};

/* Everything that a launch over fronts is given. */
struct cch_work {
    struct cch_fronts fronts;
    struct cch_flow flow;
    struct cch_arrays arrays; /* these two for listed fronts alone */
    const uint32_t *weight;
    struct cch_panels panels;
};

/* Of a block's shared memory what kernels have that hold matrices in it. */
enum { CCH_FIXED_BYTES = 4096 };

/* The most shared memory that a block of the current device may have for
 * matrices. */
cudaError_t cch_shared_bytes(uint32_t *ret_bytes);

/* No arcs at all, then the least of those that share an entry. */
cudaError_t launch_cch_clear(const struct cch_arrays *arrays,
                             const struct cch_panels *panels,
                             cudaStream_t stream);
cudaError_t launch_cch_arcs(const struct cch_arrays *arrays,
                            const uint32_t *weight,
                            const struct cch_panels *panels,
                            cudaStream_t stream);

/* A list of fronts on its way to the device. */
struct cch_listing {
    const uint32_t
        *from; /* [count] on the host; read before the call returns */
    uint32_t count;
    uint32_t epoch;
    uint32_t *list;     /* [count] on the device */
    uint32_t *expected; /* flow's: the listed ones are, in this epoch */
    uint32_t *tickets;  /* [CCH_TEAMS] flow's: 0 */
};

/* What precedes launches over listed fronts. */
cudaError_t launch_cch_list(const struct cch_listing *listing,
                            cudaStream_t stream);

/* Leaves, from arcs to closed panels. */
cudaError_t launch_cch_leaves(const struct cch_front *fronts, uint32_t count,
                              const struct cch_panels *panels,
                              cudaStream_t stream);

/* All fronts of CCH_QUARTER or CCH_HALF, as launch_cch_flow() takes others. */
cudaError_t launch_cch_parts(enum cch_team team, const struct cch_work *work,
                             cudaStream_t stream);

/* Fronts of CCH_WARP, CCH_SMALL or CCH_LARGE whose children are in the same
 * flow or done before. All fronts of a team: panels hold their arcs. Those on a
 * list: panels are made anew, of fronts that have changed arcs or a child whose
 * Schur complement changed. */
cudaError_t launch_cch_flow(enum cch_team team, const struct cch_work *work,
                            cudaStream_t stream);

/* The same for fronts of CCH_GLOBAL, each by several blocks, whose children are
 * done before: basic panels and Schur complements. Closed panels hold nothing
 * of use then. */
cudaError_t launch_cch_patches(const struct cch_work *work,
                               const struct cch_scratch *scratch,
                               cudaStream_t stream);

/* Closed panels of any such fronts from their basic ones. */
cudaError_t launch_cch_close_large(const struct cch_work *work,
                                   cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
