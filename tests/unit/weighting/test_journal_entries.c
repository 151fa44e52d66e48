/* journal: entries of a stream, read again as the stream had them. */
#include "core/weighting/journal_format.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/weighting/weight_change.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/entry_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

#define ROWS "|rows=segments|profile=car"

enum { BEGINNING = 77 };

/* A stream, and the journal that copies it. */
struct copy {
    struct journal_bench bench; /* its ledger is not used */
    struct entry_taker taker;
};

static void copy_init(struct copy *copy)
{
    journal_bench_init(&copy->bench);
    journal_bench_open(&copy->bench);
    entry_taker_init(&copy->taker);
    copy->taker.ledger->beginning = BEGINNING;
}

static void copy_finish(struct copy *copy)
{
    entry_taker_finish(&copy->taker);
    journal_bench_finish(&copy->bench);
}

static void put(struct copy *copy, uint64_t ms, const char *words)
{
    enum change_outcome outcome = taker_take(&copy->taker, ms, words);
    struct journal_entry entry = {&copy->taker.entry, outcome != CHANGED_OK};
    const struct ledger *ledger = copy->taker.ledger;
    struct error error;

    if (journal_append_entries(copy->bench.journal, &entry, 1, ledger->epoch,
                               ledger->beginning, &error))
        fail_msg("%s", error.text);
}

static const char *const stream[] = {
    "op=patch" ROWS "|ttl=5|key=monday|matched=1|body=1,2,30\nway 7,both,5",
    "op=model|model=truck|key=tuesday|body={\"a\":1}",
    "op=drop|scenario=works|key=wednesday", /* refused */
    "op=put" ROWS "|scenario=works|if-match=0|body=1,2,0",
    "op=patch|rows=turns|profile=car|key=monday|body=1,2,3,4", /* refused */
    "op=nothing",                                              /* refused */
    "op=none",
    "op=publish|scenario=works|key=thursday|matched=1",
    "op=delete" ROWS "|body=1,2",
    "op=patch|rows=arcs|body=5,6,7\n5,7,8",
};

enum { ENTRIES = sizeof(stream) / sizeof(stream[0]) };

static void put_all(struct copy *copy)
{
    for (uint64_t i = 0; i < ENTRIES; i++)
        put(copy, 10001 + 1000 * i, stream[i]);
    assert_int_equal(copy->taker.ledger->epoch, ENTRIES);
    assert_int_equal(copy->taker.keys.count, 3);
}

/* ---- Comparing ----------------------------------------------------------- */

static void assert_same_place(const struct ledger *a, const struct ledger *b)
{
    assert_same_words(a, b);
    assert_int_equal(a->entry.ms, b->entry.ms);
    assert_int_equal(a->entry.sequence, b->entry.sequence);
    assert_int_equal(a->beginning, b->beginning);
}

static void assert_same_keys(const struct key_book *a, const struct key_book *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct known_key *x = key_book_at(a, i);
        const struct known_key *y = key_book_at(b, i);

        assert_string_equal(x->key, y->key);
        assert_memory_equal(x->digest, y->digest, sizeof(x->digest));
        assert_int_equal(x->epoch, y->epoch);
        assert_int_equal(x->rows, y->rows);
        assert_int_equal(x->matched, y->matched);
    }
}

/* Closes the journal, and opens it as the next process does. */
static struct ledger *reopen(struct copy *copy)
{
    struct journal_opening opening = {
        .directory = copy->bench.folder,
        .writes = true,
        .read_text = weight_change_read_text,
        .keys = &copy->bench.keys,
    };
    struct error error;

    journal_bench_close(&copy->bench);
    assert_int_equal(key_book_init(&copy->bench.keys), 0);
    if (journal_open(&opening, &copy->bench.journal, &error))
        fail_msg("%s", error.text);
    copy->bench.cut = opening.cut;
    return opening.ledger;
}

static void assert_reopens(struct copy *copy)
{
    struct ledger *ledger = reopen(copy);

    assert_string_equal(copy->bench.cut.text, "");
    assert_same_place(ledger, copy->taker.ledger);
    assert_same_keys(&copy->bench.keys, &copy->taker.keys);
    ledger_release(ledger);
}

static char *journal_file(struct copy *copy, size_t *ret_size)
{
    return file_read(journal_bench_path(&copy->bench, "journal", 0), ret_size);
}

/* ---- Whole --------------------------------------------------------------- */

static void entries_are_read_again(void **state)
{
    struct copy copy;

    copy_init(&copy);
    put_all(&copy);
    assert_reopens(&copy);
    put(&copy, 30000, "op=patch" ROWS "|ttl=1|body=8,9,1");
    put(&copy, 30000, "op=publish|scenario=works");
    assert_reopens(&copy);
    assert_true(ledger_follows(copy.taker.ledger));
    copy_finish(&copy);
}

static void bodies_of_all_formats_are_read_again(void **state)
{
    struct weight_change change = change_make(CHANGE_PUT, "", "1,2,3\n4,5,6\n");
    char *packed = malloc(200);
    struct copy copy;

    copy_init(&copy);
    for (int i = 0; i < 2; i++) {
        struct entry_taker *taker = &copy.taker;
        struct entry_fields fields;
        struct entry_result result;
        struct journal_entry entry = {&taker->entry, false};
        struct error error;

        ledger_touches_finish(&taker->touches);
        entry_finish(&taker->entry);
        entry_write(&change, &fields);
        assert_int_equal(entry_read((struct entry_id){5, 0}, fields.field,
                                    fields.count, NULL, &taker->entry),
                         0);
        assert_int_equal(entry_apply(&taker->entry, taker->ledger, &taker->keys,
                                     &taker->touches, &result),
                         0);
        assert_int_equal(result.outcome, CHANGED_OK);
        ledger_release(taker->ledger);
        taker->ledger = result.next;
        assert_int_equal(journal_append_entries(copy.bench.journal, &entry, 1,
                                                taker->ledger->epoch, BEGINNING,
                                                &error),
                         0);
        assert_reopens(&copy);
        change.text = packed;
        change.text_bytes = gzip_text("1,2,9\n7,8,9", packed, 200);
        change.text_gzip = true;
    }
    assert_rows(copy.taker.ledger, "", WEIGHT_SEGMENTS, "1,2,9 7,8,9");
    weight_change_finish(&change);
    copy_finish(&copy);
}

static void refused_entries_have_only_their_time(void **state)
{
    struct copy copy;
    size_t before, after;

    copy_init(&copy);
    put(&copy, 10001, stream[0]);
    free(journal_file(&copy, &before));
    put(&copy, 10002, "op=patch" ROWS "|key=monday|body=1,2,99");
    put(&copy, 10003, "op=none");
    free(journal_file(&copy, &after));
    assert_int_equal(after - before,
                     2 * (sizeof(struct record) + sizeof(struct entry_head)));
    assert_reopens(&copy);
    copy_finish(&copy);
}

/* As the engine does: a group at a time. */
static void entries_are_written_together(void **state)
{
    struct copy copy;
    struct journal_entry entries[3];
    struct entry kept[3];
    struct error error;

    copy_init(&copy);
    for (int i = 0; i < 3; i++) {
        enum change_outcome outcome =
            taker_take(&copy.taker, 10000 + (uint64_t)i, stream[i]);

        kept[i] = copy.taker.entry;
        copy.taker.entry = (struct entry){.is_empty = true};
        entries[i] = (struct journal_entry){&kept[i], outcome != CHANGED_OK};
    }
    assert_int_equal(journal_append_entries(copy.bench.journal, entries, 3, 3,
                                            BEGINNING, &error),
                     0);
    assert_reopens(&copy);
    for (int i = 0; i < 3; i++)
        entry_finish(&kept[i]);
    copy_finish(&copy);
}

static void a_change_ends_the_following(void **state)
{
    struct weight_change change = change_make(CHANGE_PATCH, "", "1,2,3\n");
    const struct weight_change *list[] = {&change};
    uint64_t epoch = ENTRIES + 1;
    struct ledger *ledger;
    struct error error;
    struct copy copy;

    copy_init(&copy);
    put_all(&copy);
    assert_int_equal(
        journal_append(copy.bench.journal, list, &epoch, 1, &error), 0);
    ledger = reopen(&copy);
    assert_false(ledger_follows(ledger));
    assert_int_equal(ledger->epoch, epoch);
    ledger_release(ledger);
    weight_change_finish(&change);
    copy_finish(&copy);
}

static void take_snapshot(struct copy *copy)
{
    struct journal *journal = copy->bench.journal;
    uint64_t epoch = copy->taker.ledger->epoch;
    struct known_key *keys;
    struct error error;
    size_t count;

    assert_int_equal(key_book_copy(&copy->taker.keys, &keys, &count), 0);
    assert_int_equal(journal_begin_next(journal, epoch, &error), 0);
    if (journal_write_snapshot(journal, copy->taker.ledger, keys, count,
                               &error))
        fail_msg("%s", error.text);
    journal_drop_before(journal, epoch);
    free(keys);
}

static void snapshots_have_the_place(void **state)
{
    struct copy copy;

    copy_init(&copy);
    put_all(&copy);
    take_snapshot(&copy);
    assert_int_equal(
        access(journal_bench_path(&copy.bench, "journal", 0), F_OK), -1);
    assert_reopens(&copy);
    put(&copy, 50000, "op=patch" ROWS "|key=friday|body=8,9,1");
    assert_reopens(&copy);
    copy_finish(&copy);
}

/* ---- Failures ------------------------------------------------------------ */

/* Files that are longer cannot be written; UINT64_MAX: any can. */
static void limit_files(uint64_t most)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void after_a_failure_a_snapshot_mends_it(void **state)
{
    struct journal_entry entry = {.is_refused = false};
    struct error error;
    struct copy copy;
    size_t before, after;
    int r;

    copy_init(&copy);
    put_all(&copy);
    free(journal_file(&copy, &before));
    assert_made(&copy.taker, 50000, "op=patch" ROWS "|body=8,9,1");
    entry.entry = &copy.taker.entry;
    signal(SIGXFSZ, SIG_IGN);
    limit_files(before + 100); /* not all of it */
    r = journal_append_entries(copy.bench.journal, &entry, 1, ENTRIES + 1,
                               BEGINNING, &error);
    limit_files(UINT64_MAX);
    assert_int_equal(r, -EFBIG);
    assert_non_null(strstr(error.text, copy.bench.folder));
    free(journal_file(&copy, &after));
    assert_int_equal(after, before);
    take_snapshot(&copy);
    put(&copy, 50001, "op=patch" ROWS "|body=8,9,2");
    assert_reopens(&copy);
    copy_finish(&copy);
}

/* ---- Torn ---------------------------------------------------------------- */

static void a_torn_end_is_cut_off(void **state)
{
    struct ledger *before, *ledger;
    size_t whole, size;
    struct copy copy;
    char *bytes;

    copy_init(&copy);
    put_all(&copy);
    before = ledger_acquire(copy.taker.ledger);
    free(journal_file(&copy, &whole));
    put(&copy, 50000, "op=patch" ROWS "|body=8,9,1");
    bytes = journal_file(&copy, &size);
    for (size_t end = whole + 1; end < size; end += 37) {
        file_write(journal_bench_path(&copy.bench, "journal", 0), bytes, end);
        ledger = reopen(&copy);
        assert_non_null(strstr(copy.bench.cut.text, "bytes at its end were"));
        assert_same_place(ledger, before);
        ledger_release(ledger);
    }
    ledger_release(before);
    free(bytes);
    copy_finish(&copy);
}

/* Bytes between records have no checksum. */
static bool is_padding(const char *bytes, size_t at)
{
    size_t next = JOURNAL_MAGIC_SIZE;
    struct record record;

    while (next <= at) {
        memcpy(&record, bytes + next, sizeof(record));
        if (at < next + record.bytes)
            return false;
        next += (size_t)(record.bytes + 7) / 8 * 8;
    }
    return true;
}

/* relaxd never syncs entries, so damage among them breaks no promise. */
static void damage_among_entries_is_cut_off(void **state)
{
    struct copy copy;
    size_t size;
    char *bytes;

    copy_init(&copy);
    put_all(&copy);
    bytes = journal_file(&copy, &size);
    for (size_t at = JOURNAL_MAGIC_SIZE; at < size; at += 61) {
        struct ledger *ledger;

        if (is_padding(bytes, at))
            continue;
        bytes[at] ^= 0x20;
        file_write(journal_bench_path(&copy.bench, "journal", 0), bytes, size);
        bytes[at] ^= 0x20;
        ledger = reopen(&copy);
        assert_in_range(ledger->epoch, 0, ENTRIES - 1);
        assert_non_null(strstr(copy.bench.cut.text, "bytes at its end were"));
        ledger_release(ledger);
    }
    free(bytes);
    copy_finish(&copy);
}

/* ---- Damage -------------------------------------------------------------- */

static int read_bytes(const char *bytes, size_t size, struct error *error)
{
    struct key_book keys = {0};
    struct journal_opening opening = {
        .read_text = weight_change_read_text,
        .ledger = ledger_create(),
        .keys = &keys,
    };
    struct journal_bytes file = {"state/town", bytes, size, false, UINT64_MAX};
    size_t whole;
    int r;

    assert_int_equal(key_book_init(&keys), 0);
    *error = (struct error){""};
    r = journal_read_bytes(&file, &opening, &whole, error);
    ledger_release(opening.ledger);
    key_book_finish(&keys);
    return r;
}

/* Two synced groups behind the entries say that these had been synced. */
static void damage_before_a_later_group_is_an_error(void **state)
{
    struct weight_change change = change_make(CHANGE_PATCH, "", "1,2,3\n");
    const struct weight_change *list[] = {&change};
    struct error error;
    size_t entries, size;
    struct copy copy;
    char *bytes;

    copy_init(&copy);
    put_all(&copy);
    free(journal_file(&copy, &entries));
    for (uint64_t epoch = ENTRIES + 1; epoch < ENTRIES + 3; epoch++)
        assert_int_equal(
            journal_append(copy.bench.journal, list, &epoch, 1, &error), 0);
    bytes = journal_file(&copy, &size);
    assert_int_equal(read_bytes(bytes, size, &error), 0);
    for (size_t at = JOURNAL_MAGIC_SIZE; at < entries; at += 7) {
        if (is_padding(bytes, at))
            continue;
        bytes[at] ^= 0x20;
        assert_int_equal(read_bytes(bytes, size, &error), -EINVAL);
        assert_non_null(
            strstr(error.text, "a record has changed since it was written"));
        bytes[at] ^= 0x20;
    }
    free(bytes);
    weight_change_finish(&change);
    copy_finish(&copy);
}

/* Other bytes in the record of the first entry, which then gets the checksum
 * that belongs to them. */
struct forged {
    size_t at; /* from the record on */
    const void *bytes;
    size_t size;
    const char *words;
};

static void assert_forged(const char *bytes, size_t size,
                          const struct forged *forged)
{
    char *copy = malloc(size);
    size_t at = JOURNAL_MAGIC_SIZE;
    struct record record;
    struct error error;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    memcpy(copy + at + forged->at, forged->bytes, forged->size);
    memcpy(&record, copy + at, sizeof(record));
    record.checksum = record_checksum(&record, copy + at + sizeof(record));
    memcpy(copy + at, &record, sizeof(record));
    assert_int_equal(read_bytes(copy, size, &error), -EINVAL);
    if (!strstr(error.text, forged->words))
        fail_msg("'%s' is not '%s'", error.text, forged->words);
    free(copy);
}

#define IN_RECORD(member) offsetof(struct record, member)
#define IN_ENTRY(member)                                                       \
    (sizeof(struct record) + offsetof(struct entry_head, member))
#define IN_CHANGE(member)                                                      \
    (sizeof(struct record) + sizeof(struct entry_head) +                       \
     offsetof(struct change_head, member))
#define BYTES_OF(type, ...) (const type[]){__VA_ARGS__}, sizeof(type)

static void entries_that_cannot_be_are_damage(void **state)
{
    const uint64_t head = sizeof(struct record) + sizeof(struct entry_head);
    const uint64_t shorter = head - 8, bare = head;
    const struct forged forged[] = {
        {IN_RECORD(epoch), BYTES_OF(uint64_t, 2),
         "an epoch is missing before it"},
        {IN_RECORD(bytes), &shorter, 8, "an entry is not one"},
        {IN_RECORD(bytes), &bare, 8, "a change is not one"},
        {IN_ENTRY(id), BYTES_OF(uint64_t, 0), "an entry is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, 0), "a change is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DELETE),
         "none of its rows is there"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DROP),
         "no scenario is called ''; there is none"},
        {IN_CHANGE(kind), BYTES_OF(uint32_t, WEIGHT_KINDS),
         "a change is not one"},
        {IN_CHANGE(format), BYTES_OF(uint32_t, FORMAT_ROWS),
         "its rows have another length"},
        {IN_CHANGE(key), "tuesday", 8,
         "'tuesday' was used for another request"},
    };
    struct copy copy;
    size_t size;
    char *bytes;

    copy_init(&copy);
    put_all(&copy);
    bytes = journal_file(&copy, &size);
    for (size_t i = 0; i < sizeof(forged) / sizeof(*forged); i++)
        assert_forged(bytes, size, &forged[i]);
    free(bytes);
    copy_finish(&copy);
}

/* The same record again, with the next epoch. */
static void an_entry_is_there_once(void **state)
{
    size_t size, at = JOURNAL_MAGIC_SIZE;
    struct record record;
    struct error error;
    struct copy copy;
    char *bytes;

    copy_init(&copy);
    put(&copy, 10001, stream[0]);
    bytes = journal_file(&copy, &size);
    bytes = realloc(bytes, 2 * size);
    assert_non_null(bytes);
    memcpy(bytes + size, bytes + at, size - at);
    memcpy(&record, bytes + size, sizeof(record));
    record.epoch = 2;
    record.checksum = record_checksum(&record, bytes + size + sizeof(record));
    memcpy(bytes + size, &record, sizeof(record));
    assert_int_equal(read_bytes(bytes, 2 * size - at, &error), -EINVAL);
    assert_non_null(strstr(error.text, "an entry is there a second time"));
    free(bytes);
    copy_finish(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read_again),
        cmocka_unit_test(bodies_of_all_formats_are_read_again),
        cmocka_unit_test(refused_entries_have_only_their_time),
        cmocka_unit_test(entries_are_written_together),
        cmocka_unit_test(a_change_ends_the_following),
        cmocka_unit_test(snapshots_have_the_place),
        cmocka_unit_test(after_a_failure_a_snapshot_mends_it),
        cmocka_unit_test(a_torn_end_is_cut_off),
        cmocka_unit_test(damage_among_entries_is_cut_off),
        cmocka_unit_test(damage_before_a_later_group_is_an_error),
        cmocka_unit_test(entries_that_cannot_be_are_damage),
        cmocka_unit_test(an_entry_is_there_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
