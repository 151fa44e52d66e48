/* table: costs from many queries' sources to the targets that they share.
 *
 * A walk from each seed's vertex and one towards each target vertex, kept as
 * vectors by depth (hierarchy.h); then, for each supernode S on both a seed's
 * and a target's way,
 *
 *     cost[row][column] = min(cost, closed[row][S's depths] +
 *                                   label[S's depths][column])
 *
 * a product of matrices over the rows and the columns whose ways lead through
 * S. Sorted by vertex those are ranges, as subtrees are. So a cell costs as
 * many sums as there are vertices above both its ends, without a gather.
 *
 * Sums (path_sums.h) take a second product, once costs are known: the least of
 * those whose costs add up to the cell's.
 *
 * Columns in strips, rows in strips within; memory does not grow with the
 * table. The first strip, the widest, is kept (table_columns.h): all columns of
 * most tables. Those beyond it are walked to for each part of the rows anew.
 * One thread. */
#ifndef RELAXD_SOLVER_CCH_TABLE_H
#define RELAXD_SOLVER_CCH_TABLE_H

#include "core/solver/cch/table_columns.h"
#include "core/solver/cch/walk.h"
#include "core/solver/cch/walk_sums.h"
#include "core/solver/solver.h"

/* Words of labels that suit most machines: of the columns that are kept, 96 MiB
 * for each workspace that solves tables (13,000 columns of a map of six million
 * vertices, whose depth is 1,900), and 32 MiB of another strip. */
enum { TABLE_KEPT_WORDS = 3 << 23, TABLE_STRIP_WORDS = 1 << 23 };

struct table {
    const struct map *map;
    struct walk *forward;        /* the caller's */
    struct walk *backward;       /* the caller's */
    struct walk_sums *walk_sums; /* the caller's; ready where sums are wanted */
    const uint32_t *lowest; /* [supernode_count] the first of each subtree, the
                               caller's */
    struct table_columns *kept; /* the caller's: the first of the table before,
                                   used where this one has the same */
    size_t kept_words;          /* TABLE_KEPT_WORDS, or what a test wants */
    size_t strip_words;         /* TABLE_STRIP_WORDS, the same */
};

/* Answers queries for COSTS whose targets are the same array, and what they
 * want sums of; those that are due become cancelled. 0 or -ENOMEM. */
int table_solve(struct table *table, const struct cch_metric *metric,
                struct query *const *queries, size_t query_count);

#endif
