/* journal: the next process that opens the folder reads the changes again, and
 * snapshots replace older files. */
#include "core/weighting/journal.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

#define AFTER(epoch) "journal-0000000000000000000" #epoch
#define AS_OF(epoch) "snapshot-0000000000000000000" #epoch

static void reopen(struct journal_bench *bench)
{
    journal_bench_close(bench);
    journal_bench_open(bench);
    assert_string_equal(bench->cut.text, "");
}

static void assert_files(struct journal_bench *bench, const char *expected)
{
    char *names = journal_bench_files(bench);

    assert_string_equal(names, expected);
    free(names);
}

/* A change whose rows are kept as text. */
static struct weight_change with_text(const char *scenario, const char *csv)
{
    struct weight_change change = change_make(CHANGE_PATCH, scenario, csv);

    change.text = strdup(csv);
    change.text_bytes = strlen(csv);
    return change;
}

/* Every operation, kind and form. */
static void append_all(struct journal_bench *bench)
{
    struct weight_change change[] = {
        change_make(CHANGE_PATCH, "", "1,2,30\n2,1,0,4\nway 7,both,5,\n"),
        with_text("", "8,9,70\n9,8,71,2.5\n4,5,0"),
        change_make(CHANGE_DELETE, "", "8,9\n77,78\n"),
        change_of(WEIGHT_TURNS, CHANGE_PUT, "", "1,2,3,4.5\n3,2,1,closed\n"),
        change_of(WEIGHT_ARCS, CHANGE_PATCH, "", "1,2,70\n"),
        with_text("works", "1,2,0\n3,4,0"),
        change_make(CHANGE_PATCH, "market", "1,2,1\n"),
        {.operation = CHANGE_EXPIRE, .ends_s = 600},
    };
    struct weight_change more[] = {
        {.operation = CHANGE_PUBLISH, .scenario = "works"},
        {.operation = CHANGE_DROP, .scenario = "market"},
        change_make(CHANGE_PATCH, "zoo", "5,6,7\n"),
        change_of(WEIGHT_TURNS, CHANGE_CLEAR, "", NULL),
        change_model("truck", "{}"),
        change_model("bus", "{\"distance_influence\":70}"),
        change_model("truck", NULL),
    };

    change[0].rows.row[0].ends_s = 900;
    change[1].ends_s = 600;
    journal_bench_append(bench, change, 3);
    journal_bench_append(bench, change + 3, 5);
    journal_bench_append(bench, more, 1);
    journal_bench_append(bench, more + 1, 6);
}

/* ---- Opening ------------------------------------------------------------- */

static void what_was_appended_is_read_again(void **state)
{
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    reopen(&bench);
    append_all(&bench);
    for (int i = 0; i < 2; i++) {
        reopen(&bench);
        journal_bench_patch(&bench, "1,2,31\n");
    }
    assert_int_equal(bench.ledger->epoch, 17);
    assert_rows(bench.ledger, "", WEIGHT_SEGMENTS,
                "2,1,0,4 way 7,forward,5, way 7,backward,5, 3,4,0 1,2,31");
    reopen(&bench);
    assert_files(&bench, AFTER(0) " lock");
    journal_bench_finish(&bench);
}

static void who_only_reads_leaves_no_trace(void **state)
{
    struct journal_bench bench;
    struct ledger *ledger;
    struct error error;

    journal_bench_init(&bench);
    assert_int_equal(journal_bench_read(&bench, &ledger, &error), 0);
    assert_int_equal(ledger->epoch, 0);
    ledger_release(ledger);
    assert_int_equal(access(bench.folder, F_OK), -1);

    journal_bench_open(&bench);
    append_all(&bench);
    assert_int_equal(journal_bench_read(&bench, &ledger, &error), 0);
    assert_same_words(ledger, bench.ledger); /* also while another writes */
    ledger_release(ledger);
    journal_bench_close(&bench);
    unlink(scratch_path(&bench.scratch, "weights/lock"));
    assert_int_equal(journal_bench_read(&bench, &ledger, &error), 0);
    ledger_release(ledger);
    assert_files(&bench, AFTER(0));
    journal_bench_finish(&bench);
}

static void one_writes_at_a_time(void **state)
{
    struct key_book keys = {0};
    struct journal_opening opening = {.writes = true, .keys = &keys};
    struct journal_bench bench;
    struct journal *second;
    struct error error;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    opening.directory = bench.folder;
    assert_int_equal(journal_open(&opening, &second, &error), -EBUSY);
    assert_null(second);
    assert_non_null(strstr(error.text, "another process changes the weights"));
    assert_non_null(strstr(error.text, bench.folder));
    journal_bench_patch(&bench, "1,2,30\n");
    reopen(&bench);
    journal_bench_finish(&bench);
}

static void files_of_others_are_left_alone(void **state)
{
    static const char *const names[] = {"weights/notes", "weights/journal-7",
                                        "weights/journal-0000000000000000000x",
                                        "weights/backup-00000000000000000009"};
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    journal_bench_patch(&bench, "1,2,30\n");
    for (int i = 0; i < 4; i++)
        scratch_file(&bench.scratch, names[i], "none", 4);
    reopen(&bench);
    journal_drop_before(bench.journal, 1);
    assert_files(&bench, "backup-00000000000000000009 "
                         "journal-0000000000000000000x journal-7 lock notes");
    journal_bench_finish(&bench);
}

/* ---- Keys ---------------------------------------------------------------- */

static void assert_key(const struct key_book *keys, const char *key,
                       struct known_key expected)
{
    const struct known_key *known = key_book_find(keys, key);

    assert_non_null(known);
    assert_int_equal(known->digest[0], expected.digest[0]);
    assert_int_equal(known->digest[1], expected.digest[1]);
    assert_int_equal(known->epoch, expected.epoch);
    assert_int_equal(known->rows, expected.rows);
    assert_int_equal(known->matched, expected.matched);
    assert_int_equal(known->changed_arcs, expected.changed_arcs);
    assert_int_equal(known->in_force_us, expected.in_force_us);
}

static void append_with_key(struct journal_bench *bench, const char *key,
                            uint64_t digest)
{
    struct weight_change change = with_text("", "1,2,30\n2,3,40\n");

    strcpy(change.key, key);
    change.digest[0] = digest;
    change.digest[1] = digest + 1;
    change.matched = 1;
    journal_bench_append(bench, &change, 1);
}

static void keys_are_kept_with_their_answers(void **state)
{
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    append_with_key(&bench, "monday", 5);
    append_with_key(&bench, "", 9);
    append_with_key(&bench, "tuesday", 8);
    journal_note(bench.journal, 1, 77, 1234);
    reopen(&bench);
    assert_int_equal(bench.keys.count, 2);
    assert_key(&bench.keys, "monday",
               (struct known_key){"", {5, 6}, 1, 2, 1, 77, 1234});
    assert_key(&bench.keys, "tuesday",
               (struct known_key){"", {8, 9}, 3, 2, 1, 0, 0});
    assert_null(key_book_find(&bench.keys, "sunday"));
    journal_bench_finish(&bench);
}

/* ---- Snapshots ----------------------------------------------------------- */

static void snapshot_of(struct journal_bench *bench,
                        const struct ledger *ledger)
{
    struct known_key known = {.key = "monday", .epoch = 1};
    struct error error;

    if (journal_write_snapshot(bench->journal, ledger, &known, 1, &error))
        fail_msg("%s", error.text);
}

static void take_snapshot(struct journal_bench *bench)
{
    snapshot_of(bench, bench->ledger);
}

static void begin_next(struct journal_bench *bench)
{
    struct error error;

    if (journal_begin_next(bench->journal, bench->ledger->epoch, &error))
        fail_msg("%s", error.text);
}

static void a_snapshot_takes_the_place_of_older_files(void **state)
{
    struct journal_bench bench;
    uint64_t bytes;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    for (int i = 0; i < 3; i++)
        journal_bench_patch(&bench, "1,2,30\n3,4,5\nway 7,both,20\n");
    begin_next(&bench);
    take_snapshot(&bench);
    assert_files(&bench, AFTER(0) " " AFTER(3) " lock " AS_OF(3));
    bytes = journal_bytes(bench.journal);
    journal_drop_before(bench.journal, 3);
    assert_files(&bench, AFTER(3) " lock " AS_OF(3));
    assert_in_range(journal_bytes(bench.journal), JOURNAL_MAGIC_SIZE, bytes);
    journal_bench_patch(&bench, "3,4,6\n");
    reopen(&bench);
    assert_key(&bench.keys, "monday", (struct known_key){.epoch = 1});
    journal_bench_patch(&bench, "3,4,7\n");
    begin_next(&bench);
    take_snapshot(&bench);
    journal_drop_before(bench.journal, 5);
    reopen(&bench);
    assert_files(&bench, AFTER(5) " lock " AS_OF(5));
    journal_bench_finish(&bench);
}

static void a_snapshot_has_all_layers_and_kinds(void **state)
{
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    append_all(&bench);
    take_snapshot(&bench);
    begin_next(&bench);
    journal_drop_before(bench.journal, bench.ledger->epoch);
    reopen(&bench);
    journal_bench_patch(&bench, "1,2,3\n"); /* its order goes on */
    reopen(&bench);
    journal_bench_finish(&bench);
}

/* A kill at any time between the steps costs nothing. */
static void snapshots_left_half_done_are_mended(void **state)
{
    struct journal_bench bench;
    struct ledger *elder;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    journal_bench_patch(&bench, "1,2,30\n");
    begin_next(&bench);
    reopen(&bench);
    assert_files(&bench, AFTER(0) " " AFTER(1) " lock");
    journal_bench_patch(&bench, "3,4,5\n");
    elder = ledger_acquire(bench.ledger);
    begin_next(&bench);
    journal_bench_patch(&bench, "5,6,7\n");
    snapshot_of(&bench, elder); /* while changes go on */
    ledger_release(elder);
    assert_files(&bench, AFTER(0) " " AFTER(1) " " AFTER(2) " lock " AS_OF(2));
    reopen(&bench);
    assert_files(&bench, AFTER(2) " lock " AS_OF(2));
    journal_bench_patch(&bench, "7,8,9\n");
    reopen(&bench);
    journal_bench_finish(&bench);
}

/* ---- Length -------------------------------------------------------------- */

static void append_bytes(struct journal_bench *bench, size_t size)
{
    struct weight_change change = change_make(CHANGE_PATCH, "", "1,2,30\n");

    change.text = malloc(size);
    assert_non_null(change.text);
    memset(change.text, '\n', size);
    memcpy(change.text, "1,2,30", 6);
    change.text_bytes = size;
    journal_bench_append(bench, &change, 1);
}

static void long_journals_are_worth_a_snapshot(void **state)
{
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    assert_false(journal_is_long(bench.journal));
    append_bytes(&bench, (16 << 20) - 1000);
    assert_false(journal_is_long(bench.journal));
    append_bytes(&bench, 1000);
    assert_true(journal_is_long(bench.journal));
    assert_in_range(journal_bytes(bench.journal), 16 << 20, 17 << 20);
    reopen(&bench);
    assert_true(journal_is_long(bench.journal));
    begin_next(&bench);
    take_snapshot(&bench);
    journal_drop_before(bench.journal, 2);
    assert_false(journal_is_long(bench.journal));
    journal_bench_finish(&bench);
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

static void a_group_that_fails_leaves_nothing(void **state)
{
    struct weight_change change[] = {change_make(CHANGE_PATCH, "", "1,2,3\n"),
                                     change_make(CHANGE_PATCH, "", "1,2,4\n")};
    const struct weight_change *list[] = {&change[0], &change[1]};
    const uint64_t epochs[] = {2, 3};
    struct journal_bench bench;
    struct error error;
    struct stat status;
    int r;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    journal_bench_patch(&bench, "1,2,30\n");
    assert_int_equal(stat(journal_bench_path(&bench, "journal", 0), &status),
                     0);
    signal(SIGXFSZ, SIG_IGN);
    limit_files((uint64_t)status.st_size + 500); /* one of two */
    r = journal_append(bench.journal, list, epochs, 2, &error);
    limit_files(UINT64_MAX);
    assert_int_equal(r, -EFBIG);
    assert_non_null(strstr(error.text, bench.folder));
    reopen(&bench);
    journal_bench_patch(&bench, "1,2,40\n");
    reopen(&bench);
    weight_change_finish(&change[0]);
    weight_change_finish(&change[1]);
    journal_bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_appended_is_read_again),
        cmocka_unit_test(who_only_reads_leaves_no_trace),
        cmocka_unit_test(one_writes_at_a_time),
        cmocka_unit_test(files_of_others_are_left_alone),
        cmocka_unit_test(keys_are_kept_with_their_answers),
        cmocka_unit_test(a_snapshot_takes_the_place_of_older_files),
        cmocka_unit_test(a_snapshot_has_all_layers_and_kinds),
        cmocka_unit_test(snapshots_left_half_done_are_mended),
        cmocka_unit_test(long_journals_are_worth_a_snapshot),
        cmocka_unit_test(a_group_that_fails_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
