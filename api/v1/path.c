/* path: cost and path of one pair, or of a list of pairs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/fields.h"
#include "api/form/json_body.h"
#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/base/array.h"
#include "core/service/path/path_question.h"

struct path_state {
    struct path_question question;
    struct path_pair single; /* the pair, unless there is a list */
    struct question_options options;
    bool paths;                  /* besides costs */
    struct path_pair *pairs;     /* of a list; owned */
    bool many;                   /* the answer is a list */
    struct path_answers answers; /* being written */
    size_t pair;                 /* of these, whose answer is being written */
    size_t vertex;               /* of that answer, the next to write */
    bool begun;                  /* the whole answer's object */
    bool opened;                 /* that of the pair */
};

/* One pair of a list. */
static const struct field fields_pair[] = {
    {"from", FIELD_ID, true, offsetof(struct path_pair, from), NULL},
    {"to", FIELD_ID, true, offsetof(struct path_pair, to), NULL},
    FIELDS_END,
};

static const struct field fields_single[] = {
    {"from", FIELD_ID, true, offsetof(struct path_state, single.from), NULL},
    {"to", FIELD_ID, true, offsetof(struct path_state, single.to), NULL},
    OPTION_FIELDS(struct path_state, options),
    {"paths", FIELD_FLAG, false, offsetof(struct path_state, paths), NULL},
    FIELDS_END,
};

/* The same without the pair. */
static const struct field *const fields_common = fields_single + 2;

static void finish(void *memory)
{
    struct path_state *state = memory;

    path_question_finish(&state->question);
    free(state->pairs);
    question_options_finish(&state->options);
    free(state);
}

static void ask(struct exchange *exchange)
{
    struct path_state *state = exchange->state;
    struct path_question *question = &state->question;

    question->costs_only = !state->paths;
    if (!exchange_prepare(exchange, &question->base, &state->options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_path(exchange_service(exchange), question));
}

static struct path_state *create_task(struct exchange *exchange)
{
    struct path_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return NULL;
    state->paths = true;
    state->question.pairs = &state->single;
    state->question.pair_count = 1;
    return state;
}

static void handle_get(struct exchange *exchange)
{
    struct path_state *state = create_task(exchange);

    if (state && exchange_read_query(exchange, fields_single, state))
        ask(exchange);
}

static int parse_pair(const json_t *query, size_t index,
                      struct path_pair *ret_pair, struct problem *problem)
{
    char label[40];

    snprintf(label, sizeof(label), "queries[%zu]", index);
    if (!json_is_object(query)) {
        problem_set(problem, PROBLEM_PARAMETER, "'%s' is not an object", label);
        problem_mend(problem, "give {\"from\": ID, \"to\": ID}");
        return problem_about(problem, label);
    }
    strcat(label, ".");
    return json_body_fields(query, label, fields_pair, NULL, ret_pair, problem);
}

static int parse_pairs(const json_t *queries, struct path_state *state,
                       struct problem *problem)
{
    size_t count = json_array_size(queries);

    if (!count) {
        problem_set(problem, PROBLEM_PARAMETER,
                    "'queries' must be a non-empty list");
        problem_mend(problem, "give [{\"from\": ID, \"to\": ID}, ...]");
        return problem_about(problem, "queries");
    }
    state->pairs = array_alloc(count, sizeof(*state->pairs));
    if (!state->pairs)
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    for (size_t i = 0; i < count; i++) {
        if (parse_pair(json_array_get(queries, i), i, &state->pairs[i],
                       problem))
            return -EINVAL;
    }
    state->many = true;
    state->question.pairs = state->pairs;
    state->question.pair_count = count;
    return 0;
}

static int refuse_pair_beside_list(const char *name, struct problem *problem)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' stands beside 'queries'",
                name);
    problem_mend(problem, "put it into one of the queries, or give from and to "
                          "without queries");
    return problem_about(problem, name);
}

static int read_list(const json_t *object, const json_t *queries,
                     struct path_state *state, struct problem *problem)
{
    static const char *const others[] = {"queries", NULL};

    for (const struct field *field = fields_pair; field->name; field++) {
        if (json_object_get(object, field->name))
            return refuse_pair_beside_list(field->name, problem);
    }
    if (json_body_fields(object, "", fields_common, others, state, problem))
        return -EINVAL;
    return parse_pairs(queries, state, problem);
}

static int read_object(const json_t *object, void *target,
                       struct problem *problem)
{
    static const char *const or_list[] = {"queries", NULL};
    struct path_state *state = target;
    const json_t *queries = json_object_get(object, "queries");

    if (!queries)
        return json_body_fields(object, "", fields_single, or_list, state,
                                problem);
    return read_list(object, queries, state, problem);
}

static void handle_post(struct exchange *exchange)
{
    if (create_task(exchange))
        exchange_read_object(exchange, read_object, ask);
}

static void open_answer(struct path_state *state, uint32_t cost,
                        struct json_writer *writer)
{
    json_begin_object(writer);
    v1_put_cost(writer, cost);
    if (!state->question.costs_only)
        json_open_array(writer, "vertices");
    state->opened = true;
}

/* Writes as much of the current answer as fits a part; true at its end. */
static bool write_answer(struct path_state *state, struct json_writer *writer)
{
    const struct path_answer *answer = &state->answers.list[state->pair];

    if (!state->opened)
        open_answer(state, answer->cost, writer);
    if (state->question.costs_only)
        return true;
    while (state->vertex < answer->vertex_count && !json_writer_full(writer))
        json_write_number(writer, answer->vertices[state->vertex++]);
    if (state->vertex < answer->vertex_count)
        return false;
    json_end_array(writer);
    return true;
}

/* Whether there is an answer to write; fetches the next ones after the last is
 * written. */
static bool next_answer(struct path_state *state)
{
    if (state->pair < state->answers.count)
        return true;
    state->answers = path_read(&state->question);
    state->pair = 0;
    return state->answers.count;
}

static enum produced produce_single(struct exchange *exchange)
{
    struct path_state *state = exchange->state;

    if (!next_answer(state))
        return exchange_at_rest(exchange, &state->question.base);
    if (!write_answer(state, &exchange->out))
        return PRODUCED_PART;
    exchange_write_figures(&state->question.base, &exchange->out);
    json_end_object(&exchange->out);
    return PRODUCED_LAST;
}

static enum produced produce_many(struct exchange *exchange)
{
    struct path_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    enum produced produced;

    if (!state->begun) {
        json_begin_object(writer);
        json_open_array(writer, "answers");
        state->begun = true;
    }
    while (next_answer(state)) {
        if (json_writer_full(writer) || !write_answer(state, writer))
            return PRODUCED_PART;
        json_end_object(writer);
        state->opened = false;
        state->vertex = 0;
        state->pair++;
    }
    produced = exchange_at_rest(exchange, &state->question.base);
    if (produced != PRODUCED_LAST)
        return produced;
    json_end_array(writer);
    exchange_write_figures(&state->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void start(struct exchange *exchange)
{
    const struct path_state *state = exchange->state;

    exchange_stream(exchange, UINT64_MAX,
                    state->many ? produce_many : produce_single);
}

const struct endpoint endpoint_path_get = {
    .path = "/v1/path",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle_get,
    .answered = start,
    .finish = finish,
};

const struct endpoint endpoint_path_post = {
    .path = "/v1/path",
    .method = "POST",
    .media = MEDIA_JSON,
    .handle = handle_post,
    .answered = start,
    .readable = start,
    .finish = finish,
};
