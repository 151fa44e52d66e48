/* extended_launch: launches with attributes: clusters and dependent launches.
 *
 * A cluster is one block, since kernels see no others (gpu/grid.cuh), and a
 * launch waits for the previous one. RELAXD_EMULATOR_CLUSTER is the number of
 * blocks of the largest cluster that a device holds, 16 by default; larger ones
 * are refused. */
#ifndef RELAXD_TESTS_EMULATOR_EXTENDED_LAUNCH_H
#define RELAXD_TESTS_EMULATOR_EXTENDED_LAUNCH_H

#include "tests/emulator/kernel.h"
#include "tests/emulator/runtime.h"

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
};

union cudaLaunchAttributeValue {
    struct {
        unsigned x, y, z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
};

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};

namespace emulator
{

unsigned cluster_max();

/* Blocks of a cluster. */
inline unsigned cluster_of(const cudaLaunchConfig_t &config)
{
    for (unsigned i = 0; i < config.numAttrs; i++) {
        if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
            return config.attrs[i].val.clusterDim.x;
    }
    return 1;
}

} // namespace emulator

template <typename Function>
cudaError_t cudaOccupancyMaxActiveClusters(int *ret_clusters, Function *,
                                           const cudaLaunchConfig_t *config)
{
    unsigned cluster = emulator::cluster_of(*config);
    cudaError_t status =
        emulator::emulated_call("cudaOccupancyMaxActiveClusters");

    if (status != cudaSuccess)
        return status;
    if (cluster > emulator::cluster_max())
        return emulator::note(cudaErrorInvalidClusterSize);
    *ret_clusters = emulator::MULTIPROCESSORS *
                    emulator::BLOCKS_PER_MULTIPROCESSOR / (int)cluster;
    return cudaSuccess;
}

/* A cluster is one block: kernels see no others (gpu/grid.cuh). */
template <typename... Types>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                               void (*kernel)(Types...), Types... arguments)
{
    unsigned cluster = emulator::cluster_of(*config);

    if (cluster > emulator::cluster_max() || config->gridDim.x % cluster)
        return emulator::note(cudaErrorInvalidClusterSize);
    emulator::launch(
        emulator::grid_of(config->gridDim.x / cluster, config->blockDim,
                          config->dynamicSmemBytes, config->stream),
        "extended", [kernel](Types... taken) { kernel(taken...); },
        arguments...);
    return cudaGetLastError();
}

#endif
