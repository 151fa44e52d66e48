/* grid: two square matrices, their product, and the least-cost path in it.
 *
 * M. Sudhanan, "CUDA Single Source Shortest Path": the product's first minimum
 * is the source, its second the target; a step goes to one of the 4 adjacent
 * cells, and entering a cell costs its value. The report's product and minima
 * are gpu/matrix/matrix.h, its two kernels for the path the solver harish; any
 * other solver finds a path of the same cost. grid_picture.c draws the
 * result. */
#ifndef RELAXD_LAB_GRID_H
#define RELAXD_LAB_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/raster/raster_map.h"
#include "core/solver/device.h"
#include "core/solver/query.h"
#include "gpu/matrix/matrix.h"

/* The two factors, [size * size] each, row by row. */
struct grid_matrices {
    uint32_t size;
    float *a, *b;
};

/* Reads two files, in raster.h's formats; both may be the same. */
int grid_matrices_open(const char *a_path, const char *b_path,
                       struct grid_matrices *ret_matrices, struct error *error);

/* Draws cells from [0, 1); a seed gives the same on every machine. */
int grid_matrices_random(uint32_t size, uint64_t seed,
                         struct grid_matrices *ret_matrices,
                         struct error *error);
void grid_matrices_finish(struct grid_matrices *matrices); /* zeroed is fine */

struct grid_settings {
    const char
        *device; /* inventory.h; "auto": the product on a GPU if there is one */
    const char *solver; /* inventory.h */
    double scale;       /* of costs; 0: raster_scale.h chooses */
};

/* The results; it owns the arrays. */
struct grid_run {
    uint32_t size;
    float *product;                   /* [size * size] */
    float least, most;                /* of the product's cells */
    struct matrix_minimum minimum[2]; /* source, target */
    struct device product_device;
    uint64_t product_us; /* product and both minima, copies included */

    struct raster_map_summary scaling;
    uint32_t cost;    /* scaled; COST_OVERFLOW: does not fit 32 bits, no path */
    double real_cost; /* sum of the entered cells */
    uint32_t *cell;   /* [cell_count], row * size + column, source first */
    size_t cell_count;
    const char *solver;
    struct device solver_device;
    struct query_figures figures;
};

/* -EINVAL: the product has cells that are negative or not finite, which the
 * error names; or the device or solver does not exist. */
int grid_run(const struct grid_matrices *matrices,
             const struct grid_settings *settings, struct grid_run *ret_run,
             struct error *error);
void grid_run_finish(struct grid_run *run); /* zeroed is fine */

/* Draws the least-cost path of a product over its cells, with gnuplot.
 *
 * Cells are shaded by value. The path runs from a disc (source, first minimum)
 * to a diamond (target, second minimum); a legend explains both. A small matrix
 * is enlarged; one above 2048 rows is shown by means over squares of cells. Up
 * to 6 rows the cells show their values. */

/* The PNG in memory; the caller free()s it. Results as gnuplot_draw(). */
int grid_picture_draw(const struct grid_run *run, char **ret_png,
                      size_t *ret_size, struct error *error);

/* Replaces the PNG file `path` as a whole or leaves it unchanged. */
int grid_picture_write(const struct grid_run *run, const char *path,
                       struct error *error);

#endif
