/* table: costs, durations and distances from every source to every target,
 * streamed by rows.
 *
 * As JSON a matrix per metric, or only some cells; as octets a .npy file. */
#include "api/v1/table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/http/listener_private.h"
#include "api/v1/npy_header.h"
#include "api/v1/v1.h"
#include "core/base/array.h"

/* In questions, and of the matrices in answers. */
static const char *const metrics[] = {"cost", "duration", "distance", NULL};

/* ---- Asking -------------------------------------------------------------- */

#define MEMBER(member) offsetof(struct table_state, member)

static const struct field fields[] = {
    {"sources", FIELD_STOPS, true, MEMBER(sources), NULL},
    {"targets", FIELD_STOPS, true, MEMBER(targets), NULL},
    {"radius", FIELD_METRES, false, MEMBER(radius_m), NULL},
    {"metrics", FIELD_CHOICES, false, MEMBER(metrics), metrics},
    {"limit", FIELD_COST, false, MEMBER(limit), NULL},
    {"max_duration", FIELD_SECONDS, false, MEMBER(max_duration_s), NULL},
    {"max_distance", FIELD_METRES, false, MEMBER(max_distance_m), NULL},
    {"sparse", FIELD_FLAG, false, MEMBER(sparse), NULL},
    OPTION_FIELDS(struct table_state, options),
    FIELDS_END,
};

static void empty(struct stop_list *list)
{
    free(list->stop);
    *list = (struct stop_list){0};
}

static void finish(void *memory)
{
    struct table_state *state = memory;

    table_question_finish(&state->question);
    empty(&state->sources);
    empty(&state->targets);
    free(state->pairs);
    free(state->by_row);
    free(state->ends);
    free(state->places);
    for (int i = 0; i < TABLE_METRICS; i++)
        free(state->kept[i]);
    free(state->overflow);
    table_models_destroy(state->models);
    question_options_finish(&state->options);
    free(state);
}

static int refuse_mixture(const char *list, size_t index, bool ids,
                          struct problem *problem)
{
    char name[40];

    snprintf(name, sizeof(name), "%s[%zu]", list, index);
    problem_set(problem, PROBLEM_PARAMETER,
                "'%s' is %s, those before it are %s", name,
                ids ? "a position" : "an id", ids ? "ids" : "positions");
    problem_mend(problem, "give either ids or positions in one table");
    return problem_about(problem, name);
}

/* Appends a list to the ends, and to the places. */
static int add_ends(struct table_state *state, const char *name,
                    const struct stop_list *list, size_t before,
                    struct problem *problem)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct route_stop *stop = &list->stop[i];

        if (stop->has_node == !!state->places)
            return refuse_mixture(name, i, !state->places, problem);
        state->ends[before + i] =
            state->places ? before + i : (uint64_t)stop->node;
        if (!state->places)
            continue;
        state->places[before + i] = stop->options;
        state->places[before + i].radius_m = state->radius_m;
    }
    return 0;
}

/* Whether anything but the cost is measured. */
static bool has_sums(const struct table_state *state)
{
    return table_metric_count(state) > 1 ||
           table_metric_at(state, 0) != METRIC_COST;
}

void table_line_up_again(struct table_state *state)
{
    state->question = (struct table_question){
        .sources = state->ends,
        .source_count = state->source_count,
        .targets = state->ends + state->source_count,
        .target_count = state->end_count - state->source_count,
        .places = state->places,
        .place_count = state->places ? state->end_count : 0,
        .sums = has_sums(state) || isfinite(state->max_duration_s) ||
                isfinite(state->max_distance_m),
    };
}

/* Makes the question of the lists, and frees them: as read, an id takes twelve
 * times the memory. */
static int line_up(struct table_state *state, struct problem *problem)
{
    size_t sources = state->sources.count;
    size_t count = sources + state->targets.count;

    state->ends = array_alloc(count, sizeof(*state->ends));
    if (!state->sources.stop->has_node)
        state->places = array_alloc(count, sizeof(*state->places));
    if (!state->ends || (!state->sources.stop->has_node && !state->places))
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    if (add_ends(state, "sources", &state->sources, 0, problem) ||
        add_ends(state, "targets", &state->targets, sources, problem))
        return -EINVAL;
    state->source_count = sources;
    state->end_count = count;
    table_line_up_again(state);
    empty(&state->sources);
    empty(&state->targets);
    return 0;
}

static int compare_pairs(const void *a, const void *b, void *pairs)
{
    const struct table_pair *x = (struct table_pair *)pairs + *(uint32_t *)a;
    const struct table_pair *y = (struct table_pair *)pairs + *(uint32_t *)b;

    return x->row == y->row ? compare_numbers(x->column, y->column)
                            : compare_numbers(x->row, y->row);
}

static int read_pair(const json_t *pair, const struct table_state *state,
                     struct table_pair *ret_pair)
{
    json_int_t row = json_integer_value(json_array_get(pair, 0));
    json_int_t column = json_integer_value(json_array_get(pair, 1));

    if (json_array_size(pair) != 2 ||
        !json_is_integer(json_array_get(pair, 0)) ||
        !json_is_integer(json_array_get(pair, 1)) || row < 0 || column < 0 ||
        (size_t)row >= state->sources.count ||
        (size_t)column >= state->targets.count)
        return -EINVAL;
    *ret_pair = (struct table_pair){(uint32_t)row, (uint32_t)column, {0}};
    return 0;
}

static int refuse_pair(size_t index, const struct table_state *state,
                       struct problem *problem)
{
    char name[40];

    snprintf(name, sizeof(name), "pairs[%zu]", index);
    problem_set(problem, PROBLEM_PARAMETER, "'%s' is no pair of the table",
                name);
    problem_mend(problem,
                 "give [SOURCE, TARGET]: the place in its list, from 0 to "
                 "%zu and from 0 to %zu",
                 state->sources.count - 1, state->targets.count - 1);
    return problem_about(problem, name);
}

static int read_pairs(const json_t *array, struct table_state *state,
                      struct problem *problem)
{
    size_t count = json_array_size(array);

    if (!array)
        return 0;
    if (!count) {
        problem_set(problem, PROBLEM_PARAMETER,
                    "'pairs' must be a non-empty list");
        problem_mend(problem, "give [[SOURCE, TARGET], ...]");
        return problem_about(problem, "pairs");
    }
    state->pairs = array_alloc(count, sizeof(*state->pairs));
    state->by_row = array_alloc(count, sizeof(*state->by_row));
    if (!state->pairs || !state->by_row || count > UINT32_MAX)
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    for (size_t i = 0; i < count; i++) {
        if (read_pair(json_array_get(array, i), state, &state->pairs[i]))
            return refuse_pair(i, state, problem);
        state->by_row[i] = (uint32_t)i;
    }
    state->pair_count = count;
    qsort_r(state->by_row, count, sizeof(*state->by_row), compare_pairs,
            state->pairs);
    return 0;
}

/* Refuses what the service would, before each place takes 22 times the memory
 * that it has in the body. */
static int check_ends(const json_t *object, const struct table_state *state,
                      struct problem *problem)
{
    size_t sources = json_array_size(json_object_get(object, "sources"));
    size_t targets = json_array_size(json_object_get(object, "targets"));
    struct error error;

    if (sources + targets <= state->ends_max)
        return 0;
    error_set(&error, -EINVAL,
              "%zu sources and %zu targets are too many; together they may be "
              "%zu (limits.table-ids-max)",
              sources, targets, state->ends_max);
    return problem_from_outcome(problem, OUTCOME_TOO_LARGE, error.text);
}

static int read_object(const json_t *object, void *target,
                       struct problem *problem)
{
    static const char *const others[] = {"pairs", "models", NULL};
    struct table_state *state = target;

    if (check_ends(object, state, problem) ||
        json_body_fields(object, "", fields, others, state, problem) ||
        read_pairs(json_object_get(object, "pairs"), state, problem) ||
        table_models_read(json_object_get(object, "models"), state, problem))
        return -EINVAL;
    return line_up(state, problem);
}

/* Of what JSON keeps until the first matrix is written. */
static size_t kept_bytes(const struct table_state *state)
{
    return table_cells(state) * (table_metric_count(state) - 1) *
           sizeof(uint32_t);
}

static void refuse_octets(struct exchange *exchange, const char *name)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_PARAMETER, "'%s' has no binary form", name);
    problem_mend(&problem, "accept application/json");
    problem_about(&problem, name);
    exchange_refuse(exchange, &problem);
}

static void ask(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct table_question *question = &state->question;
    bool octets = exchange->media == MEDIA_OCTETS;

    if (octets && state->models) {
        refuse_octets(exchange, "models");
        return;
    }
    if (state->models) {
        table_models_ask(exchange);
        return;
    }
    if (octets && table_by_cells(state)) {
        refuse_octets(exchange, state->pairs ? "pairs" : "sparse");
        return;
    }
    if (!octets && !table_by_cells(state))
        question->answer_bytes = kept_bytes(state);
    if (!exchange_prepare(exchange, &question->base, &state->options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct table_state *state = exchange_make_state(exchange, sizeof(*state));
    struct problem problem;

    if (!state)
        return;
    state->metrics = METRIC_COST + 1; /* the first choice */
    state->ends_max = listener_limits(exchange->listener)->table_ids_max;
    state->limit = COST_OVERFLOW;
    state->radius_m = state->max_duration_s = state->max_distance_m = INFINITY;
    if (!strcmp(exchange->method, "POST"))
        exchange_read_object(exchange, read_object, ask);
    else if (!exchange_read_query(exchange, fields, state))
        return;
    else if (line_up(state, &problem))
        exchange_refuse(exchange, &problem);
    else
        ask(exchange);
}

/* ---- The endpoint -------------------------------------------------------- */

static void start_octets(struct exchange *exchange)
{
    const struct table_state *state = exchange->state;

    exchange_stream(exchange,
                    NPY_HEADER_SIZE + (uint64_t)table_cells(state) *
                                          table_metric_count(state) * 4,
                    table_produce_octets);
    exchange_add_origin(exchange, &state->question.base);
}

static void start(struct exchange *exchange)
{
    const struct table_state *state = exchange->state;

    if (state->models) {
        table_models_take(exchange, !exchange->question);
        return;
    }
    if (exchange->media == MEDIA_OCTETS)
        start_octets(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, table_produce_json);
}

/* Bytes written but not yet taken by the connection count as sent. */
static void progress(const struct exchange *exchange, struct log_field pairs[2])
{
    const struct table_state *state = exchange->state;
    size_t sent =
        state->rows.first + state->cell / state->question.target_count;

    pairs[0] = log_number("rows_sent", sent);
    pairs[1] = log_number("rows", state->question.source_count);
}

const struct endpoint endpoint_table = {
    .path = "/v1/table",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .handle = handle,
    .answered = start,
    .readable = start,
    .progress = progress,
    .finish = finish,
};
