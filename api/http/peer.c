/* peer: one client's connection, and how long it may take. */
#include "api/http/peer.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/clock.h"

static void leave_queue(struct peer *peer)
{
    struct peer_queue *queue = &peer->listener->peers.queues[peer->phase];

    if (peer->next)
        peer->next->previous = peer->previous;
    else
        queue->last = peer->previous;
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        queue->first = peer->next;
}

/* Last of its phase, which begins now. */
static void join_queue(struct peer *peer, enum peer_phase phase)
{
    struct peer_queue *queue = &peer->listener->peers.queues[phase];

    peer->phase = phase;
    peer->since_ms = uv_now(peer->listener->loop);
    peer->next = NULL;
    peer->previous = queue->last;
    if (queue->last)
        queue->last->next = peer;
    else
        queue->first = peer;
    queue->last = peer;
}

void peer_enter(struct peer *peer, enum peer_phase phase)
{
    if (peer->phase == phase || peer->phase == PEER_CUT)
        return;
    leave_queue(peer);
    join_queue(peer, phase);
    peer->taken_known = false;
    if (phase == PEER_SENDING)
        peer->answered_at_ms = clock_now_us() / 1000;
    else if (phase == PEER_IDLE)
        peer->idle_since_ms = clock_now_us() / 1000;
}

void peer_look_later(struct peer *peer)
{
    leave_queue(peer);
    join_queue(peer, peer->phase);
}

void peer_begin_request(struct peer *peer)
{
    peer->probed = false;
    peer->is_first = peer->phase == PEER_OPENED;
    peer_enter(peer, PEER_HEADERS);
}

struct peer *peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

static int socket_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_CONNECTION_FD)
        ->connect_fd;
}

static struct peer *peer_create(struct listener *listener,
                                struct MHD_Connection *connection)
{
    struct peer *peer = calloc(1, sizeof(*peer));

    if (!peer) { /* nobody would look after it */
        shutdown(socket_of(connection), SHUT_RDWR);
        return NULL;
    }
    peer->listener = listener;
    peer->fd = socket_of(connection);
    peer->surplus = atomic_fetch_add(&listener->settings.figures->connections,
                                     1) >= listener->settings.connections_max;
    figure_add(&listener->settings.figures->accepted, 1);
    figure_add(&listener->settings.figures->surplus, peer->surplus);
    join_queue(peer, PEER_OPENED);
    return peer;
}

static void peer_destroy(struct peer *peer)
{
    leave_queue(peer);
    atomic_fetch_sub(&peer->listener->settings.figures->connections, 1);
    free(peer);
}

void peer_notify(void *cls, struct MHD_Connection *connection,
                 void **socket_context,
                 enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *socket_context = peer_create(cls, connection);
    else if (*socket_context)
        peer_destroy(*socket_context);
}

static void count_cut(struct peer *peer, enum http_cut why)
{
    figure_add(&peer->listener->settings.figures->cuts[why], 1);
}

static void note_cut(struct peer *peer)
{
    static const enum http_cut why[PEER_PHASES] = {
        [PEER_OPENED] = CUT_SILENT, [PEER_HEADERS] = CUT_HEADERS,
        [PEER_BODY] = CUT_BODY,     [PEER_SENDING] = CUT_UNREAD,
        [PEER_IDLE] = CUT_IDLE,
    };
    struct peers *peers = &peer->listener->peers;

    count_cut(peer, why[peer->phase]);
    peers->cut[peer->phase]++;
    if (peer->phase != PEER_IDLE)
        socket_address_peer(peer->fd, peers->last_cut);
}

/* Libmicrohttpd's end of the connection notices the shutdown. */
void peer_cut(struct peer *peer)
{
    note_cut(peer);
    shutdown(peer->fd, SHUT_RDWR);
    leave_queue(peer);
    join_queue(peer, PEER_CUT);
}

void peer_cut_late(struct peer *peer)
{
    if (!peer->late)
        count_cut(peer, CUT_LATE);
    peer->late = true;
    shutdown(peer->fd, SHUT_RDWR);
}
