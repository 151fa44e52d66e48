/* cch_customize: weights into panels, on a device.
 *
 * Least original arcs first (cch_init.cu), then fronts from the leaves up
 * (cch_eliminate.cu), then each supernode closed by itself (cch_close.cu). The
 * launchers queue and return at once. */
#ifndef RELAXD_GPU_CCH_CUSTOMIZE_H
#define RELAXD_GPU_CCH_CUSTOMIZE_H

#include <cuda_runtime_api.h>

#include "gpu/cch_arrays.h"
#include "gpu/cch_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __CUDACC__
#define CCH_FUNCTION static __host__ __device__ __forceinline__
#else
#define CCH_FUNCTION static inline
#endif

/* Warps that share a block, each with a front of its own. */
enum { CCH_WARPS = 4 };

/* Lines of a front are filled up to fours. */
CCH_FUNCTION uint32_t cch_padded(uint32_t lines)
{
    return (lines + 3) & ~(uint32_t)3;
}

/* The largest width of a matrix for a front of so many vertices. */
CCH_FUNCTION uint32_t cch_width(uint32_t f)
{
    return cch_padded(f) + 4;
}

/* The plan on the device. */
struct cch_fronts {
    const struct cch_front *fronts;
    const struct cch_child *children;
    const uint32_t *place;
};

/* Device memory for matrices of fronts that fit nowhere else. */
struct cch_scratch {
    uint32_t *word;
    uint64_t words_each;
    uint32_t count;
};

/* The most shared memory that a block of the current device may have. */
cudaError_t cch_shared_bytes(uint32_t *ret_bytes);

/* No arcs at all, then the least of those that share an entry. */
cudaError_t launch_cch_clear(const struct cch_arrays *arrays,
                             const struct cch_panels *panels,
                             cudaStream_t stream);
cudaError_t launch_cch_arcs(const struct cch_arrays *arrays,
                            const uint32_t *weight,
                            const struct cch_panels *panels,
                            cudaStream_t stream);

/* The fronts of one step, whose children are done: panels become basic, Schur
 * complements are made. */
cudaError_t launch_cch_eliminate(const struct cch_fronts *fronts,
                                 const struct cch_step *step,
                                 const struct cch_panels *panels,
                                 const struct cch_scratch *scratch,
                                 cudaStream_t stream);

/* The closed panels of one step, whose basic ones are done. */
cudaError_t launch_cch_close(const struct cch_fronts *fronts,
                             const struct cch_step *step,
                             const struct cch_panels *panels,
                             const struct cch_scratch *scratch,
                             cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
