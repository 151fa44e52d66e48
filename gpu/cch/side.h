/* side: the rows or the columns of a table, on their way to the device.
 *
 * Entries are walks in the order in which they are asked for; groups of them
 * belong to a query or a target. Sorting puts the walks into the order of their
 * starts and remembers the place of each. Lies in a workspace's exchange. */
#ifndef RELAXD_GPU_CCH_SIDE_H
#define RELAXD_GPU_CCH_SIDE_H

#include <stdbool.h>

#include "gpu/cch/keys.h"
#include "gpu/workspace.h"

/* The same in host and device memory. */
struct cch_side_arrays {
    int64_t *adjustments;       /* [count] by place; columns' */
    struct kernel_seed *starts; /* [count] by place, once sorted by start */
    uint32_t *place;            /* [count] of each sorted start */
    uint32_t *first;            /* [group_count + 1] */
    uint32_t *bound;            /* [group_count] rows' */
    struct cch_sums *sums;      /* [count] by place, if wanted: rows' first, or
                                   columns' adjustments */
};

struct cch_side {
    uint32_t count;
    uint32_t group_count;
    bool with_sums;
    size_t words; /* in exchange, even */
    struct cch_side_arrays host;
    struct cch_side_arrays device;
    uint64_t *keys; /* [key_count] scratch for sorting */
    size_t key_count;
};

size_t cch_side_words(uint32_t count, uint32_t group_count, bool with_sums);

/* Keeps the scratch of an earlier one; zeroed before the first. */
void cch_side_init(struct cch_side *side, uint32_t count, uint32_t group_count,
                   bool with_sums);
void cch_side_finish(struct cch_side *side);

/* Lays it out in exchange, from a word on, an even one. */
void cch_side_place(struct cch_side *side, struct exchange exchange, size_t at);

/* Sorts starts and fills place[]. 0, or -ENOMEM with words. */
int cch_side_sort(struct cch_side *side, struct error *error);

cudaError_t cch_side_upload(const struct cch_side *side, cudaStream_t stream);

#endif
