/* askers: the threads, and the map published in between. */
#include "tests/unit/service/askers.h"

#include "tests/unit/cmocka_all.h"

#include <stdatomic.h>

enum { ASKERS = 4, QUEUE_LENGTH = 3 };

static atomic_uint wrong;

void expect(bool right)
{
    if (!right)
        atomic_fetch_add(&wrong, 1);
}

struct question asker_base(struct asker *asker)
{
    struct question question = {
        .ended = waiter_ended,
        .readable = waiter_readable,
        .context = &asker->waiter,
        .map = asker->plan->map,
        .solver = random_below(&asker->random, 2) ? "dijkstra" : NULL,
    };

    if (random_below(&asker->random, 8) == 0)
        question.cancel.deadline_us =
            clock_now_us() + random_below(&asker->random, 200);
    return question;
}

bool asker_is_heard(struct asker *asker, enum outcome outcome,
                    struct question *question)
{
    if (outcome != OUTCOME_OK) {
        expect(question->outcome == OUTCOME_QUEUE_FULL ||
               question->outcome == OUTCOME_LATE);
        return false;
    }
    if (random_below(&asker->random, 8) == 0)
        question_cancel(question);
    return true;
}

bool asker_is_answered(struct asker *asker, const struct question *question)
{
    waiter_wait(&asker->waiter);
    expect(question->outcome == OUTCOME_OK ||
           question->outcome == OUTCOME_CANCELLED ||
           question->outcome == OUTCOME_LATE);
    return question->outcome == OUTCOME_OK;
}

static void *ask(void *argument)
{
    struct asker *asker = argument;
    const struct askers_plan *plan = asker->plan;

    for (unsigned i = 0; i < plan->questions; i++) {
        waiter_init(&asker->waiter);
        plan->kinds[random_below(&asker->random, plan->kind_count)](asker);
        waiter_finish(&asker->waiter);
    }
    return NULL;
}

struct replacing {
    const struct askers_plan *plan;
    struct fixture fixture;
    atomic_bool asked_all;
};

static void publish(struct replacing *replacing)
{
    fixture_publish(&replacing->fixture, replacing->plan->map,
                    replacing->plan->make_map());
}

static void *replace(void *argument)
{
    struct replacing *replacing = argument;

    while (!atomic_load(&replacing->asked_all))
        publish(replacing);
    return NULL;
}

static void ask_all(const struct askers_plan *plan, struct service *service)
{
    struct asker askers[ASKERS];
    pthread_t thread[ASKERS];

    for (size_t i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){.plan = plan, .service = service};
        random_seed(&askers[i].random, i + 1);
        pthread_create(&thread[i], NULL, ask, &askers[i]);
    }
    for (size_t i = 0; i < ASKERS; i++)
        pthread_join(thread[i], NULL);
}

void askers_run(const struct askers_plan *plan)
{
    struct replacing replacing = {.plan = plan};
    pthread_t replacer;

    atomic_store(&wrong, 0);
    fixture_init(&replacing.fixture, 0, plan->settings, QUEUE_LENGTH);
    publish(&replacing);
    pthread_create(&replacer, NULL, replace, &replacing);
    ask_all(plan, replacing.fixture.service);
    atomic_store(&replacing.asked_all, true);
    pthread_join(replacer, NULL);
    fixture_finish(&replacing.fixture);
    assert_int_equal(wrong, 0);
}
