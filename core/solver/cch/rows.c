/* rows: labels and panels' rows put together, the inner loops of queries. */
#include "core/solver/cch/rows.h"

#include "core/graph/cost.h"

/* cost_add() for a cost that is not infinite, without a branch. */
static inline uint32_t add_finite(uint32_t cost, uint32_t weight)
{
    uint32_t room = COST_OVERFLOW - cost;
    uint32_t sum = cost + (weight < room ? weight : room);

    return weight == COST_INFINITY ? COST_INFINITY : sum;
}

static void relax_row(uint32_t *restrict least, uint32_t cost,
                      const uint32_t *restrict row, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        uint32_t sum = add_finite(cost, row[j]);

        least[j] = sum < least[j] ? sum : least[j];
    }
}

void rows_relax(uint32_t *least, const uint32_t *label, size_t row_count,
                uint32_t limit, const uint32_t *rows, size_t stride,
                size_t count)
{
    for (size_t i = 0; i < row_count; i++) {
        if (label[i] < limit)
            relax_row(least, label[i], rows + i * stride, count);
    }
}

uint32_t rows_meet(const uint32_t *a, const uint32_t *b, size_t count)
{
    uint32_t least = COST_INFINITY;

    for (size_t j = 0; j < count; j++) {
        uint32_t sum = cost_add(a[j], b[j]);

        least = sum < least ? sum : least;
    }
    return least;
}
