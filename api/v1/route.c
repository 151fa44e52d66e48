/* route: a route between places on the roads: the endpoint. */
#include "api/v1/route.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "core/base/array.h"
#include "core/base/text.h"

enum { FORMAT_BY_HEADER = FORMAT_POLYLINE + 1 };

/* By enum route_format, also in which form an answer is each. */
static const char *const formats[] = {"json", "geojson", "gpx", "polyline",
                                      NULL};
static const enum media media_of[] = {MEDIA_JSON, MEDIA_GEOJSON, MEDIA_GPX,
                                      MEDIA_TEXT};

/* Another way between the same ends, to compare with. */
struct other_way {
    struct stop_list via;     /* none: no other way is asked for */
    struct route_stop *stops; /* from, via, to; owned */
    struct route_question question;
    struct route_answer answer;
    bool asked;
    bool begun; /* writing has */
};

struct route_state {
    struct route_question question;
    struct route_answer answer;
    struct route_stop from;
    struct route_stop to;
    struct stop_list via;
    struct question_options options;
    double radius_m; /* INFINITY: the settings' radius */
    char language[FIELD_NAME_SIZE];
    unsigned format;          /* enum route_format; FORMAT_BY_HEADER: what the
                                 client accepts */
    struct route_stop *stops; /* from, via, to; owned */
    struct other_way other;
    bool whole; /* the route is written */
    bool begun; /* writing has begun */
    bool no_memory;
};

/* By enum route_straight. */
static const char *const straight[] = {"default", "true", "false", NULL};

#define MEMBER(member) offsetof(struct route_state, member)

static const struct field fields[] = {
    {"from", FIELD_STOP, true, MEMBER(from), NULL},
    {"to", FIELD_STOP, true, MEMBER(to), NULL},
    {"via", FIELD_STOPS, false, MEMBER(via), NULL},
    {"radius", FIELD_METRES, false, MEMBER(radius_m), NULL},
    OPTION_FIELDS(struct route_state, options),
    {"geometry", FIELD_CHOICE, false, MEMBER(answer.geometry),
     route_geometries},
    {"continue_straight", FIELD_CHOICE, false, MEMBER(question.straight),
     straight},
    {"nodes", FIELD_FLAG, false, MEMBER(answer.nodes), NULL},
    {"alternatives", FIELD_FEW, false, MEMBER(question.alternatives), NULL},
    {"steps", FIELD_FLAG, false, MEMBER(answer.steps), NULL},
    {"explain", FIELD_FLAG, false, MEMBER(answer.explains), NULL},
    {"other", FIELD_STOPS, false, MEMBER(other.via), NULL},
    {"language", FIELD_NAME, false, MEMBER(language), NULL},
    {"format", FIELD_CHOICE, false, MEMBER(format), formats},
    FIELDS_END,
};

static void finish(void *memory)
{
    struct route_state *state = memory;

    route_answer_finish(&state->answer);
    route_question_finish(&state->question);
    route_answer_finish(&state->other.answer);
    route_question_finish(&state->other.question);
    free(state->other.via.stop);
    free(state->other.stops);
    free(state->via.stop);
    free(state->stops);
    question_options_finish(&state->options);
    free(state);
}

/* The stops of a way by `via`, in order, for a question. */
static int line_up(const struct route_state *state, const struct stop_list *via,
                   struct route_stop **ret_stops,
                   struct route_question *question)
{
    struct route_stop *stops = array_alloc(via->count + 2, sizeof(*stops));

    if (!stops)
        return -ENOMEM;
    *ret_stops = stops;
    stops[0] = state->from;
    for (size_t i = 0; i < via->count; i++)
        stops[i + 1] = via->stop[i];
    stops[via->count + 1] = state->to;
    question->stops = stops;
    question->stop_count = via->count + 2;
    for (size_t i = 0; i < question->stop_count; i++)
        stops[i].options.radius_m = state->radius_m;
    return 0;
}

static int refuse_language(const char *code, struct problem *problem)
{
    char list[300] = "";

    for (size_t i = 0; i < language_count; i++)
        text_list_add(list, sizeof(list), languages[i].code);
    problem_set(problem, PROBLEM_PARAMETER,
                language_count ? "'language': there are no words in '%s'"
                               : "'language': this relaxd was built without "
                                 "words, in '%s' as in any other",
                code);
    if (*list)
        problem_mend(problem, "give one of %s", list);
    else
        problem_mend(problem, "leave it out, or build relaxd with npm's "
                              "packages (meson's option web)");
    return problem_about(problem, "language");
}

/* Without words there is no default language. */
static int choose_language(struct route_state *state, struct problem *problem)
{
    const char *code = *state->language ? state->language : "en";
    const struct language *language = language_find(code);

    if (!language && *state->language)
        return refuse_language(code, problem);
    state->answer.language = state->answer.steps ? language : NULL;
    return 0;
}

/* What the client asked for, or else what it accepts. */
static void choose_format(struct exchange *exchange, struct route_state *state)
{
    if (state->format == FORMAT_BY_HEADER) {
        state->format = FORMAT_JSON;
        while (media_of[state->format] != exchange->media)
            state->format++;
    }
    exchange->media = media_of[state->format];
}

/* Other formats have no place for what explains a route. */
static int check_format(const struct route_state *state,
                        struct problem *problem)
{
    const char *field = state->answer.explains   ? "explain"
                        : state->other.via.count ? "other"
                                                 : NULL;

    if (state->format == FORMAT_JSON || !field)
        return 0;
    problem_set(problem, PROBLEM_PARAMETER, "'%s': %s has no place for it",
                field, formats[state->format]);
    problem_mend(problem, "ask for format=json");
    return problem_about(problem, field);
}

static void ask(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct route_question *question = &state->question;
    struct problem problem;
    struct error error;

    choose_format(exchange, state);
    if (check_format(state, &problem) || choose_language(state, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    /* Before they are copied. */
    if (stops_check(state->via.count + state->other.via.count + 2, "stops",
                    listener_limits(exchange->listener)->stops_max, &error)) {
        problem_from_outcome(&problem, OUTCOME_TOO_LARGE, error.text);
        exchange_refuse(exchange, &problem);
        return;
    }
    if (line_up(state, &state->via, &state->stops, question)) {
        exchange_refuse_no_memory(exchange);
        return;
    }
    if (!exchange_prepare(exchange, &question->base, &state->options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct route_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    state->answer.nodes = true;
    state->radius_m = INFINITY;
    state->format = FORMAT_BY_HEADER;
    exchange_read_fields(exchange, fields, ask);
}

/* Continues the member `other`; true at its end. */
static bool write_other(struct exchange *exchange, struct other_way *other)
{
    struct json_writer *writer = &exchange->out;
    struct problem problem;

    if (!other->begun)
        json_open_object(writer, "other");
    other->begun = true;
    if (other->question.base.outcome != OUTCOME_OK) {
        problem_from_question(&problem, &other->question.base);
        json_open_object(writer, "problem");
        problem_write_members(&problem, exchange->target, writer);
        json_end_object(writer);
    } else if (!route_answer_write(&other->answer, writer)) {
        return false;
    }
    json_end_object(writer);
    return true;
}

static enum produced produce(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    bool json = state->format == FORMAT_JSON || state->format == FORMAT_GEOJSON;

    if (!state->begun && json)
        json_begin_object(writer);
    state->begun = true;
    if (!state->whole)
        state->whole =
            state->format == FORMAT_JSON
                ? route_answer_write(&state->answer, writer)
                : route_format_write(&state->answer, state->format, writer);
    if (!state->whole || (state->other.asked && state->format == FORMAT_JSON &&
                          !write_other(exchange, &state->other)))
        return PRODUCED_PART;
    if (json) {
        exchange_write_figures(&state->question.base, writer);
        json_end_object(writer);
    }
    return PRODUCED_LAST;
}

static void make_answer(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct other_way *other = &state->other;

    state->no_memory = route_answer_init(&state->answer, &state->question);
    if (!state->no_memory && other->asked &&
        other->question.base.outcome == OUTCOME_OK)
        state->no_memory = route_answer_init(&other->answer, &other->question);
}

static void send_answer(struct exchange *exchange)
{
    const struct route_state *state = exchange->state;

    if (state->no_memory)
        exchange_refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

/* Asks for the other way. */
static void ask_other(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct other_way *other = &state->other;
    struct question *base = &other->question.base;

    other->asked = true;
    other->answer.geometry = state->answer.geometry;
    other->answer.nodes = state->answer.nodes;
    other->answer.explains = state->answer.explains;
    other->question.straight = state->question.straight;
    base->cancel.deadline_us = state->question.base.cancel.deadline_us;
    if (line_up(state, &other->via, &other->stops, &other->question)) {
        exchange_refuse_no_memory(exchange);
        return;
    }
    exchange->hears_failures = true;
    if (!exchange_prepare(exchange, base, &state->options))
        return;
    if (service_ask_route(exchange_service(exchange), &other->question) ==
        OUTCOME_OK)
        exchange_asked(exchange, base, OUTCOME_OK);
    else
        exchange_compute_if(exchange, true, make_answer, send_answer);
}

/* What a loop thread prepares itself; a grammar compiles hundreds of
 * expressions, an explanation asks which areas cover what. */
enum { SEGMENTS_AT_ONCE = 10000, SEGMENTS_WITH_STEPS = 1000 };

static void answered(struct exchange *exchange)
{
    const struct route_state *state = exchange->state;
    const struct language *language = state->answer.language;
    size_t most = state->answer.steps ? SEGMENTS_WITH_STEPS : SEGMENTS_AT_ONCE;

    if (state->other.via.count && !state->other.asked) {
        ask_other(exchange);
        return;
    }
    if (language && language->grammars)
        most = 0;
    exchange_compute_if(exchange,
                        state->answer.explains ||
                            route_question_segments(&state->question) > most,
                        make_answer, send_answer);
}

const struct endpoint endpoint_route = {
    .path = "/v1/route",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON | MEDIA_GEOJSON | MEDIA_GPX | MEDIA_TEXT,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
