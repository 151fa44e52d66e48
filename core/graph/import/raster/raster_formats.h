/* raster_formats: a reader for each format of raster.h, and what they read
 * from. Private to this room and its tests. */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_RASTER_FORMATS_H
#define RELAXD_GRAPH_IMPORT_RASTER_RASTER_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/raster/raster.h"

struct raster_input {
    struct byte_source *source; /* the caller's, outlives the input */
    struct progress *progress;  /* or NULL */
    char *buffer;
    size_t begin, end; /* what is left in it */
    bool ended;        /* nothing more from the source */
    uint64_t line;     /* of the byte that comes next, from 1 */
    bool comments;     /* words: '#' begins one, to the line's end */
    bool commas;       /* words: ',' and ';' part them, too */
};

int raster_input_init(struct raster_input *input, struct byte_source *source,
                      struct progress *progress, struct error *error);
void raster_input_finish(struct raster_input *input);

/* Takes `size` bytes; fewer only at the end. */
int raster_input_take(struct raster_input *input, void *bytes, size_t size,
                      size_t *ret_taken, struct error *error);

enum { RASTER_WORD_SIZE = 64 };

struct raster_word {
    char text[RASTER_WORD_SIZE];
    uint64_t line;   /* that it stands in */
    unsigned commas; /* passed since the word before */
};

/* Takes the next word and leaves the byte after it. RASTER_INPUT_END where
 * there is none; `commas` is set then as well. -EINVAL for one that is too long
 * for a number or holds a NUL byte. */
enum { RASTER_INPUT_END = 1 };
int raster_input_word(struct raster_input *input, struct raster_word *ret_word,
                      struct error *error);

/* A word as a finite number; -EINVAL, words with its line. */
int raster_word_number(const struct raster_word *word, double *ret_number,
                       struct error *error);

/* The same as a whole number of at least 1, named in words. */
int raster_word_count(const struct raster_word *word, const char *name,
                      uint32_t *ret_count, struct error *error);

/* -EINVAL where rows * columns is more than a map has vertices. */
int raster_check_size(uint64_t rows, uint64_t columns, struct error *error);

/* A growable array of cells. */
struct raster_cells {
    double *value; /* [count] */
    size_t count;
    size_t capacity;
};

int raster_cells_add(struct raster_cells *cells, double value,
                     struct error *error);

/* -EINVAL for a file that ends before its last cell. */
int raster_cells_refuse_cut(uint64_t count, uint64_t promised,
                            struct error *error);

/* ---- Readers ------------------------------------------------------------- *
 *
 * Each reads the whole input, first byte and magic on, and fills what
 * raster_read() has zeroed; on failure nothing is left behind. */

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

/* What the header of a .npy file says, a literal of Python's:
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
struct npy_header {
    char kind;          /* 'f', 'i', 'u' or 'b' */
    unsigned size;      /* bytes of a cell: 1, 2, 4, 8 */
    bool big_endian;    /* of a cell's bytes the highest comes first */
    bool fortran_order; /* the cells come column by column */
    uint64_t rows, columns;
};

/* -EINVAL, also for what is no array of two dimensions. */
int npy_header_parse(const char *text, size_t size,
                     struct npy_header *ret_header, struct error *error);

#endif
