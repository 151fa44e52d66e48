/* rows: labels and panels' rows put together, the inner loops of queries.
 *
 * Sums are cost_add()'s. Any thread. */
#ifndef RELAXD_SOLVER_CCH_ROWS_H
#define RELAXD_SOLVER_CCH_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* least[j] = min(least[j], label[i] + row i[j]) over the rows whose label is
 * below `limit`. label: [row_count]; rows: `stride` words from one to the next,
 * each of `count`; least: [count]. */
void rows_relax(uint32_t *least, const uint32_t *label, size_t row_count,
                uint32_t limit, const uint32_t *rows, size_t stride,
                size_t count);

/* The least a[j] + b[j]; COST_INFINITY of none. */
uint32_t rows_meet(const uint32_t *a, const uint32_t *b, size_t count);

#endif
