/* table_columns: walks towards a table's columns, kept for its next rows.
 *
 * A large table comes in strips of rows, shared by workers, so that each asks
 * for the same columns again and again: walking to them took most of the time.
 * They are known by what they are, not by where they lie. One thread. */
#ifndef RELAXD_SOLVER_CCH_TABLE_COLUMNS_H
#define RELAXD_SOLVER_CCH_TABLE_COLUMNS_H

#include <stdbool.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/table_labels.h"
#include "core/solver/cch/table_lines.h"

struct table_columns {
    struct lines lines;         /* owned */
    struct table_labels labels; /* [depth_count][lines.count], owned */
    uint64_t state; /* of the metric that gave them; 0: none are kept */
};

/* Whether those kept are these, by the metric as it is; with sums where these
 * are wanted. */
bool table_columns_are(const struct table_columns *columns,
                       const struct cch_metric *metric,
                       const struct lines *lines, bool sums);

/* Room for the labels of others, copies of `lines`, instead of those kept:
 * theirs once they are filled in and `state` is set. 0, or -ENOMEM and none are
 * kept. */
int table_columns_make(struct table_columns *columns, const struct lines *lines,
                       size_t depth_count, bool sums);

/* Keeps none; fine on zero bytes. */
void table_columns_clear(struct table_columns *columns);

#endif
