/* seeds: the labels that a query begins with.
 *
 * J. Suzuki et al. (relaxation.h), Algorithm 4, lines 2 to 4, for several seeds
 * with a cost each. Two seeds may name one vertex: the lower cost stays and it
 * is listed once, by the thread whose atomic minimum found it unlabelled.
 *
 * The list is a phase's list as relax_selected.cu would leave it.
 *
 * Launch: one block. */
#include "gpu/block.cuh"
#include "gpu/kernels.h"

#include "core/graph/cost.h"

enum { THREADS = 256 };

/* Whether the vertex had no label before. */
static __device__ __forceinline__ bool plant(const struct relax_arrays &arrays,
                                             struct kernel_seed seed)
{
    return seed.cost <= arrays.bound &&
           atomicMin(&arrays.cost[seed.vertex], seed.cost) == COST_INFINITY;
}

static __global__ void seeds_kernel(struct relax_arrays arrays,
                                    const struct kernel_seed *seeds,
                                    uint32_t seed_count, uint32_t *list,
                                    uint32_t list_count, struct relax_word word)
{
    __shared__ uint32_t listed;

    if (threadIdx.x == 0)
        listed = list_count;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < seed_count; i += THREADS) {
        if (plant(arrays, seeds[i]))
            list[atomicAdd(&listed, 1)] = seeds[i].vertex;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        tally_add(word, listed, BLOCK_LAST);
}

cudaError_t launch_seeds(const struct relax_arrays *arrays,
                         const struct kernel_seed *seeds, uint32_t seed_count,
                         uint32_t *list, uint32_t list_count,
                         const struct relax_word *word, cudaStream_t stream)
{
    seeds_kernel<<<1, THREADS, 0, stream>>>(*arrays, seeds, seed_count, list,
                                            list_count, *word);
    return cudaGetLastError();
}

cudaError_t probe_kernels(void)
{
    struct cudaFuncAttributes attributes;

    return cudaFuncGetAttributes(&attributes, seeds_kernel);
}
