/* workspace: what one thread of queries needs on a CUDA device.
 *
 * A stream, labels and links for one map, the mapped word by which kernels
 * report to the host, and pinned memory for answers. 3 words a vertex on the
 * device; solvers allocate their own memory here too. One thread at a time. */
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
    WORKSPACE_WORDS = 64, /* launches in flight whose words are still needed */
};

struct workspace {
    const struct device *device;
    cudaStream_t stream;
    struct search_arrays arrays; /* weight and bound are set for each query */
    unsigned long long *links;   /* [vertex_count], see links.cu; the method may
                                    use it until the phases have ended */
    struct kernel_seed *seeds;   /* [SEEDS_PER_LAUNCH] */
    unsigned long long *tally;
    unsigned long long *words; /* [WORKSPACE_WORDS] pinned, mapped; used in
                                  turn */
    unsigned long long *words_on_device;
    uint32_t sequence;   /* of the last word requested */
    uint32_t word_count; /* words waited for so far */
    struct {
        uint32_t *host; /* pinned */
        uint32_t *device;
        size_t capacity;                /* words in each */
    } exchange;                         /* grows; see workspace_reserve() */
    cudaEvent_t fetched[2];             /* deliver.c's buffers are filled */
    void *blocks[WORKSPACE_BLOCKS_MAX]; /* the device memory that it owns */
    unsigned block_count;
};

/* 0 or a code with words; call finish() after either; it accepts zero bytes. */
int workspace_init(struct workspace *workspace, const struct cuda_csr *csr,
                   struct error *error);
void workspace_finish(struct workspace *workspace);

/* Makes its device the calling thread's current one. */
int workspace_enter(const struct workspace *workspace, struct error *error);

/* Device memory for `count` elements of `size` bytes; finish() frees it.
 * `ret_pointer` is the address of a pointer to any type. */
int workspace_alloc(struct workspace *workspace, void *ret_pointer,
                    size_t count, size_t size, struct error *error);

/* Room for at least `words` in exchange; the contents may be lost. No work on
 * the stream may still use the exchange. Growing pins memory and takes a
 * millisecond, so it doubles. */
int workspace_reserve(struct workspace *workspace, size_t words,
                      struct error *error);

/* Queues the copy of words [first, first + count) of the exchange to the
 * device. */
int workspace_send(struct workspace *workspace, size_t first, size_t count,
                   const char *what, struct error *error);

/* The same from the device to the host; waits for it. */
int workspace_fetch(struct workspace *workspace, size_t first, size_t count,
                    const char *what, struct error *error);

/* Queues the upload of the query's seeds from index `first`, as many as fit
 * into seeds. */
int workspace_upload_seeds(struct workspace *workspace,
                           const struct query *query, uint32_t first,
                           uint32_t *ret_count, struct error *error);

/* The word of the next launch that counts. */
struct host_word workspace_word(struct workspace *workspace);

/* The same for a launch that counts for itself and posts nothing. */
struct host_word workspace_silent_word(const struct workspace *workspace);

/* Busy-waits on the CPU for the last word requested. */
int workspace_wait_word(struct workspace *workspace, uint32_t *ret_count,
                        struct error *error);

/* The same for an earlier word, while later launches run; at most
 * WORKSPACE_WORDS - 1 may have been requested since. */
int workspace_wait_earlier_word(struct workspace *workspace,
                                const struct host_word *word,
                                uint32_t *ret_count, struct error *error);

/* The same for the last two words. */
int workspace_wait_words(struct workspace *workspace, uint32_t *ret_first,
                         uint32_t *ret_last, struct error *error);

/* Waits for the stream. */
int workspace_sync(struct workspace *workspace, struct error *error);

#endif
