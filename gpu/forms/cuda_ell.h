/* cuda_ell: a map in ELL, by head, as form "cuda-ell".
 *
 * Row v has a slot for each arc that enters v and empty ones up to the longest
 * row's number; slot k of all rows lies side by side, so that neighbouring
 * threads read neighbouring words. An empty slot's tail is its own row.
 *
 * Beyond cuda-csr: 4 bytes a vertex and an arc, and 4 a slot, and 4 a slot for
 * each set of weights. Refuses maps whose slots are too many (ell_size.h). */
#ifndef RELAXD_GPU_FORMS_CUDA_ELL_H
#define RELAXD_GPU_FORMS_CUDA_ELL_H

#include "gpu/forms/cuda_csr_in.h"
#include "gpu/forms/ell_size.h"

/* Pointers into device memory. */
struct cuda_ell {
    struct cuda_csr_in in; /* without tail */
    struct ell_size size;
    uint32_t *tail; /* [slots] row v's slot k at k * stride + v */
};

struct cuda_ell_metric {
    struct cuda_metric metric;
    uint32_t *weight; /* [slots], WEIGHT_CLOSED in empty ones */
};

extern const struct form_ops cuda_ell_form;

#endif
