#include "core/service/model_turns.h"

#include "core/base/parallel.h"
#include "core/service/ask.h"

void model_turns_init(struct model_turns *turns)
{
    *turns = (struct model_turns){0};
    pthread_mutex_init(&turns->lock, NULL);
    pthread_mutex_init(&turns->making, NULL);
}

void model_turns_finish(struct model_turns *turns)
{
    pthread_mutex_destroy(&turns->lock);
    pthread_mutex_destroy(&turns->making);
}

static struct model_turns *turns_of(const struct question *question)
{
    return &question->service->turns;
}

static size_t turns_at_once(const struct limits *limits)
{
    size_t half = parallel_core_count() / 2;

    if (limits->models_at_once)
        return limits->models_at_once;
    return half ? half : 1;
}

/* ---- Waiting: the caller holds the lock ---------------------------------- */

static void append(struct model_turns *turns, struct question *question)
{
    question->next = NULL;
    if (turns->last)
        turns->last->next = question;
    else
        turns->first = question;
    turns->last = question;
    turns->waiting++;
}

/* False: it does not wait. */
static bool take_out(struct model_turns *turns, struct question *question)
{
    struct question **at = &turns->first;
    struct question *before = NULL;

    while (*at && *at != question) {
        before = *at;
        at = &before->next;
    }
    if (!*at)
        return false;
    *at = question->next;
    if (turns->last == question)
        turns->last = before;
    turns->waiting--;
    return true;
}

/* ---- Turns --------------------------------------------------------------- */

/* It was cancelled. */
static void leave(struct question *question)
{
    struct model_turns *turns = turns_of(question);
    bool waited;

    pthread_mutex_lock(&turns->lock);
    waited = take_out(turns, question);
    pthread_mutex_unlock(&turns->lock);
    if (waited)
        question->resume(question);
}

enum model_turn model_turn_begin(struct question *question,
                                 void (*resume)(struct question *question))
{
    const struct limits *limits = limits_now(question->service->limits);
    struct model_turns *turns = turns_of(question);
    enum model_turn turn = TURN_TAKEN;

    if (question->makes_model || !question->service->pool)
        return TURN_TAKEN;
    question->resume = resume;
    pthread_mutex_lock(&turns->lock);
    if (turns->taken < turns_at_once(limits)) {
        turns->taken++;
        question->makes_model = true;
    } else if (turns->waiting < limits->models_waiting) {
        turn = TURN_LATER;
        atomic_store(&question->wake, leave);
        append(turns, question);
    } else {
        turn = TURN_REFUSED;
    }
    pthread_mutex_unlock(&turns->lock);
    return turn;
}

/* Gives the turn that has ended to the next one. */
static void pass_on(struct model_turns *turns)
{
    struct question *next;

    pthread_mutex_lock(&turns->lock);
    next = turns->first;
    if (next) {
        take_out(turns, next);
        next->makes_model = true;
    } else {
        turns->taken--;
    }
    pthread_mutex_unlock(&turns->lock);
    if (next)
        next->resume(next);
}

/* A resumed question may end its turn at once, for instance because the pool is
 * full, and so may all that wait: a loop takes no stack for each. */
void model_turn_end(struct question *question)
{
    static _Thread_local bool passing;
    static _Thread_local size_t ended;
    struct model_turns *turns = turns_of(question);

    if (!question->makes_model)
        return;
    question->makes_model = false;
    ended++;
    if (passing)
        return;
    passing = true;
    for (; ended; ended--)
        pass_on(turns);
    passing = false;
}
