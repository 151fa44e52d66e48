/* gpu_devices: finds devices or says why there are none; solvers are listed
 * either way. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/map_builder.h"
#include "gpu/gpu.h"

static const char *const names[] = {"harish", "selection", "adaptive"};

static void finds_devices_or_says_why_not(void **state)
{
    struct device devices[GPU_DEVICES_MAX];
    struct error reason = {""};
    size_t count = gpu_devices(devices, &reason);

    assert_true(count <= GPU_DEVICES_MAX);
    assert_true(count > 0 || reason.text[0]);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(devices[i].kind, DEVICE_CUDA);
        assert_memory_equal(devices[i].name, "cuda:", 5);
        assert_true(devices[i].memory_bytes > 0);
        assert_true(devices[i].description[0]);
    }
}

static void solvers_are_listed_with_or_without_a_device(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    for (int i = 0; i < 3; i++) {
        const struct solver_ops *ops = catalog_find(&catalog, names[i]);

        assert_non_null(ops);
        assert_non_null(ops->summary);
        assert_int_equal(ops->form->device_kind, DEVICE_CUDA);
        assert_ptr_equal(ops->form, catalog_find(&catalog, names[0])->form);
    }
}

static void a_missing_device_refuses_to_prepare(void **state)
{
    const struct device absent = {
        .kind = DEVICE_CUDA,
        .ordinal = 1000,
        .name = "cuda:1000",
    };
    struct map_builder *builder = NULL;
    struct map *map = NULL;
    struct prepared *prepared = NULL;
    struct error error = {""};
    struct catalog catalog;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    assert_int_equal(map_builder_create(1, &builder, &error), 0);
    assert_int_equal(map_builder_finish(builder, &map, &error), 0);
    assert_true(catalog_find(&catalog, "harish")
                    ->form->prepare(&absent, map, &prepared, &error) < 0);
    assert_true(error.text[0]);
    assert_null(prepared);
    map_builder_destroy(builder);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_devices_or_says_why_not),
        cmocka_unit_test(solvers_are_listed_with_or_without_a_device),
        cmocka_unit_test(a_missing_device_refuses_to_prepare),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
