/* test_cuda_devices: what a device reports of its memory. */
#include "tests/unit/cmocka_all.h"

#include <cuda_runtime_api.h>

#include "tests/gpu/devices_or_skip.h"

enum { TAKEN = 64 << 20 };

static const struct device *device;

static uint64_t free_bytes(void)
{
    uint64_t bytes = 0;

    assert_int_equal(device->free_bytes(device, &bytes, NULL), 0);
    return bytes;
}

/* On a shared card other processes allocate and free meanwhile, but less than
 * this. */
static void what_is_taken_is_not_free(void **state)
{
    void *memory = NULL;

    assert_in_range(free_bytes(), TAKEN, device->memory_bytes);
    assert_int_equal(cudaMalloc(&memory, TAKEN), cudaSuccess);
    assert_in_range(free_bytes(), 0, device->memory_bytes - TAKEN);
    assert_int_equal(cudaFree(memory), cudaSuccess);
}

static void an_absent_one_says_why_not(void **state)
{
    struct device absent = *device;
    struct error error = {""};
    uint64_t bytes = 7;

    absent.ordinal = 1000;
    assert_true(absent.free_bytes(&absent, &bytes, &error) < 0);
    assert_true(error.text[0]);
    assert_int_equal(bytes, 7);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_is_not_free),
        cmocka_unit_test(an_absent_one_says_why_not),
    };

    device = device_or_skip();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
