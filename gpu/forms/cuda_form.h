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

#include "gpu/forms/change_weights.h"
#include "gpu/forms/cuda_csr.h"

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

    /* Memory for a set of weights, and what is filled from metric->weight: at
     * first, and whenever all weights have been replaced. */
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
void cuda_form_metric_destroy(struct metric *metric);
uint64_t cuda_form_prepared_bytes(const struct prepared *prepared);
uint64_t cuda_form_metric_bytes(const struct metric *metric);

/* The rows of a table of them, but for name and prepare. */
#define CUDA_FORM_OPERATIONS                                                   \
    .device_kind = DEVICE_CUDA,                                                \
    .prepared_destroy = cuda_form_prepared_destroy,                            \
    .customize = cuda_form_customize, .recustomize = cuda_form_recustomize,    \
    .metric_destroy = cuda_form_metric_destroy,                                \
    .prepared_bytes = cuda_form_prepared_bytes,                                \
    .metric_bytes = cuda_form_metric_bytes

#endif
