/* osrm_table: tables of durations or distances in OSRM's answers.
 *
 * Cells are tenths of a second or of a metre. Writing a million takes some 10
 * ms. */
#ifndef RELAXD_API_OSRM_OSRM_TABLE_H
#define RELAXD_API_OSRM_OSRM_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "api/form/json_writer.h"

/* Written as null. */
#define OSRM_CELL_NONE UINT32_MAX

/* [[1,2.5],[null,4]] of cells [rows * columns], columns >= 1. */
void osrm_cells_write(struct json_writer *writer, const uint32_t *cells,
                      size_t rows, size_t columns);

/* Thousandths to tenths, rounded, halves up; UINT32_MAX becomes
 * OSRM_CELL_NONE. */
static inline uint32_t osrm_cell_of(uint32_t thousandths)
{
    return thousandths == UINT32_MAX
               ? OSRM_CELL_NONE
               : (uint32_t)(((uint64_t)thousandths + 50) / 100);
}

#endif
