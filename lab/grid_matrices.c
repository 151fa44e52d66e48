/* grid_matrices: the two factors, from files or drawn. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/import/raster/raster.h"
#include "lab/grid_run.h"

static int check_shape(const struct raster *raster, struct error *error)
{
    if (raster->rows == raster->columns)
        return 0;
    return error_set(
        error, -EINVAL, "%" PRIu32 " %s of %" PRIu32 " %s: no square matrix",
        raster->rows, plural(raster->rows, "row", "rows"), raster->columns,
        plural(raster->columns, "column", "columns"));
}

/* The cells as floats, -EINVAL for one that has no value or is beyond them. */
static int to_floats(const struct raster *raster, float **ret_cells,
                     struct error *error)
{
    size_t count = raster_cell_count(raster);
    float *cells = array_alloc(count, sizeof(*cells));
    size_t i = 0;

    if (!cells)
        return error_no_memory(error);
    for (; i < count; i++) {
        cells[i] = (float)raster->value[i];
        if (!isfinite(cells[i]))
            break;
    }
    if (i == count) {
        *ret_cells = cells;
        return 0;
    }
    free(cells);
    error_set(error, 0,
              raster_is_nodata(raster->value[i])
                  ? "the cell has no value (NODATA)"
                  : "%.9g is beyond 32-bit floats",
              raster->value[i]);
    raster_blame_cell(i, raster->columns, error);
    return -EINVAL;
}

static int open_one(const char *path, uint32_t *ret_size, float **ret_cells,
                    struct error *error)
{
    struct raster raster;
    int r = raster_open(path, NULL, &raster, error);

    if (r)
        return r;
    r = check_shape(&raster, error);
    if (!r)
        r = to_floats(&raster, ret_cells, error);
    if (r)
        error_prefix(error, "'%s'", path);
    else
        *ret_size = raster.rows;
    raster_finish(&raster);
    return r;
}

int grid_matrices_open(const char *a_path, const char *b_path,
                       struct grid_matrices *ret_matrices, struct error *error)
{
    struct grid_matrices matrices = {0};
    uint32_t size = 0;
    int r = open_one(a_path, &matrices.size, &matrices.a, error);

    if (!r)
        r = open_one(b_path, &size, &matrices.b, error);
    if (!r && size != matrices.size)
        r = error_set(error, -EINVAL,
                      "'%s' has %" PRIu32 " rows and '%s' %" PRIu32
                      "; both must have the same",
                      a_path, matrices.size, b_path, size);
    if (r)
        grid_matrices_finish(&matrices);
    else
        *ret_matrices = matrices;
    return r;
}

/* 24 bits, as many as a float holds. */
static float draw(struct random *random)
{
    return (float)(random_u64(random) >> 40) * 0x1p-24F;
}

int grid_matrices_random(uint32_t size, uint64_t seed,
                         struct grid_matrices *ret_matrices,
                         struct error *error)
{
    size_t count = (size_t)size * size;
    struct grid_matrices matrices = {
        .size = size,
        .a = array_alloc(count, sizeof(*matrices.a)),
        .b = array_alloc(count, sizeof(*matrices.b)),
    };
    struct random random;

    if (!matrices.a || !matrices.b) {
        grid_matrices_finish(&matrices);
        return error_no_memory(error);
    }
    random_seed(&random, seed);
    for (size_t i = 0; i < count; i++)
        matrices.a[i] = draw(&random);
    for (size_t i = 0; i < count; i++)
        matrices.b[i] = draw(&random);
    *ret_matrices = matrices;
    return 0;
}

void grid_matrices_finish(struct grid_matrices *matrices)
{
    free(matrices->a);
    free(matrices->b);
    *matrices = (struct grid_matrices){0};
}
