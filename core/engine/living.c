/* living: the thread that takes changes, its life, and snapshots. */
#include "core/engine/living.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/engine/living_private.h"

void living_tell(const struct living *living, const char *format, ...)
{
    char words[ERROR_TEXT_SIZE + 128];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof(words), format, args);
    va_end(args);
    if (living->settings.tell)
        living->settings.tell(words);
}

/* ---- Snapshots ----------------------------------------------------------- */

/* All rows of a map on their way to the disk, on a thread of their own. */
struct compaction {
    struct living_map *map;
    struct ledger *ledger;  /* pinned */
    struct known_key *keys; /* [key_count], owned */
    size_t key_count;
    pthread_t thread;
    atomic_bool done;
    int code;
    struct error error;
};

static void *compact(void *argument)
{
    struct compaction *compaction = argument;

    compaction->code = journal_write_snapshot(
        compaction->map->journal, compaction->ledger, compaction->keys,
        compaction->key_count, &compaction->error);
    atomic_store(&compaction->done, true);
    return NULL;
}

static void compaction_destroy(struct compaction *compaction)
{
    ledger_release(compaction->ledger);
    free(compaction->keys);
    free(compaction);
}

enum { RETRY_BYTES = 1 << 20 }; /* more of the journal, after a failure */

enum { COPY_AGAIN_US = 10000000 };

/* Where one snapshot failed the next one would, too. */
static void put_off(const struct living *living, struct living_map *map)
{
    map->copy_late = living->settings.feed;
    map->copy_again_us = clock_now_us() + COPY_AGAIN_US;
    map->snapshot_above = journal_bytes(map->journal) + RETRY_BYTES;
}

static bool wants_snapshot(const struct living_map *map)
{
    if (map->journal && map->copy_late)
        return clock_now_us() >= map->copy_again_us;
    return map->journal && journal_is_long(map->journal) &&
           journal_bytes(map->journal) > map->snapshot_above;
}

/* Joins it once it is done, or waits if `wait`. */
static void end_compaction(struct living *living, bool wait)
{
    struct compaction *compaction = living->compaction;

    if (!compaction || (!wait && !atomic_load(&compaction->done)))
        return;
    pthread_join(compaction->thread, NULL);
    if (compaction->code) {
        living_tell(living,
                    "map %s: a snapshot of the weights was not written: %s",
                    compaction->map->name, compaction->error.text);
        put_off(living, compaction->map);
    } else {
        journal_drop_before(compaction->map->journal,
                            compaction->ledger->epoch);
        compaction->map->snapshot_above = 0;
        atomic_fetch_add(&compaction->map->snapshots, 1);
    }
    compaction_destroy(compaction);
    living->compaction = NULL;
}

static void begin_compaction(struct living *living, struct living_map *map)
{
    struct compaction *compaction = calloc(1, sizeof(*compaction));
    struct error error;
    int r = -ENOMEM;

    if (compaction &&
        !key_book_copy(&map->keys, &compaction->keys, &compaction->key_count)) {
        compaction->map = map;
        compaction->ledger = ledger_acquire(map->ledger);
        r = map->copy_late
                ? journal_begin_apart(map->journal, map->ledger->epoch, &error)
                : journal_begin_next(map->journal, map->ledger->epoch, &error);
        if (r)
            living_tell(living, "map %s: %s", map->name, error.text);
    }
    if (!r)
        r = thread_start(&compaction->thread, "snapshot", compact, compaction);
    if (!r) {
        living->compaction = compaction;
        map->copy_late = false; /* what follows the snapshot is appended */
        return;
    }
    put_off(living, map);
    if (compaction)
        compaction_destroy(compaction);
}

static void compact_long(struct living *living)
{
    end_compaction(living, false);
    for (struct living_map *map = living->maps; map; map = map->next) {
        if (!living->compaction && wants_snapshot(map))
            begin_compaction(living, map);
        living_map_measure(map);
    }
}

/* ---- The thread ---------------------------------------------------------- */

enum {
    LOOK_MS = 200,      /* at clocks, where something may be due */
    SPARE_LOOK_MS = 10, /* between checks for an older entry without readers */
};

/* Whether anything depends on the time. The caller holds the lock. */
static bool watches_time(const struct living *living)
{
    bool watches =
        living->waits || living->compaction || living->spare_looks_left;

    for (const struct living_map *map = living->maps; map && !watches;
         map = map->next)
        watches = ledger_first_end(map->ledger) != UINT32_MAX || map->offered ||
                  (map->journal && map->copy_late);
    return watches;
}

/* The caller holds the lock. */
static void wait_for_news(struct living *living)
{
    struct timespec until;

    if (living->first || living->delivery || living->stopping)
        return;
    if (!watches_time(living)) {
        pthread_cond_wait(&living->news, &living->lock);
        return;
    }
    until = clock_in_ms(living->spare_looks_left ? SPARE_LOOK_MS : LOOK_MS);
    pthread_cond_clockwait(&living->news, &living->lock, CLOCK_MONOTONIC,
                           &until);
}

static struct change_request *
next_requests(struct living *living, bool *ret_delivery, bool *ret_stopping)
{
    struct change_request *list;

    pthread_mutex_lock(&living->lock);
    wait_for_news(living);
    list = living->first;
    living->first = living->last = NULL;
    *ret_delivery = living->delivery;
    *ret_stopping = living->stopping;
    pthread_mutex_unlock(&living->lock);
    return list;
}

/* A question pins its entry until it ends. An older entry that nothing pins
 * becomes the spare; only if all stay pinned does the thread copy the current
 * one. */
static void make_spares(struct living *living)
{
    if (!living->spare_looks_left)
        return;
    living->spare_looks_left--;
    if (living_make_spares(living->maps, !living->spare_looks_left))
        living->spare_looks_left = 0;
}

static void *run(void *argument)
{
    struct living *living = argument;
    bool stopping = false;

    while (!stopping) {
        bool delivery;
        struct change_request *list =
            next_requests(living, &delivery, &stopping);
        bool pause = !list && !delivery;

        pthread_mutex_lock(&living->serving);
        living_expire(living);
        while (list)
            living_run_group(living, &list);
        if (delivery)
            living_take_delivery(living);
        if (living->settings.feed)
            living_end_old_offers(living);
        pthread_mutex_unlock(&living->serving);
        living_wake(living);
        pthread_mutex_lock(&living->serving);
        if (pause)
            make_spares(living);
        compact_long(living);
        pthread_mutex_unlock(&living->serving);
    }
    return NULL;
}

void living_submit(struct living *living, struct change_request *request)
{
    struct error words;
    bool stopping;

    request->next = NULL;
    request->submitted_us = clock_now_us();
    pthread_mutex_lock(&living->lock);
    stopping = living->stopping;
    if (!stopping) {
        if (living->last)
            living->last->next = request;
        else
            living->first = request;
        living->last = request;
        pthread_cond_signal(&living->news);
    }
    pthread_mutex_unlock(&living->lock);
    if (!stopping)
        return;
    error_set(&words, 0, "relaxd is shutting down");
    change_request_refuse(request, CHANGED_STOPPING, &words);
}

/* ---- Life ---------------------------------------------------------------- */

static struct living *create(const struct living_settings *settings,
                             struct registry *registry)
{
    struct living *living = calloc(1, sizeof(*living));

    if (!living)
        return NULL;
    living->settings = *settings;
    living->registry = registry;
    pthread_mutex_init(&living->serving, NULL);
    pthread_mutex_init(&living->lock, NULL);
    pthread_mutex_init(&living->scenarios, NULL);
    pthread_cond_init(&living->news, NULL);
    pthread_cond_init(&living->delivered, NULL);
    if (settings->directory) {
        living->directory = strdup(settings->directory);
        if (!living->directory) {
            free(living);
            return NULL;
        }
    }
    for (int kind = 0; kind < WEIGHT_KINDS; kind++) {
        if (settings->files[kind])
            weight_rows_acquire(settings->files[kind]);
    }
    return living;
}

static void free_living(struct living *living)
{
    while (living->maps) {
        struct living_map *map = living->maps;

        living->maps = map->next;
        living_map_destroy(map);
    }
    pthread_mutex_destroy(&living->serving);
    pthread_mutex_destroy(&living->lock);
    pthread_mutex_destroy(&living->scenarios);
    pthread_cond_destroy(&living->news);
    pthread_cond_destroy(&living->delivered);
    for (int kind = 0; kind < WEIGHT_KINDS; kind++)
        weight_rows_release(living->settings.files[kind]);
    free(living->directory);
    free(living);
}

int living_create(const struct living_settings *settings,
                  struct registry *registry, struct living **ret_living,
                  struct error *error)
{
    struct living *living = create(settings, registry);

    if (!living)
        return error_no_memory(error);
    *ret_living = living;
    return 0;
}

int living_start_thread(struct living *living, struct error *error)
{
    int r;

    if (living->started)
        return 0;
    r = thread_start(&living->thread, "weights", run, living);
    if (r) {
        errno = -r;
        return error_errno(error, "start the thread of weights");
    }
    living->started = true;
    return 0;
}

void living_on_changing(struct living *living, living_changing *changing,
                        void *context)
{
    pthread_mutex_lock(&living->serving);
    living->changing = changing;
    living->changing_context = context;
    pthread_mutex_unlock(&living->serving);
}

void living_destroy(struct living *living)
{
    if (!living)
        return;
    pthread_mutex_lock(&living->lock);
    living->stopping = true;
    pthread_cond_signal(&living->news);
    pthread_mutex_unlock(&living->lock);
    if (living->started)
        pthread_join(living->thread, NULL);
    living_end_offers(living);
    end_compaction(living, true);
    free_living(living);
}
