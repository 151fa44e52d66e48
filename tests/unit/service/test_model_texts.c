/* model_texts: a text is read once, and the last ones are kept; model_book:
 * what it lists. */
#include "core/service/model_texts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/parallel.h"
#include "core/service/model_book.h"
#include "tests/unit/cmocka_all.h"

static atomic_uint reads;
static bool slowly; /* so that others ask meanwhile */

static int read_text(const char *text, struct model **ret_model,
                     struct error *error)
{
    struct model *model;

    atomic_fetch_add(&reads, 1);
    if (slowly)
        usleep(10000);
    if (!strcmp(text, "bad"))
        return error_set(error, -EINVAL, "not good");
    model = model_create();
    assert_non_null(model);
    assert_int_equal(model_seal(model, text), 0);
    *ret_model = model;
    return 0;
}

static void init(struct model_texts *texts)
{
    model_texts_init(texts);
    texts->read = read_text;
    reads = 0;
}

static void get(struct model_texts *texts, const char *text)
{
    struct model *model;
    struct error error;

    if (model_texts_get(texts, text, &model, &error))
        fail_msg("%s", error.text);
    assert_string_equal(model->text, text);
    model_release(model);
}

static void get_number(struct model_texts *texts, int number)
{
    char text[20];

    snprintf(text, sizeof(text), "%d", number);
    get(texts, text);
}

static void a_text_is_read_once(void **state)
{
    struct model_texts texts;

    init(&texts);
    for (int i = 0; i < 10; i++)
        get_number(&texts, i % 2);
    assert_int_equal(reads, 2);
    model_texts_finish(&texts);
}

static void the_last_ones_are_kept(void **state)
{
    struct model_texts texts;

    init(&texts);
    for (int i = 0; i < MODEL_TEXTS_KEPT; i++)
        get_number(&texts, i);
    get_number(&texts, 0);
    assert_int_equal(reads, MODEL_TEXTS_KEPT);
    get_number(&texts, MODEL_TEXTS_KEPT); /* in the place of 1 */
    get_number(&texts, 0);
    get_number(&texts, 2);
    assert_int_equal(reads, MODEL_TEXTS_KEPT + 1);
    get_number(&texts, 1);
    assert_int_equal(reads, MODEL_TEXTS_KEPT + 2);
    model_texts_finish(&texts);
}

static void what_cannot_be_read_is_told(void **state)
{
    struct model_texts texts;
    struct model *model;
    struct error error;

    init(&texts);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(model_texts_get(&texts, "bad", &model, &error),
                         -EINVAL);
        assert_string_equal(error.text, "not good");
    }
    texts.read = NULL;
    assert_int_equal(model_texts_get(&texts, "good", &model, &error), -EINVAL);
    model_texts_finish(&texts);
}

static int ask(void *context, size_t part, struct error *error)
{
    for (int i = 0; i < 2000; i++)
        get_number(context, (int)(part * 7 + (size_t)i) % 5);
    return 0;
}

static void many_ask_at_once(void **state)
{
    struct model_texts texts;

    init(&texts);
    slowly = true;
    assert_int_equal(parallel_run(4, 4, ask, &texts, NULL), 0);
    slowly = false;
    assert_int_equal(reads, 5);
    model_texts_finish(&texts);
}

static void a_book_lists_by_name(void **state)
{
    struct model *model = model_create();
    struct model *found;
    struct named_model *item;
    struct model_book book;
    size_t count;

    model_book_init(&book);
    assert_int_equal(model_book_put(&book, "truck", model), 0);
    assert_int_equal(model_book_put(&book, "bus", model), 0);
    assert_int_equal(model_book_put(&book, "truck", model), 0);
    assert_int_equal(model_book_list(&book, &item, &count), 0);
    assert_int_equal(count, 2);
    assert_string_equal(item[0].name, "bus");
    assert_string_equal(item[1].name, "truck");
    assert_null(model_book_find(&book, "van"));
    found = model_book_find(&book, "bus");
    assert_ptr_equal(found, model);
    model_release(found);
    model_book_finish(&book);
    named_models_free(item, count); /* they were pinned */
    model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_read_once),
        cmocka_unit_test(the_last_ones_are_kept),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(many_ask_at_once),
        cmocka_unit_test(a_book_lists_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
