/* nearest: the roads nearest to a position. */
#include <math.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "core/service/nearest/nearest_question.h"

struct nearest_state {
    struct nearest_question question;
    struct question_options options;
    struct stop_fields stops;
    double radius_m;
    uint32_t next; /* road to write */
};

#define MEMBER(member) offsetof(struct nearest_state, member)

static const struct field fields[] = {
    STOP_FIELDS(struct nearest_state, stops),
    {"number", FIELD_COUNT, false, MEMBER(question.number), NULL},
    {"radius", FIELD_METRES, false, MEMBER(radius_m), NULL},
    {"map", FIELD_NAME, false, MEMBER(options.map), NULL},
    {"profile", FIELD_NAME, false, MEMBER(options.profile), NULL},
    WEIGHTS_FIELDS(struct nearest_state, options),
    FIELDS_END,
};

static void finish(void *memory)
{
    struct nearest_state *state = memory;

    nearest_question_finish(&state->question);
    stop_fields_finish(&state->stops);
    question_options_finish(&state->options);
    free(state);
}

static int check(struct nearest_state *state, size_t most,
                 struct problem *problem)
{
    const struct stop_list *from = &state->stops.from;

    if (stop_fields_join(&state->stops, most, problem))
        return -1;
    if (from->count == 1 && !from->stop[0].has_node)
        return 0;
    if (from->count > 1)
        problem_set(problem, PROBLEM_PARAMETER,
                    "%zu places are given, and one is wanted", from->count);
    else
        problem_set(problem, PROBLEM_PARAMETER, "'from' is not a position");
    problem_mend(problem, "give lon and lat, or from=LON,LAT, once");
    return problem_about(problem, "from");
}

static void ask(struct exchange *exchange)
{
    struct nearest_state *state = exchange->state;
    struct nearest_question *question = &state->question;
    struct problem problem;

    if (check(state, listener_limits(exchange->listener)->stops_max,
              &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    question->options = state->stops.from.stop[0].options;
    question->options.radius_m = state->radius_m;
    if (!exchange_prepare(exchange, &question->base, &state->options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_nearest(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct nearest_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    state->question.number = 1;
    state->radius_m = INFINITY;
    exchange_read_fields(exchange, fields, ask);
}

/* Of OpenStreetMap; none if an importer made the road up. */
static void put_way(const struct roads *roads, const struct snap *snap,
                    struct json_writer *writer)
{
    int64_t way =
        roads->stretch_way[roads_segment_stretch(roads, snap->segment)];

    if (way == STRETCH_MADE_UP)
        return;
    json_key(writer, "way");
    json_write_signed(writer, way >> 1);
}

static void write_road(const struct roads *roads, const struct snap *snap,
                       struct json_writer *writer)
{
    const struct road_attributes *road = roads_attributes(roads, snap->piece);
    const int64_t *node = &roads->node_id[snap->segment + snap->piece];

    json_begin_object(writer);
    v1_put_snap(writer, snap);
    json_put_string(writer, "name", roads->text + road->name);
    json_put_string(writer, "ref", roads->text + road->ref);
    put_way(roads, snap, writer);
    json_open_array(writer, "nodes");
    json_write_signed(writer, node[0]);
    json_write_signed(writer, node[1]);
    json_end_array(writer);
    json_put_bool(writer, "forward", snap->direction[0]);
    json_put_bool(writer, "backward", snap->direction[1]);
    json_end_object(writer);
}

static enum produced produce(struct exchange *exchange)
{
    struct nearest_state *state = exchange->state;
    const struct nearest_question *question = &state->question;
    struct json_writer *writer = &exchange->out;

    if (!state->next) {
        json_begin_object(writer);
        json_open_array(writer, "roads");
    }
    while (state->next < question->count && !json_writer_full(writer))
        write_road(&map_entry_map(question->entry)->roads,
                   &question->snaps[state->next++], writer);
    if (state->next < question->count)
        return PRODUCED_PART;
    json_end_array(writer);
    exchange_write_weights(&question->base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void answered(struct exchange *exchange)
{
    exchange_stream(exchange, UINT64_MAX, produce);
}

const struct endpoint endpoint_nearest = {
    .path = "/v1/nearest",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
