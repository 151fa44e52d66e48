/* locality_block: the walks of a block's vertices, step by step and together.
 *
 * As locality.cu, but for the order. There a thread walks alone, one vertex
 * after the other, while the threads beside it mostly have nothing to do: on a
 * road map one vertex in some hundred is flagged, and those lie close together.
 * Here the block lists its flagged vertices; its threads relax the arcs of a
 * vertex each and list the heads that fell, which are the next step's vertices;
 * in the k-th step their flags are raised instead. So a launch takes as long as
 * k vertices in a row, not as all the vertices of the longest walk.
 *
 * Why it is right: as locality.cu. Whoever lowers a label lists the vertex with
 * it, or raises its flag where the list is full; whoever finds a lower label at
 * a listed vertex leaves it to the thread that wrote that. Lists belong to the
 * block, which meets between writing and reading them. Of the three counters
 * one is read in a step, one counts, and one is cleared, which was read in the
 * step before.
 *
 * Launch: vertex_count / affinity threads, 32 bytes of shared memory each.
 * Memory: as locality.cu.
 *
 * Measured, H200, blocks of 256, best k and affinity, ms: NY 3.4 (16, 1), kanto
 * 2.8 (8, 4), 1.4 million generated 13.3 (16, 2), 6.0 million 59.6 (16, 16);
 * harish 15.0, 8.0, 54.4, 352. */
#include "gpu/locality/locality.cuh"

enum { LISTED_PER_THREAD = 2 };

struct listed {
    uint32_t vertex;
    uint32_t label; /* its arcs are to be relaxed with */
};

/* Two lists, which change places after every step. */
extern __shared__ struct listed lists[];

struct block_lists {
    uint32_t capacity;
    uint32_t *count; /* [3] by steps; what was refused is counted too */
    uint32_t step;
};

static __device__ __forceinline__ struct listed *
list_of(const struct block_lists &block, uint32_t step)
{
    return lists + step % 2 * block.capacity;
}

/* Relaxes up to ARCS_AT_ONCE arcs; the heads that fall are listed for the next
 * step, or flagged where it is the `last` or the list is full. */
template <bool DELAYS>
static __device__ __forceinline__ void
relax_some(const struct locality_wave &wave, struct walker &walker,
           const struct block_lists &block, bool last, uint32_t label,
           uint32_t arc, uint32_t left)
{
    const struct search_arrays &arrays = wave.search;
    struct listed *next = list_of(block, block.step + 1);
    uint32_t fell = relax_few<DELAYS>(arrays, walker, label, arc, left);
    uint32_t slot = block.capacity;

    walker.fell += __popc(fell);
    if (fell && !last)
        slot = atomicAdd(&block.count[(block.step + 1) % 3], __popc(fell));
    for (; fell; fell &= fell - 1, slot++) {
        uint32_t i = arc + __ffs(fell) - 1;
        uint32_t v = arrays.head[i];

        if (slot < block.capacity)
            next[slot] = {v, cost_add(label, arrays.weight[i])};
        else
            raise_flag(wave, v);
        dawdle<DELAYS>(walker);
    }
}

/* All arcs of a listed vertex, unless its label is another's by now. */
template <bool DELAYS>
static __device__ __forceinline__ void
visit(const struct locality_wave &wave, struct walker &walker,
      const struct block_lists &block, bool last, const struct listed &item)
{
    const struct search_arrays &arrays = wave.search;
    uint32_t arc = arrays.first_out[item.vertex];
    uint32_t end = arrays.first_out[item.vertex + 1];

    if (read_label(arrays, item.vertex) < item.label)
        return;
    for (; arc < end; arc += min(end - arc, (uint32_t)ARCS_AT_ONCE))
        relax_some<DELAYS>(wave, walker, block, last, item.label, arc,
                           end - arc);
}

/* Lists a thread's flagged vertices for the coming step, as long as there is
 * room; the others stay in `flags`. */
static __device__ __forceinline__ void
list_flagged(const struct locality_wave &wave, const struct block_lists &block,
             uint4 &flags)
{
    uint32_t *count = &block.count[block.step % 3];

    while (any_flag(flags) && *(volatile uint32_t *)count < block.capacity) {
        uint32_t slot = atomicAdd(count, 1);
        uint32_t v;

        if (slot >= block.capacity)
            return;
        v = pop_flagged(wave, flags);
        list_of(block, block.step)[slot] = {v, read_label(wave.search, v)};
    }
}

/* k steps from the listed vertices, or until none is listed. */
template <bool DELAYS>
static __device__ __forceinline__ void walk(const struct locality_wave &wave,
                                            struct walker &walker,
                                            struct block_lists &block)
{
    for (uint32_t left = wave.steps; left; left--) {
        uint32_t count = min(block.count[block.step % 3], block.capacity);
        const struct listed *list = list_of(block, block.step);

        if (count == 0)
            return;
        if (threadIdx.x == 0)
            block.count[(block.step + 2) % 3] = 0;
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
            visit<DELAYS>(wave, walker, block, left == 1, list[i]);
        __syncthreads();
        block.step++;
    }
}

template <bool DELAYS>
static __global__ void __launch_bounds__(1024, 1)
    block_wave_kernel(struct locality_wave wave)
{
    __shared__ uint32_t counts[3];
    uint4 flags = take_flags(wave);
    struct walker walker = make_walker(wave);
    struct block_lists block = {blockDim.x * LISTED_PER_THREAD, counts, 0};

    tell(wave.told);
    if (threadIdx.x < 3)
        counts[threadIdx.x] = 0;
    while (__syncthreads_or(any_flag(flags))) {
        list_flagged(wave, block, flags);
        __syncthreads();
        walk<DELAYS>(wave, walker, block);
    }
    if (wave.told.word.host)
        count(wave.told, walker);
}

cudaError_t launch_locality_block(const struct locality_wave *wave,
                                  unsigned block, cudaStream_t stream)
{
    unsigned grid = grid_for(
        locality_groups(wave->search.vertex_count, wave->affinity), block);
    size_t bytes = 2 * LISTED_PER_THREAD * block * sizeof(struct listed);

    if (wave->delay_seed)
        block_wave_kernel<true><<<grid, block, bytes, stream>>>(*wave);
    else
        block_wave_kernel<false><<<grid, block, bytes, stream>>>(*wave);
    return cudaGetLastError();
}
