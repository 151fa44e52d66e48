/* ledger: what changes do to layers and collections, and what they touched. */
#include "core/weighting/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/weight_csv.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"

static struct ledger *make(void)
{
    struct ledger *ledger = ledger_create();

    assert_non_null(ledger);
    return ledger;
}

static void assert_words(const struct ledger *ledger, const char *expected)
{
    char *words = ledger_words(ledger);

    assert_string_equal(words, expected);
    free(words);
}

/* Rows of segments as "1,2,30 2,1,0". */
static void assert_list(const struct weight_row *row, size_t count,
                        const char *expected)
{
    char words[400] = "";

    for (size_t i = 0; i < count; i++) {
        char line[WEIGHT_LINE_MAX];

        weight_csv_write(line, WEIGHT_SEGMENTS, &row[i]);
        strcat(words, i ? " " : "");
        strcat(words, line);
    }
    assert_string_equal(words, expected);
}

static void assert_touch(const struct ledger_touch *touch, const char *scenario,
                         const char *put, const char *removed)
{
    assert_string_equal(touch->scenario, scenario);
    assert_string_equal(touch->profile, "car");
    assert_int_equal(touch->kind, WEIGHT_SEGMENTS);
    assert_int_equal(touch->put != NULL, *put != '\0');
    assert_list(touch->put, touch->put_count, put);
    assert_list(touch->removed.row, touch->removed.count, removed);
}

/* Makes a change of segments, which touches one collection. */
static void change_one(struct ledger **ledger, enum change_operation operation,
                       const char *scenario, const char *csv, const char *put,
                       const char *removed)
{
    struct weight_change change = change_make(operation, scenario, csv);
    struct ledger_touches touches = change_touch(ledger, &change);

    assert_int_equal(touches.count, 1);
    assert_touch(&touches.touch[0], scenario, put, removed);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
}

/* ---- One collection ------------------------------------------------------ */

static void changes_are_counted_and_rows_numbered(void **state)
{
    struct ledger *ledger = make();

    assert_words(ledger, "epoch 0, order 0\nlive, epoch 0\n");
    change_one(&ledger, CHANGE_PATCH, "", "1,2,30\n2,1,0\n", "1,2,30 2,1,0",
               "");
    change_one(&ledger, CHANGE_PATCH, "", "1,2,50\n3,4,20\n", "1,2,50 3,4,20",
               "");
    assert_words(ledger, "epoch 2, order 4\n"
                         "live, epoch 2\n"
                         "  car segments, epoch 2\n"
                         "    2,1,0 #2\n"
                         "    1,2,50 #3\n"
                         "    3,4,20 #4\n");
    ledger_release(ledger);
}

static void a_put_replaces_a_collection(void **state)
{
    struct ledger *ledger = make();

    change_one(&ledger, CHANGE_PUT, "", "1,2,30\n2,1,0\n", "1,2,30 2,1,0", "");
    /* Rows with the keys that the new ones have are not among the removed. */
    change_one(&ledger, CHANGE_PUT, "", "3,4,20\n2,1,7\n", "3,4,20 2,1,7",
               "1,2,30");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "3,4,20 2,1,7");
    change_one(&ledger, CHANGE_PUT, "", "3,4,1\n2,1,2\n", "3,4,1 2,1,2", "");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "3,4,1 2,1,2");
    change_one(&ledger, CHANGE_PUT, "", "", "", "3,4,1 2,1,2");
    assert_words(ledger, "epoch 4, order 6\n"
                         "live, epoch 4\n"
                         "  car segments, epoch 4\n");
    ledger_release(ledger);
}

static void a_deletion_removes_the_rows_that_are_there(void **state)
{
    struct ledger *ledger = make();

    change_one(&ledger, CHANGE_PATCH, "",
               "1,2,30\n2,1,0\n3,4,5\nway 7,both,60\n",
               "1,2,30 2,1,0 3,4,5 way 7,forward,60 way 7,backward,60", "");
    change_one(&ledger, CHANGE_DELETE, "",
               "2,1\n8,9\nway 7,backward\n2,1\n3,4,99\n", "",
               "2,1,0 way 7,backward,60 3,4,5");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "1,2,30 way 7,forward,60");
    change_one(&ledger, CHANGE_DELETE, "", "8,9\n", "", "");
    assert_int_equal(ledger->epoch, 3);
    assert_int_equal(ledger_layer(ledger, "")->epoch, 3);
    change_one(&ledger, CHANGE_CLEAR, "", NULL, "", "1,2,30 way 7,forward,60");
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "");
    ledger_release(ledger);
}

/* ---- Several ------------------------------------------------------------- */

static void collections_change_by_themselves(void **state)
{
    struct ledger *ledger = make();
    struct weight_change foot = change_make(CHANGE_PATCH, "", "1,2,4\n");

    strcpy(foot.profile, "foot");
    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,30\n"));
    change_make_so(&ledger, foot);
    change_make_so(&ledger,
                   change_of(WEIGHT_TURNS, CHANGE_PUT, "", "1,2,3,closed\n"));
    change_make_so(&ledger,
                   change_of(WEIGHT_ARCS, CHANGE_PATCH, "", "1,2,70\n"));
    change_make_so(&ledger, change_make(CHANGE_CLEAR, "", NULL));
    assert_words(ledger, "epoch 5, order 4\n"
                         "live, epoch 5\n"
                         "  car segments, epoch 5\n"
                         "  foot segments, epoch 2\n"
                         "    1,2,4 #2\n"
                         "  car turns, epoch 3\n"
                         "    1,2,3,closed #3\n"
                         "   arcs, epoch 4\n"
                         "    1,2,70 #4\n");
    assert_null(layer_find(ledger_layer(ledger, ""), "foot", WEIGHT_TURNS));
    assert_null(layer_find(ledger_layer(ledger, ""), "bus", WEIGHT_SEGMENTS));
    ledger_release(ledger);
}

static void a_fork_leaves_its_elder_and_shares_what_it_leaves(void **state)
{
    struct ledger *elder = make();
    struct ledger *next;
    char *words;

    change_make_so(&elder, change_make(CHANGE_PATCH, "", "1,2,30\n3,4,5\n"));
    change_make_so(&elder,
                   change_of(WEIGHT_TURNS, CHANGE_PATCH, "", "1,2,3,9\n"));
    change_make_so(&elder, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    words = ledger_words(elder);
    next = ledger_acquire(elder);
    change_make_so(&next, change_make(CHANGE_PUT, "", "1,2,50\n"));
    assert_ptr_equal(
        layer_find(ledger_layer(next, ""), "car", WEIGHT_TURNS)->rows,
        layer_find(ledger_layer(elder, ""), "car", WEIGHT_TURNS)->rows);
    change_make_so(&next, change_make(CHANGE_PATCH, "works", "5,6,7\n"));
    change_make_so(&next, (struct weight_change){.operation = CHANGE_PUBLISH,
                                                 .scenario = "works"});
    assert_words(elder, words);
    free(words);
    ledger_release(elder);
    assert_rows(next, "", WEIGHT_SEGMENTS, "1,2,0 5,6,7");
    assert_rows(next, "", WEIGHT_TURNS, "1,2,3,9");
    ledger_release(next);
    ledger_release(NULL);
}

/* ---- Ends ---------------------------------------------------------------- */

static struct weight_change ending(const char *scenario, const char *csv,
                                   uint32_t ends_s)
{
    struct weight_change change = change_make(CHANGE_PATCH, scenario, csv);

    change.ends_s = ends_s;
    return change;
}

static void a_change_ends_all_its_rows_at_once(void **state)
{
    struct weight_change change = ending("", "1,2,30\n3,4,5\n", 600);
    struct ledger *ledger = make();

    change.rows.row[1].ends_s = 900;
    change_make_so(&ledger, change);
    change = change_make(CHANGE_PATCH, "", "5,6,7\n7,8,9\n");
    change.rows.row[0].ends_s = 700; /* as the row says */
    change_make_so(&ledger, change);
    assert_words(ledger, "epoch 2, order 4\n"
                         "live, epoch 2\n"
                         "  car segments, epoch 2\n"
                         "    1,2,30 #1 until 600\n"
                         "    3,4,5 #2 until 600\n"
                         "    5,6,7 #3 until 700\n"
                         "    7,8,9 #4\n");
    assert_int_equal(ledger_first_end(ledger), 600);
    ledger_release(ledger);
}

static void expire(struct ledger **ledger, uint32_t now_s,
                   struct ledger_touches *ret_touches)
{
    struct weight_change change = {.operation = CHANGE_EXPIRE, .ends_s = now_s};

    *ret_touches = change_touch(ledger, &change);
}

static void rows_end_in_all_layers(void **state)
{
    struct ledger *ledger = make();
    struct ledger_touches touches;

    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "9,8,7\n"));
    change_make_so(&ledger, ending("", "1,2,30\n", 600));
    change_make_so(&ledger, ending("", "3,4,5\n", 601));
    change_make_so(&ledger, ending("works", "1,2,0\n", 599));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "night", "1,2,9\n"));
    assert_int_equal(ledger_first_end(ledger), 599);
    expire(&ledger, 600, &touches);
    assert_int_equal(touches.count, 2);
    assert_touch(&touches.touch[0], "", "", "1,2,30");
    assert_touch(&touches.touch[1], "works", "", "1,2,0");
    ledger_touches_finish(&touches);
    assert_words(ledger, "epoch 6, order 5\n"
                         "live, epoch 6\n"
                         "  car segments, epoch 6\n"
                         "    9,8,7 #1\n"
                         "    3,4,5 #3 until 601\n"
                         "scenario night, epoch 5\n"
                         "  car segments, epoch 5\n"
                         "    1,2,9 #5\n"
                         "scenario works, epoch 6\n"
                         "  car segments, epoch 6\n");
    assert_int_equal(ledger_first_end(ledger), 601);
    expire(&ledger, 600, &touches);
    assert_int_equal(touches.count, 0);
    assert_int_equal(ledger->epoch, 7);
    assert_int_equal(ledger_layer(ledger, "")->epoch, 6);
    expire(&ledger, 601, &touches);
    assert_int_equal(touches.count, 1);
    ledger_touches_finish(&touches);
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "9,8,7");
    assert_int_equal(ledger_first_end(ledger), UINT32_MAX);
    ledger_release(ledger);
}

/* ---- What was read ------------------------------------------------------- */

/* Rows of a snapshot keep order, ends and epochs; layers without rows are. */
static void what_was_kept_is_restored_as_it_was(void **state)
{
    struct collection like = {.profile = "car", .epoch = 7};
    struct weight_list rows =
        rows_read(WEIGHT_SEGMENTS, "1,2,3\n4,5,6\n", false);
    struct ledger *ledger = make();

    rows.row[0].order = 12;
    rows.row[1].order = 11;
    rows.row[1].ends_s = 600;
    ledger->epoch = 9;
    ledger->order = 12;
    assert_int_equal(ledger_restore(ledger, "", 8, &like, rows.row, 1), 0);
    assert_int_equal(ledger_restore(ledger, "", 8, &like, &rows.row[1], 1), 0);
    assert_int_equal(ledger_restore(ledger, "tunnel", 3, NULL, NULL, 0), 0);
    assert_int_equal(ledger_restore(ledger, "market", 2, NULL, NULL, 0), 0);
    assert_words(ledger, "epoch 9, order 12\n"
                         "live, epoch 8\n"
                         "  car segments, epoch 7\n"
                         "    4,5,6 #11 until 600\n"
                         "    1,2,3 #12\n"
                         "scenario market, epoch 2\n"
                         "scenario tunnel, epoch 3\n");
    assert_int_equal(ledger_first_end(ledger), 600);
    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,4\n"));
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "4,5,6 1,2,4");
    assert_int_equal(ledger->order, 13);
    weight_list_finish(&rows);
    ledger_release(ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_counted_and_rows_numbered),
        cmocka_unit_test(a_put_replaces_a_collection),
        cmocka_unit_test(a_deletion_removes_the_rows_that_are_there),
        cmocka_unit_test(collections_change_by_themselves),
        cmocka_unit_test(a_fork_leaves_its_elder_and_shares_what_it_leaves),
        cmocka_unit_test(a_change_ends_all_its_rows_at_once),
        cmocka_unit_test(rows_end_in_all_layers),
        cmocka_unit_test(what_was_kept_is_restored_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
