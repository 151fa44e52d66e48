/* clients: many of them, of several kinds, who ask one server. */
#include "tests/soak/clients.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "tests/soak/client.h"
#include "tests/soak/must.h"

enum {
    EVENTS = 256,
    SLOW_BYTES = 4096,
    SLOW_US = 10000, /* for that many */
    TURN_MS = 10,
    BEHIND_US = 1000000, /* what was due before is not asked any more */
};

static struct kind *pick_kind(struct clients *clients, const char *prefix)
{
    struct questions *questions = clients->questions;
    struct kind *kind;

    do {
        kind = &questions->kind[random_below(&clients->random,
                                             (uint32_t)questions->kind_count)];
    } while (strncmp(kind->name, prefix, strlen(prefix)) != 0);
    return kind;
}

static struct question *pick(struct clients *clients, const char *prefix)
{
    struct kind *kind = pick_kind(clients, prefix);

    return &clients->questions->item[kind->question[random_below(
        &clients->random, (uint32_t)kind->count)]];
}

/* One that anybody may ask at any time. */
static struct question *pick_plain(struct clients *clients)
{
    struct questions *questions = clients->questions;

    for (;;) {
        struct question *question = &questions->item[random_below(
            &clients->random, (uint32_t)questions->count)];
        const char *kind = questions->kind[question->kind].name;

        if (strncmp(kind, "slow", 4) != 0 && strncmp(kind, "burst", 5) != 0)
            return question;
    }
}

static void ask_seldom(struct client *client, uint64_t now_us)
{
    struct clients *clients = client->clients;

    if (client->question || now_us < client->due_us)
        return;
    client->due_us =
        now_us +
        random_below(&clients->random, (uint32_t)clients->settings.idle_us * 2);
    client_ask(client, pick_plain(clients));
}

static void act(struct client *client, uint64_t now_us, bool may_ask)
{
    if (client->role == ROLE_IDLE) {
        if (may_ask)
            ask_seldom(client, now_us);
        return;
    }
    if (now_us < client->due_us)
        return;
    client->due_us = now_us + SLOW_US;
    if (client->question && !client->connecting && client->fd >= 0 &&
        client->sent == client->request_size)
        client_receive(client, SLOW_BYTES);
    else if (!client->question && may_ask)
        client_ask(client, pick(client->clients, "slow"));
}

static void quit_one(struct clients *clients)
{
    struct client *client = client_new(clients, ROLE_QUITTER);
    struct question *question = random_below(&clients->random, 4)
                                    ? pick_plain(clients)
                                    : pick(clients, "slow");
    size_t size = strlen(question->line) + strlen(question->rest);

    client->quits_on_answer = random_below(&clients->random, 3) == 0;
    client->quits_at = random_below(&clients->random, 2)
                           ? size
                           : 1 + random_below(&clients->random, (uint32_t)size);
    client_ask(client, question);
}

static void ask_due(struct clients *clients)
{
    const struct clients_settings *settings = &clients->settings;
    uint64_t now_us = clock_now_us();

    if (clients->next_us + BEHIND_US < (double)now_us)
        clients->next_us = (double)now_us;
    while (clients->next_us <= (double)now_us) {
        clients->next_us -=
            log1p(-random_unit(&clients->random)) / settings->rate * 1e6;
        clients_ask(clients, pick_plain(clients));
    }
    if (settings->quits_us && now_us >= clients->quit_us) {
        clients->quit_us = now_us + settings->quits_us;
        quit_one(clients);
    }
    if (settings->burst_us && now_us >= clients->next_burst_us) {
        clients->next_burst_us = now_us + settings->burst_us;
        for (unsigned i = 0; i < settings->burst; i++)
            clients_ask(clients, pick(clients, "burst"));
    }
}

static void turn(struct clients *clients, bool may_ask)
{
    const struct clients_settings *settings = &clients->settings;
    struct epoll_event events[EVENTS];
    int count;

    if (may_ask)
        ask_due(clients);
    for (unsigned i = 0; i < settings->slow + settings->idle; i++)
        act(clients->others[i], clock_now_us(), may_ask);
    count = epoll_wait(clients->epoll, events, EVENTS, TURN_MS);
    for (int i = 0; i < count; i++)
        client_event(events[i].data.ptr, events[i].events);
    while (clients->closed) {
        struct client *client = clients->closed;

        clients->closed = client->next;
        client->next = clients->gone;
        clients->gone = client;
    }
}

void clients_turn(struct clients *clients)
{
    turn(clients, true);
}

void clients_wait(struct clients *clients)
{
    turn(clients, false);
}

void clients_start(struct clients *clients, struct questions *questions,
                   const struct clients_settings *settings)
{
    unsigned others = settings->slow + settings->idle;
    uint64_t now_us = clock_now_us();

    *clients = (struct clients){
        .settings = *settings,
        .questions = questions,
        .address = {.sin_family = AF_INET,
                    .sin_port = htons(settings->port),
                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)},
        .epoll = epoll_create1(EPOLL_CLOEXEC),
        .next_us = (double)now_us,
        .quit_us = now_us,
        .next_burst_us = now_us + settings->burst_us,
    };
    if (clients->epoll < 0)
        die("epoll");
    random_seed(&clients->random, settings->seed);
    clients->others = must_have(calloc(others + 1, sizeof(*clients->others)));
    for (unsigned i = 0; i < others; i++) {
        clients->others[i] =
            client_new(clients, i < settings->slow ? ROLE_SLOW : ROLE_IDLE);
        clients->others[i]->due_us = now_us;
    }
}

void clients_hang_up(struct clients *clients)
{
    const struct clients_settings *settings = &clients->settings;

    while (clients->free)
        client_close(clients->free);
    for (unsigned i = 0; i < settings->slow + settings->idle; i++)
        client_close(clients->others[i]);
}

void clients_finish(struct clients *clients)
{
    const struct clients_settings *settings = &clients->settings;

    clients_hang_up(clients);
    clients_wait(clients);
    for (unsigned i = 0; i < settings->slow + settings->idle; i++)
        client_free(clients->others[i]);
    while (clients->gone) {
        struct client *client = clients->gone;

        clients->gone = client->next;
        client_free(client);
    }
    free(clients->others);
    close(clients->epoll);
}
