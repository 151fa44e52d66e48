/* The area reachable from positions within a time or a distance, as GeoJSON
 * (RFC 7946), in parts. */
#include "api/v1/isochrone.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/form/json_body.h"
#include "api/form/json_writer.h"
#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/service/isochrone/isochrone.h"

/* ---- The request --------------------------------------------------------- */

/* Share of the largest part; smaller parts are specks. */
static const double DENOISE = 0.001;

static const char *const metrics[] = {"duration", "distance", NULL};
static const char *const directions[] = {"depart", "arrive", NULL};

#define MEMBER(member) offsetof(struct isochrone_request, member)

/* Fields that bodies have in another form come first. */
static const struct field url_fields[] = {
    {"lon", FIELD_NUMBERS, false, MEMBER(lon), NULL},
    {"lat", FIELD_NUMBERS, false, MEMBER(lat), NULL},
    {"from", FIELD_STOPS, false, MEMBER(from), NULL},
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
static const struct field *const body_fields = url_fields + 4;

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
    free(request->from.stop);
    free(request->lon.number);
    free(request->lat.number);
    free(request->contours.number);
}

/* Adds a position as "lon,lat" text would. */
static int add_position(struct isochrone_request *request, const char *name,
                        double lon, double lat, struct problem *problem)
{
    const struct field field = {
        .name = name, .kind = FIELD_STOPS, .offset = MEMBER(from)};
    char text[64];

    snprintf(text, sizeof(text), "%.10g,%.10g", lon, lat);
    return field_set_stop(&field, text, request, problem);
}

static int pair_up(struct isochrone_request *request, struct problem *problem)
{
    int r = 0;

    if (request->lon.count != request->lat.count) {
        problem_set(problem, PROBLEM_PARAMETER,
                    "%zu values of 'lon' and %zu of 'lat'", request->lon.count,
                    request->lat.count);
        problem_mend(problem, "give both for each position, or from=LON,LAT");
        return problem_about(problem, "lon");
    }
    for (size_t i = 0; i < request->lon.count && !r; i++)
        r = add_position(request, "lon", request->lon.number[i],
                         request->lat.number[i], problem);
    return r;
}

int isochrone_request_parse(struct isochrone_request *request,
                            const char *query, struct problem *problem)
{
    int r = params_parse(query, url_fields, request, problem);

    return r ? r : pair_up(request, problem);
}

/* ---- Bodies ------------------------------------------------------------- */

static int refuse_member(struct problem *problem, const char *name,
                         const char *form)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' is not %s", name, form);
    problem_mend(problem, "give \"%s\": %s", name, form);
    return problem_about(problem, name);
}

static int read_source(struct isochrone_request *request, const json_t *source,
                       size_t index, struct problem *problem)
{
    const json_t *lon = json_array_get(source, 0);
    const json_t *lat = json_array_get(source, 1);
    char name[40];
    char text[40];
    struct field field = {
        .name = name, .kind = FIELD_STOPS, .offset = MEMBER(from)};

    snprintf(name, sizeof(name), "sources[%zu]", index);
    if (json_is_integer(source)) {
        snprintf(text, sizeof(text), "%lld",
                 (long long)json_integer_value(source));
        return field_set_stop(&field, text, request, problem);
    }
    if (json_array_size(source) != 2 || !json_is_number(lon) ||
        !json_is_number(lat))
        return refuse_member(problem, name, "[longitude, latitude], or an id");
    return add_position(request, name, json_number_value(lon),
                        json_number_value(lat), problem);
}

static int read_sources(struct isochrone_request *request, const json_t *array,
                        struct problem *problem)
{
    int r = 0;

    if (!json_is_array(array))
        return refuse_member(problem, "sources",
                             "[[longitude, latitude], ...]");
    for (size_t i = 0; i < json_array_size(array) && !r; i++)
        r = read_source(request, json_array_get(array, i), i, problem);
    return r;
}

static int read_contours(struct isochrone_request *request, const json_t *array,
                         struct problem *problem)
{
    if (!json_is_array(array))
        return refuse_member(problem, "contours", "[300, 600, ...]");
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *value = json_array_get(array, i);

        if (!json_is_number(value))
            return refuse_member(problem, "contours", "[300, 600, ...]");
        if (number_list_add(&request->contours, json_number_value(value)))
            return problem_set(problem, PROBLEM_FAILED, "out of memory");
    }
    return 0;
}

int isochrone_request_read(const json_t *object, void *target,
                           struct problem *problem)
{
    static const char *const others[] = {"sources", "contours", NULL};
    struct isochrone_request *request = target;
    int r = json_body_fields(object, "", body_fields, others, request, problem);

    if (!r)
        r = read_sources(request, json_object_get(object, "sources"), problem);
    if (!r)
        r = read_contours(request, json_object_get(object, "contours"),
                          problem);
    return r;
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

int isochrone_request_ask(const struct isochrone_request *request,
                          struct isochrone_question *question,
                          struct problem *problem)
{
    struct isochrone_options *options = &question->options;

    if (!request->from.count) {
        problem_set(problem, PROBLEM_PARAMETER, "no position is given");
        problem_mend(problem, "give lon= and lat=, or from=LON,LAT, or in a "
                              "body \"sources\"");
        return problem_about(problem, "from");
    }
    question->sources = request->from.stop;
    question->source_count = request->from.count;
    options->distance = request->metric == 1;
    options->arrive = request->direction == 1;
    options->denoise = request->denoise;
    options->generalize_m = request->generalize_m;
    return set_contours(&request->contours, options, problem);
}

/* ---- The answer ---------------------------------------------------------- */

struct isochrone_state {
    struct isochrone_question question;
    struct isochrone_request request;
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
    v1_put_snaps(writer, "sources", state->question.found,
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

    if (isochrone_request_ask(&state->request, question, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    exchange_prepare(exchange, &question->base, &state->request.options);
    exchange_asked(exchange, &question->base,
                   service_ask_isochrone(exchange_service(exchange), question));
}

static struct isochrone_state *make_state(struct exchange *exchange)
{
    struct isochrone_state *state =
        exchange_make_state(exchange, sizeof(*state));

    if (state)
        isochrone_request_init(&state->request);
    return state;
}

static void handle_get(struct exchange *exchange)
{
    struct isochrone_state *state = make_state(exchange);
    struct problem problem;

    if (!state)
        return;
    if (isochrone_request_parse(&state->request, exchange->query, &problem))
        exchange_refuse(exchange, &problem);
    else
        ask(exchange);
}

static int read_object(const json_t *object, void *memory,
                       struct problem *problem)
{
    struct isochrone_state *state = memory;

    return isochrone_request_read(object, &state->request, problem);
}

static void handle_post(struct exchange *exchange)
{
    if (make_state(exchange))
        exchange_read_object(exchange, read_object, ask);
}

const struct endpoint endpoint_isochrone_get = {
    .path = "/v1/isochrone",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle_get,
    .answered = answered,
    .finish = finish,
};

const struct endpoint endpoint_isochrone_post = {
    .path = "/v1/isochrone",
    .method = "POST",
    .media = MEDIA_JSON,
    .handle = handle_post,
    .answered = answered,
    .finish = finish,
};
