/* inbox: events that worker threads post to a loop thread.
 *
 * An event is embedded in the object that it concerns. Workers add kinds to it;
 * the loop thread gets each event once, with all kinds added since. The lock
 * guards the list and every event's kinds; threads hold it for a few
 * instructions. */
#ifndef RELAXD_API_HTTP_INBOX_H
#define RELAXD_API_HTTP_INBOX_H

#include <uv.h>

/* Work of one kind keeps a loop from its connections for this long at a time.
 */
enum { LOOP_TURN_US = 2000 };

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
    void (*delivered)(void *context); /* called after each round */
    void *context;
};

/* The loop's thread calls `deliver` and `delivered`. 0 or libuv's negative
 * code. */
int inbox_init(struct inbox *inbox, uv_loop_t *loop,
               void (*deliver)(struct event *event, unsigned kinds,
                               void *context),
               void (*delivered)(void *context), void *context);

/* Any thread. Any thread may post the event again at any time. */
void inbox_post(struct inbox *inbox, struct event *event, unsigned kinds);

/* Call it when no thread posts any more. The handle closes when the loop has
 * run once more. */
void inbox_close(struct inbox *inbox);

#endif
