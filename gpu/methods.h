/* methods: the methods of the CUDA solvers, by name.
 *
 * Each is defined beside its phases, and in none.c where CUDA is not built in.
 * Papers and sections stand in gpu/solvers/, which alone refers to them. */
#ifndef RELAXD_GPU_METHODS_H
#define RELAXD_GPU_METHODS_H

#include "gpu/search.h"

extern const struct search_method bellman_ford_method; /* bellman_ford.c */
extern const struct search_method
    bellman_ford_queue_method; /* bellman_ford_queue.c */
extern const struct search_method dijkstra_gpu_method; /* dijkstra_gpu.c */

extern const struct search_method cch_gpu_method; /* tree.c */

extern const struct search_method delta_stepping_method; /* delta_stepping.c */

extern const struct search_method harish_method;    /* relaxation.c */
extern const struct search_method selection_method; /* relaxation.c */
extern const struct search_method adaptive_method;  /* relaxation.c */
extern const struct search_method spmv_csr_method;  /* spmv.c */
extern const struct search_method spmv_ell_method;  /* spmv.c */
extern const struct search_method locality_method;  /* locality.c */
extern const struct search_method near_far_method;  /* near_far.c */

#endif
