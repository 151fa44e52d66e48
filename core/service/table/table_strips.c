#include "core/service/table/table_strips.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Limits of a strip. Beyond a thousand rows no solver gains by more, and two
 * buffers of 16 MiB leave room for many tables at once; 10,000 targets then
 * make 384 rows. */
enum {
    STRIP_ROWS_MAX = 1024,
    STRIP_BYTES_MAX = 16 * 1024 * 1024,
    ROWS_TOGETHER = 64, /* solvers of many sources work in groups of this
                           size */
};

static size_t cell_bytes(bool sums)
{
    return sizeof(uint32_t) + (sums ? sizeof(struct path_sums) : 0);
}

void table_strips_init(struct table_strips *strips, size_t rows, size_t columns,
                       bool sums, size_t bytes_max)
{
    size_t bytes = size_min(bytes_max / 2, STRIP_BYTES_MAX);
    size_t most = size_min(bytes / cell_bytes(sums) / columns, STRIP_ROWS_MAX);
    size_t group = most >= ROWS_TOGETHER ? ROWS_TOGETHER : 1;
    size_t even;

    most = most ? most / group * group : 1;
    even = size_divide_up(rows, size_divide_up(rows, most));
    even = size_min(size_divide_up(even, group) * group, rows);
    *strips = (struct table_strips){
        .rows = rows,
        .columns = columns,
        .with_sums = sums,
        .strip_rows = even,
        .buffers = even < rows ? 2 : 1,
    };
}

void table_strips_finish(struct table_strips *strips)
{
    free(strips->cost[0]);
    free(strips->cost[1]);
    free(strips->sums[0]);
    free(strips->sums[1]);
}

size_t table_strips_bytes(const struct table_strips *strips)
{
    return strips->buffers * strips->strip_rows * strips->columns *
           cell_bytes(strips->with_sums);
}

int table_strips_make(struct table_strips *strips)
{
    size_t cells = strips->strip_rows * strips->columns;

    for (size_t i = 0; i < strips->buffers; i++) {
        strips->cost[i] = array_alloc(cells, sizeof(uint32_t));
        if (strips->with_sums)
            strips->sums[i] = array_alloc(cells, sizeof(struct path_sums));
        if (!strips->cost[i] || (strips->with_sums && !strips->sums[i]))
            return -ENOMEM;
    }
    return 0;
}

struct table_rows table_strips_at(const struct table_strips *strips,
                                  size_t index)
{
    size_t first = index * strips->strip_rows;

    return (struct table_rows){
        .first = first,
        .count = size_min(strips->rows - first, strips->strip_rows),
        .cost = strips->cost[index % 2],
        .sums = strips->sums[index % 2],
    };
}

bool table_strips_is_last(const struct table_strips *strips, size_t index)
{
    return (index + 1) * strips->strip_rows >= strips->rows;
}
