/* acceptor: takes connections and hands them to libmicrohttpd. */
#include "api/http/acceptor.h"

#include <errno.h>
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
    VITAL_PATH_SIZE = 32,
};

enum taken { TAKEN_ONE, TAKEN_ALL, TAKEN_NO_MORE };

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
    uint64_t now_ms = clock_now_us() / 1000;

    if (acceptor->told_ms && now_ms - acceptor->told_ms < TELL_MS)
        return;
    acceptor->told_ms = now_ms;
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
    char path[VITAL_PATH_SIZE];
    size_t length;

    if (strncmp(text, "GET ", 4))
        return false;
    length = strcspn(text + 4, " ?\r\n");
    if (length >= sizeof(path))
        return false;
    memcpy(path, text + 4, length);
    path[length] = '\0';
    endpoint = router_find(path, "GET", &problem);
    return endpoint && endpoint->vital;
}

/* Past the limit for some, and then for those who have asked what is vital. */
static bool is_read(const struct acceptor *acceptor, int fd)
{
    const struct acceptor_settings *settings = &acceptor->settings;
    size_t open = atomic_load(&settings->figures->connections);
    char text[64];
    ssize_t got;

    if (open < settings->connections_max + ANY)
        return true;
    if (open >= settings->connections_max + ACCEPTOR_SURPLUS)
        return false;
    got = recv(fd, text, sizeof(text) - 1, MSG_PEEK | MSG_DONTWAIT);
    if (got <= 0)
        return false;
    text[got] = '\0';
    return asks_vital(text);
}

static enum taken take_one(struct acceptor *acceptor)
{
    const struct acceptor_settings *settings = &acceptor->settings;
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    int fd = accept4(settings->fd, (struct sockaddr *)&address, &length,
                     SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0) {
        if (is_of_one_client(errno))
            return TAKEN_ONE;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return TAKEN_ALL;
        tell(acceptor, errno);
        return TAKEN_NO_MORE;
    }
    if (is_read(acceptor, fd))
        /* Closes it where it fails. */
        MHD_add_connection(settings->daemon, fd, (struct sockaddr *)&address,
                           length);
    else
        turn_away(&acceptor->turned_away, fd);
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
    uv_poll_stop(&acceptor->poll);
    close(acceptor->settings.fd);
}

void acceptor_close(struct acceptor *acceptor)
{
    acceptor_stop(acceptor);
    turned_away_finish(&acceptor->turned_away);
    uv_close((uv_handle_t *)&acceptor->poll, NULL);
}
