/* depth: how far nodes of a field lie within what is reached. */
#include "core/service/isochrone/depth.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"

/* In cells. */
static const float DEEPEST = 2;

int depth_init(struct depth *depth, const struct field *field)
{
    size_t count = (size_t)field->grid.columns * field->grid.rows;

    *depth = (struct depth){
        field,
        array_alloc(count, sizeof(*depth->sharp)),
        array_alloc(count, sizeof(*depth->smooth)),
    };
    return depth->sharp && depth->smooth ? 0 : -ENOMEM;
}

void depth_finish(struct depth *depth)
{
    free(depth->sharp);
    free(depth->smooth);
    *depth = (struct depth){NULL, NULL, NULL};
}

static float depth_at(const struct field *field, const struct field_node *node,
                      double spent)
{
    float deepest_m = DEEPEST * (float)field->grid.step_m;
    float walk_m = (float)((spent - node->spent) / field->pace) -
                   fmaxf(node->apart_m - (float)field->free_m, 0);
    float left_m = fminf(walk_m, (float)field->beyond_m - node->apart_m);

    if (isinf(node->key))
        return -deepest_m;
    return fmaxf(fminf(left_m, deepest_m), -deepest_m);
}

static float row_sum(const float *row)
{
    return row[-1] + 2 * row[0] + row[1];
}

static void smooth_row(struct depth *depth, uint32_t row)
{
    uint32_t columns = depth->field->grid.columns;
    const float *at = depth->sharp + (size_t)row * columns;
    float *to = depth->smooth + (size_t)row * columns;

    for (uint32_t c = 1; c + 1 < columns; c++)
        to[c] = (row_sum(at + c - columns) + 2 * row_sum(at + c) +
                 row_sum(at + c + columns)) /
                16;
}

static void close_rim(struct depth *depth)
{
    uint32_t columns = depth->field->grid.columns;
    uint32_t rows = depth->field->grid.rows;
    float *last_row = depth->smooth + (size_t)(rows - 1) * columns;

    for (uint32_t c = 0; c < columns; c++)
        depth->smooth[c] = last_row[c] = -1;
    for (uint32_t r = 0; r < rows; r++) {
        float *row = depth->smooth + (size_t)r * columns;

        row[0] = row[columns - 1] = -1;
    }
}

void depth_fill(struct depth *depth, double spent)
{
    const struct field *field = depth->field;
    size_t count = (size_t)field->grid.columns * field->grid.rows;

    for (size_t i = 0; i < count; i++)
        depth->sharp[i] = depth_at(field, &field->node[i], spent);
    for (uint32_t row = 1; row + 1 < field->grid.rows; row++)
        smooth_row(depth, row);
    close_rim(depth);
}
