/* table: costs from many queries' sources to their shared targets.
 *
 * A walk from each seed's vertex and one towards each target vertex, stored as
 * vectors by depth (hierarchy.h); then, for each supernode S on both a seed's
 * and a target's ancestor chain,
 *
 *     cost[row][column] = min(cost, closed[row][S's depths] +
 *                                   label[S's depths][column])
 *
 * a matrix product over the rows and columns whose chains lead through S. Rows
 * and columns are sorted by vertex, so those are ranges, as subtrees are. A
 * cell costs as many sums as there are vertices above both its ends, without a
 * gather.
 *
 * Sums (query.h) take a second product, once costs are known: the minimum over
 * the terms whose costs add up to the cell's.
 *
 * Columns are processed in strips, and rows in strips within; memory does not
 * grow with the table. The first and widest strip is kept: all columns of most
 * tables. Columns beyond it are walked to again for each strip of rows. One
 * thread. */
#ifndef RELAXD_SOLVER_CCH_TABLE_H
#define RELAXD_SOLVER_CCH_TABLE_H

#include <stddef.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/rows.h"
#include "core/solver/cch/walk.h"

/* Words of labels that suit most machines: for kept columns 96 MiB in each
 * workspace that solves tables (13,000 columns of a map of six million
 * vertices, whose depth is 1,900), and 32 MiB for another strip. */
enum { TABLE_KEPT_WORDS = 3 << 23, TABLE_STRIP_WORDS = 1 << 23 };

struct table {
    const struct map *map;
    struct walk *forward;       /* the caller's */
    struct walk *backward;      /* the caller's */
    const uint32_t *lowest;     /* [supernode_count] the first supernode of each
                                   subtree, the caller's */
    size_t kept_words;          /* TABLE_KEPT_WORDS, or a test's value */
    size_t strip_words;         /* TABLE_STRIP_WORDS, or a test's value */
    struct walk_sums walk_sums; /* zero bytes until a query wants sums */

    /* The columns of the last table's first strip, kept for the next rows.
     * Workers share a large table in strips of rows, so each needs the same
     * columns again and again: walking to them took most of the time. Columns
     * are compared by content, not by address. */
    uint32_t *kept_vertex; /* [kept_count] ascending */
    size_t kept_count;
    struct label_matrix kept; /* [depth_count][kept_count] */
    uint64_t kept_state;      /* of the metric they were made with; 0: none are
                                 kept */
};

/* Answers COSTS queries with the same array of targets, all with sums or all
 * without; cancels those that are due. 0 or -ENOMEM. */
int table_solve(struct table *table, const struct cch_metric *metric,
                struct query *const *queries, size_t query_count);

/* Frees what it keeps for the next call; fine on zero bytes. */
void table_trim(struct table *table);

#endif
