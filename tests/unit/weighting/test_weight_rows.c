/* weight_rows: each key once, versions that do not see each other's changes,
 * and ends. */
#include "core/weighting/weight_rows.h"

#include <errno.h>
#include <stdlib.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/weight_rows_bench.h"

/* ---- Keys ---------------------------------------------------------------- */

static void an_empty_version_has_nothing(void **state)
{
    struct weight_rows *rows = make();
    struct weight_rows *fork = fork_of(rows);
    struct weight_list list = {0};
    struct weight_row gone;

    assert_int_equal(weight_rows_put(fork, NULL, 0), 0);
    assert_true(value_of(fork, 1) == -1);
    assert_int_equal(remove_row(fork, 1, &gone), -ENOENT);
    assert_int_equal(weight_rows_count(fork), 0);
    assert_int_equal(weight_rows_end(fork), 0);
    assert_int_equal(weight_rows_first_end(fork), UINT32_MAX);
    assert_int_equal(weight_rows_ended(fork, UINT32_MAX, &list), 0);
    assert_int_equal(list.count, 0);
    weight_rows_release(fork);
    weight_rows_release(rows);
    weight_rows_release(NULL);
}

static void a_key_is_there_once_and_the_last_counts(void **state)
{
    const struct weight_row row[] = {row_of(1, 10), row_of(2, 20),
                                     row_of(1, 30), row_of(3, 40),
                                     row_of(1, 50), row_of(2, 60)};
    struct weight_rows *rows = make();

    assert_int_equal(weight_rows_put(rows, row, 6), 0);
    assert_int_equal(weight_rows_count(rows), 3);
    assert_true(value_of(rows, 1) == 50);
    assert_true(value_of(rows, 2) == 60);
    assert_true(value_of(rows, 3) == 40);
    put(rows, row_of(2, 70));
    assert_int_equal(weight_rows_count(rows), 3);
    assert_true(value_of(rows, 2) == 70);
    weight_rows_release(rows);
}

/* A row that takes the place of another keeps it; new ones come behind. */
static void places_are_in_the_order_of_keys_first_written(void **state)
{
    struct weight_rows *rows = make();
    struct weight_row gone;

    for (int64_t id = 1; id <= 3; id++)
        put(rows, row_of(id, 1));
    put(rows, row_of(1, 9));
    assert_int_equal(weight_rows_end(rows), 3);
    assert_int_equal(weight_rows_at(rows, 0)->key.id[0], 1);
    assert_true(weight_rows_at(rows, 0)->value == 9);
    assert_int_equal(weight_rows_at(rows, 2)->key.id[0], 3);

    assert_int_equal(remove_row(rows, 2, &gone), 0);
    assert_int_equal(gone.key.id[0], 2);
    assert_true(gone.value == 1);
    assert_null(weight_rows_at(rows, 1));
    assert_int_equal(remove_row(rows, 2, &gone), -ENOENT);
    assert_int_equal(weight_rows_count(rows), 2);
    put(rows, row_of(2, 5));
    assert_int_equal(weight_rows_at(rows, 3)->key.id[0], 2);
    assert_true(value_of(rows, 2) == 5);
    weight_rows_release(rows);
}

static void keys_differ_by_each_of_their_numbers(void **state)
{
    const struct weight_row row[] = {
        {.key = {{7, 8, 9}}, .value = 1}, {.key = {{8, 7, 9}}, .value = 2},
        {.key = {{7, 9, 8}}, .value = 3}, {.key = {{7, 8, 0}}, .value = 4},
        {.key = {{7, 0, 9}}, .value = 5}, {.key = {{0, 8, 9}}, .value = 6},
    };
    struct weight_rows *rows = make();

    assert_int_equal(weight_rows_put(rows, row, 6), 0);
    assert_int_equal(weight_rows_count(rows), 6);
    for (int i = 0; i < 6; i++)
        assert_true(weight_rows_find(rows, &row[i].key)->value == i + 1);
    weight_rows_release(rows);
}

/* ---- Versions ------------------------------------------------------------ */

static void versions_do_not_see_each_others_changes(void **state)
{
    struct weight_rows *elder = make_many(MANY, 1);
    struct weight_rows *next = fork_of(elder);
    struct weight_row *more = many(MANY + 1, MANY, 3);
    struct weight_row gone;

    put(next, row_of(17, 4));
    assert_int_equal(remove_row(next, 3000, &gone), 0);
    assert_int_equal(weight_rows_put(next, more, MANY), 0);
    free(more);
    assert_int_equal(weight_rows_count(elder), MANY);
    assert_many(elder, 1, MANY, 1);
    assert_true(value_of(elder, MANY + 1) == -1);

    weight_rows_acquire(next);
    weight_rows_release(elder);
    weight_rows_release(next);
    assert_int_equal(weight_rows_count(next), 2 * MANY - 1);
    assert_many(next, 1, 16, 1);
    assert_true(value_of(next, 17) == 4);
    assert_many(next, 18, 3000 - 18, 1);
    assert_true(value_of(next, 3000) == -1);
    assert_many(next, 3001, MANY - 3000, 1);
    assert_many(next, MANY + 1, MANY, 3);
    weight_rows_release(next);
}

/* Else a day of rows that come and go would fill the memory. */
static void places_of_rows_that_are_gone_are_used_again(void **state)
{
    struct weight_rows *rows = make();
    size_t bytes = 0;

    for (int64_t round = 0; round < 20; round++) {
        struct weight_row *row = many(1 + 2000 * round, 2000, 2);
        struct weight_row gone;

        put(rows, row_of(0, 7));
        assert_int_equal(weight_rows_put(rows, row, 2000), 0);
        free(row);
        assert_many(rows, 1 + 2000 * round, 2000, 2);
        bytes = round == 4 ? weight_rows_bytes(rows) : bytes;
        for (int64_t i = 0; i < 2000; i++)
            assert_int_equal(remove_row(rows, 1 + 2000 * round + i, &gone), 0);
    }
    assert_int_equal(weight_rows_count(rows), 1);
    assert_true(value_of(rows, 0) == 7);
    assert_in_range(weight_rows_bytes(rows), 1, 2 * bytes);
    weight_rows_release(rows);
}

/* A road that is closed each morning, and opened again. */
static void the_same_rows_may_come_and_go_for_ever(void **state)
{
    struct weight_rows *rows = make_many(3000, 2);
    struct weight_row gone;

    for (int round = 0; round < 50000; round++) {
        put(rows, row_of(5000 + round % 2, round));
        assert_int_equal(remove_row(rows, 5000 + round % 2, &gone), 0);
        assert_true(gone.value == round);
    }
    assert_in_range(weight_rows_end(rows), 3000, 3 * 3000);
    assert_int_equal(weight_rows_count(rows), 3000);
    assert_many(rows, 1, 3000, 2);
    weight_rows_release(rows);
}

/* ---- Ends ---------------------------------------------------------------- */

static struct weight_row ending(int64_t id, uint32_t ends_s)
{
    struct weight_row row = row_of(id, 1);

    row.ends_s = ends_s;
    return row;
}

static size_t ended(const struct weight_rows *rows, uint32_t now_s,
                    int64_t *ret_id)
{
    struct weight_list list = {0};
    size_t count;

    assert_int_equal(weight_rows_ended(rows, now_s, &list), 0);
    count = list.count;
    *ret_id = count ? list.row[0].key.id[0] : 0;
    weight_list_finish(&list);
    return count;
}

static void rows_end_at_their_second(void **state)
{
    struct weight_rows *rows = make_many(MANY, 1);
    int64_t id;

    put(rows, ending(3000, 500));
    put(rows, ending(7, 600));
    put(rows, ending(9, 700));
    assert_int_equal(weight_rows_first_end(rows), 500);
    assert_int_equal(ended(rows, 499, &id), 0);
    assert_int_equal(ended(rows, 500, &id), 1);
    assert_int_equal(id, 3000);
    assert_int_equal(ended(rows, 699, &id), 2);
    assert_int_equal(ended(rows, UINT32_MAX, &id), 3);
    weight_rows_release(rows);
}

static void what_is_gone_or_written_again_ends_no_more(void **state)
{
    struct weight_rows *elder = make();
    struct weight_rows *rows;
    bool alike;
    struct weight_row row[2] = {ending(7, 900), ending(9, 0)};
    struct weight_row gone;
    int64_t id;

    put(elder, ending(7, 600));
    put(elder, ending(9, 700));
    rows = fork_of(elder);
    assert_int_equal(remove_row(rows, 7, &gone), 0);
    assert_int_equal(gone.ends_s, 600);
    weight_rows_settle(rows);
    assert_int_equal(weight_rows_first_end(rows), 700);
    put(rows, ending(9, 0));
    weight_rows_settle(rows);
    assert_int_equal(weight_rows_first_end(rows), UINT32_MAX);
    assert_int_equal(ended(rows, UINT32_MAX, &id), 0);
    assert_int_equal(weight_rows_first_end(elder), 600);
    weight_rows_release(rows);

    rows = weight_rows_replace(elder, row, 2, &alike);
    assert_int_equal(weight_rows_first_end(rows), 900);
    weight_rows_release(rows);
    weight_rows_release(elder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_version_has_nothing),
        cmocka_unit_test(a_key_is_there_once_and_the_last_counts),
        cmocka_unit_test(places_are_in_the_order_of_keys_first_written),
        cmocka_unit_test(keys_differ_by_each_of_their_numbers),
        cmocka_unit_test(versions_do_not_see_each_others_changes),
        cmocka_unit_test(places_of_rows_that_are_gone_are_used_again),
        cmocka_unit_test(the_same_rows_may_come_and_go_for_ever),
        cmocka_unit_test(rows_end_at_their_second),
        cmocka_unit_test(what_is_gone_or_written_again_ends_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
