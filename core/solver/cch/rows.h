/* rows: combines labels with panels' rows, the inner loops of queries.
 *
 * rows.c is built several times, for different instruction sets, like
 * kernels.c; all give the same bits. Sums are cost_add()'s. Any thread. */
#ifndef RELAXD_SOLVER_CCH_ROWS_H
#define RELAXD_SOLVER_CCH_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Words after an array's end that groups of lanes may read, and write in output
 * arrays; their values do not matter. */
enum { ROWS_SLACK = 16 };

/* Number of sources with interleaved labels: word l of a vertex's is source
 * l's. */
enum { ROWS_SOURCES = 16 };

/* A submatrix. */
struct row_matrix {
    uint32_t *word;
    size_t stride; /* words from one row to the next */
};

/* A submatrix of labels (query.h), one array for each component. */
struct label_matrix {
    uint32_t *cost;
    uint32_t *duration; /* NULL: costs alone */
    uint32_t *length;   /* the same */
    size_t stride;
};

struct row_kernels {
    const char *name; /* "plain", "avx2", "avx512" */

    /* least[j] = min(least[j], label[i] + row i[j]) over the rows whose label
     * is below `limit`. label: [row_count]; rows: `stride` words from one to
     * the next, each of `count` plus ROWS_SLACK; least: the same. */
    void (*relax)(uint32_t *least, const uint32_t *label, size_t row_count,
                  uint32_t limit, const uint32_t *rows, size_t stride,
                  size_t count);

    /* The minimum of a[j] + b[j]; COST_INFINITY if there is none. */
    uint32_t (*meet)(const uint32_t *a, const uint32_t *b, size_t count);

    /* label[i] = min(label[i], min over j of upper[j] + row i[j]). label:
     * [row_count]; rows: [row_count][count] plus ROWS_SLACK; upper: [count],
     * then ROWS_SLACK times COST_INFINITY. */
    void (*descend)(uint32_t *label, size_t row_count, const uint32_t *rows,
                    const uint32_t *upper, size_t count);

    /* The same for ROWS_SOURCES sources at once: labels[v] of vertex v, for
     * `row_count` vertices from `first` on; upper: [count] vertices. */
    void (*descend_together)(uint32_t (*labels)[ROWS_SOURCES], size_t first,
                             size_t row_count, const uint32_t *rows,
                             const uint32_t *upper, size_t count);

    /* result[i][j] = min(result[i][j], min over k of left[i][k] +
     * right[k][j]). */
    void (*multiply)(struct row_matrix result, struct row_matrix left,
                     struct row_matrix right, size_t rows, size_t inner,
                     size_t columns);

    /* If result's cost is the sum of left's [i][k] and right's [k][j], its
     * duration and length become the sums of both if these are less. Costs
     * stay; sums of results whose cost is not a number are undefined. Rows of
     * result and right: ROWS_SLACK more words are read, and in result written
     * back unchanged. */
    void (*tighten)(struct label_matrix result, struct label_matrix left,
                    struct label_matrix right, size_t rows, size_t inner,
                    size_t columns);
};

/* The submatrix from a row and a column on, of a matrix with sums. */
static inline struct label_matrix label_part(struct label_matrix matrix,
                                             size_t row, size_t column)
{
    size_t at = row * matrix.stride + column;

    return (struct label_matrix){matrix.cost + at, matrix.duration + at,
                                 matrix.length + at, matrix.stride};
}

static inline void rows_fill_infinity(uint32_t *word, size_t count)
{
    memset(word, 0xff, count * sizeof(*word));
}

/* All that this machine can run, slowest first; NULL at the end. */
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
