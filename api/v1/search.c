/* search: shows how a solver finds the path between two positions. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/form/json_writer.h"
#include "api/http/exchange.h"
#include "api/v1/route.h"
#include "api/v1/v1.h"
#include "core/engine/registry.h"
#include "core/graph/map.h"
#include "core/service/line/polyline.h"
#include "core/service/path/path_question.h"
#include "core/service/tree/search_trace.h"

struct search_state {
    struct route_stop stops[2]; /* from, to */
    struct question_options options;
    double radius_m;         /* INFINITY: the settings' radius */
    struct map_entry *entry; /* pinned */
    struct search_trace trace;
    bool begun;        /* writing has begun */
    bool route_done;   /* its members are written */
    bool search_begun; /* writing what the solver did has begun */
    size_t phase;      /* being written */

    /* For maps with roads. */
    struct route_question route;
    struct route_answer answer;

    /* For bare graphs. */
    struct path_question path;
    struct path_pair pair;
    size_t vertex; /* of the path, the next to write */
};

/* ---- The search ---------------------------------------------------------- */

/* Writes "reached", "points", "every" and "phases"; each phase has each side's
 * points as a polyline of five digits. */

static const char *const side_names[SEARCH_SIDES] = {"forward", "backward"};

static void write_each_side(struct json_writer *writer, const char *key,
                            const uint64_t *count)
{
    json_open_array(writer, key);
    for (int side = 0; side < SEARCH_SIDES; side++)
        json_write_number(writer, count[side]);
    json_end_array(writer);
}

static void write_points(const struct search_state *state,
                         enum search_side side, size_t end,
                         struct json_writer *writer)
{
    const struct map *map = map_entry_map(state->entry);
    const struct search_trace *trace = &state->trace;
    struct polyline polyline = {0};
    char text[POLYLINE_POINT_SIZE];

    json_key(writer, side_names[side]);
    json_begin_string(writer);
    for (size_t i = trace->phases[state->phase].point; i < end; i++) {
        if (trace->points[i].side != side)
            continue;
        polyline_add(&polyline, map->position[trace->points[i].vertex], 5,
                     text);
        json_write_string_part(writer, text);
    }
    json_end_string(writer);
}

static void write_phase(const struct search_state *state,
                        struct json_writer *writer)
{
    const struct search_trace *trace = &state->trace;
    const struct search_phase *phase = &trace->phases[state->phase];
    size_t end = state->phase + 1 < trace->phase_count
                     ? trace->phases[state->phase + 1].point
                     : trace->point_count;
    uint64_t cost[SEARCH_SIDES] = {phase->cost[SEARCH_FORWARD],
                                   phase->cost[SEARCH_BACKWARD]};

    json_begin_object(writer);
    json_put_number(writer, "phase", phase->index);
    write_each_side(writer, "reached", phase->reached);
    write_each_side(writer, "cost", cost);
    for (int side = 0; side < SEARCH_SIDES; side++) {
        if (phase->reached[side])
            write_points(state, (enum search_side)side, end, writer);
    }
    json_end_object(writer);
}

static void write_head(const struct search_trace *trace,
                       struct json_writer *writer)
{
    write_each_side(writer, "reached", trace->reached);
    json_put_number(writer, "points", trace->point_count);
    json_put_number(writer, "every", trace->every);
    json_open_array(writer, "phases");
}

/* Continues until the writer is full; true when all is written. */
static bool write_search(struct search_state *state, struct json_writer *writer)
{
    if (!state->search_begun)
        write_head(&state->trace, writer);
    state->search_begun = true;
    while (state->phase < state->trace.phase_count &&
           !json_writer_full(writer)) {
        write_phase(state, writer);
        state->phase++;
    }
    if (state->phase < state->trace.phase_count)
        return false;
    json_end_array(writer);
    return true;
}

/* ---- The endpoint -------------------------------------------------------- */

enum {
    POINTS_MAX = 100000, /* per answer */
    PHASES_MAX = 240,    /* per answer: some seconds of animation */
};

#define MEMBER(member) offsetof(struct search_state, member)

static const struct field fields[] = {
    {"from", FIELD_STOP, true, MEMBER(stops[0]), NULL},
    {"to", FIELD_STOP, true, MEMBER(stops[1]), NULL},
    {"radius", FIELD_METRES, false, MEMBER(radius_m), NULL},
    OPTION_FIELDS(struct search_state, options),
    {"geometry", FIELD_CHOICE, false, MEMBER(answer.geometry),
     route_geometries},
    FIELDS_END,
};

static bool has_roads(const struct search_state *state)
{
    return map_entry_map(state->entry)->roads.piece_count > 0;
}

static void finish(void *memory)
{
    struct search_state *state = memory;

    route_answer_finish(&state->answer);
    route_question_finish(&state->route);
    path_question_finish(&state->path);
    search_trace_finish(&state->trace);
    map_entry_release(state->entry);
    question_options_finish(&state->options);
    free(state);
}

/* ---- Asking ------------------------------------------------------------- */

static int find_map(struct exchange *exchange, struct search_state *state,
                    struct problem *problem)
{
    if (exchange_find_map(exchange, state->options.map, state->options.profile,
                          &state->entry, problem))
        return -EINVAL;
    if (map_entry_map(state->entry)->position)
        return 0;
    problem_set(problem, PROBLEM_NO_ROADS,
                "map '%s' has no vertex positions, which /v1/search needs",
                map_entry_name(state->entry));
    return problem_mend(problem, "ask /v1/path, or on a map with positions");
}

static int need_id(const struct search_state *state, const char *name,
                   const struct route_stop *stop, uint64_t *ret_id,
                   struct problem *problem)
{
    if (stop->has_node && stop->node >= 0) {
        *ret_id = (uint64_t)stop->node;
        return 0;
    }
    problem_set(problem, PROBLEM_PARAMETER,
                "%s: map '%s' is a bare graph, without roads: give a vertex's "
                "id",
                name, map_entry_name(state->entry));
    problem_mend(problem, "/v1/vertices?map=NAME lists the ids of a map");
    return problem_about(problem, name);
}

static bool prepare(struct exchange *exchange, struct search_state *state,
                    struct question *question)
{
    question->found = state->entry;
    question->observer = &state->trace.base;
    return exchange_prepare(exchange, question, &state->options);
}

static void ask_route(struct exchange *exchange, struct search_state *state)
{
    struct route_question *question = &state->route;

    for (size_t i = 0; i < 2; i++)
        state->stops[i].options.radius_m = state->radius_m;
    question->stops = state->stops;
    question->stop_count = 2;
    if (!prepare(exchange, state, &question->base))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void ask_path(struct exchange *exchange, struct search_state *state)
{
    struct path_question *question = &state->path;
    struct problem problem;

    if (need_id(state, "from", &state->stops[0], &state->pair.from, &problem) ||
        need_id(state, "to", &state->stops[1], &state->pair.to, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    question->pairs = &state->pair;
    question->pair_count = 1;
    if (!prepare(exchange, state, &question->base))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_path(exchange_service(exchange), question));
}

static void ask(struct exchange *exchange)
{
    struct search_state *state = exchange->state;
    struct problem problem;

    if (find_map(exchange, state, &problem))
        exchange_refuse(exchange, &problem);
    else if (has_roads(state))
        ask_route(exchange, state);
    else
        ask_path(exchange, state);
}

static void handle(struct exchange *exchange)
{
    struct search_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    search_trace_init(&state->trace, POINTS_MAX);
    state->radius_m = INFINITY;
    exchange_read_fields(exchange, fields, ask);
}

/* ---- Answering ---------------------------------------------------------- */

static void write_vertex(const struct map *map, uint64_t id,
                         struct json_writer *writer)
{
    uint32_t vertex;

    if (!map_find_vertex(map, id, &vertex))
        return;
    v1_write_position(writer, map->position[vertex]);
}

static void open_path(const struct path_answer *answer,
                      struct json_writer *writer)
{
    v1_put_cost(writer, answer->cost);
    json_key(writer, "geometry");
    if (answer->cost > COST_MAX) {
        json_write_null(writer);
        return;
    }
    json_begin_object(writer);
    json_put_string(writer, "type", "LineString");
    json_open_array(writer, "coordinates");
}

/* True when the path is complete. */
static bool write_path(struct search_state *state, struct json_writer *writer)
{
    const struct path_answer *answer = &state->path.answers[0];
    const struct map *map = map_entry_map(state->entry);

    if (!state->vertex)
        open_path(answer, writer);
    while (state->vertex < answer->vertex_count && !json_writer_full(writer))
        write_vertex(map, answer->vertices[state->vertex++], writer);
    if (state->vertex < answer->vertex_count)
        return false;
    if (answer->cost <= COST_MAX) {
        json_end_array(writer);
        json_end_object(writer);
    }
    return true;
}

static bool write_route(struct search_state *state, struct json_writer *writer)
{
    return has_roads(state) ? route_answer_write(&state->answer, writer)
                            : write_path(state, writer);
}

static enum produced produce(struct exchange *exchange)
{
    struct search_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;

    if (!state->begun)
        json_begin_object(writer);
    state->begun = true;
    if (!state->route_done)
        state->route_done = write_route(state, writer);
    if (!state->route_done || !write_search(state, writer))
        return PRODUCED_PART;
    exchange_write_figures(
        has_roads(state) ? &state->route.base : &state->path.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void make_answer(struct exchange *exchange)
{
    struct search_state *state = exchange->state;

    search_trace_merge(&state->trace, PHASES_MAX);
    if (has_roads(state) && route_answer_init(&state->answer, &state->route))
        state->trace.no_memory = true;
}

static void send_answer(struct exchange *exchange)
{
    const struct search_state *state = exchange->state;

    if (state->trace.no_memory)
        exchange_refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

static void answered(struct exchange *exchange)
{
    exchange_compute(exchange, make_answer, send_answer);
}

const struct endpoint endpoint_search = {
    .path = "/v1/search",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
