/* acceptor: takes connections and hands them to libmicrohttpd. */
#include "api/http/acceptor.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/http/http_figures.h"
#include "api/router.h"
#include "core/base/clock.h"
#include "core/base/log.h"

enum {
    /* Of a turn's time, one part in so many is for new connections, ... */
    SHARE = 16,
    LEAST_US = 100,    /* ... but so much at least, ... */
    MOST_US = 5000,    /* ... and no more. */
    STOP_US = 1000000, /* the last time, who waits is all taken */
    TELL_MS = 10000,
    ANY = ACCEPTOR_SURPLUS / 2, /* of the surplus, whatever they ask */
    SILENT_MS = 1000,           /* at most, to ask what is vital */
};

enum taken { TAKEN_ONE, TAKEN_ALL, TAKEN_NO_MORE };

enum verdict { READ, TURNED_AWAY, SILENT };

static uint64_t now_ms(void)
{
    return clock_now_us() / 1000;
}

/* The client is gone already, or the network says what accept() passes on. */
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
    case EPERM: /* a firewall's word */
        return true;
    default:
        return false;
    }
}

static void tell(struct acceptor *acceptor, int code)
{
    uint64_t now = now_ms();

    if (acceptor->told_ms && now - acceptor->told_ms < TELL_MS)
        return;
    acceptor->told_ms = now;
    log_warning("new clients wait: %s%s", strerror(code),
                code == EMFILE ? "; see LimitNOFILE= of the unit or ulimit -n, "
                                 "and the setting http.connections-max"
                               : "");
}

/* Whether the beginning of a request asks for what is always answered. */
static bool asks_vital(const char *text)
{
    const struct endpoint *endpoint;
    struct problem problem;
    char method[8];
    char path[32];

    if (sscanf(text, "%7s %31[^ ?\r\n]", method, path) != 2)
        return false;
    endpoint = router_find(path, method, &problem);
    return endpoint && endpoint->vital;
}

static enum verdict judge_words(int fd)
{
    char text[64];
    ssize_t got = recv(fd, text, sizeof(text) - 1, MSG_PEEK | MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return SILENT;
    if (got <= 0)
        return TURNED_AWAY;
    text[got] = '\0';
    return asks_vital(text) ? READ : TURNED_AWAY;
}

/* Past the limit for some, and then for those who have asked what is vital. */
static enum verdict judge(const struct acceptor *acceptor, int fd)
{
    const struct acceptor_settings *settings = &acceptor->settings;
    size_t open = atomic_load(&settings->figures->connections);

    if (open < settings->connections_max + ANY)
        return READ;
    if (open >= settings->connections_max + ACCEPTOR_SURPLUS)
        return TURNED_AWAY;
    return judge_words(fd);
}

/* To libmicrohttpd, which closes it where it fails. */
static void hand_over(struct acceptor *acceptor, int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);

    if (getpeername(fd, (struct sockaddr *)&address, &length))
        close(fd);
    else
        MHD_add_connection(acceptor->settings.daemon, fd,
                           (struct sockaddr *)&address, length);
}

static void end(struct acceptor *acceptor, int fd, enum verdict verdict)
{
    if (verdict == READ)
        hand_over(acceptor, fd);
    else
        turn_away(&acceptor->turned_away, fd);
}

/* Of so many that say nothing, the longest goes first. */
static void let_wait(struct acceptor *acceptor,
                     const struct waiting_socket *socket)
{
    if (acceptor->silent.count == SOCKET_RING_MAX) {
        int fd = socket_ring_pop(&acceptor->silent).fd;

        end(acceptor, fd, judge(acceptor, fd));
    }
    socket_ring_push(&acceptor->silent, socket);
}

static void receive(struct acceptor *acceptor,
                    const struct waiting_socket *socket)
{
    enum verdict verdict = judge(acceptor, socket->fd);

    if (verdict == SILENT && now_ms() - socket->since_ms <= SILENT_MS)
        let_wait(acceptor, socket);
    else
        end(acceptor, socket->fd, verdict);
}

static enum taken take_one(struct acceptor *acceptor)
{
    struct waiting_socket socket = {
        .fd = accept4(acceptor->settings.fd, NULL, NULL,
                      SOCK_NONBLOCK | SOCK_CLOEXEC),
    };

    if (socket.fd < 0) {
        if (is_of_one_client(errno))
            return TAKEN_ONE;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return TAKEN_ALL;
        tell(acceptor, errno);
        return TAKEN_NO_MORE;
    }
    socket.since_ms = now_ms();
    receive(acceptor, &socket);
    return TAKEN_ONE;
}

static enum taken take(struct acceptor *acceptor, uint64_t budget_us)
{
    uint64_t begun_us = clock_now_us();
    enum taken taken = TAKEN_ONE;

    while (taken == TAKEN_ONE && clock_now_us() - begun_us < budget_us)
        taken = take_one(acceptor);
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

    if (take(acceptor, budget_of(acceptor)) != TAKEN_NO_MORE)
        return;
    acceptor->waiting = true;
    uv_poll_stop(poll);
}

int acceptor_start(struct acceptor *acceptor, uv_loop_t *loop,
                   const struct acceptor_settings *settings)
{
    int result = turned_away_init(&acceptor->turned_away, settings->figures,
                                  settings->connections_max);

    if (result)
        return result;
    result = uv_poll_init(loop, &acceptor->poll, settings->fd);
    if (result)
        return result;
    acceptor->settings = *settings;
    acceptor->poll.data = acceptor;
    acceptor->open = true;
    acceptor->taken_us = clock_now_us();
    uv_poll_start(&acceptor->poll, UV_READABLE, on_readable);
    return 0;
}

void acceptor_sweep(struct acceptor *acceptor)
{
    for (size_t left = acceptor->silent.count; left; left--) {
        struct waiting_socket socket = socket_ring_pop(&acceptor->silent);

        receive(acceptor, &socket);
    }
    turned_away_sweep(&acceptor->turned_away);
    if (!acceptor->waiting || !acceptor->open)
        return;
    acceptor->waiting = false;
    uv_poll_start(&acceptor->poll, UV_READABLE, on_readable);
}

/* Who has connected is told why not, not cut off: closing the socket resets
 * what it has not accepted. */
void acceptor_stop(struct acceptor *acceptor)
{
    if (!acceptor->open)
        return;
    acceptor->open = false;
    if (!acceptor->settings.lent)
        take(acceptor, STOP_US);
    /* Before the socket: its number may be another's at once. */
    uv_close((uv_handle_t *)&acceptor->poll, NULL);
    close(acceptor->settings.fd);
}

void acceptor_close(struct acceptor *acceptor)
{
    acceptor_stop(acceptor);
    socket_ring_finish(&acceptor->silent);
    turned_away_finish(&acceptor->turned_away);
}
