/* peers: all connections of a listener. */
#include "api/http/peers.h"

#include <poll.h>
#include <sys/socket.h>

#include "api/http/exchange.h"
#include "api/http/http_limits.h"
#include "api/http/listener_private.h"
#include "api/http/peer_socket.h"
#include "core/base/clock.h"
#include "core/base/log.h"

enum {
    PEER_POLL_MAX = 256, /* sockets looked at in one poll() */
    SEND_LEAST = 65536,
    /* An answer is looked at so often in its send_timeout_s. */
    SEND_LOOKS = 4,
    IDLE_LOOK_MS = 1000,
    HEARD_SLACK_MS = 50, /* of the kernel's clock, which ticks */
    TELL_MS = 10000,     /* one line about who was cut in so long */
};

/* What the client has not taken is not kept for it by the kernel either. */
static void cut_unread(struct peer *peer)
{
    peer_socket_forget(peer->fd);
    peer_cut(peer);
}

static void cut_overdue(struct listener *listener, enum peer_phase phase,
                        unsigned limit_s)
{
    struct peer_queue *queue = &listener->peers.queues[phase];
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first &&
           now_ms - queue->first->since_ms > limit_s * UINT64_C(1000))
        peer_cut(queue->first);
}

/* Libmicrohttpd tells of a request line once it is whole; of its first bytes
 * the kernel knows. They count from when the answer before them began: they may
 * come before it is known to be sent. */
static bool asks(const struct peer *peer, uint64_t clock_ms)
{
    uint64_t ms_ago;

    return !peer_socket_heard(peer->fd, &ms_ago) &&
           ms_ago + HEARD_SLACK_MS < clock_ms - peer->answered_at_ms;
}

static void look_at_idle(struct listener *listener)
{
    struct peer_queue *queue = &listener->peers.queues[PEER_IDLE];
    uint64_t limit_ms =
        listener->settings.limits->idle_timeout_s * UINT64_C(1000);
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first && now_ms - queue->first->since_ms > IDLE_LOOK_MS) {
        struct peer *peer = queue->first;
        uint64_t clock_ms = clock_now_us() / 1000;

        if (clock_ms - peer->idle_since_ms > limit_ms) {
            peer_cut(peer);
        } else if (asks(peer, clock_ms)) {
            peer_enter(peer, PEER_HEADERS);
        } else {
            peer_look_later(peer);
        }
    }
}

/* Whether it took enough since it was last seen to. */
static bool reads_on(struct peer *peer, uint64_t now_ms)
{
    uint64_t taken;

    if (peer->exchange && peer->exchange->suspended)
        return true; /* it waits for us */
    if (peer_socket_taken(peer->fd, &taken)) {
        peer->taken_known = false;
        return true;
    }
    if (peer->taken_known && taken - peer->taken < SEND_LEAST)
        return now_ms - peer->taken_at_ms <
               peer->listener->settings.limits->send_timeout_s * UINT64_C(1000);
    peer->taken_known = true;
    peer->taken = taken;
    peer->taken_at_ms = now_ms;
    return true;
}

static void look_at_readers(struct listener *listener)
{
    struct peer_queue *queue = &listener->peers.queues[PEER_SENDING];
    uint64_t look_ms =
        listener->settings.limits->send_timeout_s * UINT64_C(1000) / SEND_LOOKS;
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first && now_ms - queue->first->since_ms > look_ms) {
        struct peer *peer = queue->first;

        if (reads_on(peer, now_ms)) {
            peer_look_later(peer);
        } else {
            cut_unread(peer);
        }
    }
}

/* Answers that have begun and cannot be whole in time any more: a client that
 * does not read would never come to its end. */
static void cut_late(struct listener *listener)
{
    struct peer *next;

    for (struct peer *peer = listener->peers.queues[PEER_SENDING].first; peer;
         peer = next) {
        struct exchange *exchange = peer->exchange;

        next = peer->next;
        if (exchange && exchange->question &&
            cancel_due(&exchange->question->cancel))
            peer_cut_late(peer);
    }
}

/* A client that is gone gives its question up; libmicrohttpd does not look at
 * the sockets of suspended connections. */
static void cancel_gone(struct peer *peer, short seen)
{
    if (seen & (POLLERR | POLLHUP)) {
        exchange_cancel(peer->exchange);
    } else if (!peer->probed && !peer->exchange->status &&
               peer->exchange->takes_interim) {
        peer->probed = true;
        peer_socket_probe(peer->fd);
    }
}

static void look_for_gone(struct listener *listener, enum peer_phase phase)
{
    struct pollfd fds[PEER_POLL_MAX];
    struct peer *peers[PEER_POLL_MAX];
    size_t count = 0;

    for (struct peer *peer = listener->peers.queues[phase].first; peer;
         peer = peer->next) {
        if (peer->exchange && peer->exchange->suspended) {
            fds[count] = (struct pollfd){.fd = peer->fd, .events = POLLRDHUP};
            peers[count++] = peer;
        }
        if (count < PEER_POLL_MAX && (!count || peer->next))
            continue;
        if (poll(fds, count, 0) > 0) {
            for (size_t i = 0; i < count; i++) {
                if (fds[i].revents)
                    cancel_gone(peers[i], fds[i].revents);
            }
        }
        count = 0;
    }
}

/* Idle connections end so, and what browsers open ahead: no news by itself. */
static void tell_cut(struct listener *listener)
{
    struct peers *peers = &listener->peers;
    uint64_t now_ms = uv_now(listener->loop);
    const unsigned *cut = peers->cut;
    const struct log_field fields[] = {
        log_number("headers", cut[PEER_HEADERS]),
        log_number("body", cut[PEER_BODY]),
        log_number("unread", cut[PEER_SENDING]),
        log_number("silent", cut[PEER_OPENED]),
        log_number("idle", cut[PEER_IDLE]),
        log_text("last", peers->last_cut),
    };

    if (!(cut[PEER_HEADERS] || cut[PEER_BODY] || cut[PEER_SENDING]) ||
        (peers->told_ms && now_ms - peers->told_ms < TELL_MS))
        return;
    log_event(LOG_INFO, "slow clients were cut", fields,
              sizeof(fields) / sizeof(*fields));
    peers->told_ms = now_ms;
    for (int i = 0; i < PEER_PHASES; i++)
        peers->cut[i] = 0;
}

void peers_sweep(struct listener *listener)
{
    const struct http_limits *limits = listener->settings.limits;

    cut_overdue(listener, PEER_OPENED, limits->header_timeout_s);
    cut_overdue(listener, PEER_HEADERS, limits->header_timeout_s);
    cut_overdue(listener, PEER_BODY, limits->body_timeout_s);
    look_at_idle(listener);
    look_at_readers(listener);
    cut_late(listener);
    look_for_gone(listener, PEER_ANSWERING);
    look_for_gone(listener, PEER_SENDING);
    tell_cut(listener);
}

size_t peers_cut(struct listener *listener)
{
    size_t answering = 0;

    for (int phase = 0; phase < PEER_PHASES; phase++) {
        struct peer_queue *queue = &listener->peers.queues[phase];

        for (struct peer *peer = queue->first; peer; peer = peer->next) {
            if (peer->exchange) {
                exchange_cancel(peer->exchange);
                answering++;
            }
            shutdown(peer->fd, SHUT_RDWR);
        }
    }
    return answering;
}
