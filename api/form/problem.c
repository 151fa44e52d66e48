/* A row for each kind of problem, filling problems, and writing them. */
#include "api/form/problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    unsigned status;
    const char *type; /* after "urn:relaxd:" */
    const char *title;
} kinds[] = {
    [PROBLEM_REQUEST] = {400, "bad-request", "Bad request"},
    [PROBLEM_PARAMETER] = {400, "bad-parameter", "Bad parameter"},
    [PROBLEM_JSON] = {400, "bad-json", "Bad JSON"},
    [PROBLEM_SOLVER] = {400, "bad-solver", "Solver cannot be used"},
    [PROBLEM_TOKEN] = {401, "no-token", "Token needed"},
    [PROBLEM_FORBIDDEN] = {403, "forbidden", "Not allowed here"},
    [PROBLEM_CANCELLED] = {499, "cancelled", "Closed while waiting"},
    [PROBLEM_ENDPOINT] = {404, "no-endpoint", "No such endpoint"},
    [PROBLEM_MAP] = {404, "unknown-map", "Unknown map or profile"},
    [PROBLEM_SCENARIO] = {404, "unknown-scenario", "Unknown scenario"},
    [PROBLEM_UNKNOWN_MODEL] = {404, "unknown-model", "Unknown model"},
    [PROBLEM_VERTEX] = {404, "unknown-vertex", "Unknown vertex"},
    [PROBLEM_NO_ROAD] = {404, "no-road-near", "No road near"},
    [PROBLEM_CLOSED] = {404, "roads-closed", "Roads closed"},
    [PROBLEM_METHOD] = {405, "bad-method", "Method not allowed"},
    [PROBLEM_ACCEPT] = {406, "not-acceptable", "Not acceptable"},
    [PROBLEM_EPOCH] = {412, "other-epoch", "Changed since"},
    [PROBLEM_LONG_BODY] = {413, "long-body", "Body too long"},
    [PROBLEM_LARGE] = {413, "large-question", "Question too large"},
    [PROBLEM_LONG_URL] = {414, "long-url", "URL too long"},
    [PROBLEM_BODY_TYPE] = {415, "bad-body-type", "Body type not supported"},
    [PROBLEM_REFUSED] = {422, "solver-refuses", "Solver refuses the map"},
    [PROBLEM_MODEL] = {422, "no-facts", "Map without what ways say"},
    [PROBLEM_ROWS] = {422, "no-match", "Nothing matched"},
    [PROBLEM_KEY] = {422, "other-request", "Key of another request"},
    [PROBLEM_NO_ROADS] = {422, "no-roads", "Map without roads"},
    [PROBLEM_LONG_HEADERS] = {431, "long-headers", "Headers too long"},
    [PROBLEM_FAILED] = {500, "failed", "Could not be answered"},
    [PROBLEM_BUSY] = {503, "queue-full", "Queue full"},
    [PROBLEM_OUTDATED] = {503, "outdated", "Weights changed meanwhile"},
    [PROBLEM_MEMORY] = {503, "memory-full", "Too many large answers"},
    [PROBLEM_BODIES] = {503, "bodies-full", "Too many bodies"},
    [PROBLEM_CONNECTIONS] = {503, "many-connections", "Too many connections"},
    [PROBLEM_STOPPING] = {503, "stopping", "Shutting down"},
    [PROBLEM_FEED] = {503, "feed-lost", "Weights cannot be changed now"},
    [PROBLEM_UNKNOWN] = {503, "unknown", "Perhaps changed, perhaps not"},
    [PROBLEM_LAG] = {503, "lag", "Changes of weights wait"},
    [PROBLEM_LATE] = {504, "late", "Deadline passed"},
    [PROBLEM_SPACE] = {507, "no-space", "Disk full"},
};

int problem_set(struct problem *problem, enum problem_kind kind,
                const char *format, ...)
{
    va_list args;

    memset(problem, 0, sizeof(*problem));
    problem->kind = kind;
    va_start(args, format);
    vsnprintf(problem->detail, sizeof(problem->detail), format, args);
    va_end(args);
    return -EINVAL;
}

int problem_mend(struct problem *problem, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem->mend, sizeof(problem->mend), format, args);
    va_end(args);
    return -EINVAL;
}

int problem_about(struct problem *problem, const char *parameter)
{
    snprintf(problem->parameter, sizeof(problem->parameter), "%s", parameter);
    return -EINVAL;
}

static const enum problem_kind kind_of[] = {
    [OUTCOME_UNKNOWN_MAP] = PROBLEM_MAP,
    [OUTCOME_UNKNOWN_PROFILE] = PROBLEM_MAP,
    [OUTCOME_UNKNOWN_SCENARIO] = PROBLEM_SCENARIO,
    [OUTCOME_UNKNOWN_MODEL] = PROBLEM_UNKNOWN_MODEL,
    [OUTCOME_BAD_MODEL] = PROBLEM_MODEL,
    [OUTCOME_UNKNOWN_CLASS] = PROBLEM_PARAMETER,
    [OUTCOME_FIXED_TIME] = PROBLEM_PARAMETER,
    [OUTCOME_UNKNOWN_ID] = PROBLEM_VERTEX,
    [OUTCOME_UNKNOWN_SOLVER] = PROBLEM_SOLVER,
    [OUTCOME_BAD_OPTION] = PROBLEM_PARAMETER,
    [OUTCOME_CANNOT] = PROBLEM_SOLVER,
    [OUTCOME_REFUSED] = PROBLEM_REFUSED,
    [OUTCOME_NO_ROADS] = PROBLEM_NO_ROADS,
    [OUTCOME_NO_ROAD_NEAR] = PROBLEM_NO_ROAD,
    [OUTCOME_ROADS_CLOSED] = PROBLEM_CLOSED,
    [OUTCOME_TOO_LARGE] = PROBLEM_LARGE,
    [OUTCOME_QUEUE_FULL] = PROBLEM_BUSY,
    [OUTCOME_MEMORY_FULL] = PROBLEM_MEMORY,
    [OUTCOME_STOPPING] = PROBLEM_STOPPING,
    [OUTCOME_LATE] = PROBLEM_LATE,
    [OUTCOME_OUTDATED] = PROBLEM_OUTDATED,
    [OUTCOME_CANCELLED] = PROBLEM_CANCELLED,
    [OUTCOME_FAILED] = PROBLEM_FAILED,
};

/* What the client can do; NULL if no remedy is known. */
static const char *const mend_of[PROBLEM_KINDS] = {
    [PROBLEM_MAP] = "/v1/status lists the maps and their profiles",
    [PROBLEM_SCENARIO] = "/v1/scenarios lists those of a map",
    [PROBLEM_UNKNOWN_MODEL] = "/v1/models lists them; PUT /v1/models/NAME "
                              "makes one",
    [PROBLEM_VERTEX] = "/v1/vertices?map=NAME lists the ids of a map",
    [PROBLEM_SOLVER] = "leave solver out, or give one that /v1/status lists "
                       "for such questions",
    [PROBLEM_PARAMETER] = "'relaxctl solvers' lists the options of each solver "
                          "with what they may be",
    [PROBLEM_REFUSED] = "leave solver out, name another, or ask on another map",
    [PROBLEM_NO_ROADS] = "ask for paths between its vertices, or on a map made "
                         "from OpenStreetMap data",
    [PROBLEM_MODEL] = "run 'relaxctl import' again, which keeps what ways say",
    [PROBLEM_NO_ROAD] = "give a position nearer to a road, a larger radius, or "
                        "another map; the default radius is the setting "
                        "limits.snap-radius-m",
    [PROBLEM_LARGE] = "make the request smaller, split it, or raise that "
                      "setting",
    [PROBLEM_BUSY] = "ask again after the seconds in Retry-After",
    [PROBLEM_OUTDATED] = "ask again, or for less at once",
    [PROBLEM_MEMORY] = "ask again after the seconds in Retry-After, or for "
                       "less at once; the setting is limits.memory-max",
    [PROBLEM_STOPPING] = "ask again when relaxd has been restarted",
    [PROBLEM_LATE] = "ask for less at once, or when the queues in /v1/status "
                     "are shorter; the setting is limits.deadline-ms",
};

int problem_from_outcome(struct problem *problem, enum outcome outcome,
                         const char *detail)
{
    const char *mend = mend_of[kind_of[outcome]];

    problem_set(problem, kind_of[outcome], "%s", detail);
    if (mend)
        problem_mend(problem, "%s", mend);
    return -EINVAL;
}

void problem_from_question(struct problem *problem,
                           const struct question *question)
{
    enum outcome outcome = question->outcome;

    problem_from_outcome(problem, outcome, question->error.text);
    problem->stop = question->missing;
    problem->usual_radius = question->usual_radius;
    if (kinds[problem->kind].status == 503)
        problem->retry_after_s =
            question->retry_after_s ? question->retry_after_s : 1;
    if (outcome == OUTCOME_BAD_OPTION)
        problem_about(problem, "set");
    if (outcome == OUTCOME_UNKNOWN_CLASS) {
        problem_mend(problem, "give classes of the map's profile, with commas "
                              "between, or leave exclude out");
        problem_about(problem, "exclude");
    }
    if (outcome == OUTCOME_FIXED_TIME) {
        problem_mend(problem, "leave depart_at out");
        problem_about(problem, "depart_at");
    }
}

const char *problem_type(enum problem_kind kind)
{
    return kinds[kind].type;
}

unsigned problem_status(const struct problem *problem)
{
    return kinds[problem->kind].status;
}

static void member(struct json_writer *writer, const char *key,
                   const char *text)
{
    if (!*text)
        return;
    json_put_string(writer, key, text);
}

void problem_write_members(const struct problem *problem, const char *instance,
                           struct json_writer *writer)
{
    char type[64];

    snprintf(type, sizeof(type), "urn:relaxd:%s", kinds[problem->kind].type);
    member(writer, "type", type);
    member(writer, "title", kinds[problem->kind].title);
    json_put_number(writer, "status", problem_status(problem));
    member(writer, "detail", problem->detail);
    member(writer, "mend", problem->mend);
    member(writer, "parameter", problem->parameter);
    member(writer, "instance", instance);
}
