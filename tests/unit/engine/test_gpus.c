/* gpus: how jobs spread over several GPUs, whether named or chosen, and what
 * happens to a GPU's copy of a map. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <limits.h>

#include "core/engine/device_queue.h"
#include "tests/unit/engine/bench.h"

enum { LARGE = 1000000, WAYS = 2 };

static struct bench bench;

static const struct solver_ops *const ways[WAYS] = {&fake_gpu, NULL};

static int with_two_gpus(void **state)
{
    bench_init(&bench, 2, 1, LARGE);
    return 0;
}

static int tear_down(void **state)
{
    fake_open(true);
    bench_finish(&bench);
    return 0;
}

static void init_tree(struct item *item, const struct solver_ops *solver)
{
    item_init(item, &bench, solver, 1);
    item_make_tree(item);
}

/* And waits until some device solves it. */
static void begin(struct item *item, const struct solver_ops *solver)
{
    unsigned before = fake_solves();

    init_tree(item, solver);
    item_submit(item, &bench);
    fake_wait_solves(before + 1);
}

static void cancel(struct item *item)
{
    atomic_store(&item->cancel.requested, true);
    fake_wake();
    item_wait(item);
}

static void two_idle_gpus_take_turns(void **state)
{
    for (size_t i = 0; i < 2 * WAYS; i++) {
        struct item item;

        begin(&item, ways[i / 2]);
        item_wait(&item);
        assert_ptr_equal(item.job.device, &fake_device[i % 2]);
    }
}

/* Before any batch has shown how long one takes. */
static void check_first_burst(const struct solver_ops *solver)
{
    struct item items[4];

    fake_open(false);
    for (size_t i = 0; i < 4; i++) {
        init_tree(&items[i], solver);
        item_submit(&items[i], &bench);
    }
    fake_open(true);
    for (size_t i = 0; i < 4; i++)
        item_wait(&items[i]);
    for (size_t i = 0; i < 4; i++)
        assert_ptr_equal(items[i].job.device, &fake_device[i % 2]);
}

static void a_first_burst_is_spread_over_two_gpus(void **state)
{
    check_first_burst(&fake_gpu);
}

static void a_first_burst_is_spread_by_auto_too(void **state)
{
    check_first_burst(NULL);
}

static void a_gpu_that_is_stuck_holds_up_no_other_job(void **state)
{
    for (size_t i = 0; i < WAYS; i++) {
        struct item stuck;
        struct item item;

        fake_open(false);
        begin(&stuck, ways[i]);
        for (size_t j = 0; j < 5; j++) {
            unsigned before = fake_solves();

            init_tree(&item, ways[i]);
            item_submit(&item, &bench);
            assert_ptr_not_equal(item.job.device, stuck.job.device);
            assert_ptr_not_equal(item.job.device, device_cpu());
            fake_wait_solves(before + 1);
            cancel(&item);
        }
        cancel(&stuck);
    }
}

/* Like consecutive strips of a large table. */
static void what_follows_a_job_finds_its_gpu_free(void **state)
{
    for (size_t i = 0; i < WAYS; i++) {
        unsigned before = fake_solves();
        struct item items[2];
        struct item next;

        fake_open(false);
        for (size_t j = 0; j < 2; j++) {
            init_tree(&items[j], ways[i]);
            item_submit(&items[j], &bench);
        }
        assert_ptr_not_equal(items[0].job.device, items[1].job.device);
        fake_wait_solves(before + 2);
        init_tree(&next, ways[i]);
        items[1].then = &next;
        cancel(&items[1]);
        assert_ptr_equal(next.job.device, items[1].job.device);
        assert_ptr_not_equal(next.job.device, items[0].job.device);
        fake_open(true);
        item_wait(&items[0]);
        item_wait(&next);
    }
}

static void a_gpu_that_fails_leaves_the_other_serving(void **state)
{
    fake_fail(1, -EIO);
    for (size_t i = 0; i < 6; i++) {
        struct item item;

        init_tree(&item, ways[i % WAYS]);
        item_submit(&item, &bench);
        item_wait(&item);
        assert_int_equal(item.job.status, JOB_DONE);
        assert_ptr_equal(item.job.device, i ? &fake_device[1] : device_cpu());
    }
}

/* A job that moved must not count on its old device. */
static void a_gpu_that_lacked_memory_gets_its_turn_again(void **state)
{
    for (size_t i = 0; i < 4; i++) {
        struct item item;

        if (i == 0)
            fake_fail_above(0, -ENOMEM);
        if (i == 1)
            fake_fail_above(UINT_MAX, 0);
        begin(&item, &fake_gpu);
        item_wait(&item);
        assert_ptr_equal(item.job.device,
                         i ? &fake_device[i % 2] : device_cpu());
    }
}

/* The CPU's form and one on each GPU, as before. */
static void the_copies_of_a_replaced_map_go_on_every_gpu(void **state)
{
    for (size_t i = 0; i < 2; i++) {
        struct item item;

        begin(&item, &fake_gpu);
        item_wait(&item);
    }
    assert_int_equal(fake_workspaces(), 2);
    map_entry_release(bench.entry);
    bench_publish(&bench, "line", LARGE);
    fake_wait_prepared(1 + 2);
    assert_int_equal(fake_workspaces(), 0);
    bench.entry = registry_acquire(bench.registry, "line", NULL);
}

static void jobs_of_one_batch_wait_for_it_once(void **state)
{
    struct device_queue queue = {.worker_count = 1, .load = 10};

    device_queue_note_batch(&queue, 10, 1000);
    assert_int_equal(device_queue_backlog_us(&queue, 7), 1000);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, with_two_gpus, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_idle_gpus_take_turns),
        TEST(a_first_burst_is_spread_over_two_gpus),
        TEST(a_first_burst_is_spread_by_auto_too),
        TEST(a_gpu_that_is_stuck_holds_up_no_other_job),
        TEST(what_follows_a_job_finds_its_gpu_free),
        TEST(a_gpu_that_fails_leaves_the_other_serving),
        TEST(a_gpu_that_lacked_memory_gets_its_turn_again),
        TEST(the_copies_of_a_replaced_map_go_on_every_gpu),
        cmocka_unit_test(jobs_of_one_batch_wait_for_it_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
