/* table_multiply: labels of rows and columns into cells. */
#include "core/solver/cch/table_run.h"

/* A product over one supernode: of costs, or once they are known of sums. */
struct product {
    size_t row; /* the first */
    size_t rows;
    size_t column; /* the first */
    size_t columns;
    size_t depth;
    size_t inner;
};

static void multiply_costs(struct table_run *run, const struct product *product)
{
    size_t width = run->width;
    struct row_matrix result = {
        run->cells.cost + product->row * width + product->column, width};
    struct row_matrix left = {
        run->closed.cost + product->row * run->depth_count + product->depth,
        run->depth_count};
    struct row_matrix right = {
        run->labels->cost + product->depth * width + product->column, width};

    run->table->forward->rows->multiply(result, left, right, product->rows,
                                        product->inner, product->columns);
}

static void multiply_sums(struct table_run *run, const struct product *product)
{
    size_t width = run->width;

    run->table->forward->rows->tighten(
        table_labels_target(&run->cells, product->row * width + product->column,
                            width),
        table_labels_part(&run->closed,
                          product->row * run->depth_count + product->depth,
                          run->depth_count),
        table_labels_part(run->labels, product->depth * width + product->column,
                          width),
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

/* Every supernode above some of the rows, once: at the first of its rows. */
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

void table_run_multiply(struct table_run *run, const struct lines *rows,
                        const struct lines *columns)
{
    table_labels_clear(&run->cells, rows->count * run->width);
    multiply_all(run, multiply_costs, rows, columns);
    if (run->sums)
        multiply_all(run, multiply_sums, rows, columns);
}
