/* fixture: a service over small maps on the CPU, and waiters for its questions.
 */
#ifndef RELAXD_TESTS_UNIT_SERVICE_FIXTURE_H
#define RELAXD_TESTS_UNIT_SERVICE_FIXTURE_H

#include <pthread.h>
#include <stdbool.h>

#include "core/graph/map_builder.h"
#include "core/service/path/path_question.h"
#include "core/service/service.h"
#include "core/service/table/table_question.h"
#include "core/service/tree/tree_question.h"

struct fixture {
    struct catalog catalog;
    const struct device *devices[3];
    size_t device_count;
    struct registry *registry;
    struct engine *engine;
    struct runtime_limits limits; /* of the service */
    struct service *service;
};

/* The CPU's solvers, "slow-cpu" (fake_slow.h), "cpu-single" and "locality", for
 * so many GPUs, 0 to 2 (fake.h). Fails the test on error. */
void fixture_init(struct fixture *fixture, size_t gpu_count,
                  const struct limits *limits, size_t queue_length);
void fixture_finish(struct fixture *fixture);

/* Publishes the result of a build_ function. */
void fixture_publish(struct fixture *fixture, const char *name,
                     struct map *map);

/* 0 -> 1 -> ... with weight 1, ids from `first`. */
struct map *build_line(uint32_t vertex_count, uint64_t first);

/* Random arcs with weights below 10, ids from 1. */
struct map *build_random(uint32_t vertex_count, uint32_t arc_count,
                         uint64_t seed);

/* Waits for `answered` and `readable`; the context of a question. */
struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool answered;
    unsigned readable; /* how often */
};

void waiter_init(struct waiter *waiter);
void waiter_finish(struct waiter *waiter);
void waiter_ended(struct question *question);
void waiter_readable(struct question *question);
void waiter_wait(struct waiter *waiter);
bool waiter_ended_already(struct waiter *waiter);

/* Waits until it was readable more than `seen` times, or answered; returns the
 * current count. */
unsigned waiter_wait_readable(struct waiter *waiter, unsigned seen);

/* A fixture with a waiter, as cmocka's state. */
struct bench {
    struct fixture fixture;
    struct waiter waiter;
};

/* With the map as "line", and so many GPUs, 0 to 2. */
void bench_set_up(void **state, const struct limits *limits, size_t gpu_count,
                  struct map *map);
int bench_tear_down(void **state);

#endif
