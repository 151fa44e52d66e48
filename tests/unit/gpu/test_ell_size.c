/* ell_size: which maps are too uneven or too large for ELL, and the messages.
 */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/solver/solver.h"
#include "gpu/forms/ell_size.h"

static const struct device device = {.kind = DEVICE_CUDA, .name = "cuda:0"};
static const uint64_t ids[] = {70, 71, 72, 73};

static int check(struct ell_size size, uint32_t arcs, uint64_t free_bytes,
                 struct error *error)
{
    const struct map map = {
        .topology.vertex_count = 4,
        .topology.arc_count = arcs,
        .external_id = ids,
    };

    return ell_size_check(&size, &map, &device, free_bytes, error);
}

static void rows_are_as_wide_as_the_widest_and_padded_to_32(void **state)
{
    const uint32_t first_in[] = {0, 1, 4, 4, 7};
    struct ell_size size;

    ell_size_take(first_in, 4, &size);
    assert_int_equal(size.widest, 1);
    assert_int_equal(size.width, 3);
    assert_int_equal(size.stride, 32);
    assert_int_equal(size.slots, 96);
}

static void a_map_without_arcs_has_no_slots(void **state)
{
    const uint32_t first_in[] = {0, 0};
    struct ell_size size;

    ell_size_take(first_in, 1, &size);
    assert_int_equal(size.slots, 0);
    assert_int_equal(check(size, 0, 0, NULL), 0);
}

static void an_uneven_map_is_refused_unless_it_is_small(void **state)
{
    struct ell_size size = {.widest = 2, .width = 5};
    struct error error = {""};

    size.slots = ELL_SLOTS_FEW;
    assert_int_equal(check(size, 1, UINT64_MAX, &error), 0);
    size.slots = ELL_SLOTS_FEW + ELL_SLOTS_PER_ARC_MAX;
    assert_int_equal(
        check(size, ELL_SLOTS_FEW / ELL_SLOTS_PER_ARC_MAX, UINT64_MAX, &error),
        SOLVER_REFUSES);
    assert_int_equal(check(size, ELL_SLOTS_FEW / ELL_SLOTS_PER_ARC_MAX + 1,
                           UINT64_MAX, &error),
                     0);
    assert_non_null(strstr(error.text, "vertex 72 has 5 incoming arcs"));
    assert_non_null(strstr(error.text, "more than 8 times"));
    assert_non_null(strstr(error.text, "spmv-csr"));
}

static void what_the_device_cannot_hold_is_refused(void **state)
{
    struct ell_size size = {.width = 3, .slots = 3u << 27};
    struct error error = {""};
    uint64_t bytes = size.slots * ELL_SLOT_BYTES;

    assert_int_equal(check(size, 3u << 27, bytes, &error), 0);
    assert_int_equal(check(size, 3u << 27, bytes - 1, &error), SOLVER_REFUSES);
    assert_non_null(strstr(error.text, "402653184 slots take 3.00 GiB, and "
                                       "cuda:0 has 3.00 GiB free"));
}

static void a_row_too_long_for_one_thread_is_refused(void **state)
{
    struct ell_size size = {.width = ELL_WIDTH_MAX, .slots = 1000};
    struct error error = {""};

    assert_int_equal(check(size, 1000, UINT64_MAX, &error), 0);
    size.width++;
    assert_int_equal(check(size, 1000, UINT64_MAX, &error), SOLVER_REFUSES);
    assert_non_null(strstr(error.text, "vertex 70"));
    assert_non_null(strstr(error.text, "one thread"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_as_wide_as_the_widest_and_padded_to_32),
        cmocka_unit_test(a_map_without_arcs_has_no_slots),
        cmocka_unit_test(an_uneven_map_is_refused_unless_it_is_small),
        cmocka_unit_test(what_the_device_cannot_hold_is_refused),
        cmocka_unit_test(a_row_too_long_for_one_thread_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
