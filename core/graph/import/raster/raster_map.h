/* raster_map: a cost raster as a map.
 *
 * A vertex for each cell; its id is row * columns + column, both counted from 0
 * and from the top left. Arcs lead to the cells above, left, right and below;
 * an arc's weight is the value of the cell that it enters, times a scale. A
 * cell without a value has a vertex that no arc enters or leaves.
 *
 * The map's unit says the scale ("cell value / 1000": a weight of 1000 is a
 * value of 1), its source the shape ("dem.asc: 120 rows of 80 cells").
 *
 * Cells have positions, those of their centres, where an ESRI grid is plainly
 * in degrees: its cells are smaller than 1 and all of it lies within +-180 and
 * +-90, its south-west corner not at (0, 0). Metres, too, could look so only on
 * a raster smaller than a room. */
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
    const char *source; /* what the raster comes from, for people */
};

/* What became of the cells. */
struct raster_map_summary {
    double scale;        /* in force */
    double rounding;     /* the most that a cell lost or won, in its own unit */
    size_t nodata_count; /* cells without a value */
};

/* -EINVAL: a cell is negative or does not fit (raster_scale.h), all cells round
 * to 0 though not all are, there are more
 * than ARC_COUNT_MAX arcs, or the unit is too long with its scale. */
int raster_map_make(const struct raster *raster,
                    const struct raster_map_settings *settings,
                    struct raster_map_summary *ret_summary,
                    struct map **ret_map, struct error *error);

/* From a file, of which `settings` need not say the source; words begin with
 * the path. `ret_raster` keeps shape and format, without cells. */
int raster_map_import(const char *path,
                      const struct raster_map_settings *settings,
                      struct progress *progress, struct raster *ret_raster,
                      struct raster_map_summary *ret_summary,
                      struct map **ret_map, struct error *error);

/* ---- From a raster's cells to whole weights ------------------------------ */

/* What a cell's value is multiplied by where nobody says it: 1 where all cells
 * are whole numbers; else the least power of ten that makes them whole, as near
 * as the file's numbers tell (100 for two decimals), but never more than the
 * largest one with which least costs fit 32 bits: all of them where every cell
 * has a value, else those whose way round the holes is not above eight times
 * straight across. A cost that does not fit is reported as such, never as a
 * number.
 */
double raster_scale_choose(const struct raster *raster);

/* What became of the cells, lines for people. */
void raster_map_describe(const struct raster *raster,
                         const struct raster_map_summary *summary, char *text,
                         size_t size);

#endif
