/* stream: entries. */
#include "core/feed/stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/feed/stream_private.h"

void stream_key(char ret_key[static STREAM_KEY_SIZE], const char *map,
                const char *what)
{
    snprintf(ret_key, STREAM_KEY_SIZE, "relaxd:{%s}:%s", map, what);
}

bool stream_is_text(const redisReply *reply)
{
    return reply->type == REDIS_REPLY_STRING ||
           reply->type == REDIS_REPLY_STATUS;
}

bool stream_is_list(const redisReply *reply, size_t least)
{
    return reply->type == REDIS_REPLY_ARRAY && reply->elements >= least;
}

/* ---- Fetching ------------------------------------------------------------ */

static bool read_id(const redisReply *reply, struct entry_id *ret_id)
{
    return stream_is_text(reply) && entry_id_read(reply->str, ret_id);
}

bool stream_read_number(const redisReply *reply, uint64_t *ret_number)
{
    if (reply->type == REDIS_REPLY_INTEGER && reply->integer >= 0) {
        *ret_number = (uint64_t)reply->integer;
        return true;
    }
    return stream_is_text(reply) && parse_u64(reply->str, ret_number);
}

/* The value of a name in a list of both; NULL: it has none. */
static const redisReply *find_value(const redisReply *list, const char *name)
{
    for (size_t i = 0; i + 1 < list->elements; i += 2) {
        const redisReply *at = list->element[i];

        if (stream_is_text(at) && !strcmp(at->str, name))
            return list->element[i + 1];
    }
    return NULL;
}

/* Of XINFO STREAM; an error is what it says of a stream that is not there. */
static bool read_info(const redisReply *info, struct stream_state *state)
{
    const redisReply *added, *last, *first, *deleted;

    if (info->type == REDIS_REPLY_ERROR)
        return strstr(info->str, "no such key") != NULL;
    if (!stream_is_list(info, 0))
        return false;
    state->exists = true;
    added = find_value(info, "entries-added");
    last = find_value(info, "last-generated-id");
    first = find_value(info, "first-entry");
    deleted = find_value(info, "max-deleted-entry-id");
    if (!added || !last || !first || !deleted ||
        !read_id(deleted, &state->deleted) ||
        !stream_read_number(added, &state->added) ||
        !read_id(last, &state->last))
        return false;
    return first->type == REDIS_REPLY_NIL ||
           (stream_is_list(first, 1) &&
            read_id(first->element[0], &state->first));
}

static bool read_snapshot_head(const redisReply *head,
                               struct stream_state *state)
{
    if (!stream_is_list(head, 3))
        return false;
    if (head->element[0]->type == REDIS_REPLY_NIL)
        return true;
    state->has_snapshot = true;
    return stream_read_number(head->element[0], &state->snapshot_epoch) &&
           stream_read_number(head->element[1], &state->beginning) &&
           stream_read_number(head->element[2], &state->snapshot_bytes);
}

/* Bytes of all texts in a reply. */
static size_t bytes_of(const redisReply *reply)
{
    size_t bytes = reply->str ? reply->len : 0;

    for (size_t i = 0; i < reply->elements; i++)
        bytes += bytes_of(reply->element[i]);
    return bytes;
}

static bool is_same(struct entry_id a, struct entry_id b)
{
    return a.ms == b.ms && a.sequence == b.sequence;
}

/* With `counts` the entry at the place comes first, if it is there. */
static bool read_entries(const redisReply *entries, struct entry_id after,
                         size_t most, struct stream_batch *batch)
{
    struct entry_id id;

    if (!stream_is_list(entries, 0))
        return false;
    batch->entry = entries->element;
    batch->count = entries->elements;
    batch->whole = batch->count < most;
    if (batch->counts && batch->count && stream_is_list(batch->entry[0], 2) &&
        read_id(batch->entry[0]->element[0], &id) && is_same(id, after)) {
        batch->has_place = true;
        batch->entry++;
        batch->count--;
    }
    for (size_t i = 0; i < batch->count; i++) {
        const redisReply *entry = batch->entry[i];

        if (!stream_is_list(entry, 2) || !read_id(entry->element[0], &id) ||
            !stream_is_list(entry->element[1], 0))
            return false;
    }
    return true;
}

/* Of the transaction: length, snapshot, entries, then what counts them. */
static bool read_batch(const redisReply *exec, struct entry_id after,
                       size_t most, struct stream_batch *batch)
{
    if (!stream_is_list(exec, 3 + batch->counts) ||
        !stream_read_number(exec->element[0], &batch->state.length) ||
        !read_snapshot_head(exec->element[1], &batch->state) ||
        !read_entries(exec->element[2], after, most, batch))
        return false;
    if (!batch->counts)
        return true;
    batch->state_bytes = bytes_of(exec->element[3]);
    return read_info(exec->element[3], &batch->state);
}

int stream_ask_all(redisContext *redis, unsigned count, redisReply **ret_reply,
                   struct error *error)
{
    int r = 0;

    for (unsigned i = 0; i < count; i++) {
        redisReply *reply = NULL;
        struct error words;
        int code = redis_reply(redis, &reply, &words);

        if (code && !r) {
            r = code;
            if (error)
                *error = words;
        }
        if (code == -ENOTCONN)
            return r;
        if (!code && i + 1 == count && !r && ret_reply)
            *ret_reply = reply;
        else if (!code)
            freeReplyObject(reply);
    }
    return r;
}

int stream_fetch(redisContext *redis, const char *map, struct entry_id after,
                 size_t most, bool counts, struct stream_batch *ret_batch,
                 struct error *error)
{
    char stream[STREAM_KEY_SIZE], snapshot[STREAM_KEY_SIZE];
    char id[ENTRY_ID_SIZE];
    int r;

    *ret_batch = (struct stream_batch){.counts = counts};
    stream_key(stream, map, "weights");
    stream_key(snapshot, map, "snapshot");
    entry_id_write(after, id);
    redisAppendCommand(redis, "MULTI");
    redisAppendCommand(redis, "XLEN %s", stream);
    redisAppendCommand(redis, "HMGET %s epoch beginning bytes", snapshot);
    redisAppendCommand(redis, "XRANGE %s %s%s + COUNT %lu", stream,
                       counts ? "" : "(", id, (unsigned long)most + counts);
    if (counts)
        redisAppendCommand(redis, "XINFO STREAM %s", stream);
    redisAppendCommand(redis, "EXEC");
    r = stream_ask_all(redis, counts ? 6 : 5, &ret_batch->reply, error);
    if (r)
        return r;
    if (read_batch(ret_batch->reply, after, most + counts, ret_batch))
        return 0;
    stream_batch_finish(ret_batch);
    return redis_refuse_reply("XINFO and XRANGE", error);
}

void stream_batch_finish(struct stream_batch *batch)
{
    if (batch->reply)
        freeReplyObject(batch->reply);
    *batch = (struct stream_batch){.reply = NULL};
}

/* ---- Entries ------------------------------------------------------------- */

size_t stream_batch_bytes(const struct stream_batch *batch, size_t i)
{
    const redisReply *fields = batch->entry[i]->element[1];
    size_t bytes = 0;

    for (size_t f = 0; f < fields->elements; f++)
        bytes += fields->element[f]->len;
    return bytes;
}

enum {
    MOST = 1 << 12,          /* entries */
    BYTES_AT_ONCE = 8 << 20, /* of them */
};

size_t stream_batch_next_most(const struct stream_batch *batch, size_t most)
{
    size_t bytes = 0;

    for (size_t i = 0; i < batch->count; i++)
        bytes += stream_batch_bytes(batch, i);
    if (bytes > BYTES_AT_ONCE)
        return most > 1 ? most / 2 : 1;
    return batch->count >= most && bytes < BYTES_AT_ONCE / 4
               ? size_min(2 * most, MOST)
               : most;
}

/* [ret_count] of the caller's to free; NULL: no memory. */
static struct entry_field *fields_of(const redisReply *list, size_t *ret_count)
{
    size_t count = list->elements / 2;
    struct entry_field *field = array_alloc(count, sizeof(*field));

    for (size_t i = 0; field && i < count; i++) {
        const redisReply *name = list->element[2 * i];
        const redisReply *value = list->element[2 * i + 1];

        field[i] = (struct entry_field){
            name->str ? name->str : "", name->str ? name->len : 0,
            value->str ? value->str : "", value->str ? value->len : 0};
    }
    *ret_count = count;
    return field;
}

int stream_batch_read(const struct stream_batch *batch, size_t i,
                      entry_check_model *check_model, struct entry *ret_entry,
                      struct error *error)
{
    const redisReply *entry = batch->entry[i];
    struct entry_field *field;
    struct entry_id id;
    size_t count;
    int r;

    *ret_entry = (struct entry){.is_empty = true};
    if (!read_id(entry->element[0], &id))
        return redis_refuse_reply("XRANGE", error);
    field = fields_of(entry->element[1], &count);
    r = field ? entry_read(id, field, count, check_model, ret_entry) : -ENOMEM;
    free(field);
    return r ? error_no_memory(error) : 0;
}

int stream_wait(redisContext *redis, const struct stream_wait *waits,
                size_t count, unsigned ms, struct error *error)
{
    enum { BEFORE = 6 };
    size_t total = BEFORE + 2 * count;
    const char **word = array_alloc(total, sizeof(*word));
    char(*text)[STREAM_KEY_SIZE] = array_alloc(2 * count + 1, sizeof(*text));
    int r = word && text ? 0 : error_no_memory(error);

    if (!r) {
        snprintf(text[2 * count], sizeof(*text), "%u", ms);
        memcpy(word,
               (const char *[]){"XREAD", "COUNT", "1", "BLOCK", text[2 * count],
                                "STREAMS"},
               BEFORE * sizeof(*word));
        for (size_t i = 0; i < count; i++) {
            stream_key(text[i], waits[i].map, "weights");
            entry_id_write(waits[i].after, text[count + i]);
            word[BEFORE + i] = text[i];
            word[BEFORE + count + i] = text[count + i];
        }
        r = redisAppendCommandArgv(redis, (int)total, word, NULL) == REDIS_OK
                ? redis_reply(redis, NULL, error)
                : error_no_memory(error);
    }
    free(word);
    free(text);
    return r;
}

/* ---- Appending ----------------------------------------------------------- */

struct command {
    const char *word[2 * ENTRY_FIELDS_MAX + 16];
    size_t size[2 * ENTRY_FIELDS_MAX + 16];
    int count;
};

static void add(struct command *command, const char *word, size_t size)
{
    command->word[command->count] = word;
    command->size[command->count++] = size;
}

static void add_word(struct command *command, const char *word)
{
    add(command, word, strlen(word));
}

char *stream_append_command(const char *map, const struct weight_change *change,
                            bool makes, size_t *ret_size)
{
    struct command command = {.count = 0};
    struct entry_fields fields;
    char key[STREAM_KEY_SIZE];
    long long size;
    char *text;

    stream_key(key, map, "weights");
    entry_write(change, &fields);
    add_word(&command, "XADD");
    add_word(&command, key);
    if (!makes)
        add_word(&command, "NOMKSTREAM");
    add_word(&command, "*");
    for (size_t i = 0; i < fields.count; i++) {
        add(&command, fields.field[i].name, fields.field[i].name_size);
        add(&command, fields.field[i].value, fields.field[i].value_size);
    }
    size = redisFormatCommandArgv(&text, command.count, command.word,
                                  command.size);
    if (size < 0)
        return NULL;
    *ret_size = (size_t)size;
    return text;
}

int stream_append_reply(redisContext *redis, struct error *error)
{
    redisReply *reply;
    int r = redis_reply(redis, &reply, error);

    if (r)
        return r;
    if (reply->type == REDIS_REPLY_NIL)
        r = error_set(error, -ESTALE, "%s", standing_words(STANDS_APART_GONE));
    else if (!stream_is_text(reply))
        r = redis_refuse_reply("XADD", error);
    freeReplyObject(reply);
    return r;
}

/* ---- What nobody can read ------------------------------------------------ */

enum { ASIDE_BYTES = 64 << 10, ASIDE_FIELDS = 8 };

int stream_keep_aside(redisContext *redis, const char *map,
                      const struct stream_batch *batch, size_t i,
                      const char *reason, struct error *error)
{
    const redisReply *fields = batch->entry[i]->element[1];
    struct command command = {.count = 0};
    char key[STREAM_KEY_SIZE];
    int r;

    stream_key(key, map, "refused");
    add_word(&command, "XADD");
    add_word(&command, key);
    add_word(&command, "MAXLEN");
    add_word(&command, "1000");
    add_word(&command, batch->entry[i]->element[0]->str);
    add_word(&command, "reason");
    add_word(&command, reason);
    for (size_t f = 0; f < fields->elements && f < 2 * ASIDE_FIELDS; f++)
        add(&command, fields->element[f]->str,
            size_min(fields->element[f]->len, ASIDE_BYTES));
    if (redisAppendCommandArgv(redis, command.count, command.word,
                               command.size) != REDIS_OK)
        return error_no_memory(error);
    r = redis_reply(redis, NULL, error);
    return r == -EPROTO ? 0 : r; /* another relaxd was first */
}
