/* weight_rows_bench: rows whose keys are made from one number. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_WEIGHT_ROWS_BENCH_H
#define RELAXD_TESTS_UNIT_WEIGHTING_WEIGHT_ROWS_BENCH_H

#include <stdlib.h>

#include "core/weighting/weight_rows.h"
#include "tests/unit/cmocka_all.h"

enum { MANY = 5000 }; /* rows of several pages */

static inline struct weight_row row_of(int64_t id, double value)
{
    return (struct weight_row){.key = {{id, id + 1, 0}}, .value = value};
}

static inline struct weight_rows *make(void)
{
    struct weight_rows *rows = weight_rows_create();

    assert_non_null(rows);
    return rows;
}

static inline struct weight_rows *fork_of(const struct weight_rows *rows)
{
    struct weight_rows *fork = weight_rows_fork(rows);

    assert_non_null(fork);
    return fork;
}

static inline void put(struct weight_rows *rows, struct weight_row row)
{
    assert_int_equal(weight_rows_put(rows, &row, 1), 0);
}

static inline int remove_row(struct weight_rows *rows, int64_t id,
                             struct weight_row *ret_row)
{
    struct weight_key key = row_of(id, 0).key;

    return weight_rows_remove(rows, &key, ret_row);
}

/* -1: there is none. */
static inline double value_of(const struct weight_rows *rows, int64_t id)
{
    struct weight_key key = row_of(id, 0).key;
    const struct weight_row *row = weight_rows_find(rows, &key);

    return row ? row->value : -1;
}

/* Rows with the ids from `first` on, whose values are id x factor; free() them.
 */
static inline struct weight_row *many(int64_t first, size_t count,
                                      double factor)
{
    struct weight_row *row = calloc(count, sizeof(*row));

    assert_non_null(row);
    for (size_t i = 0; i < count; i++)
        row[i] =
            row_of(first + (int64_t)i, (double)(first + (int64_t)i) * factor);
    return row;
}

static inline void assert_many(const struct weight_rows *rows, int64_t first,
                               size_t count, double factor)
{
    for (size_t i = 0; i < count; i++) {
        int64_t id = first + (int64_t)i;

        if (value_of(rows, id) != (double)id * factor)
            fail_msg("row %zu is %f", i, value_of(rows, id));
    }
}

static inline struct weight_rows *make_many(size_t count, double factor)
{
    struct weight_rows *rows = make();
    struct weight_row *row = many(1, count, factor);

    assert_int_equal(weight_rows_put(rows, row, count), 0);
    free(row);
    return rows;
}

#endif
