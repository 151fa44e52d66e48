/* matrix: the CPU's product and minima, which CUDA's must equal. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "gpu/matrix/matrix.h"

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static void assert_minimum(struct matrix_minimum minimum, float value,
                           uint32_t row, uint32_t column)
{
    assert_true(minimum.value == value);
    assert_int_equal(minimum.row, row);
    assert_int_equal(minimum.column, column);
}

static void multiplies_and_finds_the_two_least(void **state)
{
    static const float a[] = {1, 2, 3, 4};
    static const float b[] = {5, 6, 7, 8};
    static const float expected[] = {19, 22, 43, 50};
    struct matrix_minimum minima[2];
    float product[4];

    assert_int_equal(matrix_product(&cpu, a, b, 2, product, minima, NULL), 0);
    assert_memory_equal(product, expected, sizeof(expected));
    assert_minimum(minima[0], 19, 0, 0);
    assert_minimum(minima[1], 22, 0, 1);
}

/* The definition, without panels or vectors. */
static float sum_at(const float *a, const float *b, uint32_t size, uint32_t row,
                    uint32_t column)
{
    float sum = 0;

    for (uint32_t k = 0; k < size; k++)
        sum = fmaf(a[row * size + k], b[k * size + column], sum);
    return sum;
}

static void check_bits(uint32_t size)
{
    size_t count = (size_t)size * size;
    float *a = malloc(count * sizeof(*a));
    float *b = malloc(count * sizeof(*b));
    float *product = malloc(count * sizeof(*product));
    struct matrix_minimum minima[2];
    struct random random;

    random_seed(&random, size);
    for (size_t i = 0; i < count; i++) {
        a[i] = (float)(random_unit(&random) - 0.25);
        b[i] = (float)(random_unit(&random) - 0.25);
    }
    assert_int_equal(matrix_product(&cpu, a, b, size, product, minima, NULL),
                     0);
    for (uint32_t i = 0; i < count; i++) {
        float expected = sum_at(a, b, size, i / size, i % size);

        assert_memory_equal(&product[i], &expected, sizeof(expected));
        assert_true(minima[0].value <= expected);
    }
    assert_true(minima[0].value <= minima[1].value);
    free(a);
    free(b);
    free(product);
}

static void sums_are_those_of_the_definition_to_the_bit(void **state)
{
    static const uint32_t sizes[] = {2, 3, 31, 63, 64, 65, 129};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        check_bits(sizes[i]);
}

static void of_equal_cells_the_first_two_are_taken(void **state)
{
    static const float unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float equal[] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX,
                                  FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
    struct matrix_minimum minima[2];
    float product[9];

    assert_int_equal(
        matrix_product(&cpu, unit, equal, 3, product, minima, NULL), 0);
    assert_minimum(minima[0], FLT_MAX, 0, 0);
    assert_minimum(minima[1], FLT_MAX, 0, 1);
    assert_memory_equal(product, equal, sizeof(equal));
}

static void refuses_what_is_not_finite_or_not_in_range(void **state)
{
    static const float a[] = {1, 0, 0, FLT_MAX};
    static const float b[] = {1, 0, 0, 2};
    struct matrix_minimum minima[2];
    struct error error;
    float product[4];

    assert_int_equal(matrix_product(&cpu, a, b, 2, product, minima, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "row 1, column 1 (from 0) is not"));
    assert_int_equal(matrix_product(&cpu, a, b, 1, product, minima, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "1 row is not within 2 to 32768"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiplies_and_finds_the_two_least),
        cmocka_unit_test(sums_are_those_of_the_definition_to_the_bit),
        cmocka_unit_test(of_equal_cells_the_first_two_are_taken),
        cmocka_unit_test(refuses_what_is_not_finite_or_not_in_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
