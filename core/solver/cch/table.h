/* table: costs from many queries' sources to the targets that they share.
 *
 * A walk from each seed's vertex and one towards each target vertex, kept as
 * vectors by depth (hierarchy.h); then, for each supernode S on both a seed's
 * and a target's ancestor chain,
 *
 *     cost[row][column] = min(cost, closed[row][S's depths] +
 *                                   label[S's depths][column])
 *
 * a product of matrices over the rows and the columns whose chains lead through
 * S. Sorted by vertex those are ranges, as subtrees are. So a cell costs as
 * many sums as there are vertices above both its ends, without a gather.
 *
 * Sums (query.h) take a second product, once costs are known: the least of
 * those whose costs add up to the cell's.
 *
 * Columns in strips, rows in strips within; memory does not grow with the
 * table. The first strip, the widest, is kept: all columns of
 * most tables. Those beyond it are walked to for each part of the rows anew.
 * One thread. */
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

/* Arrays of labels, with sums or without. */

struct table_labels {
    uint32_t *cost;
    uint32_t *duration; /* NULL: without sums */
    uint32_t *length;   /* the same */
};

/* From word `at` on, of rows of `stride`; with sums. */
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
 * A row for each seed, a column for each vertex of a target, so that one of
 * each with a cost is all there is to a cell. */

struct line {
    uint32_t vertex;
    uint32_t owner; /* index of the query or the target */
    uint32_t part;  /* which of its seeds or vertices */
    int64_t cost;   /* the seed's, or the target vertex's adjustment */
};

/* Ascending by vertex. */
struct lines {
    struct line *line; /* [count], free()d by whoever made them */
    size_t count;
};

/* ---- Columns kept for the next table ---- */

/* Walks towards a table's columns, kept for its next rows.
 *
 * A large table comes in strips of rows, shared by workers, so that each asks
 * for the same columns again and again: walking to them took most of the time.
 * They are known by what they are, not by where they lie. One thread. */

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
