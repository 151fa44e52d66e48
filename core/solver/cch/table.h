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

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/rows.h"
#include "core/solver/cch/walk.h"
#include "core/solver/query.h"
#include "core/solver/solver.h"

/* ---- Matrices of labels ---- */

/* Arrays of labels, with or without sums. */

struct table_labels {
    uint32_t *cost;
    uint32_t *duration; /* NULL: without sums */
    uint32_t *length;   /* the same */
};

/* A submatrix from word `at` on, with rows of `stride`; with sums. */
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

/* ---- Lines: the rows or the columns ---- */

/* A table's rows and columns, sorted by vertex.
 *
 * A row for each seed, a column for each vertex of a target; a cell of the
 * table is the minimum over its rows and columns. */

struct line {
    uint32_t vertex;
    uint32_t owner; /* index of the query or target */
    uint32_t part;  /* index of the seed or vertex in it */
    int64_t cost;   /* the seed's, or the target vertex's adjustment */
};

/* Ascending by vertex. */
struct lines {
    struct line *line; /* [count], its creator frees it */
    size_t count;
};

/* ---- Columns kept for the next table ---- */

/* Walks towards a table's columns, kept for its next rows.
 *
 * Workers share a large table in strips of rows, so each needs the same columns
 * again and again: walking to them took most of the time. Columns are compared
 * by content, not by address. One thread. */

struct table_columns {
    struct lines lines;         /* owned */
    struct table_labels labels; /* [depth_count][lines.count], owned */
    uint64_t state; /* of the metric they were made with; 0: none are kept */
};

/* Whether the kept columns are these lines, for the metric's current state;
 * with sums if wanted. */
bool table_columns_are(const struct table_columns *columns,
                       const struct cch_metric *metric,
                       const struct lines *lines, bool sums);

/* Allocates labels for a copy of `lines`, replacing the kept ones; the caller
 * fills them and sets `state`. 0, or -ENOMEM and none are kept. */
int table_columns_make(struct table_columns *columns, const struct lines *lines,
                       size_t depth_count, bool sums);

/* Drops all; fine on zero bytes. */
void table_columns_clear(struct table_columns *columns);

/* Words of labels that suit most machines: for kept columns 96 MiB in each
 * workspace that solves tables (13,000 columns of a map of six million
 * vertices, whose depth is 1,900), and 32 MiB for another strip. */
enum { TABLE_KEPT_WORDS = 3 << 23, TABLE_STRIP_WORDS = 1 << 23 };

struct table {
    const struct map *map;
    struct walk *forward;        /* the caller's */
    struct walk *backward;       /* the caller's */
    struct walk_sums *walk_sums; /* the caller's; initialized if sums are
                                    wanted */
    const uint32_t *lowest;     /* [supernode_count] the first supernode of each
                                   subtree, the caller's */
    struct table_columns *kept; /* the caller's: the previous table's first
                                   strip, reused if it has the same columns */
    size_t kept_words;          /* TABLE_KEPT_WORDS, or a test's value */
    size_t strip_words;         /* TABLE_STRIP_WORDS, or a test's value */
};

/* Answers COSTS queries with the same array of targets and the same wish for
 * sums; cancels those that are due. 0 or -ENOMEM. */
int table_solve(struct table *table, const struct cch_metric *metric,
                struct query *const *queries, size_t query_count);

#endif
