/* client: one of them: a connection, a question on it, and its answer. */
#include "tests/soak/client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "tests/soak/must.h"

enum {
    SLOW_BUFFER = 8192,
    SLOW_PAUSE_US = 300000,
    REFUSED_PAUSE_US = 100000,
    STALE_MARGIN_US = 1500000, /* before a connection is idle for too long */
    READ_MOST = 65536,
    TOLD_MOST = 10,
};

static void watch(struct client *client, uint32_t events, int operation)
{
    struct epoll_event event = {.events = events, .data.ptr = client};

    if (epoll_ctl(client->clients->epoll, operation, client->fd, &event))
        die("epoll_ctl");
}

struct client *client_new(struct clients *clients, enum role role)
{
    struct client *client = clients->gone;

    if (client)
        clients->gone = client->next;
    else
        client = must_have(calloc(1, sizeof(*client)));
    client->clients = clients;
    client->role = role;
    client->fd = -1;
    return client;
}

static void forget_free(struct clients *clients, const struct client *client)
{
    struct client **place = &clients->free;

    while (*place && *place != client)
        place = &(*place)->next;
    if (*place)
        *place = client->next;
}

void client_close(struct client *client)
{
    struct clients *clients = client->clients;

    if (client->fd < 0)
        return;
    close(client->fd);
    client->fd = -1;
    clients->open--;
    if (client->role == ROLE_SLOW || client->role == ROLE_IDLE)
        return;
    forget_free(clients, client);
    client->next = clients->closed;
    clients->closed = client;
}

static void connect_client(struct client *client)
{
    struct clients *clients = client->clients;
    int bytes = SLOW_BUFFER;

    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (client->fd < 0)
        die("socket");
    if (client->role == ROLE_SLOW)
        setsockopt(client->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
    clients->open++;
    clients->tally.opened++;
    client->connecting = true;
    client->served = false;
    /* What fails at once is seen as an error on it, too. */
    if (connect(client->fd, (struct sockaddr *)&clients->address,
                sizeof(clients->address)) &&
        errno != EINPROGRESS && errno != ECONNREFUSED)
        die("connect");
    watch(client, EPOLLIN | EPOLLOUT, EPOLL_CTL_ADD);
}

static void be_free(struct client *client)
{
    struct clients *clients = client->clients;

    client->question = NULL;
    clients->busy--;
}

/* The first few. */
static void tell(const struct clients *clients, const struct error *error)
{
    if (clients->tally.wrong + clients->tally.broken <= TOLD_MOST)
        printf("    %s\n", error->text);
}

static void end_badly(struct client *client, const char *words)
{
    struct clients *clients = client->clients;

    struct error error;

    clients->tally.broken++;
    error_set(&error, 0, "%s after %zu bytes, status %d: %.*s", words,
              client->answer.received, client->answer.status,
              (int)strcspn(client->question->line, "\r"),
              client->question->line);
    tell(clients, &error);
}

/* The connection ended, or could not be made, with a question on it. */
static void on_cut(struct client *client)
{
    struct clients *clients = client->clients;
    const struct clients_settings *settings = &clients->settings;
    struct question *question = client->question;
    /* What is read slowly was sent long ago, for who waits for the next. */
    bool is_stale =
        client->served && (client->role == ROLE_SLOW ||
                           clock_now_us() - client->free_us + STALE_MARGIN_US >=
                               settings->idle_us);

    if (client->role == ROLE_QUITTER) {
        clients->tally.hung_up++;
    } else if (client->answer.received) {
        end_badly(client, "an answer broke off");
    } else if (settings->may_be_left_out) {
        if (client->connecting)
            clients->tally.refused_connections++;
        else
            clients->tally.left_out++;
        if (settings->left_out)
            fprintf(settings->left_out, "soak-%ju\n", (uintmax_t)client->id);
    } else if (is_stale) {
        clients->tally.stale++;
    } else {
        end_badly(client, "closed without an answer");
        is_stale = false;
    }
    be_free(client);
    client_close(client);
    if (is_stale && client->role == ROLE_POOL && !settings->may_be_left_out)
        clients_ask(clients, question);
}

static void send_rest(struct client *client)
{
    size_t until = client->role == ROLE_QUITTER && !client->quits_on_answer
                       ? client->quits_at
                       : client->request_size;
    ssize_t sent = send(client->fd, client->request + client->sent,
                        until - client->sent, MSG_NOSIGNAL);

    if (sent < 0 && errno != EAGAIN) {
        /* What was answered before may still be read. */
        client->sent = client->request_size;
        watch(client, EPOLLIN, EPOLL_CTL_MOD);
        return;
    }
    client->sent += sent > 0 ? (size_t)sent : 0;
    if (client->sent < until) {
        watch(client, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
        return;
    }
    if (until < client->request_size ||
        (client->role == ROLE_QUITTER && !client->quits_on_answer)) {
        on_cut(client);
        return;
    }
    watch(client, client->role == ROLE_SLOW ? 0 : EPOLLIN, EPOLL_CTL_MOD);
}

void client_ask(struct client *client, struct question *question)
{
    struct clients *clients = client->clients;
    size_t size = strlen(question->line) + strlen(question->rest) + 64;

    must_reserve((void **)&client->request, &client->request_capacity, size, 1);
    client->id = clients->next_id++;
    client->request_size = (size_t)snprintf(
        client->request, size, "%sX-Request-Id: soak-%ju\r\n%s", question->line,
        (uintmax_t)client->id, question->rest);
    client->sent = 0;
    client->question = question;
    clients->busy++;
    clients->tally.asked++;
    answer_reset(&client->answer);
    if (client->fd < 0)
        connect_client(client);
    else
        send_rest(client);
}

void clients_ask(struct clients *clients, struct question *question)
{
    struct client *client = clients->free;

    if (client)
        clients->free = client->next;
    else
        client = client_new(clients, ROLE_POOL);
    client_ask(client, question);
}

static void judge(struct clients *clients, const struct client *client)
{
    const struct question *question = client->question;
    enum verdict verdict;
    struct error error;

    if (clients->settings.learns) {
        question_expect(clients->questions, client->question,
                        clients->settings.set, &client->answer);
        return;
    }
    verdict = question_judge(clients->questions, client->question,
                             &client->answer, &error);
    if (verdict == VERDICT_WRONG) {
        clients->tally.wrong++;
        tell(clients, &error);
    }
    if (verdict == VERDICT_REFUSED &&
        !kind_is_burst(&clients->questions->kind[question->kind]))
        clients->next_us += REFUSED_PAUSE_US;
}

static void on_whole(struct client *client)
{
    struct clients *clients = client->clients;

    judge(clients, client);
    be_free(client);
    client->served = true;
    client->free_us = clock_now_us();
    if (client->role == ROLE_SLOW)
        client->due_us = client->free_us + SLOW_PAUSE_US;
    if (client->answer.closes || client->role == ROLE_QUITTER) {
        client_close(client);
    } else if (client->role == ROLE_POOL) {
        client->next = clients->free;
        clients->free = client;
    }
}

void client_receive(struct client *client, size_t most)
{
    long got = answer_receive(&client->answer, client->fd, most);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (!client->question) {
        client_close(client); /* closed between questions */
        return;
    }
    if (got <= 0) {
        on_cut(client);
        return;
    }
    if (client->role == ROLE_QUITTER) {
        on_cut(client);
        return;
    }
    switch (answer_state(&client->answer)) {
    case ANSWER_PART:
        break;
    case ANSWER_WHOLE:
        on_whole(client);
        break;
    case ANSWER_BROKEN:
        end_badly(client, "no answer of HTTP");
        be_free(client);
        client_close(client);
    }
}

void client_event(struct client *client, uint32_t events)
{
    int failure = 0;
    socklen_t size = sizeof(failure);

    if (client->fd < 0)
        return;
    if (client->connecting) {
        getsockopt(client->fd, SOL_SOCKET, SO_ERROR, &failure, &size);
        if (failure) {
            on_cut(client);
            return;
        }
        client->connecting = false;
        send_rest(client);
        return;
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        client_receive(client, READ_MOST);
    else if (events & EPOLLOUT)
        send_rest(client);
}

void client_free(struct client *client)
{
    answer_finish(&client->answer);
    free(client->request);
    free(client);
}
