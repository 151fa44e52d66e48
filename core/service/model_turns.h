/* model_turns: questions with a model that nobody has asked with before take
 * turns, so that a crowd of them leaves workers for all others; inside the
 * service.
 *
 * A turn is for making the model's weights and for the metrics of its first
 * answer. The settings say how many have one at a time, and how many wait.
 *
 * Any thread. */
#ifndef RELAXD_SERVICE_MODEL_TURNS_H
#define RELAXD_SERVICE_MODEL_TURNS_H

#include <pthread.h>
#include <stddef.h>

#include "core/service/service.h"

struct model_turns {
    pthread_mutex_t lock;   /* guards the next four */
    struct question *first; /* that waits, the next to have a turn; or NULL */
    struct question *last;
    size_t waiting;
    size_t taken;
    pthread_mutex_t making; /* held while a model's weights are made: each once,
                               and by all cores */
};

void model_turns_init(struct model_turns *turns);
void model_turns_finish(struct model_turns *turns);

enum model_turn {
    TURN_TAKEN,
    TURN_LATER,   /* the question waits, and is no longer the caller's: resume()
                     is called, once, when it has a turn or was cancelled */
    TURN_REFUSED, /* too many wait */
};

enum model_turn model_turn_begin(struct question *question,
                                 void (*resume)(struct question *question));

/* Ends the question's turn if it has one, so that another may begin. */
void model_turn_end(struct question *question);

#endif
