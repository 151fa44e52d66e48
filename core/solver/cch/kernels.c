/* kernels: min-plus elimination of a frontal matrix, for the machine's vectors.
 *
 * Built once for each set of instructions, KERNELS is the name that it gets.
 *
 * Elimination. Row a takes the pivots k < min(a, s) in ascending order,
 * entry (a, b) those that are lower than b, too: pivot rows are final up to
 * where they are used, as rows are finished in ascending order within a block
 * of PIVOTS, and blocks follow each other. PIVOTS divides FRONTAL_LANES, so the
 * columns of a block lie in one group of lanes: there a pivot is masked,
 * COST_INFINITY up to its own column, and the pivots go one after the other,
 * each giving the next one's factor. To the right of the group all go at once,
 * with the row in registers.
 *
 * Closing. Let B be what elimination left, and D the distances over the
 * supernode. A shortest path goes up in B, then down. From the last pivot k to
 * the first:
 *
 *   1. row k takes B(k,c) + row c for the c > k of the supernode. Then D(k,j)
 *      is right for all j > k: its way up begins with some c, D(c,j) is right.
 *   2. every row b > k takes D(b,k) + row k in the columns j < k. D(b,k) is
 *      right, b > k: its way down ends with B(c,k), c > k. For b > c, step 2 of
 *      c added D(b,c) + B(c,k), where D(b,c) is right by induction. For b < c,
 *      step 1 of b did: D(b,c) is B(b,d) + D(d,c) for a d > b, and D(d,k) <=
 *      D(d,c) + B(c,k) was there by then, from step 2 of c or step 1 of d.
 *
 * Perfecting is the same with D the distances in the map, c and d any of the
 * front, D between uppers known. As step 2 of the uppers, first of all: every
 * row b of an upper takes D(b,c) + row c in the columns of the supernode, for
 * the uppers c.
 *
 * All that closing and perfecting write is the weight of some walk, so doing
 * more than that in whole groups of lanes never hurts. */
#include "core/solver/cch/kernels.h"

#include <string.h>

#include "core/graph/cost.h"
#include "core/solver/cch/sums.h"

_Static_assert((int)LANES == (int)FRONTAL_LANES,
               "rows are whole groups of lanes");

enum { PIVOTS = 4 };

/* target = min(target, cost + source). */
static inline void relax(uint32_t *target, uint32_t cost,
                         const uint32_t *source, uint32_t count)
{
    struct factor factor = factor_of(cost);

    for (uint32_t i = 0; i < count; i += LANES)
        lanes_store(target + i, lower(lanes_load(target + i), factor,
                                      lanes_load(source + i)));
}

/* The same of PIVOTS rows of `stride` words, each with a cost. */
static inline void relax_all(uint32_t *target, const uint32_t *cost,
                             const uint32_t *source, uint32_t stride,
                             uint32_t count)
{
    const uint32_t *source1 = source + stride;
    const uint32_t *source2 = source1 + stride;
    const uint32_t *source3 = source2 + stride;
    struct factor factor0 = factor_of(cost[0]);
    struct factor factor1 = factor_of(cost[1]);
    struct factor factor2 = factor_of(cost[2]);
    struct factor factor3 = factor_of(cost[3]);

    for (uint32_t i = 0; i < count; i += LANES) {
        lanes least = lanes_load(target + i);

        least = lower(least, factor0, lanes_load(source + i));
        least = lower(least, factor1, lanes_load(source1 + i));
        least = lower(least, factor2, lanes_load(source2 + i));
        least = lower(least, factor3, lanes_load(source3 + i));
        lanes_store(target + i, least);
    }
}

/* The group of lanes of a pivot's row in which its own column is. */
static inline void mask_pivot(uint32_t *masked, const uint32_t *row,
                              uint32_t pivot)
{
    uint32_t own = pivot % LANES;

    lanes_store(masked, lanes_load(row + pivot - own));
    for (uint32_t i = 0; i <= own; i++)
        masked[i] = COST_INFINITY;
}

/* Fronts of one group of lanes, as most are: no row has anything to its right.
 */
static void eliminate_small(struct frontal *frontal)
{
    uint32_t masked[LANES];

    for (uint32_t k = 0; k < frontal->size; k++) {
        uint32_t *row = frontal->word + (size_t)k * LANES;

        mask_pivot(masked, row, k);
        for (uint32_t a = k + 1; a < frontal->front; a++) {
            row += LANES;
            relax(row, row[k], masked, LANES);
        }
    }
}

/* Row a takes the pivots from `first` on: PIVOTS of them, or those before it.
 */
static inline void eliminate_row(struct frontal *frontal, uint32_t a,
                                 uint32_t first, uint32_t count,
                                 uint32_t masked[PIVOTS][LANES])
{
    uint32_t stride = frontal->stride;
    uint32_t group = first / LANES * LANES;
    uint32_t right = group + LANES;
    uint32_t *row = frontal->word + (size_t)a * stride;
    const uint32_t *pivot = frontal->word + (size_t)first * stride;

    for (uint32_t i = 0; i < count; i++)
        relax(row + group, row[first + i], masked[i], LANES);
    if (count == PIVOTS) {
        relax_all(row + right, row + first, pivot + right, stride,
                  stride - right);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        relax(row + right, row[first + i], pivot + i * (size_t)stride + right,
              stride - right);
}

/* Pivots `first` to `end` - 1 of one block, over all rows. */
static void eliminate_block(struct frontal *frontal, uint32_t first,
                            uint32_t end)
{
    uint32_t masked[PIVOTS][LANES];

    for (uint32_t a = first; a < frontal->front; a++) {
        eliminate_row(frontal, a, first, (a < end ? a : end) - first, masked);
        if (a < end)
            mask_pivot(masked[a - first],
                       frontal->word + (size_t)a * frontal->stride, a);
    }
}

static void eliminate(struct frontal *frontal)
{
    if (frontal->stride == LANES) {
        eliminate_small(frontal);
        return;
    }
    for (uint32_t first = 0; first < frontal->size; first += PIVOTS) {
        uint32_t end = first + PIVOTS;

        eliminate_block(frontal, first,
                        end < frontal->size ? end : frontal->size);
    }
}

/* target = min(target, target[c] + row c) for the c in [first, end), in the
 * first `count` columns; `target` is a row of it, too. */
static void take_rows(const struct frontal *frontal, uint32_t *target,
                      uint32_t first, uint32_t end, uint32_t count)
{
    uint32_t stride = frontal->stride;
    uint32_t c = first;

    for (; c + PIVOTS <= end; c += PIVOTS)
        relax_all(target, target + c, frontal->word + (size_t)c * stride,
                  stride, count);
    for (; c < end; c++)
        relax(target, target[c], frontal->word + (size_t)c * stride, count);
}

/* Step 2 of closing. */
static void close_columns(struct frontal *frontal, uint32_t k)
{
    uint32_t stride = frontal->stride;
    uint32_t *pivot = frontal->word + (size_t)frontal->front * stride;
    uint32_t *row = frontal->word + (size_t)k * stride;
    uint32_t count = frontal_stride(k);

    memcpy(pivot, row, count * sizeof(*pivot));
    for (uint32_t i = k; i < count; i++)
        pivot[i] = COST_INFINITY;
    for (uint32_t b = k + 1; b < frontal->front; b++) {
        row += stride;
        relax(row, row[k], pivot, count);
    }
}

static void close_panel(struct frontal *frontal)
{
    for (uint32_t k = frontal->size; k-- > 0;) {
        take_rows(frontal, frontal->word + (size_t)k * frontal->stride, k + 1,
                  frontal->size, frontal->stride);
        if (k)
            close_columns(frontal, k);
    }
}

static void perfect(struct frontal *frontal)
{
    uint32_t stride = frontal->stride;

    for (uint32_t b = frontal->size; b < frontal->front; b++)
        take_rows(frontal, frontal->word + (size_t)b * stride, frontal->size,
                  frontal->front, frontal_stride(frontal->size));
    for (uint32_t k = frontal->size; k-- > 0;) {
        take_rows(frontal, frontal->word + (size_t)k * stride, k + 1,
                  frontal->front, stride);
        if (k)
            close_columns(frontal, k);
    }
}

const struct frontal_kernels KERNELS = {
    .name = KERNELS_NAME,
    .eliminate = eliminate,
    .close = close_panel,
    .perfect = perfect,
};
