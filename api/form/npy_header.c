/* npy_header: what stands before the cells of a .npy file. */
#include "api/form/npy_header.h"

#include <stdio.h>
#include <string.h>

/* Magic, version 1.0, the rest's length in two bytes. */
enum { FRONT_SIZE = 10 };

_Static_assert(NPY_HEADER_SIZE % 64 == 0, "the format says so");

void npy_header_write(char header[static NPY_HEADER_SIZE], uint64_t rows,
                      uint64_t columns)
{
    size_t length = NPY_HEADER_SIZE - FRONT_SIZE;
    char text[NPY_HEADER_SIZE];
    int size =
        snprintf(text, sizeof(text),
                 "{'descr': '<u4', 'fortran_order': False, 'shape': (%ju, "
                 "%ju), }",
                 (uintmax_t)rows, (uintmax_t)columns);

    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)length;
    header[9] = 0;
    memset(header + FRONT_SIZE, ' ', length);
    memcpy(header + FRONT_SIZE, text, (size_t)size);
    header[NPY_HEADER_SIZE - 1] = '\n';
}
