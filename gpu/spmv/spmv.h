/* spmv: the kernels of spmv-csr and spmv-ell.
 *
 * A round multiplies the vector of labels by the map's matrix over the semiring
 * (min, +): y[v] = min(x[v], min over arcs (u, v) of x[u] + weight), with
 * cost_add()'s sum, none above the bound. Rows are heads, so that one thread
 * writes each and no atomics are needed. */
#ifndef RELAXD_GPU_SPMV_SPMV_H
#define RELAXD_GPU_SPMV_SPMV_H

#include "gpu/forms/ell_size.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spmv_vectors {
    uint32_t vertex_count;
    uint32_t bound;    /* sums above it are never written */
    const uint32_t *x; /* [vertex_count] */
    uint32_t *y;       /* [vertex_count]; x itself: in place, a row may read
                          what another wrote in the same round */
};

/* Rows that a thread computes at a time. */
enum { SPMV_CSR_ROWS = 1, SPMV_ELL_ROWS = 2 };

struct spmv_csr {
    const uint32_t *first_in; /* as in struct cuda_csr_in */
    const uint32_t *tail;
    const uint32_t *weight; /* [arc_count] in the order of rows */
    const struct row_part *parts;
    uint32_t part_count;
};

/* spmv.cu: one round. A warp computes `tiles` tiles of 32 * SPMV_CSR_ROWS rows,
 * one after the other. Word: rows that changed; in place a long row may count
 * once for each of its parts. */
cudaError_t launch_spmv_csr(const struct spmv_csr *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream);

/* Row v has `width` slots, slot k at k * stride + v (forms.h). */
struct spmv_ell {
    uint32_t vertex_count;
    uint32_t width;
    uint64_t stride;
    const uint32_t *tail;   /* [slots] */
    const uint32_t *weight; /* [slots] */
};

/* spmv.cu: fills slots[] from arrays of arcs by head, where first_in is as in
 * struct cuda_csr_in: with their tails; or, where `weight` is not NULL, with
 * the weights of the arcs whose index is by_head[]. */
cudaError_t launch_ell_fill(const struct spmv_ell *ell,
                            const uint32_t *first_in, const uint32_t *by_head,
                            const uint32_t *weight, uint32_t *slots,
                            cudaStream_t stream);

/* spmv.cu: one round, in tiles of 32 * SPMV_ELL_ROWS rows. Word: rows that
 * changed. */
cudaError_t launch_spmv_ell(const struct spmv_ell *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
