/* The phases of one connection, then the sweep over all. */
#include "api/http/connection.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/limits.h"
#include "core/base/log.h"
#include "core/service/ask.h"

/* ---- One connection ------------------------------------------------------ */

static void leave_queue(struct connection *connection)
{
    struct connection_queue *queue =
        &connection->listener->connections.queues[connection->phase];

    if (connection->next)
        connection->next->previous = connection->previous;
    else
        queue->last = connection->previous;
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        queue->first = connection->next;
}

/* Appends to the phase's queue; the phase begins now. */
static void join_queue(struct connection *connection,
                       enum connection_phase phase)
{
    struct connection_queue *queue =
        &connection->listener->connections.queues[phase];

    connection->phase = phase;
    connection->since_ms = uv_now(connection->listener->loop);
    connection->next = NULL;
    connection->previous = queue->last;
    if (queue->last)
        queue->last->next = connection;
    else
        queue->first = connection;
    queue->last = connection;
}

void connection_enter(struct connection *connection,
                      enum connection_phase phase)
{
    if (connection->phase == phase || connection->phase == PHASE_CUT)
        return;
    leave_queue(connection);
    join_queue(connection, phase);
    connection->taken_known = false;
    if (phase == PHASE_SENDING)
        connection->answered_at_ms = clock_now_us() / 1000;
    else if (phase == PHASE_IDLE)
        connection->idle_since_ms = clock_now_us() / 1000;
}

void connection_renew(struct connection *connection)
{
    leave_queue(connection);
    join_queue(connection, connection->phase);
}

void connection_begin_request(struct connection *connection)
{
    connection->probed = false;
    connection->is_first = connection->phase == PHASE_OPENED;
    connection_enter(connection, PHASE_HEADERS);
}

struct connection *connection_of(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

static int socket_of(struct MHD_Connection *mhd)
{
    return MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)
        ->connect_fd;
}

static struct connection *connection_create(struct listener *listener,
                                            struct MHD_Connection *mhd)
{
    struct connection *connection = calloc(1, sizeof(*connection));

    if (!connection) { /* no sweep would see it */
        shutdown(socket_of(mhd), SHUT_RDWR);
        return NULL;
    }
    connection->listener = listener;
    connection->mhd = mhd;
    connection->fd = socket_of(mhd);
    connection_socket_bound_unsent(connection->fd);
    connection->surplus =
        atomic_fetch_add(&listener->settings.figures->connections, 1) >=
        listener->settings.connections_max;
    figure_add(&listener->settings.figures->accepted, 1);
    figure_add(&listener->settings.figures->surplus, connection->surplus);
    join_queue(connection, PHASE_OPENED);
    return connection;
}

static void connection_destroy(struct connection *connection)
{
    leave_queue(connection);
    atomic_fetch_sub(&connection->listener->settings.figures->connections, 1);
    free(connection);
}

void connection_notify(void *cls, struct MHD_Connection *mhd,
                       void **socket_context,
                       enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *socket_context = connection_create(cls, mhd);
    else if (*socket_context)
        connection_destroy(*socket_context);
}

static void count_cut(struct connection *connection, enum http_cut why)
{
    figure_add(&connection->listener->settings.figures->cuts[why], 1);
}

static void note_cut(struct connection *connection)
{
    static const enum http_cut why[PHASE_COUNT] = {
        [PHASE_OPENED] = CUT_SILENT, [PHASE_HEADERS] = CUT_HEADERS,
        [PHASE_BODY] = CUT_BODY,     [PHASE_SENDING] = CUT_UNREAD,
        [PHASE_IDLE] = CUT_IDLE,
    };
    struct connections *connections = &connection->listener->connections;

    count_cut(connection, why[connection->phase]);
    connections->cut[connection->phase]++;
    if (connection->phase != PHASE_IDLE)
        socket_address_peer(connection->fd, connections->last_cut);
}

/* libmicrohttpd notices the shutdown. It also gets a timeout, the shortest: it
 * may have closed the connection already and wait for an event to free it, and
 * no event would come. */
static void hang_up(struct connection *connection)
{
    shutdown(connection->fd, SHUT_RDWR);
    MHD_set_connection_option(connection->mhd, MHD_CONNECTION_OPTION_TIMEOUT,
                              1u);
}

static void connection_end(struct connection *connection)
{
    hang_up(connection);
    leave_queue(connection);
    join_queue(connection, PHASE_CUT);
}

static void connection_cut(struct connection *connection)
{
    note_cut(connection);
    connection_end(connection);
}

void connection_cut_late(struct connection *connection)
{
    if (!connection->late)
        count_cut(connection, CUT_LATE);
    connection->late = true;
    hang_up(connection);
}

/* ---- The sweep ----------------------------------------------------------- */

enum {
    POLL_MAX = 256, /* sockets in one poll() */
    SEND_LEAST = 65536,
    SEND_SHARES = 16, /* of the memory of its answer */
    /* Checks of an answer per send_timeout_s. */
    SEND_LOOKS = 4,
    QUIET_MS = 1000, /* before the sweep looks at a connection that waits for
                        its client */
    HEARD_SLACK_MS = 50, /* covers the kernel's clock ticks */
    REPORT_MS = 10000,   /* at most one line about cut clients in this time */
};

/* Makes the kernel drop what the client has not read. */
static void cut_unread(struct connection *connection)
{
    connection_socket_forget(connection->fd);
    connection_cut(connection);
}

static void cut_overdue(struct listener *listener, enum connection_phase phase,
                        unsigned limit_s)
{
    struct connection_queue *queue = &listener->connections.queues[phase];
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first &&
           now_ms - queue->first->since_ms > limit_s * UINT64_C(1000))
        connection_cut(queue->first);
}

/* libmicrohttpd reports a request line only when it is complete; the kernel
 * knows of its first bytes. They count from the start of the previous answer:
 * they may arrive before relaxd knows that it is sent. */
static bool asks(const struct connection *connection, uint64_t clock_ms)
{
    uint64_t ms_ago;

    return !connection_socket_heard(connection->fd, &ms_ago) &&
           ms_ago + HEARD_SLACK_MS < clock_ms - connection->answered_at_ms;
}

static void poll_idle(struct listener *listener)
{
    struct connection_queue *queue = &listener->connections.queues[PHASE_IDLE];
    uint64_t limit_ms =
        listener_limits(listener)->idle_timeout_s * UINT64_C(1000);
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first && now_ms - queue->first->since_ms > QUIET_MS) {
        struct connection *connection = queue->first;
        uint64_t clock_ms = clock_now_us() / 1000;

        if (connection_socket_ended(connection->fd)) {
            connection_end(connection);
        } else if (asks(connection, clock_ms)) {
            connection_enter(connection, PHASE_HEADERS);
        } else if (clock_ms - connection->idle_since_ms > limit_ms) {
            connection_cut(connection);
        } else {
            connection_renew(connection);
        }
    }
}

/* So that an answer is not in memory for long. */
static size_t send_least(const struct exchange *exchange)
{
    size_t memory = exchange ? exchange_memory(exchange) : 0;

    return size_max(memory / SEND_SHARES, SEND_LEAST);
}

static bool is_suspended(const struct connection *connection)
{
    return connection->exchange && connection->exchange->suspended;
}

/* Whether it has read enough since the last check. */
static bool reads_on(struct connection *connection, uint64_t now_ms)
{
    uint64_t taken;

    if (is_suspended(connection))
        return true; /* it waits for relaxd */
    if (connection_socket_taken(connection->fd, &taken)) {
        connection->taken_known = false;
        return true;
    }
    if (connection->taken_known &&
        taken - connection->taken < send_least(connection->exchange))
        return now_ms - connection->taken_at_ms <
               listener_limits(connection->listener)->send_timeout_s *
                   UINT64_C(1000);
    connection->taken_known = true;
    connection->taken = taken;
    connection->taken_at_ms = now_ms;
    return true;
}

static void poll_readers(struct listener *listener)
{
    struct connection_queue *queue =
        &listener->connections.queues[PHASE_SENDING];
    uint64_t look_ms =
        listener_limits(listener)->send_timeout_s * UINT64_C(1000) / SEND_LOOKS;
    uint64_t now_ms = uv_now(listener->loop);

    while (queue->first && now_ms - queue->first->since_ms > look_ms) {
        struct connection *connection = queue->first;

        if (reads_on(connection, now_ms)) {
            connection_renew(connection);
        } else {
            cut_unread(connection);
        }
    }
}

static bool is_due(const struct exchange *exchange)
{
    return (exchange->question && ask_is_due(exchange->question)) ||
           (exchange->cut && atomic_load(exchange->cut));
}

/* Cuts answers past their deadline, or whose weights are no longer kept, that
 * have begun: if the client does not read, they would never end. */
static void cut_late(struct listener *listener)
{
    struct connection *next;

    for (struct connection *connection =
             listener->connections.queues[PHASE_SENDING].first;
         connection; connection = next) {
        struct exchange *exchange = connection->exchange;

        next = connection->next;
        if (exchange && is_due(exchange))
            connection_cut_late(connection);
    }
}

/* A client that left amid a request. libmicrohttpd sees no end that epoll
 * reported together with the last bytes: it waits for another event. */
static void end_unfinished(struct connection *connection, short seen)
{
    if (connection_socket_ended(connection->fd))
        connection_end(connection);
}

/* A client that left amid an answer; libmicrohttpd does not watch the sockets
 * of suspended connections. */
static void cancel_gone(struct connection *connection, short seen)
{
    if (seen & (POLLERR | POLLHUP)) {
        exchange_cancel(connection->exchange);
    } else if (!connection->probed && !connection->exchange->status &&
               connection->exchange->takes_interim) {
        connection->probed = true;
        connection_socket_probe(connection->fd);
    }
}

static bool is_unfinished(const struct connection *connection)
{
    return !is_suspended(connection) &&
           uv_now(connection->listener->loop) - connection->since_ms > QUIET_MS;
}

/* Calls `act` for those of a phase that `may` be gone and report something. */
static void poll_gone(struct listener *listener, enum connection_phase phase,
                      bool (*may)(const struct connection *),
                      void (*act)(struct connection *, short seen))
{
    struct pollfd fds[POLL_MAX];
    struct connection *connections[POLL_MAX];
    struct connection *next;
    size_t count = 0;

    for (struct connection *connection =
             listener->connections.queues[phase].first;
         connection; connection = next) {
        next = connection->next;
        if (may(connection)) {
            fds[count] =
                (struct pollfd){.fd = connection->fd, .events = POLLRDHUP};
            connections[count++] = connection;
        }
        if (count < POLL_MAX && (!count || next))
            continue;
        if (poll(fds, count, 0) > 0) {
            for (size_t i = 0; i < count; i++) {
                if (fds[i].revents)
                    act(connections[i], fds[i].revents);
            }
        }
        count = 0;
    }
}

/* Idle connections, and those that browsers open ahead, normally end like this:
 * they are no reason for a line. */
static void report_cut(struct listener *listener)
{
    struct connections *connections = &listener->connections;
    uint64_t now_ms = uv_now(listener->loop);
    const unsigned *cut = connections->cut;
    const struct log_field fields[] = {
        log_number("headers", cut[PHASE_HEADERS]),
        log_number("body", cut[PHASE_BODY]),
        log_number("unread", cut[PHASE_SENDING]),
        log_number("silent", cut[PHASE_OPENED]),
        log_number("idle", cut[PHASE_IDLE]),
        log_text("last", connections->last_cut),
    };

    if (!(cut[PHASE_HEADERS] || cut[PHASE_BODY] || cut[PHASE_SENDING]) ||
        (connections->reported_ms &&
         now_ms - connections->reported_ms < REPORT_MS))
        return;
    log_event(LOG_INFO, "slow clients were cut", fields,
              sizeof(fields) / sizeof(*fields));
    connections->reported_ms = now_ms;
    for (int i = 0; i < PHASE_COUNT; i++)
        connections->cut[i] = 0;
}

void connections_sweep(struct listener *listener)
{
    const struct limits *limits = listener_limits(listener);

    cut_overdue(listener, PHASE_OPENED, limits->header_timeout_s);
    cut_overdue(listener, PHASE_HEADERS, limits->header_timeout_s);
    cut_overdue(listener, PHASE_BODY, limits->body_timeout_s);
    poll_idle(listener);
    poll_readers(listener);
    cut_late(listener);
    poll_gone(listener, PHASE_OPENED, is_unfinished, end_unfinished);
    poll_gone(listener, PHASE_HEADERS, is_unfinished, end_unfinished);
    poll_gone(listener, PHASE_BODY, is_unfinished, end_unfinished);
    poll_gone(listener, PHASE_ANSWERING, is_suspended, cancel_gone);
    poll_gone(listener, PHASE_SENDING, is_suspended, cancel_gone);
    report_cut(listener);
}

bool connections_none(const struct listener *listener)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        if (listener->connections.queues[phase].first)
            return false;
    }
    return true;
}

size_t connections_cut(struct listener *listener)
{
    size_t answering = 0;

    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        struct connection_queue *queue = &listener->connections.queues[phase];

        for (struct connection *connection = queue->first; connection;
             connection = connection->next) {
            if (connection->exchange) {
                exchange_cancel(connection->exchange);
                answering++;
            }
            shutdown(connection->fd, SHUT_RDWR);
        }
    }
    return answering;
}
