/* cuda_cch_upload: a hierarchy's arrays on a device. */
#ifndef RELAXD_GPU_FORMS_CUDA_CCH_UPLOAD_H
#define RELAXD_GPU_FORMS_CUDA_CCH_UPLOAD_H

#include "gpu/forms/cuda_cch.h"

/* Fills arrays and fronts from the map and the plan; what was uploaded is owned
 * by `cch`, after a failure as well. */
int cuda_cch_upload(struct cuda_cch *cch, const struct map *map,
                    struct error *error);
void cuda_cch_free(struct cuda_cch *cch);

#endif
