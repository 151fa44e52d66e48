/* catch_up: from what a replica has to the end of the stream. */
#include <errno.h>

#include "core/feed/stream.h"

struct catching {
    redisContext *redis;
    const char *map;
    entry_check_model *check_model;
    struct ledger **ledger;
    struct key_book *keys;
    size_t most;             /* entries to fetch at a time */
    uint64_t snapshot_epoch; /* when they were last counted */
    bool moved;
    struct error *error;
};

static int take_snapshot(struct catching *catching)
{
    struct key_book keys = {0};
    struct ledger *ledger;
    int r = key_book_init(&keys) ? error_no_memory(catching->error)
                                 : stream_load(catching->redis, catching->map,
                                               &keys, &ledger, catching->error);

    if (r) {
        key_book_finish(&keys);
        return r;
    }
    key_book_finish(catching->keys);
    *catching->keys = keys;
    ledger_release(*catching->ledger);
    *catching->ledger = ledger;
    catching->moved = true;
    return 0;
}

static int take_entries(struct catching *catching,
                        const struct stream_batch *batch)
{
    int r = 0;

    for (size_t i = 0; !r && i < batch->count; i++) {
        struct entry_result result;
        struct entry entry;

        r = stream_batch_read(batch, i, catching->check_model, &entry,
                              catching->error);
        if (!r && entry_take(&entry, catching->ledger, catching->keys, &result))
            r = error_no_memory(catching->error);
        entry_finish(&entry);
        catching->moved |= !r;
    }
    return r;
}

/* Rows of a ledger that follows nothing count only if somebody has said so, by
 * seeding the stream: then the seeded ones do. */
static bool has_own_rows(const struct catching *catching,
                         const struct stream_state *state)
{
    const struct ledger *ledger = *catching->ledger;

    return ledger->epoch && !ledger_follows(ledger) &&
           !(state->has_snapshot && state->beginning);
}

static int refuse_own(const struct catching *catching)
{
    const struct ledger *ledger = *catching->ledger;

    return error_set(catching->error, -EEXIST,
                     "there are changes of its own, up to epoch %ju, and the "
                     "stream has not been seeded; 'relaxctl weights seed' "
                     "makes them the stream's beginning, or move weights/%s in "
                     "daemon.state-directory away to take what the stream has",
                     (uintmax_t)ledger->epoch, catching->map);
}

/* Entries that Redis has counted. `ret_ended`: there are no more. */
static int take_counted(struct catching *catching,
                        const struct stream_batch *batch, bool *ret_ended)
{
    struct stream_place place = place_of(*catching->ledger);
    struct stream_reading reading = stream_batch_reading(batch);
    enum standing standing = standing_of(&batch->state, &place, &reading);

    *ret_ended = standing == STANDS_WELL && batch->whole;
    if (has_own_rows(catching, &batch->state))
        return refuse_own(catching);
    if (standing == STANDS_BEHIND)
        return take_snapshot(catching);
    if (standing == STANDS_WELL)
        return take_entries(catching, batch);
    return error_set(catching->error, -ESTALE,
                     "%s; 'relaxctl weights seed' says whose state counts",
                     standing_words(standing));
}

/* Nobody uses the ledger yet, so it is early enough to count at the end, unless
 * what follows was trimmed meanwhile, up to a new snapshot. */
static int step(struct catching *catching, bool *counts, bool *ret_ended)
{
    struct stream_batch batch;
    bool may_take;
    int r =
        stream_fetch(catching->redis, catching->map, (*catching->ledger)->entry,
                     catching->most, *counts, &batch, catching->error);

    if (r)
        return r;
    may_take =
        *counts || batch.state.snapshot_epoch == catching->snapshot_epoch;
    if (*counts)
        r = take_counted(catching, &batch, ret_ended);
    else if (!batch.whole && may_take)
        r = take_entries(catching, &batch);
    *counts = batch.whole || !may_take;
    catching->snapshot_epoch = batch.state.snapshot_epoch;
    catching->most = stream_batch_next_most(&batch, catching->most);
    stream_batch_finish(&batch);
    return r;
}

int stream_catch_up(redisContext *redis, const char *map,
                    entry_check_model *check_model, struct ledger **ledger,
                    struct key_book *keys, bool *ret_moved, struct error *error)
{
    struct catching catching = {.redis = redis,
                                .map = map,
                                .check_model = check_model,
                                .ledger = ledger,
                                .keys = keys,
                                .most = STREAM_MOST_FIRST,
                                .error = error};
    bool counts = true;
    bool ended = false;
    int r = 0;

    while (!r && !ended)
        r = step(&catching, &counts, &ended);
    *ret_moved = catching.moved;
    return r;
}
