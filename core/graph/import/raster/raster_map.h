/* raster_map: a cost raster as a map.
 *
 * Each cell becomes a vertex; its id is row * columns + column, both counted
 * from 0 and from the top left. Arcs lead to the cells above, left, right and
 * below; an arc's weight is the value of the cell that it enters, times a
 * scale. The vertex of an empty cell has no arcs.
 *
 * The map's unit gives the scale ("cell value / 1000": a weight of 1000 is a
 * value of 1), its source the shape ("dem.asc: 120 rows of 80 cells").
 *
 * Cells have positions, their centres, if an ESRI grid is evidently in degrees:
 * its cells are smaller than 1 and all of it lies within +-180 and +-90, its
 * south-west corner not at (0, 0). A grid in metres could only look so if it
 * were smaller than a room. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_RASTER_MAP_H
#define RELAXD_GRAPH_IMPORT_RASTER_RASTER_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/importer.h"
#include "core/graph/import/raster/raster.h"
#include "core/graph/map.h"

extern const struct importer_ops raster_importer;

struct raster_map_settings {
    double scale;       /* above 0; 0: raster_scale_choose() */
    const char *unit;   /* of a cell's value; NULL: "cell value" */
    const char *source; /* the raster's origin, for people */
};

/* What happened to the cells. */
struct raster_map_summary {
    double scale;        /* the scale used */
    double rounding;     /* the largest rounding error of a cell, in its own
                            unit */
    size_t nodata_count; /* empty cells */
};

/* -EINVAL: a cell is negative or does not fit, all cells round to 0 though not
 * all are 0, there are more than ARC_COUNT_MAX arcs, or the unit with its scale
 * is too long. */
int raster_map_make(const struct raster *raster,
                    const struct raster_map_settings *settings,
                    struct raster_map_summary *ret_summary,
                    struct map **ret_map, struct error *error);

/* ---- From a raster's cells to whole weights ------------------------------ */

/* The default factor for cell values: 1 if all cells are whole numbers; else
 * the least power of ten that makes them whole, within the precision of the
 * file's numbers (100 for two decimals), but never more than the largest one
 * with which least costs fit 32 bits: all of them if every cell has a value,
 * else those whose detour around holes is at most eight times the straight way.
 * A cost that does not fit is reported as such, never as a number. */
double raster_scale_choose(const struct raster *raster);

#endif
