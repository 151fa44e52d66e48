/* inbox: events that worker threads post to a loop thread.
 *
 * An event is embedded in the object that it is about. Workers add kinds to it;
 * the loop thread gets each event once, with all kinds that were added since.
 * The lock guards the list and the kinds of every event, and is held for a few
 * instructions. */
#ifndef RELAXD_API_HTTP_INBOX_H
#define RELAXD_API_HTTP_INBOX_H

#include <uv.h>

struct event {
    struct event *next;
    unsigned kinds; /* a set of the user's bits; 0: not in the inbox */
};

struct inbox {
    uv_async_t wake;
    uv_mutex_t lock;
    struct event *first;
    struct event **last;
    void (*deliver)(struct event *event, unsigned kinds, void *context);
    void (*delivered)(void *context); /* after each round of events */
    void *context;
};

/* `deliver` and `delivered` are called on the loop's thread. 0 or libuv's
 * negative code. */
int inbox_init(struct inbox *inbox, uv_loop_t *loop,
               void (*deliver)(struct event *event, unsigned kinds,
                               void *context),
               void (*delivered)(void *context), void *context);

/* Any thread. The event may be posted again at any time. */
void inbox_post(struct inbox *inbox, struct event *event, unsigned kinds);

/* When no thread posts any more; the handle is closed when the loop has run on.
 */
void inbox_close(struct inbox *inbox);

#endif
