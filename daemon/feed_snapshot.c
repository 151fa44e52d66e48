/* feed_snapshot: a thread that writes a snapshot beside a stream. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "daemon/feed_private.h"

enum {
    LONG_BYTES = 16 << 20, /* of entries since the last one, at least */
    SETTLE_MS = 1000,      /* before the stream is trimmed: who is a moment
                              behind has the entries by then */
    AGAIN_US = 60000000,   /* after the last one was begun */
};

struct feed_snapshot {
    struct feed *feed;
    struct feed_map *map;
    uint64_t last_epoch; /* of the snapshot before */
    pthread_t thread;
    atomic_bool done;
    int code;
    struct error error;
};

static int store(struct feed_snapshot *snapshot, redisContext *redis)
{
    struct known_key *keys;
    struct ledger *ledger;
    size_t key_count;
    int r = living_copy_state(snapshot->feed->living, snapshot->map->name,
                              &ledger, &keys, &key_count);

    if (r)
        return error_no_memory(&snapshot->error);
    /* At the end of relaxd nobody waits for a snapshot. */
    r = feed_pause(snapshot->feed, SETTLE_MS) ? -EBUSY : 0;
    if (!r)
        r = stream_store(redis, snapshot->map->name, ledger, keys, key_count,
                         snapshot->last_epoch, &snapshot->error);
    free(keys);
    ledger_release(ledger);
    return r;
}

static void *run(void *argument)
{
    struct feed_snapshot *snapshot = argument;
    redisContext *redis;

    snapshot->code =
        redis_open(&snapshot->feed->server, &redis, &snapshot->error);
    if (!snapshot->code) {
        snapshot->code = store(snapshot, redis);
        redisFree(redis);
    }
    atomic_store(&snapshot->done, true);
    return NULL;
}

static bool is_due(const struct feed_map *map)
{
    return map->note.state == FEED_FOLLOWS && !map->note.lag_entries &&
           map->bytes > LONG_BYTES && map->bytes > 2 * map->snapshot_bytes &&
           clock_now_us() >= map->snapshot_from_us;
}

void feed_begin_snapshot(struct feed *feed, struct feed_map *map)
{
    struct feed_snapshot *snapshot;

    if (feed->snapshot || !is_due(map))
        return;
    map->snapshot_from_us = clock_now_us() + AGAIN_US;
    snapshot = calloc(1, sizeof(*snapshot));
    if (!snapshot)
        return;
    snapshot->feed = feed;
    snapshot->map = map;
    snapshot->last_epoch = map->snapshot_epoch;
    if (thread_start(&snapshot->thread, "feed-snapshot", run, snapshot))
        free(snapshot);
    else
        feed->snapshot = snapshot;
}

/* -EBUSY: another relaxd writes one. */
void feed_end_snapshot(struct feed *feed, bool wait)
{
    struct feed_snapshot *snapshot = feed->snapshot;

    if (!snapshot || (!wait && !atomic_load(&snapshot->done)))
        return;
    pthread_join(snapshot->thread, NULL);
    if (!snapshot->code)
        snapshot->map->note.snapshots++;
    else if (snapshot->code != -EBUSY)
        log_warning("weights.feed: map %s: a snapshot was not written: %s",
                    snapshot->map->name, snapshot->error.text);
    free(snapshot);
    feed->snapshot = NULL;
}
