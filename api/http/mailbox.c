/* mailbox: word from worker threads to the loop thread. */
#include "api/http/mailbox.h"

#include <stddef.h>

/* The oldest letter; NULL where there is none. */
static struct letter *take(struct mailbox *mailbox, unsigned *ret_events)
{
    struct letter *letter;

    uv_mutex_lock(&mailbox->lock);
    letter = mailbox->first;
    if (letter) {
        mailbox->first = letter->next;
        if (!mailbox->first)
            mailbox->last = &mailbox->first;
        *ret_events = letter->events;
        letter->events = 0;
    }
    uv_mutex_unlock(&mailbox->lock);
    return letter;
}

static void on_wake(uv_async_t *wake)
{
    struct mailbox *mailbox = wake->data;
    struct letter *letter;
    unsigned events;

    while ((letter = take(mailbox, &events)))
        mailbox->deliver(letter, events, mailbox->context);
    mailbox->delivered(mailbox->context);
}

int mailbox_init(struct mailbox *mailbox, uv_loop_t *loop,
                 void (*deliver)(struct letter *letter, unsigned events,
                                 void *context),
                 void (*delivered)(void *context), void *context)
{
    int result = uv_mutex_init(&mailbox->lock);

    if (result)
        return result;
    mailbox->first = NULL;
    mailbox->last = &mailbox->first;
    mailbox->deliver = deliver;
    mailbox->delivered = delivered;
    mailbox->context = context;
    mailbox->wake.data = mailbox;
    result = uv_async_init(loop, &mailbox->wake, on_wake);
    if (result)
        uv_mutex_destroy(&mailbox->lock);
    return result;
}

void mailbox_post(struct mailbox *mailbox, struct letter *letter,
                  unsigned events)
{
    uv_mutex_lock(&mailbox->lock);
    if (!letter->events) {
        letter->next = NULL;
        *mailbox->last = letter;
        mailbox->last = &letter->next;
    }
    letter->events |= events;
    /* Inside: once the lock is free the loop may free the letter, and with the
     * last one the mailbox. */
    uv_async_send(&mailbox->wake);
    uv_mutex_unlock(&mailbox->lock);
}

void mailbox_close(struct mailbox *mailbox)
{
    uv_close((uv_handle_t *)&mailbox->wake, NULL);
    uv_mutex_destroy(&mailbox->lock);
}
