/* mailbox: word from worker threads to the loop thread.
 *
 * A letter is embedded in what it is about. Workers put events on it; the loop
 * thread gets each letter once with all events that came since. The lock guards
 * the list and the events of every letter, and is held for a few instructions.
 */
#ifndef RELAXD_API_HTTP_MAILBOX_H
#define RELAXD_API_HTTP_MAILBOX_H

#include <stdbool.h>
#include <uv.h>

struct letter {
    struct letter *next;
    unsigned events; /* a set of bits, the user's; 0: not in the mailbox */
};

struct mailbox {
    uv_async_t wake;
    uv_mutex_t lock;
    struct letter *first;
    struct letter **last;
    void (*deliver)(struct letter *letter, unsigned events, void *context);
    void (*delivered)(void *context); /* after each round of letters */
    void *context;
};

/* `deliver` and `delivered` are called on the loop's thread. 0 or libuv's
 * negative code. */
int mailbox_init(struct mailbox *mailbox, uv_loop_t *loop,
                 void (*deliver)(struct letter *letter, unsigned events,
                                 void *context),
                 void (*delivered)(void *context), void *context);

/* Any thread. The letter may be posted again at any time. */
void mailbox_post(struct mailbox *mailbox, struct letter *letter,
                  unsigned events);

/* When nobody posts any more; the handle is closed when the loop has run on. */
void mailbox_close(struct mailbox *mailbox);

#endif
