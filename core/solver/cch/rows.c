/* rows: the inner loops of queries, in lanes.
 *
 * Built once for each instruction set; ROWS is the name of the build. */
#include "core/solver/cch/rows.h"

#include "core/solver/cch/lanes.h"

_Static_assert((int)ROWS_SLACK >= (int)LANES, "a group of lanes past the end");

/* Rows at once. */
enum { TERMS = 4 };

/* Some rows with the labels to add to them. */
struct terms {
    const uint32_t *row[TERMS];
    uint32_t label[TERMS];
};

static inline void relax_one(uint32_t *least, uint32_t label,
                             const uint32_t *row, size_t count)
{
    struct factor factor = factor_of(label);

    for (size_t j = 0; j < count; j += LANES)
        lanes_store(least + j,
                    lower(lanes_load(least + j), factor, lanes_load(row + j)));
}

/* In whole groups of lanes. */
static inline void relax_all(uint32_t *least, const struct terms *terms,
                             size_t count)
{
    struct factor factor0 = factor_of(terms->label[0]);
    struct factor factor1 = factor_of(terms->label[1]);
    struct factor factor2 = factor_of(terms->label[2]);
    struct factor factor3 = factor_of(terms->label[3]);

    for (size_t j = 0; j < count; j += LANES) {
        lanes lowered = lanes_load(least + j);

        lowered = lower(lowered, factor0, lanes_load(terms->row[0] + j));
        lowered = lower(lowered, factor1, lanes_load(terms->row[1] + j));
        lowered = lower(lowered, factor2, lanes_load(terms->row[2] + j));
        lowered = lower(lowered, factor3, lanes_load(terms->row[3] + j));
        lanes_store(least + j, lowered);
    }
}

static void relax(uint32_t *least, const uint32_t *label, size_t row_count,
                  uint32_t limit, const uint32_t *rows, size_t stride,
                  size_t count)
{
    struct terms terms;
    size_t waiting = 0;

    for (size_t i = 0; i < row_count; i++) {
        if (label[i] >= limit)
            continue;
        terms.label[waiting] = label[i];
        terms.row[waiting++] = rows + i * stride;
        if (waiting < TERMS)
            continue;
        relax_all(least, &terms, count);
        waiting = 0;
    }
    for (size_t i = 0; i < waiting; i++)
        relax_one(least, terms.label[i], terms.row[i], count);
}

static uint32_t meet(const uint32_t *a, const uint32_t *b, size_t count)
{
    lanes least = lanes_all(COST_INFINITY);
    size_t groups = count / LANES * LANES;
    uint32_t result;

    for (size_t j = 0; j < groups; j += LANES)
        least =
            lower(least, factor_of_lanes(lanes_load(a + j)), lanes_load(b + j));
    result = lanes_least(least);
    for (size_t j = groups; j < count; j++) {
        uint32_t sum = cost_add(a[j], b[j]);

        result = sum < result ? sum : result;
    }
    return result;
}

/* For one group of lanes, as most are. */
static void descend_small(uint32_t *label, size_t row_count,
                          const uint32_t *rows, const uint32_t *upper,
                          size_t count)
{
    struct factor factor = factor_of_lanes(lanes_load(upper));
    lanes none = lanes_all(COST_INFINITY);

    for (size_t i = 0; i < row_count; i++, rows += count) {
        uint32_t least = lanes_least(lower(none, factor, lanes_load(rows)));

        label[i] = least < label[i] ? least : label[i];
    }
}

static void descend(uint32_t *label, size_t row_count, const uint32_t *rows,
                    const uint32_t *upper, size_t count)
{
    if (count <= LANES) {
        descend_small(label, row_count, rows, upper, count);
        return;
    }
    for (size_t i = 0; i < row_count; i++, rows += count) {
        lanes least = lanes_all(label[i]);

        for (size_t j = 0; j < count; j += LANES)
            least = lower(least, factor_of_lanes(lanes_load(upper + j)),
                          lanes_load(rows + j));
        label[i] = lanes_least(least);
    }
}

_Static_assert((int)ROWS_SOURCES == (int)LANES, "a source in each lane");

static void descend_together(uint32_t (*labels)[ROWS_SOURCES], size_t first,
                             size_t row_count, const uint32_t *rows,
                             const uint32_t *upper, size_t count)
{
    for (size_t i = 0; i < row_count; i++, rows += count) {
        lanes least = lanes_load(labels[first + i]);

        for (size_t j = 0; j < count; j++)
            least =
                lower(least, factor_of(rows[j]), lanes_load(labels[upper[j]]));
        lanes_store(labels[first + i], least);
    }
}

/* Columns and inner indices of a tile of the right matrix, 16 KiB, which stays
 * in cache while all rows use it. */
enum { TILE_COLUMNS = 256, TILE_INNER = 16 };

/* One row times `inner` rows, at most TERMS, of the right matrix. */
static inline void multiply_terms(uint32_t *result, const uint32_t *left,
                                  struct row_matrix right, size_t inner,
                                  size_t columns)
{
    struct terms terms;
    size_t whole = columns / LANES * LANES;

    for (size_t k = 0; k < TERMS; k++) {
        terms.label[k] = k < inner ? left[k] : COST_INFINITY;
        terms.row[k] = right.word + (k < inner ? k * right.stride : 0);
    }
    relax_all(result, &terms, whole);
    for (size_t j = whole; j < columns; j++) {
        for (size_t k = 0; k < TERMS; k++) {
            uint32_t sum = cost_add(terms.label[k], terms.row[k][j]);

            result[j] = sum < result[j] ? sum : result[j];
        }
    }
}

static void multiply_tile(struct row_matrix result, struct row_matrix left,
                          struct row_matrix right, size_t rows, size_t inner,
                          size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < inner; k += TERMS) {
            struct row_matrix part = {right.word + k * right.stride,
                                      right.stride};

            multiply_terms(result.word + i * result.stride,
                           left.word + i * left.stride + k, part, inner - k,
                           columns);
        }
    }
}

static void multiply(struct row_matrix result, struct row_matrix left,
                     struct row_matrix right, size_t rows, size_t inner,
                     size_t columns)
{
    for (size_t j = 0; j < columns; j += TILE_COLUMNS) {
        size_t width = columns - j < TILE_COLUMNS ? columns - j : TILE_COLUMNS;

        for (size_t k = 0; k < inner; k += TILE_INNER) {
            size_t depth = inner - k < TILE_INNER ? inner - k : TILE_INNER;
            struct row_matrix to = {result.word + j, result.stride};
            struct row_matrix from = {left.word + k, left.stride};
            struct row_matrix tile = {right.word + k * right.stride + j,
                                      right.stride};

            multiply_tile(to, from, tile, rows, depth, width);
        }
    }
}

/* ---- Sums of labels ----------------------------------------------------- */

/* A term of one label and a row. */
struct label_term {
    uint32_t cost, duration, length;
    const uint32_t *row, *row_duration, *row_length;
};

static inline struct label_term
label_term_at(struct label_matrix left, struct label_matrix right, size_t k)
{
    size_t row = k * right.stride;

    return (struct label_term){
        left.cost[k],     left.duration[k],     left.length[k],
        right.cost + row, right.duration + row, right.length + row,
    };
}

/* a + b, SUM_NONE if that does not fit. */
static inline lanes add_sums(uint32_t a, lanes b)
{
    return lanes_add(lanes_min(b, lanes_all(UINT32_MAX - a)), lanes_all(a));
}

/* The lanes whose cost equals the term's sum, wrapped or not. */
static inline lane_mask is_sum(lanes cost, const struct label_term *term,
                               size_t j)
{
    return lanes_equal(
        lanes_add(lanes_load(term->row + j), lanes_all(term->cost)), cost);
}

/* Skips wrapped sums: those are less than their parts. */
static void tighten_lanes(struct label_matrix result,
                          const struct label_term *term, lane_mask where,
                          size_t j)
{
    lanes cost = lanes_load(result.cost + j);
    lanes duration = lanes_load(result.duration + j);
    lanes length = lanes_load(result.length + j);
    lanes new_duration =
        add_sums(term->duration, lanes_load(term->row_duration + j));
    lanes new_length = add_sums(term->length, lanes_load(term->row_length + j));
    lane_mask less = masks_or(lanes_less(new_duration, duration),
                              masks_and(lanes_equal(new_duration, duration),
                                        lanes_less(new_length, length)));
    lanes part = lanes_all(term->cost);

    less = masks_and(less, masks_and(where, is_sum(cost, term, j)));
    less = masks_and(less, lanes_equal(lanes_max(cost, part), cost));
    lanes_store(result.duration + j, lanes_pick(less, new_duration, duration));
    lanes_store(result.length + j, lanes_pick(less, new_length, length));
}

/* Tightens the row at `result` with `count` terms; in most lanes no term adds
 * up to the cost. */
static inline void tighten_terms(struct label_matrix result,
                                 const struct label_term *terms, size_t count,
                                 size_t columns)
{
    static const uint32_t numbers[LANES] = {0, 1, 2,  3,  4,  5,  6,  7,
                                            8, 9, 10, 11, 12, 13, 14, 15};

    for (size_t j = 0; j < columns; j += LANES) {
        lanes cost = lanes_load(result.cost + j);
        lane_mask any = is_sum(cost, &terms[0], j);
        lane_mask where;

        for (size_t t = 1; t < count; t++)
            any = masks_or(any, is_sum(cost, &terms[t], j));
        if (!mask_any(any))
            continue;
        where =
            lanes_less(lanes_load(numbers), lanes_all((uint32_t)(columns - j)));
        for (size_t t = 0; t < count; t++)
            if (mask_any(is_sum(cost, &terms[t], j)))
                tighten_lanes(result, &terms[t], where, j);
    }
}

static void tighten_row(struct label_matrix result, struct label_matrix left,
                        struct label_matrix right, size_t inner, size_t columns)
{
    struct label_term terms[TERMS];
    size_t k = 0;

    for (; k + TERMS <= inner; k += TERMS) {
        for (size_t t = 0; t < TERMS; t++)
            terms[t] = label_term_at(left, right, k + t);
        tighten_terms(result, terms, TERMS, columns);
    }
    for (; k < inner; k++) {
        terms[0] = label_term_at(left, right, k);
        tighten_terms(result, terms, 1, columns);
    }
}

static void tighten(struct label_matrix result, struct label_matrix left,
                    struct label_matrix right, size_t rows, size_t inner,
                    size_t columns)
{
    for (size_t j = 0; j < columns; j += TILE_COLUMNS) {
        size_t width = columns - j < TILE_COLUMNS ? columns - j : TILE_COLUMNS;

        for (size_t k = 0; k < inner; k += TILE_INNER) {
            size_t depth = inner - k < TILE_INNER ? inner - k : TILE_INNER;
            struct label_matrix tile = label_part(right, k, j);

            for (size_t i = 0; i < rows; i++)
                tighten_row(label_part(result, i, j), label_part(left, i, k),
                            tile, depth, width);
        }
    }
}

const struct row_kernels ROWS = {
    .name = KERNELS_NAME,
    .relax = relax,
    .meet = meet,
    .descend = descend,
    .descend_together = descend_together,
    .multiply = multiply,
    .tighten = tighten,
};
