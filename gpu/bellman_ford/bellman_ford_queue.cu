/* bellman_ford_queue: threads only for vertices on a queue.
 *
 * The CUDA shortest-path paper in Chinese (solvers/solvers.h), sections 4.2 and
 * 4.3: a vertex whose label falls enters a queue unless it is there already;
 * the vertex at the head is taken and its arcs relaxed. Small label first (SLF,
 * D. P. Bertsekas, Networks 23, 1993) and large label last (LLL, Bertsekas,
 * Guerriero and Musmanno, JOTA 88, 1996) order it.
 *
 * The paper's deque is sequential. Here a round takes up to `window` vertices
 * from the head at a time:
 *
 *     take    copies them out of the ring, which frees their places; with LLL
 *             it also adds up the labels of the whole queue
 *     relax   LLL: a vertex whose label is above the mean goes to the end.
 *             All others leave the queue and have their arcs relaxed. A vertex
 *             that falls and is not queued enters at the end; with SLF at the
 *             head, if its label is below that of the first vertex that the
 *             round has not taken.
 *
 * With window 1 that is the paper's algorithm, except that SLF reads the head's
 * label once a round. With a window as long as the queue SLF's order has no
 * effect. A block reserves places at both ends with one atomic.
 *
 * No update is lost. A thread that lowers a label first lowers it, then sets
 * the vertex's bit; if the bit was set, it does not queue the vertex. A thread
 * that takes a vertex first clears its bit, then reads its label. Both have a
 * fence in between, so either the first thread finds the bit clear or the
 * second reads the lowered label. Hence every vertex whose label has fallen
 * since its arcs were last relaxed is queued; when the queue is empty, no arc
 * can lower anything. A vertex that is sent to the end keeps its bit
 * throughout.
 *
 * The ring never overflows: no vertex is queued twice, the ring has a place for
 * every vertex, and taken vertices leave it before others enter.
 *
 * It terminates. A relaxed vertex has fallen since it was relaxed last, and
 * labels, which are whole numbers, cannot fall for ever. A round whose whole
 * window is above the mean relaxes nothing and changes no label, so the mean
 * stays while the queue rotates; not all labels are above their mean, so after
 * at most waiting / window such rounds one is relaxed. The comparison is exact,
 * label times number against sum, with COST_OVERFLOW as a plain number.
 *
 * Few vertices leave most of a device idle, and then launches cost more than
 * rounds: one block does many rounds in one launch, with block barriers between
 * their halves. It runs the same code as a grid of one block.
 *
 * Launch: a thread for each vertex of the window, in strides where there are
 * more. Memory: 1 word a vertex (less with a small window) and a bit beside
 * what every search has; the ring uses the memory of the links.
 *
 * Measured, H200, ms a tree, plain, SLF, both: NY 17.6, 17.8, 12.9; with a
 * window of 1,024: 175, 15, 13. With default options kanto takes 11, 1.4
 * million generated 49, 6.0 million 538. */
#include "gpu/bellman_ford/bellman_ford.h"

#include "gpu/block.cuh"

/* ---- The ring ---- */

/* The queue: which vertices enter and leave, and places at both of its ends.
 * The head proves it correct. */

/* Rounds pass it on, in device memory. */
struct queue_state {
    unsigned long long sum;    /* of the labels on the queue when a round
                                  begins; maintained for large_last alone */
    unsigned long long pushed; /* in this round: at the head << 32 | at the end
                                */
    uint32_t queue_head;       /* position of the head; wraps around */
    uint32_t waiting;
    uint32_t head_cost; /* label of the first vertex that this round leaves; 0:
                           none */
    uint32_t late;      /* in this round: sent to the end */
    uint32_t relaxed;   /* since the last posted word */
    uint32_t blocks;    /* that have finished this round */
};

static_assert(sizeof(struct queue_state) == QUEUE_STATE_BYTES,
              "the host allocates and clears it");

/* One round, the same in all of its threads. */
struct turn {
    uint32_t queue_head;
    uint32_t waiting; /* when it began */
    uint32_t taken;
    uint32_t head_cost;
    unsigned long long sum;
};

static __device__ __forceinline__ struct turn
turn_of(const struct queue_arrays &arrays)
{
    const volatile struct queue_state *state = arrays.state;
    struct turn turn;

    turn.queue_head = state->queue_head;
    turn.waiting = state->waiting;
    turn.taken = min(turn.waiting, arrays.window);
    turn.head_cost = state->head_cost;
    turn.sum = state->sum;
    return turn;
}

/* The current label; other threads may be lowering it. */
static __device__ __forceinline__ uint32_t
label_now(const struct queue_arrays &arrays, uint32_t v)
{
    return *(const volatile uint32_t *)&arrays.search.cost[v];
}

static __device__ __forceinline__ uint32_t
vertex_at(const struct queue_arrays &arrays, uint32_t place)
{
    return arrays.ring[place & arrays.mask];
}

/* Sets v's bit; returns whether it was clear. */
static __device__ __forceinline__ bool enter(const struct queue_arrays &arrays,
                                             uint32_t v)
{
    uint32_t bit = 1u << v % 32;

    return !(atomicOr(&arrays.waits[v / 32], bit) & bit);
}

/* Clears v's bit; returns the label to relax its arcs with. */
static __device__ __forceinline__ uint32_t
leave(const struct queue_arrays &arrays, uint32_t v)
{
    atomicAnd(&arrays.waits[v / 32], ~(1u << v % 32));
    __threadfence();
    return label_now(arrays, v);
}

/* Vertices to queue, as bits of arcs. */
struct falls {
    uint32_t at_head;
    uint32_t at_end;
};

/* Slots at both ends, counted from 0 in each round. */
struct slots {
    uint32_t at_head;
    uint32_t at_end;
};

/* Reserves slots for each thread; called by all threads of the block. One scan
 * takes both counts as halves of a word: 1024 threads of 33 are fewer than
 * 65536. */
static __device__ __forceinline__ struct slots
reserve(struct queue_state *state, struct slots mine)
{
    __shared__ uint32_t of_warp[32];
    __shared__ unsigned long long of_block;
    unsigned warp = threadIdx.x / 32;
    unsigned lane = threadIdx.x % 32;
    uint32_t total;
    uint32_t before = warp_scan(mine.at_head << 16 | mine.at_end, &total);

    __syncthreads(); /* all have read the last call's slots */
    if (lane == 0)
        of_warp[warp] = total;
    __syncthreads();
    if (warp == 0) {
        uint32_t first =
            warp_scan(lane < blockDim.x / 32 ? of_warp[lane] : 0, &total);

        of_warp[lane] = first;
        if (lane == 0)
            of_block = total
                           ? atomicAdd(&state->pushed,
                                       (unsigned long long)(total >> 16) << 32 |
                                           (total & 0xffff))
                           : 0;
    }
    __syncthreads();
    before += of_warp[warp];
    return {(uint32_t)(of_block >> 32) + (before >> 16),
            (uint32_t)of_block + (before & 0xffff)};
}

/* At the head, slots grow downward from where the taken vertices ended. */
static __device__ __forceinline__ void push(const struct queue_arrays &arrays,
                                            const struct turn &turn,
                                            struct falls falls,
                                            struct slots slots, uint32_t arc)
{
    uint32_t head_place = turn.queue_head + turn.taken - 1 - slots.at_head;
    uint32_t end_place = turn.queue_head + turn.waiting + slots.at_end;

    for (; falls.at_head; falls.at_head &= falls.at_head - 1)
        arrays.ring[head_place-- & arrays.mask] =
            arrays.search.head[arc + __ffs(falls.at_head) - 1];
    for (; falls.at_end; falls.at_end &= falls.at_end - 1)
        arrays.ring[end_place++ & arrays.mask] =
            arrays.search.head[arc + __ffs(falls.at_end) - 1];
}

/* ---- Rounds ---- */

enum {
    BLOCK_THREADS_MAX = 1024,
    ARCS_AT_ONCE = 4, /* in flight */
    ARCS_A_ROUND = 32,
};

/* Adds up over the warp. */
static __device__ __forceinline__ void add_labels(unsigned long long *sum,
                                                  unsigned long long mine)
{
    for (unsigned step = 16; step; step /= 2)
        mine += __shfl_down_sync(~0u, mine, step);
    if (threadIdx.x % 32 == 0 && mine)
        atomicAdd(sum, mine);
}

static __device__ __forceinline__ void take(const struct queue_arrays &arrays)
{
    struct turn turn = turn_of(arrays);
    uint32_t end = arrays.large_last ? turn.waiting : turn.taken;
    unsigned long long labels = 0;

    for (uint64_t i = thread_index(); i < end;
         i += (uint64_t)gridDim.x * blockDim.x) {
        uint32_t v = vertex_at(arrays, turn.queue_head + (uint32_t)i);

        if (i < turn.taken)
            arrays.taken[i] = v;
        if (arrays.large_last)
            labels += arrays.search.cost[v];
    }
    if (arrays.large_last)
        add_labels(&arrays.state->sum, labels);
    if (arrays.small_first && thread_index() == 0)
        arrays.state->head_cost =
            turn.taken < turn.waiting
                ? label_now(arrays,
                            vertex_at(arrays, turn.queue_head + turn.taken))
                : 0;
}

/* Relaxes the first ARCS_AT_ONCE of the `count` arcs from `arc` on. All leave a
 * vertex with label `cost`. */
static __device__ __forceinline__ struct falls
relax_few(const struct queue_arrays &arrays, uint32_t head_cost, uint32_t cost,
          uint32_t arc, uint32_t count)
{
    struct few_arcs<ARCS_AT_ONCE> few =
        few_arcs_of<ARCS_AT_ONCE>(arrays.search, cost, arc, count);
    struct falls falls = {0, 0};
    uint32_t lowered = 0;

    few_arcs_read(arrays.search, few);
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        if (few.sum[i] < few.before[i] &&
            atomicMin(&arrays.search.cost[few.head[i]], few.sum[i]) >
                few.sum[i])
            lowered |= 1u << i;
    }
    if (lowered)
        __threadfence();
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        if (lowered >> i & 1 && enter(arrays, few.head[i])) {
            if (few.sum[i] < head_cost)
                falls.at_head |= 1u << i;
            else
                falls.at_end |= 1u << i;
        }
    }
    return falls;
}

/* The same for the first ARCS_A_ROUND. */
static __device__ __forceinline__ struct falls
relax_some(const struct queue_arrays &arrays, uint32_t head_cost, uint32_t cost,
           uint32_t arc, uint32_t count)
{
    struct falls falls = {0, 0};

    for (uint32_t i = 0; i < ARCS_A_ROUND && i < count; i += ARCS_AT_ONCE) {
        struct falls few =
            relax_few(arrays, head_cost, cost, arc + i, count - i);

        falls.at_head |= few.at_head << i;
        falls.at_end |= few.at_end << i;
    }
    return falls;
}

/* A vertex that a thread took. */
struct taken {
    uint32_t vertex;
    uint32_t cost;
    uint32_t arc;
    uint32_t count; /* of remaining arcs */
    bool late;      /* goes back to the end instead */
};

static __device__ __forceinline__ struct taken
taken_at(const struct queue_arrays &arrays, const struct turn &turn, uint64_t i)
{
    struct taken taken = {0, 0, 0, 0, false};

    if (i >= turn.taken)
        return taken;
    taken.vertex = arrays.taken[i];
    if (arrays.large_last) {
        uint64_t label = label_now(arrays, taken.vertex);

        taken.late = label * turn.waiting > turn.sum;
    }
    if (!taken.late) {
        taken.cost = leave(arrays, taken.vertex);
        taken.arc = arrays.search.first_out[taken.vertex];
        taken.count = arrays.search.first_out[taken.vertex + 1] - taken.arc;
    }
    return taken;
}

/* Called by all threads of the block, each with its vertex. */
static __device__ __forceinline__ void
relax_block(const struct queue_arrays &arrays, const struct turn &turn,
            struct taken taken)
{
    bool late = taken.late;
    bool more;

    do {
        struct falls falls = relax_some(arrays, turn.head_cost, taken.cost,
                                        taken.arc, taken.count);
        struct slots slots;

        more = __syncthreads_or(taken.count > ARCS_A_ROUND);
        slots = reserve(arrays.state, {(uint32_t)__popc(falls.at_head),
                                       (uint32_t)__popc(falls.at_end) + late});
        if (late)
            arrays.ring[(turn.queue_head + turn.waiting + slots.at_end++) &
                        arrays.mask] = taken.vertex;
        push(arrays, turn, falls, slots, taken.arc);
        late = false;
        taken.arc += ARCS_A_ROUND;
        taken.count -= min(taken.count, (uint32_t)ARCS_A_ROUND);
    } while (more);
}

/* The last block prepares the queue for the next round. */
static __device__ __forceinline__ void
end_round(volatile struct queue_state *state, const struct turn &turn)
{
    unsigned long long pushed = state->pushed;
    uint32_t at_head = (uint32_t)(pushed >> 32);

    state->queue_head = turn.queue_head + turn.taken - at_head;
    state->waiting = turn.waiting - turn.taken + at_head + (uint32_t)pushed;
    state->relaxed += turn.taken - state->late;
    state->pushed = 0;
    state->sum = 0;
    state->late = 0;
    state->blocks = 0;
}

/* One thread of each block: whether all blocks are done. */
static __device__ __forceinline__ bool is_last(struct queue_state *state)
{
    if (gridDim.x == 1)
        return true;
    __threadfence();
    if (atomicAdd(&state->blocks, 1u) != gridDim.x - 1)
        return false;
    __threadfence();
    return true;
}

/* True in the one thread that ended the round. */
static __device__ __forceinline__ bool relax(const struct queue_arrays &arrays)
{
    struct turn turn = turn_of(arrays);
    uint32_t late = 0;

    for (uint64_t i = blockIdx.x * blockDim.x; i < turn.taken;
         i += (uint64_t)gridDim.x * blockDim.x) {
        struct taken taken = taken_at(arrays, turn, i + threadIdx.x);

        late += __syncthreads_count(taken.late);
        relax_block(arrays, turn, taken);
    }
    __syncthreads(); /* all have read what the last block changes */
    if (threadIdx.x != 0)
        return false;
    if (late)
        atomicAdd(&arrays.state->late, late);
    if (!is_last(arrays.state))
        return false;
    end_round(arrays.state, turn);
    return true;
}

/* The words of a phase. */
struct queue_words {
    struct host_word waiting;
    struct host_word relaxed;
};

/* Called by one thread. */
static __device__ __forceinline__ void post(volatile struct queue_state *state,
                                            const struct queue_words &words)
{
    host_post(words.waiting, state->waiting);
    host_post(words.relaxed, state->relaxed);
    state->relaxed = 0;
}

static __global__ void __launch_bounds__(BLOCK_THREADS_MAX)
    take_kernel(struct queue_arrays arrays)
{
    take(arrays);
}

static __global__ void __launch_bounds__(BLOCK_THREADS_MAX)
    relax_kernel(struct queue_arrays arrays, struct queue_words words)
{
    if (relax(arrays) && words.waiting.host)
        post(arrays.state, words);
}

static __global__ void __launch_bounds__(BLOCK_THREADS_MAX)
    alone_kernel(struct queue_arrays arrays, struct queue_words words,
                 uint32_t rounds, uint32_t most)
{
    struct turn turn = turn_of(arrays);

    for (uint32_t i = 0; i < rounds && turn.waiting; i++) {
        if ((arrays.large_last ? turn.waiting : turn.taken) > most)
            break;
        take(arrays);
        __syncthreads();
        relax(arrays);
        __syncthreads();
        turn = turn_of(arrays);
    }
    if (threadIdx.x == 0)
        post(arrays.state, words);
}

static __global__ void begin_kernel(struct queue_arrays arrays, uint32_t count)
{
    uint32_t i = thread_index();

    if (i < count)
        enter(arrays, arrays.ring[i]);
    if (i == 0)
        arrays.state->waiting = count;
}

cudaError_t launch_queue_begin(const struct queue_arrays *arrays,
                               uint32_t count, cudaStream_t stream)
{
    begin_kernel<<<grid_for(count, SMALL_BLOCK), SMALL_BLOCK, 0, stream>>>(
        *arrays, count);
    return cudaGetLastError();
}

cudaError_t launch_queue_round(const struct queue_arrays *arrays,
                               const struct host_word words[2],
                               const struct kernel_grid *grid,
                               cudaStream_t stream)
{
    struct queue_words posted = {};

    if (words)
        posted = {words[0], words[1]};
    take_kernel<<<grid->blocks, grid->block, 0, stream>>>(*arrays);
    relax_kernel<<<grid->blocks, grid->block, 0, stream>>>(*arrays, posted);
    return cudaGetLastError();
}

cudaError_t launch_queue_rounds(const struct queue_arrays *arrays,
                                const struct host_word words[2],
                                uint32_t rounds, uint32_t most,
                                unsigned threads, cudaStream_t stream)
{
    struct queue_words posted = {words[0], words[1]};

    alone_kernel<<<1, threads, 0, stream>>>(*arrays, posted, rounds, most);
    return cudaGetLastError();
}
