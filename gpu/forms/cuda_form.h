/* cuda_form: what all forms of a map on CUDA have in common.
 *
 * Each form keeps the outgoing arcs and their weights, because links.cu derives
 * predecessors from them: its struct begins with struct cuda_csr, that of its
 * metrics with struct cuda_metric. A struct cuda_form describes what it adds,
 * and CUDA_FORM() makes a form of it.
 *
 * Any thread; afterwards the device is current and idle. */
#ifndef RELAXD_GPU_FORMS_CUDA_FORM_H
#define RELAXD_GPU_FORMS_CUDA_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "gpu/forms/form_kernels.h"
#include "gpu/forms/forms.h"

/* Functions may be NULL where there is nothing to do. The device is current
 * when they are called, and members not set yet are zero. 0, or a code with
 * words; after a failure `finish` or `metric_finish` is still called. */
struct cuda_form {
    const struct form_ops *ops;
    size_t prepared_size; /* of the form's struct, and of its metrics' */
    size_t metric_size;

    /* Called before anything is allocated; SOLVER_REFUSES if the map does not
     * suit the form. */
    int (*check)(const struct map *map, struct error *error);
    int (*upload)(struct cuda_csr *csr, const void *choice,
                  struct error *error);
    uint64_t (*bytes)(const struct cuda_csr *csr); /* of its uploads */
    void (*finish)(struct cuda_csr *csr);

    /* Memory for a set of weights: metric->filled of so many bytes, and
     * whatever alloc allocates. fill computes it from metric->weight, at first
     * and whenever all weights have been replaced. */
    uint64_t (*filled_bytes)(const struct cuda_metric *metric);
    int (*alloc)(struct cuda_metric *metric, struct error *error);
    int (*fill)(struct cuda_metric *metric, struct error *error);
    uint64_t (*metric_bytes)(const struct cuda_metric *metric); /* of alloc's
                                                                   memory */
    void (*metric_finish)(struct cuda_metric *metric);

    /* For changed weights: where they lie beside metric->weight, and the work
     * that follows. */
    void (*place)(const struct cuda_metric *metric,
                  struct weight_places *places);
    int (*follow)(struct cuda_metric *metric,
                  const struct weight_changes *changes, struct error *error);

    /* Queues on to->stream the copy of what alloc's memory holds beside the
     * weights. */
    cudaError_t (*copy)(const struct cuda_metric *from, struct cuda_metric *to);
};

/* `form` must outlive the prepared map; `choice` is passed to upload. */
int cuda_form_prepare(const struct cuda_form *form, const struct device *device,
                      const struct map *map, const void *choice,
                      struct prepared **ret_prepared, struct error *error);

/* Operations of struct form_ops. */
void cuda_form_prepared_destroy(struct prepared *prepared);
int cuda_form_customize(struct prepared *prepared,
                        const struct weights *weights,
                        struct metric **ret_metric, struct error *error);
int cuda_form_recustomize(struct metric *metric, const struct weights *weights,
                          const struct weight_changes *changes,
                          struct error *error);
int cuda_form_clone(const struct metric *metric, struct metric **ret_metric,
                    struct error *error);
/* Copies everything: on a device that takes a tenth of a millisecond for each
 * 200 MB. */
int cuda_form_catch_up(struct metric *metric, const struct metric *from,
                       const struct weight_changes *changes,
                       struct error *error);
void cuda_form_metric_destroy(struct metric *metric);
uint64_t cuda_form_prepared_bytes(const struct prepared *prepared);
uint64_t cuda_form_metric_bytes(const struct metric *metric);

/* Defines an entry of CUDA_FORMS, NAME_form, by its struct cuda_form OWN. */
#define CUDA_FORM(NAME, TEXT, OWN)                                             \
    static int prepare_##NAME(                                                 \
        const struct device *device, const struct map *map,                    \
        struct prepared **ret_prepared, struct error *error)                   \
    {                                                                          \
        return cuda_form_prepare(&OWN, device, map, NULL, ret_prepared,        \
                                 error);                                       \
    }                                                                          \
    const struct form_ops NAME##_form = {                                      \
        .name = TEXT,                                                          \
        .device_kind = DEVICE_CUDA,                                            \
        .prepare = prepare_##NAME,                                             \
        .prepared_destroy = cuda_form_prepared_destroy,                        \
        .customize = cuda_form_customize,                                      \
        .recustomize = cuda_form_recustomize,                                  \
        .clone = cuda_form_clone,                                              \
        .catch_up = cuda_form_catch_up,                                        \
        .metric_destroy = cuda_form_metric_destroy,                            \
        .prepared_bytes = cuda_form_prepared_bytes,                            \
        .metric_bytes = cuda_form_metric_bytes,                                \
    };

/* ---- Changed weights ---- */

/* Brings a metric's weights on its device up to date.
 *
 * The part of recustomize that all forms on CUDA share. A few changes are
 * copied as pairs of arc and weight, and a kernel scatters them. For many
 * changes one copy of the whole set is cheaper, and the form fills the rest
 * from it as customize does. Device memory: 8 bytes for each of
 * CUDA_CHANGES_AT_ONCE, from a metric's first change on.
 *
 * Any thread; afterwards the device is current and idle. 0, or a code of
 * cuda_error.h; then the metric's weights are neither old nor new. */

enum { CUDA_CHANGES_AT_ONCE = 16384 };

/* Whether copying the whole set is cheaper for so many changes. */
bool cuda_change_is_whole(const struct weights *weights,
                          const struct weight_changes *changes);

/* Creates metric->stream if there is none; `follow` and `copy` queue on it and
 * their callers wait for it. */
int cuda_metric_stream(struct cuda_metric *metric, struct error *error);

/* ---- Uploads ---- */

/* Allocates memory on the current device and copies `count` words there,
 * complete on return; free it with cudaFree(). Error messages name `what`. 0,
 * or a code of cuda_error.h. */
int upload_words(uint32_t **ret_words, const uint32_t *words, size_t count,
                 const char *what, struct error *error);

/* The same into existing memory. */
int copy_words(uint32_t *memory, const uint32_t *words, size_t count,
               const char *what, struct error *error);

#endif
