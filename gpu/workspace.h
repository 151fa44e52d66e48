/* workspace: what one thread of queries needs on a CUDA device.
 *
 * A stream, the arrays of kernels.h for one map, the mapped word that kernels
 * tell the host by, and pinned memory that answers pass through. 29 bytes a
 * vertex on the device. One thread at a time. */
#ifndef RELAXD_GPU_WORKSPACE_H
#define RELAXD_GPU_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "gpu/cuda_csr.h"
#include "gpu/kernels.h"

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
    struct relax_arrays arrays; /* weight, stamp and bound are a query's */
    uint32_t *stamp;            /* [vertex_count] */
    uint32_t *list;             /* [vertex_count] (NR_a) */
    uint32_t *next;             /* [vertex_count] (NW_a) */
    unsigned long long *links;  /* [vertex_count], see links.cu */
    struct kernel_seed *seeds;  /* [SEEDS_PER_LAUNCH] */
    unsigned long long *tally;
    unsigned long long *word; /* pinned, mapped */
    unsigned long long *word_on_device;
    uint32_t sequence; /* of the last word asked for */
    struct exchange exchange;
    cudaEvent_t fetched[2]; /* deliver_labels.c's buffers are filled */
};

/* 0 or a code with words; finish() is fine after either and on zero bytes. */
int workspace_init(struct workspace *workspace, const struct cuda_csr *csr,
                   struct error *error);
void workspace_finish(struct workspace *workspace);

/* Makes its device the calling thread's. */
int workspace_enter(const struct workspace *workspace, struct error *error);

/* Room for at least `words` in exchange; what it held may be lost. The stream
 * must be idle as far as the exchange is concerned. Growing pins memory and
 * takes a millisecond, so it doubles. */
int workspace_reserve(struct workspace *workspace, size_t words,
                      struct error *error);

/* The word of the next launch that counts. */
struct relax_word workspace_word(struct workspace *workspace);

/* Waits, on the CPU and awake, for the word asked for last. */
int workspace_wait_word(struct workspace *workspace, uint32_t *ret_count,
                        struct error *error);

/* Waits for the stream. */
int workspace_sync(struct workspace *workspace, struct error *error);

#endif
