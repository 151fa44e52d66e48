/* table: costs from many queries' sources to the targets that they share. */
#include "core/solver/cch/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/solver/batch.h"
#include "core/solver/cch/table_run.h"

enum {
    STRIP_ROWS = 64,
    /* Columns between two looks at the cancel flags. */
    CANCEL_EVERY = 256,
};

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void cut_columns(struct table_run *run)
{
    size_t line = (run->depth_count + 1) * (run->sums ? 3 : 1);
    size_t count = run->columns.count;

    run->kept_count = min(count, 1 + run->table->kept_words / line);
    run->strip_count =
        min(count - run->kept_count, 1 + run->table->strip_words / line);
}

static int allocate(struct table_run *run)
{
    size_t widest =
        run->kept_count > run->strip_count ? run->kept_count : run->strip_count;

    if (table_labels_make(&run->closed, STRIP_ROWS * run->depth_count,
                          run->sums) ||
        table_labels_make(&run->strip, run->depth_count * run->strip_count,
                          run->sums) ||
        table_labels_make(&run->cells,
                          min(STRIP_ROWS, run->rows.count) * widest, run->sums))
        return -ENOMEM;
    return 0;
}

static int run_init(struct table_run *run)
{
    const struct sums_query *wanted = run->queries[0]->sums;
    int r = lines_of_seeds(run->queries, run->query_count, &run->rows);

    if (!r && wanted)
        r = closed_sums_of(run->metric, wanted->arcs, &run->sums);
    if (!r)
        r = lines_of_targets(run->queries[0], &run->columns);
    if (r)
        return r;
    cut_columns(run);
    return allocate(run);
}

static void run_finish(struct table_run *run)
{
    if (run->sums)
        closed_sums_done(run->metric);
    free(run->rows.line);
    free(run->columns.line);
    table_labels_finish(&run->closed);
    table_labels_finish(&run->strip);
    table_labels_finish(&run->cells);
}

/* A word of each vertex on the way of a walk, by depth, `stride` apart. */
static void copy_way(const struct hierarchy *hierarchy, const struct walk *walk,
                     const uint32_t *from, uint32_t *to, size_t stride)
{
    for (uint32_t i = 0; i < walk->way_count; i++) {
        uint32_t first = hierarchy->first_vertex[walk->way[i]];
        uint32_t s = supernode_size(hierarchy, walk->way[i]);
        uint32_t *next = to + hierarchy->depth[first] * stride;

        for (uint32_t j = 0; j < s; j++, next += stride)
            *next = from[first + j];
    }
}

/* The walk towards one column, into the labels by depth. */
static int walk_column(struct table_run *run, uint32_t vertex, size_t column)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const struct table_labels *labels = run->labels;
    struct walk *walk = run->table->backward;
    struct walk_sums *sums = run->table->walk_sums;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    if (r)
        return r;
    for (uint32_t i = 0; i < walk->way_count; i++)
        walk_backward(walk, run->metric, walk->way[i], COST_INFINITY);
    copy_way(hierarchy, walk, walk->label, labels->cost + column, run->width);
    if (!run->sums)
        return 0;
    walk_sums_backward(sums, walk, run->metric, run->sums, vertex);
    copy_way(hierarchy, walk, sums->duration, labels->duration + column,
             run->width);
    copy_way(hierarchy, walk, sums->length, labels->length + column,
             run->width);
    return 0;
}

static int walk_row(struct table_run *run, uint32_t vertex, size_t row)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const struct table_labels *closed = &run->closed;
    struct walk *walk = run->table->forward;
    struct walk_sums *sums = run->table->walk_sums;
    size_t at = row * run->depth_count;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    if (r)
        return r;
    for (uint32_t i = 0; i < walk->way_count; i++)
        walk_forward(walk, run->metric, walk->way[i], COST_INFINITY);
    copy_way(hierarchy, walk, walk->closed, closed->cost + at, 1);
    if (!run->sums)
        return 0;
    walk_sums_forward(sums, walk, run->metric, run->sums, vertex);
    copy_way(hierarchy, walk, sums->closed_duration, closed->duration + at, 1);
    copy_way(hierarchy, walk, sums->closed_length, closed->length + at, 1);
    return 0;
}

/* The rows of queries that are still wanted, moved to the front. */
static struct lines open_rows(const struct table_run *run, struct lines rows)
{
    size_t count = 0;

    for (size_t i = 0; i < rows.count; i++) {
        if (query_is_open(run->queries[rows.line[i].owner]))
            rows.line[count++] = rows.line[i];
    }
    return (struct lines){rows.line, count};
}

static int solve_rows(struct table_run *run, struct lines rows,
                      const struct lines *columns)
{
    int r = 0;

    rows = open_rows(run, rows);
    for (size_t i = 0; i < rows.count && !r; i++)
        r = walk_row(run, rows.line[i].vertex, i);
    if (r)
        return r;
    table_run_multiply(run, &rows, columns);
    for (size_t i = 0; i < rows.count; i++)
        table_run_answer(run, &rows.line[i], i, columns);
    return 0;
}

/* ret_walked: towards all of them, nobody having given up. */
static int walk_columns(struct table_run *run, const struct lines *columns,
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
static int walk_first(struct table_run *run, const struct lines *columns,
                      bool *ret_walked)
{
    struct table_columns *kept = run->table->kept;
    int r;

    run->labels = &kept->labels;
    *ret_walked = table_columns_are(kept, run->metric, columns, run->sums);
    if (*ret_walked)
        return 0;
    r = table_columns_make(kept, columns, run->depth_count, run->sums);
    if (r)
        return r;
    r = walk_columns(run, columns, ret_walked);
    if (*ret_walked)
        kept->state = run->metric->state;
    return r;
}

/* All rows' costs to the columns of one strip, which begins at `first`. */
static int solve_strip(struct table_run *run, size_t first, size_t width)
{
    struct lines columns = lines_part(&run->columns, first, width);
    bool walked;
    int r;

    run->width = columns.count;
    run->labels = &run->strip;
    r = first ? walk_columns(run, &columns, &walked)
              : walk_first(run, &columns, &walked);
    if (r || !walked)
        return r;
    for (size_t i = 0; i < run->rows.count && !r; i += STRIP_ROWS)
        r = solve_rows(run, lines_part(&run->rows, i, STRIP_ROWS), &columns);
    return r;
}

int table_solve(struct table *table, const struct cch_metric *metric,
                struct query *const *queries, size_t query_count)
{
    struct table_run run = {
        .table = table,
        .metric = metric,
        .queries = queries,
        .query_count = query_count,
        .depth_count = table->map->hierarchy.depth_count,
    };
    int r = run_init(&run);

    if (!r)
        table_run_start_answers(&run);
    if (!r && run.columns.count)
        r = solve_strip(&run, 0, run.kept_count);
    for (size_t j = run.kept_count; j < run.columns.count && !r;
         j += run.strip_count)
        r = solve_strip(&run, j, run.strip_count);
    run_finish(&run);
    return r;
}
