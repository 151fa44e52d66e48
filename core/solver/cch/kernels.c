/* kernels: min-plus elimination of a frontal matrix, for the machine's vectors.
 *
 * Built once for each set of instructions, KERNELS is the name that it gets.
 *
 * Sums. min(c, cost_add(x, y)) is the whole arithmetic. With
 * cap(x) = COST_OVERFLOW - x, or 0 for x = COST_INFINITY,
 *
 *     cost_add(x, y) = max(min(y, cap(x)) + x, y)
 *
 * in unsigned 32-bit words without wrapping, three operations that vectors
 * have. For x = COST_INFINITY: min is 0, the sum x, the maximum COST_INFINITY.
 * Else min(y, cap(x)) + x <= COST_OVERFLOW: no wrapping. For y < COST_INFINITY
 * it is the exact sum where that is below COST_OVERFLOW, else COST_OVERFLOW,
 * and not less than y as y <= COST_OVERFLOW. For y = COST_INFINITY the maximum
 * is y.
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
 * All that is ever written is the weight of some walk over the supernode, so
 * doing more than that in whole groups of lanes never hurts. */
#include "core/solver/cch/kernels.h"

#include <string.h>

#include "core/graph/cost.h"

enum { PIVOTS = 4 };

#define LANES FRONTAL_LANES

/* So many sources with their factors: target = min(target, factor + source). */
struct terms {
    const uint32_t *source[PIVOTS];
    uint32_t cost[PIVOTS];
    uint32_t cap[PIVOTS];
};

static inline uint32_t cap_of(uint32_t cost)
{
    return cost < COST_OVERFLOW ? COST_OVERFLOW - cost : 0;
}

static inline uint32_t lower(uint32_t least, uint32_t cost, uint32_t cap,
                             uint32_t weight)
{
    uint32_t sum = (weight < cap ? weight : cap) + cost;

    sum = sum > weight ? sum : weight;
    return sum < least ? sum : least;
}

/* `groups` of lanes. Loops of this form become whole vectors without rests. */
static inline void relax_one(uint32_t *restrict target, uint32_t cost,
                             const uint32_t *restrict source, uint32_t groups)
{
    uint32_t cap = cap_of(cost);

    for (uint32_t j = 0; j < groups; j++, target += LANES, source += LANES) {
        for (uint32_t i = 0; i < LANES; i++)
            target[i] = lower(target[i], cost, cap, source[i]);
    }
}

/* From the group of lanes `group` of all rows on. */
static inline void relax_all(uint32_t *restrict target,
                             const struct terms *terms, uint32_t group,
                             uint32_t groups)
{
    const uint32_t *restrict s0 = terms->source[0] + group * LANES;
    const uint32_t *restrict s1 = terms->source[1] + group * LANES;
    const uint32_t *restrict s2 = terms->source[2] + group * LANES;
    const uint32_t *restrict s3 = terms->source[3] + group * LANES;
    const uint32_t x0 = terms->cost[0], cap0 = terms->cap[0];
    const uint32_t x1 = terms->cost[1], cap1 = terms->cap[1];
    const uint32_t x2 = terms->cost[2], cap2 = terms->cap[2];
    const uint32_t x3 = terms->cost[3], cap3 = terms->cap[3];

    target += group * LANES;
    for (uint32_t j = group; j < groups; j++) {
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t least = target[i];

            least = lower(least, x0, cap0, s0[i]);
            least = lower(least, x1, cap1, s1[i]);
            least = lower(least, x2, cap2, s2[i]);
            target[i] = lower(least, x3, cap3, s3[i]);
        }
        target += LANES;
        s0 += LANES;
        s1 += LANES;
        s2 += LANES;
        s3 += LANES;
    }
}

static inline void set_term(struct terms *terms, uint32_t i, uint32_t cost,
                            const uint32_t *source)
{
    terms->source[i] = source;
    terms->cost[i] = cost;
    terms->cap[i] = cap_of(cost);
}

/* The group of lanes of a pivot's row in which its own column is. */
static void mask_pivot(uint32_t *masked, const uint32_t *row, uint32_t pivot)
{
    uint32_t own = pivot % LANES;

    for (uint32_t i = 0; i < LANES; i++)
        masked[i] = i > own ? row[pivot - own + i] : COST_INFINITY;
}

/* Pivots `first` to `end` - 1 of one block, over all rows. */
static void eliminate_block(struct frontal *frontal, uint32_t first,
                            uint32_t end)
{
    _Alignas(64) uint32_t masked[PIVOTS][LANES];
    uint32_t stride = frontal->stride;
    uint32_t group = first / LANES;
    uint32_t *pivot = frontal->word + (size_t)first * stride;
    struct terms terms;

    mask_pivot(masked[0], pivot, first);
    for (uint32_t a = first + 1; a < frontal->front; a++) {
        uint32_t count = (a < end ? a : end) - first;
        uint32_t *row = frontal->word + (size_t)a * stride;

        for (uint32_t i = 0; i < PIVOTS; i++) {
            uint32_t cost = i < count ? row[first + i] : COST_INFINITY;

            set_term(&terms, i, cost, pivot + (i < count ? i * stride : 0));
            if (i < count)
                relax_one(row + group * LANES, cost, masked[i], 1);
        }
        relax_all(row, &terms, group + 1, stride / LANES);
        if (a < end)
            mask_pivot(masked[a - first], row, a);
    }
}

static void eliminate(struct frontal *frontal)
{
    for (uint32_t first = 0; first < frontal->size; first += PIVOTS) {
        uint32_t end = first + PIVOTS;

        eliminate_block(frontal, first,
                        end < frontal->size ? end : frontal->size);
    }
}

/* Step 2 of closing. */
static void close_columns(struct frontal *frontal, uint32_t k)
{
    uint32_t stride = frontal->stride;
    uint32_t *pivot = frontal->word + (size_t)frontal->front * stride;
    uint32_t *row = frontal->word + (size_t)k * stride;
    uint32_t count = frontal_stride(k);

    if (!k)
        return;
    memcpy(pivot, row, k * sizeof(*pivot));
    for (uint32_t i = k; i < count; i++)
        pivot[i] = COST_INFINITY;
    for (uint32_t b = k + 1; b < frontal->front; b++) {
        row += stride;
        relax_one(row, row[k], pivot, count / LANES);
    }
}

static void close_panel(struct frontal *frontal)
{
    uint32_t stride = frontal->stride;

    for (uint32_t k = frontal->size; k-- > 0;) {
        uint32_t *row = frontal->word + (size_t)k * stride;

        for (uint32_t c = k + 1; c < frontal->size; c++)
            relax_one(row, row[c], frontal->word + (size_t)c * stride,
                      stride / LANES);
        close_columns(frontal, k);
    }
}

const struct frontal_kernels KERNELS = {
    .name = KERNELS_NAME,
    .eliminate = eliminate,
    .close = close_panel,
};
