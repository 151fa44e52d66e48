/* test_cuda_extract_min: the least of many labels, in all launch shapes. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "core/base/random.h"
#include "core/graph/cost.h"
#include "gpu/dijkstra_gpu/dijkstra_gpu.h"
#include "tests/gpu/devices_or_skip.h"

/* More labels than a grid has threads, on any number of multiprocessors. */
enum { LABELS_MAX = (1 << 20) + 77 };

struct fixture {
    uint32_t *label;               /* [LABELS_MAX] */
    uint32_t *label_on_device;     /* [LABELS_MAX] */
    struct extraction *extraction; /* on the device */
    unsigned long long *least;     /* on the device */
};

static struct fixture fixture;

static int setup(void **state)
{
    size_t size = LABELS_MAX * sizeof(*fixture.label);

    fixture.label = malloc(size);
    assert_non_null(fixture.label);
    assert_int_equal(cudaMalloc((void **)&fixture.label_on_device, size),
                     cudaSuccess);
    assert_int_equal(
        cudaMalloc((void **)&fixture.extraction, sizeof(*fixture.extraction)),
        cudaSuccess);
    assert_int_equal(
        cudaMalloc((void **)&fixture.least, sizeof(*fixture.least)),
        cudaSuccess);
    assert_int_equal(
        cudaMemset(fixture.extraction, 0, sizeof(*fixture.extraction)),
        cudaSuccess);
    return 0;
}

static int teardown(void **state)
{
    cudaFree(fixture.label_on_device);
    cudaFree(fixture.extraction);
    cudaFree(fixture.least);
    free(fixture.label);
    return 0;
}

static unsigned long long extract_on_device(uint32_t count, unsigned block)
{
    unsigned long long least = 0;

    assert_int_equal(launch_extract_min(fixture.label_on_device, count, block,
                                        fixture.extraction, fixture.least, 0),
                     cudaSuccess);
    assert_int_equal(cudaMemcpy(&least, fixture.least, sizeof(least),
                                cudaMemcpyDeviceToHost),
                     cudaSuccess);
    return least;
}

static void expect_least(uint32_t count)
{
    unsigned long long expected = EXTRACTED_NOTHING;

    for (uint32_t i = count; i-- > 0;) {
        unsigned long long label = fixture.label[i];

        if (label != COST_INFINITY && label <= expected >> 32)
            expected = label << 32 | i;
    }
    assert_int_equal(cudaMemcpy(fixture.label_on_device, fixture.label,
                                count * sizeof(*fixture.label),
                                cudaMemcpyHostToDevice),
                     cudaSuccess);
    for (unsigned block = 32; block <= 1024; block *= 2)
        assert_int_equal(extract_on_device(count, block), expected);
    assert_int_equal(extract_on_device(count, 96), expected);
}

/* Labels drawn from so few values that many are equal. */
static void draw_labels(struct random *random, uint32_t count, uint32_t end)
{
    for (uint32_t i = 0; i < count; i++)
        fixture.label[i] = COST_OVERFLOW - random_below(random, end);
}

static void the_least_label_is_found_and_of_equal_ones_the_first(void **state)
{
    static const uint32_t counts[] = {1,    2,    31,     33,
                                      1000, 4097, 100000, LABELS_MAX};
    struct random random;

    random_seed(&random, 5);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        draw_labels(&random, counts[i], 10);
        expect_least(counts[i]);
        draw_labels(&random, counts[i], UINT32_MAX - 1);
        expect_least(counts[i]);
    }
}

static void infinite_labels_are_passed_over(void **state)
{
    for (uint32_t i = 0; i < 5000; i++)
        fixture.label[i] = COST_INFINITY;
    expect_least(0);
    expect_least(1);
    expect_least(5000);
    fixture.label[4999] = COST_OVERFLOW;
    expect_least(4999);
    expect_least(5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_label_is_found_and_of_equal_ones_the_first),
        cmocka_unit_test(infinite_labels_are_passed_over),
    };

    device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
