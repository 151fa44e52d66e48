/* raster_scale: from a raster's cells to whole weights. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_SCALE_H
#define RELAXD_GRAPH_IMPORT_RASTER_SCALE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/raster.h"

/* What a cell's value is multiplied by where nobody says it: 1 where all cells
 * are whole numbers; else the least power of ten that makes them whole, as near
 * as the file's numbers tell (100 for two decimals), but never more than the
 * largest one with which least costs fit 32 bits: all of them where every cell
 * has a value, else those whose way round the holes is not above eight times
 * straight across. A cost that does not fit is told as such, never as a number.
 */
double raster_scale_choose(const struct raster *raster);

/* The weight of a cell: its value times `scale`, rounded to the nearest.
 * -EINVAL with the cell's place where it is negative or does not fit, and then
 * with a scale that does. Not for a cell without a value. */
int raster_scale_cell(const struct raster *raster, size_t index, double scale,
                      uint32_t *ret_weight, struct error *error);

#endif
