/* redis: connections to the Redis server that has the streams of changes. Start
 * reading core/feed/ here.
 *
 *     redis.h      addresses, logins, connections; commands with clear errors
 *     stream.h     the stream of one map, and its snapshot beside it
 *     standing.h   whether who has taken n entries may take the next ones
 *
 * Calls block, up to the timeout of the connection. A connection is one
 * thread's at a time. Debian's hiredis has no TLS: docs/deploy.md puts stunnel
 * before Redis. */
#ifndef RELAXD_FEED_REDIS_H
#define RELAXD_FEED_REDIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hiredis/hiredis.h>

#include "core/base/error.h"

struct redis_address {
    char host[256]; /* or the path of a Unix socket, which begins with '/' */
    uint16_t port;
    uint32_t database;
};

/* redis://HOST[:PORT][/DATABASE], or unix:/PATH[?db=DATABASE]. -EINVAL with
 * words, as where it has a user or password: these are for a file. */
int redis_address_read(const char *url, struct redis_address *ret_address,
                       struct error *error);

enum { REDIS_LOGIN_SIZE = 513 };

struct redis_login {
    char user[REDIS_LOGIN_SIZE];     /* "": Redis' default user */
    char password[REDIS_LOGIN_SIZE]; /* "": none is needed */
};

/* The first line of a file: PASSWORD, or USER and PASSWORD with a blank between
 * them. -EINVAL, -errno; with words. */
int redis_login_read(const char *path, struct redis_login *ret_login,
                     struct error *error);

/* What it takes to connect; plain values. */
struct redis_server {
    struct redis_address address;
    struct redis_login login;
    unsigned timeout_ms; /* of connecting, and of each reply */
};

/* "redis 10.0.0.5:6379", for words. */
enum { REDIS_NAME_SIZE = 280 };
void redis_name(const struct redis_server *server,
                char ret_name[static REDIS_NAME_SIZE]);

/* Connected, logged in, and with the database chosen; redisFree() it. -EACCES:
 * Redis refuses the login; -ENOTCONN: it cannot be reached; with words. */
int redis_open(const struct redis_server *server, redisContext **ret_redis,
               struct error *error);

/* Whether the other side has not closed a connection on which nothing is
 * awaited. */
bool redis_is_open(const redisContext *redis);

/* The next reply to what was sent, which the caller frees by
 * freeReplyObject(); NULL: no one wants it. -ENOTCONN: the connection is of no
 * use any more, or Redis is not ready, as while it loads its data; -EPROTO:
 * Redis answered with another error; with words. */
int redis_reply(redisContext *redis, redisReply **ret_reply,
                struct error *error);

/* Sends a command of redisCommand()'s format, and waits for its reply. */
int redis_ask(redisContext *redis, redisReply **ret_reply, struct error *error,
              const char *format, ...);

/* Codes and words for an answer that cannot be. */
int redis_refuse_reply(const char *command, struct error *error);

#endif
