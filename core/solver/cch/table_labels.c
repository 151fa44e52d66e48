/* table_labels: arrays of labels, with sums or without. */
#include "core/solver/cch/table_labels.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int table_labels_make(struct table_labels *labels, size_t count, bool sums)
{
    size_t words = count + ROWS_SLACK;

    *labels =
        (struct table_labels){array_alloc(words, sizeof(uint32_t)), NULL, NULL};
    if (sums) {
        labels->duration = array_alloc(words, sizeof(uint32_t));
        labels->length = array_alloc(words, sizeof(uint32_t));
    }
    if (labels->cost && (!sums || (labels->duration && labels->length)))
        return 0;
    table_labels_finish(labels);
    return -ENOMEM;
}

void table_labels_finish(struct table_labels *labels)
{
    free(labels->cost);
    free(labels->duration);
    free(labels->length);
    *labels = (struct table_labels){0};
}

void table_labels_clear(struct table_labels *labels, size_t count)
{
    rows_fill_infinity(labels->cost, count);
    if (!labels->duration)
        return;
    rows_fill_infinity(labels->duration, count);
    rows_fill_infinity(labels->length, count);
}
