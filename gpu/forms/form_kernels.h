/* form_kernels: the kernels that fill the forms of a map. */
#ifndef RELAXD_GPU_FORMS_FORM_KERNELS_H
#define RELAXD_GPU_FORMS_FORM_KERNELS_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Cells: a vertex's arcs in one sector of memory ---- */

/* A vertex's arcs in one sector of memory.
 *
 * A cell holds up to four arcs, each head beside its weight, so that four lanes
 * read one sector of 32 bytes without reading first_out first. Vertices with
 * more arcs are marked; their arcs are read from the map. */

enum { CELL_ARCS = 4, CELL_WORDS = 2 * CELL_ARCS };

/* In place of a head: the arcs are in the map. */
#define CELL_LONG UINT32_MAX

struct cell {
    struct {
        uint32_t head;   /* in the first arc CELL_LONG: the arcs do not fit */
        uint32_t weight; /* COST_INFINITY where there is no arc */
    } arc[CELL_ARCS];
};

/* A cell for each vertex, from first_out, head and weight. */
cudaError_t launch_fill_cells(const struct search_arrays *arrays,
                              struct cell *cells, cudaStream_t stream);

/* ---- Changed weights, written to a form's places ---- */

struct changed_weight {
    uint32_t arc;
    uint32_t weight;
};

/* Where a weight lies in device memory: at its arc's index and, where by_head
 * is not NULL, once more by head. */
struct weight_places {
    uint32_t *weight;         /* [arc_count] */
    uint32_t *by_head;        /* NULL: none, and the fields below do not
                                 count */
    const uint32_t *head;     /* [arc_count] */
    const uint32_t *first_in; /* [vertex_count + 1] */
    const uint32_t *arc;      /* [arc_count] as in struct cuda_csr_in */
    uint64_t slot_stride;     /* by_head has slots as in forms.h; 0: it is
                                 [arc_count], in the order of arc[] */
};

/* Up to so many travel as kernel arguments, without a copy before. */
enum { CHANGES_FEW = 256 };

/* `changed`: [count] on the host, read before the call returns. An arc may
 * occur more than once, always with the same weight. `buffer`: [count] on the
 * device; not used for up to CHANGES_FEW. */
cudaError_t launch_change_weights(const struct weight_places *places,
                                  const struct changed_weight *changed,
                                  uint32_t count, struct changed_weight *buffer,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
