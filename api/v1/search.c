/* search: how a solver finds the way between two places, to be watched. */
#include <math.h>
#include <stdlib.h>

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/router.h"
#include "api/v1/route_answer.h"
#include "api/v1/search_answer.h"
#include "core/engine/registry.h"
#include "core/service/path/path_question.h"

enum {
    POINTS_MAX = 100000, /* in an answer */
    PHASES_MAX = 240,    /* in an answer: some seconds to watch */
};

/* What a request says. */
struct search_request {
    struct route_stop from;
    struct route_stop to;
    struct wish wish;
    double radius_m;   /* INFINITY: as the settings say */
    unsigned geometry; /* enum route_geometry */
};

struct search_task {
    struct search_request request;
    struct map_entry *entry; /* pinned */
    struct search_trace trace;
    struct search_answer seen;
    bool begun;    /* to be written */
    bool way_done; /* written */

    /* On roads. */
    struct route_question route;
    struct route_stop stops[2];
    struct route_answer way;

    /* On a bare graph. */
    struct path_question path;
    struct path_pair pair;
    size_t vertex; /* of the path, to write */
};

static const char *const geometries[] = {"geojson", "polyline", "polyline6",
                                         "none", NULL};

static const struct field field_list[] = {
    {"from", FIELD_STOP, true, offsetof(struct search_request, from), NULL},
    {"to", FIELD_STOP, true, offsetof(struct search_request, to), NULL},
    {"radius", FIELD_METRES, false, offsetof(struct search_request, radius_m),
     NULL},
    WISH_FIELDS(struct search_request, wish),
    {"geometry", FIELD_CHOICE, false, offsetof(struct search_request, geometry),
     geometries},
};
static const struct fields fields = {field_list,
                                     sizeof(field_list) / sizeof(*field_list)};

static bool has_roads(const struct search_task *task)
{
    return map_entry_map(task->entry)->roads.piece_count > 0;
}

static void finish(void *work)
{
    struct search_task *task = work;

    route_answer_finish(&task->way);
    route_question_finish(&task->route);
    path_question_finish(&task->path);
    search_trace_finish(&task->trace);
    map_entry_release(task->entry);
    free(task);
}

static void refuse_no_memory(struct exchange *exchange)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_FAILED, "out of memory");
    exchange_refuse(exchange, &problem);
}

/* ---- Asking ------------------------------------------------------------- */

static int find_map(struct exchange *exchange, struct search_task *task,
                    struct problem *problem)
{
    const struct wish *wish = &task->request.wish;
    struct error error;
    enum outcome outcome = service_find_map(
        exchange_service(exchange), *wish->map ? wish->map : NULL,
        *wish->profile ? wish->profile : NULL, &task->entry, &error);

    if (outcome != OUTCOME_OK)
        return problem_from_outcome(problem, outcome, error.text);
    if (map_entry_map(task->entry)->position)
        return 0;
    problem_set(problem, PROBLEM_NO_ROADS,
                "map '%s' does not say where its vertices are, so there is "
                "nothing to see of a search",
                map_entry_name(task->entry));
    return problem_mend(problem, "ask /v1/path, or on a map with positions");
}

static int need_id(const struct search_task *task, const char *name,
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
                name, map_entry_name(task->entry));
    problem_mend(problem, "/v1/vertices?map=NAME lists the ids of a map");
    return problem_about(problem, name);
}

static void ask_route(struct exchange *exchange, struct search_task *task)
{
    struct route_question *question = &task->route;

    task->stops[0] = task->request.from;
    task->stops[1] = task->request.to;
    for (size_t i = 0; i < 2; i++)
        task->stops[i].wish.radius_m = task->request.radius_m;
    question->stops = task->stops;
    question->stop_count = 2;
    exchange_prepare(exchange, &question->base, &task->request.wish);
    question->base.found = task->entry;
    question->base.observer = &task->trace.base;
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void ask_path(struct exchange *exchange, struct search_task *task)
{
    struct path_question *question = &task->path;
    struct problem problem;

    if (need_id(task, "from", &task->request.from, &task->pair.from,
                &problem) ||
        need_id(task, "to", &task->request.to, &task->pair.to, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    question->pairs = &task->pair;
    question->pair_count = 1;
    exchange_prepare(exchange, &question->base, &task->request.wish);
    question->base.found = task->entry;
    question->base.observer = &task->trace.base;
    exchange_asked(exchange, &question->base,
                   service_ask_path(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct search_task *task = calloc(1, sizeof(*task));
    struct problem problem;

    exchange->work = task;
    if (!task) {
        refuse_no_memory(exchange);
        return;
    }
    search_trace_init(&task->trace, POINTS_MAX);
    task->request.radius_m = INFINITY;
    if (params_parse(exchange->query, &fields, &task->request, &problem) ||
        find_map(exchange, task, &problem))
        exchange_refuse(exchange, &problem);
    else if (has_roads(task))
        ask_route(exchange, task);
    else
        ask_path(exchange, task);
}

/* ---- Answering ---------------------------------------------------------- */

static void write_vertex(const struct map *map, uint64_t id,
                         struct json_writer *writer)
{
    uint32_t vertex;

    if (!map_find_vertex(map, id, &vertex))
        return;
    json_begin_array(writer);
    json_write_degrees_e7(writer, map->position[vertex].lon_e7);
    json_write_degrees_e7(writer, map->position[vertex].lat_e7);
    json_end_array(writer);
}

static void open_path(const struct path_answer *answer,
                      struct json_writer *writer)
{
    json_key(writer, "cost");
    if (answer->cost > COST_MAX)
        json_write_null(writer);
    else
        json_write_number(writer, answer->cost);
    if (answer->cost == COST_OVERFLOW) {
        json_key(writer, "overflow");
        json_write_bool(writer, true);
    }
    json_key(writer, "geometry");
    if (answer->cost > COST_MAX) {
        json_write_null(writer);
        return;
    }
    json_begin_object(writer);
    json_key(writer, "type");
    json_write_string(writer, "LineString");
    json_key(writer, "coordinates");
    json_begin_array(writer);
}

/* Whether all of it is written. */
static bool write_path(struct search_task *task, struct json_writer *writer)
{
    const struct path_answer *answer = &task->path.answers[0];
    const struct map *map = map_entry_map(task->entry);

    if (!task->vertex)
        open_path(answer, writer);
    while (task->vertex < answer->vertex_count && !json_writer_full(writer))
        write_vertex(map, answer->vertices[task->vertex++], writer);
    if (task->vertex < answer->vertex_count)
        return false;
    if (answer->cost <= COST_MAX) {
        json_end_array(writer);
        json_end_object(writer);
    }
    return true;
}

static bool write_way(struct search_task *task, struct json_writer *writer)
{
    return has_roads(task) ? route_answer_write(&task->way, writer)
                           : write_path(task, writer);
}

static enum produced produce(struct exchange *exchange)
{
    struct search_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    if (!task->begun)
        json_begin_object(writer);
    task->begun = true;
    if (!task->way_done)
        task->way_done = write_way(task, writer);
    if (!task->way_done || !search_answer_write(&task->seen, writer))
        return PRODUCED_PART;
    exchange_write_figures(
        has_roads(task) ? &task->route.base : &task->path.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void answered(struct exchange *exchange)
{
    struct search_task *task = exchange->work;

    task->way.geometry = task->request.geometry;
    search_trace_merge(&task->trace, PHASES_MAX);
    task->seen.map = map_entry_map(task->entry);
    task->seen.trace = &task->trace;
    if (task->trace.no_memory ||
        (has_roads(task) && route_answer_init(&task->way, &task->route)))
        refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

const struct endpoint endpoint_search = {
    .path = "/v1/search",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
