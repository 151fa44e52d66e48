/* raster_npy_header: what the header of a .npy file says. Private to import/.
 *
 * The header is a literal of Python's:
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
#ifndef RELAXD_GRAPH_IMPORT_RASTER_NPY_HEADER_H
#define RELAXD_GRAPH_IMPORT_RASTER_NPY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

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
