/* row_piece: rows of a matrix that no single thread or warp may go through. */
#ifndef RELAXD_GPU_FORMS_ROW_PIECE_H
#define RELAXD_GPU_FORMS_ROW_PIECE_H

#include <stdint.h>

/* A row with more arcs is long. */
enum { ROW_ARCS_MAX = 1024 };

/* At most ROW_PIECE_ARCS consecutive arcs of a long row. */
enum { ROW_PIECE_ARCS = 4096 };
struct row_piece {
    uint32_t row;
    uint32_t first; /* arc, in the order of rows */
    uint32_t end;
};

#endif
