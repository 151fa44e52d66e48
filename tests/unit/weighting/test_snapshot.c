/* snapshot: a ledger and its keys as bytes, and back. */
#include "core/weighting/snapshot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/journal_format.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/entry_fixture.h"
#include "tests/unit/weighting/journal_bench.h"

#define ROWS "|rows=segments|profile=car"

/* ---- Writing ------------------------------------------------------------- */

struct image {
    char *bytes; /* [size], owned */
    size_t size;
    size_t puts;
    size_t most; /* then it fails */
};

static int put(void *context, const void *bytes, size_t size,
               struct error *error)
{
    struct image *image = context;

    if (image->puts++ == image->most)
        return error_set(error, -ENOSPC, "it is full");
    image->bytes = realloc(image->bytes, image->size + size + 1);
    assert_non_null(image->bytes);
    memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
    return 0;
}

static struct image write_image(const struct ledger *ledger,
                                const struct key_book *keys)
{
    struct image image = {.most = SIZE_MAX};
    struct known_key *known;
    struct error error;
    size_t count;

    assert_int_equal(key_book_copy(keys, &known, &count), 0);
    if (snapshot_write(ledger, known, count, put, &image, &error))
        fail_msg("%s", error.text);
    free(known);
    return image;
}

/* Two layers, all kinds, models, ends, keys, a hole, and no rows. */
static void follow(struct entry_taker *taker)
{
    entry_taker_init(taker);
    taker->ledger->beginning = 77;
    assert_made(taker, 1000,
                "op=patch" ROWS "|key=monday|matched=1|body=1,2,3\nway "
                "7,both,0\n3,4,5,6");
    assert_made(taker, 2000, "op=patch" ROWS "|ttl=60|body=8,9,1");
    assert_made(taker, 3000, "op=put" ROWS "|scenario=works|body=1,2,0");
    assert_made(taker, 4000, "op=put|rows=turns|profile=truck|body=1,2,3,4");
    assert_made(taker, 5000, "op=put|rows=arcs|scenario=night|body=1,2,closed");
    assert_made(taker, 6000, "op=clear" ROWS "|scenario=works");
    assert_made(taker, 7000,
                "op=model|model=truck|key=!|body={\"a\":\xc3\xa4}");
    assert_made(taker, 8000, "op=model|model=bus|body=");
    assert_made(taker, 9000, "op=delete" ROWS "|body=1,2");
    assert_int_equal(taker_take(taker, 9001, "op=?"), CHANGED_UNREADABLE);
}

/* ---- Reading ------------------------------------------------------------- */

/* A copy, so that no byte behind it is read. */
static int read_image(const char *bytes, size_t size, struct key_book *keys,
                      struct ledger **ret_ledger, struct error *error)
{
    char *copy = malloc(size ? size : 1);
    int r;

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_int_equal(key_book_init(keys), 0);
    *error = (struct error){""};
    r = snapshot_read("the stream's snapshot", copy, size, keys, ret_ledger,
                      error);
    free(copy);
    return r;
}

static void assert_same_keys(const struct key_book *a, const struct key_book *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_memory_equal(key_book_at(a, i), key_book_at(b, i),
                            sizeof(struct known_key));
}

/* Also what is written of the one that was read is the same. */
static void assert_returns(const struct ledger *ledger,
                           const struct key_book *keys)
{
    struct image image = write_image(ledger, keys), again;
    struct key_book read_keys;
    struct ledger *read;
    struct error error;

    if (read_image(image.bytes, image.size, &read_keys, &read, &error))
        fail_msg("%s", error.text);
    assert_same_words(read, ledger);
    assert_int_equal(read->beginning, ledger->beginning);
    assert_int_equal(read->entry.ms, ledger->entry.ms);
    assert_int_equal(read->entry.sequence, ledger->entry.sequence);
    assert_int_equal(ledger_first_end(read), ledger_first_end(ledger));
    assert_same_keys(&read_keys, keys);
    again = write_image(read, &read_keys);
    assert_int_equal(again.size, image.size);
    assert_memory_equal(again.bytes, image.bytes, image.size);
    free(image.bytes);
    free(again.bytes);
    ledger_release(read);
    key_book_finish(&read_keys);
}

static void a_ledger_returns_as_it_was(void **state)
{
    struct entry_taker taker;

    follow(&taker);
    taker.ledger->entry.sequence = 5;
    assert_int_equal(taker.keys.count, 2);
    assert_int_equal(ledger_first_end(taker.ledger), 62);
    assert_returns(taker.ledger, &taker.keys);
    entry_taker_finish(&taker);
}

static void so_does_an_empty_one(void **state)
{
    struct ledger *ledger = ledger_create();
    struct key_book keys;

    assert_int_equal(key_book_init(&keys), 0);
    assert_returns(ledger, &keys);
    ledger_release(ledger);
    key_book_finish(&keys);
}

/* The place is of no use once a change came from elsewhere. */
static void a_ledger_that_follows_none_has_no_place(void **state)
{
    struct entry_taker taker;

    follow(&taker);
    change_make_so(&taker.ledger, change_make(CHANGE_PATCH, "", "5,6,7\n"));
    assert_false(ledger_follows(taker.ledger));
    assert_returns(taker.ledger, &taker.keys);
    entry_taker_finish(&taker);
}

static void full_books_keep_their_order(void **state)
{
    struct ledger *ledger = ledger_create();
    struct known_key known = {.epoch = 1};
    struct key_book keys;

    assert_int_equal(key_book_init(&keys), 0);
    for (int i = 0; i < KEYS_KEPT + 5; i++) {
        snprintf(known.key, sizeof(known.key), "key %d", i);
        key_book_add(&keys, &known);
    }
    assert_returns(ledger, &keys);
    ledger_release(ledger);
    key_book_finish(&keys);
}

/* ---- In parts ------------------------------------------------------------ */

/* More rows than a record has, and more bytes than one part. */
static struct ledger *with_many_rows(void)
{
    enum { ROWS_MANY = (1 << 16) + 10 };
    struct weight_change change = {.operation = CHANGE_PUT,
                                   .kind = WEIGHT_ARCS};
    struct ledger *ledger = ledger_create();

    for (int64_t i = 0; i < ROWS_MANY; i++) {
        struct weight_row row = {.key = {{i, i + 1, 0}}, .value = 1};

        assert_int_equal(weight_list_add(&change.rows, &row), 0);
    }
    change_make_so(&ledger, change);
    return ledger;
}

static void many_rows_come_in_parts(void **state)
{
    struct ledger *ledger = with_many_rows();
    struct image image;
    struct key_book keys;

    assert_int_equal(key_book_init(&keys), 0);
    image = write_image(ledger, &keys);
    assert_in_range(image.puts, 3, 10);
    assert_returns(ledger, &keys);
    free(image.bytes);
    ledger_release(ledger);
    key_book_finish(&keys);
}

static void who_takes_no_more_ends_the_writing(void **state)
{
    struct ledger *ledger = with_many_rows();

    for (size_t most = 0; most < 3; most++) {
        struct image image = {.most = most};
        struct error error;

        assert_int_equal(snapshot_write(ledger, NULL, 0, put, &image, &error),
                         -ENOSPC);
        assert_string_equal(error.text, "it is full");
        assert_int_equal(image.puts, most + 1);
        free(image.bytes);
    }
    ledger_release(ledger);
}

/* ---- Damage -------------------------------------------------------------- */

static void assert_damage(const char *bytes, size_t size, size_t at,
                          const char *what)
{
    struct ledger *ledger = NULL;
    struct key_book keys;
    struct error error;
    char words[200];

    snprintf(words, sizeof(words),
             "'the stream's snapshot' is damaged at byte %zu: %s;", at, what);
    assert_int_equal(read_image(bytes, size, &keys, &ledger, &error), -EINVAL);
    if (strncmp(error.text, words, strlen(words)) != 0)
        fail_msg("'%s' instead of '%s'", error.text, words);
    assert_null(ledger);
    key_book_finish(&keys);
}

static size_t record_at(const char *bytes, size_t at)
{
    struct record record;

    memcpy(&record, bytes + at, sizeof(record));
    return (size_t)(record.bytes + 7) / 8 * 8;
}

static void every_byte_counts(void **state)
{
    struct entry_taker taker;
    struct image image;
    size_t at = JOURNAL_MAGIC_SIZE;

    follow(&taker);
    image = write_image(taker.ledger, &taker.keys);
    while (at < image.size) {
        size_t end = at + record_at(image.bytes, at);

        assert_damage(image.bytes, at, at, "its end is missing");
        for (size_t i = at; i < end; i += 13) {
            assert_damage(image.bytes, i > at ? i : at + 1, at,
                          "a record is cut short or has changed");
            image.bytes[i] ^= 0x20;
            assert_damage(image.bytes, image.size, at,
                          "a record is cut short or has changed");
            image.bytes[i] ^= 0x20;
        }
        at = end;
    }
    assert_damage(image.bytes, 7, 0, "it does not begin as a journal does");
    image.bytes[0] = 'r';
    assert_damage(image.bytes, image.size, 0,
                  "it does not begin as a journal does");
    free(image.bytes);
    entry_taker_finish(&taker);
}

/* ---- Records that are whole and wrong ------------------------------------ */

static size_t find_record(const struct image *image, enum record_type type)
{
    size_t at = JOURNAL_MAGIC_SIZE;
    struct record record;

    for (; at < image->size; at += record_at(image->bytes, at)) {
        memcpy(&record, image->bytes + at, sizeof(record));
        if (record.type == type)
            return at;
    }
    fail_msg("no record of type %u", type);
    return 0;
}

/* Other bytes in a record, which gets the checksum that belongs to them. */
struct forged {
    enum record_type type;
    size_t at; /* from the record on */
    const void *bytes;
    size_t size;
    const char *words;
};

static void assert_forged(const struct image *image,
                          const struct forged *forged)
{
    size_t at = find_record(image, forged->type);
    char *copy = malloc(image->size);
    struct record record;

    assert_non_null(copy);
    memcpy(copy, image->bytes, image->size);
    memcpy(copy + at + forged->at, forged->bytes, forged->size);
    memcpy(&record, copy + at, sizeof(record));
    record.checksum = record_checksum(&record, copy + at + sizeof(record));
    memcpy(copy + at, &record, sizeof(record));
    assert_damage(copy, image->size, at, forged->words);
    free(copy);
}

#define IN_RECORD(member) offsetof(struct record, member)
#define IN_HEAD(name, member)                                                  \
    sizeof(struct record) + offsetof(struct name, member)
#define BYTES_OF(type, ...) (const type[]){__VA_ARGS__}, sizeof(type)

static void records_that_cannot_be_are_damage(void **state)
{
    char name[200]; /* without an end */
    const struct forged forged[] = {
        {RECORD_BEGIN, IN_RECORD(type), BYTES_OF(uint32_t, RECORD_LAYER),
         "it does not begin as a snapshot does"},
        {RECORD_STREAM, IN_RECORD(type), BYTES_OF(uint32_t, RECORD_BEGIN),
         "it does not begin as a snapshot does"},
        {RECORD_STREAM, IN_HEAD(stream_head, entry), BYTES_OF(uint64_t, 0),
         "a place in a stream is not one"},
        {RECORD_STREAM, IN_RECORD(bytes), BYTES_OF(uint64_t, 56),
         "a place in a stream is not one"},
        {RECORD_STREAM, IN_RECORD(type), BYTES_OF(uint32_t, RECORD_ENTRY),
         "such a record belongs elsewhere"},
        {RECORD_STREAM, IN_RECORD(type), BYTES_OF(uint32_t, RECORD_CHANGE),
         "such a record belongs elsewhere"},
        {RECORD_STREAM, IN_RECORD(type), BYTES_OF(uint32_t, 99),
         "this relaxd does not know such a record; a newer one wrote it"},
        {RECORD_LAYER, IN_HEAD(layer_head, scenario), name, SCENARIO_NAME_SIZE,
         "a layer is not one"},
        {RECORD_ROWS, IN_HEAD(rows_head, kind), BYTES_OF(uint32_t, 3),
         "rows belong to no layer"},
        {RECORD_ROWS, IN_HEAD(rows_head, scenario), "works", 6,
         "rows belong to no layer"},
        {RECORD_ROWS, IN_HEAD(rows_head, rows), BYTES_OF(uint64_t, 77),
         "its rows have another length"},
        {RECORD_MODEL, IN_HEAD(model_head, name), name, MODEL_NAME_SIZE,
         "a model is not one"},
        {RECORD_KEYS, sizeof(struct record), name, IDEMPOTENCY_KEY_SIZE,
         "a key is not one"},
        {RECORD_KEYS, IN_RECORD(bytes), BYTES_OF(uint64_t, 48),
         "keys have another length"},
    };
    struct entry_taker taker;
    struct image image;

    memset(name, 'a', sizeof(name));
    follow(&taker);
    image = write_image(taker.ledger, &taker.keys);
    for (size_t i = 0; i < sizeof(forged) / sizeof(*forged); i++)
        assert_forged(&image, &forged[i]);
    free(image.bytes);
    entry_taker_finish(&taker);
}

static void all_layers_are_there(void **state)
{
    const struct forged fewer = {RECORD_BEGIN, IN_HEAD(begin_head, layers),
                                 BYTES_OF(uint64_t, 4), "layers are missing"};
    struct entry_taker taker;
    struct record record;
    struct image image;
    char *copy;

    follow(&taker);
    image = write_image(taker.ledger, &taker.keys);
    copy = malloc(image.size);
    memcpy(copy, image.bytes, image.size);
    memcpy(copy + JOURNAL_MAGIC_SIZE + fewer.at, fewer.bytes, fewer.size);
    memcpy(&record, copy + JOURNAL_MAGIC_SIZE, sizeof(record));
    record.checksum =
        record_checksum(&record, copy + JOURNAL_MAGIC_SIZE + sizeof(record));
    memcpy(copy + JOURNAL_MAGIC_SIZE, &record, sizeof(record));
    assert_damage(copy, image.size, find_record(&image, RECORD_END),
                  fewer.words);
    free(copy);
    free(image.bytes);
    entry_taker_finish(&taker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ledger_returns_as_it_was),
        cmocka_unit_test(so_does_an_empty_one),
        cmocka_unit_test(a_ledger_that_follows_none_has_no_place),
        cmocka_unit_test(full_books_keep_their_order),
        cmocka_unit_test(many_rows_come_in_parts),
        cmocka_unit_test(who_takes_no_more_ends_the_writing),
        cmocka_unit_test(every_byte_counts),
        cmocka_unit_test(records_that_cannot_be_are_damage),
        cmocka_unit_test(all_layers_are_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
