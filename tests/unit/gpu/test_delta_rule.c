/* delta_rule: the rules' results for known weights. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/graph/cost.h"
#include "gpu/delta_stepping/delta_rule.h"

/* Out-degrees 2, 2, 1 and 0. */
static const uint32_t first_out[] = {0, 2, 4, 5, 5};
static const uint32_t head[] = {1, 2, 2, 3, 3};
static const struct topology topology = {4, 5, first_out, head};

static uint32_t delta_of(enum delta_rule rule, const uint32_t weight[5])
{
    struct weights weights = {1, 5, weight};

    return delta_by_rule(rule, &topology, &weights);
}

static void each_rule_is_what_the_paper_says(void **state)
{
    static const uint32_t weight[] = {100, 7, 30, 9, 14};

    (void)state;
    assert_int_equal(delta_of(DELTA_MEDIAN, weight), 14);
    assert_int_equal(delta_of(DELTA_MEAN, weight), 160 / 5);
    assert_int_equal(delta_of(DELTA_MEAN_OVER_VERTICES, weight), 160 / 4);
    assert_int_equal(delta_of(DELTA_MAX_OVER_DEGREE, weight), 100 / 2);
}

static void closed_arcs_do_not_count(void **state)
{
    static const uint32_t weight[] = {100, WEIGHT_CLOSED, 20, WEIGHT_CLOSED,
                                      30};

    (void)state;
    assert_int_equal(delta_of(DELTA_MEDIAN, weight), 30);
    assert_int_equal(delta_of(DELTA_MEAN, weight), 50);
    assert_int_equal(delta_of(DELTA_MEAN_OVER_VERTICES, weight), 37);
    assert_int_equal(delta_of(DELTA_MAX_OVER_DEGREE, weight), 50);
}

static void every_rule_gives_at_least_one(void **state)
{
    static const uint32_t zeros[] = {0, 0, 0, 1, 1};
    static const uint32_t closed[] = {WEIGHT_CLOSED, WEIGHT_CLOSED,
                                      WEIGHT_CLOSED, WEIGHT_CLOSED,
                                      WEIGHT_CLOSED};
    static const uint32_t no_arcs[] = {0, 0};
    struct topology alone = {1, 0, no_arcs, NULL};
    struct topology nothing = {0, 0, no_arcs, NULL};
    struct weights none = {1, 0, NULL};

    (void)state;
    for (enum delta_rule rule = 0; rule < DELTA_RULES; rule++) {
        assert_int_equal(delta_of(rule, zeros), 1);
        assert_int_equal(delta_of(rule, closed), 1);
        assert_int_equal(delta_by_rule(rule, &alone, &none), 1);
        assert_int_equal(delta_by_rule(rule, &nothing, &none), 1);
    }
}

static void largest_weights_neither_wrap_nor_close(void **state)
{
    static const uint32_t weight[] = {WEIGHT_MAX, WEIGHT_MAX, WEIGHT_MAX,
                                      WEIGHT_MAX, WEIGHT_MAX};

    (void)state;
    assert_int_equal(delta_of(DELTA_MEDIAN, weight), WEIGHT_MAX);
    assert_int_equal(delta_of(DELTA_MEAN, weight), WEIGHT_MAX);
    assert_int_equal(delta_of(DELTA_MEAN_OVER_VERTICES, weight), WEIGHT_MAX);
    assert_int_equal(delta_of(DELTA_MAX_OVER_DEGREE, weight), WEIGHT_MAX / 2);
}

static int compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a;
    uint32_t other = *(const uint32_t *)b;

    return (one > other) - (one < other);
}

static void the_median_is_that_of_sorted_weights(void **state)
{
    struct random random;

    (void)state;
    random_seed(&random, 3);
    for (int round = 0; round < 300; round++) {
        uint32_t weight[5];
        unsigned bits = random_below(&random, 32);

        for (int i = 0; i < 5; i++)
            weight[i] = 1 + random_below(&random, 1u << bits);
        uint32_t found = delta_of(DELTA_MEDIAN, weight);
        qsort(weight, 5, sizeof(weight[0]), compare);
        assert_int_equal(found, weight[2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_what_the_paper_says),
        cmocka_unit_test(closed_arcs_do_not_count),
        cmocka_unit_test(every_rule_gives_at_least_one),
        cmocka_unit_test(largest_weights_neither_wrap_nor_close),
        cmocka_unit_test(the_median_is_that_of_sorted_weights),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
