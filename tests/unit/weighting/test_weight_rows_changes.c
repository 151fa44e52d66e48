/* weight_rows: rows that replace all others; and any changes against a plain
 * list. */
#include "core/weighting/weight_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/weight_rows_bench.h"

/* ---- Replacing ----------------------------------------------------------- */

static void the_same_keys_with_other_numbers_replace(void **state)
{
    struct weight_rows *old = make_many(MANY, 1);
    struct weight_row *row = many(1, MANY, 2);
    bool alike;
    struct weight_rows *rows = weight_rows_replace(old, row, MANY, &alike);
    struct weight_row gone;

    assert_true(alike);
    assert_int_equal(weight_rows_count(rows), MANY);
    assert_int_equal(weight_rows_end(rows), MANY);
    assert_many(rows, 1, MANY, 2);
    put(rows, row_of(MANY + 1, 8));
    assert_int_equal(remove_row(rows, 1, &gone), 0);
    assert_true(gone.value == 2);
    assert_int_equal(weight_rows_count(old), MANY);
    assert_many(old, 1, MANY, 1);
    assert_true(value_of(old, MANY + 1) == -1);
    weight_rows_release(old);
    assert_true(value_of(rows, MANY + 1) == 8);
    assert_many(rows, 2, MANY - 1, 2);
    weight_rows_release(rows);
    free(row);
}

/* Some keys come again: next to the first, far from it, at the end. */
static void keys_that_come_again_replace(void **state)
{
    static const size_t again[] = {0, 1, 700, 2000, MANY - 1};
    struct weight_row *row = many(1, MANY + 5, 2);
    struct weight_rows *old = make_many(MANY, 1);
    struct weight_rows *rows;
    bool alike;

    for (size_t i = 0; i < 5; i++) {
        row[MANY + i] = row[again[i]];
        row[MANY + i].value = 7 + (double)i;
    }
    row[MANY + 5 - 1].value = 3;
    rows = weight_rows_replace(old, row, MANY + 5, &alike);
    assert_true(alike);
    assert_int_equal(weight_rows_count(rows), MANY);
    assert_int_equal(weight_rows_end(rows), MANY);
    assert_true(value_of(rows, 1) == 7);
    assert_true(value_of(rows, 2) == 8);
    assert_true(value_of(rows, 3) == 6);
    assert_true(value_of(rows, 701) == 9);
    assert_true(value_of(rows, 2001) == 10);
    assert_true(value_of(rows, MANY) == 3);
    assert_many(old, 1, MANY, 1);
    weight_rows_release(rows);
    row[MANY] = row[2]; /* the key of a row that has not come */
    row[2] = row[3];
    rows = weight_rows_replace(old, row, MANY + 5, &alike);
    assert_false(alike);
    assert_int_equal(weight_rows_count(rows), MANY);
    assert_true(value_of(rows, 3) == 6);
    weight_rows_release(rows);
    weight_rows_release(old);
    free(row);
}

static void replace_by(const struct weight_rows *old,
                       const struct weight_row *row, size_t count,
                       size_t expected)
{
    bool alike;
    struct weight_rows *rows = weight_rows_replace(old, row, count, &alike);

    assert_non_null(rows);
    assert_false(alike);
    assert_int_equal(weight_rows_count(rows), expected);
    for (size_t i = 0; i < count; i++) {
        const struct weight_row *found = weight_rows_find(rows, &row[i].key);

        assert_non_null(found);
        if (i >= count - expected) /* those before have equal keys */
            assert_true(found->value == row[i].value);
    }
    for (int64_t id = 1; id <= MANY && (size_t)id > count; id++)
        assert_true(value_of(rows, id) == -1);
    assert_many(old, 1, MANY, 1);
    weight_rows_release(rows);
}

static void other_keys_replace_too(void **state)
{
    struct weight_rows *old = make_many(MANY, 1);
    struct weight_row *row = many(1, MANY + 1, 2);
    struct weight_row first = row[0];

    replace_by(old, row, 0, 0);
    replace_by(old, row, MANY - 1, MANY - 1);
    replace_by(old, row, MANY + 1, MANY + 1);
    row[0] = row[MANY - 1]; /* the keys in another order */
    row[MANY - 1] = first;
    replace_by(old, row, MANY, MANY);
    row[0] = row[1]; /* a key twice */
    row[0].value = 99;
    replace_by(old, row, MANY, MANY - 1);
    weight_rows_release(old);
    free(row);
}

/* Places that a removed row left are no places of rows that replace. */
static void versions_with_gaps_are_replaced(void **state)
{
    struct weight_rows *old = make_many(MANY, 1);
    struct weight_row *row = many(1, MANY, 2);
    struct weight_rows *rows;
    struct weight_row gone;
    bool alike;

    assert_int_equal(remove_row(old, 4, &gone), 0);
    rows = weight_rows_replace(old, row, MANY - 1, &alike);
    assert_false(alike);
    assert_int_equal(weight_rows_count(rows), MANY - 1);
    assert_many(rows, 1, MANY - 1, 2);
    assert_true(value_of(rows, MANY) == -1);
    weight_rows_release(rows);
    weight_rows_release(old);
    free(row);
}

/* ---- Any changes --------------------------------------------------------- */

enum { KEYS = 6000, STEPS = 60, MOST = 900, VERSIONS = 3 };

struct model {
    double value[KEYS]; /* -1: none */
};

/* Many rows at once, some keys twice. */
static void put_some(struct random *random, struct weight_rows *rows,
                     struct model *model)
{
    struct weight_row row[MOST];
    size_t count = random_below(random, MOST);

    for (size_t i = 0; i < count; i++) {
        int64_t id = (int64_t)random_below(random, KEYS);

        model->value[id] = (double)random_below(random, 100);
        row[i] = row_of(id, model->value[id]);
    }
    assert_int_equal(weight_rows_put(rows, row, count), 0);
}

static void step(struct random *random, struct weight_rows *rows,
                 struct model *model)
{
    size_t count = random_below(random, MOST);

    for (size_t i = 0; i < count; i++) {
        int64_t id = (int64_t)random_below(random, KEYS);
        struct weight_row gone;

        if (random_below(random, 5) < 2) {
            int r = remove_row(rows, id, &gone);

            assert_int_equal(r, model->value[id] == -1 ? -ENOENT : 0);
            model->value[id] = -1;
        } else {
            model->value[id] = (double)random_below(random, 100);
            put(rows, row_of(id, model->value[id]));
        }
    }
    put_some(random, rows, model);
    weight_rows_settle(rows);
}

static void compare(const struct weight_rows *rows, const struct model *model)
{
    size_t count = 0, seen = 0;

    for (int64_t id = 0; id < KEYS; id++) {
        count += model->value[id] != -1;
        if (value_of(rows, id) != model->value[id])
            fail_msg("row %d is %f", (int)id, value_of(rows, id));
    }
    for (size_t i = 0; i < weight_rows_end(rows); i++)
        seen += weight_rows_at(rows, i) != NULL;
    assert_int_equal(weight_rows_count(rows), count);
    assert_int_equal(seen, count);
}

static void any_changes_are_those_of_a_plain_list(void **state)
{
    static struct model model[VERSIONS];
    struct weight_rows *rows[VERSIONS];
    struct random random;

    random_seed(&random, 1);
    for (int i = 0; i < VERSIONS; i++)
        rows[i] = make();
    for (int i = 0; i < KEYS; i++)
        model[0].value[i] = -1;
    memcpy(&model[1], &model[0], sizeof(model[0]));
    memcpy(&model[2], &model[0], sizeof(model[0]));
    for (int s = 1; s <= STEPS; s++) {
        int at = s % VERSIONS;
        int from = (s - 1) % VERSIONS;

        compare(rows[at], &model[at]);
        weight_rows_release(rows[at]);
        rows[at] = fork_of(rows[from]);
        model[at] = model[from];
        step(&random, rows[at], &model[at]);
        compare(rows[at], &model[at]);
    }
    for (int i = 0; i < VERSIONS; i++) {
        compare(rows[i], &model[i]);
        weight_rows_release(rows[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_keys_with_other_numbers_replace),
        cmocka_unit_test(keys_that_come_again_replace),
        cmocka_unit_test(other_keys_replace_too),
        cmocka_unit_test(versions_with_gaps_are_replaced),
        cmocka_unit_test(any_changes_are_those_of_a_plain_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
