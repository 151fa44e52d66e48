/* npy_header: the header of a .npy file, NumPy's format 1.0 (numpy.lib.format):
 * magic, version, length, and a Python literal, padded so that the cells begin
 * at a multiple of 64. */
#ifndef RELAXD_API_V1_NPY_HEADER_H
#define RELAXD_API_V1_NPY_HEADER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    NPY_HEADER_SIZE = 128, /* bytes, for any shape */
    NPY_FRONT_SIZE = 10,   /* magic, version 1.0, length of the rest */
};

_Static_assert(NPY_HEADER_SIZE % 64 == 0, "the format says so");

/* For 32-bit unsigned integers, little-endian, row by row: `values` of each
 * cell, as a third axis if more than one. */
static inline void npy_header_write(char header[static NPY_HEADER_SIZE],
                                    uint64_t rows, uint64_t columns,
                                    unsigned values)
{
    size_t length = NPY_HEADER_SIZE - NPY_FRONT_SIZE;
    char text[NPY_HEADER_SIZE];
    char depth[16] = "";
    int size;

    if (values > 1)
        snprintf(depth, sizeof(depth), ", %u", values);
    size = snprintf(text, sizeof(text),
                    "{'descr': '<u4', 'fortran_order': False, 'shape': (%ju, "
                    "%ju%s), }",
                    (uintmax_t)rows, (uintmax_t)columns, depth);

    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)length;
    header[9] = 0;
    memset(header + NPY_FRONT_SIZE, ' ', length);
    memcpy(header + NPY_FRONT_SIZE, text, (size_t)size);
    header[NPY_HEADER_SIZE - 1] = '\n';
}

#endif
