/* askers: several threads ask a service everything at once while its map is
 * replaced.
 *
 * The map is published repeatedly with the same arcs, so every answer must
 * equal the oracle's, whichever copy answered it. Some questions are cancelled,
 * some have a deadline that passes; those may end either way, but always end.
 */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ASKERS_H
#define RELAXD_TESTS_UNIT_SERVICE_ASKERS_H

#include "core/base/random.h"
#include "tests/unit/service/fixture.h"

struct asker {
    const struct askers_plan *plan;
    struct service *service;
    struct random random;
    struct waiter waiter; /* ready for one question */
};

struct askers_plan {
    const struct limits *settings;
    const char *map;               /* its name */
    struct map *(*make_map)(void); /* with the same arcs each time */

    /* [kind_count] each asks one question and checks its answer. */
    void (*const *kinds)(struct asker *asker);
    uint32_t kind_count;
    unsigned questions; /* of each asker */
};

/* Fails the test where any expectation failed. */
void askers_run(const struct askers_plan *plan);

/* Counts instead of failing: cmocka's jumps must stay within one thread. */
void expect(bool right);

/* The base of a question: the plan's map, sometimes with a deadline that
 * passes. */
struct question asker_base(struct asker *asker);

/* Whether service_ask_*() accepted the question, which it does not where the
 * queue is full. Sometimes cancels it. */
bool asker_is_heard(struct asker *asker, enum outcome outcome,
                    struct question *question);

/* Waits for its end; returns whether there is an answer to check. */
bool asker_is_answered(struct asker *asker, const struct question *question);

#endif
