/* parallel: every part runs once; the failure of the lowest part is returned.
 */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "core/base/parallel.h"

enum { PARTS = 1000 };

struct work {
    atomic_int runs[PARTS];
    size_t bad_from; /* parts from here on fail, every third */
};

static int run_part(void *context, size_t part, struct error *error)
{
    struct work *work = context;

    atomic_fetch_add(&work->runs[part], 1);
    if (part >= work->bad_from && part % 3 == 0)
        return error_set(error, -EINVAL - (int)part, "part %zu", part);
    return 0;
}

static void runs_every_part_once(void **state)
{
    for (unsigned threads = 1; threads <= 20; threads += 3) {
        struct work work = {.bad_from = PARTS};

        assert_int_equal(parallel_run(threads, PARTS, run_part, &work, NULL),
                         0);
        for (int i = 0; i < PARTS; i++)
            assert_int_equal(work.runs[i], 1);
    }
}

static void runs_nothing_where_there_is_none(void **state)
{
    struct work work = {.bad_from = 0};

    assert_int_equal(parallel_run(4, 0, run_part, &work, NULL), 0);
    assert_int_equal(work.runs[0], 0);
}

static void tells_of_the_lowest_part_that_failed(void **state)
{
    for (unsigned threads = 1; threads <= 16; threads++) {
        struct work work = {.bad_from = 500};
        struct error error;

        assert_int_equal(parallel_run(threads, PARTS, run_part, &work, &error),
                         -EINVAL - 501);
        assert_string_equal(error.text, "part 501");
        for (int i = 0; i <= 501; i++)
            assert_int_equal(work.runs[i], 1);
    }
}

static int meet(void *context, size_t part, struct error *error)
{
    pthread_barrier_wait(context);
    return 0;
}

/* Parts that wait for each other end only on parallel threads. */
static void runs_parts_side_by_side(void **state)
{
    pthread_barrier_t barrier;

    pthread_barrier_init(&barrier, NULL, 3);
    assert_int_equal(parallel_run(3, 3, meet, &barrier, NULL), 0);
    pthread_barrier_destroy(&barrier);
}

static void counts_cores_within_its_bounds(void **state)
{
    assert_in_range(parallel_thread_count(), 1, PARALLEL_THREADS_MAX);
    assert_in_range(parallel_thread_count(), 1, parallel_core_count());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_every_part_once),
        cmocka_unit_test(runs_nothing_where_there_is_none),
        cmocka_unit_test(tells_of_the_lowest_part_that_failed),
        cmocka_unit_test(runs_parts_side_by_side),
        cmocka_unit_test(counts_cores_within_its_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
