/* cuda_csr: a map in the memory of a CUDA device, as form "cuda-csr".
 *
 * Preparing uploads the topology, customizing one set of weights; every solver
 * here reads both in place. Device memory: 4 bytes a vertex and an arc, and 4
 * an arc for each set of weights. Both calls return when the copy is done.
 * Refuses maps whose vertices or arcs all but exhaust 32 bits: kernels count
 * past the end. */
#ifndef RELAXD_GPU_FORMS_CUDA_CSR_H
#define RELAXD_GPU_FORMS_CUDA_CSR_H

#include "core/solver/solver.h"

struct changed_weight;
struct cuda_form;

/* Pointers into device memory. */
struct cuda_csr {
    struct prepared base;
    const struct cuda_form *form; /* cuda_form.h's */
    uint32_t *first_out;          /* [vertex_count + 1] */
    uint32_t *head;               /* [arc_count] */
};

struct cuda_metric {
    struct metric base;
    struct weights weights;         /* the caller's, in the host's memory */
    uint32_t *weight;               /* [arc_count] */
    struct changed_weight *changed; /* cuda_change.h's */
};

/* 0, or SOLVER_REFUSES with words where the map is too large. */
int cuda_csr_check(const struct topology *topology, struct error *error);

extern const struct form_ops cuda_csr_form;

#endif
