/* fuzz_entry: any bytes as entries of a stream. Byte 0x1d stands between
 * entries, 0x1e between fields, the first '=' between name and value; "@MS-N"
 * is no field, but the entry's id.
 *
 * What is read is written, and read again as the same; two that take the same
 * entries hold the same, and so does who reads a snapshot of it. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/weighting/entry.h"
#include "core/weighting/snapshot.h"
#include "tests/fuzz/fuzz.h"

enum { BETWEEN_ENTRIES = 0x1d, BETWEEN_FIELDS = 0x1e, FIELDS = 16 };

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* ---- Cutting ------------------------------------------------------------- */

struct cut {
    const char *at; /* [left) */
    size_t left;
};

static struct cut cut_off(struct cut *rest, int between)
{
    const char *end = rest->left ? memchr(rest->at, between, rest->left) : NULL;
    struct cut piece = {rest->at, rest->left};

    if (end) {
        piece.left = (size_t)(end - rest->at);
        rest->at += piece.left + 1;
        rest->left -= piece.left + 1;
    } else {
        rest->at += rest->left;
        rest->left = 0;
    }
    return piece;
}

/* A later entry than the last one, unless it says else. */
static void take_id(struct cut piece, struct entry_id *id)
{
    char text[ENTRY_ID_SIZE + 8] = "", again[ENTRY_ID_SIZE];
    struct entry_id read;

    if (piece.left < 1 || piece.left > sizeof(text))
        return;
    memcpy(text, piece.at + 1, piece.left - 1);
    if (!entry_id_read(text, &read))
        return;
    entry_id_write(read, again);
    *id = read;
    must(entry_id_read(again, &read) && read.ms == id->ms &&
         read.sequence == id->sequence);
    if (!id->ms)
        id->ms = 1; /* a stream's are not 0 */
}

static size_t cut_fields(struct cut entry, struct entry_field *field,
                         struct entry_id *id)
{
    size_t count = 0;

    while (entry.left && count < FIELDS) {
        struct cut value = cut_off(&entry, BETWEEN_FIELDS);
        struct cut name;

        if (value.left && *value.at == '@') {
            take_id(value, id);
            continue;
        }
        name = cut_off(&value, '=');
        field[count++] =
            (struct entry_field){name.at, name.left, value.at, value.left};
    }
    return count;
}

/* ---- One entry ----------------------------------------------------------- */

static int check_model(const char *text, struct error *error)
{
    return *text == '{' ? 0 : error_set(error, -1, "'%.9s' is no model", text);
}

static void read_fields(struct entry_id id, const struct entry_field *field,
                        size_t count, struct entry *ret_entry)
{
    must(!entry_read(id, field, count, check_model, ret_entry));
}

static void check_bytes(const void *a, size_t a_size, const void *b,
                        size_t b_size)
{
    must(a_size == b_size && (!a_size || !memcmp(a, b, a_size)));
}

static void check_same(const struct weight_change *a,
                       const struct weight_change *b)
{
    must(a->operation == b->operation && a->kind == b->kind);
    must(!strcmp(a->profile, b->profile) && !strcmp(a->scenario, b->scenario));
    must(!strcmp(a->model, b->model) && !strcmp(a->key, b->key));
    must(a->ttl_s == b->ttl_s && a->matched == b->matched);
    must(a->has_if_match == b->has_if_match && a->if_match == b->if_match);
    must(a->text_gzip == b->text_gzip && !a->text == !b->text);
    check_bytes(a->digest, sizeof(a->digest), b->digest, sizeof(b->digest));
    check_bytes(a->text, a->text_bytes, b->text, b->text_bytes);
    check_bytes(a->rows.row, a->rows.count * sizeof(*a->rows.row), b->rows.row,
                b->rows.count * sizeof(*b->rows.row));
}

/* The entry as who writes it would: the same, and refused for no reason of its
 * own. */
static void write_again(const struct entry *entry, struct entry *ret_again)
{
    struct entry_fields fields;

    entry_write(entry->is_empty ? NULL : &entry->change, &fields);
    must(fields.count <= ENTRY_FIELDS_MAX);
    read_fields(entry->id, fields.field, fields.count, ret_again);
    must(!*ret_again->unreadable && ret_again->is_empty == entry->is_empty);
    check_same(&ret_again->change, &entry->change);
}

/* ---- Two that follow ----------------------------------------------------- */

struct taker {
    struct ledger *ledger;
    struct key_book keys;
};

static void taker_init(struct taker *taker)
{
    taker->ledger = ledger_create();
    must(taker->ledger && !key_book_init(&taker->keys));
    taker->ledger->beginning = 3;
}

static void taker_finish(struct taker *taker)
{
    ledger_release(taker->ledger);
    key_book_finish(&taker->keys);
}

static void take(struct taker *taker, struct entry *entry,
                 struct entry_result *ret_result)
{
    struct ledger_touches touches = {0};

    must(
        !entry_apply(entry, taker->ledger, &taker->keys, &touches, ret_result));
    must(ret_result->next->epoch == taker->ledger->epoch + 1);
    must(ledger_follows(ret_result->next) && ret_result->next->beginning == 3);
    ledger_touches_finish(&touches);
    ledger_release(taker->ledger);
    taker->ledger = ret_result->next;
    if (ret_result->outcome == CHANGED_OK)
        key_book_remember(&taker->keys, &entry->change, taker->ledger->epoch);
    else
        must(ret_result->outcome == CHANGED_BEFORE || *ret_result->words.text);
}

static void take_both(struct taker *takers, struct entry_id id,
                      const struct entry_field *field, size_t count)
{
    struct entry entry, other;
    struct entry_result result, result_of_other;

    read_fields(id, field, count, &entry);
    must(text_is_line(entry.unreadable, strlen(entry.unreadable)));
    if (*entry.unreadable)
        read_fields(id, field, count, &other);
    else
        write_again(&entry, &other);
    must(!strcmp(entry.unreadable, other.unreadable));
    take(&takers[0], &entry, &result);
    take(&takers[1], &other, &result_of_other);
    must(result.outcome == result_of_other.outcome);
    must(!strcmp(result.words.text, result_of_other.words.text));
    must(!*entry.unreadable || result.outcome == CHANGED_UNREADABLE);
    entry_finish(&entry);
    entry_finish(&other);
}

/* ---- Snapshots ----------------------------------------------------------- */

struct image {
    char *bytes; /* [size], owned */
    size_t size;
};

static int put(void *context, const void *bytes, size_t size,
               struct error *error)
{
    struct image *image = context;

    image->bytes = realloc(image->bytes, image->size + size + 1);
    must(image->bytes);
    if (size)
        memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
    return 0;
}

static struct image write_image(const struct taker *taker)
{
    struct image image = {NULL, 0};
    struct known_key *keys;
    size_t count;

    must(!key_book_copy(&taker->keys, &keys, &count));
    must(!snapshot_write(taker->ledger, keys, count, put, &image, NULL));
    free(keys);
    return image;
}

static void check_image(const struct image *image)
{
    struct taker reader = {.ledger = NULL};
    struct error error = {""};
    struct image again;

    must(!key_book_init(&reader.keys));
    must(!snapshot_read("snapshot", image->bytes, image->size, &reader.keys,
                        &reader.ledger, &error));
    again = write_image(&reader);
    check_bytes(image->bytes, image->size, again.bytes, again.size);
    free(again.bytes);
    taker_finish(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct cut rest = {(const char *)bytes, size};
    struct taker takers[2];
    struct entry_id id = {1000, 0};
    struct image image[2];
    uint64_t entries = 0;

    for (int i = 0; i < 2; i++)
        taker_init(&takers[i]);
    for (; rest.left; entries++) {
        struct entry_field field[FIELDS];
        struct cut entry = cut_off(&rest, BETWEEN_ENTRIES);

        id.ms += id.ms < UINT64_MAX - 700 ? 700 : 0;
        take_both(takers, id, field, cut_fields(entry, field, &id));
    }
    for (int i = 0; i < 2; i++) {
        must(takers[i].ledger->epoch == entries);
        image[i] = write_image(&takers[i]);
        check_image(&image[i]);
    }
    check_bytes(image[0].bytes, image[0].size, image[1].bytes, image[1].size);
    for (int i = 0; i < 2; i++) {
        free(image[i].bytes);
        taker_finish(&takers[i]);
    }
    return 0;
}
