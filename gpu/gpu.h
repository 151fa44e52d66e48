/* gpu: the CUDA solvers behind one C header. Start reading gpu/ here.
 *
 * solvers/ names them, with their options and papers; forms.h is the map on
 * a device; search.h what a query goes through, in a workspace (workspace.h);
 * search_method.h what a method adds to it: relaxation.c is the first to read,
 * with its kernels in relax_all.cu and relax_selected.cu. kernels.h is what all
 * methods share of the device side; links.cu derives predecessors, deliver.h
 * hands out answers; tune.h finds options' values.
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
