/* forms: a map in the memory of a CUDA device, and its weights.
 *
 * What solvers read; cuda_form.h is what forms are made with. Preparing uploads
 * the topology, customizing one set of weights; both return when the copy is
 * done. Maps whose vertices or arcs all but exhaust 32 bits are refused:
 * kernels count past the end. The hierarchy's form is in cuda_cch.h. */
#ifndef RELAXD_GPU_FORMS_FORMS_H
#define RELAXD_GPU_FORMS_FORMS_H

#include "core/solver/solver.h"
#include "gpu/forms/ell_size.h"

/* ---- cuda-csr: the arcs as they leave ---- */

/* A map in the memory of a CUDA device, as form "cuda-csr".
 *
 * Preparing uploads the topology, customizing one set of weights; every solver
 * here reads both in place. Device memory: 4 bytes a vertex and an arc, and 4
 * an arc for each set of weights. Both calls return when the copy is done.
 * Refuses maps whose vertices or arcs all but exhaust 32 bits: kernels count
 * past the end. */

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
    void *filled;                   /* weights as the form has them: struct cell
                                       [vertex_count] of cuda-cells; uint32_t
                                       [arc_count] by rows of cuda-csr-in,
                                       [slots] of cuda-ell; else NULL */
    struct changed_weight *changed; /* cuda_form.h's; NULL until then */
    struct CUstream_st *stream;     /* for changes and copies; NULL until then,
                                       which is the device's common stream */
};

/* 0, or SOLVER_REFUSES with words where the map is too large. */
int cuda_csr_check(const struct topology *topology, struct error *error);

/* ---- cuda-cells ---- */

/* A map with cells (form_kernels.h), as form "cuda-cells".
 *
 * Prepared as cuda-csr is. Beyond its 4 bytes an arc a set of weights takes 32
 * a vertex, the cells, which customizing fills on the device. */

/* ---- cuda-csr-in ---- */

/* A map with its arcs by head as well, as form
 * "cuda-csr-in": the transposed matrix, whose rows are heads.
 *
 * Beyond cuda-csr: 4 bytes a vertex and 8 an arc, and 4 an arc for each set of
 * weights, which customizing puts into the order of the rows on the device. */

/* Pointers into device memory. The arcs that enter v are [first_in[v],
 * first_in[v + 1]), ascending by their index in the topology. */
struct cuda_csr_in {
    struct cuda_csr csr;
    uint32_t *first_in;     /* [vertex_count + 1] */
    uint32_t *tail;         /* [arc_count] where each leaves */
    uint32_t *arc;          /* [arc_count] its index in the topology */
    struct row_part *parts; /* [part_count] of all long rows */
    uint32_t part_count;
};

/* For forms that embed it: what it has beside struct cuda_csr. `reverse` is of
 * the map's topology and the caller's. What was uploaded is freed by the other,
 * after a failure as well. */
int cuda_csr_in_upload(struct cuda_csr_in *in,
                       const struct reverse_topology *reverse,
                       struct error *error);
uint64_t cuda_csr_in_bytes(const struct cuda_csr_in *in);
void cuda_csr_in_free(struct cuda_csr_in *in);

/* ---- cuda-ell ---- */

/* A map in ELL, by head, as form "cuda-ell".
 *
 * Row v has a slot for each arc that enters v and empty ones up to the longest
 * row's number; slot k of all rows lies side by side, so that neighbouring
 * threads read neighbouring words. An empty slot's tail is its own row.
 *
 * Beyond cuda-csr: 4 bytes a vertex and an arc, and 4 a slot, and 4 a slot for
 * each set of weights. Refuses maps whose slots are too many (ell_size.h). */

/* Pointers into device memory. */
struct cuda_ell {
    struct cuda_csr_in in; /* without tail */
    struct ell_size size;
    uint32_t *tail; /* [slots] row v's slot k at k * stride + v */
};

/* ---- All of them ---- */

/* The forms on CUDA: NAME_form, and how it is called. */
#define CUDA_FORMS(DO)                                                         \
    DO(cuda_csr, "cuda-csr")                                                   \
    DO(cuda_csr_in, "cuda-csr-in")                                             \
    DO(cuda_ell, "cuda-ell")                                                   \
    DO(cuda_cells, "cuda-cells")                                               \
    DO(cuda_cch, "cuda-cch")

#define DECLARE_FORM(NAME, TEXT) extern const struct form_ops NAME##_form;

CUDA_FORMS(DECLARE_FORM)

#endif
