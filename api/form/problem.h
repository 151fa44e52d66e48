/* problem: why relaxd refuses a request, as RFC 9457 problem details.
 *
 * Parsers fill a problem and know nothing of HTTP; exchange_refuse() sends
 * it. */
#ifndef RELAXD_API_FORM_PROBLEM_H
#define RELAXD_API_FORM_PROBLEM_H

#include "api/form/json_writer.h"
#include "core/base/error.h"
#include "core/service/service.h"

enum problem_kind {
    PROBLEM_REQUEST,       /* 400, the framing cannot be trusted */
    PROBLEM_PARAMETER,     /* 400, a URL parameter or a member of the body */
    PROBLEM_JSON,          /* 400, not JSON, or nested too deeply */
    PROBLEM_SOLVER,        /* 400, unknown, or unable to answer this question */
    PROBLEM_TOKEN,         /* 401, none or a wrong one */
    PROBLEM_FORBIDDEN,     /* 403 */
    PROBLEM_CANCELLED,     /* 499, for logs and metrics: the client is gone */
    PROBLEM_ENDPOINT,      /* 404 */
    PROBLEM_MAP,           /* 404 */
    PROBLEM_SCENARIO,      /* 404 */
    PROBLEM_UNKNOWN_MODEL, /* 404 */
    PROBLEM_VERTEX,        /* 404 */
    PROBLEM_NO_ROAD,       /* 404, no road near a position */
    PROBLEM_CLOSED,        /* 404, only closed roads there */
    PROBLEM_METHOD,        /* 405, `allow` lists the methods */
    PROBLEM_ACCEPT,        /* 406 */
    PROBLEM_EPOCH,         /* 412, If-Match names another epoch */
    PROBLEM_LONG_BODY,     /* 413 */
    PROBLEM_LARGE,         /* 413, the question exceeds a limit */
    PROBLEM_LONG_URL,      /* 414 */
    PROBLEM_BODY_TYPE,     /* 415 */
    PROBLEM_REFUSED,       /* 422, the named solver does not support this map */
    PROBLEM_MODEL,         /* 422, a model names what the map does not keep */
    PROBLEM_ROWS,          /* 422, rows that name nothing on the map */
    PROBLEM_KEY,           /* 422, an Idempotency-Key of another request */
    PROBLEM_NO_ROADS,      /* 422, a bare graph has no positions on roads */
    PROBLEM_LONG_HEADERS,  /* 431 */
    PROBLEM_FAILED,        /* 500 */
    PROBLEM_BUSY,          /* 503, `retry_after_s` */
    PROBLEM_OUTDATED,      /* 503, `retry_after_s` */
    PROBLEM_MEMORY,        /* 503, `retry_after_s` */
    PROBLEM_BODIES,        /* 503, `retry_after_s` */
    PROBLEM_CONNECTIONS,   /* 503, `retry_after_s` */
    PROBLEM_STOPPING,      /* 503, `retry_after_s` */
    PROBLEM_FEED,          /* 503, `retry_after_s` */
    PROBLEM_UNKNOWN,       /* 503, `retry_after_s` */
    PROBLEM_LAG,           /* 503, `retry_after_s` */
    PROBLEM_LATE,          /* 504 */
    PROBLEM_SPACE,         /* 507, on the disk */
    PROBLEM_KINDS,         /* the count */
};

struct problem {
    enum problem_kind kind;
    char detail[ERROR_TEXT_SIZE]; /* what is wrong with this request */
    char mend[1280];              /* how to mend it; may be empty */
    char parameter[64];           /* its name; may be empty */
    char allow[64];               /* for the Allow header; may be empty */
    unsigned retry_after_s;       /* for the Retry-After header; 0: none */
    size_t stop;                  /* NO_ROAD: the first stop without a road */
    bool usual_radius;            /* NO_ROAD: within a setting's radius */
};

/* Overwrites everything except `mend` and returns -EINVAL, so a parser can end
 * with `return problem_set(...)`. Truncates long texts. */
int problem_set(struct problem *problem, enum problem_kind kind,
                const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sets how to mend it; returns -EINVAL. */
int problem_mend(struct problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Names the parameter; returns -EINVAL. */
int problem_about(struct problem *problem, const char *parameter);

/* Translate an outcome other than OUTCOME_OK for a client; for a question also
 * when to retry. */
int problem_from_outcome(struct problem *problem, enum outcome outcome,
                         const char *detail);
void problem_from_question(struct problem *problem,
                           const struct question *question);

/* The part after "urn:relaxd:", as in "queue-full". */
const char *problem_type(enum problem_kind kind);

unsigned problem_status(const struct problem *problem);

/* Writes the members of an object. `instance` is the request's target, or "" if
 * unknown. */
void problem_write_members(const struct problem *problem, const char *instance,
                           struct json_writer *writer);

#endif
