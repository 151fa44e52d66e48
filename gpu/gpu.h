/* gpu: the CUDA solvers behind one C header. Start reading gpu/ here.
 *
 * solvers/ lists them, with their options and papers. forms/forms.h is the map
 * on a device. search.h runs a query in a workspace (workspace.h);
 * search_method.h is the interface of a method. Read relaxation.c first, with
 * its kernels in relax_all.cu and relax_selected.cu. kernels.h is the device
 * code that all methods share; links.cu derives predecessors, deliver.h
 * delivers answers; tune.h finds values for options.
 *
 * Where CUDA is not built in, none.c implements these headers: no device, and
 * the same solvers by name, each of which refuses to prepare and says why. */
#ifndef RELAXD_GPU_GPU_H
#define RELAXD_GPU_GPU_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/solver/catalog.h"
#include "core/solver/device.h"

enum { GPU_DEVICES_MAX = 16 };

/* Looks for CUDA devices; works without an installed driver. Fills up to
 * GPU_DEVICES_MAX and returns how many. Where it returns 0, `reason` says why
 * in words for an operator. */
size_t gpu_devices(struct device *ret_devices, struct error *reason);

/* Appends the CUDA solvers, built in or not. */
void gpu_add_solvers(struct catalog *catalog);

#endif
