/* row_check: promises that every reader of rows of weights keeps. */
#ifndef RELAXD_TESTS_FUZZ_ROW_CHECK_H
#define RELAXD_TESTS_FUZZ_ROW_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/weighting/weight_row.h"

static inline void row_check_equal(const struct weight_row *a,
                                   const struct weight_row *b, bool keys_only)
{
    if (!weight_key_equal(&a->key, &b->key))
        abort();
    if (!keys_only && (a->value != b->value || a->rate != b->rate))
        abort();
}

/* Ids are not negative, and numbers are what weight_row.h says. */
static inline void row_check(const struct weight_row *row,
                             enum weight_kind kind, bool keys_only)
{
    bool closed = row->value == ROW_CLOSED;
    double least = kind == WEIGHT_SEGMENTS ? 0x1p-1074 : 0;

    for (int i = 0; i < 3; i++) {
        if (row->key.id[i] < 0)
            abort();
    }
    if (keys_only)
        return;
    if (!closed && (!isfinite(row->value) || row->value < least))
        abort();
    if (kind == WEIGHT_ARCS && !closed && row->value != floor(row->value))
        abort();
    if (row->rate != ROW_AS_VALUE && row->rate != ROW_KEPT &&
        (!isfinite(row->rate) || row->rate < 0))
        abort();
}

#endif
