/* journal: named models: read again, in snapshots, and damage to them. */
#include "core/weighting/journal_format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/weight_change.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

static void append(struct journal_bench *bench, struct weight_change change)
{
    journal_bench_append(bench, &change, 1);
}

static void reopen(struct journal_bench *bench)
{
    journal_bench_close(bench);
    journal_bench_open(bench);
    assert_string_equal(bench->cut.text, "");
}

/* Four epochs: two models and a row are left. */
static void open_with_models(struct journal_bench *bench)
{
    struct weight_change keyed = change_model("truck", "{\"a\":\"\xc3\xa4"
                                                       "bcdefg\"}");

    strcpy(keyed.key, "monday");
    keyed.digest[0] = 5;
    journal_bench_init(bench);
    journal_bench_open(bench);
    append(bench, change_model("bus", "{}"));
    append(bench, keyed);
    append(bench, change_model("bus", NULL));
    append(bench, change_model("van", "{\"b\":12}"));
    journal_bench_patch(bench, "1,2,30\n");
}

static void models_are_read_again(void **state)
{
    struct journal_bench bench;

    open_with_models(&bench);
    reopen(&bench);
    assert_int_equal(bench.ledger->models->count, 2);
    assert_int_equal(key_book_find(&bench.keys, "monday")->epoch, 2);
    append(&bench, change_model("truck", "{}"));
    reopen(&bench);
    assert_string_equal(
        model_shelf_find(bench.ledger->models, "truck")->text->text, "{}");
    journal_bench_finish(&bench);
}

static void take_snapshot(struct journal_bench *bench)
{
    uint64_t epoch = bench->ledger->epoch;
    struct error error;

    if (journal_write_snapshot(bench->journal, bench->ledger, NULL, 0,
                               &error) ||
        journal_begin_next(bench->journal, epoch, &error))
        fail_msg("%s", error.text);
    journal_drop_before(bench->journal, epoch);
}

static void snapshots_have_them(void **state)
{
    struct journal_bench bench;

    open_with_models(&bench);
    take_snapshot(&bench);
    reopen(&bench); /* its ledger is compared */
    append(&bench, change_model("van", NULL));
    append(&bench, change_model("bus", "{\"c\":2}"));
    reopen(&bench);
    take_snapshot(&bench);
    reopen(&bench);
    journal_bench_finish(&bench);
}

/* ---- Damage -------------------------------------------------------------- */

static int read_bytes(const char *bytes, size_t size, bool is_snapshot,
                      struct error *error)
{
    static struct key_book keys;
    struct journal_opening opening = {
        .read_text = weight_change_read_text,
        .ledger = ledger_create(),
        .keys = &keys,
    };
    struct journal_bytes file = {"state/town", bytes, size, is_snapshot,
                                 UINT64_MAX};
    size_t whole;
    int r;

    assert_int_equal(key_book_init(&keys), 0);
    *error = (struct error){""};
    r = journal_read_bytes(&file, &opening, &whole, error);
    ledger_release(opening.ledger);
    key_book_finish(&keys);
    return r;
}

/* Where the first record of a type begins. */
static size_t find_record(const char *bytes, size_t size, uint32_t type)
{
    struct record record;
    size_t at = JOURNAL_MAGIC_SIZE;

    for (; at < size; at += (size_t)(record.bytes + 7) / 8 * 8) {
        memcpy(&record, bytes + at, sizeof(record));
        if (record.type == type)
            return at;
    }
    fail_msg("no record of type %u", type);
    return 0;
}

/* Other bytes in a record, which gets the checksum that belongs to them. */
struct forged {
    size_t at; /* from the record on */
    const void *bytes;
    size_t size;
    const char *words;
};

static void assert_forged(const char *bytes, size_t size, bool is_snapshot,
                          size_t at, const struct forged *forged)
{
    char *copy = malloc(size);
    struct record record;
    struct error error;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    memcpy(copy + at + forged->at, forged->bytes, forged->size);
    memcpy(&record, copy + at, sizeof(record));
    record.checksum = record_checksum(&record, copy + at + sizeof(record));
    memcpy(copy + at, &record, sizeof(record));
    assert_int_equal(read_bytes(copy, size, is_snapshot, &error), -EINVAL);
    if (!strstr(error.text, forged->words))
        fail_msg("'%s' is not '%s'", error.text, forged->words);
    free(copy);
}

#define IN_CHANGE(member)                                                      \
    (sizeof(struct record) + offsetof(struct change_head, member))
#define IN_MODEL(member)                                                       \
    (sizeof(struct record) + offsetof(struct model_head, member))
#define BYTES_OF(type, ...) (const type[]){__VA_ARGS__}, sizeof(type)

static void changes_that_cannot_be_are_damage(void **state)
{
    const struct forged forged[] = {
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DROP_MODEL + 1),
         "a change is not one"},
        {IN_CHANGE(format), BYTES_OF(uint32_t, FORMAT_MODEL + 1),
         "a change is not one"},
        {IN_CHANGE(format), BYTES_OF(uint32_t, FORMAT_CSV),
         "a change of a model is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DROP_MODEL),
         "a change of a model is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_PATCH),
         "only a model has such a text"},
        {IN_CHANGE(scenario), BYTES_OF(char, 0),
         "a change of a model is not one"},
    };
    struct journal_bench bench;
    size_t size;
    char *bytes;

    open_with_models(&bench);
    bytes = file_read(journal_bench_path(&bench, "journal", 0), &size);
    for (size_t i = 0; i < sizeof(forged) / sizeof(*forged); i++)
        assert_forged(bytes, size, false, JOURNAL_MAGIC_SIZE, &forged[i]);
    free(bytes);
    journal_bench_finish(&bench);
}

static void models_of_snapshots_are_whole_or_an_error(void **state)
{
    char name[MODEL_NAME_SIZE]; /* without an end */
    const struct forged forged[] = {
        {IN_MODEL(name), name, sizeof(name), "a model is not one"},
        {IN_MODEL(name), BYTES_OF(char, 0), "a model is not one"},
    };
    struct journal_bench bench;
    struct error error;
    size_t size, at;
    char *bytes;

    memset(name, 'a', sizeof(name));
    open_with_models(&bench);
    take_snapshot(&bench);
    bytes = file_read(journal_bench_path(&bench, "snapshot", 5), &size);
    assert_int_equal(read_bytes(bytes, size, true, &error), 0);
    at = find_record(bytes, size, RECORD_MODEL);
    for (size_t i = 0; i < 2; i++)
        assert_forged(bytes, size, true, at, &forged[i]);
    for (; at < size; at++) {
        bytes[at] ^= 0x20;
        assert_int_equal(read_bytes(bytes, size, true, &error), -EINVAL);
        bytes[at] ^= 0x20;
        assert_int_equal(read_bytes(bytes, at, true, &error), -EINVAL);
    }
    assert_int_equal(read_bytes(bytes, size, false, &error), -EINVAL);
    free(bytes);
    journal_bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_read_again),
        cmocka_unit_test(snapshots_have_them),
        cmocka_unit_test(changes_that_cannot_be_are_damage),
        cmocka_unit_test(models_of_snapshots_are_whole_or_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
