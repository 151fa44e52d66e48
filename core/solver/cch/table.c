/* table: walks to kept and other columns, products over supernodes, answers. */
#include "core/solver/cch/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/answer.h"

/* ---- Matrices of labels ---- */

static void labels_finish(struct label_matrix *labels)
{
    free(labels->cost);
    free(labels->duration);
    free(labels->length);
    *labels = (struct label_matrix){0};
}

/* Plus ROWS_SLACK words in each array, uninitialized. 0 or -ENOMEM. finish() is
 * fine after either and on zero bytes. */
static int labels_make(struct label_matrix *labels, size_t rows, size_t columns,
                       bool sums)
{
    size_t words = rows * columns + ROWS_SLACK;

    *labels = (struct label_matrix){
        .cost = array_alloc(words, sizeof(uint32_t)),
        .duration = sums ? array_alloc(words, sizeof(uint32_t)) : NULL,
        .length = sums ? array_alloc(words, sizeof(uint32_t)) : NULL,
        .stride = columns,
    };
    if (labels->cost && (!sums || (labels->duration && labels->length)))
        return 0;
    labels_finish(labels);
    return -ENOMEM;
}

/* Sets all to unreached. */
static void labels_clear(const struct label_matrix *labels, size_t rows)
{
    size_t count = rows * labels->stride;

    rows_fill_infinity(labels->cost, count);
    if (!labels->duration)
        return;
    rows_fill_infinity(labels->duration, count);
    rows_fill_infinity(labels->length, count);
}

/* ---- Lines: the rows or the columns ---- */

struct line {
    uint32_t vertex; /* first, for compare_u32() */
    uint32_t owner;  /* index of the query or target */
    uint32_t part;   /* index of the seed or vertex in it */
    int64_t cost;    /* the seed's, or the target vertex's adjustment */
};

/* Ascending by vertex. */
struct lines {
    struct line *line; /* [count], its creator frees it */
    size_t count;
};

static void sort(struct lines *lines)
{
    qsort(lines->line, lines->count, sizeof(*lines->line), compare_u32);
}

/* From the queries' seeds, and from the targets' vertices. 0 or -ENOMEM. */
static int lines_of_seeds(struct query *const *queries, size_t query_count,
                          struct lines *ret_lines)
{
    struct lines lines = {NULL, 0};
    size_t count = 0;

    for (size_t i = 0; i < query_count; i++)
        count += queries[i]->seed_count;
    lines.line = array_alloc(count, sizeof(*lines.line));
    if (!lines.line)
        return -ENOMEM;
    for (size_t i = 0; i < query_count; i++) {
        for (uint32_t j = 0; j < queries[i]->seed_count; j++)
            lines.line[lines.count++] =
                (struct line){queries[i]->seeds[j].vertex, (uint32_t)i, j,
                              queries[i]->seeds[j].cost};
    }
    sort(&lines);
    *ret_lines = lines;
    return 0;
}

static int lines_of_targets(const struct query *query, struct lines *ret_lines)
{
    struct lines lines = {NULL, 0};
    size_t count = 0;

    for (uint32_t i = 0; i < query->target_count; i++)
        count += query->targets[i].vertex_count;
    lines.line = array_alloc(count, sizeof(*lines.line));
    if (!lines.line)
        return -ENOMEM;
    for (uint32_t i = 0; i < query->target_count; i++) {
        const struct target *target = &query->targets[i];

        for (uint32_t j = 0; j < target->vertex_count; j++)
            lines.line[lines.count++] =
                (struct line){target->vertices[j].vertex, i, j,
                              target->vertices[j].adjustment};
    }
    sort(&lines);
    *ret_lines = lines;
    return 0;
}

/* A view of at most `most` lines from `first` on. */
static struct lines lines_part(const struct lines *lines, size_t first,
                               size_t most)
{
    size_t left = lines->count - first;

    return (struct lines){lines->line + first, left < most ? left : most};
}

/* The first line whose vertex is not below `vertex`. */
static size_t lines_find(const struct lines *lines, uint32_t vertex)
{
    return array_lower_bound(lines->line, sizeof(*lines->line),
                             offsetof(struct line, vertex), lines->count,
                             vertex);
}

/* ---- Columns kept for the next table ---- */

static bool keeps(const struct table *table, const struct cch_metric *metric,
                  const struct lines *columns, bool sums)
{
    if (table->kept_state != metric->state ||
        table->kept_count != columns->count || (sums && !table->kept.duration))
        return false;
    for (size_t i = 0; i < columns->count; i++) {
        if (table->kept_vertex[i] != columns->line[i].vertex)
            return false;
    }
    return true;
}

static void drop_kept(struct table *table)
{
    free(table->kept_vertex);
    labels_finish(&table->kept);
    table->kept_vertex = NULL;
    table->kept_count = 0;
    table->kept_state = 0;
}

/* Allocates labels for these columns, replacing the kept ones; the caller fills
 * them and sets `kept_state`. 0, or -ENOMEM and none are kept. */
static int keep(struct table *table, const struct lines *columns, bool sums)
{
    size_t count = columns->count;

    drop_kept(table);
    table->kept_vertex = array_alloc(count, sizeof(*table->kept_vertex));
    if (!table->kept_vertex ||
        labels_make(&table->kept, table->map->hierarchy.depth_count, count,
                    sums)) {
        drop_kept(table);
        return -ENOMEM;
    }
    for (size_t i = 0; i < count; i++)
        table->kept_vertex[i] = columns->line[i].vertex;
    table->kept_count = count;
    return 0;
}

void table_trim(struct table *table)
{
    drop_kept(table);
    walk_sums_finish(&table->walk_sums);
    table->walk_sums = (struct walk_sums){0};
}

/* ---- One call ---- */

/* The state of one call of table_solve(). */

struct table_run {
    struct table *table;
    const struct cch_metric *metric;
    struct query *const *queries;
    size_t query_count;
    struct lines rows;    /* all of them */
    struct lines columns; /* all of them */
    size_t depth_count;
    size_t kept_count;              /* columns of the first strip */
    size_t strip_count;             /* of each other strip, at most */
    const struct closed_sums *sums; /* NULL: not wanted */
    struct label_matrix closed;     /* [STRIP_ROWS][depth_count] */
    struct label_matrix strip;      /* [depth_count][strip_count] */
    struct label_matrix cells;      /* [STRIP_ROWS][columns of a strip] */
    struct label_matrix *labels;    /* [depth_count][columns of a strip]: the
                                       current strip's, `strip` or kept ones */
};

/* ---- Cells of a strip ---- */

/* A product over one supernode: of costs, then of sums. */
struct product {
    size_t row; /* the first */
    size_t rows;
    size_t column; /* the first */
    size_t columns;
    size_t depth;
    size_t inner;
};

static struct row_matrix costs(const struct label_matrix *labels, size_t row,
                               size_t column)
{
    return (struct row_matrix){labels->cost + row * labels->stride + column,
                               labels->stride};
}

static void multiply_costs(struct table_run *run, const struct product *product)
{
    run->table->forward->rows->multiply(
        costs(&run->cells, product->row, product->column),
        costs(&run->closed, product->row, product->depth),
        costs(run->labels, product->depth, product->column), product->rows,
        product->inner, product->columns);
}

static void multiply_sums(struct table_run *run, const struct product *product)
{
    run->table->forward->rows->tighten(
        label_part(run->cells, product->row, product->column),
        label_part(run->closed, product->row, product->depth),
        label_part(*run->labels, product->depth, product->column),
        product->rows, product->inner, product->columns);
}

typedef void multiply_fn(struct table_run *run, const struct product *product);

/* Over one supernode; its first row is `row`. */
static void multiply_at(struct table_run *run, multiply_fn *multiply,
                        uint32_t supernode, const struct lines *rows,
                        const struct lines *columns, size_t row)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    uint32_t lowest = hierarchy->first_vertex[run->table->lowest[supernode]];
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    size_t column = lines_find(columns, lowest);
    struct product product = {
        .row = row,
        .rows = lines_find(rows, first + s) - row,
        .column = column,
        .columns = lines_find(columns, first + s) - column,
        .depth = hierarchy->depth[first],
        .inner = s,
    };

    if (product.columns)
        multiply(run, &product);
}

/* Calls multiply_at() once for each supernode above some of the rows, at the
 * first of its rows. */
static void multiply_all(struct table_run *run, multiply_fn *multiply,
                         const struct lines *rows, const struct lines *columns)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const uint32_t *lowest = run->table->lowest;

    for (size_t i = 0; i < rows->count; i++) {
        uint32_t supernode = hierarchy->supernode[rows->line[i].vertex];

        for (; supernode != SUPERNODE_NONE;
             supernode = hierarchy->parent[supernode]) {
            if (i && rows->line[i - 1].vertex >=
                         hierarchy->first_vertex[lowest[supernode]])
                break;
            multiply_at(run, multiply, supernode, rows, columns, i);
        }
    }
}

static void table_run_multiply(struct table_run *run, const struct lines *rows,
                               const struct lines *columns)
{
    labels_clear(&run->cells, rows->count);
    multiply_all(run, multiply_costs, rows, columns);
    if (run->sums)
        multiply_all(run, multiply_sums, rows, columns);
}

/* ---- Cells into answers ---- */

/* Writes a row's costs to its query's answer. */
static void answer_costs(struct table_run *run, const struct line *row,
                         size_t at, const struct lines *columns)
{
    struct query *query = run->queries[row->owner];
    const uint32_t *cost = run->cells.cost + at * run->cells.stride;

    for (size_t j = 0; j < columns->count; j++) {
        const struct line *column = &columns->line[j];
        uint32_t label = cost_add((uint32_t)row->cost, cost[j]);
        uint32_t sum = cost_adjust(label, column->cost);

        if (label <= query->bound && sum < query->cost[column->owner])
            query->cost[column->owner] = sum;
    }
}

/* A cell whose adjusted cost is at most the query's. */
static void answer_label(struct query *query, const struct line *row,
                         const struct line *column, struct label cell)
{
    const struct sums_query *wanted = query->sums;
    struct label seed = {(uint32_t)row->cost, wanted->seeds[row->part]};
    struct label label =
        label_adjust(label_add(seed, cell), column->cost,
                     wanted->targets[column->owner][column->part]);
    struct path_sums *sums = &wanted->sums[column->owner];
    struct label before = {query->cost[column->owner], *sums};

    if (!label_less(label, before))
        return;
    query->cost[column->owner] = label.cost;
    *sums = label.sums;
}

static void answer_labels(struct table_run *run, const struct line *row,
                          size_t at, const struct lines *columns)
{
    struct query *query = run->queries[row->owner];
    size_t first = at * run->cells.stride;

    for (size_t j = 0; j < columns->count; j++) {
        const struct line *column = &columns->line[j];
        uint32_t cost = run->cells.cost[first + j];
        uint32_t label = cost_add((uint32_t)row->cost, cost);

        if (label <= query->bound && label != COST_INFINITY &&
            cost_adjust(label, column->cost) <= query->cost[column->owner])
            answer_label(query, row, column,
                         (struct label){cost,
                                        {run->cells.duration[first + j],
                                         run->cells.length[first + j]}});
    }
}

static void table_run_start_answers(const struct table_run *run)
{
    for (size_t i = 0; i < run->query_count; i++) {
        struct query *query = run->queries[i];

        query->status =
            cancel_due(query->cancel) ? QUERY_CANCELLED : QUERY_DONE;
        query->figures.phases = run->table->map->hierarchy.level_count;
        query->figures.settled = run->columns.count;
        rows_fill_infinity(query->cost, query->target_count);
        if (run->sums)
            memset(query->sums->sums, 0xff,
                   query->target_count * sizeof(*query->sums->sums));
    }
}

static void table_run_answer(struct table_run *run, const struct line *row,
                             size_t at, const struct lines *columns)
{
    if (run->sums)
        answer_labels(run, row, at, columns);
    else
        answer_costs(run, row, at, columns);
}

/* ---- The table ---- */

enum {
    STRIP_ROWS = 64,
    /* Columns between two checks of the cancel flags. */
    CANCEL_EVERY = 256,
};

static void cut_columns(struct table_run *run)
{
    size_t line = (run->depth_count + 1) * (run->sums ? 3 : 1);
    size_t count = run->columns.count;

    run->kept_count = size_min(count, 1 + run->table->kept_words / line);
    run->strip_count =
        size_min(count - run->kept_count, 1 + run->table->strip_words / line);
}

static int allocate(struct table_run *run)
{
    size_t widest =
        run->kept_count > run->strip_count ? run->kept_count : run->strip_count;

    if (labels_make(&run->closed, STRIP_ROWS, run->depth_count, run->sums) ||
        labels_make(&run->strip, run->depth_count, run->strip_count,
                    run->sums) ||
        labels_make(&run->cells, size_min(STRIP_ROWS, run->rows.count), widest,
                    run->sums))
        return -ENOMEM;
    return 0;
}

static int prepare_sums(struct table *table)
{
    int r = 0;

    if (!table->walk_sums.hierarchy)
        r = walk_sums_init(&table->walk_sums, table->map);
    if (r)
        table_trim(table);
    return r;
}

static int run_init(struct table_run *run)
{
    const struct sums_query *wanted = run->queries[0]->sums;
    int r = lines_of_seeds(run->queries, run->query_count, &run->rows);

    if (!r && wanted)
        r = prepare_sums(run->table);
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
    labels_finish(&run->closed);
    labels_finish(&run->strip);
    labels_finish(&run->cells);
}

/* Copies a word of each vertex on a walk's chain, by depth, `stride` apart. */
static void copy_chain(const struct hierarchy *hierarchy,
                       const struct walk *walk, const uint32_t *from,
                       uint32_t *to, size_t stride)
{
    for (uint32_t i = 0; i < walk->chain_count; i++) {
        uint32_t first = hierarchy->first_vertex[walk->chain[i]];
        uint32_t s = supernode_size(hierarchy, walk->chain[i]);
        uint32_t *next = to + hierarchy->depth[first] * stride;

        for (uint32_t j = 0; j < s; j++, next += stride)
            *next = from[first + j];
    }
}

/* Walks towards one column and stores its labels by depth. */
static int walk_column(struct table_run *run, uint32_t vertex, size_t column)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const struct label_matrix *labels = run->labels;
    struct walk *walk = run->table->backward;
    struct walk_sums *sums = &run->table->walk_sums;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    if (r)
        return r;
    for (uint32_t i = 0; i < walk->chain_count; i++)
        walk_backward(walk, run->metric, walk->chain[i], COST_INFINITY);
    copy_chain(hierarchy, walk, walk->label, labels->cost + column,
               labels->stride);
    if (!run->sums)
        return 0;
    walk_sums_backward(sums, walk, run->metric, run->sums, vertex);
    copy_chain(hierarchy, walk, sums->duration, labels->duration + column,
               labels->stride);
    copy_chain(hierarchy, walk, sums->length, labels->length + column,
               labels->stride);
    return 0;
}

static int walk_row(struct table_run *run, uint32_t vertex, size_t row)
{
    const struct hierarchy *hierarchy = &run->table->map->hierarchy;
    const struct label_matrix *closed = &run->closed;
    struct walk *walk = run->table->forward;
    struct walk_sums *sums = &run->table->walk_sums;
    size_t at = row * run->depth_count;
    int r;

    walk_clear(walk);
    r = walk_begin(walk, vertex, 0);
    if (r)
        return r;
    for (uint32_t i = 0; i < walk->chain_count; i++)
        walk_forward(walk, run->metric, walk->chain[i], COST_INFINITY);
    copy_chain(hierarchy, walk, walk->closed, closed->cost + at, 1);
    if (!run->sums)
        return 0;
    walk_sums_forward(sums, walk, run->metric, run->sums, vertex);
    copy_chain(hierarchy, walk, sums->closed_duration, closed->duration + at,
               1);
    copy_chain(hierarchy, walk, sums->closed_length, closed->length + at, 1);
    return 0;
}

/* Moves the rows of open queries to the front. */
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

/* ret_walked: false if every query was cancelled meanwhile. */
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

/* Walks only if the previous table's columns differ. */
static int walk_first(struct table_run *run, const struct lines *columns,
                      bool *ret_walked)
{
    struct table *table = run->table;
    int r;

    run->labels = &table->kept;
    *ret_walked = keeps(table, run->metric, columns, run->sums);
    if (*ret_walked)
        return 0;
    r = keep(table, columns, run->sums);
    if (r)
        return r;
    r = walk_columns(run, columns, ret_walked);
    if (*ret_walked)
        table->kept_state = run->metric->state;
    return r;
}

/* All rows' costs to the columns of one strip, which begins at `first`. */
static int solve_strip(struct table_run *run, size_t first, size_t width)
{
    struct lines columns = lines_part(&run->columns, first, width);
    bool walked;
    int r;

    run->strip.stride = columns.count;
    run->cells.stride = columns.count;
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
