/* raster_formats: a reader for each format of raster.h. Private to import/.
 *
 * Each reads the whole input, first byte and magic on, and fills what
 * raster_read() has zeroed; on failure nothing is left behind. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_FORMATS_H
#define RELAXD_GRAPH_IMPORT_RASTER_FORMATS_H

#include "core/graph/import/raster.h"
#include "core/graph/import/raster_input.h"

/* NumPy, "Numpy Enhancement Proposal 1" and numpy.lib.format. */
int raster_read_npy(struct raster_input *input, struct raster *raster,
                    struct error *error);

/* ESRI ASCII grid, as ArcGIS's "Esri ASCII raster format" has it: keys of any
 * case and order, of which ncols and nrows are needed; also dx and dy, which
 * GDAL writes. Cells may be broken into lines anywhere. Where NODATA_value is
 * not given it is -9999. */
int raster_read_esri(struct raster_input *input, struct raster *raster,
                     struct error *error);

/* Netpbm's grey map, one picture: P2 and P5. */
int raster_read_pgm(struct raster_input *input, struct raster *raster,
                    struct error *error);

int raster_read_text(struct raster_input *input, struct raster *raster,
                     struct error *error);

#endif
