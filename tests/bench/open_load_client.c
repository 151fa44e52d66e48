/* open_load_client: one thread's share of the load. */
#include "tests/bench/open_load_client.h"

#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/clock.h"

enum {
    EVENTS = 256,
    PROBE_EVERY_US = 10000,
    PATIENCE_US = 5000000, /* for answers after the last arrival */
    LONGEST_WAIT_US = 1000,
};

struct load_connection {
    int fd;
    bool connecting;
    bool busy;
    bool probe;
    char request[LOAD_TARGET_SIZE + 64];
    int request_length;
    uint64_t due_us;
    size_t received;
    size_t head;     /* bytes of the head; 0: incomplete */
    uint64_t length; /* of the body */
    char text[LOAD_RECEIVED_MAX + 1];
    struct load_connection *previous; /* idle ones */
    struct load_connection *next;
};

void load_die(const char *words)
{
    fprintf(stderr, "open_load: %s: %s\n", words, strerror(errno));
    exit(1);
}

void load_note(struct load_times *times, double ms)
{
    void *items = times->ms;

    if (array_reserve(&items, &times->capacity, times->count + 1,
                      sizeof(*times->ms)))
        load_die("memory");
    times->ms = items;
    times->ms[times->count++] = ms;
}

/* Connections. ------------------------------------------------------------- */

static void join_idle(struct load_client *client,
                      struct load_connection *connection)
{
    connection->previous = NULL;
    connection->next = client->idle;
    if (client->idle)
        client->idle->previous = connection;
    client->idle = connection;
}

static void leave_idle(struct load_client *client,
                       struct load_connection *connection)
{
    if (connection->next)
        connection->next->previous = connection->previous;
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        client->idle = connection->next;
}

static struct load_connection *connect_one(struct load_client *client)
{
    struct load_connection *connection = calloc(1, sizeof(*connection));
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT,
                                .data.ptr = connection};
    int on = 1;

    if (!connection)
        return NULL;
    connection->fd =
        socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection->fd < 0 ||
        (connect(connection->fd, (struct sockaddr *)&client->wish.address,
                 sizeof(client->wish.address)) &&
         errno != EINPROGRESS)) {
        if (connection->fd >= 0)
            close(connection->fd);
        free(connection);
        return NULL;
    }
    connection->connecting = true;
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    epoll_ctl(client->epoll, EPOLL_CTL_ADD, connection->fd, &event);
    client->open++;
    return connection;
}

static void hang_up(struct load_client *client,
                    struct load_connection *connection)
{
    close(connection->fd);
    client->open--;
    if (connection == client->probe)
        client->probe = NULL;
    free(connection);
}

/* Requests. ---------------------------------------------------------------- */

/* A failed send shows as a broken connection. */
static void send_text(struct load_connection *connection)
{
    if (send(connection->fd, connection->request,
             (size_t)connection->request_length,
             MSG_NOSIGNAL) != connection->request_length)
        shutdown(connection->fd, SHUT_RDWR);
}

static void send_request(struct load_connection *connection, const char *target,
                         uint64_t due_us)
{
    connection->request_length =
        snprintf(connection->request, sizeof(connection->request),
                 "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
    connection->busy = true;
    connection->due_us = due_us;
    connection->received = 0;
    connection->head = 0;
    if (!connection->connecting)
        send_text(connection);
}

static void ask(struct load_client *client, uint64_t due_us)
{
    const struct load_wish *wish = &client->wish;
    struct load_connection *connection = client->idle;
    uint32_t drawn =
        random_below(&client->random, (uint32_t)wish->target_count);

    client->asked++;
    load_note(&client->times[LOAD_SENT],
              (double)(clock_now_us() - due_us) / 1e3);
    if (connection)
        leave_idle(client, connection);
    else if (client->open < wish->connections_max)
        connection = connect_one(client);
    if (!connection) {
        client->unasked++;
        return;
    }
    client->waiting++;
    send_request(connection, wish->targets[drawn], due_us);
}

static void ask_probe(struct load_client *client, uint64_t due_us)
{
    if (!client->probe) {
        client->probe = connect_one(client);
        if (!client->probe)
            return;
        client->probe->probe = true;
    }
    if (!client->probe->busy)
        send_request(client->probe, client->wish.probe, due_us);
}

/* Answers. ----------------------------------------------------------------- */

static enum load_kind kind_of(const struct load_connection *connection)
{
    int status = 0;

    if (connection->head)
        sscanf(connection->text, "HTTP/1.1 %d", &status);
    if (connection->probe)
        return status == 200 ? LOAD_PROBE : LOAD_OTHER;
    switch (status) {
    case 200:
        return LOAD_OK;
    case 503:
        return LOAD_BUSY;
    case 504:
        return LOAD_LATE;
    default:
        return LOAD_OTHER;
    }
}

static void end(struct load_client *client, struct load_connection *connection,
                bool is_broken)
{
    uint64_t now_us = clock_now_us();
    enum load_kind kind = is_broken ? LOAD_OTHER : kind_of(connection);

    load_note(&client->times[kind],
              (double)(now_us - connection->due_us) / 1e3);
    client->in_time += kind == LOAD_OK && now_us < client->end_us;
    if (kind == LOAD_BUSY && !strcasestr(connection->text, "\nRetry-After:"))
        client->retry_after_missing++;
    connection->busy = false;
    client->waiting -= !connection->probe;
    if (is_broken || strcasestr(connection->text, "\nConnection: close"))
        hang_up(client, connection);
    else if (!connection->probe)
        join_idle(client, connection);
}

/* Finds the end of the head; answers here have a Content-Length. */
static void read_head(struct load_connection *connection)
{
    char *found;
    char *length;

    connection->text[connection->received] = '\0';
    found = strstr(connection->text, "\r\n\r\n");
    if (!found)
        return;
    connection->head = (size_t)(found - connection->text) + 4;
    length = strcasestr(connection->text, "\nContent-Length:");
    connection->length =
        length && length < found ? strtoull(length + 16, NULL, 10) : 0;
    *found = '\0';
}

static void on_connected(struct load_client *client,
                         struct load_connection *connection)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};

    connection->connecting = false;
    epoll_ctl(client->epoll, EPOLL_CTL_MOD, connection->fd, &event);
    send_text(connection);
}

static void on_readable(struct load_client *client,
                        struct load_connection *connection)
{
    static _Thread_local char rest[65536];
    bool in_head =
        connection->received < LOAD_RECEIVED_MAX && !connection->head;
    ssize_t got =
        recv(connection->fd,
             in_head ? connection->text + connection->received : rest,
             in_head ? LOAD_RECEIVED_MAX - connection->received : sizeof(rest),
             MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (!connection->busy) { /* closed between requests */
        if (!connection->probe)
            leave_idle(client, connection);
        hang_up(client, connection);
        return;
    }
    if (got <= 0) {
        end(client, connection, true);
        return;
    }
    connection->received += (size_t)got;
    if (in_head)
        read_head(connection);
    if (connection->head &&
        connection->received >= connection->head + connection->length)
        end(client, connection, false);
}

/* Time. -------------------------------------------------------------------- */

static double gap_us(struct load_client *client)
{
    return -log1p(-random_unit(&client->random)) / client->wish.rate * 1e6;
}

/* Sleeps: a generator that spins takes power from the core beside it. */
static void turn(struct load_client *client, double wait_us)
{
    struct timespec wait = {
        .tv_nsec =
            wait_us > 0 ? (long)(fmin(wait_us, LONGEST_WAIT_US) * 1e3) : 0,
    };
    struct pollfd pollfd = {.fd = client->epoll, .events = POLLIN};
    struct epoll_event events[EVENTS];
    int count;

    if (wait.tv_nsec && ppoll(&pollfd, 1, &wait, NULL) <= 0)
        return;
    count = epoll_wait(client->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        struct load_connection *connection = events[i].data.ptr;

        if (connection->connecting)
            on_connected(client, connection);
        else
            on_readable(client, connection);
    }
}

void load_client_run(struct load_client *client)
{
    const struct load_wish *wish = &client->wish;
    uint64_t probe_us = clock_now_us();
    double next_us = (double)probe_us;

    random_seed(&client->random, wish->seed);
    client->end_us = probe_us + (uint64_t)(wish->seconds * 1e6);
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (client->epoll < 0)
        load_die("epoll");
    for (;;) {
        uint64_t now_us = clock_now_us();
        bool asking = now_us < client->end_us;

        if (!asking &&
            (!client->waiting || now_us >= client->end_us + PATIENCE_US))
            break;
        while (wish->closed && asking && client->waiting < wish->closed)
            ask(client, now_us);
        while (!wish->closed && next_us <= (double)now_us &&
               next_us < (double)client->end_us) {
            ask(client, (uint64_t)next_us);
            next_us += gap_us(client);
        }
        if (wish->probe && now_us >= probe_us && asking) {
            ask_probe(client, now_us);
            probe_us = now_us + PROBE_EVERY_US;
        }
        turn(client, wish->closed || !asking
                         ? LONGEST_WAIT_US
                         : next_us - (double)clock_now_us());
    }
    close(client->epoll);
}
