/* part_pace: parts grow where each of them takes a time of its own. */
#include "tests/unit/cmocka_all.h"

#include "core/engine/part_pace.h"

enum { MOST = 1000, WANTED_US = 20000 };

/* A solver's: microseconds of every part, and of each query. */
struct truth {
    double own_us;
    double each_us;
};

/* Takes so many parts, the first of a size and time given; returns the size
 * that the larger of the next two would have. */
static size_t settle(struct truth truth, size_t first_count, double first_us,
                     unsigned parts)
{
    struct part_pace pace = {0};
    size_t count = first_count;
    size_t before = 0;

    part_pace_note(&pace, first_count, first_us);
    for (unsigned i = 0; i < parts; i++) {
        before = count;
        count = part_pace_limit(&pace, WANTED_US, MOST);
        part_pace_note(&pace, count,
                       truth.own_us + truth.each_us * (double)count);
    }
    return count > before ? count : before;
}

static void parts_take_what_is_wanted(void **state)
{
    assert_int_equal(settle((struct truth){0, 5000}, 4, 20000, 9), 4);
    assert_in_range(settle((struct truth){1500, 320}, 66, 22620, 20), 55, 60);
}

static void what_only_the_first_part_does_is_forgotten(void **state)
{
    assert_in_range(settle((struct truth){1500, 320}, 66, 500000, 20), 55, 60);
}

static void half_of_a_part_goes_to_queries(void **state)
{
    assert_in_range(settle((struct truth){87000, 450}, 66, 120000, 20), 180,
                    200);
    assert_in_range(settle((struct truth){16000, 100}, 1, 17000, 20), 150, 170);
}

static void parts_stay_within_the_most(void **state)
{
    assert_int_equal(settle((struct truth){1e6, 1}, 1, 1e6, 20), MOST);
    assert_int_equal(settle((struct truth){0, 0}, 1, 0, 20), MOST);
    assert_in_range(settle((struct truth){0, 1e6}, 1, 1e6, 20), 1, 2);
}

static void one_quick_part_does_not_make_a_huge_one(void **state)
{
    struct part_pace pace = {0};

    part_pace_note(&pace, 8, 20000);
    part_pace_note(&pace, 8, 20000);
    part_pace_note(&pace, 4, 20000);
    assert_in_range(part_pace_limit(&pace, WANTED_US, MOST), 1, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_take_what_is_wanted),
        cmocka_unit_test(what_only_the_first_part_does_is_forgotten),
        cmocka_unit_test(half_of_a_part_goes_to_queries),
        cmocka_unit_test(parts_stay_within_the_most),
        cmocka_unit_test(one_quick_part_does_not_make_a_huge_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
