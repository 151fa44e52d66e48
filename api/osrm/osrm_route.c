/* osrm_route: /route/v1: the route through a list of coordinates. */
#include "api/osrm/osrm_route.h"

#include <stdlib.h>

#include "api/osrm/osrm.h"
#include "api/osrm/osrm_request.h"
#include "core/base/array.h"

/* ---- The question -------------------------------------------------------- */

/* The question of a checked request, except its base. `ret_stops` is
 * [coordinate_count], the caller's. */
static void fill_question(const struct osrm_request *request,
                          struct route_stop *ret_stops,
                          struct route_question *question)
{
    for (size_t i = 0; i < request->coordinate_count; i++)
        ret_stops[i] =
            (struct route_stop){.options = osrm_snap_options(request, i)};
    question->stops = ret_stops;
    question->stop_count = request->coordinate_count;
    question->stops_max = request->coordinate_count; /* osrm_request.h
                                                        checked it */
    question->any_radius = true;
    question->straight = request->route.continue_straight;
    question->alternatives = request->route.alternatives;
}

/* Whether all stops are on roads of one component. */
static bool share_component(const struct route_question *question)
{
    const uint32_t *component = route_question_map(question)->roads.component;
    const struct snap *snaps = question->snaps;

    for (size_t i = 1; i < question->stop_count; i++) {
        if (component[snaps[i].piece] != component[snaps[0].piece])
            return false;
    }
    return true;
}

/* OSRM's words for a question without a route. */
static void refuse(struct exchange *exchange,
                   const struct route_question *question)
{
    struct osrm_problem problem;

    osrm_problem_set(&problem, "NoRoute",
                     share_component(question)
                         ? "No route found between points"
                         : "Impossible route between points");
    osrm_refuse(exchange, &problem);
}

/* ---- The endpoint -------------------------------------------------------- */

struct route_state {
    struct osrm_request request;
    struct route_question question;
    struct route_stop *stops; /* owned */
    bool failed;              /* while writing the answer */
};

/* A segment takes some 100 ns to write; ten times that if guidance looks at
 * neighbouring roads. */
enum { SEGMENTS_AT_ONCE = 10000, STEPS_FACTOR = 10 };

static void finish(void *memory)
{
    struct route_state *state = memory;

    route_question_finish(&state->question);
    osrm_request_finish(&state->request);
    free(state->stops);
    free(state);
}

static void ask(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct route_question *question = &state->question;

    state->stops =
        array_alloc(state->request.coordinate_count, sizeof(*state->stops));
    if (!state->stops) {
        exchange_refuse_no_memory(exchange);
        return;
    }
    fill_question(&state->request, state->stops, question);
    osrm_prepare(exchange, &question->base, &state->request);
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    if (exchange_make_state(exchange, sizeof(struct route_state)))
        osrm_read(exchange, ask);
}

static void write_answer(struct exchange *exchange)
{
    struct route_state *state = exchange->state;

    osrm_begin_answer(exchange);
    state->failed = osrm_route_members(&exchange->out, &state->request,
                                       &state->question) != 0;
}

static void send_answer(struct exchange *exchange)
{
    struct route_state *state = exchange->state;

    if (state->failed)
        exchange_refuse_no_memory(exchange);
    else
        osrm_end_answer(exchange, &state->request);
}

/* Whether writing it would block the loop too long. */
static bool is_long(const struct route_state *state)
{
    return route_question_segments(&state->question) *
               (state->request.route.steps ? STEPS_FACTOR : 1) >
           SEGMENTS_AT_ONCE;
}

static void answered(struct exchange *exchange)
{
    const struct route_state *state = exchange->state;

    if (state->question.finding == ROUTE_FOUND)
        exchange_compute_if(exchange, is_long(state), write_answer,
                            send_answer);
    else
        refuse(exchange, &state->question);
}

const struct endpoint endpoint_osrm_route = {
    .path = "/route/v1/",
    .method = "GET",
    .posts = true,
    .media = MEDIA_ANY,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
