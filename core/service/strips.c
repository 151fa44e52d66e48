/* strips: how many strips each side has, and whose turn it is. */
#include "core/service/strips.h"

#include "core/service/ask.h"

enum { BUFFERS = 2 };

void strips_init(struct strips *strips,
                 enum outcome (*submit)(struct question *question))
{
    *strips = (struct strips){.submit = submit, .begun = 1};
    pthread_mutex_init(&strips->lock, NULL);
}

void strips_finish(struct strips *strips)
{
    pthread_mutex_destroy(&strips->lock);
}

static void end(struct strips *strips, struct question *question)
{
    pthread_mutex_lock(&strips->lock);
    strips->ended = true;
    pthread_mutex_unlock(&strips->lock);
    ask_end(question);
}

static void submit(struct strips *strips, struct question *question)
{
    if (strips->submit(question) != OUTCOME_OK)
        end(strips, question);
}

static void end_cancelled(struct question *question)
{
    ask_refuse(question, OUTCOME_CANCELLED, "cancelled");
    ask_end(question);
}

/* The caller holds the lock: gives the turn to the caller if there is a strip
 * to solve, a free buffer, and no thread has the turn. */
static bool begin(struct strips *strips)
{
    if (strips->ended || strips->begun > strips->solved ||
        strips->begun == strips->released + BUFFERS)
        return false;
    strips->begun++;
    return true;
}

void strips_solved(struct strips *strips, struct question *question,
                   bool is_last)
{
    bool stopped;
    bool next;

    if (question->outcome != OUTCOME_OK) {
        end(strips, question);
        return;
    }
    pthread_mutex_lock(&strips->lock);
    strips->solved++;
    stopped = strips->stopped;
    strips->ended = stopped || is_last;
    next = begin(strips);
    pthread_mutex_unlock(&strips->lock);
    if (is_last) {
        ask_end(question);
    } else if (stopped) {
        end_cancelled(question);
    } else if (next) {
        question->readable(question);
        submit(strips, question);
    }
}

bool strips_read(struct strips *strips, struct question *question,
                 size_t *ret_index)
{
    bool any;
    bool turn;

    pthread_mutex_lock(&strips->lock);
    strips->released = strips->read;
    any = strips->read < strips->solved;
    if (any)
        *ret_index = strips->read++;
    turn = begin(strips);
    pthread_mutex_unlock(&strips->lock);
    if (turn)
        submit(strips, question);
    return any;
}

void strips_stop(struct strips *strips, struct question *question)
{
    bool idle;

    pthread_mutex_lock(&strips->lock);
    idle = !strips->ended && strips->begun == strips->solved;
    strips->stopped = true;
    strips->ended |= idle;
    pthread_mutex_unlock(&strips->lock);
    if (idle)
        end_cancelled(question);
}
