/* rows: labels and panels' rows put together, the inner loops of queries.
 *
 * rows.c is built several times, each for other instructions, as kernels.c is;
 * all give the same bits. Sums are cost_add()'s. Any thread. */
#ifndef RELAXD_SOLVER_CCH_ROWS_H
#define RELAXD_SOLVER_CCH_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Words after an array's end that whole groups of lanes may read, and write
 * where it is written at all; what they hold counts for nothing. */
enum { ROWS_SLACK = 16 };

/* Sources whose labels lie side by side, word l of a vertex's for source l. */
enum { ROWS_SOURCES = 16 };

/* A part of a matrix. */
struct row_matrix {
    uint32_t *word;
    size_t stride; /* words from one row to the next */
};

/* A part of a matrix of labels (query.h), each third an array. */
struct label_matrix {
    const uint32_t *cost;
    const uint32_t *duration;
    const uint32_t *length;
    size_t stride;
};

/* The same, whose costs stand and whose sums are looked for. */
struct label_target {
    const uint32_t *cost;
    uint32_t *duration;
    uint32_t *length;
    size_t stride;
};

struct row_kernels {
    const char *name; /* "plain", "avx2", "avx512" */

    /* least[j] = min(least[j], label[i] + row i[j]) over the rows whose label
     * is below `limit`. label: [row_count]; rows: `stride` words from one to
     * the next, each of `count` and ROWS_SLACK; least: the same. */
    void (*relax)(uint32_t *least, const uint32_t *label, size_t row_count,
                  uint32_t limit, const uint32_t *rows, size_t stride,
                  size_t count);

    /* The least a[j] + b[j]; COST_INFINITY of none. */
    uint32_t (*meet)(const uint32_t *a, const uint32_t *b, size_t count);

    /* label[i] = min(label[i], the least upper[j] + row i[j]). label:
     * [row_count]; rows: [row_count][count] and ROWS_SLACK; upper: [count],
     * then ROWS_SLACK times COST_INFINITY. */
    void (*descend)(uint32_t *label, size_t row_count, const uint32_t *rows,
                    const uint32_t *upper, size_t count);

    /* The same of ROWS_SOURCES at once: labels[v] of vertex v, for the
     * `row_count` vertices from `first` on; upper: [count] vertices. */
    void (*descend_together)(uint32_t (*labels)[ROWS_SOURCES], size_t first,
                             size_t row_count, const uint32_t *rows,
                             const uint32_t *upper, size_t count);

    /* result[i][j] = min(result[i][j], the least left[i][k] + right[k][j]). */
    void (*multiply)(struct row_matrix result, struct row_matrix left,
                     struct row_matrix right, size_t rows, size_t inner,
                     size_t columns);

    /* Where result's cost is the sum of left's [i][k] and right's [k][j], its
     * duration and length become those of both together if these are less.
     * Costs stay; sums of results that are no number are of no use. Rows of
     * result and right: ROWS_SLACK more words can be read, and in result
     * written as they are. */
    void (*tighten)(struct label_target result, struct label_matrix left,
                    struct label_matrix right, size_t rows, size_t inner,
                    size_t columns);
};

static inline void rows_fill_infinity(uint32_t *word, size_t count)
{
    memset(word, 0xff, count * sizeof(*word));
}

/* All that this machine runs, the slowest first; NULL at the end. */
const struct row_kernels *const *row_kernels_all(void);

/* The fastest of them. */
static inline const struct row_kernels *row_kernels(void)
{
    const struct row_kernels *const *kernels = row_kernels_all();

    while (kernels[1])
        kernels++;
    return *kernels;
}

#endif
