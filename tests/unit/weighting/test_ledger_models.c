/* ledger: named models: put, replaced, dropped; forks share what is not
 * changed.
 */
#include "core/weighting/ledger.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
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

static void assert_refused(const struct ledger *ledger,
                           struct weight_change change, int code,
                           const char *words)
{
    struct ledger *fork = ledger_fork(ledger);
    struct ledger_touches touches = {0};
    struct error error = {""};

    assert_non_null(fork);
    assert_int_equal(ledger_apply(fork, &change, 0, &touches, &error), code);
    assert_string_equal(error.text, words);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
    ledger_release(fork);
}

/* "a@1=one b@2=two": names, epochs and texts. */
static void assert_models(const struct ledger *ledger, const char *expected)
{
    const struct model_shelf *shelf = ledger->models;
    char words[400] = "";

    for (size_t i = 0; shelf && i < shelf->count; i++) {
        const struct shelf_model *model = &shelf->model[i];

        assert_int_equal(strlen(model->text->text), model->text->size);
        assert_ptr_equal(model_shelf_find(shelf, model->name), model);
        snprintf(words + strlen(words), 60, "%s%s@%ju=%s", i ? " " : "",
                 model->name, (uintmax_t)model->epoch, model->text->text);
    }
    assert_string_equal(words, expected);
}

static void put_and_replaced(void **state)
{
    struct ledger *ledger = make();

    assert_models(ledger, "");
    assert_null(model_shelf_find(ledger->models, "truck"));
    change_make_so(&ledger, change_model("truck", "one"));
    change_make_so(&ledger, change_model("bus", "two"));
    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,0\n"));
    change_make_so(&ledger, change_model("van", "three"));
    assert_models(ledger, "bus@2=two truck@1=one van@4=three");
    change_make_so(&ledger, change_model("truck", ""));
    assert_models(ledger, "bus@2=two truck@5= van@4=three");
    assert_null(model_shelf_find(ledger->models, "tru"));
    assert_null(model_shelf_find(ledger->models, "zoo"));
    assert_int_equal(ledger->epoch, 5);
    assert_int_equal(ledger->order, 1);
    assert_rows(ledger, "", WEIGHT_SEGMENTS, "1,2,0");
    ledger_release(ledger);
}

static void dropped_once(void **state)
{
    struct ledger *ledger = make();

    assert_refused(ledger, change_model("bus", NULL), -ENOENT,
                   "no model of the map is called 'bus'; there is none");
    change_make_so(&ledger, change_model("truck", "one"));
    change_make_so(&ledger, change_model("bus", "two"));
    assert_refused(
        ledger, change_model("van", NULL), -ENOENT,
        "no model of the map is called 'van'; there are: bus, truck");
    change_make_so(&ledger, change_model("bus", NULL));
    assert_models(ledger, "truck@1=one");
    change_make_so(&ledger, change_model("truck", NULL));
    assert_models(ledger, "");
    change_make_so(&ledger, change_model("bus", "three"));
    assert_models(ledger, "bus@5=three");
    ledger_release(ledger);
}

static void elders_keep_what_they_had(void **state)
{
    struct ledger *ledger = make();
    struct ledger *elder;

    change_make_so(&ledger, change_model("truck", "one"));
    change_make_so(&ledger, change_model("bus", "two"));
    elder = ledger_acquire(ledger);
    change_make_so(&ledger, change_make(CHANGE_PATCH, "", "1,2,0\n"));
    assert_ptr_equal(ledger->models, elder->models);
    change_make_so(&ledger, change_model("truck", "three"));
    change_make_so(&ledger, change_model("car", "four"));
    assert_ptr_equal(model_shelf_find(ledger->models, "bus")->text,
                     model_shelf_find(elder->models, "bus")->text);
    change_make_so(&ledger, change_model("bus", NULL));
    assert_models(elder, "bus@2=two truck@1=one");
    ledger_release(elder);
    assert_models(ledger, "car@5=four truck@4=three");
    ledger_release(ledger);
}

static void weights_are_not_touched(void **state)
{
    struct weight_change change = change_model("works", "one");
    struct ledger *ledger = make();
    struct ledger_touches touches;

    change_make_so(&ledger, change_make(CHANGE_PATCH, "works", "1,2,0\n"));
    touches = change_touch(&ledger, &change);
    assert_int_equal(touches.count, 0);
    assert_int_equal(ledger_layer(ledger, "works")->epoch, 1);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
    ledger_release(ledger);
}

static void no_more_than_allowed(void **state)
{
    struct ledger *ledger = make();
    char name[MODEL_NAME_SIZE];

    for (int i = 0; i < MODELS_MAX; i++) {
        snprintf(name, sizeof(name), "m%d", i);
        change_make_so(&ledger, change_model(name, "one"));
    }
    assert_refused(ledger, change_model("more", "one"), -ENOSPC,
                   "model 'more' would be one more than 1000 of a map");
    change_make_so(&ledger, change_model("m7", "two"));
    change_make_so(&ledger, change_model("m8", NULL));
    change_make_so(&ledger, change_model("more", "one"));
    assert_int_equal(ledger->models->count, MODELS_MAX);
    ledger_release(ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(put_and_replaced),
        cmocka_unit_test(dropped_once),
        cmocka_unit_test(elders_keep_what_they_had),
        cmocka_unit_test(weights_are_not_touched),
        cmocka_unit_test(no_more_than_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
