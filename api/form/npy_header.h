/* npy_header: what stands before the cells of a .npy file, NumPy's format 1.0
 * (numpy.lib.format): magic, version, length, and a literal of Python's, padded
 * so that the cells begin at a multiple of 64. */
#ifndef RELAXD_API_FORM_NPY_HEADER_H
#define RELAXD_API_FORM_NPY_HEADER_H

#include <stddef.h>
#include <stdint.h>

enum { NPY_HEADER_SIZE = 128 }; /* bytes, whatever the shape */

/* Of 32-bit whole numbers, little-endian, row by row. */
void npy_header_write(char header[static NPY_HEADER_SIZE], uint64_t rows,
                      uint64_t columns);

#endif
