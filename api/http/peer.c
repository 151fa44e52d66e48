/* peer: one client's connection. */
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"

/* Sockets looked at in one poll(). */
enum { POLL_MAX = 256 };

void peer_wait(struct peer *peer, struct listener *listener)
{
    peer->waiting_since_ms = uv_now(listener->loop);
}

struct peer *peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

static struct peer *peer_create(struct listener *listener,
                                struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct peer *peer = calloc(1, sizeof(*peer));

    /* The limit may be another one than when libmicrohttpd was started. */
    MHD_set_connection_option(
        connection, MHD_CONNECTION_OPTION_TIMEOUT,
        (unsigned)listener->settings.limits->idle_timeout_s);
    if (!peer)
        return NULL; /* its requests are refused */
    peer->fd = info->connect_fd;
    peer->surplus = atomic_fetch_add(&listener->settings.figures->connections,
                                     1) >= listener->settings.connections_max;
    figure_add(&listener->settings.figures->accepted, 1);
    figure_add(&listener->settings.figures->surplus, peer->surplus);
    peer->next = listener->peers;
    if (peer->next)
        peer->next->previous = peer;
    listener->peers = peer;
    peer_wait(peer, listener);
    return peer;
}

static void peer_destroy(struct peer *peer, struct listener *listener)
{
    if (peer->next)
        peer->next->previous = peer->previous;
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        listener->peers = peer->next;
    atomic_fetch_sub(&listener->settings.figures->connections, 1);
    free(peer);
}

void peer_notify(void *cls, struct MHD_Connection *connection,
                 void **socket_context,
                 enum MHD_ConnectionNotificationCode code)
{
    struct listener *listener = cls;

    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *socket_context = peer_create(listener, connection);
    else if (*socket_context)
        peer_destroy(*socket_context, listener);
}

/* libmicrohttpd's own timeout starts anew with every byte; this one does not.
 * Its end of the connection notices the shutdown. */
static void shut_slow(struct peer *peer, struct listener *listener)
{
    uint64_t limit_ms =
        listener->settings.limits->idle_timeout_s * UINT64_C(1000);

    if (peer->waiting_since_ms &&
        uv_now(listener->loop) - peer->waiting_since_ms > limit_ms)
        shutdown(peer->fd, SHUT_RDWR);
}

/* An answer that has begun and cannot be whole in time any more: a client that
 * does not read would never come to its end. */
static void shut_late(struct peer *peer)
{
    struct exchange *exchange = peer->exchange;

    if (exchange && exchange->status && exchange->question &&
        cancel_due(&exchange->question->cancel))
        shutdown(peer->fd, SHUT_RDWR);
}

static void cancel_gone(const struct pollfd *fds, struct peer *const *peers,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i].revents)
            exchange_cancel(peers[i]->exchange);
    }
}

/* A client that closed its end while its question is being answered: a
 * suspended connection does not report that. One that only half-closed cannot
 * be told from it and is cancelled too. */
static void look_for_gone(struct listener *listener)
{
    struct pollfd fds[POLL_MAX];
    struct peer *peers[POLL_MAX];
    size_t count = 0;

    for (struct peer *peer = listener->peers; peer; peer = peer->next) {
        if (peer->exchange && peer->exchange->suspended) {
            fds[count] = (struct pollfd){.fd = peer->fd, .events = POLLRDHUP};
            peers[count++] = peer;
        }
        if (count == POLL_MAX || (count && !peer->next)) {
            if (poll(fds, count, 0) > 0)
                cancel_gone(fds, peers, count);
            count = 0;
        }
    }
}

void peers_sweep(struct listener *listener)
{
    for (struct peer *peer = listener->peers; peer; peer = peer->next) {
        shut_slow(peer, listener);
        shut_late(peer);
    }
    look_for_gone(listener);
}

size_t peers_cut(struct listener *listener)
{
    size_t answering = 0;

    for (struct peer *peer = listener->peers; peer; peer = peer->next) {
        if (peer->exchange) {
            exchange_cancel(peer->exchange);
            answering++;
        }
        shutdown(peer->fd, SHUT_RDWR);
    }
    return answering;
}
