/* fake_stream: lines, and entries made of them. */
#include "tests/unit/engine/fake_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/array.h"
#include "tests/unit/cmocka_all.h"

enum { IDS_FROM_MS = 1000000 }; /* 1970: whatever ends has ended */

/* The fields of an entry. */
struct stream_line {
    char *text; /* owned, all texts */
    struct entry_field field[ENTRY_FIELDS_MAX];
    size_t count;
};

/* ---- Lines --------------------------------------------------------------- */

static const char *keep(char **at, const char *text, size_t size)
{
    const char *kept = *at;

    memcpy(*at, text, size);
    *at += size;
    return kept;
}

static struct stream_line copy_fields(const struct entry_field *field,
                                      size_t count)
{
    struct stream_line line = {.count = count};
    size_t size = 1;
    char *at;

    for (size_t i = 0; i < count; i++)
        size += field[i].name_size + field[i].value_size;
    at = line.text = malloc(size);
    assert_non_null(at);
    for (size_t i = 0; i < count; i++) {
        line.field[i] = field[i];
        line.field[i].name = keep(&at, field[i].name, field[i].name_size);
        line.field[i].value = keep(&at, field[i].value, field[i].value_size);
    }
    return line;
}

static void add_line(struct fake_stream *stream, struct stream_line line)
{
    pthread_mutex_lock(&stream->lock);
    stream->line =
        realloc(stream->line, (stream->count + 1) * sizeof(*stream->line));
    assert_non_null(stream->line);
    stream->line[stream->count++] = line;
    pthread_mutex_unlock(&stream->lock);
}

void fake_stream_write_copy(struct fake_stream *stream,
                            const struct weight_change *change)
{
    struct entry_fields fields;

    entry_write(change, &fields);
    add_line(stream, copy_fields(fields.field, fields.count));
}

void fake_stream_write(struct fake_stream *stream, struct weight_change *change)
{
    fake_stream_write_copy(stream, change);
    if (change)
        weight_change_finish(change);
}

void fake_stream_write_wrong(struct fake_stream *stream)
{
    add_line(stream,
             copy_fields(&(struct entry_field){"colour", 6, "red", 3}, 1));
}

/* ---- The port ------------------------------------------------------------ */

static struct entry_id id_of(const struct fake_stream *stream, size_t n)
{
    return (struct entry_id){stream->beginning_ms + 500 * n, 0};
}

static void read_line(const struct fake_stream *stream, size_t n,
                      struct entry *ret_entry)
{
    const struct stream_line *line = &stream->line[n];

    assert_int_equal(
        entry_read(id_of(stream, n), line->field, line->count, NULL, ret_entry),
        0);
}

static void apply(const struct fake_stream *stream, struct ledger **ledger,
                  struct key_book *keys)
{
    struct ledger_touches touches = {0};
    struct entry_result result;
    struct entry entry;

    read_line(stream, (*ledger)->epoch, &entry);
    assert_int_equal(entry_apply(&entry, *ledger, keys, &touches, &result), 0);
    ledger_touches_finish(&touches);
    ledger_release(*ledger);
    *ledger = result.next;
    if (result.outcome == CHANGED_OK)
        key_book_remember(keys, &entry.change, (*ledger)->epoch);
    entry_finish(&entry);
}

static int begin(void *context, const char *map, bool needs_entries,
                 struct ledger **ledger, struct key_book *keys, bool *ret_moved,
                 struct error *error)
{
    struct fake_stream *stream = context;

    assert_string_equal(map, town_name);
    stream->begun_epoch = (*ledger)->epoch;
    stream->begun_beginning = (*ledger)->beginning;
    stream->begun_entry = (*ledger)->entry;
    *ret_moved = false;
    if (needs_entries && !stream->count)
        return -ENODATA;
    while ((*ledger)->epoch < stream->count) {
        apply(stream, ledger, keys);
        *ret_moved = true;
    }
    return 0;
}

/* What is to be appended. */
struct feed_append {
    struct stream_line line;
    bool ends; /* it only lets rows end */
    uint64_t ticket;
};

static struct feed_append *make(void *context, const char *map,
                                const struct weight_change *change,
                                uint64_t ticket)
{
    struct feed_append *made = malloc(sizeof(*made));
    struct fake_stream *stream = context;
    struct entry_fields fields;

    assert_non_null(made);
    assert_string_equal(map, town_name);
    entry_write(change, &fields);
    if (change && stream->making)
        stream->making(stream->context);
    *made = (struct feed_append){copy_fields(fields.field, fields.count),
                                 !change, ticket};
    return made;
}

static int append(void *context, struct feed_append *made, struct error *error)
{
    struct fake_stream *stream = context;
    bool is_lost;

    pthread_mutex_lock(&stream->lock);
    is_lost = stream->is_lost;
    stream->ends += made->ends;
    stream->ticket = made->ticket;
    pthread_mutex_unlock(&stream->lock);
    if (is_lost || made->ends)
        free(made->line.text);
    else
        add_line(stream, made->line);
    pthread_mutex_lock(&stream->lock);
    stream->offers += !made->ends;
    pthread_mutex_unlock(&stream->lock);
    free(made);
    return is_lost ? error_set(error, -ENOTCONN, "it is away") : 0;
}

/* ---- For tests ----------------------------------------------------------- */

void fake_stream_init(struct fake_stream *stream)
{
    *stream = (struct fake_stream){.port = {stream, begin, make, append},
                                   .beginning_ms = IDS_FROM_MS};
    pthread_mutex_init(&stream->lock, NULL);
}

void fake_stream_finish(struct fake_stream *stream)
{
    for (size_t n = 0; n < stream->count; n++)
        free(stream->line[n].text);
    free(stream->line);
    pthread_mutex_destroy(&stream->lock);
}

const char *fake_stream_id(struct fake_stream *stream, size_t n,
                           char text[static ENTRY_ID_SIZE])
{
    entry_id_write(id_of(stream, n), text);
    return text;
}

void fake_stream_key(struct fake_stream *stream, size_t n,
                     char ret_key[static IDEMPOTENCY_KEY_SIZE])
{
    struct entry entry;

    pthread_mutex_lock(&stream->lock);
    assert_true(n < stream->count);
    read_line(stream, n, &entry);
    pthread_mutex_unlock(&stream->lock);
    strcpy(ret_key, entry.change.key);
    entry_finish(&entry);
}

unsigned fake_stream_offers(struct fake_stream *stream)
{
    unsigned offers;

    pthread_mutex_lock(&stream->lock);
    offers = stream->offers;
    pthread_mutex_unlock(&stream->lock);
    return offers;
}

void fake_stream_wait(struct fake_stream *stream, unsigned offers)
{
    while (fake_stream_offers(stream) < offers)
        usleep(100);
    assert_int_equal(fake_stream_offers(stream), offers);
}

int fake_stream_deliver_from(struct fake_stream *stream, struct world *world,
                             size_t from, size_t count, size_t *ret_taken,
                             struct error *error)
{
    struct entry *entries = array_alloc(count, sizeof(*entries));
    int r;

    assert_non_null(entries);
    pthread_mutex_lock(&stream->lock);
    assert_true(from + count <= stream->count);
    for (size_t i = 0; i < count; i++)
        read_line(stream, from + i, &entries[i]);
    pthread_mutex_unlock(&stream->lock);
    r = living_take_entries(world->living, town_name, entries, count, ret_taken,
                            error);
    for (size_t i = 0; i < count; i++)
        entry_finish(&entries[i]);
    free(entries);
    return r;
}

void fake_stream_deliver(struct fake_stream *stream, struct world *world,
                         size_t most)
{
    struct ledger *ledger = living_ledger(world->living, town_name);
    size_t from = ledger->epoch;
    size_t count = size_min(stream->count - from, most);
    struct error error;
    size_t taken;

    ledger_release(ledger);
    if (fake_stream_deliver_from(stream, world, from, count, &taken, &error))
        fail_msg("%s", error.text);
    assert_int_equal(taken, count);
}
