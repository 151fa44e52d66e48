/* frontal_eliminate: a front's pivots, by blocks, on one thread or several. */
#include "core/solver/cch/frontal_eliminate.h"

#include "core/base/parallel.h"

/* Rows that one part of the work takes: with a block of pivots they stay in a
 * core's own cache. */
enum { PART_ROWS = 16 };

/* A kernel over the rows [from, to) and the pivots [first, end). */
struct share {
    frontal_kernel *kernel;
    struct frontal *frontal;
    uint32_t first;
    uint32_t end;
    uint32_t from;
    uint32_t to;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct share *share = context;
    uint32_t from = share->from + (uint32_t)part * PART_ROWS;
    uint32_t to = from + PART_ROWS;

    (void)error;
    share->kernel(share->frontal, share->first, share->end, from,
                  to < share->to ? to : share->to);
    return 0;
}

static void run(struct share share, unsigned threads)
{
    uint32_t parts = (share.to - share.from + PART_ROWS - 1) / PART_ROWS;

    parallel_run(threads, parts, run_part, &share, NULL);
}

static uint32_t block_end(const struct frontal *frontal, uint32_t first)
{
    uint32_t end = first + ELIMINATION_BLOCK;

    return end < frontal->size ? end : frontal->size;
}

void frontal_eliminate(struct frontal *frontal,
                       const struct frontal_kernels *kernels, unsigned threads)
{
    uint32_t s = frontal->size;
    uint32_t f = frontal->front;

    if (threads < 2 && s <= ELIMINATION_BLOCK) {
        kernels->eliminate(frontal, 0, s, 0, f);
        return;
    }
    for (uint32_t first = 0; first < s; first += ELIMINATION_BLOCK) {
        uint32_t end = block_end(frontal, first);

        kernels->eliminate(frontal, first, end, first, end);
        run((struct share){kernels->eliminate, frontal, first, end, end, f},
            threads);
    }
}

void frontal_close(struct frontal *frontal,
                   const struct frontal_kernels *kernels, unsigned threads)
{
    uint32_t s = frontal->size;
    uint32_t f = frontal->front;
    uint32_t first = (s - 1) / ELIMINATION_BLOCK * ELIMINATION_BLOCK;

    if (threads < 2 && s <= ELIMINATION_BLOCK) {
        kernels->close_block(frontal, 0, s, f);
        return;
    }
    for (;; first -= ELIMINATION_BLOCK) {
        uint32_t end = block_end(frontal, first);

        if (end < s)
            run((struct share){kernels->close_up, frontal, end, s, first, end},
                threads);
        kernels->close_block(frontal, first, end, end);
        run((struct share){kernels->close_down, frontal, first, end, end, f},
            threads);
        if (!first)
            return;
    }
}
