/* locality_warp: the walks of a warp's vertices, step by step and together.
 *
 * As locality.cu, but for the order. There a thread walks alone, one vertex
 * after the other, while the other threads of its warp mostly have nothing to
 * do: on a road map one vertex in some hundred is flagged. Here the warp lists
 * its flagged vertices; its threads relax the arcs of a vertex each and list
 * the heads that fell, which are the next step's vertices; after k steps their
 * flags are raised. So a launch takes as long as k vertices in a row, not as
 * all vertices of the longest walk, each of which is three dependent loads and
 * an atomic.
 *
 * Why it is right: as locality.cu. Who lowers a label lists the vertex with it,
 * or raises its flag, where the list is full too; who finds a lower label at a
 * listed vertex leaves it to whoever wrote that. Lists belong to a warp, which
 * meets between writing and reading them.
 *
 * Launch: vertex_count / affinity threads, 2 KiB of shared memory a warp.
 * Memory: as locality.cu. */
#include "gpu/locality.cuh"

enum { LIST_MAX = 128 }; /* vertices: those of a warp at the highest affinity */

static_assert(LIST_MAX >= 32 * LOCALITY_AFFINITY_MAX, "flagged ones must fit");

struct listed {
    uint32_t vertex;
    uint32_t label; /* its arcs are to be relaxed with */
};

/* Two lists a warp. */
extern __shared__ struct listed lists[];

/* The caller's, or none, at the list's end; false: there is no room. Whole
 * warps. */
static __device__ __forceinline__ bool
append(struct listed *list, uint32_t *count, bool wanted, struct listed item)
{
    uint32_t all = __ballot_sync(~0u, wanted);
    uint32_t slot = *count + __popc(all & ((1u << threadIdx.x % 32) - 1));

    if (wanted && slot < LIST_MAX)
        list[slot] = item;
    *count = min(*count + __popc(all), (uint32_t)LIST_MAX);
    return slot < LIST_MAX;
}

/* A thread's vertex: `left` arcs from `arc` on are to be relaxed. */
struct work {
    uint32_t label;
    uint32_t arc;
    uint32_t left;
};

static __device__ __forceinline__ struct work
open_vertex(const struct search_arrays &arrays, const struct listed &item)
{
    uint32_t arc = arrays.first_out[item.vertex];
    uint32_t left = arrays.first_out[item.vertex + 1] - arc;

    return {item.label, arc,
            read_label(arrays, item.vertex) < item.label ? 0 : left};
}

/* Relaxes up to ARCS_AT_ONCE arcs of each thread's vertex; the heads go on the
 * list, or are flagged where there is none or it is full. */
template <bool DELAYS, bool BLIND>
static __device__ __forceinline__ void
relax_some(const struct locality_wave &wave, struct walker &walker,
           const struct work &work, struct listed *next, uint32_t *count)
{
    const struct search_arrays &arrays = wave.search;
    uint32_t fell = relax_few<DELAYS, BLIND>(arrays, walker, work.label,
                                             work.arc, work.left);

    walker.fell += __popc(fell);
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        bool falls = fell >> i & 1;
        struct listed item = {0, 0};

        if (falls)
            item = {arrays.head[work.arc + i],
                    cost_add(work.label, arrays.weight[work.arc + i])};
        if (next ? !append(next, count, falls, item) && falls : falls)
            raise_flag(wave, item.vertex);
        dawdle<DELAYS>(walker);
    }
}

/* One step of all listed vertices; how many the next one has. */
template <bool DELAYS, bool BLIND>
static __device__ __forceinline__ uint32_t
take_step(const struct locality_wave &wave, struct walker &walker,
          const struct listed *list, uint32_t count, struct listed *next)
{
    uint32_t next_count = 0;

    for (uint32_t i = threadIdx.x % 32; i - threadIdx.x % 32 < count; i += 32) {
        struct work work = {0, 0, 0};

        if (i < count)
            work = open_vertex(wave.search, list[i]);
        while (__any_sync(~0u, work.left)) {
            relax_some<DELAYS, BLIND>(wave, walker, work, next, &next_count);
            work.arc += ARCS_AT_ONCE;
            work.left -= min(work.left, (uint32_t)ARCS_AT_ONCE);
        }
    }
    __syncwarp();
    return next_count;
}

/* The warp's flagged vertices; how many. */
static __device__ __forceinline__ uint32_t list_flagged(
    const struct locality_wave &wave, uint32_t flags, struct listed *list)
{
    uint32_t count = 0;

    while (__any_sync(~0u, flags)) {
        bool flagged = flags;
        struct listed item = {0, 0};

        if (flagged) {
            item.vertex = pop_flagged(wave, &flags);
            item.label = read_label(wave.search, item.vertex);
        }
        append(list, &count, flagged, item);
    }
    __syncwarp();
    return count;
}

template <bool DELAYS, bool BLIND>
static __global__ void warp_wave_kernel(struct locality_wave wave)
{
    struct listed *list = lists + 2 * LIST_MAX * (threadIdx.x / 32);
    uint32_t flags = take_flags(wave);
    struct walker walker = make_walker(wave);
    uint32_t listed;

    tell(wave.told);
    listed = list_flagged(wave, flags, list);
    for (uint32_t left = wave.steps; left && listed; left--) {
        uint32_t turn = (wave.steps - left) % 2 * LIST_MAX;

        listed = take_step<DELAYS, BLIND>(wave, walker, list + turn, listed,
                                          left > 1 ? list + (LIST_MAX - turn)
                                                   : NULL);
    }
    if (wave.told.word.host)
        count(wave.told, walker);
}

cudaError_t launch_locality_warp(const struct locality_wave *wave,
                                 unsigned block, cudaStream_t stream)
{
    unsigned grid = grid_for(
        locality_groups(wave->search.vertex_count, wave->affinity), block);
    size_t bytes = 2 * LIST_MAX * (block / 32) * sizeof(struct listed);

    if (wave->blind && wave->delay_seed)
        warp_wave_kernel<true, true><<<grid, block, bytes, stream>>>(*wave);
    else if (wave->blind)
        warp_wave_kernel<false, true><<<grid, block, bytes, stream>>>(*wave);
    else if (wave->delay_seed)
        warp_wave_kernel<true, false><<<grid, block, bytes, stream>>>(*wave);
    else
        warp_wave_kernel<false, false><<<grid, block, bytes, stream>>>(*wave);
    return cudaGetLastError();
}
