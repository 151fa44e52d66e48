/* A list under a lock, and a libuv handle that wakes the loop. */
#include "api/http/inbox.h"

#include <stddef.h>
#include <stdint.h>

#include "core/base/clock.h"

/* The oldest event; NULL if there is none. */
static struct event *pop(struct inbox *inbox, unsigned *ret_kinds)
{
    struct event *event;

    uv_mutex_lock(&inbox->lock);
    event = inbox->first;
    if (event) {
        inbox->first = event->next;
        if (!inbox->first)
            inbox->last = &inbox->first;
        *ret_kinds = event->kinds;
        event->kinds = 0;
    }
    uv_mutex_unlock(&inbox->lock);
    return event;
}

static void on_wake(uv_async_t *wake)
{
    uint64_t until_us = clock_now_us() + LOOP_TURN_US;
    struct inbox *inbox = wake->data;
    struct event *event;
    unsigned kinds;

    while ((event = pop(inbox, &kinds))) {
        inbox->deliver(event, kinds, inbox->context);
        if (clock_now_us() < until_us)
            continue;
        uv_async_send(&inbox->wake);
        break;
    }
    inbox->delivered(inbox->context);
}

int inbox_init(struct inbox *inbox, uv_loop_t *loop,
               void (*deliver)(struct event *event, unsigned kinds,
                               void *context),
               void (*delivered)(void *context), void *context)
{
    int r = uv_mutex_init(&inbox->lock);

    if (r)
        return r;
    inbox->first = NULL;
    inbox->last = &inbox->first;
    inbox->deliver = deliver;
    inbox->delivered = delivered;
    inbox->context = context;
    inbox->wake.data = inbox;
    r = uv_async_init(loop, &inbox->wake, on_wake);
    if (r)
        uv_mutex_destroy(&inbox->lock);
    return r;
}

void inbox_post(struct inbox *inbox, struct event *event, unsigned kinds)
{
    uv_mutex_lock(&inbox->lock);
    if (!event->kinds) {
        event->next = NULL;
        *inbox->last = event;
        inbox->last = &event->next;
    }
    event->kinds |= kinds;
    /* Under the lock: once it is free, the loop may free the event and, with
     * the last event, the inbox. */
    uv_async_send(&inbox->wake);
    uv_mutex_unlock(&inbox->lock);
}

void inbox_close(struct inbox *inbox)
{
    uv_close((uv_handle_t *)&inbox->wake, NULL);
    uv_mutex_destroy(&inbox->lock);
}
