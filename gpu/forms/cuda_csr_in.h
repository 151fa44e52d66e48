/* cuda_csr_in: a map with its arcs by head as well, as form
 * "cuda-csr-in": the transposed matrix, whose rows are heads.
 *
 * Beyond cuda-csr: 4 bytes a vertex and 8 an arc, and 4 an arc for each set of
 * weights, which customizing puts into the order of the rows on the device. */
#ifndef RELAXD_GPU_FORMS_CUDA_CSR_IN_H
#define RELAXD_GPU_FORMS_CUDA_CSR_IN_H

#include "gpu/forms/cuda_csr.h"
#include "gpu/forms/row_piece.h"

/* Pointers into device memory. The arcs that enter v are [first_in[v],
 * first_in[v + 1]), ascending by their index in the topology. */
struct cuda_csr_in {
    struct cuda_csr csr;
    uint32_t *first_in;       /* [vertex_count + 1] */
    uint32_t *tail;           /* [arc_count] where each leaves */
    uint32_t *arc;            /* [arc_count] its index in the topology */
    struct row_piece *pieces; /* [piece_count] of all long rows */
    uint32_t piece_count;
};

struct cuda_csr_in_metric {
    struct cuda_metric metric;
    uint32_t *weight_in; /* [arc_count] in the order of rows */
};

/* For forms that embed it: what it has beside struct cuda_csr. `reverse` is of
 * the map's topology and the caller's. What was uploaded is freed by the other,
 * after a failure as well. */
int cuda_csr_in_upload(struct cuda_csr_in *in,
                       const struct reverse_topology *reverse,
                       struct error *error);
uint64_t cuda_csr_in_bytes(const struct cuda_csr_in *in);
void cuda_csr_in_free(struct cuda_csr_in *in);

extern const struct form_ops cuda_csr_in_form;

#endif
