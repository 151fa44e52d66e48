/* kernels: the device code that all CUDA solvers share, as launchers.
 *
 * Every launcher queues its kernel on `stream`, returns at once and says
 * whether the launch was accepted; a later call reports failures of the running
 * kernel. Kernels of one solver have their own header (relax.h).
 *
 * The word. Kernels whose result decides what the host does next count
 * something and report it in one 64-bit word of mapped host memory: the
 * launch's sequence number in the upper half, the count in the lower. Each
 * block adds its part to the tally with one atomic; the last block posts the
 * word and clears the tally. The host may read it while the kernel's tail still
 * runs: its next launch on the stream waits for that tail anyway. */
#ifndef RELAXD_GPU_KERNELS_H
#define RELAXD_GPU_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A map with one set of weights, and a query's labels on it. All pointers are
 * device pointers. */
struct search_arrays {
    uint32_t vertex_count;
    uint32_t arc_count;
    const uint32_t *first_out; /* [vertex_count + 1] */
    const uint32_t *head;      /* [arc_count] */
    const uint32_t *weight;    /* [arc_count] */
    uint32_t *cost;            /* [vertex_count] COST_INFINITY: unlabelled */
    uint32_t bound;            /* labels above it are never written */
};

/* Where a kernel reports its count. */
struct host_word {
    unsigned long long *tally; /* blocks that counted << 32 | their count; 0
                                  between kernels */
    unsigned long long *host;  /* mapped; NULL: not posted */
    uint32_t sequence;
};

/* cudaSuccess where the current device can run this program's kernels. */
cudaError_t probe_kernels(void);

/* As struct seed of core/solver/query.h. */
struct kernel_seed {
    uint32_t vertex;
    uint32_t cost;
};

enum { SEEDS_PER_LAUNCH = 1024 };

/* labels.cu: lowers cost at up to SEEDS_PER_LAUNCH seeds. */
cudaError_t launch_seeds(const struct search_arrays *arrays,
                         const struct kernel_seed *seeds, uint32_t seed_count,
                         cudaStream_t stream);

/* labels.cu: the labelled vertices, in no order. Word: how many. */
cudaError_t launch_list_labelled(const struct search_arrays *arrays,
                                 uint32_t *list, const struct host_word *word,
                                 cudaStream_t stream);

/* links.cu: predecessors of final labels. A link is arc << 32 | its tail;
 * LINK_ROOT: a seed that kept its label; LINK_NONE: no link. */
#define LINK_NONE UINT64_MAX
#define LINK_ROOT (UINT64_MAX - 1)

/* No links yet. */
cudaError_t launch_links_clear(const struct search_arrays *arrays,
                               unsigned long long *links, cudaStream_t stream);
/* Marks up to SEEDS_PER_LAUNCH seeds that kept their label. */
cudaError_t launch_links_roots(const struct search_arrays *arrays,
                               const struct kernel_seed *seeds,
                               uint32_t seed_count, unsigned long long *links,
                               cudaStream_t stream);
/* Sets links over which the label rises. Roots must be marked. */
cudaError_t launch_links_rising(const struct search_arrays *arrays,
                                unsigned long long *links, cudaStream_t stream);
/* Word: labelled vertices that have no link yet. */
cudaError_t launch_links_missing(const struct search_arrays *arrays,
                                 const unsigned long long *links,
                                 const struct host_word *word,
                                 cudaStream_t stream);
/* Sets links over which the label stays, from linked vertices to those without.
 * Word: how many; repeat until none is missing. */
cudaError_t launch_links_level(const struct search_arrays *arrays,
                               unsigned long long *links,
                               const struct host_word *word,
                               cudaStream_t stream);

/* One path to follow. */
struct link_walk {
    uint32_t vertex;       /* where it ends */
    uint32_t arc_count;    /* filled by launch_walk_lengths; vertex_count: the
                              links form a cycle */
    uint32_t first_vertex; /* the same: its first vertex */
    uint32_t seed_cost;    /* the same: the label of its first vertex */
};

cudaError_t launch_walk_lengths(const struct search_arrays *arrays,
                                const unsigned long long *links,
                                struct link_walk *walks, uint32_t walk_count,
                                cudaStream_t stream);

/* The arcs of each walk, first to last, concatenated in the order of walks.
 * offset[i]: where those of walk i begin in arcs. */
cudaError_t launch_walks(const unsigned long long *links,
                         const struct link_walk *walks, const uint32_t *offset,
                         uint32_t walk_count, uint32_t *arcs,
                         cudaStream_t stream);

/* labels.cu: cost[i] of vertex[i]. */
cudaError_t launch_gather(const struct search_arrays *arrays,
                          const uint32_t *vertex, uint32_t count,
                          uint32_t *cost, cudaStream_t stream);

/* Vertices [first, first + count) of the map. */
struct vertex_range {
    uint32_t first;
    uint32_t count;
};

/* labels.cu: adds to count[i] the labelled vertices of the i-th RANGE_VERTICES
 * of the map. */
enum { RANGE_VERTICES = 65536 };
cudaError_t launch_count_reached(const struct search_arrays *arrays,
                                 uint32_t *count, cudaStream_t stream);

/* labels.cu: the labelled vertices of a range, their labels and the arcs of
 * their links (omitted where links is NULL), in no order. */
cudaError_t launch_reached(const struct search_arrays *arrays,
                           const unsigned long long *links,
                           struct vertex_range range, uint32_t *vertex,
                           uint32_t *cost, uint32_t *arc,
                           const struct host_word *word, cudaStream_t stream);

/* labels.cu: the arcs of a range's links. */
cudaError_t launch_link_arcs(const unsigned long long *links,
                             struct vertex_range range, uint32_t *arc,
                             cudaStream_t stream);

/* ---- Grids ---- */

struct kernel_grid {
    unsigned blocks;
    unsigned block; /* threads in each, a multiple of 32 */
};

struct occupancy {
    unsigned multiprocessors;
    unsigned blocks; /* on all multiprocessors together */
};

/* Blocks of a grid: `wanted`, or one per multiprocessor where that is 0; at
 * most as many as fit. */
static inline unsigned occupancy_blocks(const struct occupancy *occupancy,
                                        unsigned wanted)
{
    unsigned blocks = wanted > 0 ? wanted : occupancy->multiprocessors;

    return blocks < occupancy->blocks ? blocks : occupancy->blocks;
}

#ifdef __cplusplus
}
#endif

#endif
