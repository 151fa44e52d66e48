/* locality: relaxes up to k steps from every vertex whose label fell.
 *
 * M. Safari and A. Ebneenasir, "Locality-Based Relaxation: An Efficient Method
 * for GPU-Based Computation of Shortest Paths", TTCS 2017, section 3.2,
 * Algorithms 7 to 9. A thread reads the flags of its vertices in one access and
 * ends at once where none is set, as is nearly always the case. From a flagged
 * vertex it walks depth-first along the arcs whose heads it lowers, k arcs
 * deep, and sets the flag of each head that it lowers at depth k; the next
 * launch continues from there. Two arrays of flags swap after every launch. The
 * block version below walks in another order.
 *
 * On arriving at a vertex the thread relaxes all its arcs before it follows
 * any, so that their accesses are in flight together; and where a label was
 * higher than the sum, the walk continues without waiting for the result of the
 * atomic minimum. Waiting would avoid walks that another thread makes, too, but
 * costs more (0.27 us an atomic, four a vertex).
 *
 * Why it is right. Labels only fall, and every label is the cost of some path.
 * It remains to show that, once no flag is set, no arc could lower its head.
 * Let c be the last label that v gets. It was written by an atomicMin (or is a
 * seed's; those are flagged to begin with). The thread that issued it had seen
 * a higher label and is responsible for v, whether or not another is, too. It
 *
 *     descends to v      and relaxes all its arcs with c. It would not if it
 *                        found a lower label there, but c is the lowest;
 *     or sets v's flag   at depth k, or when its walk has become too long. In
 *                        the next launch the thread that owns the flag reads
 *                        v's label, which is c, and relaxes all arcs with it.
 *
 * Relaxing an arc reads the head's label and, if that is higher than the sum,
 * issues the atomicMin: either way the head is no higher than the sum from then
 * on, and stays so. No flag is lost:
 *
 *   - in one launch `flagged` is only read and cleared, each byte by the one
 *     thread that owns it, and `raised` is only written, always with 1: the
 *     owner's access to a whole group needs no atomic, and that two threads
 *     set one flag, or set it twice, does no harm;
 *   - launches of one stream follow each other, so the next one sees all flags
 *     and labels of this one. Hence it does not matter whether a thread clears
 *     a flag before or after it reads the label, as it would with one array: a
 *     label that falls meanwhile is the responsibility of the thread that
 *     lowers it, in the other array;
 *   - `raised` is all clear when a launch begins: the owner of any flag set in
 *     it cleared it in the launch before.
 *
 * Labels are read while others lower them, and several threads set flags at
 * once, so these are relaxed atomic accesses: atomic_ref for labels; for flags
 * a volatile store, which PTX defines as a relaxed one and which there is for a
 * byte, where atomic_ref makes a compare-and-swap of it. Relaxed is enough: the
 * argument needs the order of accesses to one label, which coherence gives, and
 * that between launches, which the stream gives; no conclusion is drawn from
 * one word about another. A label read late is too high and costs an atomic.
 *
 * It terminates, since labels are whole numbers. A launch that issues no
 * atomicMin sets no flag, so all later ones are idle: the word reports that.
 *
 * A walk relaxes the arcs of VISITS_MAX vertices at most and flags the rest:
 * where graphs are dense, k steps reach thousands, and one thread would delay
 * the launch.
 *
 * Launch: vertex_count / affinity threads. Memory: half a word a vertex for
 * flags, in the memory of the links.
 *
 * Measured, H200, USA-road-d.NY, blocks of 256, ms: k = 1 to 5 at affinity 1
 * 7.3, 7.1, 8.4, 9.9, 11.9; k = 3 at affinity 1, 2, 4 8.4, 10.4, 13.5. A vertex
 * of a walk, or of a thread, is 1.5 us of a launch. harish 15.0. */
#include "gpu/locality/locality.h"

#include <cuda/atomic>

#include "core/graph/cost.h"
#include "gpu/block.cuh"

/* ---- What both kernels share ---- */

/* In flight; most vertices of a road map have fewer. */
enum { ARCS_AT_ONCE = 4 };

/* One thread's walks. */
struct walker {
    uint32_t fell;   /* labels that they lowered, see relax_few */
    uint32_t visits; /* vertices whose arcs the last one relaxed */
    uint32_t chance; /* random; used with delays */
};

/* Waits for a random time, now and then. */
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

/* Relaxes the first ARCS_AT_ONCE of the `count` arcs from `arc` on. All leave a
 * vertex with that label. Returns a bit for each head that it lowers, or that
 * another thread lowers at the same time: it does not wait for the atomics. */
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

/* Reads and clears a thread's flags, a byte each. */
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

/* Clears the lowest flag and returns its vertex; there must be one. */
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

/* The grid's first thread reports the previous launch's count to the host. */
static __device__ __forceinline__ void
post_last(const struct locality_wave &wave)
{
    unsigned long long fell;

    if (!wave.word.host || thread_index() != 0)
        return;
    fell = wave.counters[(wave.turn + 2) % 3];
    wave.counters[(wave.turn + 1) % 3] = 0;
    host_post(wave.word, (uint32_t)min(fell, 0xffffffffull));
}

/* Called by whole warps. */
static __device__ __forceinline__ void count(const struct locality_wave &wave,
                                             const struct walker &walker)
{
    uint32_t total;

    if (!__any_sync(~0u, walker.fell))
        return;
    warp_scan(walker.fell, &total);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&wave.counters[wave.turn % 3], (unsigned long long)total);
}

/* ---- A thread on its own ---- */

enum {
    ARCS_A_ROUND = 32,
    VISITS_MAX = 256,
};

/* A vertex on the current walk. */
struct step {
    uint32_t label; /* its arcs are relaxed with */
    uint32_t arc;   /* first of the round */
    uint32_t left;  /* arcs from `arc` on */
    uint32_t fell;  /* a bit for each arc of the round whose head fell and is
                       still to be visited */
};

/* The same for a round of arcs. */
template <bool DELAYS>
static __device__ __forceinline__ void
relax_round(const struct search_arrays &arrays, struct walker &walker,
            struct step *step)
{
    uint32_t fell = 0;

    for (uint32_t i = 0; i < ARCS_A_ROUND && i < step->left; i += ARCS_AT_ONCE)
        fell |= relax_few<DELAYS>(arrays, walker, step->label, step->arc + i,
                                  step->left - i)
                << i;
    walker.fell += __popc(fell);
    step->fell = fell;
}

/* Arrives at v, none of whose arcs is relaxed. */
static __device__ __forceinline__ struct step
arrive(const struct search_arrays &arrays, struct walker &walker, uint32_t v,
       uint32_t label)
{
    uint32_t arc = arrays.first_out[v];

    walker.visits++;
    return {label, arc, arrays.first_out[v + 1] - arc, 0};
}

template <bool DELAYS>
static __device__ __forceinline__ void
raise_flags(const struct locality_wave &wave, struct walker &walker,
            struct step *step)
{
    for (; step->fell; step->fell &= step->fell - 1) {
        raise_flag(wave, wave.search.head[step->arc + __ffs(step->fell) - 1]);
        dawdle<DELAYS>(walker);
    }
}

/* Descends to the first head still to be visited, unless another thread has
 * lowered its label. Returns whether it descended. */
template <bool DELAYS>
static __device__ __forceinline__ bool
descend(const struct search_arrays &arrays, struct walker &walker,
        struct step *step)
{
    uint32_t arc = step->arc + __ffs(step->fell) - 1;
    uint32_t v = arrays.head[arc];
    uint32_t sum = cost_add(step->label, arrays.weight[arc]);

    step->fell &= step->fell - 1;
    dawdle<DELAYS>(walker);
    if (read_label(arrays, v) < sum)
        return false;
    step[1] = arrive(arrays, walker, v, sum);
    return true;
}

/* Whether the vertex has more arcs; makes them the step's. */
static __device__ __forceinline__ bool next_round(struct step *step)
{
    if (step->left <= ARCS_A_ROUND)
        return false;
    step->arc += ARCS_A_ROUND;
    step->left -= ARCS_A_ROUND;
    return true;
}

/* Algorithm 7. Each turn of the loop relaxes, descends or returns, so that the
 * threads of a warp do so together, at whatever depth each is. */
template <bool DELAYS>
static __device__ __forceinline__ void
walk_from(const struct locality_wave &wave, struct walker &walker, uint32_t u)
{
    struct step steps[LOCALITY_STEPS_MAX];
    uint32_t depth = 0;
    bool relaxes = true;
    bool done = false;

    walker.visits = 0;
    steps[0] = arrive(wave.search, walker, u, read_label(wave.search, u));
    while (!done) {
        struct step *step = &steps[depth];

        if (relaxes)
            relax_round<DELAYS>(wave.search, walker, step);
        if (depth + 1 == wave.steps || walker.visits >= VISITS_MAX)
            raise_flags<DELAYS>(wave, walker, step);
        if (step->fell) {
            relaxes = descend<DELAYS>(wave.search, walker, step);
            depth += relaxes;
        } else {
            relaxes = next_round(step);
            done = !relaxes && depth-- == 0;
        }
    }
}

/* Algorithm 8, and Algorithm 9 where it reports. */
template <bool DELAYS>
static __global__ void wave_kernel(struct locality_wave wave)
{
    uint4 flags = take_flags(wave);
    struct walker walker = make_walker(wave);

    post_last(wave);
    while (any_flag(flags))
        walk_from<DELAYS>(wave, walker, pop_flagged(wave, flags));
    if (wave.word.host)
        count(wave, walker);
}

cudaError_t launch_locality(const struct locality_wave *wave, unsigned block,
                            cudaStream_t stream)
{
    unsigned grid = grid_for(
        locality_groups(wave->search.vertex_count, wave->affinity), block);

    if (wave->delay_seed)
        wave_kernel<true><<<grid, block, 0, stream>>>(*wave);
    else
        wave_kernel<false><<<grid, block, 0, stream>>>(*wave);
    return cudaGetLastError();
}

/* A thread for four flags, including the padding. */
static __global__ void begin_kernel(struct search_arrays arrays,
                                    uint32_t *flagged, uint32_t *raised,
                                    uint32_t group_count,
                                    unsigned long long *counters)
{
    uint32_t group = thread_index();
    uint32_t flags = 0;

    if (group < 3)
        counters[group] = group == 2;
    if (group >= group_count)
        return;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t v = 4 * group + i;

        if (v < arrays.vertex_count && arrays.cost[v] != COST_INFINITY)
            flags |= 1u << 8 * i;
    }
    flagged[group] = flags;
    raised[group] = 0;
}

cudaError_t launch_locality_begin(const struct search_arrays *arrays,
                                  uint8_t *flagged, uint8_t *raised,
                                  unsigned long long counters[3],
                                  cudaStream_t stream)
{
    uint32_t groups = (uint32_t)(locality_flags_size(arrays->vertex_count) / 4);

    begin_kernel<<<grid_for(groups, MAP_BLOCK), MAP_BLOCK, 0, stream>>>(
        *arrays, (uint32_t *)flagged, (uint32_t *)raised, groups, counters);
    return cudaGetLastError();
}

/* ---- A block together ---- */

/* The walks of a block's vertices, step by step and together.
 *
 * As above, but in another order. There a thread walks alone, one vertex at a
 * time, while its neighbours mostly idle: on a road map one vertex in some
 * hundred is flagged, and those are close together. Here the block lists its
 * flagged vertices. Each thread relaxes the arcs of a vertex and lists the
 * heads that fell, which are the next step's vertices; in the k-th step it sets
 * their flags instead. So a launch takes as long as k vertices in a row, not as
 * all the vertices of the longest walk.
 *
 * It is right for the same reasons. A thread that lowers a label lists the
 * vertex with it, or sets its flag where the list is full; a thread that finds
 * a lower label at a listed vertex leaves it to the thread that wrote that
 * label. Lists belong to the block, which meets between writing and reading
 * them. Of the three counters one is read in a step, one counts, and the one
 * read in the step before is cleared.
 *
 * Launch: vertex_count / affinity threads, 32 bytes of shared memory each.
 * Memory: as above.
 *
 * Measured, H200, blocks of 256, best k and affinity, ms: NY 3.4 (16, 1), kanto
 * 2.8 (8, 4), 1.4 million generated 13.3 (16, 2), 6.0 million 59.6 (16, 16);
 * harish 15.0, 8.0, 54.4, 352. */

enum { LISTED_PER_THREAD = 2 };

struct listed {
    uint32_t vertex;
    uint32_t label; /* to relax its arcs with */
};

/* Two lists, which swap after every step. */
extern __shared__ struct listed lists[];

struct block_lists {
    uint32_t capacity;
    uint32_t *count; /* [3] by step; includes vertices that did not fit */
    uint32_t step;
};

static __device__ __forceinline__ struct listed *
list_of(const struct block_lists &block, uint32_t step)
{
    return lists + step % 2 * block.capacity;
}

/* Relaxes up to ARCS_AT_ONCE arcs; lists the heads that fall for the next step,
 * or flags them in the `last` step or where the list is full. */
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

/* Relaxes all arcs of a listed vertex, unless another thread has lowered its
 * label. */
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

/* Lists a thread's flagged vertices for the coming step while there is room;
 * the others stay in `flags`. */
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

/* k steps from the listed vertices, or until the list is empty. */
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

    post_last(wave);
    if (threadIdx.x < 3)
        counts[threadIdx.x] = 0;
    while (__syncthreads_or(any_flag(flags))) {
        list_flagged(wave, block, flags);
        __syncthreads();
        walk<DELAYS>(wave, walker, block);
    }
    if (wave.word.host)
        count(wave, walker);
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
