/* feed_appender: the thread that appends entries. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sys/time.h>

#include "core/base/log.h"
#include "daemon/feed_private.h"

enum { BYTES_PER_MS = 10000 }; /* of a slow disk */

/* ---- The queue ----------------------------------------------------------- */

/* Each map that lives has begun to follow. */
static const struct feed_map *find_map(const struct feed *feed,
                                       const char *name)
{
    const struct feed_map *map = feed->maps;

    while (strcmp(map->name, name) != 0)
        map = map->next;
    return map;
}

static int refuse(const struct feed *feed, const struct feed_map *map,
                  struct error *error)
{
    if (!feed->connected) {
        *error = feed->lost;
        return -ENOTCONN;
    }
    if (map->is_apart) {
        *error = map->apart;
        return -ENOTCONN;
    }
    return 0;
}

struct feed_append *feed_make(void *context, const char *name,
                              const struct weight_change *change,
                              uint64_t ticket)
{
    struct feed *feed = context;
    struct feed_append *append = calloc(1, sizeof(*append));
    bool makes;

    if (!append)
        return NULL;
    pthread_mutex_lock(&feed->lock);
    append->map = find_map(feed, name);
    makes = append->map->may_make; /* only where there never was a stream */
    pthread_mutex_unlock(&feed->lock);
    append->ticket = ticket;
    append->command = stream_append_command(name, change, makes, &append->size);
    if (append->command)
        return append;
    free(append);
    return NULL;
}

static void destroy_all(struct feed_append *list)
{
    while (list) {
        struct feed_append *next = list->next;

        redisFreeCommand(list->command);
        free(list);
        list = next;
    }
}

void feed_drop_appends(struct feed *feed)
{
    destroy_all(feed->first);
    feed->first = feed->last = NULL;
}

int feed_offer(void *context, struct feed_append *append, struct error *error)
{
    struct feed *feed = context;
    int r;

    pthread_mutex_lock(&feed->lock);
    r = refuse(feed, append->map, error);
    if (r) {
        pthread_mutex_unlock(&feed->lock);
        destroy_all(append);
        return r;
    }
    if (feed->last)
        feed->last->next = append;
    else
        feed->first = append;
    feed->last = append;
    pthread_cond_broadcast(&feed->news);
    pthread_mutex_unlock(&feed->lock);
    return 0;
}

/* Waits for some; NULL: the feed ends. */
static struct feed_append *take_all(struct feed *feed, uint64_t *ret_connection)
{
    struct feed_append *list;

    pthread_mutex_lock(&feed->lock);
    while (!feed->first && !feed->stopping)
        pthread_cond_wait(&feed->news, &feed->lock);
    list = feed->first;
    feed->first = feed->last = NULL;
    *ret_connection = feed->connection;
    pthread_mutex_unlock(&feed->lock);
    return list;
}

/* ---- The thread ---------------------------------------------------------- */

static void fail(struct feed *feed, const struct feed_append *append, int code,
                 const struct error *error)
{
    if (code != -ENOTCONN && !feed->told_refusal)
        log_warning("weights.feed: map %s: %s; the change is refused",
                    append->map->name, error->text);
    feed->told_refusal |= code != -ENOTCONN;
    if (!append->ticket)
        return;
    living_append_failed(feed->living, append->map->name, append->ticket,
                         code == -ENOTCONN ? CHANGED_UNKNOWN : CHANGED_LOST,
                         error);
}

/* Redis answers once an entry is on its disk. */
static void be_patient(const struct feed *feed, redisContext *redis,
                       const struct feed_append *list)
{
    uint64_t ms = feed->server.timeout_ms;

    for (; list; list = list->next)
        ms += list->size / BYTES_PER_MS;
    redisSetTimeout(redis, (struct timeval){(time_t)(ms / 1000),
                                            (suseconds_t)(ms % 1000 * 1000)});
}

/* What was sent and not answered may be in the stream, or not. */
static int send_all(struct feed *feed, redisContext *redis,
                    const struct feed_append *list)
{
    struct error error;
    int r = 0;

    be_patient(feed, redis, list);
    for (const struct feed_append *at = list; at; at = at->next)
        redisAppendFormattedCommand(redis, at->command, at->size);
    for (const struct feed_append *at = list; at; at = at->next) {
        int code = r ? r : stream_append_reply(redis, &error);

        feed->told_refusal &= code != 0;
        if (code && code != r)
            error_prefix(&error, "%s", feed->server_name);
        if (code)
            fail(feed, at, code, &error);
        if (code == -ENOTCONN)
            r = code;
    }
    return r;
}

static void refuse_all(struct feed *feed, const struct feed_append *list,
                       const struct error *error)
{
    for (; list; list = list->next)
        fail(feed, list, -EPROTO, error);
}

void *feed_run_appender(void *argument)
{
    struct feed *feed = argument;
    redisContext *redis = NULL;
    uint64_t opened = 0;
    struct feed_append *list;
    uint64_t connection;

    while ((list = take_all(feed, &connection)) != NULL) {
        struct error error;

        /* The reader has lost Redis and connected again since, or what lies
         * between has closed a connection that was idle. */
        if (redis && (opened != connection || !redis_is_open(redis)))
            feed_close(feed, FEED_APPENDER, &redis);
        opened = connection;
        if (!redis && feed_open(feed, FEED_APPENDER, &redis, &error))
            refuse_all(feed, list, &error);
        else if (send_all(feed, redis, list))
            feed_close(feed, FEED_APPENDER, &redis);
        destroy_all(list);
    }
    feed_close(feed, FEED_APPENDER, &redis);
    return NULL;
}
