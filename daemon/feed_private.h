/* feed_private: the insides of the feed, for its threads. */
#ifndef RELAXD_DAEMON_FEED_PRIVATE_H
#define RELAXD_DAEMON_FEED_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "core/feed/stream.h"
#include "daemon/feed.h"

/* One map's stream. The reader's, but for the name. */
struct feed_map {
    char name[MAP_NAME_SIZE];
    struct stream_place place;
    struct feed_note note;
    bool is_counted;         /* by Redis, on this connection */
    uint64_t length;         /* of the stream, with all up to the place */
    size_t state_bytes;      /* that counting took */
    bool has_bytes;          /* of entries that were there at the start */
    uint64_t bytes;          /* of entries since the last snapshot */
    uint64_t snapshot_epoch; /* of that */
    uint64_t snapshot_bytes;
    uint64_t snapshot_from_us; /* the next one not before then */
    uint64_t bad_epoch;        /* of one that could not be taken; 0: none */
    uint64_t bad_until_us;     /* it is not tried again before then */

    /* Under `lock`, for who appends. */
    bool is_apart;
    struct error apart; /* why */
    bool may_make;      /* there never was a stream */
    struct feed_map *next;
};

/* An entry on its way. */
struct feed_append {
    const struct feed_map *map;
    uint64_t ticket; /* 0: nobody waits */
    char *command;   /* [size], hiredis' */
    size_t size;
    struct feed_append *next;
};

struct feed_snapshot;

struct feed {
    struct redis_server server;
    char server_name[REDIS_NAME_SIZE];
    struct living_feed port;
    struct living *living; /* once it is started */
    pthread_t reader, appender;
    bool started;
    struct feed_snapshot *snapshot; /* the reader's; NULL: none is written */
    bool told_refusal;              /* of an entry; the appender's */

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t news;
    struct feed_map *maps; /* none goes */
    struct feed_append *first, *last;
    uint64_t connection; /* of the reader: how many it has had; 0: none yet */
    bool connected;
    struct error lost; /* why it is not connected */
    bool stopping;
    int descriptor[2]; /* of reader and appender, to be shut down; -1: none */
};

enum feed_thread { FEED_READER, FEED_APPENDER };

/* Whether an entry is a model's text, for entry_read(). */
int feed_check_model(const char *text, struct error *error);

/* A connection that feed_stop() interrupts. */
int feed_open(struct feed *feed, enum feed_thread thread,
              redisContext **ret_redis, struct error *error);
void feed_close(struct feed *feed, enum feed_thread thread,
                redisContext **redis);

/* Tells who appends where the map is. */
void feed_share(struct feed *feed, struct feed_map *map);

/* Waits, but not beyond the feed's end, which it returns. */
bool feed_pause(struct feed *feed, unsigned ms);

/* The threads. */
void *feed_run_reader(void *feed);
void *feed_run_appender(void *feed);

/* In feed_snapshot.c: begins to write one where it is due; ends one that was
 * written, with waiting if `wait`. */
void feed_begin_snapshot(struct feed *feed, struct feed_map *map);
void feed_end_snapshot(struct feed *feed, bool wait);

/* The port's make() and append(). */
struct feed_append *feed_make(void *feed, const char *map,
                              const struct weight_change *change,
                              uint64_t ticket);
int feed_offer(void *feed, struct feed_append *append, struct error *error);

/* What was queued when its thread had ended. */
void feed_drop_appends(struct feed *feed);

#endif
