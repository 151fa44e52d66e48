/* entry: from fields to a change. */
#include "core/weighting/entry.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/entry_fixture.h"

/* ---- Operations ---------------------------------------------------------- */

struct form {
    const char *op;
    enum change_operation operation;
    const char *needs; /* in the order in which they are missed */
    const char *may;
};

#define MAY_NAME " scenario if-match key matched "

static const struct form forms[] = {
    {"patch", CHANGE_PATCH, " rows body ", MAY_NAME "profile ttl format "},
    {"put", CHANGE_PUT, " rows body ", MAY_NAME "profile ttl format "},
    {"delete", CHANGE_DELETE, " rows body ", MAY_NAME "profile format "},
    {"clear", CHANGE_CLEAR, " rows ", MAY_NAME "profile "},
    {"publish", CHANGE_PUBLISH, " scenario ", " key matched "},
    {"drop", CHANGE_DROP, " scenario ", " key matched "},
    {"model", CHANGE_MODEL, " model body ", " if-match key matched "},
    {"drop-model", CHANGE_DROP_MODEL, " model ", " if-match key matched "},
    {"none", CHANGE_EXPIRE, " ", " "},
};

enum { FORMS = sizeof(forms) / sizeof(forms[0]), NAMES = 10 };

static const char *const samples[NAMES][2] = {
    {"rows", "segments"}, {"profile", "car"}, {"scenario", "works"},
    {"model", "truck"},   {"ttl", "60"},      {"if-match", "3"},
    {"key", "monday"},    {"matched", "1"},   {"format", "csv"},
    {"body", "1,2,30\n"},
};

static bool has(const char *list, const char *name)
{
    char word[20];

    snprintf(word, sizeof(word), " %s ", name);
    return strstr(list, word) != NULL;
}

static void assert_read(struct entry_draft *draft, const char *unreadable,
                        enum change_operation operation)
{
    struct entry entry;

    assert_int_equal(entry_read((struct entry_id){7, 8}, draft->field,
                                draft->count, NULL, &entry),
                     0);
    assert_string_equal(entry.unreadable, unreadable);
    assert_int_equal(entry.id.ms, 7);
    assert_int_equal(entry.id.sequence, 8);
    if (!*unreadable) {
        assert_int_equal(entry.change.operation, operation);
        assert_int_equal(entry.is_empty, operation == CHANGE_EXPIRE);
    }
    entry_finish(&entry);
}

/* All that the form needs, and a profile with rows; but for `without`. */
static void draft_form(struct entry_draft *draft, const struct form *form,
                       const char *without)
{
    *draft = (struct entry_draft){.count = 0};
    entry_draft_add(draft, "op", form->op, strlen(form->op));
    for (int i = 0; i < NAMES; i++) {
        const char *name = samples[i][0];
        bool is_profile = has(form->needs, "rows") && !strcmp(name, "profile");

        if ((has(form->needs, name) || is_profile) && strcmp(name, without))
            entry_draft_add(draft, name, samples[i][1], strlen(samples[i][1]));
    }
}

static void operations_have_their_fields(void **state)
{
    for (int f = 0; f < FORMS; f++) {
        struct entry_draft draft;

        draft_form(&draft, &forms[f], "");
        assert_read(&draft, "", forms[f].operation);
        for (int i = 0; i < NAMES; i++) {
            const char *name = samples[i][0];
            char words[80] = "";

            if (has(forms[f].needs, name)) {
                draft_form(&draft, &forms[f], name);
                snprintf(words, sizeof(words), "op %s needs a field '%s'",
                         forms[f].op, name);
            } else {
                draft_form(&draft, &forms[f], "profile");
                if (has(forms[f].needs, "rows") && strcmp(name, "profile"))
                    entry_draft_add(&draft, "profile", "car", 3);
                entry_draft_add(&draft, name, samples[i][1],
                                strlen(samples[i][1]));
                if (!has(forms[f].may, name))
                    snprintf(words, sizeof(words), "op %s takes no field '%s'",
                             forms[f].op, name);
            }
            assert_read(&draft, words, forms[f].operation);
        }
    }
}

/* ---- Values -------------------------------------------------------------- */

static void fields_make_a_change(void **state)
{
    struct entry entry = entry_of(
        1000, "op=patch|rows=turns|profile=truck|scenario=w.o-r_k|ttl=315360000"
              "|if-match=18446744073709551615|key=!~|matched=4294967295"
              "|body=1,2,3,4.5\n3,2,1,closed");
    const struct weight_change *change = &entry.change;

    assert_string_equal(entry.unreadable, "");
    assert_false(entry.is_empty);
    assert_int_equal(change->operation, CHANGE_PATCH);
    assert_int_equal(change->kind, WEIGHT_TURNS);
    assert_string_equal(change->profile, "truck");
    assert_string_equal(change->scenario, "w.o-r_k");
    assert_int_equal(change->ttl_s, WEIGHT_TTL_MAX);
    assert_int_equal(change->ends_s, 0); /* once it is made */
    assert_true(change->has_if_match);
    assert_true(change->if_match == UINT64_MAX);
    assert_string_equal(change->key, "!~");
    assert_int_equal(change->matched, UINT32_MAX);
    assert_int_equal(change->rows.count, 2);
    assert_true(change->rows.row[1].value == ROW_CLOSED);
    assert_string_equal(change->text, "1,2,3,4.5\n3,2,1,closed");
    assert_false(change->text_gzip);
    entry_finish(&entry);

    entry = entry_of(1000, "op=model|model=truck|if-match=0|body={}");
    assert_string_equal(entry.change.model, "truck");
    assert_true(entry.change.has_if_match);
    assert_int_equal(entry.change.if_match, 0);
    assert_string_equal(entry.change.text, "{}");
    assert_int_equal(entry.change.text_bytes, 2);
    entry_finish(&entry);
}

#define OPS   "patch, put, delete, clear, publish, drop, model, drop-model, none"
#define PATCH "op=patch|rows=segments|profile=car|body=1,2,30"
#define TEN   "0123456789"

static const char *const refusals[][2] = {
    {"", "it has no field 'op'; write one of " OPS},
    {"key=monday", "it has no field 'op'; write one of " OPS},
    {"op=Patch", "op 'Patch' is none of " OPS},
    {"op=patc", "op 'patc' is none of " OPS},
    {"op=", "op '' is none of " OPS},
    {"op=none|note=hello", "no field is called 'note'"},
    {"op=none|Op=none", "no field is called 'Op'"},
    {"op=none|=x", "no field is called ''"},
    {"op=none|" TEN TEN TEN TEN "x=",
     "no field is called '" TEN TEN TEN TEN "'"},
    {"op=none|\x1b\xff\n=", "no field is called '\?\?\?'"},
    {"op=none|op=none", "it has two fields 'op'"},
    {PATCH "|body=1,2,30", "it has two fields 'body'"},

    {"op=clear|rows=segment",
     "rows 'segment' is none of segments, turns, arcs"},
    {"op=clear|rows=", "rows '' is none of segments, turns, arcs"},
    {"op=clear|rows=segments", "segments and turns need a field 'profile'"},
    {"op=clear|rows=turns", "segments and turns need a field 'profile'"},
    {"op=clear|rows=arcs|profile=car", "arcs are of no profile"},
    {"op=clear|rows=turns|profile=", "profile is not a line of 1 to 31 bytes"},
    {"op=clear|rows=turns|profile=c\tr",
     "profile is not a line of 1 to 31 bytes"},
    {"op=clear|rows=turns|profile=" TEN TEN TEN "12",
     "profile is not a line of 1 to 31 bytes"},

    {"op=drop|scenario=", "scenario is not a line of 1 to 63 bytes"},
    {"op=drop|scenario=" TEN TEN TEN TEN TEN TEN "1234",
     "scenario is not a line of 1 to 63 bytes"},
    {"op=drop|scenario=a b", "scenario 'a b' has other characters than A-Z, "
                             "a-z, 0-9, '.', '_', '-', or is '.' or '..'"},
    {"op=drop-model|model=..", "model '..' has other characters than A-Z, a-z, "
                               "0-9, '.', '_', '-', or is '.' or '..'"},
    {PATCH "|key=", "key is not a line of 1 to 128 bytes"},
    {PATCH "|key=a b", "key has characters that are not visible ones of ASCII"},
    {PATCH "|key=\xc3\xa4",
     "key has characters that are not visible ones of ASCII"},

    {PATCH "|ttl=315360001",
     "ttl '315360001' is not a whole number up to 315360000"},
    {PATCH "|ttl=-1", "ttl '-1' is not a whole number up to 315360000"},
    {PATCH "|ttl=1.5", "ttl '1.5' is not a whole number up to 315360000"},
    {PATCH "|ttl=", "ttl is not a line of 1 to 23 bytes"},
    {PATCH "|matched=4294967296",
     "matched '4294967296' is not a whole number up to 4294967295"},
    {PATCH "|if-match=18446744073709551616",
     "if-match '18446744073709551616' is not a whole number up to "
     "18446744073709551615"},
    {PATCH "|if-match=*",
     "if-match '*' is not a whole number up to 18446744073709551615"},

    {PATCH "|format=CSV", "format 'CSV' is none of csv, csv.gz, binary"},
    {PATCH "|format=", "format '' is none of csv, csv.gz, binary"},
    {PATCH "|format=csv.gz", "body: it is not gzip, at byte 0"},
    {PATCH "|format=binary", "body: its rows have another length"},
    {"op=put|rows=segments|profile=car|body=", "the body has no rows"},
    {"op=put|rows=segments|profile=car|body=\n", "the body has no rows"},
    {"op=delete|rows=arcs|format=binary|body=", "the body has no rows"},
};

static void what_is_no_entry_says_why(void **state)
{
    for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
        struct entry entry = entry_of(1, refusals[i][0]);

        assert_string_equal(entry.unreadable, refusals[i][1]);
        entry_finish(&entry);
    }
}

static void names_may_be_that_long(void **state)
{
    struct entry entry =
        entry_of(1, "op=put|rows=segments|profile=" TEN TEN TEN
                    "1|scenario=" TEN TEN TEN TEN TEN TEN
                    "123|key=" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
                    "12345678|body=1,2,3");

    assert_string_equal(entry.unreadable, "");
    assert_int_equal(strlen(entry.change.profile), ROAD_NAME_SIZE - 1);
    assert_int_equal(strlen(entry.change.scenario), SCENARIO_NAME_SIZE - 1);
    assert_int_equal(strlen(entry.change.key), IDEMPOTENCY_KEY_SIZE - 1);
    entry_finish(&entry);
    entry = entry_of(1, PATCH
                     "|key=" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
                     "123456789");
    assert_string_equal(entry.unreadable,
                        "key is not a line of 1 to 128 bytes");
    entry_finish(&entry);
}

/* ---- Bodies -------------------------------------------------------------- */

/* Reads a patch of segments with this body. */
static struct entry with_body(const char *op, const char *format,
                              const void *body, size_t size)
{
    struct entry_draft draft;
    struct entry entry;

    entry_draft(&draft, "rows=segments|profile=car");
    entry_draft_add(&draft, "op", op, strlen(op));
    entry_draft_add(&draft, "format", format, strlen(format));
    entry_draft_add(&draft, "body", body, size);
    assert_int_equal(entry_read((struct entry_id){1, 0}, draft.field,
                                draft.count, NULL, &entry),
                     0);
    entry_draft_finish(&draft);
    return entry;
}

static void bodies_have_the_same_rows(void **state)
{
    static const char csv[] = "1,2,30\nway 7,both,0\n3,4,5.5,7\n";
    struct weight_list rows = rows_read(WEIGHT_SEGMENTS, csv, false);
    size_t bytes = rows.count * sizeof(*rows.row);
    char packed[200];
    struct entry entry[] = {
        with_body("put", "csv", csv, strlen(csv)),
        with_body("put", "csv.gz", packed,
                  gzip_text(csv, packed, sizeof(packed))),
        with_body("put", "binary", rows.row, bytes),
    };

    for (int i = 0; i < 3; i++) {
        const struct weight_change *change = &entry[i].change;

        assert_string_equal(entry[i].unreadable, "");
        assert_int_equal(change->rows.count, 4);
        assert_memory_equal(change->rows.row, rows.row, bytes);
        assert_int_equal(change->text != NULL, i < 2);
        assert_int_equal(change->text_gzip, i == 1);
        entry_finish(&entry[i]);
    }
    weight_list_finish(&rows);
}

static void assert_body(struct entry entry, const char *unreadable)
{
    if (strncmp(entry.unreadable, unreadable, strlen(unreadable)) != 0)
        fail_msg("'%s' instead of '%s'", entry.unreadable, unreadable);
    assert_int_equal(!*entry.unreadable, !*unreadable);
    entry_finish(&entry);
}

static void texts_that_are_no_rows_say_where(void **state)
{
    char packed[200];
    size_t size = gzip_text("1,2,30\n1,x,30", packed, sizeof(packed));

    assert_body(with_body("put", "csv", "1,2,30\n1,2", 10), "body: line 2, ");
    assert_body(with_body("delete", "csv", "1,2\n1", 5), "body: line 2, ");
    assert_body(with_body("delete", "csv", "1,2\n1,3", 7), "");
    assert_body(with_body("put", "csv", "1,2,\0", 5), "body: line 1, ");
    assert_body(with_body("put", "csv.gz", packed, size), "body: line 2, ");
    assert_body(with_body("put", "csv.gz", packed, size - 1),
                "body: the gzip data is damaged or cut short, behind byte 0");
    assert_body(with_body("put", "csv.gz", packed, 0),
                "body: it is not gzip, at byte 0");
}

static void assert_row(const char *kind, const char *op, struct weight_row row,
                       bool is_one)
{
    struct weight_row rows[] = {{.key = {{1, 2, 0}}, .value = 3}, row};
    struct entry_draft draft;
    struct entry entry;

    entry_draft(&draft, "format=binary");
    entry_draft_add(&draft, "op", op, strlen(op));
    entry_draft_add(&draft, "rows", kind, strlen(kind));
    if (strcmp(kind, "arcs") != 0)
        entry_draft_add(&draft, "profile", "car", 3);
    entry_draft_add(&draft, "body", rows, sizeof(rows));
    assert_int_equal(entry_read((struct entry_id){1, 0}, draft.field,
                                draft.count, NULL, &entry),
                     0);
    assert_string_equal(entry.unreadable,
                        is_one ? "" : "body: row 2 is not one");
    entry_finish(&entry);
    entry_draft_finish(&draft);
}

#define KEY(a, b, c) ((struct weight_row){.key = {{a, b, c}}, .value = 1})
#define VALUE(v, r)                                                            \
    ((struct weight_row){.key = {{1, 2, 0}}, .value = (v), .rate = (r)})

static void binary_rows_are_ones_that_texts_could_name(void **state)
{
    assert_row("segments", "patch", KEY(5, 6, SEGMENT_PAIR), true);
    assert_row("segments", "patch", KEY(5, 0, SEGMENT_WAY_FORWARD), true);
    assert_row("segments", "patch", KEY(5, 0, SEGMENT_WAY_BACKWARD), true);
    assert_row("segments", "patch", KEY(5, 1, SEGMENT_WAY_FORWARD), false);
    assert_row("segments", "delete", KEY(5, 0, 3), false);
    assert_row("segments", "patch", KEY(-1, 0, 0), false);
    assert_row("turns", "patch", KEY(5, 6, 7), true);
    assert_row("turns", "patch", KEY(5, 6, -7), false);
    assert_row("arcs", "delete", KEY(5, 6, 0), true);
    assert_row("arcs", "delete", KEY(5, 6, 1), false);

    assert_row("segments", "put", VALUE(ROW_CLOSED, ROW_KEPT), true);
    assert_row("segments", "put", VALUE(0, ROW_AS_VALUE), false);
    assert_row("segments", "put", VALUE(NAN, ROW_AS_VALUE), false);
    assert_row("segments", "put", VALUE(5, INFINITY), false);
    assert_row("segments", "put", VALUE(5, -3), false);
    assert_row("segments", "delete", VALUE(NAN, -3), true);
    assert_row("turns", "put", VALUE(0, 0), true);
    assert_row("turns", "put", VALUE(-2, 0), false);
    assert_row("arcs", "put", VALUE(4294967293, 0), true);
    assert_row("arcs", "put", VALUE(4294967294, 0), false);
    assert_row("arcs", "put", VALUE(1.5, 0), false);
}

/* ---- Models -------------------------------------------------------------- */

static int check_model(const char *text, struct error *error)
{
    if (!strcmp(text, "{}"))
        return 0;
    return strcmp(text, "none")
               ? error_set(error, -EINVAL, "'%s' is none", text)
               : -ENOMEM;
}

static void assert_model(const char *text, size_t size, int code,
                         const char *unreadable)
{
    struct entry_draft draft;
    struct entry entry;

    entry_draft(&draft, "op=model|model=truck");
    entry_draft_add(&draft, "body", text, size);
    assert_int_equal(entry_read((struct entry_id){1, 0}, draft.field,
                                draft.count, check_model, &entry),
                     code);
    assert_string_equal(entry.unreadable, unreadable);
    entry_finish(&entry);
    entry_draft_finish(&draft);
}

static void models_are_checked(void **state)
{
    assert_model("{}", 2, 0, "");
    assert_model("[]", 2, 0, "body: '[]' is none");
    assert_model("", 0, 0, "body: '' is none");
    assert_model("{}\0", 3, 0, "the model has a byte 0");
    assert_model("none", 4, -ENOMEM, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_have_their_fields),
        cmocka_unit_test(fields_make_a_change),
        cmocka_unit_test(what_is_no_entry_says_why),
        cmocka_unit_test(names_may_be_that_long),
        cmocka_unit_test(bodies_have_the_same_rows),
        cmocka_unit_test(texts_that_are_no_rows_say_where),
        cmocka_unit_test(binary_rows_are_ones_that_texts_could_name),
        cmocka_unit_test(models_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
