/* journal_bench: opens, appends and compares. */
#include "tests/unit/weighting/journal_bench.h"

#include <sys/stat.h>

#include "core/weighting/weight_change.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"

void assert_same_words(const struct ledger *a, const struct ledger *b)
{
    char *words[2] = {ledger_words(a), ledger_words(b)};

    assert_string_equal(words[0], words[1]);
    free(words[0]);
    free(words[1]);
}

void journal_bench_init(struct journal_bench *bench)
{
    *bench = (struct journal_bench){.ledger = ledger_create()};
    scratch_init(&bench->scratch);
    snprintf(bench->folder, sizeof(bench->folder), "%.40s/weights",
             bench->scratch.folder);
    assert_non_null(bench->ledger);
}

void journal_bench_finish(struct journal_bench *bench)
{
    struct scratch inner;

    journal_bench_close(bench);
    ledger_release(bench->ledger);
    strcpy(inner.folder, bench->folder);
    if (!access(bench->folder, F_OK))
        scratch_finish(&inner);
    scratch_finish(&bench->scratch);
}

void journal_bench_open(struct journal_bench *bench)
{
    struct journal_opening opening = {
        .directory = bench->folder,
        .writes = true,
        .read_text = weight_change_read_text,
        .keys = &bench->keys,
    };
    struct error error;

    assert_null(bench->journal);
    assert_int_equal(key_book_init(&bench->keys), 0);
    if (journal_open(&opening, &bench->journal, &error))
        fail_msg("%s", error.text);
    assert_same_words(opening.ledger, bench->ledger);
    ledger_release(opening.ledger);
    bench->cut = opening.cut;
}

void journal_bench_close(struct journal_bench *bench)
{
    journal_close(bench->journal);
    bench->journal = NULL;
    key_book_finish(&bench->keys);
}

int journal_bench_read(struct journal_bench *bench, struct ledger **ret_ledger,
                       struct error *error)
{
    struct key_book keys = {0};
    struct journal_opening opening = {
        .directory = bench->folder,
        .read_text = weight_change_read_text,
        .keys = &keys,
    };
    struct journal *journal;
    int r;

    assert_int_equal(key_book_init(&keys), 0);
    r = journal_open(&opening, &journal, error);
    assert_null(journal);
    *ret_ledger = opening.ledger;
    bench->cut = opening.cut;
    key_book_finish(&keys);
    return r;
}

void journal_bench_append(struct journal_bench *bench,
                          struct weight_change *changes, size_t count)
{
    const struct weight_change *list[8];
    uint64_t epochs[8];
    struct error error;

    assert_in_range(count, 1, 8);
    for (size_t i = 0; i < count; i++) {
        struct ledger_touches touches;

        touches = change_touch(&bench->ledger, &changes[i]);
        ledger_touches_finish(&touches);
        list[i] = &changes[i];
        epochs[i] = bench->ledger->epoch;
    }
    if (journal_append(bench->journal, list, epochs, count, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < count; i++)
        weight_change_finish(&changes[i]);
}

void journal_bench_patch(struct journal_bench *bench, const char *csv)
{
    struct weight_change change = change_make(CHANGE_PATCH, "", csv);

    journal_bench_append(bench, &change, 1);
}

/* ---- Files --------------------------------------------------------------- */

const char *journal_bench_path(struct journal_bench *bench, const char *what,
                               uint64_t epoch)
{
    char name[JOURNAL_NAME_SIZE];
    char *path = bench->scratch.path;

    journal_name(name, what, epoch);
    snprintf(path, sizeof(bench->scratch.path), "%s/%s", bench->folder, name);
    return path;
}

char *file_read(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    char *bytes;

    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    *ret_size = (size_t)status.st_size;
    bytes = malloc(*ret_size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *ret_size, file), *ret_size);
    fclose(file);
    return bytes;
}

void file_write(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

char *journal_bench_files(struct journal_bench *bench)
{
    struct dirent **entry;
    int count = scandir(bench->folder, &entry, is_visible, alphasort);
    char *names = calloc(1, 1000);

    assert_true(count >= 0 && names);
    for (int i = 0; i < count; i++) {
        strcat(names, i ? " " : "");
        strcat(names, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return names;
}
