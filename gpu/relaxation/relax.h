/* relax: the kernels of harish, selection and adaptive (relaxation.c). */
#ifndef RELAXD_GPU_RELAXATION_RELAX_H
#define RELAXD_GPU_RELAXATION_RELAX_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Letters in parentheses are the paper's. `block`: threads in a block, a
 * multiple of 32. */
struct relax_arrays {
    struct search_arrays search; /* V_a, E_a, W_a; cost (C_a): labels when a
                                    phase begins; relax kernels only read
                                    them */
    uint32_t *tentative; /* [vertex_count] (U_a) lowered by relax kernels */
    uint8_t *fell;       /* [vertex_count] (M_a) 1: fell in the last phase; set
                            by relax_all.cu alone, else 0. NULL where only
                            relax_selected.cu runs */
};

/* relax_all.cu: Algorithms 2 and 3. tentative must equal cost before, and does
 * afterwards. The second's word: vertices that fell. */
cudaError_t launch_relax_all(const struct relax_arrays *arrays, unsigned block,
                             cudaStream_t stream);
cudaError_t launch_update_all(const struct relax_arrays *arrays,
                              const struct host_word *word, unsigned block,
                              cudaStream_t stream);

/* relax_selected.cu: Algorithm 6 followed by Algorithm 5 in one launch, for
 * list[count], the vertices that fell in the last phase (NR_a), at least 1.
 * Before, cost must be right everywhere, and tentative equal to it except on
 * the list, where it may be higher. Afterwards tentative is right everywhere,
 * and cost is higher at the vertices that fell, which are listed in next
 * (NW_a). Word: how many. */
cudaError_t launch_relax_selected(const struct relax_arrays *arrays,
                                  const uint32_t *list, uint32_t count,
                                  uint32_t *next, const struct host_word *word,
                                  unsigned block, cudaStream_t stream);

/* relax_selected.cu: Algorithm 6 alone, before relax_all.cu takes over: makes
 * tentative equal to cost on the list too and sets the flags. */
cudaError_t launch_update_selected(const struct relax_arrays *arrays,
                                   const uint32_t *list, uint32_t count,
                                   unsigned block, cudaStream_t stream);

/* relax_selected.cu: Algorithm 4's SWITCH_KERNEL; lists the flagged vertices
 * and clears the flags. */
cudaError_t launch_switch(const struct relax_arrays *arrays, uint32_t *list,
                          const struct host_word *word, unsigned block,
                          cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
