/* spmv: the kernels of spmv-csr and spmv-ell.
 *
 * A round multiplies the vector of labels by the map's matrix over the semiring
 * (min, +): y[v] = min(x[v], min over arcs (u, v) of x[u] + weight),
 * cost_add()'s sum, none above the bound. Rows are heads, so that each is
 * written by one thread and nothing needs an atomic. */
#ifndef RELAXD_GPU_SPMV_H
#define RELAXD_GPU_SPMV_H

#include "gpu/kernels.h"
#include "gpu/row_piece.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spmv_vectors {
    uint32_t vertex_count;
    uint32_t bound;    /* sums above it are never written */
    const uint32_t *x; /* [vertex_count] */
    uint32_t *y;       /* [vertex_count]; x itself: in place, a row then may
                          read what another wrote in this round */
};

/* How rows are dealt out. A warp takes tiles of 32 * rows_per_thread
 * consecutive rows. */
enum spmv_kernel { SPMV_STREAM, SPMV_ROW };
struct spmv_shape {
    enum spmv_kernel kernel;  /* CSR alone */
    unsigned rows_per_thread; /* 1, 2 or 4 */
    unsigned tiles_per_warp;
};

enum { SPMV_ROWS_MAX = 4 }; /* a thread */

struct spmv_csr {
    const uint32_t *first_in; /* as in struct cuda_csr_in */
    const uint32_t *tail;
    const uint32_t *weight; /* [arc_count] in the order of rows */
    const struct row_piece *pieces;
    uint32_t piece_count;
};

/* spmv_csr.cu: one round. Word: rows that changed; in place a long one may
 * count once for each of its pieces. */
cudaError_t launch_spmv_csr(const struct spmv_csr *matrix,
                            const struct spmv_vectors *vectors,
                            const struct spmv_shape *shape,
                            const struct host_word *word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
