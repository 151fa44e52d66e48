/* make_map: a small map for HTTP tests.
 *
 * A grid of COLUMNS by ROWS vertices with two-way roads of random weights, ids
 * from 1 row by row, positions; then three vertices past it: N+1, which no road
 * reaches, N+2, which vertex 1 reaches by a road of the largest weight, and
 * N+3 beyond it by another one: a cost that overflows. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_file.h"

static int join(struct map_builder *builder, uint32_t a, uint32_t b,
                struct random *random, struct error *error)
{
    uint32_t weight = 1 + random_below(random, 1000);
    int result = map_builder_add_arc(builder, a, b, weight, error);

    return result ? result : map_builder_add_arc(builder, b, a, weight, error);
}

static int add_grid(struct map_builder *builder, uint32_t columns,
                    uint32_t rows, struct error *error)
{
    struct random random;
    int result = 0;

    random_seed(&random, 1);
    for (uint32_t v = 0; v < columns * rows && !result; v++) {
        if ((v + 1) % columns)
            result = join(builder, v, v + 1, &random, error);
        if (!result && v + columns < columns * rows)
            result = join(builder, v, v + columns, &random, error);
    }
    return result;
}

static int add_odd_ones(struct map_builder *builder, uint32_t count,
                        struct error *error)
{
    int result = map_builder_add_arc(builder, 0, count + 1, WEIGHT_MAX, error);

    return result ? result
                  : map_builder_add_arc(builder, count + 1, count + 2,
                                        WEIGHT_MAX, error);
}

static struct position *grid_positions(uint32_t columns, uint32_t count)
{
    struct position *positions = calloc(count, sizeof(*positions));

    for (uint32_t v = 0; positions && v < count; v++) {
        positions[v].lon_e7 = -740000000 + (int32_t)(v % columns) * 1000;
        positions[v].lat_e7 = 407000000 + (int32_t)(v / columns) * 1000;
    }
    return positions;
}

static int make(const char *path, uint32_t columns, uint32_t rows,
                struct error *error)
{
    uint32_t count = columns * rows;
    struct map_builder *builder = NULL;
    struct map *map = NULL;
    int result = map_builder_create(count + 3, &builder, error);

    if (!result)
        result = add_grid(builder, columns, rows, error);
    if (!result)
        result = add_odd_ones(builder, count, error);
    if (!result) {
        map_builder_number_from(builder, 1);
        map_builder_take_positions(builder, grid_positions(columns, count + 3));
        map_builder_set_info(builder, "ms", "make_map");
        result = map_builder_finish(builder, &map, error);
    }
    if (!result)
        result = map_write(map, path, error);
    map_destroy(map);
    map_builder_destroy(builder);
    return result;
}

int main(int argc, char **argv)
{
    struct error error;
    uint32_t columns;
    uint32_t rows;

    if (argc != 4 || !parse_u32(argv[2], &columns) ||
        !parse_u32(argv[3], &rows)) {
        fputs("usage: make_map FILE COLUMNS ROWS\n", stderr);
        return 2;
    }
    if (make(argv[1], columns, rows, &error)) {
        fprintf(stderr, "make_map: %s\n", error.text);
        return 1;
    }
    return 0;
}
