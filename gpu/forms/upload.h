/* upload: arrays of the host as arrays of a device. */
#ifndef RELAXD_GPU_FORMS_UPLOAD_H
#define RELAXD_GPU_FORMS_UPLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

/* Memory of the current device with a copy of `count` words, which is done when
 * it returns; for cudaFree(). `what` goes into the words of a failure. 0, or a
 * code of cuda_error.h. */
int upload_words(uint32_t **ret_words, const uint32_t *words, size_t count,
                 const char *what, struct error *error);

/* The same into memory that is there. */
int copy_words(uint32_t *memory, const uint32_t *words, size_t count,
               const char *what, struct error *error);

#endif
