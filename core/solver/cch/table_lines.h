/* table_lines: a table's rows and columns, sorted by vertex.
 *
 * A row for each seed, a column for each vertex of a target, so that one of
 * each with a cost is all there is to a cell. */
#ifndef RELAXD_SOLVER_CCH_TABLE_LINES_H
#define RELAXD_SOLVER_CCH_TABLE_LINES_H

#include <stddef.h>

#include "core/solver/query.h"

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

/* The queries' seeds, and the targets' vertices. 0 or -ENOMEM. */
int lines_of_seeds(struct query *const *queries, size_t query_count,
                   struct lines *ret_lines);
int lines_of_targets(const struct query *query, struct lines *ret_lines);

/* At most `most` of them from `first` on, a view. */
struct lines lines_part(const struct lines *lines, size_t first, size_t most);

/* The first of the lines whose vertex is not below `vertex`. */
size_t lines_find(const struct lines *lines, uint32_t vertex);

#endif
