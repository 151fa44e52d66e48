/* bellman_ford_queue: threads only for vertices on a queue.
 *
 * A phase is several rounds: of a single block while each round has little to
 * do, otherwise of as many blocks as needed. Its words report how many vertices
 * are on the queue and how many were relaxed. */
#include "gpu/bellman_ford/bellman_ford.h"

#include "gpu/cuda_error.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

enum {
    WARP = 32,
    BLOCK_MAX = 1024,       /* CUDA's limit */
    BLOCKS_MAX = 2048,      /* further vertices are taken in strides */
    ALONE_ROUNDS = 8,       /* for each round of many blocks */
    ALONE_GROWTH = 4,       /* growth of the queue at which one block gives
                               up */
    ALONE_THREADS_MIN = 64, /* a queue grows during a phase */
};

struct bellman_ford_queue {
    struct search search;
    struct queue_arrays arrays; /* search is set in each phase */
    unsigned block;
    uint32_t rounds;      /* of many blocks, per phase */
    uint32_t alone_below; /* vertices visited in a round */
};

static uint32_t least(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* The power of two, minus 1. */
static uint32_t power_of_two(uint32_t at_least)
{
    uint32_t mask = at_least - 1;

    for (unsigned shift = 1; shift < 32; shift *= 2)
        mask |= mask >> shift;
    return mask;
}

static int alloc_arrays(struct bellman_ford_queue *queue, struct error *error)
{
    struct workspace *workspace = &queue->search.workspace;
    struct queue_arrays *arrays = &queue->arrays;
    uint32_t n = workspace->arrays.vertex_count;
    int r = workspace_alloc(workspace, &arrays->taken, least(n, arrays->window),
                            sizeof(*arrays->taken), error);

    if (!r)
        r = workspace_alloc(workspace, &arrays->waits, n / 32 + 1,
                            sizeof(*arrays->waits), error);
    if (!r)
        r = workspace_alloc(workspace, &arrays->state, 1, QUEUE_STATE_BYTES,
                            error);
    return r;
}

/* The ring uses the memory of the links: two words a vertex, which hold a power
 * of two of at least vertex_count. */
static void place_ring(struct queue_arrays *arrays,
                       const struct workspace *workspace)
{
    arrays->ring = (uint32_t *)workspace->links;
    arrays->mask = power_of_two(workspace->arrays.vertex_count);
}

static int init(struct search *search, struct error *error)
{
    struct bellman_ford_queue *queue = (struct bellman_ford_queue *)search;
    struct queue_arrays *arrays = &queue->arrays;

    arrays->window = search_option(search, "window");
    arrays->small_first = search_option(search, "slf") != 0;
    arrays->large_last = search_option(search, "lll") != 0;
    queue->rounds = search_option(search, "rounds-at-once");
    queue->alone_below = search_option(search, "alone-below");
    queue->block = search_block_option(search, "block-threads");
    place_ring(arrays, &search->workspace);
    return alloc_arrays(queue, error);
}

static cudaError_t clear(const struct bellman_ford_queue *queue)
{
    const struct workspace *workspace = &queue->search.workspace;
    const struct queue_arrays *arrays = &queue->arrays;
    size_t size =
        (workspace->arrays.vertex_count / 32 + 1) * sizeof(*arrays->waits);
    cudaError_t status =
        cudaMemsetAsync(arrays->waits, 0, size, workspace->stream);

    if (status == cudaSuccess)
        status = cudaMemsetAsync(arrays->state, 0, QUEUE_STATE_BYTES,
                                 workspace->stream);
    return status;
}

static int begin(struct search *search, struct error *error)
{
    struct bellman_ford_queue *queue = (struct bellman_ford_queue *)search;
    int r = cuda_check(clear(queue), "clear queue", error);

    if (!r)
        r = search_list_seeds(search, queue->arrays.ring, error);
    if (r || !search->active)
        return r;
    return cuda_check(launch_queue_begin(&queue->arrays, search->active,
                                         search->workspace.stream),
                      "queue of seeds", error);
}

/* Vertices that the next round would visit. */
static uint32_t work(const struct bellman_ford_queue *queue)
{
    uint32_t waiting = queue->search.active;

    return queue->arrays.large_last ? waiting
                                    : least(waiting, queue->arrays.window);
}

static uint32_t round_up(uint32_t threads, uint32_t step)
{
    return (threads - 1) / step * step + step;
}

/* Threads for twice the vertices, because a queue grows. */
static int launch_alone(const struct bellman_ford_queue *queue,
                        const struct host_word words[2], struct phase *phase,
                        struct error *error)
{
    uint32_t most = queue->alone_below * ALONE_GROWTH;
    uint32_t threads =
        least(round_up(least(work(queue), BLOCK_MAX) * 2, ALONE_THREADS_MIN),
              BLOCK_MAX);

    threads =
        least(threads, round_up(least(queue->arrays.window, BLOCK_MAX), WARP));
    phase->method = "alone";
    phase->threads = threads;
    phase->launches = 1;
    return cuda_check(
        launch_queue_rounds(&queue->arrays, words, queue->rounds * ALONE_ROUNDS,
                            most, threads, queue->search.workspace.stream),
        "rounds of the queue", error);
}

static int launch_rounds(const struct bellman_ford_queue *queue,
                         const struct host_word words[2], struct phase *phase,
                         struct error *error)
{
    uint32_t blocks = least((work(queue) - 1) / queue->block + 1, BLOCKS_MAX);
    struct kernel_grid grid = {blocks, queue->block};
    int r = 0;

    phase->method = "grid";
    phase->threads = 2ull * queue->rounds * blocks * queue->block;
    phase->launches = 2 * queue->rounds;
    for (uint32_t i = 1; i <= queue->rounds && !r; i++)
        r = cuda_check(launch_queue_round(
                           &queue->arrays, i == queue->rounds ? words : NULL,
                           &grid, queue->search.workspace.stream),
                       "round of the queue", error);
    return r;
}

/* Vertices that were relaxed had been queued; so had those by which the queue
 * grew. */
static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct bellman_ford_queue *queue = (struct bellman_ford_queue *)search;
    uint32_t waited = search->active;
    struct host_word words[2] = {workspace_word(&search->workspace),
                                 workspace_word(&search->workspace)};
    uint32_t relaxed = 0;
    int r;

    queue->arrays.search = search->workspace.arrays;
    r = work(queue) <= queue->alone_below
            ? launch_alone(queue, words, phase, error)
            : launch_rounds(queue, words, phase, error);
    if (!r)
        r = workspace_wait_words(&search->workspace, &search->active, &relaxed,
                                 error);
    phase->updated = (uint64_t)relaxed + search->active - waited;
    return r;
}

const struct search_method bellman_ford_queue_method = {
    .size = sizeof(struct bellman_ford_queue),
    .init = init,
    .begin = begin,
    .phase = take_phase,
};
