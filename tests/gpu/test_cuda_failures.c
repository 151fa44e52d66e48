/* test_cuda_failures: a failing device gives codes and messages, and the
 * process survives. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/graph/map_builder.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/forms/forms.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

enum { VERTICES = 1 << 20, LEFT_BYTES = 1 << 24 };

struct fixture {
    const struct device *device;
    const struct solver_ops *ops;
    struct map *map; /* a long chain */
};

static struct fixture fixture;

static int setup(void **state)
{
    static struct catalog catalog;
    struct map_builder *builder = NULL;
    struct error error;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    fixture.ops = catalog_find(&catalog, "selection");
    assert_int_equal(map_builder_create(VERTICES, &builder, &error), 0);
    for (uint32_t v = 0; v + 1 < VERTICES; v++)
        assert_int_equal(map_builder_add_arc(builder, v, v + 1, 1, &error), 0);
    assert_int_equal(map_builder_finish(builder, &fixture.map, &error), 0);
    map_builder_destroy(builder);
    return 0;
}

static int teardown(void **state)
{
    map_destroy(fixture.map);
    return 0;
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

/* Allocates device memory until less than LEFT_BYTES can be had. */
static size_t take_memory(void **blocks, size_t capacity)
{
    size_t count = 0;

    for (size_t size = free_memory(); size >= LEFT_BYTES; size /= 2) {
        while (count < capacity &&
               cudaMalloc(&blocks[count], size) == cudaSuccess)
            count++;
    }
    cudaGetLastError();
    return count;
}

static void short_memory_is_an_error_that_passes(void **state)
{
    const struct form_ops *form = fixture.ops->form;
    struct prepared *prepared = NULL;
    struct solver *solver = NULL;
    struct error error = {""};
    void *blocks[256];
    size_t count;

    assert_int_equal(
        form->prepare(fixture.device, fixture.map, &prepared, &error), 0);
    count = take_memory(blocks, 256);
    assert_int_equal(fixture.ops->create(prepared, NULL, 0, &solver, &error),
                     -ENOMEM);
    assert_non_null(strstr(error.text, "device memory"));
    assert_null(solver);
    while (count)
        cudaFree(blocks[--count]);
    assert_int_equal(fixture.ops->create(prepared, NULL, 0, &solver, &error),
                     0);
    fixture.ops->destroy(solver);
    form->prepared_destroy(prepared);
}

/* Where 256 MiB are left, 160 fit and twice that does not. */
static void a_room_grows_by_what_is_asked_where_twice_is_too_much(void **state)
{
    const size_t mib = (1 << 20) / sizeof(uint32_t);
    struct cch_room room = {0};
    void *block = NULL;

    assert_int_equal(cudaMalloc(&block, free_memory() - ((size_t)256 << 20)),
                     cudaSuccess);
    assert_int_equal(cch_room_reserve(&room, 160 * mib, "room", NULL), 0);
    assert_int_equal(cch_room_reserve(&room, 170 * mib, "room", NULL), 0);
    assert_int_equal(room.words, 170 * mib);
    assert_int_equal(cch_room_reserve(&room, 300 * mib, "room", NULL), -ENOMEM);
    assert_int_equal(room.words, 0);
    cudaFree(block);
    assert_int_equal(cch_room_reserve(&room, 100 * mib, "room", NULL), 0);
    assert_int_equal(cch_room_reserve(&room, 101 * mib, "room", NULL), 0);
    assert_int_equal(room.words, 200 * mib);
    cudaFree(room.memory);
}

static int solve_whole(struct solver *solver, const struct metric *metric,
                       struct error *error)
{
    const struct seed seed = {0, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_COSTS,
        .bound = 100,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, NULL};

    return fixture.ops->solve(solver, metric, &batch, error);
}

/* The last test: nothing works on the device after it. */
static void a_kernel_that_faults_is_an_error_that_stays(void **state)
{
    const struct form_ops *form = fixture.ops->form;
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    struct error error = {""};

    assert_int_equal(
        form->prepare(fixture.device, fixture.map, &prepared, &error), 0);
    assert_int_equal(
        form->customize(prepared, &fixture.map->imported.arcs, &metric, &error),
        0);
    assert_int_equal(fixture.ops->create(prepared, NULL, 0, &solver, &error),
                     0);
    assert_int_equal(solve_whole(solver, metric, &error), 0);
    cudaFree(((struct cuda_metric *)metric)->weight);
    ((struct cuda_metric *)metric)->weight = (uint32_t *)(uintptr_t)64;
    assert_int_equal(solve_whole(solver, metric, &error), -EIO);
    assert_non_null(strstr(error.text, "solver selection on cuda:0: "));
    assert_int_equal(solve_whole(solver, metric, &error), -EIO);
    assert_true(form->prepare(fixture.device, fixture.map, &prepared, &error) <
                0);
    fixture.ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

static void counts_that_kernels_would_wrap_are_refused(void **state)
{
    const struct topology largest = {UINT32_MAX - 65536, UINT32_MAX - 65536,
                                     NULL, NULL};
    const struct topology too_large[] = {
        {VERTEX_COUNT_MAX, 1, NULL, NULL},
        {1, ARC_COUNT_MAX, NULL, NULL},
        {1, UINT32_MAX - 65535, NULL, NULL},
    };

    (void)state;
    assert_int_equal(cuda_csr_check(&largest, NULL), 0);
    for (size_t i = 0; i < sizeof(too_large) / sizeof(too_large[0]); i++) {
        struct error error = {0};

        assert_int_equal(cuda_csr_check(&too_large[i], &error), SOLVER_REFUSES);
        assert_non_null(strstr(error.text, "too many"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_that_kernels_would_wrap_are_refused),
        cmocka_unit_test(short_memory_is_an_error_that_passes),
        cmocka_unit_test(a_room_grows_by_what_is_asked_where_twice_is_too_much),
        cmocka_unit_test(a_kernel_that_faults_is_an_error_that_stays),
    };

    fixture.device = device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
