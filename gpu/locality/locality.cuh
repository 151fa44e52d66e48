/* locality: what the two ways to walk have in common (locality.cu). */
#ifndef RELAXD_GPU_LOCALITY_LOCALITY_CUH
#define RELAXD_GPU_LOCALITY_LOCALITY_CUH

#include <cuda/atomic>

#include "gpu/block.cuh"
#include "gpu/few_arcs.cuh"
#include "gpu/locality/locality.h"

#include "core/graph/cost.h"

/* In flight; most vertices of a road map have fewer. */
enum { ARCS_AT_ONCE = 4 };

/* One thread's walks. */
struct walker {
    uint32_t fell;   /* labels that they lowered, see relax_few */
    uint32_t visits; /* vertices whose arcs the last one relaxed */
    uint32_t chance; /* random; where there are delays */
};

/* Waits now and then, a while. */
template <bool DELAYS>
static __device__ __forceinline__ void dawdle(struct walker &walker)
{
    if (!DELAYS)
        return;
    walker.chance = walker.chance * 1664525 + 1013904223;
    if (walker.chance >> 30 == 0)
        __nanosleep(walker.chance >> 16 & 0xfff);
}

static __device__ __forceinline__ uint32_t
read_label(const struct search_arrays &arrays, uint32_t v)
{
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(arrays.cost[v])
        .load(cuda::memory_order_relaxed);
}

/* Relaxes the first ARCS_AT_ONCE, or fewer, of the `count` arcs from `arc` on,
 * which leave a vertex of that label. A bit for each head that it lowers, or
 * that another thread lowers at the same time: it does not wait for what the
 * atomics say. */
template <bool DELAYS>
static __device__ __forceinline__ uint32_t
relax_few(const struct search_arrays &arrays, struct walker &walker,
          uint32_t label, uint32_t arc, uint32_t count)
{
    struct few_arcs<ARCS_AT_ONCE> few =
        few_arcs_of<ARCS_AT_ONCE>(arrays, label, arc, count);
    uint32_t fell = 0;

#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
        few.before[i] =
            few.sum[i] <= arrays.bound ? read_label(arrays, few.head[i]) : 0;
    dawdle<DELAYS>(walker);
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        if (few.sum[i] < few.before[i]) {
            atomicMin(&arrays.cost[few.head[i]], few.sum[i]);
            fell |= 1u << i;
        }
    }
    return fell;
}

/* For the next launch. */
static __device__ __forceinline__ void
raise_flag(const struct locality_wave &wave, uint32_t v)
{
    *(volatile uint8_t *)&wave.raised[v] = 1;
}

template <typename GROUP>
static __device__ __forceinline__ uint32_t take_group(uint8_t *flagged)
{
    GROUP *group = (GROUP *)flagged + thread_index();
    GROUP flags = *group;

    if (flags)
        *group = 0;
    return flags;
}

static __device__ __forceinline__ bool any_flag(uint4 flags)
{
    return flags.x | flags.y | flags.z | flags.w;
}

static __device__ __forceinline__ uint4 take_four_groups(uint8_t *flagged)
{
    uint4 *group = (uint4 *)flagged + thread_index();
    uint4 flags = *group;

    if (any_flag(flags))
        *group = make_uint4(0, 0, 0, 0);
    return flags;
}

/* A thread's flags, a byte each, which are down from now on. */
static __device__ __forceinline__ uint4
take_flags(const struct locality_wave &wave)
{
    uint32_t affinity = wave.affinity;
    uint32_t flags = 0;

    if (thread_index() >= locality_groups(wave.search.vertex_count, affinity))
        return make_uint4(0, 0, 0, 0);
    if (affinity == 16)
        return take_four_groups(wave.flagged);
    if (affinity == 4)
        flags = take_group<uint32_t>(wave.flagged);
    else if (affinity == 2)
        flags = take_group<uint16_t>(wave.flagged);
    else
        flags = take_group<uint8_t>(wave.flagged);
    return make_uint4(flags, 0, 0, 0);
}

static __device__ __forceinline__ uint32_t pop_byte(uint32_t &flags)
{
    uint32_t bit = __ffs(flags) - 1;

    flags &= flags - 1;
    return bit / 8;
}

/* The lowest vertex that is flagged, and it no longer is; some is. */
static __device__ __forceinline__ uint32_t
pop_flagged(const struct locality_wave &wave, uint4 &flags)
{
    uint32_t v = thread_index() * wave.affinity;

    if (flags.x)
        return v + pop_byte(flags.x);
    if (flags.y)
        return v + 4 + pop_byte(flags.y);
    if (flags.z)
        return v + 8 + pop_byte(flags.z);
    return v + 12 + pop_byte(flags.w);
}

static __device__ __forceinline__ struct walker
make_walker(const struct locality_wave &wave)
{
    return {0, 0, (wave.delay_seed ^ thread_index()) * 2654435769u};
}

/* The grid's first thread tells the host what the launch before counted. */
static __device__ __forceinline__ void tell(const struct locality_told &told)
{
    unsigned long long fell;

    if (!told.word.host || thread_index() != 0)
        return;
    fell = told.counters[(told.turn + 2) % 3];
    told.counters[(told.turn + 1) % 3] = 0;
    host_post(told.word, (uint32_t)min(fell, 0xffffffffull));
}

/* To be called by whole warps. */
static __device__ __forceinline__ void count(const struct locality_told &told,
                                             const struct walker &walker)
{
    uint32_t total;

    if (!__any_sync(~0u, walker.fell))
        return;
    warp_scan(walker.fell, &total);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&told.counters[told.turn % 3], (unsigned long long)total);
}

#endif
