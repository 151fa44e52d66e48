/* workspace: what one thread of queries needs on a CUDA device.
 *
 * Waiting for the word: the host polls its own memory, which the device writes
 * to directly; a failed kernel never writes, so now and then the stream is
 * asked. Waking a sleeping thread instead would cost more than the phase. */
#include "gpu/workspace.h"

#include <errno.h>
#include <string.h>

#include "gpu/cuda_error.h"

enum {
    SPINS_PER_QUERY = 4096,
    EXCHANGE_WORDS_MIN = 1 << 16, /* most answers never need more */
};

/* Memory that only this thread's stream uses, at least one element. */
static int alloc_words(void *ret_pointer, size_t count, size_t size,
                       struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, size, "solver's labels", error);

    if (!r)
        memcpy(ret_pointer, &memory, sizeof(memory));
    return r;
}

static int alloc_arrays(struct workspace *workspace, struct error *error)
{
    struct relax_arrays *arrays = &workspace->arrays;
    size_t n = arrays->vertex_count;
    const struct {
        void *pointer;
        size_t count;
        size_t size;
    } wanted[] = {
        {&arrays->cost, n, sizeof(*arrays->cost)},
        {&arrays->tentative, n, sizeof(*arrays->tentative)},
        {&workspace->stamp, n, sizeof(*workspace->stamp)},
        {&arrays->fell, n, sizeof(*arrays->fell)},
        {&workspace->list, n, sizeof(*workspace->list)},
        {&workspace->next, n, sizeof(*workspace->next)},
        {&workspace->links, n, sizeof(*workspace->links)},
        {&workspace->seeds, SEEDS_PER_LAUNCH, sizeof(*workspace->seeds)},
        {&workspace->tally, 1, sizeof(*workspace->tally)},
    };
    int r = 0;

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]) && !r; i++)
        r = alloc_words(wanted[i].pointer, wanted[i].count, wanted[i].size,
                        error);
    return r;
}

static int map_word(struct workspace *workspace, struct error *error)
{
    void *host = NULL;
    void *device = NULL;
    int r = cuda_check(
        cudaHostAlloc(&host, sizeof(*workspace->word), cudaHostAllocMapped),
        "mapped host memory", error);

    if (r)
        return r;
    workspace->word = host;
    *workspace->word = 0;
    r = cuda_check(cudaHostGetDevicePointer(&device, host, 0),
                   "mapped host memory", error);
    workspace->word_on_device = device;
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
        .arrays.first_out = csr->first_out,
        .arrays.head = csr->head,
    };
    r = workspace_enter(workspace, error);
    if (!r)
        r = create_queues(workspace, error);
    if (!r)
        r = alloc_arrays(workspace, error);
    if (!r)
        r = cuda_check(
            cudaMemset(workspace->tally, 0, sizeof(*workspace->tally)), "tally",
            error);
    if (!r)
        r = map_word(workspace, error);
    return r;
}

static void free_exchange(struct exchange *exchange)
{
    cudaFreeHost(exchange->host);
    cudaFree(exchange->device);
    *exchange = (struct exchange){0};
}

static void destroy_queues(struct workspace *workspace)
{
    if (workspace->stream) {
        cudaStreamSynchronize(workspace->stream);
        cudaStreamDestroy(workspace->stream);
    }
    for (int i = 0; i < 2; i++) {
        if (workspace->fetched[i])
            cudaEventDestroy(workspace->fetched[i]);
    }
}

void workspace_finish(struct workspace *workspace)
{
    if (!workspace->device)
        return;
    workspace_enter(workspace, NULL);
    destroy_queues(workspace);
    cudaFree(workspace->arrays.cost);
    cudaFree(workspace->arrays.tentative);
    cudaFree(workspace->stamp);
    cudaFree(workspace->arrays.fell);
    cudaFree(workspace->list);
    cudaFree(workspace->next);
    cudaFree(workspace->links);
    cudaFree(workspace->seeds);
    cudaFree(workspace->tally);
    cudaFreeHost(workspace->word);
    free_exchange(&workspace->exchange);
    cudaGetLastError();
    *workspace = (struct workspace){0};
}

int workspace_enter(const struct workspace *workspace, struct error *error)
{
    return cuda_check(cudaSetDevice(workspace->device->ordinal),
                      workspace->device->name, error);
}

static int alloc_exchange(struct exchange *exchange, size_t words,
                          struct error *error)
{
    void *host = NULL;
    int r = alloc_words(&exchange->device, words, sizeof(uint32_t), error);

    if (!r)
        r = cuda_check(cudaHostAlloc(&host, words * sizeof(uint32_t),
                                     cudaHostAllocDefault),
                       "pinned host memory", error);
    exchange->host = host;
    if (r)
        free_exchange(exchange);
    else
        exchange->capacity = words;
    return r;
}

int workspace_reserve(struct workspace *workspace, size_t words,
                      struct error *error)
{
    struct exchange *exchange = &workspace->exchange;
    size_t doubled = 2 * exchange->capacity;

    if (words <= exchange->capacity)
        return 0;
    if (words < doubled)
        words = doubled;
    if (words < EXCHANGE_WORDS_MIN)
        words = EXCHANGE_WORDS_MIN;
    free_exchange(exchange);
    return alloc_exchange(exchange, words, error);
}

struct relax_word workspace_word(struct workspace *workspace)
{
    return (struct relax_word){
        .tally = workspace->tally,
        .host = workspace->word_on_device,
        .sequence = ++workspace->sequence,
    };
}

/* Whether the word has come. */
static bool look(const struct workspace *workspace, uint32_t *ret_count)
{
    unsigned long long word =
        __atomic_load_n(workspace->word, __ATOMIC_ACQUIRE);

    if (word >> 32 != workspace->sequence)
        return false;
    *ret_count = (uint32_t)word;
    return true;
}

static bool spin(const struct workspace *workspace, uint32_t *ret_count)
{
    for (int i = 0; i < SPINS_PER_QUERY; i++) {
        if (look(workspace, ret_count))
            return true;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    return false;
}

int workspace_wait_word(struct workspace *workspace, uint32_t *ret_count,
                        struct error *error)
{
    while (!spin(workspace, ret_count)) {
        cudaError_t status = cudaStreamQuery(workspace->stream);

        if (status == cudaErrorNotReady)
            continue;
        if (status != cudaSuccess)
            return cuda_check(status, "phase", error);
        if (look(workspace, ret_count))
            return 0;
        return error_set(error, -EIO, "phase: the device ended it silently");
    }
    return 0;
}

int workspace_sync(struct workspace *workspace, struct error *error)
{
    return cuda_check(cudaStreamSynchronize(workspace->stream), "query", error);
}
