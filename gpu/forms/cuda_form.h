/* cuda_form: what all forms of a map on CUDA have in common.
 *
 * Each keeps the arcs as they leave and the weights in their order, because
 * predecessors are looked for over them (links.cu): its struct begins with
 * struct cuda_csr, that of its metrics with struct cuda_metric. What it has
 * beside them it says in a struct cuda_form. The operations of all but
 * `prepare` are those here, and that one calls cuda_form_prepare().
 *
 * Any thread; the device is current afterwards, and done. */
#ifndef RELAXD_GPU_FORMS_CUDA_FORM_H
#define RELAXD_GPU_FORMS_CUDA_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "gpu/forms/form_kernels.h"
#include "gpu/forms/forms.h"

/* Functions may be NULL where there is nothing to do. They find the device
 * current and all members zeroed that no other has set. 0, or a code with
 * words; after a failure `finish` or `metric_finish` is called all the same. */
struct cuda_form {
    const struct form_ops *ops;
    size_t prepared_size; /* of the form's struct, and its metrics' */
    size_t metric_size;

    /* Before anything is allocated; SOLVER_REFUSES if it is not for this form.
     */
    int (*check)(const struct map *map, struct error *error);
    int (*upload)(struct cuda_csr *csr, const void *choice,
                  struct error *error);
    uint64_t (*bytes)(const struct cuda_csr *csr); /* of what it uploaded */
    void (*finish)(struct cuda_csr *csr);

    /* Memory for a set of weights: metric->filled of so many bytes, and what
     * else alloc makes. It is filled from metric->weight at first, and whenever
     * all weights have been replaced. */
    uint64_t (*filled_bytes)(const struct cuda_metric *metric);
    int (*alloc)(struct cuda_metric *metric, struct error *error);
    int (*fill)(struct cuda_metric *metric, struct error *error);
    uint64_t (*metric_bytes)(const struct cuda_metric *metric); /* of alloc's */
    void (*metric_finish)(struct cuda_metric *metric);

    /* When some weights change: where they lie beside metric->weight, and what
     * is to be done once they do. */
    void (*place)(const struct cuda_metric *metric,
                  struct weight_places *places);
    int (*follow)(struct cuda_metric *metric,
                  const struct weight_changes *changes, struct error *error);

    /* Queues on to->stream what alloc's memory holds beside the weights. */
    cudaError_t (*copy)(const struct cuda_metric *from, struct cuda_metric *to);
};

/* `form` outlives what is prepared; `choice` is upload's. */
int cuda_form_prepare(const struct cuda_form *form, const struct device *device,
                      const struct map *map, const void *choice,
                      struct prepared **ret_prepared, struct error *error);

/* form_ops'. */
void cuda_form_prepared_destroy(struct prepared *prepared);
int cuda_form_customize(struct prepared *prepared,
                        const struct weights *weights,
                        struct metric **ret_metric, struct error *error);
int cuda_form_recustomize(struct metric *metric, const struct weights *weights,
                          const struct weight_changes *changes,
                          struct error *error);
int cuda_form_clone(const struct metric *metric, struct metric **ret_metric,
                    struct error *error);
void cuda_form_metric_destroy(struct metric *metric);
uint64_t cuda_form_prepared_bytes(const struct prepared *prepared);
uint64_t cuda_form_metric_bytes(const struct metric *metric);

/* The rows of a table of them, but for name and prepare. */
#define CUDA_FORM_OPERATIONS                                                   \
    .device_kind = DEVICE_CUDA,                                                \
    .prepared_destroy = cuda_form_prepared_destroy,                            \
    .customize = cuda_form_customize, .recustomize = cuda_form_recustomize,    \
    .clone = cuda_form_clone, .metric_destroy = cuda_form_metric_destroy,      \
    .prepared_bytes = cuda_form_prepared_bytes,                                \
    .metric_bytes = cuda_form_metric_bytes

/* ---- Changed weights ---- */

/* A metric's weights on its device, brought to others.
 *
 * What all forms on CUDA have of recustomize. A few changes travel as pairs of
 * arc and weight and are scattered by a kernel; where they are many, one copy
 * of the whole set is cheaper, and the form fills the rest from it as customize
 * does. Device memory: 8 bytes for each of CUDA_CHANGES_AT_ONCE, from a
 * metric's first change on.
 *
 * Any thread; the device is current afterwards, and done. 0, or a code of
 * cuda_error.h; then the metric's weights are neither old nor new. */

enum { CUDA_CHANGES_AT_ONCE = 16384 };

/* Whether so many changes are better copied as a whole. */
bool cuda_change_is_whole(const struct weights *weights,
                          const struct weight_changes *changes);

/* Sees to metric->stream, on which `follow` and `copy` queue their work; its
 * callers wait for it. */
int cuda_metric_stream(struct cuda_metric *metric, struct error *error);

/* ---- Uploads ---- */

/* Memory of the current device with a copy of `count` words, which is done when
 * it returns; for cudaFree(). `what` goes into the words of a failure. 0, or a
 * code of cuda_error.h. */
int upload_words(uint32_t **ret_words, const uint32_t *words, size_t count,
                 const char *what, struct error *error);

/* The same into memory that is there. */
int copy_words(uint32_t *memory, const uint32_t *words, size_t count,
               const char *what, struct error *error);

#endif
