/* entry: from a change to fields and back; ids. */
#include "core/weighting/entry.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/entry_fixture.h"

/* ---- Writing ------------------------------------------------------------- */

static void assert_same_change(const struct weight_change *a,
                               const struct weight_change *b)
{
    assert_int_equal(a->operation, b->operation);
    assert_int_equal(a->kind, b->kind);
    assert_string_equal(a->profile, b->profile);
    assert_string_equal(a->scenario, b->scenario);
    assert_string_equal(a->model, b->model);
    assert_string_equal(a->key, b->key);
    assert_int_equal(a->ttl_s, b->ttl_s);
    assert_int_equal(a->has_if_match, b->has_if_match);
    assert_int_equal(a->if_match, b->if_match);
    assert_int_equal(a->matched, b->matched);
    assert_int_equal(a->text_gzip, b->text_gzip);
    assert_int_equal(a->text_bytes, b->text_bytes);
    assert_memory_equal(a->digest, b->digest, sizeof(a->digest));
    assert_int_equal(a->rows.count, b->rows.count);
    if (a->rows.count)
        assert_memory_equal(a->rows.row, b->rows.row,
                            a->rows.count * sizeof(*a->rows.row));
}

/* Written as these words, and read again as the same change. */
static void assert_written(struct weight_change *change, const char *words)
{
    struct entry_fields fields;
    struct entry entry;
    char *found;

    weight_change_digest(change);
    entry_write(change, &fields);
    found = entry_fields_words(&fields);
    assert_string_equal(found, words);
    free(found);
    assert_int_equal(entry_read((struct entry_id){1, 0}, fields.field,
                                fields.count, NULL, &entry),
                     0);
    assert_string_equal(entry.unreadable, "");
    assert_same_change(&entry.change, change);
    entry_finish(&entry);
    weight_change_finish(change);
}

static struct weight_change with_text(struct weight_change change,
                                      const char *csv)
{
    change.text = strdup(csv);
    change.text_bytes = strlen(csv);
    return change;
}

static void changes_are_written_and_read_again(void **state)
{
    struct weight_change change = with_text(
        change_of(WEIGHT_TURNS, CHANGE_PATCH, "works", "1,2,3,4"), "1,2,3,4");

    change.ttl_s = 60;
    change.has_if_match = true;
    change.if_match = UINT64_MAX;
    change.matched = UINT32_MAX;
    strcpy(change.key, "monday");
    assert_written(&change,
                   "op=patch|rows=turns|profile=car|scenario=works|ttl=60"
                   "|if-match=18446744073709551615|key=monday"
                   "|matched=4294967295|body=1,2,3,4");
    change = with_text(change_make(CHANGE_DELETE, "", "1,2"), "1,2");
    assert_written(&change, "op=delete|rows=segments|profile=car|body=1,2");
    change = change_of(WEIGHT_ARCS, CHANGE_CLEAR, "", NULL);
    change.has_if_match = true;
    assert_written(&change, "op=clear|rows=arcs|if-match=0");
    change = (struct weight_change){.operation = CHANGE_PUBLISH,
                                    .scenario = "works"};
    assert_written(&change, "op=publish|scenario=works");
    change.operation = CHANGE_DROP;
    assert_written(&change, "op=drop|scenario=works");
    change = change_model("truck", "{\"a\": 1}");
    assert_written(&change, "op=model|model=truck|body={\"a\": 1}");
    change = change_model("truck", NULL);
    assert_written(&change, "op=drop-model|model=truck");
}

static void rows_are_written_and_read_again(void **state)
{
    static const char csv[] = "1,2,30\nway 7,both,0\n";
    struct weight_change change = change_make(CHANGE_PUT, "", csv);
    struct weight_change packed = change_make(CHANGE_PUT, "", csv);
    struct entry_fields fields;
    struct entry entry;

    packed.text = malloc(200);
    packed.text_bytes = gzip_text(csv, packed.text, 200);
    packed.text_gzip = true;
    change.rows.row[1].ends_s = 900; /* as JSON may say */
    for (int i = 0; i < 2; i++) {
        struct weight_change *each = i ? &packed : &change;

        weight_change_digest(each);
        entry_write(each, &fields);
        assert_int_equal(fields.count, 5);
        assert_string_equal(fields.field[3].value, i ? "csv.gz" : "binary");
        assert_int_equal(entry_read((struct entry_id){1, 0}, fields.field,
                                    fields.count, NULL, &entry),
                         0);
        assert_string_equal(entry.unreadable, "");
        assert_same_change(&entry.change, each);
        entry_finish(&entry);
        weight_change_finish(each);
    }
}

static void an_entry_may_only_let_rows_end(void **state)
{
    struct entry_fields fields;
    char *words;

    entry_write(NULL, &fields);
    words = entry_fields_words(&fields);
    assert_string_equal(words, "op=none");
    free(words);
}

/* ---- Ids ----------------------------------------------------------------- */

static void ids_are_written_and_read_again(void **state)
{
    static const char *const none[] = {"",
                                       "17",
                                       "17-",
                                       "-1",
                                       "1-2-3",
                                       "a-1",
                                       "1- 2",
                                       "1--2",
                                       "0x1-1",
                                       "18446744073709551616-0",
                                       "0-18446744073709551616",
                                       "000000000000000000000001-0"};
    struct entry_id id = {UINT64_MAX, UINT64_MAX};
    char text[ENTRY_ID_SIZE];

    entry_id_write(id, text);
    assert_string_equal(text, "18446744073709551615-18446744073709551615");
    id = (struct entry_id){0};
    assert_true(entry_id_read(text, &id));
    assert_true(id.ms == UINT64_MAX && id.sequence == UINT64_MAX);
    assert_true(entry_id_read("1732-5", &id));
    assert_int_equal(id.ms, 1732);
    assert_int_equal(id.sequence, 5);
    for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
        assert_false(entry_id_read(none[i], &id));
}

static void ids_have_an_order(void **state)
{
    struct entry_id first = {5, 7}, second = {5, 8}, third = {6, 0};

    assert_true(entry_id_before(first, second));
    assert_true(entry_id_before(second, third));
    assert_false(entry_id_before(third, first));
    assert_false(entry_id_before(second, second));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_written_and_read_again),
        cmocka_unit_test(rows_are_written_and_read_again),
        cmocka_unit_test(an_entry_may_only_let_rows_end),
        cmocka_unit_test(ids_are_written_and_read_again),
        cmocka_unit_test(ids_have_an_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
