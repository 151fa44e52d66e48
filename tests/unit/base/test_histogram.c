/* histogram: each value is in one range, and threads lose none. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>

#include "core/base/histogram.h"

static const struct histogram_scale *const scales[] = {&histogram_times_us,
                                                       &histogram_sizes};

static void bounds_ascend_within_their_room(void **state)
{
    for (size_t i = 0; i < 2; i++) {
        assert_in_range(scales[i]->count, 1, HISTOGRAM_BOUNDS_MAX);
        for (size_t j = 1; j < scales[i]->count; j++)
            assert_true(scales[i]->bound[j - 1] < scales[i]->bound[j]);
    }
    assert_int_equal(histogram_times_us.bound[0], 10);
    assert_int_equal(histogram_times_us.bound[histogram_times_us.count - 1],
                     60000000);
}

/* The range that counts the value. */
static size_t range_of(const struct histogram_scale *scale, uint64_t value)
{
    struct histogram histogram;
    struct histogram_figures figures;
    size_t at = SIZE_MAX;

    histogram_init(&histogram, scale);
    histogram_note(&histogram, value);
    histogram_read(&histogram, &figures);
    assert_int_equal(figures.count, 1);
    assert_int_equal(figures.sum, value);
    for (size_t i = 0; i <= scale->count; i++) {
        if (figures.bucket[i])
            at = i;
    }
    return at;
}

static void a_bound_belongs_to_its_range(void **state)
{
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < scales[i]->count; j++) {
            assert_int_equal(range_of(scales[i], scales[i]->bound[j]), j);
            assert_int_equal(range_of(scales[i], scales[i]->bound[j] + 1),
                             j + 1);
        }
        assert_int_equal(range_of(scales[i], 0), 0);
        assert_int_equal(range_of(scales[i], UINT64_MAX), scales[i]->count);
    }
}

enum { THREADS = 4, NOTES = 20000 };

static void *note_many(void *histogram)
{
    for (uint64_t i = 0; i < NOTES; i++)
        histogram_note(histogram, i);
    return NULL;
}

/* Threads add values while a reader reads. */
static void what_threads_note_at_once_is_all_there(void **state)
{
    struct histogram histogram;
    struct histogram_figures figures = {0};
    pthread_t thread[THREADS];

    histogram_init(&histogram, &histogram_times_us);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&thread[i], NULL, note_many, &histogram), 0);
    for (size_t i = 0; i < 100; i++) {
        uint64_t before = figures.count;
        uint64_t in_buckets = 0;

        histogram_read(&histogram, &figures);
        for (size_t j = 0; j <= histogram_times_us.count; j++)
            in_buckets += figures.bucket[j];
        assert_int_equal(in_buckets, figures.count);
        assert_true(figures.count >= before);
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    histogram_read(&histogram, &figures);
    assert_int_equal(figures.count, THREADS * NOTES);
    assert_int_equal(figures.sum, (uint64_t)THREADS * NOTES * (NOTES - 1) / 2);
    assert_int_equal(figures.bucket[0], THREADS * 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_ascend_within_their_room),
        cmocka_unit_test(a_bound_belongs_to_its_range),
        cmocka_unit_test(what_threads_note_at_once_is_all_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
