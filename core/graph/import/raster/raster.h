/* raster: reads a file with a rectangle of numbers, a cost raster or a matrix.
 *
 * raster_read() identifies the format by the first bytes, never by a file's
 * name:
 *
 *     .npy             NumPy, versions 1 to 3: two dimensions, C or Fortran
 *                      order, f4 f8 i1..i8 u1..u8 b1 of either byte order
 *     ESRI ASCII grid  ncols, nrows and so on, then the cells
 *                      (raster_formats.c)
 *     PGM              P2 and P5, up to 65535
 *     text             a row a line, numbers separated by blanks, tabs or one
 *                      of , ; each; # begins a comment
 *
 * Rows and columns count from 0; row 0 is the first in the file. The user of a
 * raster decides whether numbers may be negative (raster_map.h); reading
 * refuses infinite ones and NaN.
 *
 * Errors are -EINVAL and give the line or the cell, the defect and the remedy.
 * Memory grows with the cells present, not with those that a header promises.
 * One thread. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_RASTER_H
#define RELAXD_GRAPH_IMPORT_RASTER_RASTER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"

struct raster {
    uint32_t rows, columns; /* at least 1 each */
    double *value;          /* [rows * columns], row by row; malloc()ed */
    size_t count;           /* of cells, while they are read */
    size_t capacity;        /* the same, of `value` */
    double precision;       /* relative precision of the file's numbers:
                               2^-24 for f4 */
    const char *format;     /* in words: "PGM" */

    /* The extent of an ESRI grid, in units that it does not state. */
    bool has_place;
    double west, south; /* outer edges of the outermost cells */
    double cell_width, cell_height;
};

/* The value of a cell that the file marks as empty. */
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

/* Reads from a decompressed source. `progress` may be NULL. */
int raster_read(struct byte_source *source, struct progress *progress,
                struct raster *ret_raster, struct error *error);

/* From a file, plain or compressed; errors begin with the path. */
int raster_open(const char *path, struct progress *progress,
                struct raster *ret_raster, struct error *error);

void raster_finish(struct raster *raster); /* zeroed is fine */

/* Whether a decompressed file with these first bytes is of one of the formats
 * above that can be recognized: all but plain text. */
bool raster_has_mark(const char *bytes, size_t size);

/* Prefixes the error with "row R, column C (from 0): " for the cell with that
 * index in row order. */
void raster_blame_cell(uint64_t index, uint32_t columns, struct error *error);

#endif
