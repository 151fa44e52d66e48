/* open_load_client: one thread's share of the load: its arrivals, connections
 * and results. Threads share only the targets, which are read-only, so several
 * run in parallel. */
#ifndef RELAXD_TESTS_BENCH_OPEN_LOAD_CLIENT_H
#define RELAXD_TESTS_BENCH_OPEN_LOAD_CLIENT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/random.h"

enum {
    LOAD_TARGET_SIZE = 512,
    LOAD_RECEIVED_MAX = 4096, /* kept of an answer: its head */
};

enum load_kind {
    LOAD_OK,
    LOAD_BUSY,
    LOAD_LATE,
    LOAD_OTHER,
    LOAD_PROBE,
    LOAD_SENT, /* how late a request was sent: the generator's own delay */
    LOAD_KINDS,
};

/* Results of requests, with the time of each. */
struct load_times {
    double *ms;
    size_t count;
    size_t capacity;
};

struct load_connection;

/* What to request; NULL `probe`: no probe. */
struct load_wish {
    struct sockaddr_in address;
    double rate; /* requests a second */
    double seconds;
    size_t closed; /* so many at a time, each after the previous one; 0: by
                      `rate` */
    size_t connections_max;
    char (*targets)[LOAD_TARGET_SIZE];
    size_t target_count;
    const char *probe;
    uint64_t seed;
};

struct load_client {
    struct load_wish wish;

    int epoll;
    struct load_connection *idle;
    struct load_connection *probe;
    size_t open;
    size_t waiting; /* requests in flight */
    size_t asked;
    size_t unasked; /* no connection could be opened */
    size_t in_time; /* answered 200 within the measured seconds */
    uint64_t retry_after_missing;
    uint64_t end_us; /* end of the measured seconds */
    struct random random;
    struct load_times times[LOAD_KINDS];
};

/* Sends requests until the seconds are over and all are answered or timed out.
 * Ends the process without memory or epoll. */
void load_client_run(struct load_client *client);

/* For both files: an error that cannot be handled. */
void load_die(const char *words);

/* Makes room for one more. */
void load_note(struct load_times *times, double ms);

#endif
