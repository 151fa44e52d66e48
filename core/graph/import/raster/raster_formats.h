/* raster_formats: a reader for each format of raster.h, and their input.
 *
 * Private to this room and its tests. */
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
    size_t begin, end; /* unread bytes of `buffer` */
    bool ended;        /* the source has ended */
    uint64_t line;     /* of the next byte, from 1 */
    bool comments;     /* words: '#' begins a comment, to the line's end */
    bool commas;       /* words: ',' and ';' separate them too */
};

int raster_input_init(struct raster_input *input, struct byte_source *source,
                      struct progress *progress, struct error *error);
void raster_input_finish(struct raster_input *input);

/* Reads `size` bytes; fewer only at the end. */
int raster_input_take(struct raster_input *input, void *bytes, size_t size,
                      size_t *ret_taken, struct error *error);

enum { RASTER_WORD_SIZE = 64 };

struct raster_word {
    char text[RASTER_WORD_SIZE];
    uint64_t line;   /* its line */
    unsigned commas; /* skipped since the word before */
};

/* Reads the next word, but not the byte after it. RASTER_INPUT_END if there is
 * none; `commas` is set then too. -EINVAL for a word that is too long for a
 * number or contains a NUL byte. */
enum { RASTER_INPUT_END = 1 };
int raster_input_word(struct raster_input *input, struct raster_word *ret_word,
                      struct error *error);

/* A word as a finite number; -EINVAL with its line. */
int raster_word_number(const struct raster_word *word, double *ret_number,
                       struct error *error);

/* The same for a whole number of at least 1; `name` is how errors call it. */
int raster_word_count(const struct raster_word *word, const char *name,
                      uint32_t *ret_count, struct error *error);

/* Sets the size; -EINVAL if rows * columns exceeds a map's vertices. */
int raster_set_size(struct raster *raster, uint64_t rows, uint64_t columns,
                    struct error *error);

/* Appends a cell. */
int raster_add(struct raster *raster, double value, struct error *error);

/* Returns -EINVAL for a file that ends before its last cell, and for one that
 * goes on after it. */
int raster_refuse_cut(const struct raster *raster, struct error *error);
int raster_refuse_more(const struct raster *raster, struct error *error);

/* Reads all cells of a raster whose size is set, `size` bytes each, up to 8,
 * and calls add() with those of each. The input must end with the last. */
typedef int raster_add_bytes(const void *context, const unsigned char *bytes,
                             struct raster *raster, struct error *error);
int raster_take_cells(struct raster_input *input, struct raster *raster,
                      size_t size, raster_add_bytes *add, const void *context,
                      struct error *error);

/* ---- Readers ------------------------------------------------------------- *
 *
 * Each reads the whole input, magic included, and fills what raster_read() has
 * zeroed; raster_finish() is fine after a failure too. */

/* NumPy, "Numpy Enhancement Proposal 1" and numpy.lib.format. */
int raster_read_npy(struct raster_input *input, struct raster *raster,
                    struct error *error);

/* ESRI ASCII grid, as in ArcGIS's "Esri ASCII raster format": keys in any case
 * and order, of which ncols and nrows are required; also dx and dy, which GDAL
 * writes. Lines may break anywhere between cells. NODATA_value is -9999 by
 * default. */
int raster_read_esri(struct raster_input *input, struct raster *raster,
                     struct error *error);

/* Netpbm's grey map, one picture: P2 and P5. */
int raster_read_pgm(struct raster_input *input, struct raster *raster,
                    struct error *error);

int raster_read_text(struct raster_input *input, struct raster *raster,
                     struct error *error);

/* The header of a .npy file, a Python literal:
 *
 *  {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
struct npy_header {
    char kind;          /* 'f', 'i', 'u' or 'b' */
    unsigned size;      /* bytes of a cell: 1, 2, 4, 8 */
    bool big_endian;    /* the highest byte of a cell comes first */
    bool fortran_order; /* cells are stored by columns */
    uint64_t rows, columns;
};

/* -EINVAL also unless the array has two dimensions. */
int npy_header_parse(const char *text, size_t size,
                     struct npy_header *ret_header, struct error *error);

#endif
