/* osrm_problem: why a request to OSRM's API is not answered, in its words.
 *
 * What parses and checks fills one in; osrm_refuse() sends
 * {"code": ..., "message": ...} with the status. Codes and messages are OSRM's
 * own, as clients compare them. */
#ifndef RELAXD_API_OSRM_OSRM_PROBLEM_H
#define RELAXD_API_OSRM_OSRM_PROBLEM_H

#include "api/form/problem.h"

struct exchange;

struct osrm_problem {
    enum problem_kind kind; /* what it is counted as; PROBLEM_KINDS: there is no
                               way */
    unsigned status;        /* of HTTP: 400 for most */
    const char *code;       /* "InvalidQuery"; static */
    char message[ERROR_TEXT_SIZE];
    unsigned retry_after_s; /* 0: none */
};

/* Fills it in, status 400; returns -EINVAL. */
int osrm_problem_set(struct osrm_problem *problem, const char *code,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What relaxd says of itself (queue full, stopping, unknown map) in OSRM's
 * form, with the same status. */
void osrm_problem_of(const struct problem *problem,
                     struct osrm_problem *ret_problem);

/* The members "code" and "message". */
void osrm_problem_write(const struct osrm_problem *problem,
                        struct json_writer *out);

void osrm_refuse(struct exchange *exchange, const struct osrm_problem *problem);

#endif
