/* answer: an HTTP answer as it comes, by its length or in chunks. */
#ifndef RELAXD_TESTS_SOAK_ANSWER_H
#define RELAXD_TESTS_SOAK_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

enum answer_state {
    ANSWER_PART,   /* more is to come */
    ANSWER_WHOLE,  /* all is there */
    ANSWER_BROKEN, /* it is no answer */
};

/* All zero before the first; the memory serves again for the next. */
struct answer {
    char *text; /* the head with a NUL behind it, then the body, which has one
                   behind it, too, once the answer is whole */
    size_t received;
    size_t capacity;
    int status; /* 0: the head is not whole */
    bool closes;
    size_t body; /* where it begins */
    size_t body_size;

    bool is_chunked;
    size_t length; /* of the body, where it is not in chunks */
    size_t scan;   /* where the next chunk begins */
};

/* Forgets what came, for the next answer. */
void answer_reset(struct answer *answer);
void answer_finish(struct answer *answer);

/* Reads from a socket, up to `most` bytes, without waiting; what recv()
 * returns.
 */
long answer_receive(struct answer *answer, int fd, size_t most);

enum answer_state answer_state(struct answer *answer);

/* The value of a header, up to the end of its line; NULL where there is none.
 * `name` has its colon. */
const char *answer_header(const struct answer *answer, const char *name);

#endif
