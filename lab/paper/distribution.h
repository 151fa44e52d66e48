/* distribution: which share of some whole numbers is at most so large.
 *
 * A curve over a logarithmic axis, its points at even steps of the logarithm,
 * each rounded down to a whole number, from the least power of ten that is not
 * above the least number (1 where that is 0) to the largest number. */
#ifndef RELAXD_LAB_PAPER_DISTRIBUTION_H
#define RELAXD_LAB_PAPER_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#include "lab/chart.h"
#include "lab/table.h"

void distribution_sort(uint32_t *numbers, size_t count);

/* How many of the sorted numbers are at most `limit`. */
size_t distribution_count_to(const uint32_t *sorted, size_t count,
                             double limit);

/* Rows of name, number, share for the table, which has these three columns, and
 * the same points for the series. */
void distribution_add_curve(const uint32_t *sorted, size_t count,
                            const char *name, struct table *table,
                            struct chart_series *series);

#endif
