/* ledger: scenarios, made by their first row, over the live rows, published or
 * dropped. */
#include "core/weighting/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"

static struct ledger *make(void)
{
    struct ledger *ledger = ledger_create();

    assert_non_null(ledger);
    return ledger;
}

static struct weight_change ending_of(enum change_operation operation,
                                      const char *scenario)
{
    struct weight_change change = {.operation = operation};

    strcpy(change.scenario, scenario);
    return change;
}

/* A change that fails; finishes it. */
static void assert_refused(const struct ledger *ledger,
                           struct weight_change change, size_t scenarios_max,
                           int code, const char *words)
{
    struct ledger *fork = ledger_fork(ledger);
    struct ledger_touches touches = {0};
    struct error error = {""};

    assert_non_null(fork);
    assert_int_equal(
        ledger_apply(fork, &change, scenarios_max, &touches, &error), code);
    assert_string_equal(error.text, words);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
    ledger_release(fork);
}

static void assert_names(const struct ledger *ledger, const char *expected)
{
    char names[400] = "";

    for (size_t i = 0; i < ledger->count; i++) {
        strcat(names, "/");
        strcat(names, ledger->layer[i].scenario);
    }
    assert_string_equal(names, expected);
}

static void the_first_row_makes_a_scenario(void **state)
{
    struct ledger *ledger = make();

    assert_non_null(ledger_layer(ledger, ""));
    assert_null(ledger_layer(ledger, "works"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    change_make_so(&ledger, change_make(CHANGE_PUT, "zoo", "1,2,5\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "market", "1,2,9\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "3,4,0\n"));
    assert_names(ledger, "//market/works/zoo");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "");
    assert_rows(ledger, "works", WEIGHT_SEGMENTS, "1,2,0 3,4,0");
    assert_rows(ledger, "zoo", WEIGHT_SEGMENTS, "1,2,5");
    assert_int_equal(ledger_layer(ledger, "works")->epoch, 4);
    assert_int_equal(ledger_layer(ledger, "market")->epoch, 3);
    assert_int_equal(ledger_layer(ledger, "")->epoch, 0);

    /* It stays when its rows go. */
    change_make_so(&ledger, change_make(CHANGE_DELETE, "zoo", "1,2\n"));
    change_make_so(&ledger, change_make(CHANGE_CLEAR, "market", NULL));
    assert_names(ledger, "//market/works/zoo");
    ledger_release(ledger);
}

static void what_is_not_there_is_not_changed(void **state)
{
    static const enum change_operation operations[] = {
        CHANGE_CLEAR, CHANGE_DELETE, CHANGE_PUBLISH, CHANGE_DROP};
    struct ledger *ledger = make();

    for (int i = 0; i < 4; i++)
        assert_refused(ledger, ending_of(operations[i], "zoo"), 9, -ENOENT,
                       "no scenario is called 'zoo'; there is none");
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "market", "1,2,0\n"));
    for (int i = 0; i < 4; i++)
        assert_refused(ledger, ending_of(operations[i], "zoo"), 9, -ENOENT,
                       "no scenario is called 'zoo'; there are: market, works");
    /* The live rows are no scenario. */
    for (int i = 2; i < 4; i++)
        assert_refused(ledger, ending_of(operations[i], ""), 9, -ENOENT,
                       "no scenario is called ''; there are: market, works");
    assert_refused(
        ledger, (struct weight_change){.operation = (enum change_operation)99},
        9, -EINVAL, "no change has the number 99");
    assert_names(ledger, "//market/works");
    ledger_release(ledger);
}

/* One more than there is may be made. */
static void assert_allowed(const struct ledger *ledger, size_t scenarios_max)
{
    struct weight_change change = change_make(CHANGE_PUT, "market", "1,2,0\n");
    struct ledger *fork = ledger_fork(ledger);
    struct ledger_touches touches = {0};

    assert_non_null(fork);
    assert_int_equal(ledger_apply(fork, &change, scenarios_max, &touches, NULL),
                     0);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
    ledger_release(fork);
}

static void no_more_scenarios_than_allowed(void **state)
{
    struct ledger *ledger = make();

    assert_refused(ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"), 0,
                   -ENOSPC,
                   "scenario 'works' would be one more than 0 "
                   "(weights.scenarios-max)");
    assert_allowed(ledger, 1);
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "zoo", "1,2,0\n"));
    assert_allowed(ledger, 3);
    assert_refused(ledger, change_make(CHANGE_PUT, "market", "1,2,0\n"), 2,
                   -ENOSPC,
                   "scenario 'market' would be one more than 2 "
                   "(weights.scenarios-max)");
    change_make_so(&ledger, ending_of(CHANGE_DROP, "zoo"));
    change_make_so(&ledger, change_make(CHANGE_PUT, "market", "1,2,0\n"));
    assert_names(ledger, "//market/works");
    ledger_release(ledger);
}

static void a_dropped_scenario_leaves_nothing(void **state)
{
    struct weight_change change = ending_of(CHANGE_DROP, "works");
    struct ledger *ledger = make();
    struct ledger_touches touches;

    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,30\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "zoo", "1,2,5\n"));
    touches = change_touch(&ledger, &change);
    assert_int_equal(touches.count, 0);
    assert_names(ledger, "//zoo");
    assert_int_equal(ledger->epoch, 4);
    assert_int_equal(ledger_layer(ledger, "")->epoch, 1);
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "1,2,30");
    assert_rows(ledger, "zoo", WEIGHT_SEGMENTS, "1,2,5");
    ledger_release(ledger);
}

/* ---- Publishing ---------------------------------------------------------- */

static struct ledger *make_works(void)
{
    struct weight_change change;
    struct ledger *ledger = make();

    change_make_so(&ledger,
                   change_make(CHANGE_PATCH, "works", "1,2,0\n5,6,7\n3,4,1\n"));
    change = change_make(CHANGE_PATCH, "works", "5,6,8\n");
    change.ends_s = 600;
    change_make_so(&ledger, change);
    change_make_so(&ledger,
                   change_of(WEIGHT_TURNS, CHANGE_PATCH, "works", "1,2,3,4\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,30\n9,8,7\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "zoo", "1,2,5\n"));
    return ledger;
}

/* In the order in which they were written, but after all that there is. */
static void publishing_writes_the_rows_to_the_live_ones(void **state)
{
    struct ledger *ledger = make_works();
    char *words;

    change_make_so(&ledger, ending_of(CHANGE_PUBLISH, "works"));
    words = ledger_words(ledger);
    assert_string_equal(words, "epoch 6, order 12\n"
                               "live, epoch 6\n"
                               "  car segments, epoch 6\n"
                               "    9,8,7 #7\n"
                               "    1,2,0 #9\n"
                               "    3,4,1 #10\n"
                               "    5,6,8 #11 until 600\n"
                               "  car turns, epoch 6\n"
                               "    1,2,3,4 #12\n"
                               "scenario zoo, epoch 5\n"
                               "  car segments, epoch 5\n"
                               "    1,2,5 #8\n");
    assert_int_equal(ledger_first_end(ledger), 600);
    free(words);
    ledger_release(ledger);
}

static void publishing_touches_what_the_scenario_has(void **state)
{
    struct weight_change change = ending_of(CHANGE_PUBLISH, "works");
    struct ledger *ledger = make_works();
    struct ledger_touches touches = change_touch(&ledger, &change);

    assert_int_equal(touches.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(touches.touch[i].scenario, "");
        assert_string_equal(touches.touch[i].profile, "car");
        assert_int_equal(touches.touch[i].removed.count, 0);
    }
    assert_int_equal(touches.touch[0].kind, WEIGHT_SEGMENTS);
    assert_int_equal(touches.touch[0].put_count, 3);
    assert_int_equal(touches.touch[0].put[0].order, 9);
    assert_int_equal(touches.touch[0].put[2].key.id[0], 5);
    assert_int_equal(touches.touch[1].kind, WEIGHT_TURNS);
    assert_int_equal(touches.touch[1].put_count, 1);
    ledger_touches_finish(&touches);
    ledger_release(ledger);
}

static void a_scenario_without_rows_is_published_too(void **state)
{
    struct ledger *ledger = make();

    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,30\n"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    change_make_so(&ledger, change_make(CHANGE_DELETE, "works", "1,2\n"));
    change_make_so(&ledger, ending_of(CHANGE_PUBLISH, "works"));
    assert_names(ledger, "/");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "1,2,30");
    ledger_release(ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_row_makes_a_scenario),
        cmocka_unit_test(what_is_not_there_is_not_changed),
        cmocka_unit_test(no_more_scenarios_than_allowed),
        cmocka_unit_test(a_dropped_scenario_leaves_nothing),
        cmocka_unit_test(publishing_writes_the_rows_to_the_live_ones),
        cmocka_unit_test(publishing_touches_what_the_scenario_has),
        cmocka_unit_test(a_scenario_without_rows_is_published_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
