/* stream_private: what the files of a stream share. */
#ifndef RELAXD_FEED_STREAM_PRIVATE_H
#define RELAXD_FEED_STREAM_PRIVATE_H

#include <stdbool.h>

#include "core/feed/stream.h"

enum { STREAM_KEY_SIZE = 128 };

void stream_key(char ret_key[static STREAM_KEY_SIZE], const char *map,
                const char *what);

/* Whether a reply is a text, or a list of at least so many. */
bool stream_is_text(const redisReply *reply);
bool stream_is_list(const redisReply *reply, size_t least);

/* A whole number, also as a text. */
bool stream_read_number(const redisReply *reply, uint64_t *ret_number);

/* Takes the replies to `count` commands and returns the last one, or the first
 * failure. */
int stream_ask_all(redisContext *redis, unsigned count, redisReply **ret_reply,
                   struct error *error);

#endif
