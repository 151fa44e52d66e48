/* table_run: one call of table_solve(), for the files that it is made of. */
#ifndef RELAXD_SOLVER_CCH_TABLE_RUN_H
#define RELAXD_SOLVER_CCH_TABLE_RUN_H

#include "core/solver/cch/table.h"

struct table_run {
    struct table *table;
    const struct cch_metric *metric;
    struct query *const *queries;
    size_t query_count;
    struct lines rows;    /* all of them */
    struct lines columns; /* all of them */
    size_t depth_count;
    size_t kept_count;              /* columns of the first strip */
    size_t strip_count;             /* of the others, at most */
    const struct closed_sums *sums; /* NULL: none are wanted */
    struct table_labels closed;     /* [STRIP_ROWS][depth_count] */
    struct table_labels strip;      /* [depth_count][strip_count] */
    struct table_labels cells;      /* [STRIP_ROWS][width], of either kind of
                                       strip */

    /* The strip in hand. */
    struct table_labels *labels; /* [depth_count][width] */
    size_t width;
};

/* The cells of all rows and columns, of the run's labels. */
void table_run_multiply(struct table_run *run, const struct lines *rows,
                        const struct lines *columns);

/* Before the first row. */
void table_run_start_answers(const struct table_run *run);

/* Cells, those of row `at` of them, into what its query asked for. */
void table_run_answer(struct table_run *run, const struct line *row, size_t at,
                      const struct lines *columns);

#endif
