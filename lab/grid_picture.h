/* grid_picture: the least-cost path of a product, drawn over its cells.
 *
 * Cells are shaded by value, the path lies over them from a disc (source, first
 * minimum) to a diamond (target, second minimum), the legend below says what is
 * what. A small matrix is enlarged, one above 2048 rows shown by the means of
 * squares of cells; up to 6 rows each cell has its value written in it. */
#ifndef RELAXD_LAB_GRID_PICTURE_H
#define RELAXD_LAB_GRID_PICTURE_H

#include "lab/grid_run.h"
#include "lab/picture.h"

/* picture_finish() it. -ENOMEM. */
int grid_picture_draw(const struct grid_run *run, struct picture *ret_picture,
                      struct error *error);

/* Draws it into a PNG file. */
int grid_picture_write(const struct grid_run *run, const char *path,
                       struct error *error);

#endif
