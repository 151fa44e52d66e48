/* cuda_csr: a map in the memory of a CUDA device, as representation "cuda-csr".
 *
 * Preparing uploads the topology, customizing one set of weights; every solver
 * here reads both in place. Device memory: 4 bytes a vertex and an arc, and 4
 * an arc for each set of weights. Both calls return when the copy is done. */
#ifndef RELAXD_GPU_CUDA_CSR_H
#define RELAXD_GPU_CUDA_CSR_H

#include "core/solver/solver.h"

/* Pointers into device memory. */
struct cuda_csr {
    struct prepared base;
    uint32_t *first_out; /* [vertex_count + 1] */
    uint32_t *head;      /* [arc_count] */
};

struct cuda_metric {
    struct metric base;
    uint32_t *weight; /* [arc_count] */
};

extern const struct representation_ops cuda_csr_representation;

#endif
