/* table_labels: arrays of labels, with sums or without. */
#ifndef RELAXD_SOLVER_CCH_TABLE_LABELS_H
#define RELAXD_SOLVER_CCH_TABLE_LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/rows.h"

struct table_labels {
    uint32_t *cost;
    uint32_t *duration; /* NULL: without sums */
    uint32_t *length;   /* the same */
};

/* `count` and ROWS_SLACK of each, not set. 0 or -ENOMEM. finish() is fine after
 * either and on zero bytes. */
int table_labels_make(struct table_labels *labels, size_t count, bool sums);
void table_labels_finish(struct table_labels *labels);

/* None are reached. */
void table_labels_clear(struct table_labels *labels, size_t count);

/* From word `at` on, of rows of `stride`; with sums. */
static inline struct label_matrix
table_labels_part(const struct table_labels *labels, size_t at, size_t stride)
{
    return (struct label_matrix){labels->cost + at, labels->duration + at,
                                 labels->length + at, stride};
}

static inline struct label_target
table_labels_target(const struct table_labels *labels, size_t at, size_t stride)
{
    return (struct label_target){labels->cost + at, labels->duration + at,
                                 labels->length + at, stride};
}

#endif
