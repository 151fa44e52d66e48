/* stream: the changes of one map in Redis, and the snapshot beside them.
 *
 *     relaxd:{MAP}:weights    stream: the entries (core/weighting/entry.h)
 *     relaxd:{MAP}:snapshot   hash: id, epoch, beginning, bytes, parts; and
 *                             part-0, part-1 ... with the bytes of snapshot.h
 *     relaxd:{MAP}:lease      who writes the next snapshot; expires
 *     relaxd:{MAP}:refused    stream: entries that nobody can read, and why,
 *                             with the ids that they had; the last 1,000
 *
 * All codes are those of redis_reply(), with words, and -ENOMEM. */
#ifndef RELAXD_FEED_STREAM_H
#define RELAXD_FEED_STREAM_H

#include "core/feed/redis.h"
#include "core/feed/standing.h"
#include "core/weighting/entry.h"
#include "core/weighting/key_book.h"

/* ---- Entries ------------------------------------------------------------- */

/* Entries that follow a place, and the state at that moment. */
struct stream_batch {
    struct stream_state state; /* without `counts` only length and snapshot */
    bool counts;
    size_t state_bytes; /* of Redis' answer about the stream, with `counts` */
    redisReply *reply;  /* owned; what follows points into it */
    redisReply *const *entry; /* [count] */
    size_t count;
    bool whole;     /* no more follow */
    bool has_place; /* with `counts`: the entry at the place is there */
};

/* As standing_of() wants it. */
static inline struct stream_reading
stream_batch_reading(const struct stream_batch *batch)
{
    return (struct stream_reading){batch->has_place, batch->count,
                                   batch->whole};
}

/* Up to `most` entries after the place; stream_batch_finish() after success.
 * What counts the entries (XINFO) also brings the first and the last one, which
 * may be long, so it is left out without `counts`. */
int stream_fetch(redisContext *redis, const char *map, struct entry_id after,
                 size_t most, bool counts, struct stream_batch *ret_batch,
                 struct error *error);
void stream_batch_finish(struct stream_batch *batch);

/* Bytes of the i-th entry's texts. */
size_t stream_batch_bytes(const struct stream_batch *batch, size_t i);

/* How many to fetch next time: `most`, more where they are short, fewer where
 * they are long. Nobody knows how long they are before: begin with
 * STREAM_MOST_FIRST. */
enum { STREAM_MOST_FIRST = 16 };
size_t stream_batch_next_most(const struct stream_batch *batch, size_t most);

/* Reads the i-th entry; entry_finish() after 0 or -ENOMEM. -EPROTO: Redis'
 * answer is none. */
int stream_batch_read(const struct stream_batch *batch, size_t i,
                      entry_check_model *check_model, struct entry *ret_entry,
                      struct error *error);

/* Waits until one of the streams has an entry after its place, but no longer
 * than `ms`, which must be shorter than the connection's timeout. */
struct stream_wait {
    const char *map;
    struct entry_id after;
};
int stream_wait(redisContext *redis, const struct stream_wait *waits,
                size_t count, unsigned ms, struct error *error);

/* The command that appends a change, or with NULL an entry that only lets rows
 * end; free() it. `makes`: the stream may be new. NULL: no memory. */
char *stream_append_command(const char *map, const struct weight_change *change,
                            bool makes, size_t *ret_size);

/* What became of it. -ESTALE: there is no stream any more. */
int stream_append_reply(redisContext *redis, struct error *error);

/* Keeps an entry aside that cannot be read; what another relaxd has kept is not
 * kept twice. */
int stream_keep_aside(redisContext *redis, const char *map,
                      const struct stream_batch *batch, size_t i,
                      const char *reason, struct error *error);

/* ---- Snapshots ----------------------------------------------------------- */

/* The snapshot that is there. -ENOENT: none is. */
int stream_load(redisContext *redis, const char *map, struct key_book *keys,
                struct ledger **ret_ledger, struct error *error);

/* Brings a ledger and its keys to the end of the stream, by snapshot and
 * entries, before anybody uses them. On failure both stay valid, perhaps
 * further on than before. `ret_moved`: they have changed. -EEXIST: the ledger
 * has rows of its own, and nobody has said that the stream's count; -ESTALE: it
 * stands apart from the stream; with words. */
int stream_catch_up(redisContext *redis, const char *map,
                    entry_check_model *check_model, struct ledger **ledger,
                    struct key_book *keys, bool *ret_moved,
                    struct error *error);

/* Writes a snapshot, of a ledger that follows the stream, in the place of that
 * of `snapshot_epoch`, and trims the stream up to it. One relaxd does so at a
 * time. -EBUSY without words: another one does, or has done it. */
int stream_store(redisContext *redis, const char *map,
                 const struct ledger *ledger, const struct known_key *keys,
                 size_t key_count, uint64_t snapshot_epoch,
                 struct error *error);

/* Makes what the ledger says the beginning of a new stream, in the place of the
 * one there. `ret_epoch`: that of the beginning, well above all that are known,
 * so that no epoch means two things. */
int stream_seed(redisContext *redis, const char *map,
                const struct ledger *ledger, const struct known_key *keys,
                size_t key_count, uint64_t *ret_epoch, struct error *error);

#endif
