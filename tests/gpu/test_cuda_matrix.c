/* test_cuda_matrix: product and minima on the device equal the CPU's to the
 * bit. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "gpu/matrix/matrix.h"
#include "tests/gpu/devices_or_skip.h"

static const struct device *device;
static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

/* Two factors and each device's results. */
struct matrices {
    uint32_t size;
    float *a, *b;
    float *product[2];
    struct matrix_minimum minima[2][2];
};

static float *cells(uint32_t size)
{
    float *made = malloc((size_t)size * size * sizeof(*made));

    assert_non_null(made);
    return made;
}

static void matrices_init(struct matrices *matrices, uint32_t size)
{
    matrices->size = size;
    matrices->a = cells(size);
    matrices->b = cells(size);
    matrices->product[0] = cells(size);
    matrices->product[1] = cells(size);
}

static void matrices_finish(struct matrices *matrices)
{
    free(matrices->a);
    free(matrices->b);
    free(matrices->product[0]);
    free(matrices->product[1]);
}

/* Cells of either sign; `levels` above 0: only so many values, so that cells
 * tie. */
static void draw(struct matrices *matrices, uint64_t seed, uint32_t levels)
{
    struct random random;

    random_seed(&random, seed);
    for (size_t i = 0; i < (size_t)matrices->size * matrices->size; i++) {
        matrices->a[i] = levels ? (float)random_below(&random, levels)
                                : (float)(random_unit(&random) - 0.5);
        matrices->b[i] = levels ? (float)random_below(&random, levels)
                                : (float)(random_unit(&random) - 0.25);
    }
}

static void assert_same(struct matrices *matrices)
{
    const struct device *devices[] = {&cpu, device};
    struct error error = {""};

    for (int i = 0; i < 2; i++) {
        if (matrix_product(devices[i], matrices->a, matrices->b, matrices->size,
                           matrices->product[i], matrices->minima[i], &error))
            fail_msg("%s", error.text);
    }
    assert_memory_equal(matrices->product[0], matrices->product[1],
                        (size_t)matrices->size * matrices->size *
                            sizeof(float));
    assert_memory_equal(matrices->minima[0], matrices->minima[1],
                        sizeof(matrices->minima[0]));
}

static void check(uint32_t size, uint32_t levels)
{
    struct matrices matrices;

    matrices_init(&matrices, size);
    draw(&matrices, size, levels);
    assert_same(&matrices);
    matrices_finish(&matrices);
}

static void the_device_answers_the_cpus_bits(void **state)
{
    static const uint32_t sizes[] = {2, 3, 31, 32, 33, 64, 100};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        check(sizes[i], 0);
}

static void of_equal_cells_it_takes_the_first_two(void **state)
{
    check(3, 1);
    check(40, 2);
    check(70, 3);
}

/* A sum rounds to -0, which adding +0 beyond the edge would make +0. */
static void sums_below_every_float_keep_their_sign(void **state)
{
    struct matrices matrices;

    matrices_init(&matrices, 3);
    for (int i = 0; i < 9; i++) {
        matrices.a[i] = FLT_MIN;
        matrices.b[i] = -FLT_MIN;
    }
    assert_same(&matrices);
    matrices_finish(&matrices);
}

static void a_product_beyond_floats_is_refused(void **state)
{
    static const float large[] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
    struct matrix_minimum minima[2];
    struct error error = {""};
    float product[4];

    assert_int_equal(
        matrix_product(device, large, large, 2, product, minima, &error),
        -EINVAL);
    assert_non_null(strstr(error.text, "row 0, column 0 (from 0) is not"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_answers_the_cpus_bits),
        cmocka_unit_test(of_equal_cells_it_takes_the_first_two),
        cmocka_unit_test(sums_below_every_float_keep_their_sign),
        cmocka_unit_test(a_product_beyond_floats_is_refused),
    };

    device = device_or_skip();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
