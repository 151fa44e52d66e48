/* locality: relaxes up to k steps from every vertex whose label fell.
 *
 * M. Safari and A. Ebneenasir, "Locality-Based Relaxation: An Efficient Method
 * for GPU-Based Computation of Shortest Paths", TTCS 2017, section 3.2,
 * Algorithms 7 to 9. A thread looks at the flags of its vertices with one
 * access and leaves at once where all are down, as nearly all are. From a
 * flagged vertex it walks depth-first along the arcs whose heads it lowers, k
 * arcs deep, and raises the flag of each head that it lowers at depth k; the
 * next launch goes on from there. Two arrays of flags change places after every
 * launch. locality_block.cu walks in another order.
 *
 * On arriving at a vertex all its arcs are relaxed before the walk goes down
 * any, so that their accesses are in flight together; and where a label was
 * higher than the sum, the walk goes down without waiting for what the atomic
 * minimum answers. Waiting would spare walks that another thread takes too, but
 * cost more (0.27 us an atomic, four a vertex).
 *
 * Why it is right. Labels only fall, and every label is the cost of some path.
 * So it must be shown that, once no flag is up, no arc could lower its head.
 * Let c be the last label that v gets. It was written by an atomicMin (or is a
 * seed's; those are flagged to begin with). The thread that issued it had seen
 * a higher label and answers for v, whoever else does as well. It
 *
 *     descends to v      and relaxes all its arcs with c. It would not if it
 *                        found a lower label there, but c is the lowest;
 *     or raises v's flag at depth k, or when its walk has become too long. In
 *                        the next launch the thread that owns the flag reads
 *                        v's label, which is c, and relaxes all arcs with it.
 *
 * To relax an arc is to look at the head's label and, if that is higher than
 * the sum, to issue the atomicMin: either way the head is no higher than the
 * sum from then on, and stays so. No flag is lost:
 *
 *   - in one launch `flagged` is only read and cleared, each byte by the one
 *     thread that owns it, and `raised` is only written, always with 1: the
 *     owner's access to a whole group needs no atomic, and that two threads
 *     raise one flag, or raise one that is up, does no harm;
 *   - launches of one stream follow each other, so the next one sees all flags
 *     and labels of this one. Hence it does not matter whether a thread clears
 *     a flag before or after it reads the label, as it would with one array: a
 *     label that falls meanwhile is answered for by whoever lowers it, in the
 *     other array;
 *   - `raised` is all down as a launch begins: what was up in it was cleared by
 *     its owner in the launch before.
 *
 * Labels are read while others lower them, and flags are raised by several
 * threads at once, so these are relaxed atomic accesses: atomic_ref for labels;
 * for flags a volatile store, which PTX defines as a relaxed one and which
 * there is for a byte, where atomic_ref makes a compare-and-swap of it. Relaxed
 * is enough: the argument needs the order of accesses to one label, which
 * coherence gives, and that between launches, which the stream gives; nothing
 * is concluded from one word about another. A label read late is too high and
 * costs an atomic.
 *
 * It ends, since labels are whole numbers; and a launch that issues no
 * atomicMin raises no flag, so that all after it are idle: that is the word.
 *
 * A walk relaxes the arcs of VISITS_MAX vertices at most and flags the rest:
 * where graphs are dense, k steps reach thousands, and one thread would keep
 * the launch.
 *
 * Launch: vertex_count / affinity threads. Memory: half a word a vertex for
 * flags, which lie where the links will.
 *
 * Measured, H200, USA-road-d.NY, blocks of 256, ms: k = 1 to 5 at affinity 1
 * 7.3, 7.1, 8.4, 9.9, 11.9; k = 3 at affinity 1, 2, 4 8.4, 10.4, 13.5. A vertex
 * of a walk, or of a thread, is 1.5 us of a launch. harish 15.0. */
#include "gpu/locality/locality.cuh"

enum {
    ARCS_A_ROUND = 32,
    VISITS_MAX = 256,
};

/* A vertex on the way down. */
struct step {
    uint32_t label; /* its arcs are relaxed with */
    uint32_t arc;   /* first of the round */
    uint32_t left;  /* arcs from `arc` on */
    uint32_t fell; /* a bit for each arc of the round whose head fell and is not
                      yet answered for */
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

/* At v, none of whose arcs is relaxed. */
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

/* Down to the first head that is to be answered for, unless its label is
 * another's by now. Whether it went down. */
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

/* Whether the vertex has more arcs, which are the step's from now on. */
static __device__ __forceinline__ bool next_round(struct step *step)
{
    if (step->left <= ARCS_A_ROUND)
        return false;
    step->arc += ARCS_A_ROUND;
    step->left -= ARCS_A_ROUND;
    return true;
}

/* Algorithm 7. A turn of the loop relaxes, goes down or goes back, so that the
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

/* Algorithm 8, and where it tells Algorithm 9. */
template <bool DELAYS>
static __global__ void wave_kernel(struct locality_wave wave)
{
    uint4 flags = take_flags(wave);
    struct walker walker = make_walker(wave);

    tell(wave.told);
    while (any_flag(flags))
        walk_from<DELAYS>(wave, walker, pop_flagged(wave, flags));
    if (wave.told.word.host)
        count(wave.told, walker);
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

/* A thread for four flags, those beyond the last vertex among them. */
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
