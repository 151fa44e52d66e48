/* arrays: what kernels read of a map's hierarchy, and its panels.
 *
 * Arrays are those of core/graph/hierarchy/hierarchy.h, in the device's memory;
 * panels and Schur complements lie as it says. Structs are passed to kernels by
 * value. */
#ifndef RELAXD_GPU_CCH_ARRAYS_H
#define RELAXD_GPU_CCH_ARRAYS_H

#include <stdint.h>

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
    const uint64_t *first_upper;  /* [supernode_count + 1] */
    const uint32_t *upper;        /* vertices */
    const uint32_t *upper_depth;  /* of each upper: depth[upper[i]] */
    const uint32_t *place;        /* in the parent's front */
    const uint64_t *first_entry;  /* [supernode_count + 1] */
    const uint32_t *supernode;    /* [vertex_count] */
    const uint32_t *depth;        /* [vertex_count] */
    const uint32_t *arc_by_entry; /* [placed_count] less arcs that have no
                                     entry */
    const uint64_t *entry;        /* [placed_count] that of each of these */
    uint32_t placed_count;
};

/* What one set of weights fills the hierarchy with. */
struct cch_panels {
    uint32_t *basic;  /* [first_entry[supernode_count]] by pivots of lower
                         number alone: what paths unpack by */
    uint32_t *closed; /* the same, closed within its supernode: what walks and
                         sweeps take one step by. out[i][j < s] is the distance
                         over the supernode and all below it, 0 where i = j;
                         out[i][j] and in[i][j] are least over ways that move
                         within the supernode first, or last */
    uint32_t *schur;  /* [first_schur[supernode_count]] */
    uint64_t panel_words;
    uint64_t schur_words;
};

#endif
