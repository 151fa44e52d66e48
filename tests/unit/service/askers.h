/* askers: several threads ask a service everything at once while its map is
 * replaced.
 *
 * The map is published again and again with the same arcs, so every answer must
 * equal the oracle's, whichever copy answered it. Some questions are cancelled,
 * some come with a deadline that passes; those may end in either way, but
 * always end. */
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

    /* [kind_count] each asks one question and looks at its answer. */
    void (*const *kinds)(struct asker *asker);
    uint32_t kind_count;
    unsigned questions; /* each asker's */
};

/* Fails the test where anything was not as expected. */
void askers_run(const struct askers_plan *plan);

/* Counts instead of failing: cmocka's jumps stay within one thread. */
void expect(bool right);

/* What asks: of the plan's map, now and then with a deadline that passes. */
struct question asker_base(struct asker *asker);

/* Whether a question was taken, as service_ask_*() said; it is not where the
 * queue is full. Now and then it is cancelled. */
bool asker_is_heard(struct asker *asker, enum outcome outcome,
                    struct question *question);

/* Waits for its end; whether there is an answer to look at. */
bool asker_is_answered(struct asker *asker, const struct question *question);

#endif
