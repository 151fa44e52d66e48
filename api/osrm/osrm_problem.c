/* OSRM's codes, mapped from and to relaxd's problems. */
#include "api/osrm/osrm_problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/http/exchange.h"

/* The kind of problem for an OSRM code. */
static enum problem_kind kind_of(const char *code)
{
    static const struct {
        const char *code;
        enum problem_kind kind;
    } kinds[] = {
        {"InvalidMethod", PROBLEM_METHOD},
        {"InvalidService", PROBLEM_ENDPOINT},
        {"NotImplemented", PROBLEM_ENDPOINT},
        {"NoMap", PROBLEM_MAP},
        {"NoSegment", PROBLEM_NO_ROAD},
        {"NoRoute", PROBLEM_KINDS},
        {"TooBig", PROBLEM_LARGE},
        {"InternalError", PROBLEM_FAILED},
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (!strcmp(kinds[i].code, code))
            return kinds[i].kind;
    }
    return PROBLEM_PARAMETER;
}

int osrm_problem_set(struct osrm_problem *problem, const char *code,
                     const char *format, ...)
{
    va_list args;

    *problem = (struct osrm_problem){
        .kind = kind_of(code),
        .status = MHD_HTTP_BAD_REQUEST,
        .code = code,
    };
    va_start(args, format);
    vsnprintf(problem->message, sizeof(problem->message), format, args);
    va_end(args);
    return -EINVAL;
}

/* The OSRM code for a kind; NULL: "InvalidQuery". */
static const char *const code_of[PROBLEM_KINDS] = {
    [PROBLEM_METHOD] = "InvalidMethod",
    [PROBLEM_BODY_TYPE] = "InvalidContentType",
    [PROBLEM_LONG_BODY] = "TooBig",
    [PROBLEM_LONG_URL] = "TooBig",
    [PROBLEM_LONG_HEADERS] = "TooBig",
    [PROBLEM_LARGE] = "TooBig",
    [PROBLEM_MAP] = "NoMap",
    [PROBLEM_NO_ROADS] = "NoMap",
    [PROBLEM_CLOSED] = "NoRoute",
    [PROBLEM_SOLVER] = "NotImplemented",
    [PROBLEM_REFUSED] = "NotImplemented",
    [PROBLEM_BUSY] = "ServiceUnavailable",
    [PROBLEM_MEMORY] = "ServiceUnavailable",
    [PROBLEM_BODIES] = "ServiceUnavailable",
    [PROBLEM_CONNECTIONS] = "ServiceUnavailable",
    [PROBLEM_STOPPING] = "ServiceUnavailable",
    [PROBLEM_LATE] = "Timeout",
    [PROBLEM_FAILED] = "InternalError",
};

/* OSRM uses 400 for every faulty question. */
static unsigned status_of(const struct problem *problem)
{
    switch (problem->kind) {
    case PROBLEM_MAP:
    case PROBLEM_VERTEX:
    case PROBLEM_SCENARIO:
    case PROBLEM_UNKNOWN_MODEL:
    case PROBLEM_MODEL:
    case PROBLEM_NO_ROAD:
    case PROBLEM_CLOSED:
    case PROBLEM_LARGE:
    case PROBLEM_REFUSED:
    case PROBLEM_NO_ROADS:
        return MHD_HTTP_BAD_REQUEST;
    default:
        return problem_status(problem);
    }
}

/* ": how far it is", or nothing where OSRM would say the same: about the radius
 * that a client gave. */
static const char *say_far(const struct problem *problem)
{
    /* Behind the name of the place, which in OSRM is its number. */
    const char *words = strstr(problem->detail, ": ");

    return problem->usual_radius && words ? words : "";
}

void osrm_problem_of(const struct problem *problem,
                     struct osrm_problem *ret_problem)
{
    const char *code = code_of[problem->kind];

    if (problem->kind == PROBLEM_NO_ROAD)
        osrm_problem_set(ret_problem, "NoSegment",
                         "Could not find a matching segment for coordinate "
                         "%zu%s",
                         problem->stop, say_far(problem));
    else
        osrm_problem_set(ret_problem, code ? code : "InvalidQuery", "%s",
                         problem->detail);
    ret_problem->kind = problem->kind;
    ret_problem->status = status_of(problem);
    ret_problem->retry_after_s = problem->retry_after_s;
}

void osrm_problem_write(const struct osrm_problem *problem,
                        struct json_writer *out)
{
    json_put_string(out, "code", problem->code);
    json_put_string(out, "message", problem->message);
}

void osrm_refuse(struct exchange *exchange, const struct osrm_problem *problem)
{
    exchange_begin_refusal(exchange, problem->kind);
    json_begin_object(&exchange->out);
    osrm_problem_write(problem, &exchange->out);
    json_end_object(&exchange->out);
    exchange_reply(exchange, problem->status);
    exchange_add_retry_after(exchange, problem->retry_after_s);
}
