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

static const char *code_of(enum problem_kind kind)
{
    switch (kind) {
    case PROBLEM_METHOD:
        return "InvalidMethod";
    case PROBLEM_BODY_TYPE:
        return "InvalidContentType";
    case PROBLEM_LONG_BODY:
    case PROBLEM_LONG_URL:
    case PROBLEM_LONG_HEADERS:
    case PROBLEM_LARGE:
        return "TooBig";
    case PROBLEM_MAP:
    case PROBLEM_NO_ROADS:
        return "NoMap";
    case PROBLEM_SOLVER:
    case PROBLEM_REFUSED:
        return "NotImplemented";
    case PROBLEM_BUSY:
    case PROBLEM_TABLES:
    case PROBLEM_BODIES:
    case PROBLEM_CONNECTIONS:
    case PROBLEM_STOPPING:
        return "ServiceUnavailable";
    case PROBLEM_LATE:
        return "Timeout";
    case PROBLEM_FAILED:
        return "InternalError";
    default:
        return "InvalidQuery";
    }
}

/* OSRM uses 400 for every faulty question. */
static unsigned status_of(const struct problem *problem)
{
    switch (problem->kind) {
    case PROBLEM_MAP:
    case PROBLEM_VERTEX:
    case PROBLEM_NO_ROAD:
    case PROBLEM_LARGE:
    case PROBLEM_REFUSED:
    case PROBLEM_NO_ROADS:
        return MHD_HTTP_BAD_REQUEST;
    default:
        return problem_status(problem);
    }
}

void osrm_problem_of(const struct problem *problem,
                     struct osrm_problem *ret_problem)
{
    if (problem->kind == PROBLEM_NO_ROAD)
        osrm_problem_set(ret_problem, "NoSegment",
                         "Could not find a matching segment for coordinate %zu",
                         problem->stop);
    else
        osrm_problem_set(ret_problem, code_of(problem->kind), "%s",
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
