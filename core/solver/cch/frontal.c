/* frontal: filling, storing and comparing, and elimination by blocks. */
#include "core/solver/cch/frontal.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/parallel.h"
#include "core/graph/cost.h"
#include "core/solver/cch/kernels.h"

/* ---- The matrix ---- */

/* Makes room for `count` words; the old content is lost. */
static int reserve(struct frontal *frontal, size_t count)
{
    size_t bytes = count * sizeof(*frontal->word);

    if (count <= frontal->capacity)
        return 0;
    free(frontal->word);
    frontal->word = aligned_alloc(FRONTAL_LANES * sizeof(uint32_t), bytes);
    frontal->capacity = frontal->word ? count : 0;
    return frontal->word ? 0 : -ENOMEM;
}

void frontal_finish(struct frontal *frontal)
{
    free(frontal->word);
    *frontal = (struct frontal){0};
}

int frontal_start(struct frontal *frontal, const struct hierarchy *hierarchy,
                  uint32_t supernode)
{
    size_t count;

    frontal->size = supernode_size(hierarchy, supernode);
    frontal->front = frontal->size + supernode_upward(hierarchy, supernode);
    frontal->stride = frontal_stride(frontal->front);
    count = (size_t)frontal->front * frontal->stride;
    if (reserve(frontal, count + frontal->stride))
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        frontal->word[i] = COST_INFINITY;
    for (uint32_t i = 0; i < frontal->front; i++)
        frontal->word[(size_t)i * frontal->stride + i] = 0;
    return 0;
}

void frontal_take_child(struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        const uint32_t *schur)
{
    const uint32_t *place =
        hierarchy->parent_index + hierarchy->first_upward[child];
    uint32_t n = supernode_upward(hierarchy, child);

    if (n == 1)
        return;
    for (uint32_t i = 0; i < n; i++, schur += n) {
        uint32_t *row = frontal->word + (size_t)place[i] * frontal->stride;

        for (uint32_t j = 0; j < n; j++) {
            uint32_t old = row[place[j]];

            row[place[j]] = schur[j] < old ? schur[j] : old;
        }
    }
}

/* Copying and comparing rows, most of which have a few words. */
static inline void copy(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

static inline bool differ(const uint32_t *a, const uint32_t *b, size_t count)
{
    uint32_t differs = 0;

    for (size_t i = 0; i < count; i++)
        differs |= a[i] ^ b[i];
    return differs != 0;
}

void frontal_load_panel(struct frontal *frontal, const uint32_t *panel)
{
    size_t s = frontal->size;
    size_t f = frontal->front;
    size_t n = f - s;
    const uint32_t *in = panel + s * f;

    for (size_t i = 0; i < s; i++) {
        copy(frontal->word + i * frontal->stride, panel + i * f, f);
        for (size_t j = 0; j < n; j++)
            frontal->word[(s + j) * frontal->stride + i] = in[i * n + j];
    }
}

void frontal_store_panel(const struct frontal *frontal, uint32_t *panel)
{
    size_t s = frontal->size;
    size_t f = frontal->front;
    size_t n = f - s;
    uint32_t *in = panel + s * f;

    for (size_t i = 0; i < s; i++) {
        copy(panel + i * f, frontal->word + i * frontal->stride, f);
        for (size_t j = 0; j < n; j++)
            in[i * n + j] = frontal->word[(s + j) * frontal->stride + i];
    }
}

void frontal_store_schur(const struct frontal *frontal, uint32_t *schur)
{
    size_t s = frontal->size;
    size_t n = frontal->front - s;

    for (size_t i = 0; i < n; i++)
        copy(schur + i * n, frontal->word + (s + i) * frontal->stride + s, n);
}

bool frontal_changes_panel(const struct frontal *frontal, const uint32_t *panel)
{
    size_t s = frontal->size;
    size_t f = frontal->front;
    size_t n = f - s;
    const uint32_t *in = panel + s * f;
    uint32_t differs = 0;

    for (size_t i = 0; i < s && !differs; i++) {
        differs = differ(panel + i * f, frontal->word + i * frontal->stride, f);
        for (size_t j = 0; j < n; j++)
            differs |=
                in[i * n + j] ^ frontal->word[(s + j) * frontal->stride + i];
    }
    return differs != 0;
}

bool frontal_changes_schur(const struct frontal *frontal, const uint32_t *schur)
{
    size_t s = frontal->size;
    size_t n = frontal->front - s;
    bool differs = false;

    for (size_t i = 0; i < n && !differs; i++)
        differs = differ(schur + i * n,
                         frontal->word + (s + i) * frontal->stride + s, n);
    return differs;
}

/* ---- Elimination, by blocks ---- */

/* Rows per task: with a block of pivots they fit a core's own cache. */
enum { PART_ROWS = 16 };

/* A kernel call for the rows [from, to) and the pivots [first, end). */
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
