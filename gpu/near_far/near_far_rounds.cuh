/* near_far_rounds: what a crew of blocks does between two barriers, and what
 * follows it.
 *
 * near_far.cu says why it is right. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_ROUNDS_CUH
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_ROUNDS_CUH

#include "gpu/near_far/near_far_relax.cuh"

/* A launch ends some milliseconds after its start. */
#define NEAR_FAR_CYCLES 8000000ll

/* Delta is halved and doubled within these. */
#define NEAR_FAR_DELTA_MAX (1u << 31)

static_assert(sizeof(struct near_far_round) == sizeof(uint4) &&
                  sizeof(struct near_far_phase) == sizeof(uint4) &&
                  sizeof(struct near_far_control) % sizeof(uint4) == 0,
              "counters are read at once");

/* What a launch may take. */
struct leave {
    uint32_t rounds; /* until this round */
    long long cycles;
};

/* The block, before a round. */
static __device__ __forceinline__ void prepare_round(struct worker &w)
{
    if (threadIdx.x < 4)
        w.bay->queued[threadIdx.x] = 0;
    if (threadIdx.x < 2)
        w.bay->met[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        w.bay->far = 0;
        w.bay->least[NEAR] = COST_INFINITY;
        w.bay->least[FAR] = COST_INFINITY;
        w.bay->wanted[NEAR] = 0;
        w.bay->wanted[FAR] = 0;
    }
    if (w.crew.rank == 0 && threadIdx.x == 0) {
        *round_of(w, w.now.round + 1) = {0, 0, 0, COST_INFINITY};
        if (w.now.opens)
            *phase_of(w, w.now.phase + 1) = {0, COST_INFINITY, 0, 0};
    }
    w.step = 0;
    w.taken = 0;
    w.least[NEAR] = COST_INFINITY;
    w.least[FAR] = COST_INFINITY;
    __syncthreads();
}

/* The crew's blocks share the far list out, each so many at a time. */
static __device__ __forceinline__ uint32_t far_tile(const struct worker &w)
{
    uint32_t share = (w.now.far + w.crew.size - 1) / w.crew.size;

    return min((share + WARP - 1) / WARP * WARP, blockDim.x);
}

/* Sorts the far list: near ones are queued, others stay on it. */
static __device__ __forceinline__ void open_far(struct worker &w)
{
    const uint32_t *list = one_of(w.arrays.far, w.now.phase - 1);
    uint32_t tile = far_tile(w);

    for (uint64_t i = (uint64_t)w.crew.rank * tile; i < w.now.far;
         i += (uint64_t)w.crew.size * tile) {
        bool there = threadIdx.x < min(tile, (uint32_t)(w.now.far - i));
        uint32_t v = there ? __ldcg(&list[i + threadIdx.x]) : 0;
        uint32_t cost = there ? read_label(w, v) : 0;
        bool stays = there && cost >= w.now.split;
        bool near = there && cost >= w.now.passed && !stays;
        bool crowded = false;

        if (stays)
            w.least[FAR] = min(w.least[FAR], cost);
        push_near(w, near, v, cost, load_cell(w.arrays, near, v), crowded);
        append(w, false, 0, stays, v);
        if (__syncthreads_or(crowded))
            unload(w, 0, true);
    }
}

/* The near list is dealt out one by one, so that each block gets some from
 * everywhere and all are as long at it. */
static __device__ __forceinline__ void take_list(struct worker &w)
{
    const uint32_t *list = one_of(w.arrays.list, w.now.round - 1) + w.crew.rank;
    uint32_t mine =
        w.now.near / w.crew.size + (w.crew.rank < w.now.near % w.crew.size);
    uint32_t at = threadIdx.x / CELL_ARCS;
    uint32_t tile = blockDim.x / CELL_ARCS;

    for (uint32_t first = 0; first < mine; first += tile) {
        uint32_t i = first + at;
        uint32_t v = i < mine ? __ldcg(&list[(uint64_t)i * w.crew.size]) : 0;
        bool crowded[2] = {false, false};

        visit_listed(w, i < mine, v, crowded);
        w.taken += min(tile, mine - first);
        if (__syncthreads_or(crowded[NEAR] || crowded[FAR]))
            unload(w, 0, true);
    }
}

/* The block goes on from what it has queued, step after step, until it has gone
 * as far as it may or another block has: that is asked along with the labels
 * and known a step later. */
static __device__ __forceinline__ void take_queues(struct worker &w)
{
    uint32_t *flags = &round_of(w, w.now.round)->flags;
    bool asks = w.crew.size > 1;
    uint32_t count = 0;
    bool met = false;

    for (w.step = 1; w.step < w.hops; w.step++) {
        bool crowded[2] = {false, false};
        uint32_t seen = asks && threadIdx.x == 0 ? __ldcg(flags) : 0;

        count = *queued_in(w, w.step);
        met = w.bay->met[w.step % 2];
        if (count == 0 || count > w.room || met)
            break;
        if (threadIdx.x == 0)
            *queued_in(w, w.step + 2) = 0;
        for (uint32_t i = threadIdx.x;
             i - threadIdx.x % WARP < CELL_ARCS * count; i += blockDim.x) {
            visit_queued(w, i < CELL_ARCS * count, i / CELL_ARCS, crowded);
        }
        w.taken += count;
        if (seen & NEAR_FAR_MEET)
            w.bay->met[(w.step + 1) % 2] = 1;
        if (__syncthreads_or(crowded[FAR]))
            unload(w, w.step, false);
    }
    if (asks && threadIdx.x == 0 && count > 0 && !met)
        atomicOr(flags, NEAR_FAR_MEET);
    unload(w, w.step - 1, true);
}

/* The block: whether a target's label is not final. */
static __device__ __forceinline__ bool unsettled(const struct worker &w)
{
    bool found = false;

    for (uint64_t i = w.crew.rank * blockDim.x + threadIdx.x;
         i < w.arrays.target_count; i += (uint64_t)w.crew.size * blockDim.x)
        found |= read_label(w, w.arrays.targets[i]) >= w.now.settled;
    return __syncthreads_or(found);
}

static __device__ __forceinline__ bool is_late(const struct worker &w,
                                               const struct leave &leave)
{
    return w.crew.rank == 0 &&
           (w.now.round + 1 >= leave.rounds || clock64() >= leave.cycles);
}

static __device__ __forceinline__ void gather_least(const struct worker &w,
                                                    unsigned which)
{
    uint32_t least = w.least[which];

    for (unsigned i = WARP / 2; i > 0; i /= 2)
        least = min(least, __shfl_xor_sync(~0u, least, i));
    if (threadIdx.x % WARP == 0 && least != COST_INFINITY)
        atomicMin(&w.bay->least[which], least);
}

/* The block tells the crew what it did. */
static __device__ __forceinline__ void report(const struct worker &w,
                                              const struct leave &leave)
{
    struct near_far_phase *phase = phase_of(w, w.now.phase);
    struct near_far_round *round = round_of(w, w.now.round);
    uint32_t flags =
        w.arrays.target_count > 0 && unsettled(w) ? NEAR_FAR_UNSETTLED : 0;

    gather_least(w, NEAR);
    gather_least(w, FAR);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    flags |= is_late(w, leave) ? NEAR_FAR_PAUSE : 0;
    if (flags)
        atomicOr(&round->flags, flags);
    if (w.bay->least[NEAR] != COST_INFINITY)
        atomicMin(&round->least, w.bay->least[NEAR]);
    if (w.bay->least[FAR] != COST_INFINITY)
        atomicMin(&phase->least, w.bay->least[FAR]);
    if (w.taken > 0) {
        atomicAdd(&phase->taken, w.taken);
        atomicMax(&round->steps, w.step);
    }
}

static __device__ __forceinline__ void take_round(struct worker &w,
                                                  const struct leave &leave)
{
    prepare_round(w);
    if (w.now.near > 0)
        take_list(w);
    if (w.now.opens)
        open_far(w);
    __syncthreads();
    take_queues(w);
    report(w, leave);
}

/* Wider where steps take too few vertices for the blocks there are, narrower
 * where too many: those are relaxed too early. */
static __device__ __forceinline__ uint32_t steer(uint32_t delta, uint32_t taken,
                                                 uint32_t steps, uint32_t aim)
{
    uint32_t width = steps > 0 ? taken / steps : 0;

    if (aim == 0 || taken == 0)
        return delta;
    if (width < aim / 2 && delta < NEAR_FAR_DELTA_MAX / 2)
        return 2 * delta;
    return width > 2 * aim && delta > 1 ? delta / 2 : delta;
}

/* The split beyond a label. COST_INFINITY: all labels are below. */
static __device__ __forceinline__ uint32_t split_beyond(uint32_t least,
                                                        uint32_t delta)
{
    uint64_t split = (uint64_t)least + delta;

    return split <= COST_OVERFLOW ? (uint32_t)split : COST_INFINITY;
}

/* The split moves beyond the least far label; where none is far it stays, and a
 * phase begins none the less: whether any is far may not decide about that, as
 * the next round may change it while others still read it. */
static __device__ __forceinline__ void
next_phase(struct worker &w, const uint4 &phase, uint32_t aim)
{
    uint32_t far = phase.x;
    uint32_t least = phase.y;
    uint32_t taken = phase.z;

    w.now.taken += taken;
    w.now.passed = w.now.split;
    if (least != COST_INFINITY) {
        w.now.delta = steer(w.now.delta, taken, w.now.phase_steps, aim);
        w.now.split = split_beyond(least, w.now.delta);
    }
    w.now.far = far;
    w.now.phase++;
    w.now.phase_steps = 0;
    w.now.opens = 1;
}

/* After the barrier: all read the same and conclude the same, though some may
 * have begun the next round. What they count in it is of another round, or, for
 * the least far label, no less than `settled`. */
static __device__ __forceinline__ void
advance(struct worker &w, const struct near_far_rules &rules)
{
    uint4 round = __ldcg((const uint4 *)round_of(w, w.now.round));
    uint4 phase = __ldcg((const uint4 *)phase_of(w, w.now.phase));
    uint32_t least_far = phase.y;

    w.now.near = round.x;
    w.now.steps += round.y;
    w.now.phase_steps += round.y;
    w.now.paused = round.z & NEAR_FAR_PAUSE;
    if (w.arrays.target_count > 0 && !(round.z & NEAR_FAR_UNSETTLED)) {
        w.now.state = NEAR_FAR_STOPPED;
        return;
    }
    w.now.settled = min(round.w, least_far);
    w.now.opens = 0;
    if (w.now.near == 0 && least_far == COST_INFINITY) {
        w.now.taken += phase.z;
        w.now.state = NEAR_FAR_DONE;
    } else if (w.now.near <= rules.thin) {
        next_phase(w, phase, rules.aim);
    }
    w.now.round++;
}

#endif
