/* workspace: what one thread of queries needs on a CUDA device.
 *
 * A stream, labels and links for one map, the mapped word that kernels tell the
 * host by, and pinned memory that answers pass through. 3 words a vertex on the
 * device; what a solver needs beside that it allocates here too. One thread at
 * a time. */
#ifndef RELAXD_GPU_WORKSPACE_H
#define RELAXD_GPU_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/query.h"
#include "gpu/forms/forms.h"
#include "gpu/kernels.h"

enum {
    WORKSPACE_BLOCKS_MAX = 32,
    WORKSPACE_WORDS = 64, /* launches under way whose words are still wanted */
};

/* Memory that grows: so many words in pinned host memory and as many on the
 * device. */
struct exchange {
    uint32_t *host;
    uint32_t *device;
    size_t capacity; /* words */
};

struct workspace {
    const struct device *device;
    cudaStream_t stream;
    struct search_arrays arrays; /* weight and bound are a query's */
    unsigned long long *links;   /* [vertex_count], see links.cu; until the
                                    phases have ended it is the method's */
    struct kernel_seed *seeds;   /* [SEEDS_PER_LAUNCH] */
    unsigned long long *tally;
    unsigned long long *words; /* [WORKSPACE_WORDS] pinned, mapped; used by
                                  turns */
    unsigned long long *words_on_device;
    uint32_t sequence;   /* of the last word asked for */
    uint32_t word_count; /* words waited for, ever */
    struct exchange exchange;
    cudaEvent_t fetched[2]; /* deliver_labels.c's buffers are filled */
    void *blocks[WORKSPACE_BLOCKS_MAX]; /* device memory that it owns */
    unsigned block_count;
};

/* 0 or a code with words; finish() is fine after either and on zero bytes. */
int workspace_init(struct workspace *workspace, const struct cuda_csr *csr,
                   struct error *error);
void workspace_finish(struct workspace *workspace);

/* Makes its device the calling thread's. */
int workspace_enter(const struct workspace *workspace, struct error *error);

/* Device memory for `count` elements of `size` bytes, freed by finish().
 * `ret_pointer` is the address of a pointer to any type. */
int workspace_alloc(struct workspace *workspace, void *ret_pointer,
                    size_t count, size_t size, struct error *error);

/* Room for at least `words` in exchange; what it held may be lost. The stream
 * must be idle as far as the exchange is concerned. Growing pins memory and
 * takes a millisecond, so it doubles. */
int workspace_reserve(struct workspace *workspace, size_t words,
                      struct error *error);

/* Queues the upload of the query's seeds from the `first` on, as many as seeds
 * has room for. */
int workspace_upload_seeds(struct workspace *workspace,
                           const struct query *query, uint32_t first,
                           uint32_t *ret_count, struct error *error);

/* The word of the next launch that counts. */
struct host_word workspace_word(struct workspace *workspace);

/* The same for a launch that counts for itself and posts nothing. */
struct host_word workspace_silent_word(const struct workspace *workspace);

/* Waits, on the CPU and awake, for the word asked for last. */
int workspace_wait_word(struct workspace *workspace, uint32_t *ret_count,
                        struct error *error);

/* The same for one asked for earlier, while later launches go on; at most
 * WORKSPACE_WORDS - 1 have been asked for since. */
int workspace_wait_earlier_word(struct workspace *workspace,
                                const struct host_word *word,
                                uint32_t *ret_count, struct error *error);

/* Waits for the stream. */
int workspace_sync(struct workspace *workspace, struct error *error);

#endif
