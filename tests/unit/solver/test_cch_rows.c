/* cch rows: all builds give the same as the simplest loops. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/cost.h"
#include "core/solver/cch/rows.h"
#include "tests/unit/solver/edge_cost.h"

enum {
    ROWS_MAX = 9,
    INNER_MAX = 40,
    COLUMNS_MAX = 300,
    WORDS = INNER_MAX * COLUMNS_MAX + ROWS_SLACK,
};

struct drawn {
    size_t rows;
    size_t inner;
    size_t columns;
    uint32_t left[ROWS_MAX * INNER_MAX];
    uint32_t right[WORDS];
    uint32_t made[ROWS_MAX * COLUMNS_MAX + ROWS_SLACK];
    uint32_t plain[ROWS_MAX * COLUMNS_MAX + ROWS_SLACK];
};

static void draw(struct drawn *drawn, struct random *random)
{
    drawn->rows = 1 + random_below(random, ROWS_MAX);
    drawn->inner = 1 + random_below(random, INNER_MAX);
    drawn->columns = 1 + random_below(random, COLUMNS_MAX);
    for (size_t i = 0; i < drawn->rows * drawn->inner; i++)
        drawn->left[i] = edge_cost_draw(random);
    for (size_t i = 0; i < drawn->inner * drawn->columns + ROWS_SLACK; i++)
        drawn->right[i] = edge_cost_draw(random);
    for (size_t i = 0; i < drawn->rows * drawn->columns; i++)
        drawn->plain[i] = drawn->made[i] = edge_cost_draw(random);
}

/* Over the labels of the left matrix that are below the limit. */
static void multiply_plainly(struct drawn *drawn, size_t rows, uint32_t limit)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < drawn->columns; j++) {
            uint32_t *least = &drawn->plain[i * drawn->columns + j];

            for (size_t k = 0; k < drawn->inner; k++) {
                uint32_t label = drawn->left[i * drawn->inner + k];
                uint32_t sum =
                    cost_add(label, drawn->right[k * drawn->columns + j]);

                if (label < limit && sum < *least)
                    *least = sum;
            }
        }
    }
}

static void assert_same(const struct drawn *drawn, size_t rows)
{
    assert_memory_equal(drawn->made, drawn->plain,
                        rows * drawn->columns * sizeof(uint32_t));
}

static void check_multiply(const struct row_kernels *kernels,
                           struct drawn *drawn)
{
    struct row_matrix result = {drawn->made, drawn->columns};
    struct row_matrix left = {drawn->left, drawn->inner};
    struct row_matrix right = {drawn->right, drawn->columns};

    kernels->multiply(result, left, right, drawn->rows, drawn->inner,
                      drawn->columns);
    multiply_plainly(drawn, drawn->rows, COST_INFINITY);
    assert_same(drawn, drawn->rows);
}

static void check_relax(const struct row_kernels *kernels, struct drawn *drawn,
                        uint32_t limit)
{
    kernels->relax(drawn->made, drawn->left, drawn->inner, limit, drawn->right,
                   drawn->columns, drawn->columns);
    multiply_plainly(drawn, 1, limit);
    assert_same(drawn, 1);
}

/* The right matrix's first row against its other rows. */
static void check_descend(const struct row_kernels *kernels,
                          struct drawn *drawn)
{
    uint32_t upper[COLUMNS_MAX + ROWS_SLACK];
    size_t count = drawn->columns;
    size_t rows = drawn->inner < ROWS_MAX ? drawn->inner : ROWS_MAX;

    memset(upper, 0xff, sizeof(upper));
    memcpy(upper, drawn->plain, count * sizeof(*upper));
    for (size_t i = 0; i < rows; i++) {
        const uint32_t *row = drawn->right + i * count;
        uint32_t least = COST_INFINITY;

        for (size_t j = 0; j < count; j++) {
            uint32_t sum = cost_add(upper[j], row[j]);

            least = sum < least ? sum : least;
        }
        assert_int_equal(kernels->meet(upper, row, count), least);
        drawn->plain[i] = least < drawn->left[i] ? least : drawn->left[i];
    }
    kernels->descend(drawn->left, rows, drawn->right, upper, count);
    assert_memory_equal(drawn->left, drawn->plain, rows * sizeof(uint32_t));
}

/* The left matrix's rows from the labels of vertices drawn below them. */
static void check_descend_together(const struct row_kernels *kernels,
                                   struct drawn *drawn, struct random *random)
{
    static uint32_t labels[INNER_MAX + ROWS_MAX][ROWS_SOURCES];
    uint32_t expected[ROWS_MAX][ROWS_SOURCES];
    uint32_t upper[INNER_MAX];
    size_t count = drawn->inner;

    for (size_t v = 0; v < INNER_MAX + ROWS_MAX; v++) {
        for (size_t l = 0; l < ROWS_SOURCES; l++)
            labels[v][l] = edge_cost_draw(random);
    }
    for (size_t j = 0; j < count; j++)
        upper[j] = ROWS_MAX + random_below(random, INNER_MAX);
    for (size_t i = 0; i < drawn->rows; i++) {
        for (size_t l = 0; l < ROWS_SOURCES; l++) {
            expected[i][l] = labels[i][l];
            for (size_t j = 0; j < count; j++) {
                uint32_t sum =
                    cost_add(labels[upper[j]][l], drawn->left[i * count + j]);

                if (sum < expected[i][l])
                    expected[i][l] = sum;
            }
        }
    }
    kernels->descend_together(labels, 0, drawn->rows, drawn->left, upper,
                              count);
    assert_memory_equal(labels, expected, drawn->rows * sizeof(expected[0]));
}

/* Costs of few values, so that many sums are equal. */
struct labelled {
    struct drawn cost;
    struct drawn duration;
    struct drawn length;
};

static void draw_labels(struct labelled *labelled, struct random *random)
{
    struct random again = *random;

    draw(&labelled->cost, random);
    labelled->duration = labelled->cost;
    labelled->length = labelled->cost;
    for (size_t i = 0; i < ROWS_MAX * INNER_MAX; i++) {
        labelled->cost.left[i] = random_below(&again, 4);
        labelled->duration.left[i] = edge_cost_draw(random);
        labelled->length.left[i] = edge_cost_draw(random);
    }
    for (size_t i = 0; i < WORDS; i++) {
        if (random_below(random, 8))
            labelled->cost.right[i] = random_below(&again, 4);
        labelled->duration.right[i] = random_below(&again, 4);
        labelled->length.right[i] = edge_cost_draw(random);
    }
    for (size_t i = 0; i < ROWS_MAX * COLUMNS_MAX; i++) {
        labelled->cost.made[i] = random_below(random, 7);
        labelled->duration.made[i] = random_below(random, 2) ? 5 : UINT32_MAX;
    }
    memcpy(labelled->duration.plain, labelled->duration.made,
           sizeof(labelled->duration.made));
    memcpy(labelled->length.plain, labelled->length.made,
           sizeof(labelled->length.made));
}

static uint32_t sum_or_none(uint32_t a, uint32_t b)
{
    uint64_t sum = (uint64_t)a + b;

    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static void tighten_plainly(struct labelled *labelled, size_t i, size_t j,
                            size_t k)
{
    size_t to = i * labelled->cost.columns + j;
    size_t from = i * labelled->cost.inner + k;
    size_t by = k * labelled->cost.columns + j;
    uint32_t *duration = &labelled->duration.plain[to];
    uint32_t *length = &labelled->length.plain[to];
    uint32_t new_duration = sum_or_none(labelled->duration.left[from],
                                        labelled->duration.right[by]);
    uint32_t new_length =
        sum_or_none(labelled->length.left[from], labelled->length.right[by]);
    uint64_t cost =
        (uint64_t)labelled->cost.left[from] + labelled->cost.right[by];

    if (cost != labelled->cost.made[to] || new_duration > *duration ||
        (new_duration == *duration && new_length >= *length))
        return;
    *duration = new_duration;
    *length = new_length;
}

static void check_tighten(const struct row_kernels *kernels,
                          struct labelled *labelled)
{
    size_t rows = labelled->cost.rows;
    size_t inner = labelled->cost.inner;
    size_t columns = labelled->cost.columns;
    struct label_matrix result = {labelled->cost.made, labelled->duration.made,
                                  labelled->length.made, columns};
    struct label_matrix left = {labelled->cost.left, labelled->duration.left,
                                labelled->length.left, inner};
    struct label_matrix right = {labelled->cost.right, labelled->duration.right,
                                 labelled->length.right, columns};

    kernels->tighten(result, left, right, rows, inner, columns);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            for (size_t k = 0; k < inner; k++)
                tighten_plainly(labelled, i, j, k);
    assert_memory_equal(labelled->duration.made, labelled->duration.plain,
                        sizeof(labelled->duration.made));
    assert_memory_equal(labelled->length.made, labelled->length.plain,
                        sizeof(labelled->length.made));
}

static void all_builds_give_what_the_plainest_loops_give(void **state)
{
    const struct row_kernels *const *kernels = row_kernels_all();
    static struct drawn drawn;
    static struct labelled labelled;
    struct random random;

    random_seed(&random, 1);
    for (; *kernels; kernels++) {
        print_message("%s\n", (*kernels)->name);
        for (int i = 0; i < 200; i++) {
            draw(&drawn, &random);
            check_multiply(*kernels, &drawn);
            draw(&drawn, &random);
            check_relax(*kernels, &drawn, edge_cost_draw(&random));
            draw(&drawn, &random);
            check_descend(*kernels, &drawn);
            draw(&drawn, &random);
            check_descend_together(*kernels, &drawn, &random);
            draw_labels(&labelled, &random);
            check_tighten(*kernels, &labelled);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_builds_give_what_the_plainest_loops_give),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
