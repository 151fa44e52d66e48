/* feed_reader: the thread that reads the streams. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "daemon/feed_private.h"

enum {
    LOOK_MS = 1000, /* at streams that are still */
    AGAIN_MS = 200, /* after a failure */
};

struct reader {
    struct feed *feed;
    redisContext *redis; /* NULL: not connected */
    size_t fetched;      /* entries to fetch at a time */
    bool is_new;         /* the connection: nothing was read there yet */
    bool told_lost;
};

/* ---- What there is to say ------------------------------------------------ */

static void note(const struct reader *reader, struct feed_map *map)
{
    feed_share(reader->feed, map);
    living_note_feed(reader->feed->living, map->name, &map->note);
}

static struct feed_map *first_map(struct feed *feed)
{
    struct feed_map *map;

    pthread_mutex_lock(&feed->lock);
    map = feed->maps;
    pthread_mutex_unlock(&feed->lock);
    return map;
}

static void set_connected(struct feed *feed, const struct error *lost)
{
    pthread_mutex_lock(&feed->lock);
    feed->connected = !lost;
    if (lost)
        feed->lost = *lost;
    else
        feed->connection++;
    pthread_mutex_unlock(&feed->lock);
}

/* What waits for an entry may have to wait long: who asked is told now. */
static void lose(struct reader *reader, const struct error *error)
{
    struct feed *feed = reader->feed;

    set_connected(feed, error);
    feed_close(feed, FEED_READER, &reader->redis);
    living_feed_lost(feed->living, NULL, error);
    for (struct feed_map *map = first_map(feed); map; map = map->next) {
        if (map->note.state != FEED_LOST)
            map->note.losses++;
        map->note.state = FEED_LOST;
        map->note.lag_entries = map->note.lags_since_us = 0;
        map->is_counted = false;
        map->note.words = *error;
        note(reader, map);
    }
    if (!reader->told_lost)
        log_warning("weights.feed: %s; questions are answered on what there "
                    "is, changes are refused",
                    error->text);
    reader->told_lost = true;
}

/* The map is not followed for now, as the words say. It lags from then on. */
static void stand_apart(struct reader *reader, struct feed_map *map,
                        const struct error *words, const char *until)
{
    if (map->note.state == FEED_APART &&
        !strcmp(map->note.words.text, words->text))
        return;
    if (map->note.state != FEED_APART)
        map->note.lags_since_us = clock_now_us();
    map->note.state = FEED_APART;
    map->note.words = *words;
    map->note.losses++;
    map->note.lag_entries = 0;
    map->is_counted = false;
    note(reader, map);
    living_feed_lost(reader->feed->living, map->name, words);
    log_error("weights.feed: map %s: %s; questions are answered on epoch %ju, "
              "changes are refused, until %s",
              map->name, words->text, (uintmax_t)map->place.count, until);
}

static void leave_stream(struct reader *reader, struct feed_map *map,
                         enum standing standing)
{
    struct error words;

    error_set(&words, 0, "%s", standing_words(standing));
    stand_apart(reader, map, &words,
                "'relaxctl weights seed' says whose state counts");
}

static void note_lag(struct reader *reader, struct feed_map *map,
                     const struct stream_state *state)
{
    uint64_t lag =
        state->added > map->place.count ? state->added - map->place.count : 0;
    bool follows = map->note.state == FEED_FOLLOWS;

    if (follows && lag == map->note.lag_entries)
        return;
    if (!follows)
        log_info("weights.feed: map %s follows its stream, at epoch %ju",
                 map->name, (uintmax_t)map->place.count);
    map->note.state = FEED_FOLLOWS;
    map->note.words.text[0] = '\0';
    map->note.lag_entries = lag;
    if (!lag)
        map->note.lags_since_us = 0;
    else if (!map->note.lags_since_us)
        map->note.lags_since_us = clock_now_us();
    note(reader, map);
}

/* ---- Entries ------------------------------------------------------------- */

/* Read entries of a batch. */
struct reading {
    struct entry *entry; /* [count], owned */
    size_t count;
    uint64_t bytes;
};

static void finish_reading(struct reading *reading)
{
    for (size_t i = 0; i < reading->count; i++)
        entry_finish(&reading->entry[i]);
    free(reading->entry);
}

static int read_entries(const struct stream_batch *batch,
                        struct reading *ret_reading, struct error *error)
{
    int r = 0;

    *ret_reading = (struct reading){
        .entry = array_alloc(batch->count, sizeof(*ret_reading->entry))};
    if (!ret_reading->entry)
        return error_no_memory(error);
    while (!r && ret_reading->count < batch->count) {
        size_t i = ret_reading->count;

        r = stream_batch_read(batch, i, feed_check_model,
                              &ret_reading->entry[i], error);
        ret_reading->bytes += stream_batch_bytes(batch, i);
        ret_reading->count++;
    }
    return r;
}

/* What nobody can read is kept for who wrote it. */
static int keep_aside(const struct reader *reader, const struct feed_map *map,
                      const struct stream_batch *batch,
                      const struct reading *reading, size_t taken,
                      struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < taken; i++) {
        const char *why = reading->entry[i].unreadable;

        if (!*why)
            continue;
        log_warning("weights.feed: map %s: an entry is refused: %s", map->name,
                    why);
        r = stream_keep_aside(reader->redis, map->name, batch, i, why, error);
    }
    return r;
}

static int take(struct reader *reader, struct feed_map *map,
                const struct stream_batch *batch, struct error *error)
{
    struct reading reading;
    struct error words;
    size_t taken = 0;
    int r = read_entries(batch, &reading, error);

    if (!r)
        r = living_take_entries(reader->feed->living, map->name, reading.entry,
                                reading.count, &taken, error);
    if (taken) {
        map->place.count += taken;
        map->place.entry = reading.entry[taken - 1].id;
        map->bytes += reading.bytes;
    }
    reader->fetched = stream_batch_next_most(batch, reader->fetched);
    feed_share(reader->feed, map);
    if (keep_aside(reader, map, batch, &reading, taken, r ? &words : error))
        r = r ? r : -ENOTCONN;
    finish_reading(&reading);
    return r;
}

static int take_snapshot(struct reader *reader, struct feed_map *map,
                         struct error *error)
{
    struct key_book keys = {0};
    struct ledger *ledger = NULL;
    int r = key_book_init(&keys)
                ? error_no_memory(error)
                : stream_load(reader->redis, map->name, &keys, &ledger, error);

    if (!r && ledger->beginning == map->place.beginning &&
        ledger->epoch <= map->place.count)
        r = error_set(error, -EINVAL,
                      "the snapshot is of epoch %ju, not later than what is in "
                      "force",
                      (uintmax_t)ledger->epoch);
    if (!r)
        r = living_replace(reader->feed->living, map->name, ledger, &keys,
                           error);
    if (r) {
        key_book_finish(&keys);
    } else {
        log_info("weights.feed: map %s: the snapshot of epoch %ju is in force",
                 map->name, (uintmax_t)ledger->epoch);
        map->place = place_of(ledger);
        feed_share(reader->feed, map);
    }
    ledger_release(ledger);
    return r;
}

/* ---- One map ------------------------------------------------------------- */

/* How long the stream is that was there before is not known; its first and its
 * last entry tell. */
static void look_at_snapshot(struct feed_map *map,
                             const struct stream_batch *batch)
{
    const struct stream_state *state = &batch->state;

    if (state->snapshot_epoch != map->snapshot_epoch) {
        map->snapshot_epoch = state->snapshot_epoch;
        map->snapshot_bytes = state->snapshot_bytes;
        map->bytes = 0;
    }
    if (batch->counts && !map->has_bytes) {
        map->has_bytes = true;
        map->bytes += state->length * batch->state_bytes / 2;
    }
}

enum { SHORT_STATE_BYTES = 64 << 10 };

/* Counting takes the first and the last entry along. Where they are long, and
 * nothing but what was fetched has come or gone since it was done, it is left
 * out. */
static bool must_count(const struct feed_map *map)
{
    return !map->is_counted || !map->length ||
           map->state_bytes <= SHORT_STATE_BYTES;
}

static bool is_as_expected(const struct feed_map *map,
                           const struct stream_batch *batch)
{
    return batch->whole && batch->state.length == map->length + batch->count &&
           batch->state.snapshot_epoch == map->snapshot_epoch;
}

/* Entries, and with them what tells whether they may be taken. */
static int fetch(const struct reader *reader, const struct feed_map *map,
                 struct stream_batch *ret_batch, struct error *error)
{
    bool counts = must_count(map);
    int r = stream_fetch(reader->redis, map->name, map->place.entry,
                         reader->fetched, counts, ret_batch, error);

    if (r || counts || is_as_expected(map, ret_batch))
        return r;
    stream_batch_finish(ret_batch);
    return stream_fetch(reader->redis, map->name, map->place.entry,
                        reader->fetched, true, ret_batch, error);
}

static enum standing stand(const struct feed_map *map,
                           struct stream_batch *batch)
{
    struct stream_reading reading = stream_batch_reading(batch);

    if (batch->counts)
        return standing_of(&batch->state, &map->place, &reading);
    batch->state.added = map->place.count + batch->count;
    return STANDS_WELL;
}

/* What was counted, and taken whole, is a start to count from. */
static void note_count(struct feed_map *map, const struct stream_batch *batch,
                       bool taken)
{
    map->is_counted = taken && batch->whole;
    map->length = batch->state.length;
    if (batch->counts)
        map->state_bytes = batch->state_bytes;
}

static int take_batch(struct reader *reader, struct feed_map *map,
                      const struct stream_batch *batch, struct error *error)
{
    int r = 0;

    note_lag(reader, map, &batch->state);
    if (batch->count)
        r = take(reader, map, batch, error);
    look_at_snapshot(map, batch);
    note_count(map, batch, !r);
    if (!r)
        note_lag(reader, map, &batch->state);
    return r;
}

enum { BAD_AGAIN_US = 60000000 };

static bool is_known_bad(const struct feed_map *map,
                         const struct stream_state *state)
{
    return map->bad_epoch && map->bad_epoch == state->snapshot_epoch &&
           clock_now_us() < map->bad_until_us;
}

/* The whole of a snapshot that nobody can read is not fetched every second. */
static int take_snapshot_once(struct reader *reader, struct feed_map *map,
                              const struct stream_state *state,
                              struct error *error)
{
    int r;

    if (is_known_bad(map, state))
        return 0;
    r = take_snapshot(reader, map, error);
    map->bad_epoch = r == -EINVAL ? state->snapshot_epoch : 0;
    map->bad_until_us = clock_now_us() + BAD_AGAIN_US;
    return r;
}

/* `ret_more`: it may be asked again at once. */
static int follow(struct reader *reader, struct feed_map *map, bool *ret_more,
                  struct error *error)
{
    struct stream_batch batch;
    enum standing standing;
    int r = fetch(reader, map, &batch, error);

    if (r)
        return r;
    standing = stand(map, &batch);
    if (standing == STANDS_WELL) {
        r = take_batch(reader, map, &batch, error);
        *ret_more |= !batch.whole;
    } else if (standing == STANDS_BEHIND) {
        r = take_snapshot_once(reader, map, &batch.state, error);
        *ret_more = !map->bad_epoch;
    } else {
        leave_stream(reader, map, standing);
    }
    map->is_counted &= standing == STANDS_WELL;
    stream_batch_finish(&batch);
    return r;
}

/* What fails for one map does not hold up the others. */
static int follow_all(struct reader *reader, bool *ret_more,
                      struct error *error)
{
    int r = 0;

    for (struct feed_map *map = first_map(reader->feed); map && r != -ENOTCONN;
         map = map->next) {
        bool more = false;

        r = follow(reader, map, &more, error);
        if (r && r != -ENOTCONN && r != -EAGAIN)
            stand_apart(reader, map, error, "that is mended");
        if (r)
            continue;
        *ret_more |= more;
        feed_begin_snapshot(reader->feed, map);
    }
    return r == -ENOTCONN ? r : 0;
}

/* ---- The thread ---------------------------------------------------------- */

static size_t count_waits(struct feed *feed, struct stream_wait *waits,
                          size_t most)
{
    size_t count = 0;

    for (struct feed_map *map = first_map(feed); map && count < most;
         map = map->next) {
        if (map->note.state == FEED_FOLLOWS)
            waits[count++] = (struct stream_wait){map->name, map->place.entry};
    }
    return count;
}

static int wait_for_entries(struct reader *reader, struct error *error)
{
    enum { WAITS_MAX = 1000 };
    struct stream_wait waits[WAITS_MAX];
    size_t count = count_waits(reader->feed, waits, WAITS_MAX);

    if (count)
        return stream_wait(reader->redis, waits, count, LOOK_MS, error);
    return feed_pause(reader->feed, LOOK_MS) ? -ENOTCONN : 0;
}

static int turn(struct reader *reader, struct error *error)
{
    bool more = false;
    int r = 0;

    if (!reader->redis) {
        r = feed_open(reader->feed, FEED_READER, &reader->redis, error);
        if (r)
            return -ENOTCONN;
        reader->is_new = true;
    }
    r = follow_all(reader, &more, error);
    if (!r && reader->is_new) {
        set_connected(reader->feed, NULL);
        reader->is_new = reader->told_lost = false;
    }
    feed_end_snapshot(reader->feed, false);
    if (!r && !more)
        r = wait_for_entries(reader, error);
    if (r)
        error_prefix(error, "%s", reader->feed->server_name);
    return r == -EPROTO ? -ENOTCONN : r;
}

void *feed_run_reader(void *argument)
{
    struct reader reader = {.feed = argument, .fetched = STREAM_MOST_FIRST};
    bool stopping = false;

    while (!stopping) {
        struct error error;

        if (!turn(&reader, &error)) {
            stopping = feed_pause(reader.feed, 0);
            continue;
        }
        stopping = feed_pause(reader.feed, 0);
        if (!stopping)
            lose(&reader, &error);
        stopping = feed_pause(reader.feed, AGAIN_MS);
    }
    feed_close(reader.feed, FEED_READER, &reader.redis);
    feed_end_snapshot(reader.feed, true);
    return NULL;
}
