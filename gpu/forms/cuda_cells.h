/* cuda_cells: a map with cells (cells.h), as form "cuda-cells".
 *
 * Prepared as cuda-csr is. Beyond its 4 bytes an arc a set of weights takes 32
 * a vertex, the cells, which customizing fills on the device. */
#ifndef RELAXD_GPU_FORMS_CUDA_CELLS_H
#define RELAXD_GPU_FORMS_CUDA_CELLS_H

#include "gpu/forms/cuda_csr.h"

struct cell;

struct cuda_cells_metric {
    struct cuda_metric metric;
    struct cell *cells; /* [vertex_count] in device memory */
};

extern const struct form_ops cuda_cells_form;

#endif
