/* forms: a map in the memory of a CUDA device, and its weights.
 *
 * Solvers read these structs; forms are written with cuda_form.h. Preparing
 * uploads the topology, customizing one set of weights; both return when the
 * copy is done. They refuse maps whose vertices or arcs nearly exhaust 32 bits:
 * kernels count past the end. The hierarchy's form is in cuda_cch.h. */
#ifndef RELAXD_GPU_FORMS_FORMS_H
#define RELAXD_GPU_FORMS_FORMS_H

#include "core/solver/solver.h"
#include "gpu/forms/ell_size.h"

/* ---- cuda-csr: outgoing arcs ---- */

/* A map in the memory of a CUDA device, as form "cuda-csr".
 *
 * Every solver here reads topology and weights in place. Device memory: 4 bytes
 * a vertex and an arc, and 4 an arc for each set of weights. */

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
    struct weights weights;         /* the caller's, in host memory */
    uint32_t *weight;               /* [arc_count] */
    void *filled;                   /* weights in the form's layout: struct cell
                                       [vertex_count] of cuda-cells; uint32_t
                                       [arc_count] by rows of cuda-csr-in,
                                       [slots] of cuda-ell; else NULL */
    struct changed_weight *changed; /* of cuda_form.h; NULL until the first
                                       change */
    struct CUstream_st *stream;     /* for changes and copies; NULL until the
                                       first, meaning the device's default
                                       stream */
};

/* 0, or SOLVER_REFUSES with words where the map is too large. */
int cuda_csr_check(const struct topology *topology, struct error *error);

/* ---- cuda-cells ---- */

/* A map with cells (form_kernels.h), as form "cuda-cells".
 *
 * Prepared like cuda-csr. Each set of weights takes, beyond 4 bytes an arc, 32
 * bytes a vertex for the cells, which customizing fills on the device. */

/* ---- cuda-csr-in ---- */

/* A map with its arcs by head as well, as form "cuda-csr-in": the transposed
 * matrix, whose rows are heads.
 *
 * Beyond cuda-csr: 4 bytes a vertex and 8 an arc, and 4 an arc for each set of
 * weights, which customizing sorts by rows on the device. */

/* Pointers into device memory. The arcs that enter v are [first_in[v],
 * first_in[v + 1]), ascending by their index in the topology. */
struct cuda_csr_in {
    struct cuda_csr csr;
    uint32_t *first_in;     /* [vertex_count + 1] */
    uint32_t *tail;         /* [arc_count] the vertex that each arc leaves */
    uint32_t *arc;          /* [arc_count] its index in the topology */
    struct row_part *parts; /* [part_count] of all long rows */
    uint32_t part_count;
};

/* ---- cuda-ell ---- */

/* A map in ELL, by head, as form "cuda-ell".
 *
 * Row v has a slot for each arc that enters v, padded with empty slots to the
 * longest row. The slots k of all rows are adjacent, so that neighbouring
 * threads read neighbouring words. An empty slot's tail is its own row.
 *
 * Beyond cuda-csr: 4 bytes a vertex and an arc, and 4 a slot, and 4 a slot for
 * each set of weights. Refuses maps with too many slots (ell_size.h). */

/* Pointers into device memory. */
struct cuda_ell {
    struct cuda_csr_in in; /* without tail */
    struct ell_size size;
    uint32_t *tail; /* [slots] slot k of row v at k * stride + v */
};

/* ---- All of them ---- */

/* The forms on CUDA: NAME_form, and its name. */
#define CUDA_FORMS(DO)                                                         \
    DO(cuda_csr, "cuda-csr")                                                   \
    DO(cuda_csr_in, "cuda-csr-in")                                             \
    DO(cuda_ell, "cuda-ell")                                                   \
    DO(cuda_cells, "cuda-cells")                                               \
    DO(cuda_cch, "cuda-cch")

#define DECLARE_FORM(NAME, TEXT) extern const struct form_ops NAME##_form;

CUDA_FORMS(DECLARE_FORM)

#endif
