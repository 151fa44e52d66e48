/* clients: many of them, of several kinds, who ask one server.
 *
 * Those of the pool ask when it is time, whatever became of the last question,
 * each on a connection that is free, else on a new one. Others read slowly,
 * hang up where it suits them, or keep a connection open and ask seldom. One
 * thread, level-triggered epoll; the same seed gives the same questions. */
#ifndef RELAXD_TESTS_SOAK_CLIENTS_H
#define RELAXD_TESTS_SOAK_CLIENTS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/random.h"
#include "tests/soak/question.h"

enum role { ROLE_POOL, ROLE_SLOW, ROLE_IDLE, ROLE_QUITTER };

struct client {
    struct clients *clients;
    enum role role;
    int fd; /* -1: not connected */
    bool connecting;
    struct question *question; /* NULL: none is asked */
    uint64_t id;               /* of the question */
    char *request;
    size_t request_size;
    size_t request_capacity;
    size_t sent;
    size_t quits_at; /* of the request; a quitter */
    bool quits_on_answer;
    struct answer answer;
    bool served;         /* an answer came on this connection */
    uint64_t free_us;    /* when the last one was */
    uint64_t due_us;     /* when one that is no pool's acts next */
    struct client *next; /* free ones of the pool, and all that are gone */
};

struct clients_settings {
    uint16_t port;
    uint64_t seed;
    double rate;          /* questions of the pool a second, less a pause
                             for each that is refused outside bursts: a slow
                             machine is asked less */
    uint64_t idle_us;     /* how long the server keeps an idle connection */
    unsigned slow;        /* clients who read slowly */
    unsigned idle;        /* clients who ask seldom */
    uint64_t quits_us;    /* how often one hangs up; 0: none does */
    unsigned burst;       /* questions at once */
    uint64_t burst_us;    /* how often; 0: never */
    bool may_be_left_out; /* the server leaves: connections may be closed
                             before an answer begins */
    FILE *left_out;       /* the names of the questions on those */
    bool learns;          /* what is answered is expected from now on ... */
    unsigned set;         /* ... of that set of maps */
};

struct clients_tally {
    size_t asked;
    size_t wrong;
    size_t broken;  /* connections that ended within an answer, or before it
                       without a reason */
    size_t hung_up; /* by quitters */
    size_t stale;   /* questions asked anew, as an idle connection was closed */
    size_t left_out; /* of a server that leaves */
    size_t refused_connections;
    size_t opened;
};

struct clients {
    struct clients_settings settings;
    struct questions *questions;
    struct sockaddr_in address;
    int epoll;
    struct random random;
    struct clients_tally tally;
    struct client *free;    /* connected, of the pool */
    struct client *gone;    /* whose memory serves again */
    struct client *closed;  /* by the server, within a turn */
    struct client **others; /* [settings.slow + settings.idle] */
    size_t open;
    size_t busy;
    uint64_t next_id;
    double next_us;
    uint64_t quit_us;
    uint64_t next_burst_us;
};

void clients_start(struct clients *clients, struct questions *questions,
                   const struct clients_settings *settings);

/* Asks what is due and reads what is there; waits for up to 10 ms. */
void clients_turn(struct clients *clients);

/* Only reads. */
void clients_wait(struct clients *clients);

/* Asks that question of the pool. */
void clients_ask(struct clients *clients, struct question *question);

/* Closes all connections. */
void clients_hang_up(struct clients *clients);
void clients_finish(struct clients *clients);

#endif
