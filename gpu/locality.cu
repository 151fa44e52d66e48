/* locality: relaxes up to k steps from every vertex whose label fell.
 *
 * M. Safari and A. Ebneenasir, "Locality-Based Relaxation: An Efficient Method
 * for GPU-Based Computation of Shortest Paths", TTCS 2017, section 3.2,
 * Algorithms 7 to 9. A thread looks at the flags of its one, two or four
 * vertices with one access and leaves at once where all are down, as nearly all
 * are. From a flagged vertex it walks depth-first along the arcs whose heads it
 * lowers, k arcs deep, and raises the flag of each head that it lowers at depth
 * k; the next launch goes on from there. Two arrays of flags change places
 * after every launch. Where the paper tests an arc and then relaxes it, the
 * test is the atomic minimum itself: a step goes on exactly where it lowered.
 * On arriving at a vertex all its arcs are relaxed before the walk goes down
 * any: their accesses are in flight together.
 *
 * Why it is right. Every label is the cost of some path, so what must be shown
 * is that after the last launch no arc can lower its head. Call vertex u *due*
 * when cost[u] has fallen since a thread last began to relax all its arcs with
 * that cost or a lower one. A vertex becomes due when an atomicMin lowers its
 * label from `before` to `sum`, and the thread that did this is the only one
 * whose atomicMin answers that. It then does one of two things:
 *
 *     raises u's flag    at depth k, or when its walk has become too long. A
 *                        thread of the next launch relaxes all arcs of u with
 *                        the label it reads then, which is `sum` or lower.
 *     descends to u      and relaxes all its arcs with `sum`; unless it finds
 *                        a lower label there, which another atomicMin wrote:
 *                        then u is the due of that one's thread.
 *
 * So whoever wrote the label that stays takes u, in this launch or by a flag,
 * and when a launch ends, a vertex that is due is flagged. No flag is lost:
 *
 *   - in one launch `flagged` is only read and cleared, each byte by the one
 *     thread that owns its group, and `raised` is only written, always with 1:
 *     reading a group needs no atomic, and that two threads raise one flag at
 *     once, or raise one that is up, does no harm;
 *   - launches of one stream follow each other: the next one sees all flags and
 *     all labels of this one. Hence it does not matter whether a thread clears
 *     a flag before or after it reads the label, as it would with one array: a
 *     label that falls during the launch is answered for by whoever lowers it,
 *     in the other array;
 *   - a cleared array is all zero when it becomes `raised`: each group that had
 *     a flag was cleared by its owner.
 *
 * Labels are read while others lower them, and `raised` is written by several
 * threads, so both are relaxed atomic accesses: atomic_ref for labels, and for
 * flags a volatile store, which PTX defines as relaxed and which exists for a
 * byte (atomic_ref makes a compare-and-swap of it). Relaxed is enough: the
 * argument orders accesses to one label, which coherence does, and across
 * launches, which the launch does; no thread concludes from one word what
 * another holds. A label read too late is too high: it costs an atomic.
 *
 * It ends: labels only fall and are whole numbers. The words: a launch that
 * lowers nothing raises nothing, so all after it are idle.
 *
 * Length. A walk relaxes arcs of at most VISITS_MAX vertices and flags the
 * rest, so that dense graphs, where k steps reach thousands, cannot keep one
 * thread, and so the launch, for long.
 *
 * Launch: vertex_count / affinity threads. Memory: half a word a vertex for
 * flags, which lie where the links will. */
#include "gpu/locality.cuh"

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
template <bool DELAYS, bool BLIND>
static __device__ __forceinline__ void
relax_round(const struct search_arrays &arrays, struct walker &walker,
            struct step *step)
{
    uint32_t fell = 0;

    for (uint32_t i = 0; i < ARCS_A_ROUND && i < step->left; i += ARCS_AT_ONCE)
        fell |= relax_few<DELAYS, BLIND>(arrays, walker, step->label,
                                         step->arc + i, step->left - i)
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
template <bool DELAYS, bool BLIND>
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
            relax_round<DELAYS, BLIND>(wave.search, walker, step);
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
template <bool DELAYS, bool BLIND>
static __global__ void wave_kernel(struct locality_wave wave)
{
    uint32_t flags = take_flags(wave);
    struct walker walker = make_walker(wave);

    tell(wave.told);
    while (flags)
        walk_from<DELAYS, BLIND>(wave, walker, pop_flagged(wave, &flags));
    if (wave.told.word.host)
        count(wave.told, walker);
}

cudaError_t launch_locality(const struct locality_wave *wave, unsigned block,
                            cudaStream_t stream)
{
    unsigned grid = grid_for(
        locality_groups(wave->search.vertex_count, wave->affinity), block);

    if (wave->blind && wave->delay_seed)
        wave_kernel<true, true><<<grid, block, 0, stream>>>(*wave);
    else if (wave->blind)
        wave_kernel<false, true><<<grid, block, 0, stream>>>(*wave);
    else if (wave->delay_seed)
        wave_kernel<true, false><<<grid, block, 0, stream>>>(*wave);
    else
        wave_kernel<false, false><<<grid, block, 0, stream>>>(*wave);
    return cudaGetLastError();
}

/* A thread for four vertices. */
static __global__ void begin_kernel(struct search_arrays arrays,
                                    uint32_t *flagged, uint32_t *raised,
                                    unsigned long long *counters)
{
    uint32_t group = thread_index();
    uint32_t flags = 0;

    if (group < 3)
        counters[group] = group == 2;
    if (group >= locality_groups(arrays.vertex_count, 4))
        return;
    for (uint32_t i = 0; i < 4 && i < arrays.vertex_count - 4 * group; i++) {
        if (arrays.cost[4 * group + i] != COST_INFINITY)
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
    uint32_t groups = locality_groups(arrays->vertex_count, 4);

    begin_kernel<<<grid_for(groups, MAP_BLOCK), MAP_BLOCK, 0, stream>>>(
        *arrays, (uint32_t *)flagged, (uint32_t *)raised, counters);
    return cudaGetLastError();
}
