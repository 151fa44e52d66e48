/* Waiting sockets, connections that are turned away, and accepting. */
#include "api/http/acceptor.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "api/form/json_writer.h"
#include "api/http/http_figures.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"

/* ---- Waiting sockets ----------------------------------------------------- */

enum { RING_MAX = ACCEPTOR_WAITING_MAX / 2 };

struct waiting_socket {
    int fd;
    uint64_t since_ms; /* clock_now_us(), in milliseconds */
};

struct ring {
    struct waiting_socket sockets[RING_MAX];
    size_t first; /* the oldest */
    size_t count;
};

/* The ring must not be full. */
static void ring_push(struct ring *ring, const struct waiting_socket *socket)
{
    ring->sockets[(ring->first + ring->count++) % RING_MAX] = *socket;
}

/* The oldest, which the caller then owns. The ring must not be empty. */
static struct waiting_socket ring_pop(struct ring *ring)
{
    struct waiting_socket socket = ring->sockets[ring->first];

    ring->first = (ring->first + 1) % RING_MAX;
    ring->count--;
    return socket;
}

static void ring_finish(struct ring *ring)
{
    while (ring->count)
        close(ring_pop(ring).fd);
}

/* ---- Turned away --------------------------------------------------------- */

/* Connections that relaxd will not read get a 503. Its text is prepared once
 * and sent before a request arrives, a tenth of the work of reading one. As the
 * path is unknown, the text holds the members of relaxd's problems and of every
 * other dialect's refusals. The socket then stays open for a moment: closing it
 * with unread bytes would reset it and might lose the answer. When too many
 * sockets linger, the oldest is closed. */
enum {
    TEXT_SIZE = 2048,
    OPEN_MS = 1000, /* at most, after the answer */
    REPORT_MS = 10000,
    READS_MAX = 8,
};

struct turned_away {
    struct http_figures *figures;
    char text[TEXT_SIZE]; /* head and body */
    size_t length;
    struct ring ring;     /* answered, not yet closed */
    uint64_t unreported;  /* since the last log line about them */
    uint64_t reported_ms; /* time of that line; 0: never */
};

void acceptor_problem(struct problem *problem, size_t connections_max)
{
    problem_set(problem, PROBLEM_CONNECTIONS, "all %zu connections are in use",
                connections_max);
    problem_mend(problem, "retry after the seconds in Retry-After; the setting "
                          "is http.connections-max");
    problem->retry_after_s = 1;
}

static void write_body(dialect_list dialects, const struct problem *problem,
                       struct json_writer *writer)
{
    json_begin_object(writer);
    problem_write_members(problem, "", writer);
    for (; *dialects; dialects++) {
        if ((*dialects)->refuse)
            (*dialects)->refuse(problem, writer);
    }
    json_end_object(writer);
}

/* 0 or -ENOMEM. */
static int turned_away_init(struct turned_away *away,
                            const struct listener_settings *settings)
{
    struct json_writer body;
    struct problem problem;
    int r = 0;

    away->figures = settings->figures;
    acceptor_problem(&problem, settings->connections_max);
    json_writer_init(&body);
    write_body(settings->dialects, &problem, &body);
    if (body.failed) {
        r = -ENOMEM;
    } else {
        away->length = (size_t)snprintf(
            away->text, sizeof(away->text),
            "HTTP/1.1 %u Service Unavailable\r\n"
            "Content-Type: application/problem+json\r\n"
            "Content-Length: %zu\r\n"
            "Retry-After: %u\r\n"
            "%s"
            "Cache-Control: no-store\r\n"
            "Connection: close\r\n\r\n"
            "%.*s",
            problem_status(&problem), body.length, problem.retry_after_s,
            settings->local ? "" : "Access-Control-Allow-Origin: *\r\n",
            (int)body.length, body.text);
    }
    json_writer_finish(&body);
    return r;
}

/* Discards what arrived, as closing would otherwise reset the socket; up to a
 * limit. Returns whether the client has closed it too. */
static bool read_over(int fd)
{
    char bytes[4096];
    ssize_t got = 1;

    for (int i = 0; i < READS_MAX && got > 0; i++)
        got = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);
    return got == 0;
}

/* Answers the connection and, later, closes it. */
static void turn_away(struct turned_away *away, int fd)
{
    figure_add(&away->figures->accepted, 1);
    figure_add(&away->figures->surplus, 1);
    figure_add(&away->figures->refusals[PROBLEM_CONNECTIONS], 1);
    away->unreported++;
    read_over(fd);
    send(fd, away->text, away->length, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    if (away->ring.count == RING_MAX) {
        struct waiting_socket first = ring_pop(&away->ring);

        read_over(first.fd);
        close(first.fd);
    }
    ring_push(&away->ring, &(struct waiting_socket){
                               .fd = fd,
                               .since_ms = clock_now_us() / 1000,
                           });
}

static void report_turned_away(struct turned_away *away, uint64_t now_ms)
{
    if (!away->unreported ||
        (away->reported_ms && now_ms - away->reported_ms < REPORT_MS))
        return;
    log_warning(
        "%ju %s turned away: all connections are in use; the setting is "
        "http.connections-max",
        (uintmax_t)away->unreported,
        plural(away->unreported, "client was", "clients were"));
    away->unreported = 0;
    away->reported_ms = now_ms;
}

/* Closes sockets whose client has read the answer or whose time is up; logs a
 * line now and then. */
static void turned_away_sweep(struct turned_away *away)
{
    uint64_t now_ms = clock_now_us() / 1000;

    for (size_t left = away->ring.count; left; left--) {
        struct waiting_socket socket = ring_pop(&away->ring);

        if (read_over(socket.fd) || now_ms - socket.since_ms > OPEN_MS)
            close(socket.fd);
        else
            ring_push(&away->ring, &socket);
    }
    report_turned_away(away, now_ms);
}

/* ---- Accepting ----------------------------------------------------------- */

enum {
    /* of a turn's time, one part in so many accepts connections, ... */
    SHARE = 16,
    LEAST_US = 100,             /* ... at least this long, ... */
    MOST_US = 5000,             /* ... and no longer */
    STOP_US = 1000000,          /* at the end, all that wait are accepted */
    ANY = ACCEPTOR_SURPLUS / 2, /* of the surplus, for any request */
    SILENT_MS = 1000,           /* at most, to send a vital request */
};

struct acceptor {
    const struct listener_settings *settings;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    bool open;            /* the listening socket is open */
    bool waiting;         /* descriptors or memory ran out */
    uint64_t taken_us;    /* when it last accepted, by clock_now_us() */
    uint64_t reported_ms; /* when it last logged a shortage; 0: never */
    struct ring silent;   /* may still send a vital request */
    struct turned_away turned_away;
};

enum taken { TAKEN_ONE, TAKEN_ALL, TAKEN_NO_MORE };

enum fate { READ, TURNED_AWAY, SILENT };

static uint64_t now_ms(void)
{
    return clock_now_us() / 1000;
}

/* The client is gone already, or accept() passes on a network error. */
static bool is_of_one_client(int code)
{
    switch (code) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENOPROTOOPT:
    case ENONET:
    case EPERM: /* a firewall's answer */
        return true;
    default:
        return false;
    }
}

static void report_shortage(struct acceptor *acceptor, int code)
{
    uint64_t now = now_ms();

    if (acceptor->reported_ms && now - acceptor->reported_ms < REPORT_MS)
        return;
    acceptor->reported_ms = now;
    log_warning("new clients wait: %s%s", strerror(code),
                code == EMFILE ? "; see LimitNOFILE= of the unit or ulimit -n, "
                                 "and the setting http.connections-max"
                               : "");
}

/* Whether a request that begins like this is always answered. */
static bool asks_vital(const struct acceptor *acceptor, const char *text)
{
    char method[8];
    char path[32];

    if (sscanf(text, "%7s %31[^ ?\r\n]", method, path) != 2)
        return false;
    return dialects_vital(acceptor->settings->dialects, path, method);
}

static enum fate fate_by_words(const struct acceptor *acceptor, int fd)
{
    char text[64];
    ssize_t got = recv(fd, text, sizeof(text) - 1, MSG_PEEK | MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return SILENT;
    if (got <= 0)
        return TURNED_AWAY;
    text[got] = '\0';
    return asks_vital(acceptor, text) ? READ : TURNED_AWAY;
}

/* Beyond the limit accepts a few of any kind, then only vital requests. */
static enum fate fate_of(const struct acceptor *acceptor, int fd)
{
    const struct listener_settings *settings = acceptor->settings;
    size_t open = atomic_load(&settings->figures->connections);

    if (open < settings->connections_max + ANY)
        return READ;
    if (open >= settings->connections_max + ACCEPTOR_SURPLUS)
        return TURNED_AWAY;
    return fate_by_words(acceptor, fd);
}

/* Hands it to libmicrohttpd, which closes it on failure. */
static void hand_over(struct acceptor *acceptor, int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);

    if (getpeername(fd, (struct sockaddr *)&address, &length))
        close(fd);
    else
        MHD_add_connection(acceptor->daemon, fd, (struct sockaddr *)&address,
                           length);
}

static void end(struct acceptor *acceptor, int fd, enum fate fate)
{
    if (fate == READ)
        hand_over(acceptor, fd);
    else
        turn_away(&acceptor->turned_away, fd);
}

/* When too many are silent, drops the oldest. */
static void let_wait(struct acceptor *acceptor,
                     const struct waiting_socket *socket)
{
    if (acceptor->silent.count == RING_MAX) {
        int fd = ring_pop(&acceptor->silent).fd;

        end(acceptor, fd, fate_of(acceptor, fd));
    }
    ring_push(&acceptor->silent, socket);
}

static void receive(struct acceptor *acceptor,
                    const struct waiting_socket *socket)
{
    enum fate fate = fate_of(acceptor, socket->fd);

    if (fate == SILENT && now_ms() - socket->since_ms <= SILENT_MS)
        let_wait(acceptor, socket);
    else
        end(acceptor, socket->fd, fate);
}

static enum taken accept_one(struct acceptor *acceptor)
{
    struct waiting_socket socket = {
        .fd = accept4(acceptor->settings->fd, NULL, NULL,
                      SOCK_NONBLOCK | SOCK_CLOEXEC),
    };

    if (socket.fd < 0) {
        if (is_of_one_client(errno))
            return TAKEN_ONE;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return TAKEN_ALL;
        report_shortage(acceptor, errno);
        return TAKEN_NO_MORE;
    }
    socket.since_ms = now_ms();
    receive(acceptor, &socket);
    return TAKEN_ONE;
}

static enum taken accept_some(struct acceptor *acceptor, uint64_t budget_us)
{
    uint64_t begun_us = clock_now_us();
    enum taken taken = TAKEN_ONE;

    while (taken == TAKEN_ONE && clock_now_us() - begun_us < budget_us)
        taken = accept_one(acceptor);
    acceptor->taken_us = clock_now_us();
    return taken;
}

static uint64_t budget_of(const struct acceptor *acceptor)
{
    uint64_t share = (clock_now_us() - acceptor->taken_us) / SHARE;

    if (share < LEAST_US)
        return LEAST_US;
    return share > MOST_US ? MOST_US : share;
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct acceptor *acceptor = poll->data;

    if (accept_some(acceptor, budget_of(acceptor)) != TAKEN_NO_MORE)
        return;
    acceptor->waiting = true;
    uv_poll_stop(poll);
}

int acceptor_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct MHD_Daemon *daemon, struct acceptor **ret_acceptor)
{
    struct acceptor *acceptor = calloc(1, sizeof(*acceptor));
    int r = -ENOMEM;

    if (acceptor)
        r = turned_away_init(&acceptor->turned_away, settings);
    if (!r)
        r = uv_poll_init(loop, &acceptor->poll, settings->fd);
    if (r) {
        free(acceptor);
        return r;
    }
    acceptor->settings = settings;
    acceptor->daemon = daemon;
    acceptor->poll.data = acceptor;
    acceptor->open = true;
    acceptor->taken_us = clock_now_us();
    uv_poll_start(&acceptor->poll, UV_READABLE, on_readable);
    *ret_acceptor = acceptor;
    return 0;
}

void acceptor_sweep(struct acceptor *acceptor)
{
    for (size_t left = acceptor->silent.count; left; left--) {
        struct waiting_socket socket = ring_pop(&acceptor->silent);

        receive(acceptor, &socket);
    }
    turned_away_sweep(&acceptor->turned_away);
    if (!acceptor->waiting || !acceptor->open)
        return;
    acceptor->waiting = false;
    uv_poll_start(&acceptor->poll, UV_READABLE, on_readable);
}

/* Waiting clients get a 503 instead of a reset: closing the socket resets
 * connections it has not accepted. */
void acceptor_stop(struct acceptor *acceptor)
{
    if (!acceptor->open)
        return;
    acceptor->open = false;
    if (!acceptor->settings->fd_lent)
        accept_some(acceptor, STOP_US);
    /* Before the socket: another thread may get its number at once. */
    uv_close((uv_handle_t *)&acceptor->poll, NULL);
    close(acceptor->settings->fd);
}

void acceptor_close(struct acceptor *acceptor)
{
    acceptor_stop(acceptor);
    ring_finish(&acceptor->silent);
    ring_finish(&acceptor->turned_away.ring);
}

void acceptor_destroy(struct acceptor *acceptor)
{
    free(acceptor);
}
