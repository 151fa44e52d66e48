/* cuda_cch: an ordered map with its hierarchy in the memory of a CUDA device,
 * as representation "cuda-cch".
 *
 * Preparing uploads topology and hierarchy, customizing fills panels for one
 * set of weights (cch_customize.h says how). Both return when the device is
 * done. A map that is not ordered is refused, and one whose hierarchy does not
 * fit into the device's memory: of what prepare and one metric take, the words
 * for each vertex and arc are no measure, cuda_cch_bytes() is. */
#ifndef RELAXD_GPU_CUDA_CCH_H
#define RELAXD_GPU_CUDA_CCH_H

#include "gpu/cch_arrays.h"
#include "gpu/cuda_csr.h"

/* Predecessors are looked for over the plain arcs: it begins as cuda_csr.h
 * says. */
struct cuda_cch {
    struct cuda_csr csr;
    struct cch_arrays arrays;
};

struct cuda_cch_metric {
    struct cuda_metric metric; /* with the plain weights on the device */
    struct cch_panels panels;
};

/* Device memory of a prepared map with one metric. */
uint64_t cuda_cch_bytes(const struct map *map);

extern const struct representation_ops cuda_cch_representation;

#endif
