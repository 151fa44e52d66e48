/* change_weights: the kernel that puts changed weights where a map's form has
 * them. */
#ifndef RELAXD_GPU_FORMS_CHANGE_WEIGHTS_H
#define RELAXD_GPU_FORMS_CHANGE_WEIGHTS_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

struct changed_weight {
    uint32_t arc;
    uint32_t weight;
};

/* Where a weight lies in the device's memory: at its arc's index, and once more
 * by head where by_head is not NULL. */
struct weight_places {
    uint32_t *weight;         /* [arc_count] */
    uint32_t *by_head;        /* NULL: none, and nothing below counts */
    const uint32_t *head;     /* [arc_count] */
    const uint32_t *first_in; /* [vertex_count + 1] */
    const uint32_t *arc;      /* [arc_count] as in struct cuda_csr_in */
    uint64_t slot_stride;     /* by_head has slots as in cuda_ell.h;
                                 0: it is [arc_count] in the order of arc[] */
};

/* An arc may be named more than once, always with the same weight. */
cudaError_t launch_change_weights(const struct weight_places *places,
                                  const struct changed_weight *changed,
                                  uint32_t count, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
