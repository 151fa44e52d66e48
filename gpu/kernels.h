/* kernels: the device side of the CUDA solvers, as launchers.
 *
 * What C may call of the .cu files. Every launcher queues its kernel on
 * `stream`, returns at once and says whether the launch was accepted; what goes
 * wrong while it runs is seen by a later call. `block` is the number of threads
 * in a block, a multiple of 32.
 *
 * The word. Kernels that lead to a decision of the host count something and
 * tell it in one 64-bit word of mapped host memory: the launch's sequence
 * number in the upper half, the count in the lower. Each block adds its part to
 * the tally with one atomic; the last to do so posts the word and clears the
 * tally. The host may read it while the kernel's tail still runs: what it
 * launches next on the stream waits for that tail anyway. */
#ifndef RELAXD_GPU_KERNELS_H
#define RELAXD_GPU_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All pointers are the device's. In brackets the paper's letters. */
struct relax_arrays {
    uint32_t vertex_count;
    const uint32_t *first_out; /* [vertex_count + 1] (V_a) */
    const uint32_t *head;      /* [arc_count] (E_a) */
    const uint32_t *weight;    /* [arc_count] (W_a) */
    uint32_t *cost;      /* [vertex_count] (C_a) labels as a phase begins; relax
                            kernels only read them */
    uint32_t *tentative; /* [vertex_count] (U_a) what relax kernels lower */
    uint32_t *stamp;     /* [vertex_count] the phase in which the label fell
                            last, from 1; 0 at a seed; not set where unlabelled.
                            NULL: nobody will ask for paths */
    uint8_t *fell;       /* [vertex_count] (M_a) 1: fell in the last phase; kept
                            by relax_all.cu alone, else 0 */
    uint32_t bound;      /* labels above it are never written */
};

/* Where a kernel's count goes. */
struct relax_word {
    unsigned long long *tally; /* blocks that counted << 32 | their count; 0
                                  between kernels */
    unsigned long long *host;  /* mapped; NULL: tell nobody */
    uint32_t sequence;
};

/* cudaSuccess where the current device can run the code in this program. */
cudaError_t probe_kernels(void);

/* As struct seed of core/solver/query.h. */
struct kernel_seed {
    uint32_t vertex;
    uint32_t cost;
};

enum { SEEDS_PER_LAUNCH = 1024 };

/* seeds.cu: lowers cost at up to SEEDS_PER_LAUNCH seeds and appends each vertex
 * that had none to list[list_count...]. Word: entries in the list. */
cudaError_t launch_seeds(const struct relax_arrays *arrays,
                         const struct kernel_seed *seeds, uint32_t seed_count,
                         uint32_t *list, uint32_t list_count,
                         const struct relax_word *word, cudaStream_t stream);

/* relax_all.cu: Algorithms 2 and 3. Expect tentative equal to cost and leave it
 * so. The second's word: vertices that fell in `phase`. */
cudaError_t launch_relax_all(const struct relax_arrays *arrays, unsigned block,
                             cudaStream_t stream);
cudaError_t launch_update_all(const struct relax_arrays *arrays, uint32_t phase,
                              const struct relax_word *word, unsigned block,
                              cudaStream_t stream);

/* The vertices that fell in `phase` (NR_a). */
struct relax_list {
    const uint32_t *vertex; /* [count] */
    uint32_t count;         /* at least 1 */
    uint32_t phase;
};

/* relax_selected.cu: Algorithm 6 followed by Algorithm 5 in one launch. Expects
 * cost to be right everywhere and tentative equal to it but on the list, where
 * it may be higher; leaves it the other way round, tentative right everywhere
 * and cost higher at the vertices that fell, which it lists in next (NW_a).
 * Word: how many. */
cudaError_t launch_relax_selected(const struct relax_arrays *arrays,
                                  const struct relax_list *list, uint32_t *next,
                                  const struct relax_word *word, unsigned block,
                                  cudaStream_t stream);

/* relax_selected.cu: Algorithm 6 alone, before relax_all.cu takes over: makes
 * tentative equal to cost on the list too and sets the flags. */
cudaError_t launch_update_selected(const struct relax_arrays *arrays,
                                   const struct relax_list *list,
                                   unsigned block, cudaStream_t stream);

/* switch.cu: Algorithm 4's SWITCH_KERNEL, the list from the flags, which it
 * clears. */
cudaError_t launch_switch(const struct relax_arrays *arrays, uint32_t *list,
                          const struct relax_word *word, unsigned block,
                          cudaStream_t stream);

/* links.cu: after the last phase, for every labelled vertex but seeds the arc
 * it was reached by and that arc's tail: arc << 32 | tail, LINK_NONE. */
#define LINK_NONE UINT64_MAX
cudaError_t launch_links(const struct relax_arrays *arrays,
                         unsigned long long *links, unsigned block,
                         cudaStream_t stream);

/* One path to walk: stamp[vertex] arcs, first to last, from arcs[offset]. */
struct walk {
    uint32_t vertex;       /* where it ends */
    uint32_t offset;       /* into arcs */
    uint32_t first_vertex; /* filled: where it begins */
    uint32_t seed_cost;    /* filled: the label there */
};

cudaError_t launch_walks(const struct relax_arrays *arrays,
                         const unsigned long long *links, struct walk *walks,
                         uint32_t walk_count, uint32_t *arcs,
                         cudaStream_t stream);

/* pick.cu: cost[i] and stamp[i] of vertex[i]; 0 for a stamp that is not set. */
cudaError_t launch_gather(const struct relax_arrays *arrays,
                          const uint32_t *vertex, uint32_t count,
                          uint32_t *cost, uint32_t *stamp, cudaStream_t stream);

/* pick.cu: the labelled vertices, their labels and the arcs of their links (not
 * where links is NULL), in no order. cost may be arrays->tentative. Word: how
 * many. */
cudaError_t launch_reached(const struct relax_arrays *arrays,
                           const unsigned long long *links, uint32_t *vertex,
                           uint32_t *cost, uint32_t *arc,
                           const struct relax_word *word, unsigned block,
                           cudaStream_t stream);

/* pick.cu: the arcs of all links. */
cudaError_t launch_link_arcs(const unsigned long long *links, uint32_t count,
                             uint32_t *arc, unsigned block,
                             cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
