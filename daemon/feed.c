/* feed: its life, and maps that begin to follow. */
#include "daemon/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "api/form/model_json.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "core/weighting/model/model.h"
#include "daemon/feed_private.h"

enum { TIMEOUT_MS = 3000 };

int feed_check_model(const char *text, struct error *error)
{
    struct model *model;
    int r = model_json_read_text(text, &model, error);

    if (!r)
        model_release(model);
    return r;
}

/* ---- Settings ------------------------------------------------------------ */

static int read_settings(const struct settings *settings,
                         struct redis_server *ret_server, struct error *error)
{
    int r;

    if (settings->limits.weights_text_max_bytes > ENTRY_TEXT_MAX)
        return error_set(error, -EINVAL,
                         "weights.text-max-bytes is at most %d with "
                         "weights.feed, as others would refuse the entry",
                         ENTRY_TEXT_MAX);
    *ret_server = (struct redis_server){.timeout_ms = TIMEOUT_MS};
    r = redis_address_read(settings->weights_feed, &ret_server->address, error);
    if (r) {
        error_prefix(error, "weights.feed");
        return r;
    }
    if (!strcmp(settings->weights_feed_login_file, "none"))
        return 0;
    r = redis_login_read(settings->weights_feed_login_file, &ret_server->login,
                         error);
    if (r)
        error_prefix(error, "weights.feed-login-file");
    return r;
}

int feed_check(const struct settings *settings, struct error *error)
{
    struct redis_server server;

    return read_settings(settings, &server, error);
}

/* ---- Connections --------------------------------------------------------- */

int feed_open(struct feed *feed, enum feed_thread thread,
              redisContext **ret_redis, struct error *error)
{
    int r = redis_open(&feed->server, ret_redis, error);

    if (r)
        return r;
    pthread_mutex_lock(&feed->lock);
    feed->descriptor[thread] = (*ret_redis)->fd;
    if (feed->stopping)
        shutdown((*ret_redis)->fd, SHUT_RDWR);
    pthread_mutex_unlock(&feed->lock);
    return 0;
}

void feed_close(struct feed *feed, enum feed_thread thread,
                redisContext **redis)
{
    if (!*redis)
        return;
    pthread_mutex_lock(&feed->lock);
    feed->descriptor[thread] = -1;
    pthread_mutex_unlock(&feed->lock);
    redisFree(*redis);
    *redis = NULL;
}

void feed_share(struct feed *feed, struct feed_map *map)
{
    pthread_mutex_lock(&feed->lock);
    map->is_apart = map->note.state == FEED_APART;
    map->apart = map->note.words;
    map->may_make = !map->place.count && !map->place.beginning;
    pthread_mutex_unlock(&feed->lock);
}

bool feed_pause(struct feed *feed, unsigned ms)
{
    struct timespec until = clock_in_ms(ms);
    bool stopping;
    int r = 0;

    pthread_mutex_lock(&feed->lock);
    while (!feed->stopping && !r)
        r = pthread_cond_clockwait(&feed->news, &feed->lock, CLOCK_MONOTONIC,
                                   &until);
    stopping = feed->stopping;
    pthread_mutex_unlock(&feed->lock);
    return stopping;
}

/* ---- Maps that begin to follow ------------------------------------------- */

/* Rows that ended while relaxd was down are gone before its first answer. */
static int end_rows(redisContext *redis, const char *map,
                    struct ledger **ledger, struct key_book *keys, bool *moved,
                    struct error *error)
{
    char *command;
    size_t size;
    int r;

    if (ledger_first_end(*ledger) > (uint64_t)time(NULL))
        return 0;
    command = stream_append_command(map, NULL, false, &size);
    if (!command)
        return error_no_memory(error);
    r = redisAppendFormattedCommand(redis, command, size) == REDIS_OK
            ? stream_append_reply(redis, error)
            : error_no_memory(error);
    redisFreeCommand(command);
    if (!r)
        r = stream_catch_up(redis, map, feed_check_model, ledger, keys, moved,
                            error);
    return r;
}

static int catch_up(struct feed *feed, const char *map, struct ledger **ledger,
                    struct key_book *keys, bool *ret_moved, struct error *error)
{
    redisContext *redis;
    bool more = false;
    int r = redis_open(&feed->server, &redis, error);

    if (r)
        return r;
    r = stream_catch_up(redis, map, feed_check_model, ledger, keys, ret_moved,
                        error);
    if (!r)
        r = end_rows(redis, map, ledger, keys, &more, error);
    *ret_moved |= more;
    redisFree(redis);
    return r;
}

static int add_map(struct feed *feed, const char *name,
                   const struct ledger *ledger, struct error *error)
{
    struct feed_map *map = calloc(1, sizeof(*map));

    if (!map)
        return error_no_memory(error);
    strcpy(map->name, name);
    map->place = place_of(ledger);
    feed_share(feed, map);
    pthread_mutex_lock(&feed->lock);
    map->next = feed->maps;
    feed->maps = map;
    pthread_mutex_unlock(&feed->lock);
    return 0;
}

/* What a map has on disk is good enough to answer with, if it is the stream's.
 */
static bool can_wait(int code, const struct ledger *ledger)
{
    return ledger_follows(ledger) &&
           (code == -ENOTCONN || code == -EPROTO || code == -ESTALE ||
            code == -EINVAL || code == -ENOENT || code == -EACCES);
}

static void tell_waiting(struct error *error)
{
    struct error why = *error;

    error_set(
        error, -ENOTCONN,
        "%s; relaxd has no copy of the stream on disk, so it cannot start "
        "without Redis",
        why.text);
}

static int begin(void *context, const char *map, bool needs_entries,
                 struct ledger **ledger, struct key_book *keys, bool *ret_moved,
                 struct error *error)
{
    struct feed *feed = context;
    uint64_t own = ledger_follows(*ledger) ? 0 : (*ledger)->epoch;
    int r;

    *ret_moved = false;
    r = catch_up(feed, map, ledger, keys, ret_moved, error);
    if (!r && needs_entries && !(*ledger)->epoch)
        return error_set(error, -ENODATA, "weights.feed: it has no entries");
    if (!r && own)
        log_warning("weights.feed: map %s: its own changes, up to epoch %ju, "
                    "have given way to the stream's, which was seeded",
                    map, (uintmax_t)own);
    if (r && can_wait(r, *ledger)) {
        log_warning("weights.feed: %s; relaxd answers on what it has of map "
                    "%s, up to epoch %ju",
                    error->text, map, (uintmax_t)(*ledger)->epoch);
        r = 0;
    } else if (r == -ENOTCONN)
        tell_waiting(error);
    if (!r)
        r = add_map(feed, map, *ledger, error);
    if (r)
        error_prefix(error, "weights.feed");
    return r == -EEXIST ? -EINVAL : r;
}

/* ---- Life ---------------------------------------------------------------- */

int feed_create(const struct settings *settings, struct feed **ret_feed,
                struct error *error)
{
    struct feed *feed = calloc(1, sizeof(*feed));
    int r;

    if (!feed)
        return error_no_memory(error);
    r = read_settings(settings, &feed->server, error);
    if (r) {
        free(feed);
        return r;
    }
    redis_name(&feed->server, feed->server_name);
    feed->port = (struct living_feed){feed, begin, feed_make, feed_offer};
    feed->descriptor[FEED_READER] = feed->descriptor[FEED_APPENDER] = -1;
    error_set(&feed->lost, 0, "%s is not connected yet", feed->server_name);
    pthread_mutex_init(&feed->lock, NULL);
    pthread_cond_init(&feed->news, NULL);
    *ret_feed = feed;
    return 0;
}

const struct living_feed *feed_port(const struct feed *feed)
{
    return &feed->port;
}

static int refuse_start(struct error *error, int code)
{
    errno = -code;
    return error_errno(error, "weights.feed: start its thread");
}

int feed_start(struct feed *feed, struct living *living, struct error *error)
{
    int r;

    feed->living = living;
    r = thread_start(&feed->reader, "feed", feed_run_reader, feed);
    if (r)
        return refuse_start(error, r);
    r = thread_start(&feed->appender, "feed-append", feed_run_appender, feed);
    feed->started = true;
    if (!r)
        return 0;
    feed->appender = feed->reader;
    feed_stop(feed);
    return refuse_start(error, r);
}

void feed_stop(struct feed *feed)
{
    if (!feed || !feed->started)
        return;
    pthread_mutex_lock(&feed->lock);
    feed->stopping = true;
    pthread_cond_broadcast(&feed->news);
    for (int i = 0; i < 2; i++) {
        if (feed->descriptor[i] >= 0)
            shutdown(feed->descriptor[i], SHUT_RDWR);
    }
    pthread_mutex_unlock(&feed->lock);
    pthread_join(feed->reader, NULL);
    if (!pthread_equal(feed->appender, feed->reader))
        pthread_join(feed->appender, NULL);
    feed->started = false;
}

void feed_destroy(struct feed *feed)
{
    if (!feed)
        return;
    feed_stop(feed);
    feed_drop_appends(feed);
    while (feed->maps) {
        struct feed_map *map = feed->maps;

        feed->maps = map->next;
        free(map);
    }
    explicit_bzero(&feed->server.login, sizeof(feed->server.login));
    pthread_mutex_destroy(&feed->lock);
    pthread_cond_destroy(&feed->news);
    free(feed);
}
