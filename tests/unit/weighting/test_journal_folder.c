/* journal_read: folders in which files are cut short, damaged or missing. */
#include "core/weighting/journal_format.h"

#include <errno.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

enum { RECORD_BYTES = 40 + 280 + 56 }; /* of a change with one row */

static void begin_next(struct journal_bench *bench)
{
    struct error error;

    if (journal_begin_next(bench->journal, bench->ledger->epoch, &error))
        fail_msg("%s", error.text);
}

/* Opened with one change; then, in the same file, another. */
static void init_two(struct journal_bench *bench)
{
    journal_bench_init(bench);
    journal_bench_open(bench);
    journal_bench_patch(bench, "1,2,30\n");
    journal_bench_patch(bench, "3,4,5\n");
}

/* Changes so many bytes of a file, from `at` on; 0: cuts it there. */
static void spoil(struct journal_bench *bench, const char *what, uint64_t epoch,
                  size_t at, size_t count)
{
    const char *path = journal_bench_path(bench, what, epoch);
    size_t size;
    char *bytes = file_read(path, &size);

    assert_true(at + count <= size);
    for (size_t i = 0; i < count; i++)
        bytes[at + i] ^= 0x55;
    file_write(path, bytes, count ? size : at);
    free(bytes);
}

static void assert_error(struct journal_bench *bench, const char *words)
{
    struct ledger *ledger;
    struct error error = {""};

    journal_bench_close(bench);
    assert_int_equal(journal_bench_read(bench, &ledger, &error), -EINVAL);
    assert_null(ledger);
    if (!strstr(error.text, words))
        fail_msg("'%s' lacks '%s'", error.text, words);
}

/* The last change is gone: the bench has it no more. */
static void take_back(struct journal_bench *bench, struct ledger *before)
{
    ledger_release(bench->ledger);
    bench->ledger = before;
}

/* What is torn is longer than what is written over it. */
static void a_torn_end_is_told_cut_and_written_over(void **state)
{
    struct journal_bench bench;
    struct ledger *before, *found;
    struct error error;

    init_two(&bench);
    before = ledger_acquire(bench.ledger);
    journal_bench_patch(&bench, "5,6,7\n6,7,8\n7,8,9\n8,9,1\n9,1,2\n1,2,3\n");
    journal_bench_close(&bench);
    spoil(&bench, "journal", 0, 8 + 2 * RECORD_BYTES + 600, 0);
    take_back(&bench, before);

    /* Who only reads tells it, and cuts nothing. */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(journal_bench_read(&bench, &found, &error), 0);
        assert_same_words(found, before);
        ledger_release(found);
        assert_non_null(strstr(bench.cut.text,
                               "journal-00000000000000000000': 600 bytes "
                               "at its end were not written to the end"));
    }
    journal_bench_open(&bench);
    assert_non_null(strstr(bench.cut.text, "600 bytes"));
    journal_bench_patch(&bench, "5,6,8\n");
    journal_bench_close(&bench);
    journal_bench_open(&bench);
    assert_string_equal(bench.cut.text, "");
    journal_bench_finish(&bench);
}

static void a_file_cut_within_its_first_bytes_begins_again(void **state)
{
    for (size_t size = 0; size < 8; size++) {
        struct journal_bench bench;

        init_two(&bench);
        begin_next(&bench);
        journal_bench_close(&bench);
        spoil(&bench, "journal", 2, size, 0);
        journal_bench_open(&bench);
        journal_bench_patch(&bench, "5,6,7\n");
        journal_bench_close(&bench);
        journal_bench_open(&bench);
        assert_string_equal(bench.cut.text, "");
        journal_bench_finish(&bench);
    }
}

static void damage_names_file_and_byte(void **state)
{
    struct journal_bench bench;
    char words[300];

    init_two(&bench);
    spoil(&bench, "journal", 0, 8 + 60, 8);
    snprintf(words, sizeof(words),
             "'%s/journal-00000000000000000000' is damaged at byte 8: a record "
             "has changed since it was written; put the folder back",
             bench.folder);
    assert_error(&bench, words);
    journal_bench_finish(&bench);
}

static void a_file_that_is_missing_is_an_error(void **state)
{
    struct journal_bench bench;

    init_two(&bench);
    begin_next(&bench);
    journal_bench_patch(&bench, "5,6,7\n");
    unlink(journal_bench_path(&bench, "journal", 0));
    assert_error(&bench, "the changes from epoch 0 to 2 are missing; put the "
                         "folder back");
    journal_bench_finish(&bench);
}

/* A cut is harmless at the end of all changes alone. */
static void a_file_cut_short_before_another_is_an_error(void **state)
{
    struct journal_bench bench;

    init_two(&bench);
    begin_next(&bench);
    journal_bench_patch(&bench, "5,6,7\n");
    spoil(&bench, "journal", 0, 8 + 2 * RECORD_BYTES - 8, 0);
    assert_error(&bench, "the changes from epoch 1 to 2 are missing");
    journal_bench_finish(&bench);
}

static void
a_damaged_snapshot_is_an_error_though_journals_are_whole(void **state)
{
    struct journal_bench bench;

    init_two(&bench);
    begin_next(&bench);
    assert_int_equal(
        journal_write_snapshot(bench.journal, bench.ledger, NULL, 0, NULL), 0);
    spoil(&bench, "snapshot", 2, 100, 4);
    assert_error(&bench, "snapshot-00000000000000000002' is damaged at byte ");
    journal_bench_finish(&bench);
}

/* A group that failed to sync may be on the disk all the same; a new file says
 * after which epoch it begins, and what the older one has beyond is void. */
static void what_a_newer_file_takes_back_is_skipped(void **state)
{
    struct journal_bench bench;
    struct ledger *before;

    init_two(&bench);
    before = ledger_acquire(bench.ledger);
    journal_bench_patch(&bench, "5,6,7\n");
    journal_bench_patch(&bench, "5,6,8\n");
    take_back(&bench, before);
    begin_next(&bench);
    journal_bench_patch(&bench, "5,6,9\n");
    journal_bench_close(&bench);
    journal_bench_open(&bench);
    assert_rows(bench.ledger, "", WEIGHT_SEGMENTS, "1,2,30 3,4,5 5,6,9");
    journal_bench_finish(&bench);
}

/* ---- Notes --------------------------------------------------------------- */

/* Notes are not synced by themselves, but with the next change: when it was
 * not synced either, the disk may have it and lack the note. */
static void a_note_that_was_lost_before_a_torn_group_is_no_damage(void **state)
{
    struct journal_bench bench;
    struct ledger *before;

    init_two(&bench);
    before = ledger_acquire(bench.ledger);
    journal_note(bench.journal, 2, 5, 6);
    journal_note(bench.journal, 2, 7, 8);
    journal_bench_patch(&bench, "5,6,7\n");
    journal_bench_close(&bench);
    spoil(&bench, "journal", 0, 8 + 2 * RECORD_BYTES, 56);
    take_back(&bench, before);
    journal_bench_open(&bench);
    assert_non_null(strstr(bench.cut.text, "were not written to the end"));
    journal_bench_finish(&bench);
}

/* But a change that a note follows was synced. */
static void a_change_before_a_note_is_not_cut_off(void **state)
{
    struct journal_bench bench;

    init_two(&bench);
    journal_note(bench.journal, 2, 5, 6);
    spoil(&bench, "journal", 0, 8 + RECORD_BYTES + 60, 8);
    assert_error(&bench, "is damaged at byte 384");
    journal_bench_finish(&bench);
}

/* Nor is a note that was synced with a change before another one. */
static void a_note_that_was_synced_is_not_cut_off(void **state)
{
    struct journal_bench bench;

    init_two(&bench);
    journal_note(bench.journal, 2, 5, 6);
    journal_bench_patch(&bench, "5,6,7\n");
    journal_bench_patch(&bench, "5,6,8\n");
    spoil(&bench, "journal", 0, 8 + 2 * RECORD_BYTES, 56);
    assert_error(&bench, "is damaged at byte 760");
    journal_bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_torn_end_is_told_cut_and_written_over),
        cmocka_unit_test(a_file_cut_within_its_first_bytes_begins_again),
        cmocka_unit_test(damage_names_file_and_byte),
        cmocka_unit_test(a_file_that_is_missing_is_an_error),
        cmocka_unit_test(a_file_cut_short_before_another_is_an_error),
        cmocka_unit_test(
            a_damaged_snapshot_is_an_error_though_journals_are_whole),
        cmocka_unit_test(what_a_newer_file_takes_back_is_skipped),
        cmocka_unit_test(a_note_that_was_lost_before_a_torn_group_is_no_damage),
        cmocka_unit_test(a_change_before_a_note_is_not_cut_off),
        cmocka_unit_test(a_note_that_was_synced_is_not_cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
