/* The area reachable from positions within a time or a distance, as GeoJSON
 * (RFC 7946), in parts. */
#include "api/v1/isochrone.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/form/json_writer.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "core/service/isochrone/isochrone.h"

/* ---- The request --------------------------------------------------------- */

/* Share of the largest part; smaller parts are specks. */
static const double DENOISE = 0.001;

static const char *const metrics[] = {"duration", "distance", NULL};
static const char *const directions[] = {"depart", "arrive", NULL};

#define MEMBER(member) offsetof(struct isochrone_request, member)

const struct field isochrone_fields[] = {
    STOP_FIELDS(struct isochrone_request, stops),
    {"contours", FIELD_NUMBERS, true, MEMBER(contours), NULL},
    {"metric", FIELD_CHOICE, false, MEMBER(metric), metrics},
    {"direction", FIELD_CHOICE, false, MEMBER(direction), directions},
    {"polygons", FIELD_FLAG, false, MEMBER(polygons), NULL},
    {"denoise", FIELD_SHARE, false, MEMBER(denoise), NULL},
    {"generalize", FIELD_METRES, false, MEMBER(generalize_m), NULL},
    {"map", FIELD_NAME, false, MEMBER(options.map), NULL},
    {"profile", FIELD_NAME, false, MEMBER(options.profile), NULL},
    WEIGHTS_FIELDS(struct isochrone_request, options),
    FIELDS_END,
};

void isochrone_request_init(struct isochrone_request *request)
{
    *request = (struct isochrone_request){
        .polygons = true,
        .denoise = DENOISE,
        .generalize_m = NAN,
    };
}

void isochrone_request_finish(struct isochrone_request *request)
{
    stop_fields_finish(&request->stops);
    question_options_finish(&request->options);
    free(request->contours.number);
}

/* ---- The question ------------------------------------------------------- */

static int refuse_contours(struct problem *problem, const char *words)
{
    problem_set(problem, PROBLEM_PARAMETER, "'contours' %s", words);
    problem_mend(problem,
                 "give 1 to %d numbers, ascending, above 0 and up to %d: "
                 "seconds, or metres where metric=distance",
                 ISOCHRONE_CONTOURS_MAX, ISOCHRONE_MOST);
    return problem_about(problem, "contours");
}

static int set_contours(const struct number_list *list,
                        struct isochrone_options *options,
                        struct problem *problem)
{
    uint32_t before = 0;

    if (!list->count)
        return refuse_contours(problem, "has none");
    if (list->count > ISOCHRONE_CONTOURS_MAX)
        return refuse_contours(problem, "has too many");
    for (size_t i = 0; i < list->count; i++) {
        double number = list->number[i];
        uint32_t thousandths;

        if (!(number >= 0.001 && number <= ISOCHRONE_MOST))
            return refuse_contours(problem, "has one that is out of range");
        thousandths = (uint32_t)lround(number * 1000);
        if (thousandths <= before)
            return refuse_contours(problem, "does not ascend");
        options->contours[i] = before = thousandths;
    }
    options->contour_count = list->count;
    return 0;
}

int isochrone_request_ask(struct isochrone_request *request,
                          struct isochrone_question *question, size_t most,
                          struct problem *problem)
{
    struct isochrone_options *options = &question->options;

    if (stop_fields_join(&request->stops, most, problem))
        return -EINVAL;
    question->sources = request->stops.from.stop;
    question->source_count = request->stops.from.count;
    options->distance = request->metric == 1;
    options->arrive = request->direction == 1;
    options->denoise = request->denoise;
    options->generalize_m = request->generalize_m;
    return set_contours(&request->contours, options, problem);
}

/* ---- The answer ---------------------------------------------------------- */

struct isochrone_state {
    struct isochrone_request
        request; /* first: exchange_read_fields() fills it */
    struct isochrone_question question;
    bool begun;   /* writing has begun */
    size_t area;  /* being written */
    size_t ring;  /* of all rings */
    size_t point; /* of the ring; 0: not yet begun */
    bool opened;  /* the area's feature */
};

static void open_feature(struct isochrone_state *state,
                         struct json_writer *writer)
{
    const struct isochrone_area *area =
        &state->question.isochrone.area[state->area];
    bool distance = state->question.options.distance;

    json_begin_object(writer);
    json_put_string(writer, "type", "Feature");
    json_open_object(writer, "properties");
    json_put_thousandths(writer, "contour", area->contour);
    json_put_string(writer, "metric", distance ? "distance" : "duration");
    json_put_number(writer, "area", (uint64_t)llround(fmax(area->area_m2, 0)));
    json_end_object(writer);
    json_open_object(writer, "geometry");
    json_put_string(writer, "type",
                    state->request.polygons ? "MultiPolygon"
                                            : "MultiLineString");
    json_open_array(writer, "coordinates");
    state->ring = area->first_ring;
    state->opened = true;
}

/* A polygon is a list of rings: the outer one, then holes. */
static void open_ring(const struct isochrone_state *state,
                      struct json_writer *writer)
{
    const struct isochrone_ring *ring =
        &state->question.isochrone.ring[state->ring];

    if (state->request.polygons && !ring->hole)
        json_begin_array(writer);
    json_begin_array(writer);
}

static void close_ring(struct isochrone_state *state, size_t end,
                       struct json_writer *writer)
{
    const struct isochrone_ring *next =
        &state->question.isochrone.ring[++state->ring];

    json_end_array(writer);
    state->point = 0;
    if (state->request.polygons && (state->ring == end || !next->hole))
        json_end_array(writer);
}

/* False if the writer is full before the ring ends. */
static bool write_ring(struct isochrone_state *state, size_t end,
                       struct json_writer *writer)
{
    const struct isochrone *made = &state->question.isochrone;
    const struct isochrone_ring *ring = &made->ring[state->ring];

    if (state->point == 0)
        open_ring(state, writer);
    while (state->point < ring->count) {
        v1_write_position(writer, made->point[ring->first + state->point++]);
        if (json_writer_full(writer))
            break;
    }
    if (state->point < ring->count)
        return false;
    close_ring(state, end, writer);
    return !json_writer_full(writer);
}

static bool write_feature(struct isochrone_state *state,
                          struct json_writer *writer)
{
    const struct isochrone_area *area =
        &state->question.isochrone.area[state->area];
    size_t end = area->first_ring + area->ring_count;

    if (!state->opened)
        open_feature(state, writer);
    while (state->ring < end) {
        if (!write_ring(state, end, writer))
            return false;
    }
    json_end_array(writer);
    json_end_object(writer);
    json_end_object(writer);
    state->opened = false;
    state->area++;
    return true;
}

static void write_figure(struct json_writer *writer, const char *key,
                         double value)
{
    json_put_thousandths(writer, key, (uint64_t)llround(value * 1000));
}

static void write_figures(const struct isochrone_question *question,
                          struct json_writer *writer)
{
    const struct isochrone *made = &question->isochrone;

    write_figure(writer, "cell", made->cell_m);
    write_figure(writer, "beside_roads", made->beyond_m);
    exchange_write_weights(&question->base, writer);
    json_put_number(writer, "settled", made->settled);
    json_put_number(writer, "search_us", made->search_us);
    json_put_number(writer, "draw_us", made->draw_us);
}

/* Writes until the writer is full; true when all is written. */
static bool write_answer(struct isochrone_state *state,
                         struct json_writer *writer)
{
    if (!state->begun) {
        state->begun = true;
        json_begin_object(writer);
        json_put_string(writer, "type", "FeatureCollection");
        json_open_array(writer, "features");
    }
    while (state->area < state->question.isochrone.area_count) {
        if (!write_feature(state, writer))
            return false;
    }
    json_end_array(writer);
    v1_put_snaps(writer, "from", state->question.found,
                 state->question.source_count);
    write_figures(&state->question, writer);
    json_end_object(writer);
    return true;
}

/* ---- The endpoint -------------------------------------------------------- */

static void finish(void *memory)
{
    struct isochrone_state *state = memory;

    isochrone_question_finish(&state->question);
    isochrone_request_finish(&state->request);
    free(state);
}

static enum produced produce(struct exchange *exchange)
{
    struct isochrone_state *state = exchange->state;

    return write_answer(state, &exchange->out) ? PRODUCED_LAST : PRODUCED_PART;
}

static void answered(struct exchange *exchange)
{
    exchange_stream(exchange, UINT64_MAX, produce);
}

static void ask(struct exchange *exchange)
{
    struct isochrone_state *state = exchange->state;
    struct isochrone_question *question = &state->question;
    struct problem problem;

    if (isochrone_request_ask(&state->request, question,
                              listener_limits(exchange->listener)->stops_max,
                              &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    if (!exchange_prepare(exchange, &question->base, &state->request.options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_isochrone(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct isochrone_state *state =
        exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    isochrone_request_init(&state->request);
    exchange_read_fields(exchange, isochrone_fields, ask);
}

const struct endpoint endpoint_isochrone = {
    .path = "/v1/isochrone",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
