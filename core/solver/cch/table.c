/* table: costs from many queries' sources to the targets that they share. */
#include "core/solver/cch/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/batch.h"
#include "core/solver/cch/table_lines.h"

enum {
    STRIP_ROWS = 64,
    /* Columns between two looks at the cancel flags. */
    CANCEL_EVERY = 256,
};

/* What is being solved. */
struct run {
    struct table *table;
    const struct cch_metric *metric;
    struct query *const *queries;
    size_t query_count;
    struct lines rows;    /* all of them */
    struct lines columns; /* all of them */
    size_t depth_count;
    size_t kept_count;     /* columns of the first strip */
    size_t strip_count;    /* of the others, at most */
    uint32_t *closed;      /* [STRIP_ROWS][depth_count] */
    uint32_t *strip_label; /* [depth_count][strip_count] */
    uint32_t *cost;        /* [STRIP_ROWS][width], of either kind of strip */

    /* The strip in hand. */
    uint32_t *label; /* [depth_count][width] */
    size_t width;
};

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void cut_columns(struct run *run)
{
    size_t line = run->depth_count + 1;
    size_t count = run->columns.count;

    run->kept_count = min(count, 1 + run->table->kept_words / line);
    run->strip_count =
        min(count - run->kept_count, 1 + run->table->strip_words / line);
}

static int allocate(struct run *run)
{
    size_t widest =
        run->kept_count > run->strip_count ? run->kept_count : run->strip_count;

    run->closed = array_alloc(STRIP_ROWS * run->depth_count, sizeof(uint32_t));
    run->strip_label = array_alloc(
        run->depth_count * run->strip_count + ROWS_SLACK, sizeof(uint32_t));
    run->cost =
        array_alloc(min(STRIP_ROWS, run->rows.count) * widest + ROWS_SLACK,
                    sizeof(uint32_t));
    return run->closed && run->strip_label && run->cost ? 0 : -ENOMEM;
}

static int run_init(struct run *run)
{
    int r = lines_of_seeds(run->queries, run->query_count, &run->rows);

    if (!r)
        r = lines_of_targets(run->queries[0], &run->columns);
    if (r)
        return r;
    cut_columns(run);
    return allocate(run);
}

static void run_finish(struct run *run)
{
    free(run->rows.line);
    free(run->columns.line);
    free(run->closed);
    free(run->strip_label);
    free(run->cost);
}

/* The walk towards one column, into the labels by depth. */
static int walk_column(struct run *run, uint32_t vertex, size_t column)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    struct walk *walk = run->table->backward;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    for (uint32_t i = 0; i < walk->way_count && !r; i++) {
        uint32_t supernode = walk->way[i];
        uint32_t first = hierarchy->first_vertex[supernode];
        uint32_t s = supernode_size(hierarchy, supernode);
        uint32_t *to =
            run->label + hierarchy->depth[first] * run->width + column;

        walk_backward(walk, run->metric, supernode, COST_INFINITY);
        for (uint32_t j = 0; j < s; j++, to += run->width)
            *to = walk->label[first + j];
    }
    return r;
}

static int walk_row(struct run *run, uint32_t vertex, size_t row)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    struct walk *walk = run->table->forward;
    uint32_t *closed = run->closed + row * run->depth_count;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    for (uint32_t i = 0; i < walk->way_count && !r; i++) {
        uint32_t supernode = walk->way[i];
        uint32_t first = hierarchy->first_vertex[supernode];

        walk_forward(walk, run->metric, supernode, COST_INFINITY);
        memcpy(closed + hierarchy->depth[first], walk->closed + first,
               supernode_size(hierarchy, supernode) * sizeof(uint32_t));
    }
    return r;
}

/* The product over one supernode; its first row is `row`. */
static void multiply_at(struct run *run, uint32_t supernode,
                        const struct lines *rows, const struct lines *columns,
                        size_t row)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    uint32_t lowest = hierarchy->first_vertex[run->table->lowest[supernode]];
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    size_t row_end = lines_find(rows, first + s);
    size_t column = lines_find(columns, lowest);
    size_t column_end = lines_find(columns, first + s);
    size_t depth = hierarchy->depth[first];
    size_t width = run->width;
    struct row_matrix result = {run->cost + row * width + column, width};
    struct row_matrix left = {run->closed + row * run->depth_count + depth,
                              run->depth_count};
    struct row_matrix right = {run->label + depth * width + column, width};

    if (column < column_end)
        run->table->forward->rows->multiply(result, left, right, row_end - row,
                                            s, column_end - column);
}

/* Every supernode above some of the rows, once: at the first of its rows. */
static void multiply_all(struct run *run, const struct lines *rows,
                         const struct lines *columns)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const uint32_t *lowest = run->table->lowest;

    rows_fill_infinity(run->cost, rows->count * run->width);
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t supernode = hierarchy->supernode[rows->line[i].vertex];

        for (; supernode != SUPERNODE_NONE;
             supernode = hierarchy->parent[supernode]) {
            if (i && rows->line[i - 1].vertex >=
                         hierarchy->first_vertex[lowest[supernode]])
                break;
            multiply_at(run, supernode, rows, columns, i);
        }
    }
}

/* A row's costs, into what its query asked for. */
static void answer_row(struct run *run, const struct line *row, size_t at,
                       const struct lines *columns)
{
    struct query *query = run->queries[row->owner];
    const uint32_t *cost = run->cost + at * run->width;

    for (size_t j = 0; j < columns->count; j++) {
        const struct line *column = &columns->line[j];
        uint32_t label = cost_add((uint32_t)row->cost, cost[j]);
        uint32_t sum = cost_adjust(label, column->cost);

        if (label <= query->bound && sum < query->cost[column->owner])
            query->cost[column->owner] = sum;
    }
}

/* The rows of queries that are still wanted, moved to the front. */
static struct lines open_rows(const struct run *run, struct lines rows)
{
    size_t count = 0;

    for (size_t i = 0; i < rows.count; i++) {
        if (query_is_open(run->queries[rows.line[i].owner]))
            rows.line[count++] = rows.line[i];
    }
    return (struct lines){rows.line, count};
}

static int solve_rows(struct run *run, struct lines rows,
                      const struct lines *columns)
{
    int r = 0;

    rows = open_rows(run, rows);
    for (size_t i = 0; i < rows.count && !r; i++)
        r = walk_row(run, rows.line[i].vertex, i);
    if (r)
        return r;
    multiply_all(run, &rows, columns);
    for (size_t i = 0; i < rows.count; i++)
        answer_row(run, &rows.line[i], i, columns);
    return 0;
}

/* ret_walked: towards all of them, nobody having given up. */
static int walk_columns(struct run *run, const struct lines *columns,
                        bool *ret_walked)
{
    int r = 0;

    *ret_walked = false;
    for (size_t j = 0; j < columns->count && !r; j++) {
        if (j % CANCEL_EVERY == 0 &&
            !queries_are_open(run->queries, run->query_count))
            return 0;
        r = walk_column(run, columns->line[j].vertex, j);
    }
    *ret_walked = !r;
    return r;
}

/* Walked anew only where they are not those of the table before. */
static int walk_first(struct run *run, const struct lines *columns,
                      bool *ret_walked)
{
    struct table_columns *kept = run->table->kept;
    int r;

    *ret_walked = table_columns_are(kept, run->metric, columns);
    if (*ret_walked) {
        run->label = kept->label;
        return 0;
    }
    r = table_columns_make(kept, columns, run->depth_count);
    if (r)
        return r;
    run->label = kept->label;
    r = walk_columns(run, columns, ret_walked);
    if (*ret_walked)
        kept->state = run->metric->state;
    return r;
}

/* All rows' costs to the columns of one strip, which begins at `first`. */
static int solve_strip(struct run *run, size_t first, size_t width)
{
    struct lines columns = lines_part(&run->columns, first, width);
    bool walked;
    int r;

    run->width = columns.count;
    run->label = run->strip_label;
    r = first ? walk_columns(run, &columns, &walked)
              : walk_first(run, &columns, &walked);
    if (r || !walked)
        return r;
    for (size_t i = 0; i < run->rows.count && !r; i += STRIP_ROWS)
        r = solve_rows(run, lines_part(&run->rows, i, STRIP_ROWS), &columns);
    return r;
}

static void start_answers(const struct run *run)
{
    for (size_t i = 0; i < run->query_count; i++) {
        struct query *query = run->queries[i];

        query->status =
            cancel_due(query->cancel) ? QUERY_CANCELLED : QUERY_DONE;
        query->figures.phases = run->table->map->hierarchy.level_count;
        query->figures.settled = run->columns.count;
        rows_fill_infinity(query->cost, query->target_count);
    }
}

int table_solve(struct table *table, const struct cch_metric *metric,
                struct query *const *queries, size_t query_count)
{
    struct run run = {
        .table = table,
        .metric = metric,
        .queries = queries,
        .query_count = query_count,
        .depth_count = table->map->hierarchy.depth_count,
    };
    int r = run_init(&run);

    if (!r)
        start_answers(&run);
    if (!r && run.columns.count)
        r = solve_strip(&run, 0, run.kept_count);
    for (size_t j = run.kept_count; j < run.columns.count && !r;
         j += run.strip_count)
        r = solve_strip(&run, j, run.strip_count);
    run_finish(&run);
    return r;
}
