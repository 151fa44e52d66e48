/* free_memory: a device's free memory is the last value read. The worker that
 * owns the device reads it, rarely, and not after a failure. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "core/engine/figures.h"
#include "tests/unit/engine/line_bench.h"

static struct {
    unsigned asked;
    uint64_t bytes; /* 0: it fails */
} card;

static int say(const struct device *device, uint64_t *ret_bytes,
               struct error *error)
{
    card.asked++;
    if (!card.bytes)
        return error_set(error, -EIO, "%s fell off the bus", device->name);
    *ret_bytes = card.bytes;
    return 0;
}

static const struct device talks = {
    .kind = DEVICE_CUDA, .name = "cuda:0", .free_bytes = say};

static struct catalog no_solvers;

static struct device_counters counters_of_card(uint64_t bytes)
{
    struct device_counters counters;

    card.asked = 0;
    card.bytes = bytes;
    assert_int_equal(device_counters_init(&counters, &no_solvers), 0);
    return counters;
}

static uint64_t free_bytes(const struct device_counters *counters)
{
    struct engine_device_figures figures;

    device_counters_read(counters, &figures);
    return figures.free_bytes;
}

static void nothing_is_known_before_the_first_look(void **state)
{
    struct device_counters counters = counters_of_card(1);

    assert_true(free_bytes(&counters) == ENGINE_BYTES_UNKNOWN);
    device_counters_finish(&counters);
}

static void it_is_asked_once_in_a_while(void **state)
{
    const uint64_t begin_us = 5000;
    struct device_counters counters = counters_of_card(70);

    device_counters_poll_memory(&counters, &talks, begin_us);
    card.bytes = 50;
    device_counters_poll_memory(&counters, &talks,
                                begin_us + FREE_MEMORY_EVERY_US - 1);
    assert_int_equal(free_bytes(&counters), 70);
    assert_int_equal(card.asked, 1);
    device_counters_poll_memory(&counters, &talks,
                                begin_us + FREE_MEMORY_EVERY_US);
    assert_int_equal(free_bytes(&counters), 50);
    assert_int_equal(card.asked, 2);
    device_counters_finish(&counters);
}

static void what_a_device_cannot_say_is_not_known(void **state)
{
    struct device_counters counters = counters_of_card(70);

    device_counters_poll_memory(&counters, &talks, 0);
    card.bytes = 0;
    device_counters_poll_memory(&counters, &talks, FREE_MEMORY_EVERY_US);
    assert_true(free_bytes(&counters) == ENGINE_BYTES_UNKNOWN);
    device_counters_poll_memory(&counters, device_cpu(),
                                2 * FREE_MEMORY_EVERY_US);
    assert_true(free_bytes(&counters) == ENGINE_BYTES_UNKNOWN);
    assert_int_equal(card.asked, 2);
    device_counters_finish(&counters);
}

static uint64_t shown(struct bench *bench, size_t device)
{
    struct engine_device_figures figures[2];

    assert_int_equal(engine_figures(bench->engine, figures, 2), 2);
    return figures[device].free_bytes;
}

static void solve_one(struct bench *bench)
{
    struct item item;

    item_init(&item, bench, &fake_gpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
}

static void a_worker_looks_at_the_memory_of_its_device(void **state)
{
    struct bench *bench = *state;

    assert_true(shown(bench, 1) == ENGINE_BYTES_UNKNOWN);
    solve_one(bench);
    engine_stop(bench->engine);
    assert_int_equal(shown(bench, 1), FAKE_FREE_BYTES);
    assert_true(shown(bench, 0) == ENGINE_BYTES_UNKNOWN);
}

static void one_that_rests_looks_too(void **state)
{
    struct bench *bench = *state;

    engine_trim(bench->engine);
    while (shown(bench, 1) == ENGINE_BYTES_UNKNOWN)
        ;
    assert_int_equal(shown(bench, 1), FAKE_FREE_BYTES);
}

static void a_device_that_failed_is_not_asked(void **state)
{
    struct bench *bench = *state;

    fake_fail(1, -EIO);
    solve_one(bench);
    engine_stop(bench->engine);
    assert_int_equal(fake_looks(), 0);
    assert_true(shown(bench, 1) == ENGINE_BYTES_UNKNOWN);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, with_gpu, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_before_the_first_look),
        cmocka_unit_test(it_is_asked_once_in_a_while),
        cmocka_unit_test(what_a_device_cannot_say_is_not_known),
        TEST(a_worker_looks_at_the_memory_of_its_device),
        TEST(one_that_rests_looks_too),
        TEST(a_device_that_failed_is_not_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
