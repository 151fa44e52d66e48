/* kernels: min-plus elimination of a frontal matrix, for the machine's vectors.
 *
 * Built once for each instruction set; KERNELS is the name of the build.
 *
 * Elimination. Row a takes the pivots k < min(a, s) in ascending order, entry
 * (a, b) only those that are lower than b, too: pivot rows are final as far as
 * they are used, since rows finish in ascending order within each few (PIVOTS),
 * and the few follow each other. PIVOTS divides FRONTAL_LANES, so the columns
 * of a few lie in one group of lanes. There a pivot is masked, COST_INFINITY up
 * to its own column, and the pivots go one after the other, each giving the
 * next one's factor. To the right of the group all go at once, with the row in
 * registers.
 *
 * Closing. Let B be the result of elimination, and D the distances over the
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
 * By blocks: step 1 of all rows of a block for the c above the block (up), both
 * steps within the block, step 2 of the rows above the block (down), each row
 * taking the block's pivots from the last to the first. What row k of the block
 * then lacks in step 1 is what a row c above takes from the block's pivots in
 * its own step 2: a path from k up to c and down again, to a j > k or to a
 * pivot c' > k of the block with B(c',j). Let p be the first of the block on
 * the path's way down, not lower than those: p > k. Up gave row k the part to
 * p, as the arc down to p starts above the block; within the block row k takes
 * D(k,p) + row p.
 *
 * Everything that closing writes is the weight of some walk, so extra work in
 * whole groups of lanes does no harm. */
#include <stddef.h>

#include "core/graph/cost.h"
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/lanes.h"

/* ---- A row lowered by others ---- */

/* Rows taken at once, with the target in registers. */
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

/* The same for PIVOTS rows of `stride` words, each with a cost. */
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

/* ---- The kernels ---- */

_Static_assert((int)LANES == (int)FRONTAL_LANES,
               "rows are whole groups of lanes");

/* ROW_TURN: a store of whole lanes must finish before a part is read. */
enum { ROW_TURN = 8, FACTORS = 64 };

/* The group of lanes of a pivot's row that contains its own column;
 * COST_INFINITY up to that column, or from there on. */
static inline void mask_right(uint32_t *masked, const uint32_t *row,
                              uint32_t pivot)
{
    uint32_t own = pivot % LANES;

    lanes_store(masked, lanes_load(row + pivot - own));
    for (uint32_t i = 0; i <= own; i++)
        masked[i] = COST_INFINITY;
}

static inline void mask_left(uint32_t *masked, const uint32_t *row,
                             uint32_t pivot)
{
    uint32_t own = pivot % LANES;

    lanes_store(masked, lanes_load(row + pivot - own));
    for (uint32_t i = own; i < LANES; i++)
        masked[i] = COST_INFINITY;
}

/* Fronts of one group of lanes, as most are: nothing lies to the right. */
static void eliminate_small(struct frontal *frontal)
{
    uint32_t masked[LANES];

    for (uint32_t k = 0; k < frontal->size; k++) {
        uint32_t *row = frontal->word + (size_t)k * LANES;

        mask_right(masked, row, k);
        for (uint32_t a = k + 1; a < frontal->front; a++) {
            row += LANES;
            relax(row, row[k], masked, LANES);
        }
    }
}

/* A few pivots, at most PIVOTS in one group of lanes, and the parts of them
 * that a row may take in that group. */
struct few {
    uint32_t first;
    uint32_t count;
    uint32_t group; /* its first column */
    uint32_t masked[PIVOTS][LANES];
};

static inline struct few few_of(uint32_t first, uint32_t end)
{
    uint32_t count = end - first;

    return (struct few){
        .first = first,
        .count = count < PIVOTS ? count : PIVOTS,
        .group = first / LANES * LANES,
    };
}

/* Pivot i of the few, in their group, for the rows [from, to): each pivot
 * yields the row's next factor, so rows alternate. */
static inline void take_in_group(struct frontal *frontal, const struct few *few,
                                 uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t *row = frontal->word + (size_t)from * frontal->stride;

    for (uint32_t a = from; a < to; a++, row += frontal->stride)
        relax(row + few->group, row[few->first + i], few->masked[i], LANES);
}

/* All of the few, in the columns [from, from + columns) outside their group,
 * for row a. */
static inline void take_beside(struct frontal *frontal, const struct few *few,
                               uint32_t a, uint32_t from, uint32_t columns)
{
    size_t stride = frontal->stride;
    uint32_t *row = frontal->word + a * stride;
    const uint32_t *pivot = frontal->word + few->first * stride + from;

    if (few->count == PIVOTS) {
        relax_all(row + from, row + few->first, pivot, frontal->stride,
                  columns);
        return;
    }
    for (uint32_t i = 0; i < few->count; i++)
        relax(row + from, row[few->first + i], pivot + i * stride, columns);
}

static uint32_t turn_end(uint32_t from, uint32_t to)
{
    return to - from < ROW_TURN ? to : from + ROW_TURN;
}

/* The rows of the few themselves: row a takes those before it. */
static void eliminate_own(struct frontal *frontal, struct few *few,
                          uint32_t from, uint32_t to)
{
    uint32_t right = few->group + LANES;
    uint32_t count = few->count;

    for (uint32_t a = from; a < to; a++) {
        few->count = a - few->first;
        for (uint32_t i = 0; i < few->count; i++)
            take_in_group(frontal, few, i, a, a + 1);
        take_beside(frontal, few, a, right, frontal->stride - right);
        mask_right(few->masked[few->count],
                   frontal->word + (size_t)a * frontal->stride, a);
    }
    few->count = count;
}

static void eliminate_few(struct frontal *frontal, struct few *few,
                          uint32_t from, uint32_t to)
{
    uint32_t end = few->first + few->count;
    uint32_t right = few->group + LANES;
    uint32_t own = from < few->first ? few->first : from;

    for (uint32_t k = few->first; k < end && k < from; k++)
        mask_right(few->masked[k - few->first],
                   frontal->word + (size_t)k * frontal->stride, k);
    if (own < end)
        eliminate_own(frontal, few, own, end);
    for (uint32_t turn = own < end ? end : own; turn < to;) {
        uint32_t next = turn_end(turn, to);

        for (uint32_t i = 0; i < few->count; i++)
            take_in_group(frontal, few, i, turn, next);
        for (; turn < next; turn++)
            take_beside(frontal, few, turn, right, frontal->stride - right);
    }
}

static void eliminate(struct frontal *frontal, uint32_t first, uint32_t end,
                      uint32_t from, uint32_t to)
{
    if (frontal->stride == LANES) {
        eliminate_small(frontal);
        return;
    }
    for (; first < end; first += PIVOTS) {
        struct few few = few_of(first, end);

        eliminate_few(frontal, &few, from, to);
    }
}

/* target = min(target, target[c] + row c) for the c in [first, end), in the
 * first `count` columns. `target` is itself a row of the matrix; its factors
 * are read well before they may fall, which is harmless since none has to. */
static void take_rows(const struct frontal *frontal, uint32_t *target,
                      uint32_t first, uint32_t end, uint32_t count)
{
    uint32_t stride = frontal->stride;
    uint32_t cost[FACTORS];

    while (first < end) {
        const uint32_t *row = frontal->word + (size_t)first * stride;
        uint32_t rows = end - first < FACTORS ? end - first : FACTORS;
        uint32_t i = 0;

        for (uint32_t j = 0; j < rows; j++)
            cost[j] = target[first + j];
        for (; i + PIVOTS <= rows; i += PIVOTS)
            relax_all(target, cost + i, row + i * (size_t)stride, stride,
                      count);
        for (; i < rows; i++)
            relax(target, cost[i], row + i * (size_t)stride, count);
        first += rows;
    }
}

static void close_up(struct frontal *frontal, uint32_t first, uint32_t end,
                     uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++)
        take_rows(frontal, frontal->word + (size_t)k * frontal->stride, first,
                  end, frontal->stride);
}

static void close_down_few(struct frontal *frontal, struct few *few,
                           uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < few->count; i++)
        mask_left(few->masked[i],
                  frontal->word + (size_t)(few->first + i) * frontal->stride,
                  few->first + i);
    while (from < to) {
        uint32_t next = turn_end(from, to);

        for (uint32_t i = few->count; i-- > 0;)
            take_in_group(frontal, few, i, from, next);
        for (; from < next; from++)
            take_beside(frontal, few, from, 0, few->group);
    }
}

static void close_down(struct frontal *frontal, uint32_t first, uint32_t end,
                       uint32_t from, uint32_t to)
{
    uint32_t last = first + (end - 1 - first) / PIVOTS * PIVOTS;

    for (uint32_t at = last;; at -= PIVOTS) {
        struct few few = few_of(at, end);

        close_down_few(frontal, &few, from, to);
        if (at == first)
            return;
    }
}

/* Step 2 of one pivot. */
static void close_columns(struct frontal *frontal, uint32_t k, uint32_t to)
{
    uint32_t stride = frontal->stride;
    uint32_t group = k / LANES * LANES;
    const uint32_t *pivot = frontal->word + (size_t)k * stride;
    uint32_t *row = frontal->word + (size_t)k * stride;
    uint32_t masked[LANES];

    mask_left(masked, pivot, k);
    for (uint32_t b = k + 1; b < to; b++) {
        row += stride;
        relax(row, row[k], pivot, group);
        relax(row + group, row[k], masked, LANES);
    }
}

static void close_block(struct frontal *frontal, uint32_t first, uint32_t end,
                        uint32_t to)
{
    uint32_t stride = frontal->stride;

    for (uint32_t k = end; k-- > first;) {
        take_rows(frontal, frontal->word + (size_t)k * stride, k + 1, end,
                  stride);
        if (k)
            close_columns(frontal, k, to);
    }
}

const struct frontal_kernels KERNELS = {
    .name = KERNELS_NAME,
    .eliminate = eliminate,
    .close_up = close_up,
    .close_block = close_block,
    .close_down = close_down,
};
