/* table_strips: the sizes and buffers of a table's strips
 * (core/service/strips.h), each some rows of costs. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_STRIPS_H
#define RELAXD_SERVICE_TABLE_TABLE_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/service/table/table_question.h"

struct table_strips {
    size_t rows;       /* of the table, at least 1 */
    size_t columns;    /* at least 1 */
    bool with_sums;    /* cells have sums, too */
    size_t strip_rows; /* of all strips except the last, which may be shorter */
    size_t buffers;    /* 1 if one strip is the whole table, else 2 */
    uint32_t *cost[2];
    struct path_sums *sums[2];
};

/* Chooses strips of about equal size, large enough to keep a GPU busy; two fit
 * into `bytes_max` if that holds two rows. */
void table_strips_init(struct table_strips *strips, size_t rows, size_t columns,
                       bool sums, size_t bytes_max);
size_t table_strips_bytes(const struct table_strips *strips); /* of buffers */

/* Makes the buffers. 0 or -ENOMEM; finish() after either. */
int table_strips_make(struct table_strips *strips);
void table_strips_finish(struct table_strips *strips);

/* The rows of strip `index`. */
struct table_rows table_strips_at(const struct table_strips *strips,
                                  size_t index);
bool table_strips_is_last(const struct table_strips *strips, size_t index);

#endif
