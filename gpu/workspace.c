/* workspace: memory, uploads and words.
 *
 * Waiting for the word: the host polls its own memory, to which the device
 * writes directly. A failed kernel never writes, so the host queries the stream
 * now and then. Waking a sleeping thread would take longer than the phase. */
#include "gpu/workspace.h"

#include <errno.h>
#include <string.h>

#include "gpu/cuda_error.h"

enum {
    SPINS_PER_QUERY = 4096,
    EXCHANGE_WORDS_MIN = 1 << 16, /* most answers never need more */
};

int workspace_alloc(struct workspace *workspace, void *ret_pointer,
                    size_t count, size_t size, struct error *error)
{
    void *memory = NULL;
    int r;

    if (workspace->block_count == WORKSPACE_BLOCKS_MAX)
        return error_set(error, -ENOMEM, "workspace: too many blocks");
    r = cuda_alloc(&memory, count, size, "solver's labels", error);
    if (r)
        return r;
    workspace->blocks[workspace->block_count++] = memory;
    memcpy(ret_pointer, &memory, sizeof(memory));
    return 0;
}

static int alloc_arrays(struct workspace *workspace, struct error *error)
{
    struct search_arrays *arrays = &workspace->arrays;
    size_t n = arrays->vertex_count;
    int r = workspace_alloc(workspace, &arrays->cost, n, sizeof(*arrays->cost),
                            error);

    if (!r)
        r = workspace_alloc(workspace, &workspace->links, n,
                            sizeof(*workspace->links), error);
    if (!r)
        r = workspace_alloc(workspace, &workspace->seeds, SEEDS_PER_LAUNCH,
                            sizeof(*workspace->seeds), error);
    if (!r)
        r = workspace_alloc(workspace, &workspace->tally, 1,
                            sizeof(*workspace->tally), error);
    return r;
}

static int map_words(struct workspace *workspace, struct error *error)
{
    void *host = NULL;
    void *device = NULL;
    size_t size = WORKSPACE_WORDS * sizeof(*workspace->words);
    int r = cuda_check(cudaHostAlloc(&host, size, cudaHostAllocMapped),
                       "mapped host memory", error);

    if (r)
        return r;
    workspace->words = memset(host, 0, size);
    r = cuda_check(cudaHostGetDevicePointer(&device, host, 0),
                   "mapped host memory", error);
    workspace->words_on_device = device;
    return r;
}

static int create_queues(struct workspace *workspace, struct error *error)
{
    cudaError_t status =
        cudaStreamCreateWithFlags(&workspace->stream, cudaStreamNonBlocking);

    for (int i = 0; i < 2 && status == cudaSuccess; i++)
        status = cudaEventCreateWithFlags(&workspace->fetched[i],
                                          cudaEventDisableTiming);
    return cuda_check(status, "stream", error);
}

int workspace_init(struct workspace *workspace, const struct cuda_csr *csr,
                   struct error *error)
{
    int r;

    *workspace = (struct workspace){
        .device = csr->base.device,
        .arrays.vertex_count = csr->base.map->topology.vertex_count,
        .arrays.arc_count = csr->base.map->topology.arc_count,
        .arrays.first_out = csr->first_out,
        .arrays.head = csr->head,
    };
    r = workspace_enter(workspace, error);
    if (!r)
        r = create_queues(workspace, error);
    if (!r)
        r = alloc_arrays(workspace, error);
    if (!r)
        r = cuda_check(cudaMemsetAsync(workspace->tally, 0,
                                       sizeof(*workspace->tally),
                                       workspace->stream),
                       "tally", error);
    if (!r)
        r = map_words(workspace, error);
    return r;
}

static void free_exchange(struct workspace *workspace)
{
    cuda_ended(cudaFreeHost(workspace->exchange.host));
    cuda_ended(cudaFree(workspace->exchange.device));
    workspace->exchange.host = NULL;
    workspace->exchange.device = NULL;
    workspace->exchange.capacity = 0;
}

static void destroy_queues(struct workspace *workspace)
{
    if (workspace->stream) {
        cuda_ended(cudaStreamSynchronize(workspace->stream));
        cuda_ended(cudaStreamDestroy(workspace->stream));
    }
    for (int i = 0; i < 2; i++) {
        if (workspace->fetched[i])
            cuda_ended(cudaEventDestroy(workspace->fetched[i]));
    }
}

void workspace_finish(struct workspace *workspace)
{
    if (!workspace->device)
        return;
    workspace_enter(workspace, NULL);
    destroy_queues(workspace);
    while (workspace->block_count)
        cuda_ended(cudaFree(workspace->blocks[--workspace->block_count]));
    cuda_ended(cudaFreeHost(workspace->words));
    free_exchange(workspace);
    *workspace = (struct workspace){0};
}

int workspace_enter(const struct workspace *workspace, struct error *error)
{
    return cuda_check(cudaSetDevice(workspace->device->ordinal),
                      workspace->device->name, error);
}

static int alloc_exchange(struct workspace *workspace, size_t words,
                          struct error *error)
{
    void *host = NULL;
    int r = cuda_alloc(&workspace->exchange.device, words, sizeof(uint32_t),
                       "answers", error);

    if (!r)
        r = cuda_check(cudaHostAlloc(&host, words * sizeof(uint32_t),
                                     cudaHostAllocDefault),
                       "pinned host memory", error);
    workspace->exchange.host = host;
    if (r)
        free_exchange(workspace);
    else
        workspace->exchange.capacity = words;
    return r;
}

int workspace_reserve(struct workspace *workspace, size_t words,
                      struct error *error)
{
    size_t doubled = 2 * workspace->exchange.capacity;

    if (words <= workspace->exchange.capacity)
        return 0;
    if (words < doubled)
        words = doubled;
    if (words < EXCHANGE_WORDS_MIN)
        words = EXCHANGE_WORDS_MIN;
    free_exchange(workspace);
    return alloc_exchange(workspace, words, error);
}

int workspace_send(struct workspace *workspace, size_t first, size_t count,
                   const char *what, struct error *error)
{
    return cuda_check(cudaMemcpyAsync(workspace->exchange.device + first,
                                      workspace->exchange.host + first,
                                      count * sizeof(uint32_t),
                                      cudaMemcpyHostToDevice,
                                      workspace->stream),
                      what, error);
}

int workspace_fetch(struct workspace *workspace, size_t first, size_t count,
                    const char *what, struct error *error)
{
    int r =
        cuda_check(cudaMemcpyAsync(workspace->exchange.host + first,
                                   workspace->exchange.device + first,
                                   count * sizeof(uint32_t),
                                   cudaMemcpyDeviceToHost, workspace->stream),
                   what, error);

    return r ? r : workspace_sync(workspace, error);
}

_Static_assert(sizeof(struct kernel_seed) == sizeof(struct seed) &&
                   offsetof(struct kernel_seed, vertex) ==
                       offsetof(struct seed, vertex) &&
                   offsetof(struct kernel_seed, cost) ==
                       offsetof(struct seed, cost),
               "seeds are uploaded as they lie");

int workspace_upload_seeds(struct workspace *workspace,
                           const struct query *query, uint32_t first,
                           uint32_t *ret_count, struct error *error)
{
    uint32_t left = query->seed_count - first;
    uint32_t count = left < SEEDS_PER_LAUNCH ? left : SEEDS_PER_LAUNCH;

    *ret_count = count;
    return cuda_check(cudaMemcpyAsync(workspace->seeds, query->seeds + first,
                                      count * sizeof(*workspace->seeds),
                                      cudaMemcpyHostToDevice,
                                      workspace->stream),
                      "upload seeds", error);
}

struct host_word workspace_word(struct workspace *workspace)
{
    uint32_t sequence = ++workspace->sequence;

    return (struct host_word){
        .tally = workspace->tally,
        .host = workspace->words_on_device + sequence % WORKSPACE_WORDS,
        .sequence = sequence,
    };
}

struct host_word workspace_silent_word(const struct workspace *workspace)
{
    return (struct host_word){.tally = workspace->tally};
}

/* Whether the word has arrived. */
static bool look(const struct workspace *workspace, uint32_t sequence,
                 uint32_t *ret_count)
{
    unsigned long long word = __atomic_load_n(
        &workspace->words[sequence % WORKSPACE_WORDS], __ATOMIC_ACQUIRE);

    if (word >> 32 != sequence)
        return false;
    *ret_count = (uint32_t)word;
    return true;
}

static bool spin(const struct workspace *workspace, uint32_t sequence,
                 uint32_t *ret_count)
{
    for (int i = 0; i < SPINS_PER_QUERY; i++) {
        if (look(workspace, sequence, ret_count))
            return true;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    return false;
}

static int wait_word(struct workspace *workspace, uint32_t sequence,
                     uint32_t *ret_count, struct error *error)
{
    workspace->word_count++;
    while (!spin(workspace, sequence, ret_count)) {
        cudaError_t status = cudaStreamQuery(workspace->stream);

        if (status == cudaErrorNotReady)
            continue;
        if (status != cudaSuccess)
            return cuda_check(status, "phase", error);
        if (look(workspace, sequence, ret_count))
            return 0;
        return error_set(error, -EIO, "phase: the device ended it silently");
    }
    return 0;
}

int workspace_wait_word(struct workspace *workspace, uint32_t *ret_count,
                        struct error *error)
{
    return wait_word(workspace, workspace->sequence, ret_count, error);
}

int workspace_wait_earlier_word(struct workspace *workspace,
                                const struct host_word *word,
                                uint32_t *ret_count, struct error *error)
{
    return wait_word(workspace, word->sequence, ret_count, error);
}

int workspace_wait_words(struct workspace *workspace, uint32_t *ret_first,
                         uint32_t *ret_last, struct error *error)
{
    uint32_t sequence = workspace->sequence;
    int r = wait_word(workspace, sequence, ret_last, error);

    return r ? r : wait_word(workspace, sequence - 1, ret_first, error);
}

int workspace_sync(struct workspace *workspace, struct error *error)
{
    return cuda_check(cudaStreamSynchronize(workspace->stream), "query", error);
}
