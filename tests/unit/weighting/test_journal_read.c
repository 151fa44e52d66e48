/* journal_read: what was not written to the end is cut off; other damage is an
 * error that names file and byte. */
#include "core/weighting/journal_format.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "core/weighting/weight_change.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

enum { GROUPS = 4 };

/* A journal of four groups, the last of two changes, and a snapshot of them. */
struct image {
    char *bytes, *snapshot;
    size_t size, snapshot_size;
    size_t group[GROUPS + 1];          /* where each begins; then the end */
    size_t last_record;                /* of the last group */
    struct ledger *ledger[GROUPS + 1]; /* before each group; then at the end */
};

static struct key_book keys; /* made once: it is large */

static size_t file_size(struct journal_bench *bench)
{
    size_t size;

    free(file_read(journal_bench_path(bench, "journal", 0), &size));
    return size;
}

static int make_image(void **state)
{
    static const char *const csv[] = {"1,2,30\n", "3,4,5\n1,2,40\n", "5,6,7\n"};
    struct weight_change last[] = {change_make(CHANGE_PATCH, "works", "1,2,0"),
                                   change_make(CHANGE_DELETE, "", "1,2")};
    struct image *image = calloc(1, sizeof(*image));
    struct journal_bench bench;

    journal_bench_init(&bench);
    journal_bench_open(&bench);
    for (int i = 0; i < GROUPS; i++) {
        image->group[i] = file_size(&bench);
        image->ledger[i] = ledger_acquire(bench.ledger);
        if (i < GROUPS - 1)
            journal_bench_patch(&bench, csv[i]);
        else
            journal_bench_append(&bench, last, 2);
    }
    image->ledger[GROUPS] = ledger_acquire(bench.ledger);
    assert_int_equal(
        journal_write_snapshot(bench.journal, bench.ledger, NULL, 0, NULL), 0);
    image->bytes =
        file_read(journal_bench_path(&bench, "journal", 0), &image->size);
    image->group[GROUPS] = image->size;
    image->last_record =
        image->size - (image->size - image->group[GROUPS - 1]) / 2;
    image->snapshot = file_read(journal_bench_path(&bench, "snapshot", 5),
                                &image->snapshot_size);
    journal_bench_finish(&bench);
    assert_int_equal(key_book_init(&keys), 0);
    *state = image;
    return 0;
}

static int free_image(void **state)
{
    struct image *image = *state;

    for (int i = 0; i <= GROUPS; i++)
        ledger_release(image->ledger[i]);
    free(image->bytes);
    free(image->snapshot);
    free(image);
    key_book_finish(&keys);
    return 0;
}

/* ---- Reading bytes ------------------------------------------------------- */

static int read_bytes(const char *bytes, size_t size, bool is_snapshot,
                      struct ledger **ret_ledger, size_t *ret_whole,
                      struct error *error)
{
    struct journal_opening opening = {
        .read_text = weight_change_read_text,
        .ledger = ledger_create(),
        .keys = &keys,
    };
    /* A copy, so that no byte behind it is read. */
    char *copy = malloc(size ? size : 1);
    struct journal_bytes file = {"state/town", copy, size, is_snapshot,
                                 UINT64_MAX};
    int r;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    r = journal_read_bytes(&file, &opening, ret_whole, error);
    free(copy);
    *ret_ledger = opening.ledger;
    return r;
}

/* Reads up to `whole`, and what it has then is the ledger. */
static void assert_cut(const char *bytes, size_t size, size_t whole,
                       const struct ledger *ledger)
{
    struct ledger *found;
    struct error error = {""};
    size_t end;

    if (read_bytes(bytes, size, false, &found, &end, &error))
        fail_msg("%zu bytes: %s", size, error.text);
    assert_int_equal(end, whole);
    if (ledger)
        assert_same_words(found, ledger);
    ledger_release(found);
}

static void assert_damage(const char *bytes, size_t size, bool is_snapshot,
                          size_t at, const char *what)
{
    struct ledger *found;
    struct error error = {""};
    char words[200];
    size_t end;

    snprintf(words, sizeof(words), "'state/town' is damaged at byte %zu: %s",
             at, what);
    assert_int_equal(read_bytes(bytes, size, is_snapshot, &found, &end, &error),
                     -EINVAL);
    if (strncmp(error.text, words, strlen(words)) != 0)
        fail_msg("'%s' instead of '%s'", error.text, words);
    ledger_release(found);
}

/* ---- The end ------------------------------------------------------------- */

static void a_last_record_cut_short_is_cut_off(void **state)
{
    const struct image *image = *state;

    for (int i = 0; i < GROUPS - 1; i++) {
        for (size_t size = image->group[i]; size < image->group[i + 1]; size++)
            assert_cut(image->bytes, size, image->group[i], image->ledger[i]);
    }
    for (size_t size = image->group[GROUPS - 1]; size < image->last_record;
         size++)
        assert_cut(image->bytes, size, image->group[GROUPS - 1],
                   image->ledger[GROUPS - 1]);
    for (size_t size = image->last_record; size < image->size; size++)
        assert_cut(image->bytes, size, image->last_record, NULL);
    assert_cut(image->bytes, image->size, image->size, image->ledger[GROUPS]);
    for (size_t size = 0; size <= JOURNAL_MAGIC_SIZE; size++)
        assert_cut(image->bytes, size, size == JOURNAL_MAGIC_SIZE ? size : 0,
                   image->ledger[0]);
}

/* A disk may keep a later part of a group, and lose an earlier one. */
static void the_last_group_is_cut_off_where_it_is_damaged(void **state)
{
    const struct image *image = *state;

    for (size_t at = image->group[GROUPS - 1]; at < image->size; at++) {
        image->bytes[at] ^= 0x20;
        assert_cut(image->bytes, image->size,
                   at < image->last_record ? image->group[GROUPS - 1]
                                           : image->last_record,
                   at < image->last_record ? image->ledger[GROUPS - 1] : NULL);
        image->bytes[at] ^= 0x20;
    }
}

static void damage_before_the_last_group_is_an_error(void **state)
{
    const struct image *image = *state;

    for (int i = 0; i < GROUPS - 1; i++) {
        for (size_t at = image->group[i]; at < image->group[i + 1]; at++) {
            image->bytes[at] ^= 0x20;
            assert_damage(image->bytes, image->size, false, image->group[i],
                          "a record has changed since it was written; put the "
                          "folder back from a copy");
            image->bytes[at] ^= 0x20;
        }
    }
    for (size_t at = 0; at < JOURNAL_MAGIC_SIZE; at++) {
        image->bytes[at] ^= 0x20;
        assert_damage(image->bytes, image->size, false, 0,
                      "it does not begin as a journal does");
        image->bytes[at] ^= 0x20;
    }
}

/* ---- Snapshots ----------------------------------------------------------- */

static void snapshots_are_whole_or_an_error(void **state)
{
    const struct image *image = *state;
    struct ledger *found;
    struct error error = {""};
    size_t end;

    assert_int_equal(read_bytes(image->snapshot, image->snapshot_size, true,
                                &found, &end, &error),
                     0);
    assert_int_equal(end, image->snapshot_size);
    assert_same_words(found, image->ledger[GROUPS]);
    ledger_release(found);
    for (size_t at = 0; at < image->snapshot_size; at++) {
        image->snapshot[at] ^= 0x20;
        assert_int_equal(read_bytes(image->snapshot, image->snapshot_size, true,
                                    &found, &end, &error),
                         -EINVAL);
        assert_non_null(strstr(error.text, "'state/town' is damaged at byte "));
        ledger_release(found);
        image->snapshot[at] ^= 0x20;
        assert_int_equal(
            read_bytes(image->snapshot, at, true, &found, &end, &error),
            -EINVAL);
        ledger_release(found);
    }
    assert_damage(image->snapshot, image->snapshot_size - sizeof(struct record),
                  true, image->snapshot_size - sizeof(struct record),
                  "its end is missing");
}

/* ---- Records that are whole and wrong ------------------------------------ */

/* Other bytes in a record, which gets the checksum that belongs to them. */
struct forged {
    size_t at; /* from the record on */
    const void *bytes;
    size_t size;
    const char *words;
};

static void forge(char *bytes, size_t at, const struct forged *forged)
{
    struct record record;

    memcpy(bytes + at + forged->at, forged->bytes, forged->size);
    memcpy(&record, bytes + at, sizeof(record));
    record.checksum = record_checksum(&record, bytes + at + sizeof(record));
    memcpy(bytes + at, &record, sizeof(record));
}

#define IN_RECORD(member) offsetof(struct record, member)
#define IN_CHANGE(member)                                                      \
    (sizeof(struct record) + offsetof(struct change_head, member))
#define IN_ROW(member)                                                         \
    (sizeof(struct record) + sizeof(struct change_head) +                      \
     offsetof(struct weight_row, member))
#define BYTES_OF(type, ...) (const type[]){__VA_ARGS__}, sizeof(type)

static void records_that_cannot_be_are_damage(void **state)
{
    char name[ROAD_NAME_SIZE]; /* without an end */
    const struct forged forged[] = {
        {IN_RECORD(type), BYTES_OF(uint32_t, 99),
         "such a record belongs elsewhere"},
        {IN_RECORD(type), BYTES_OF(uint32_t, 0),
         "this relaxd does not know such a record; a newer one wrote it"},
        {IN_RECORD(type), BYTES_OF(uint32_t, RECORD_ROWS),
         "such a record belongs elsewhere"},
        {IN_RECORD(epoch), BYTES_OF(uint64_t, 4),
         "an epoch is missing before it"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, 0), "a change is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DROP_MODEL + 1),
         "a change is not one"},
        {IN_CHANGE(operation), BYTES_OF(uint32_t, CHANGE_DROP),
         "no scenario is called ''; there is none"},
        {IN_CHANGE(kind), BYTES_OF(uint32_t, WEIGHT_KINDS),
         "a change is not one"},
        {IN_CHANGE(format), BYTES_OF(uint32_t, FORMAT_MODEL + 1),
         "a change is not one"},
        {IN_CHANGE(format), BYTES_OF(uint32_t, FORMAT_CSV), "line 1, column 1"},
        {IN_CHANGE(profile), name, sizeof(name), "a change is not one"},
        {IN_CHANGE(rows), BYTES_OF(uint64_t, 2),
         "its rows have another length"},
        {IN_ROW(key), BYTES_OF(int64_t, -1), "row 1 is not one"},
        {IN_ROW(value), BYTES_OF(double, 0), "row 1 is not one"},
        {IN_ROW(value), BYTES_OF(double, NAN), "row 1 is not one"},
        {IN_ROW(value), BYTES_OF(double, -2), "row 1 is not one"},
        {IN_ROW(rate), BYTES_OF(double, INFINITY), "row 1 is not one"},
        {IN_ROW(rate), BYTES_OF(double, -3), "row 1 is not one"},
    };
    const struct image *image = *state;
    size_t at = image->group[2];
    char *copy = malloc(image->size);

    memset(name, 'a', sizeof(name));
    for (size_t i = 0; i < sizeof(forged) / sizeof(*forged); i++) {
        memcpy(copy, image->bytes, image->size);
        forge(copy, at, &forged[i]);
        assert_damage(copy, image->size, false, at, forged[i].words);
    }
    free(copy);
}

static void snapshots_have_their_layers(void **state)
{
    const struct forged forged[] = {
        {sizeof(struct record) + offsetof(struct begin_head, layers),
         BYTES_OF(uint64_t, 1), "a layer is not one"},
        {sizeof(struct record) + offsetof(struct begin_head, layers),
         BYTES_OF(uint64_t, 3), "layers are missing"},
        {IN_RECORD(type), BYTES_OF(uint32_t, RECORD_LAYER),
         "it does not begin as a snapshot does"},
    };
    const struct image *image = *state;
    char *copy = malloc(image->snapshot_size);

    for (size_t i = 0; i < 3; i++) {
        struct ledger *found;
        struct error error = {""};
        size_t end;

        memcpy(copy, image->snapshot, image->snapshot_size);
        forge(copy, JOURNAL_MAGIC_SIZE, &forged[i]);
        assert_int_equal(
            read_bytes(copy, image->snapshot_size, true, &found, &end, &error),
            -EINVAL);
        assert_non_null(strstr(error.text, forged[i].words));
        ledger_release(found);
    }
    free(copy);
}

#define OF_IMAGE(name)                                                         \
    cmocka_unit_test_setup_teardown(name, make_image, free_image)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_IMAGE(a_last_record_cut_short_is_cut_off),
        OF_IMAGE(the_last_group_is_cut_off_where_it_is_damaged),
        OF_IMAGE(damage_before_the_last_group_is_an_error),
        OF_IMAGE(snapshots_are_whole_or_an_error),
        OF_IMAGE(records_that_cannot_be_are_damage),
        OF_IMAGE(snapshots_have_their_layers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
