/* entry: what it does to a ledger; what judges it. */
#include "core/weighting/entry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/weight_csv.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/entry_fixture.h"

#define ROWS "|rows=segments|profile=car"

static void assert_words(const struct entry_taker *taker, const char *expected)
{
    char *words = ledger_words(taker->ledger);

    assert_string_equal(words, expected);
    free(words);
}

/* ---- Epochs -------------------------------------------------------------- */

static void entry_n_makes_epoch_n(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_false(ledger_follows(taker.ledger));
    taker.ledger->beginning = 77;
    assert_made(&taker, 1001, "op=patch" ROWS "|body=1,2,30\n2,1,0");
    assert_refused(&taker, 1002, "op=nothing", CHANGED_UNREADABLE,
                   "op 'nothing' is none of patch, put, delete, clear, "
                   "publish, drop, model, drop-model, none");
    assert_int_equal(taker.touches.count, 0);
    assert_made(&taker, 1003, "op=none");
    assert_refused(&taker, 1004, "op=publish|scenario=works",
                   CHANGED_UNKNOWN_SCENARIO,
                   "no scenario is called 'works'; there is none");
    assert_made(&taker, 1005, "op=model|model=truck|body={}");
    assert_words(&taker, "epoch 5, order 2\n"
                         "live, epoch 1\n"
                         "  car segments, epoch 1\n"
                         "    1,2,30 #1\n"
                         "    2,1,0 #2\n"
                         "model truck, epoch 5: {}\n");
    assert_true(ledger_follows(taker.ledger));
    assert_int_equal(taker.ledger->beginning, 77);
    assert_int_equal(taker.ledger->entry.ms, 1005);
    entry_taker_finish(&taker);
}

static void another_change_ends_the_following(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1001, "op=patch" ROWS "|body=1,2,30");
    assert_true(ledger_follows(taker.ledger));
    change_make_so(&taker.ledger, change_make(CHANGE_PATCH, "", "1,2,31\n"));
    assert_false(ledger_follows(taker.ledger));
    assert_int_equal(taker.ledger->beginning, 0);
    assert_int_equal(taker.ledger->epoch, 2);
    entry_taker_finish(&taker);
}

static void every_operation_is_made(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1, "op=patch" ROWS "|body=1,2,30\n3,4,5");
    assert_made(&taker, 2, "op=put" ROWS "|scenario=works|body=1,2,0");
    assert_made(&taker, 3, "op=put" ROWS "|scenario=night|body=1,2,1");
    assert_made(&taker, 4, "op=delete" ROWS "|body=3,4\n8,9");
    assert_made(&taker, 5, "op=publish|scenario=works");
    assert_made(&taker, 6, "op=drop|scenario=night");
    assert_made(&taker, 7, "op=patch|rows=arcs|body=1,2,70");
    assert_made(&taker, 8, "op=clear|rows=arcs");
    assert_made(&taker, 9, "op=clear|rows=turns|profile=car");
    assert_made(&taker, 10, "op=model|model=truck|body={}");
    assert_made(&taker, 11, "op=model|model=bus|body={}");
    assert_made(&taker, 12, "op=drop-model|model=truck");
    assert_words(&taker, "epoch 12, order 8\n"
                         "live, epoch 9\n"
                         "  car segments, epoch 5\n"
                         "    1,2,0 #7\n"
                         "   arcs, epoch 8\n"
                         "  car turns, epoch 9\n"
                         "model bus, epoch 11: {}\n");
    entry_taker_finish(&taker);
}

/* ---- Ends ---------------------------------------------------------------- */

static void assert_end(uint64_t ms, const char *ttl, uint32_t ends_s)
{
    struct entry_taker taker;
    char words[100];

    snprintf(words, sizeof(words), "op=put" ROWS "|ttl=%s|body=1,2,30", ttl);
    entry_taker_init(&taker);
    assert_made(&taker, ms, words);
    assert_int_equal(taker.entry.change.ends_s, ends_s);
    assert_true(ledger_first_end(taker.ledger) ==
                (ends_s ? ends_s : UINT32_MAX));
    entry_taker_finish(&taker);
}

static void a_time_to_live_begins_with_the_entry(void **state)
{
    assert_end(10000, "5", 15);
    assert_end(10001, "5", 16);
    assert_end(10999, "5", 16);
    assert_end(11000, "5", 16);
    assert_end(1, "1", 2);
    assert_end(10000, "0", 0);
    assert_end(UINT64_C(4294967000000), "315360000", UINT32_MAX - 1);
    assert_end(UINT64_MAX, "1", UINT32_MAX - 1);
}

static void rows_end_with_the_first_entry_behind_them(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 10000, "op=patch" ROWS "|ttl=5|body=1,2,30\n3,4,5");
    assert_made(&taker, 10000,
                "op=patch" ROWS "|scenario=works|ttl=5|body=1,2,0");
    assert_made(&taker, 10001, "op=patch" ROWS "|ttl=5|body=3,4,6");
    assert_made(&taker, 14999, "op=none");
    assert_int_equal(taker.touches.count, 0);
    assert_rows(taker.ledger, "", WEIGHT_SEGMENTS, "1,2,30 3,4,6");
    assert_made(&taker, 15000, "op=none");
    assert_int_equal(taker.touches.count, 2);
    assert_int_equal(taker.touches.touch[0].removed.count, 1);
    assert_string_equal(taker.touches.touch[1].scenario, "works");
    assert_words(&taker, "epoch 5, order 4\n"
                         "live, epoch 5\n"
                         "  car segments, epoch 5\n"
                         "    3,4,6 #4 until 16\n"
                         "scenario works, epoch 5\n"
                         "  car segments, epoch 5\n");
    assert_made(&taker, 17000, "op=none");
    assert_rows(taker.ledger, "", WEIGHT_SEGMENTS, "");
    entry_taker_finish(&taker);
}

static void rows_end_before_the_entry_is_judged(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 10000, "op=patch" ROWS "|ttl=5|body=1,2,30");
    assert_refused(&taker, 15000, "op=delete" ROWS "|body=1,2",
                   CHANGED_NO_MATCH, "none of its rows is there");
    assert_made(&taker, 15001, "op=patch" ROWS "|ttl=5|body=1,2,31");
    assert_refused(&taker, 21000, "op=patch" ROWS "|if-match=3|body=1,2,32",
                   CHANGED_OTHER_EPOCH,
                   "If-Match says epoch 3, but the last change of these "
                   "weights is epoch 4");
    assert_made(&taker, 21001, "op=patch" ROWS "|if-match=4|body=1,2,33");
    entry_taker_finish(&taker);
}

/* Refused before and while the ledger takes it. */
static void rows_end_with_refused_entries_too(void **state)
{
    static const char *const refused[] = {"op=?", "op=drop|scenario=works",
                                          "op=drop-model|model=truck"};

    for (int i = 0; i < 3; i++) {
        struct entry_taker taker;

        entry_taker_init(&taker);
        assert_made(&taker, 10000, "op=patch" ROWS "|ttl=5|body=1,2,30");
        assert_made(&taker, 10001, "op=patch" ROWS "|body=3,4,5");
        assert_int_not_equal(taker_take(&taker, 15000, refused[i]), CHANGED_OK);
        assert_int_equal(taker.touches.count, 1);
        assert_int_equal(taker.touches.touch[0].removed.count, 1);
        assert_int_equal(taker.ledger->entry.ms, 15000);
        assert_words(&taker, "epoch 3, order 2\n"
                             "live, epoch 3\n"
                             "  car segments, epoch 3\n"
                             "    3,4,5 #2\n");
        entry_taker_finish(&taker);
    }
}

static void touches_are_those_of_the_change_too(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 10000, "op=patch" ROWS "|ttl=5|body=1,2,30");
    assert_made(&taker, 15000, "op=patch" ROWS "|body=1,2,40\n3,4,5");
    assert_int_equal(taker.touches.count, 2);
    assert_int_equal(taker.touches.touch[0].removed.count, 1);
    assert_int_equal(taker.touches.touch[1].put_count, 2);
    assert_rows(taker.ledger, "", WEIGHT_SEGMENTS, "1,2,40 3,4,5");
    assert_int_equal(ledger_first_end(taker.ledger), UINT32_MAX);
    entry_taker_finish(&taker);
}

/* ---- Refusals ------------------------------------------------------------ */

static void if_match_names_the_last_change(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1, "op=patch" ROWS "|if-match=0|body=1,2,30");
    assert_refused(&taker, 2, "op=patch" ROWS "|if-match=0|body=1,2,31",
                   CHANGED_OTHER_EPOCH,
                   "If-Match says epoch 0, but the last change of these "
                   "weights is epoch 1");
    assert_made(&taker, 3, "op=patch|rows=arcs|if-match=0|body=1,2,3");
    assert_made(&taker, 4,
                "op=put" ROWS "|scenario=works|if-match=0|body=1,2,3");
    assert_made(&taker, 5, "op=clear" ROWS "|if-match=1");
    assert_made(&taker, 6, "op=model|model=truck|if-match=0|body={}");
    assert_refused(&taker, 7, "op=drop-model|model=truck|if-match=5",
                   CHANGED_OTHER_EPOCH,
                   "If-Match says epoch 5, but the last change of this model "
                   "is epoch 6");
    assert_made(&taker, 8, "op=drop-model|model=truck|if-match=6");
    assert_refused(&taker, 9, "op=drop-model|model=truck|if-match=0",
                   CHANGED_UNKNOWN_MODEL,
                   "no model of the map is called 'truck'; there is none");
    entry_taker_finish(&taker);
}

#define KEYED "op=patch" ROWS "|key=monday|matched=1|body=1,2,30\n2,1,0"

static void keys_are_judged_before_epochs(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1, KEYED);
    assert_made(&taker, 2, "op=patch" ROWS "|body=1,2,40");
    assert_refused(&taker, 3, KEYED, CHANGED_BEFORE, "");
    assert_refused(&taker, 4, KEYED "|if-match=7", CHANGED_BEFORE, "");
    assert_refused(&taker, 5, "op=patch" ROWS "|key=monday|body=1,2,30",
                   CHANGED_OTHER_REQUEST,
                   "the Idempotency-Key 'monday' was used for another request");
    assert_refused(&taker, 6, KEYED "|ttl=60", CHANGED_OTHER_REQUEST,
                   "the Idempotency-Key 'monday' was used for another request");
    assert_rows(taker.ledger, "", WEIGHT_SEGMENTS, "2,1,0 1,2,40");
    assert_int_equal(taker.ledger->epoch, 6);
    entry_taker_finish(&taker);
}

static void keys_are_kept_with_their_answers(void **state)
{
    const struct known_key *known;
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1, "op=none");
    assert_made(&taker, 2, KEYED);
    assert_made(&taker, 3, "op=patch" ROWS "|body=1,2,40");
    assert_made(&taker, 4, "op=clear" ROWS "|key=tuesday|matched=2");
    assert_int_equal(taker.keys.count, 2);
    known = key_book_find(&taker.keys, "monday");
    assert_int_equal(known->epoch, 2);
    assert_int_equal(known->rows, 2);
    assert_int_equal(known->matched, 1);
    known = key_book_find(&taker.keys, "tuesday");
    assert_int_equal(known->rows, 2); /* as many as it removed */
    assert_int_equal(known->matched, 2);
    assert_memory_equal(known->digest, taker.entry.change.digest,
                        sizeof(known->digest));
    entry_taker_finish(&taker);
}

/* A key of what was refused is free. */
static void refused_entries_use_no_key(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_refused(&taker, 1, "op=drop|scenario=works|key=monday",
                   CHANGED_UNKNOWN_SCENARIO,
                   "no scenario is called 'works'; there is none");
    assert_made(&taker, 2, "op=patch" ROWS "|scenario=works|body=1,2,3");
    assert_made(&taker, 3, "op=drop|scenario=works|key=monday");
    entry_taker_finish(&taker);
}

static void deletions_match_a_row(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_refused(&taker, 1, "op=delete" ROWS "|body=1,2", CHANGED_NO_MATCH,
                   "none of its rows is there");
    assert_made(&taker, 2, "op=patch" ROWS "|body=1,2,30\n3,4,5");
    assert_refused(&taker, 3, "op=delete" ROWS "|body=2,1\n4,3",
                   CHANGED_NO_MATCH, "none of its rows is there");
    assert_refused(&taker, 4, "op=delete|rows=segments|profile=foot|body=1,2",
                   CHANGED_NO_MATCH, "none of its rows is there");
    assert_refused(&taker, 5, "op=delete" ROWS "|scenario=works|body=1,2",
                   CHANGED_UNKNOWN_SCENARIO,
                   "no scenario is called 'works'; there is none");
    assert_made(&taker, 6, "op=delete" ROWS "|body=2,1\n1,2");
    assert_rows(taker.ledger, "", WEIGHT_SEGMENTS, "3,4,5");
    assert_int_equal(ledger_layer(taker.ledger, "")->epoch, 6);
    entry_taker_finish(&taker);
}

static void names_must_be_known(void **state)
{
    struct entry_taker taker;

    entry_taker_init(&taker);
    assert_made(&taker, 1, "op=patch" ROWS "|scenario=works|body=1,2,3");
    assert_refused(&taker, 2, "op=clear" ROWS "|scenario=night",
                   CHANGED_UNKNOWN_SCENARIO,
                   "no scenario is called 'night'; there are: works");
    assert_made(&taker, 3, "op=model|model=bus|body={}");
    assert_refused(&taker, 4, "op=drop-model|model=truck",
                   CHANGED_UNKNOWN_MODEL,
                   "no model of the map is called 'truck'; there are: bus");
    assert_int_equal(taker.ledger->epoch, 4);
    entry_taker_finish(&taker);
}

/* weights.scenarios-max is a setting, which replicas may have differently. */
static void any_number_of_scenarios_is_taken(void **state)
{
    enum { SCENARIOS = 300 };
    struct entry_taker taker;

    entry_taker_init(&taker);
    for (int i = 0; i < SCENARIOS; i++) {
        char words[100];

        snprintf(words, sizeof(words),
                 "op=patch" ROWS "|scenario=s%d|body=1,2,3", i);
        assert_made(&taker, 1, words);
    }
    assert_int_equal(taker.ledger->count, SCENARIOS + 1);
    entry_taker_finish(&taker);
}

static void models_have_a_limit_for_all(void **state)
{
    struct entry_taker taker;
    char name[20];

    entry_taker_init(&taker);
    for (int i = 0; i < MODELS_MAX; i++) {
        snprintf(name, sizeof(name), "m%d", i);
        assert_int_equal(ledger_restore_model(taker.ledger, name, 0, "{}", 2),
                         0);
    }
    assert_refused(&taker, 1, "op=model|model=more|body={}", CHANGED_TOO_MANY,
                   "model 'more' would be one more than 1000 of a map");
    assert_made(&taker, 2, "op=model|model=m5|body={}");
    assert_int_equal(taker.ledger->models->count, MODELS_MAX);
    entry_taker_finish(&taker);
}

/* ---- The judge ----------------------------------------------------------- */

static void the_first_answer_is_found(void **state)
{
    const struct known_key *known = NULL;
    struct entry_taker taker;
    struct entry entry = entry_of(2, KEYED);
    struct error words = {""};

    entry_taker_init(&taker);
    assert_int_equal(
        change_judge(taker.ledger, &taker.keys, &entry.change, &known, &words),
        CHANGED_OK);
    assert_null(known);
    assert_made(&taker, 1, KEYED);
    assert_int_equal(
        change_judge(taker.ledger, &taker.keys, &entry.change, &known, &words),
        CHANGED_BEFORE);
    assert_ptr_equal(known, key_book_find(&taker.keys, "monday"));
    assert_string_equal(words.text, "");
    entry_finish(&entry);
    entry_taker_finish(&taker);
}

static void codes_of_ledgers_are_refusals(void **state)
{
    const struct weight_change rows = {.operation = CHANGE_DROP};
    const struct weight_change model = {.operation = CHANGE_DROP_MODEL};

    assert_int_equal(change_refusal(&rows, -ENOENT), CHANGED_UNKNOWN_SCENARIO);
    assert_int_equal(change_refusal(&model, -ENOENT), CHANGED_UNKNOWN_MODEL);
    assert_int_equal(change_refusal(&rows, -ENOSPC), CHANGED_TOO_MANY);
    assert_int_equal(change_refusal(&model, -ENOSPC), CHANGED_TOO_MANY);
    assert_int_equal(change_refusal(&rows, -ENOMEM), CHANGED_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entry_n_makes_epoch_n),
        cmocka_unit_test(another_change_ends_the_following),
        cmocka_unit_test(every_operation_is_made),
        cmocka_unit_test(a_time_to_live_begins_with_the_entry),
        cmocka_unit_test(rows_end_with_the_first_entry_behind_them),
        cmocka_unit_test(rows_end_before_the_entry_is_judged),
        cmocka_unit_test(rows_end_with_refused_entries_too),
        cmocka_unit_test(touches_are_those_of_the_change_too),
        cmocka_unit_test(if_match_names_the_last_change),
        cmocka_unit_test(keys_are_judged_before_epochs),
        cmocka_unit_test(keys_are_kept_with_their_answers),
        cmocka_unit_test(refused_entries_use_no_key),
        cmocka_unit_test(deletions_match_a_row),
        cmocka_unit_test(names_must_be_known),
        cmocka_unit_test(any_number_of_scenarios_is_taken),
        cmocka_unit_test(models_have_a_limit_for_all),
        cmocka_unit_test(the_first_answer_is_found),
        cmocka_unit_test(codes_of_ledgers_are_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
