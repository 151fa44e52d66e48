/* cuda_csr: a map in the memory of a CUDA device, as representation "cuda-csr".
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

/* Pointers into device memory. */
struct cuda_csr {
    struct prepared base;
    uint32_t *first_out; /* [vertex_count + 1] */
    uint32_t *head;      /* [arc_count] */
};

struct cuda_metric {
    struct metric base;
    struct weights weights;         /* the caller's, in the host's memory */
    uint32_t *weight;               /* [arc_count] */
    struct changed_weight *changed; /* cuda_change.h's */
};

/* 0, or SOLVER_REFUSES with words where the map is too large. */
int cuda_csr_check(const struct topology *topology, struct error *error);

/* For representations that keep more than this: their structs begin with struct
 * cuda_csr and their metrics with struct cuda_metric, because predecessors are
 * looked for over the arcs as they leave (links.cu). Zeroed before; after a
 * failure, which has code and words, the caller calls finish as well. Leave
 * the device current. */
int cuda_csr_init(struct cuda_csr *csr, const struct representation_ops *ops,
                  const struct device *device, const struct map *map,
                  struct error *error);
void cuda_csr_finish(struct cuda_csr *csr);
int cuda_metric_init(struct cuda_metric *metric, struct prepared *prepared,
                     const struct weights *weights, struct error *error);
void cuda_metric_finish(struct cuda_metric *metric);

extern const struct representation_ops cuda_csr_representation;

#endif
