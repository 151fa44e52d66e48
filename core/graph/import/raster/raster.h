/* raster: a rectangle of numbers, as a cost raster or a matrix comes in a file.
 *
 * raster_read() tells the format by the first bytes, never by a file's name:
 *
 *     .npy             NumPy, versions 1 to 3: two dimensions, C or Fortran
 *                      order, f4 f8 i1..i8 u1..u8 b1 of either byte order
 *     ESRI ASCII grid  ncols, nrows and so on, then the cells (raster_esri.c)
 *     PGM              P2 and P5, up to 65535
 *     text             a row a line, numbers apart by blanks, tabs or one of
 *                      , ; each; # begins a comment
 *
 * Rows and columns are counted from 0, the row that the file gives first is row
 * 0. Whether a number may be negative is for its user to say (raster_map.h);
 * one that is not finite is refused here.
 *
 * Errors are -EINVAL and say the line or the cell, what is wrong and how to
 * mend it. Memory grows with the cells that are there, not with those that a
 * header promises. One thread. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_RASTER_H
#define RELAXD_GRAPH_IMPORT_RASTER_RASTER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"

/* Where an ESRI grid lies, in units that it does not tell. */
struct raster_place {
    double west, south; /* outer edges of the outermost cells */
    double cell_width, cell_height;
};

struct raster {
    uint32_t rows, columns; /* at least 1 each */
    double *value;          /* [rows * columns], row by row; malloc()ed */
    double precision;       /* of the file's numbers, relative: 2^-24 for f4 */
    bool has_place;
    struct raster_place place;
    const char *format; /* in words: "PGM" */
};

/* What stands in for a cell that the file says has no value. */
#define RASTER_NODATA ((double)NAN)

static inline bool raster_is_nodata(double value)
{
    return isnan(value);
}

#define RASTER_PRECISION_F4 0x1p-24
#define RASTER_PRECISION_F8 0x1p-53

static inline size_t raster_cell_count(const struct raster *raster)
{
    return (size_t)raster->rows * raster->columns;
}

/* From a source that is decompressed already. `progress` may be NULL. */
int raster_read(struct byte_source *source, struct progress *progress,
                struct raster *ret_raster, struct error *error);

/* From a file, plain or compressed; words begin with the path. */
int raster_open(const char *path, struct progress *progress,
                struct raster *ret_raster, struct error *error);

void raster_finish(struct raster *raster); /* zeroed is fine */

/* Whether a file that begins so, decompressed, is of one of the formats above
 * that show it: all but lines of numbers. */
bool raster_has_mark(const char *bytes, size_t size);

/* Puts "row R, column C (from 0): " before what the error says of the cell with
 * that index in row order. */
void raster_blame_cell(uint64_t index, uint32_t columns, struct error *error);

#endif
