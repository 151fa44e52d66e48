/* problem: why a request is not answered, as RFC 9457 problem details.
 *
 * What parses a request fills one in and never sees HTTP; exchange_refuse()
 * sends it. */
#ifndef RELAXD_API_FORM_PROBLEM_H
#define RELAXD_API_FORM_PROBLEM_H

#include "api/form/json_writer.h"
#include "core/base/error.h"
#include "core/service/service.h"

enum problem_kind {
    PROBLEM_REQUEST,      /* 400, framing that is not to be trusted */
    PROBLEM_PARAMETER,    /* 400, in the URL or a member of the body */
    PROBLEM_JSON,         /* 400, not JSON, or nested too deep */
    PROBLEM_SOLVER,       /* 400, unknown, or it cannot answer that */
    PROBLEM_CANCELLED,    /* 499, for the books: its client is gone */
    PROBLEM_ENDPOINT,     /* 404 */
    PROBLEM_MAP,          /* 404 */
    PROBLEM_VERTEX,       /* 404 */
    PROBLEM_NO_ROAD,      /* 404, none near a position */
    PROBLEM_METHOD,       /* 405, `allow` says which there are */
    PROBLEM_ACCEPT,       /* 406 */
    PROBLEM_LONG_BODY,    /* 413 */
    PROBLEM_LARGE,        /* 413, the question is over a limit */
    PROBLEM_LONG_URL,     /* 414 */
    PROBLEM_BODY_TYPE,    /* 415 */
    PROBLEM_REFUSED,      /* 422, the named solver does not take this map */
    PROBLEM_NO_ROADS,     /* 422, a bare graph has no positions on roads */
    PROBLEM_LONG_HEADERS, /* 431 */
    PROBLEM_FAILED,       /* 500 */
    PROBLEM_BUSY,         /* 503, `retry_after_s` */
    PROBLEM_TABLES,       /* 503, `retry_after_s` */
    PROBLEM_BODIES,       /* 503, `retry_after_s` */
    PROBLEM_CONNECTIONS,  /* 503, `retry_after_s` */
    PROBLEM_STOPPING,     /* 503, `retry_after_s` */
    PROBLEM_LATE,         /* 504 */
    PROBLEM_KINDS,        /* how many there are */
};

struct problem {
    enum problem_kind kind;
    char detail[ERROR_TEXT_SIZE]; /* what is wrong with this request */
    char mend[512];               /* what to do about it; may be empty */
    char parameter[64];           /* which; may be empty */
    char allow[32];               /* of the Allow header; may be empty */
    unsigned retry_after_s;       /* of the Retry-After header; 0: none */
};

/* Fills all but `mend` afresh and returns -EINVAL, so that a parser can end in
 * `return problem_set(...)`. Texts that are too long are cut. */
int problem_set(struct problem *problem, enum problem_kind kind,
                const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds what to do about it; returns -EINVAL. */
int problem_mend(struct problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Names the parameter it is about; returns -EINVAL. */
int problem_about(struct problem *problem, const char *parameter);

/* What an outcome other than OUTCOME_OK means to a client; of a question also
 * when to ask again. */
int problem_from_outcome(struct problem *problem, enum outcome outcome,
                         const char *detail);
void problem_from_question(struct problem *problem, enum outcome outcome,
                           const struct question *question);

/* "queue-full": what follows "urn:relaxd:". */
const char *problem_type(enum problem_kind kind);

unsigned problem_status(const struct problem *problem);

/* The members of an object; `instance` is the target of the request, "" where
 * none is known. */
void problem_write_members(const struct problem *problem, const char *instance,
                           struct json_writer *writer);

#endif
