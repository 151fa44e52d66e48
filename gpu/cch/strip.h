/* strip: a part of a table of cch-gpu, as much as memory is kept for: some of
 * its targets, and some of its queries. */
#ifndef RELAXD_GPU_CCH_STRIP_H
#define RELAXD_GPU_CCH_STRIP_H

#include "gpu/cch/cch_gpu.h"
#include "gpu/cch/side.h"

/* Exchange: columns, rows, then answers: costs, from an even word on sums. */
struct strip {
    struct cch_gpu *cch;
    const struct target *targets; /* [target_count] */
    uint32_t first_target;
    uint32_t target_count;
    struct query **queries; /* [query_count] */
    uint32_t query_count;
    struct cch_side columns;
    struct cch_side rows;
    struct cch_walked walked;
    const cch_key *panel_keys; /* NULL: no sums are wanted */
};

/* Words of exchange before the costs. */
static inline size_t strip_costs_at(const struct strip *strip)
{
    return strip->columns.words + strip->rows.words;
}

/* From costs to sums, and the words of all answers, of so many. */
static inline size_t strip_sums_after(size_t cells)
{
    return cells + cells % 2;
}

static inline size_t strip_answer_words(size_t cells, bool with_sums)
{
    return with_sums ? strip_sums_after(cells) + 2 * cells : cells;
}

/* Walks of so many targets. */
uint32_t strip_columns(const struct target *targets, uint32_t count);

/* How many targets from the first on make a strip, one at least. */
uint32_t strip_of_targets(const struct cch_gpu *cch,
                          const struct target *targets, uint32_t count);

/* How many queries from the first on do, with the strip's targets; their rows.
 */
uint32_t strip_of_queries(const struct strip *strip, struct query **queries,
                          size_t count, uint32_t *ret_rows);

/* Both lay a side out in exchange, which has room, fill it from targets or
 * queries and sort it. Rows of queries that are due already are left out. 0, or
 * -ENOMEM with words. */
int strip_fill_columns(struct strip *strip, struct error *error);
int strip_fill_rows(struct strip *strip, struct error *error);

#endif
