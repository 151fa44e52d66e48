/* osrm_problem: why relaxd refuses a request to OSRM's API, in OSRM's words.
 *
 * Parsers and checks fill a problem; osrm_refuse() sends {"code": ...,
 * "message": ...} with the status. Codes and messages are OSRM's own, because
 * clients compare them. */
#ifndef RELAXD_API_OSRM_OSRM_PROBLEM_H
#define RELAXD_API_OSRM_OSRM_PROBLEM_H

#include "api/form/problem.h"

struct exchange;

struct osrm_problem {
    enum problem_kind kind; /* what metrics count it as; PROBLEM_KINDS: no
                               route */
    unsigned status;        /* HTTP's; mostly 400 */
    const char *code;       /* "InvalidQuery"; static */
    char message[ERROR_TEXT_SIZE];
    unsigned retry_after_s; /* 0: none */
};

/* Fills the problem with status 400; returns -EINVAL. */
int osrm_problem_set(struct osrm_problem *problem, const char *code,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Converts relaxd's own problem (queue full, stopping, unknown map) to OSRM's
 * form, with the same status. */
void osrm_problem_of(const struct problem *problem,
                     struct osrm_problem *ret_problem);

/* The members "code" and "message". */
void osrm_problem_write(const struct osrm_problem *problem,
                        struct json_writer *out);

void osrm_refuse(struct exchange *exchange, const struct osrm_problem *problem);

#endif
