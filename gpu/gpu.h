/* gpu: the CUDA solvers behind one C header. Start reading gpu/ here.
 *
 * solvers.c names them; cuda_csr.h is the map on a device; relaxation.h the
 * loop over phases, in a workspace (workspace.h); switching.h decides how a
 * phase creates its threads, tune.h finds the numbers for that; kernels.h is
 * what C may call of the .cu files; deliver.h hands out answers.
 *
 * Where CUDA is not built in, none.c stands behind these headers: no device,
 * the same solvers by name, each of which refuses to prepare and says why. */
#ifndef RELAXD_GPU_GPU_H
#define RELAXD_GPU_GPU_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/solver/catalog.h"
#include "core/solver/device.h"

enum { GPU_DEVICES_MAX = 16 };

/* Looks for CUDA devices; needs no driver to be installed. Fills up to
 * GPU_DEVICES_MAX and returns how many. Where it returns 0, `reason` says why
 * in words for an operator. */
size_t gpu_devices(struct device *ret_devices, struct error *reason);

/* Appends the CUDA solvers, built in or not. */
void gpu_add_solvers(struct catalog *catalog);

#endif
