/* stream_snapshot: snapshots beside a stream, and new beginnings. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/feed/stream_private.h"
#include "core/weighting/snapshot.h"

enum {
    LEASE_MS = 60000, /* a lease that nobody renews ends then */
    DRAFT_S = 3600,   /* and so does a draft that nobody completes */
    LOAD_TRIES = 5,
};

static int random_number(uint64_t *ret_number, struct error *error)
{
    *ret_number = 0;
    while (!*ret_number) {
        if (getrandom(ret_number, sizeof(*ret_number), 0) < 0)
            return error_errno(error, "ask for a random number");
    }
    return 0;
}

/* ---- Writing ------------------------------------------------------------- */

/* A snapshot on its way, under a name of its own. */
struct draft {
    redisContext *redis;
    char key[STREAM_KEY_SIZE + 24];
    char lease[STREAM_KEY_SIZE]; /* held; "": none */
    char holder[24];
    uint64_t parts;
    uint64_t bytes;
};

static int put_part(void *context, const void *bytes, size_t size,
                    struct error *error)
{
    struct draft *draft = context;
    int r = redis_ask(draft->redis, NULL, error, "HSET %s part-%lu %b",
                      draft->key, (unsigned long)draft->parts, bytes, size);

    if (!r && !draft->parts)
        r = redis_ask(draft->redis, NULL, error, "EXPIRE %s %d", draft->key,
                      DRAFT_S);
    if (!r && *draft->lease)
        r = redis_ask(draft->redis, NULL, error, "PEXPIRE %s %d", draft->lease,
                      LEASE_MS);
    draft->parts++;
    draft->bytes += size;
    return r;
}

static int write_draft(struct draft *draft, const char *map,
                       const struct ledger *ledger,
                       const struct known_key *keys, size_t key_count,
                       struct error *error)
{
    char snapshot[STREAM_KEY_SIZE], id[ENTRY_ID_SIZE];
    char epoch[24], beginning[24];
    int r;

    stream_key(snapshot, map, "snapshot");
    snprintf(draft->key, sizeof(draft->key), "%s:%s", snapshot, draft->holder);
    r = snapshot_write(ledger, keys, key_count, put_part, draft, error);
    if (r)
        return r;
    entry_id_write(ledger->entry, id);
    snprintf(epoch, sizeof(epoch), "%" PRIu64, ledger->epoch);
    snprintf(beginning, sizeof(beginning), "%" PRIu64, ledger->beginning);
    return redis_ask(draft->redis, NULL, error,
                     "HSET %s id %s epoch %s beginning %s bytes %lu parts %lu",
                     draft->key, id, epoch, beginning,
                     (unsigned long)draft->bytes, (unsigned long)draft->parts);
}

static int begin_draft(redisContext *redis, struct draft *draft,
                       struct error *error)
{
    uint64_t number;
    int r = random_number(&number, error);

    *draft = (struct draft){.redis = redis};
    snprintf(draft->holder, sizeof(draft->holder), "%016" PRIx64, number);
    return r;
}

/* If Redis cannot be told, the draft expires by itself. */
static void drop_draft(const struct draft *draft)
{
    struct error error;

    redis_ask(draft->redis, NULL, &error, "DEL %s", draft->key);
}

static bool is_number(const redisReply *reply, uint64_t number)
{
    uint64_t found;

    return stream_read_number(reply, &found) && found == number;
}

/* Whether all of the draft is there: it may have expired. */
static int check_draft(const struct draft *draft, struct error *error)
{
    enum { HEAD_FIELDS = 5 };
    redisReply *reply;
    int r = redis_ask(draft->redis, &reply, error, "HLEN %s", draft->key);

    if (r)
        return r;
    if (!is_number(reply, draft->parts + HEAD_FIELDS))
        r = -EBUSY;
    freeReplyObject(reply);
    return r;
}

/* Watches what the commit depends on. -EBUSY: it is another's turn now. */
static int check_turn(const struct draft *draft, const char *snapshot,
                      const struct ledger *ledger, struct error *error)
{
    redisReply *head, *lease;
    uint64_t epoch = 0;
    int r = redis_ask(draft->redis, NULL, error, "WATCH %s %s %s", draft->lease,
                      snapshot, draft->key);

    if (!r)
        r = check_draft(draft, error);
    if (!r)
        r = redis_ask(draft->redis, &lease, error, "GET %s", draft->lease);
    if (r)
        return r;
    if (!stream_is_text(lease) || strcmp(lease->str, draft->holder) != 0)
        r = -EBUSY;
    freeReplyObject(lease);
    if (!r)
        r = redis_ask(draft->redis, &head, error, "HMGET %s epoch beginning",
                      snapshot);
    if (r)
        return r;
    if (!stream_is_list(head, 2))
        r = redis_refuse_reply("HMGET", error);
    else if (head->element[0]->type == REDIS_REPLY_NIL)
        r = ledger->beginning ? -EBUSY : 0;
    else if (!stream_read_number(head->element[0], &epoch) ||
             epoch >= ledger->epoch ||
             !is_number(head->element[1], ledger->beginning))
        r = -EBUSY;
    freeReplyObject(head);
    return r;
}

/* Puts the draft in the place of the last snapshot, and trims the stream. */
static int commit(const struct draft *draft, const char *map,
                  const struct ledger *ledger, struct error *error)
{
    char snapshot[STREAM_KEY_SIZE], stream[STREAM_KEY_SIZE];
    struct entry_id next = {ledger->entry.ms, ledger->entry.sequence + 1};
    char id[ENTRY_ID_SIZE];
    redisReply *reply = NULL;
    int r;

    stream_key(snapshot, map, "snapshot");
    stream_key(stream, map, "weights");
    entry_id_write(next, id);
    r = check_turn(draft, snapshot, ledger, error);
    if (r)
        return r;
    redisAppendCommand(draft->redis, "MULTI");
    redisAppendCommand(draft->redis, "RENAME %s %s", draft->key, snapshot);
    redisAppendCommand(draft->redis, "PERSIST %s", snapshot);
    redisAppendCommand(draft->redis, "XTRIM %s MINID %s", stream, id);
    redisAppendCommand(draft->redis, "DEL %s", draft->lease);
    redisAppendCommand(draft->redis, "EXEC");
    r = stream_ask_all(draft->redis, 6, &reply, error);
    if (r)
        return r;
    r = reply->type == REDIS_REPLY_NIL ? -EBUSY : 0;
    freeReplyObject(reply);
    return r;
}

/* -EBUSY: the last snapshot is another one than that meant, or the stream does
 * not go on from this ledger. */
static int check_stream(redisContext *redis, const char *map,
                        const struct ledger *ledger, uint64_t snapshot_epoch,
                        struct error *error)
{
    struct stream_place place = place_of(ledger);
    struct stream_reading reading;
    struct stream_batch batch;
    int r = stream_fetch(redis, map, ledger->entry, 1, true, &batch, error);

    if (r)
        return r;
    reading = stream_batch_reading(&batch);
    if (batch.state.snapshot_epoch != snapshot_epoch ||
        standing_of(&batch.state, &place, &reading) != STANDS_WELL)
        r = -EBUSY;
    stream_batch_finish(&batch);
    return r;
}

/* -EBUSY: another has it. */
static int take_lease(struct draft *draft, const char *map, struct error *error)
{
    char lease[STREAM_KEY_SIZE];
    redisReply *reply;
    int r;

    stream_key(lease, map, "lease");
    r = redis_ask(draft->redis, &reply, error, "SET %s %s NX PX %d", lease,
                  draft->holder, LEASE_MS);
    if (r)
        return r;
    if (reply->type == REDIS_REPLY_NIL)
        r = -EBUSY;
    else
        strcpy(draft->lease, lease);
    freeReplyObject(reply);
    return r;
}

/* Gives up what is left of a snapshot that did not come to be. */
static void give_up(const struct draft *draft)
{
    redisReply *reply;
    struct error words;

    redis_ask(draft->redis, NULL, &words, "UNWATCH");
    drop_draft(draft);
    if (redis_ask(draft->redis, &reply, &words, "GET %s", draft->lease))
        return;
    if (stream_is_text(reply) && !strcmp(reply->str, draft->holder))
        redis_ask(draft->redis, NULL, &words, "DEL %s", draft->lease);
    freeReplyObject(reply);
}

int stream_store(redisContext *redis, const char *map,
                 const struct ledger *ledger, const struct known_key *keys,
                 size_t key_count, uint64_t snapshot_epoch, struct error *error)
{
    struct draft draft;
    int r = begin_draft(redis, &draft, error);

    if (!r)
        r = take_lease(&draft, map, error);
    if (r)
        return r;
    r = check_stream(redis, map, ledger, snapshot_epoch, error);
    if (!r)
        r = write_draft(&draft, map, ledger, keys, key_count, error);
    if (!r)
        r = commit(&draft, map, ledger, error);
    if (r && r != -ENOTCONN)
        give_up(&draft);
    return r;
}

/* ---- Reading ------------------------------------------------------------- */

struct snapshot_head {
    struct entry_id id;
    uint64_t epoch;
    uint64_t beginning;
    uint64_t parts;
};

struct loading {
    redisContext *redis;
    char key[STREAM_KEY_SIZE];
    char *bytes; /* [size], owned */
    size_t size;
    size_t capacity;
};

/* -ENOENT: there is no snapshot. */
static int load_head(struct loading *loading, struct snapshot_head *ret_head,
                     struct error *error)
{
    redisReply *reply;
    int r = redis_ask(loading->redis, &reply, error,
                      "HMGET %s id epoch beginning parts", loading->key);

    if (r)
        return r;
    if (!stream_is_list(reply, 4))
        r = redis_refuse_reply("HMGET", error);
    else if (reply->element[0]->type == REDIS_REPLY_NIL)
        r = error_set(error, -ENOENT, "there is no snapshot '%s'",
                      loading->key);
    else if (!stream_is_text(reply->element[0]) ||
             !entry_id_read(reply->element[0]->str, &ret_head->id) ||
             !stream_read_number(reply->element[1], &ret_head->epoch) ||
             !stream_read_number(reply->element[2], &ret_head->beginning) ||
             !stream_read_number(reply->element[3], &ret_head->parts))
        r = error_set(error, -EINVAL, "'%s' is no snapshot", loading->key);
    freeReplyObject(reply);
    return r;
}

static int load_part(struct loading *loading, uint64_t part,
                     struct error *error)
{
    redisReply *reply;
    int r = redis_ask(loading->redis, &reply, error, "HGET %s part-%lu",
                      loading->key, (unsigned long)part);

    if (r)
        return r;
    if (!stream_is_text(reply)) {
        r = -EAGAIN; /* another snapshot has taken its place */
    } else if (array_reserve(&loading->bytes, &loading->capacity,
                             loading->size + reply->len, 1)) {
        r = error_no_memory(error);
    } else {
        memcpy(loading->bytes + loading->size, reply->str, reply->len);
        loading->size += reply->len;
    }
    freeReplyObject(reply);
    return r;
}

/* -EAGAIN: it was replaced meanwhile. */
static int load_bytes(struct loading *loading, struct snapshot_head *ret_head,
                      struct error *error)
{
    struct snapshot_head again;
    int r = load_head(loading, ret_head, error);

    loading->size = 0;
    for (uint64_t part = 0; !r && part < ret_head->parts; part++)
        r = load_part(loading, part, error);
    if (!r)
        r = load_head(loading, &again, error);
    return !r && again.epoch != ret_head->epoch ? -EAGAIN : r;
}

/* Whether the bytes are those that the head promises. */
static int check_head(const struct loading *loading,
                      const struct snapshot_head *head,
                      const struct ledger *ledger, struct error *error)
{
    if (ledger->epoch == head->epoch && ledger->beginning == head->beginning &&
        ledger->entry.ms == head->id.ms &&
        ledger->entry.sequence == head->id.sequence)
        return 0;
    return error_set(error, -EINVAL,
                     "the snapshot '%s' has other bytes than its fields say",
                     loading->key);
}

int stream_load(redisContext *redis, const char *map, struct key_book *keys,
                struct ledger **ret_ledger, struct error *error)
{
    struct loading loading = {.redis = redis};
    struct snapshot_head head = {.parts = 0};
    struct ledger *ledger = NULL;
    int r = -EAGAIN;

    stream_key(loading.key, map, "snapshot");
    for (int i = 0; r == -EAGAIN && i < LOAD_TRIES; i++)
        r = load_bytes(&loading, &head, error);
    if (r == -EAGAIN)
        r = error_set(error, -EINVAL, "the snapshot '%s' lacks a part",
                      loading.key);
    if (!r)
        r = snapshot_read(loading.key, loading.bytes, loading.size, keys,
                          &ledger, error);
    free(loading.bytes);
    if (!r)
        r = check_head(&loading, &head, ledger, error);
    if (r)
        ledger_release(ledger);
    else
        *ret_ledger = ledger;
    return r;
}

/* ---- New beginnings ------------------------------------------------------ */

/* Epochs that are left out at a new beginning: replicas may have been ahead of
 * the one whose state counts, by less than these. */
enum { EPOCHS_BETWEEN = 1000000 };

static int read_time(redisContext *redis, uint64_t *ret_ms, struct error *error)
{
    redisReply *reply;
    uint64_t s = 0, us = 0;
    int r = redis_ask(redis, &reply, error, "TIME");

    if (r)
        return r;
    if (!stream_is_list(reply, 2) ||
        !stream_read_number(reply->element[0], &s) ||
        !stream_read_number(reply->element[1], &us))
        r = redis_refuse_reply("TIME", error);
    freeReplyObject(reply);
    *ret_ms = s * 1000 + us / 1000;
    return r;
}

/* The highest epoch that the stream which is replaced is known to have had. */
static int highest_epoch(redisContext *redis, const char *map,
                         uint64_t *ret_epoch, struct error *error)
{
    struct stream_batch batch;
    int r =
        stream_fetch(redis, map, (struct entry_id){0}, 1, true, &batch, error);

    if (r)
        return r;
    *ret_epoch = batch.state.added > batch.state.snapshot_epoch
                     ? batch.state.added
                     : batch.state.snapshot_epoch;
    stream_batch_finish(&batch);
    return 0;
}

/* The ledger that begins the stream. */
static int begin_ledger(redisContext *redis, const char *map,
                        const struct ledger *ledger, struct ledger **ret_first,
                        struct error *error)
{
    uint64_t beginning, ms, epoch;
    int r = random_number(&beginning, error);

    if (!r)
        r = highest_epoch(redis, map, &epoch, error);
    if (!r)
        r = read_time(redis, &ms, error);
    if (r)
        return r;
    *ret_first = ledger_fork(ledger);
    if (!*ret_first)
        return error_no_memory(error);
    if (epoch < ledger->epoch)
        epoch = ledger->epoch;
    (*ret_first)->epoch = (epoch / EPOCHS_BETWEEN + 1) * EPOCHS_BETWEEN;
    (*ret_first)->beginning = beginning;
    (*ret_first)->entry = (struct entry_id){ms, 0};
    return 0;
}

static int replace_stream(const struct draft *draft, const char *map,
                          const struct ledger *first, struct error *error)
{
    char snapshot[STREAM_KEY_SIZE], stream[STREAM_KEY_SIZE];
    char lease[STREAM_KEY_SIZE], id[ENTRY_ID_SIZE], epoch[24];

    stream_key(snapshot, map, "snapshot");
    stream_key(stream, map, "weights");
    stream_key(lease, map, "lease");
    entry_id_write(first->entry, id);
    snprintf(epoch, sizeof(epoch), "%" PRIu64, first->epoch);
    redisAppendCommand(draft->redis, "MULTI");
    redisAppendCommand(draft->redis, "DEL %s %s %s", stream, snapshot, lease);
    redisAppendCommand(draft->redis, "RENAME %s %s", draft->key, snapshot);
    redisAppendCommand(draft->redis, "PERSIST %s", snapshot);
    redisAppendCommand(draft->redis, "XADD %s %s op none", stream, id);
    redisAppendCommand(draft->redis, "XTRIM %s MAXLEN 0", stream);
    redisAppendCommand(draft->redis,
                       "XSETID %s %s ENTRIESADDED %s MAXDELETEDID %s", stream,
                       id, epoch, id);
    redisAppendCommand(draft->redis, "EXEC");
    return stream_ask_all(draft->redis, 8, NULL, error);
}

int stream_seed(redisContext *redis, const char *map,
                const struct ledger *ledger, const struct known_key *keys,
                size_t key_count, uint64_t *ret_epoch, struct error *error)
{
    struct ledger *first = NULL;
    struct draft draft;
    int r = begin_draft(redis, &draft, error);

    if (!r)
        r = begin_ledger(redis, map, ledger, &first, error);
    if (r)
        return r;
    r = write_draft(&draft, map, first, keys, key_count, error);
    if (!r)
        r = replace_stream(&draft, map, first, error);
    if (r && r != -ENOTCONN)
        drop_draft(&draft);
    *ret_epoch = first->epoch;
    ledger_release(first);
    return r;
}
