/* The map behind a profile, what the services share, and the dialect. */
#include "api/osrm/osrm.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "api/form/json_body.h"
#include "api/form/model_json.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/osrm/osrm_parse.h"
#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"
#include "core/engine/registry.h"
#include "core/service/service.h"

/* ---- Profiles ------------------------------------------------------------ */

/* OSRM serves one profile and ignores its name in the URL, so many clients
 * always write "driving". relaxd looks for a profile of that name, then for the
 * one that usually goes by it (driving: car; cycling and bike: bicycle;
 * walking: foot), and otherwise takes the first map's first profile. A name
 * with a colon is relaxd's own: MAP:PROFILE, or MAP: for the map's first
 * profile; nothing else stands in for it. */
static const struct {
    const char *word;
    const char *profile;
} usual[] = {
    {"driving", "car"},
    {"cycling", "bicycle"},
    {"bike", "bicycle"},
    {"walking", "foot"},
};

/* MAP:PROFILE, with its colon at `colon`. */
static int find_named(struct service *service, const char *word,
                      const char *colon, struct map_entry **ret_entry,
                      struct osrm_problem *problem)
{
    char map[MAP_NAME_SIZE + ROAD_NAME_SIZE + 1];
    const char *profile = colon[1] ? colon + 1 : NULL;
    struct error error;

    snprintf(map, sizeof(map), "%.*s", (int)(colon - word), word);
    return service_find_map(service, map, profile, ret_entry, &error) ==
                   OUTCOME_OK
               ? 0
               : osrm_problem_set(problem, "NoMap", "%s", error.text);
}

static struct map_entry *find_usual(struct registry *registry, const char *word)
{
    for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
        if (!strcmp(usual[i].word, word))
            return registry_acquire(registry, NULL, usual[i].profile);
    }
    return NULL;
}

static int find_word(struct service *service, const char *word,
                     struct map_entry **ret_entry, struct osrm_problem *problem)
{
    struct registry *registry = engine_registry(service_engine(service));
    struct map_entry *entry = registry_acquire(registry, NULL, word);

    if (!entry)
        entry = find_usual(registry, word);
    if (!entry)
        entry = registry_acquire(registry, NULL, NULL);
    if (!entry)
        return osrm_problem_set(problem, "NoMap", "no map is served");
    *ret_entry = entry;
    return 0;
}

/* The caller pins the entry, which has roads. 0, or -EINVAL with the
 * problem. */
static int osrm_profile_find(struct service *service, const char *word,
                             struct map_entry **ret_entry,
                             struct osrm_problem *problem)
{
    const char *colon = strchr(word, ':');
    struct map_entry *entry;
    int r = colon ? find_named(service, word, colon, &entry, problem)
                  : find_word(service, word, &entry, problem);

    if (r)
        return r;
    if (map_entry_map(entry)->roads.piece_count == 0) {
        map_entry_release(entry);
        return osrm_problem_set(problem, "NoMap",
                                "the map has no roads: it was not made from "
                                "OpenStreetMap data");
    }
    *ret_entry = entry;
    return 0;
}

/* ---- Services ------------------------------------------------------------ */

static int read_body(struct exchange *exchange, struct osrm_request *request,
                     struct osrm_problem *problem)
{
    int r = osrm_body_read(
        exchange->parsed, exchange->body, exchange->body_length,
        listener_limits(exchange->listener)->json_depth_max, request, problem);

    /* The body may be megabytes, and the answer may take long. */
    exchange_drop_body(exchange);
    return r;
}

static int read_text(struct exchange *exchange, struct osrm_request *request,
                     struct osrm_problem *problem)
{
    return strcmp(exchange->method, MHD_HTTP_METHOD_POST) != 0
               ? osrm_query_read(exchange->parsed, request, problem)
               : read_body(exchange, request, problem);
}

enum { GEOJSON_DEPTH = 16 };

/* Makes a model of the areas to avoid. */
static int read_avoid(struct osrm_request *request,
                      struct osrm_problem *problem)
{
    const char *text = request->avoid_polygons;
    struct problem reason;
    json_t *polygons = NULL;
    json_t *model = NULL;
    int r =
        json_body_parse(text, strlen(text), GEOJSON_DEPTH, &polygons, &reason);

    if (!r)
        model = json_pack("{s:{s:o}}", "avoid", "polygons", polygons);
    if (!r && !model)
        return -ENOMEM;
    if (!r)
        r = model_json_read(model, "model", &request->options.model.model,
                            &reason);
    json_decref(model);
    if (r && reason.kind == PROBLEM_FAILED)
        return -ENOMEM;
    return r ? osrm_problem_set(problem, "InvalidValue", "avoid_polygons: %s",
                                reason.detail)
             : 0;
}

static int find_map(struct exchange *exchange, struct osrm_request *request,
                    struct osrm_problem *problem)
{
    struct question_options *options = &request->options;
    int r = osrm_profile_find(exchange_service(exchange), request->profile,
                              &request->entry, problem);

    if (r)
        return r;
    exchange_note_epoch(exchange, request->entry);
    snprintf(options->map, sizeof(options->map), "%s",
             map_entry_name(request->entry));
    snprintf(options->profile, sizeof(options->profile), "%s",
             map_entry_profile(request->entry));
    if (request->avoid_polygons) {
        r = read_avoid(request, problem);
        if (r)
            return r;
    }
    return osrm_check_exclude(request, &osrm_request_roads(request)->profile,
                              &request->exclude_bits, problem);
}

/* Checks in OSRM's order. */
static int read_request(struct exchange *exchange, struct osrm_request *request,
                        struct osrm_problem *problem)
{
    const struct limits *limits = listener_limits(exchange->listener);
    int r = read_text(exchange, request, problem);

    request->default_radius_m =
        limits->osrm_radius_m ? (double)limits->osrm_radius_m : INFINITY;
    if (!r)
        r = osrm_check_options(request, problem);
    if (!r)
        r = osrm_check_limits(request, limits, problem);
    if (!r)
        r = find_map(exchange, request, problem);
    if (!r)
        r = osrm_check_rest(request, limits, problem);
    if (!r)
        osrm_list_sort(&request->route.waypoints);
    return r;
}

static void parse(struct exchange *exchange)
{
    struct osrm_request *request = exchange->state;

    request->result = read_request(exchange, request, &request->problem);
}

static void parsed(struct exchange *exchange)
{
    struct osrm_request *request = exchange->state;

    if (!request->result)
        request->done(exchange);
    else if (request->result == -ENOMEM)
        exchange_refuse_no_memory(exchange);
    else
        osrm_refuse(exchange, &request->problem);
}

void osrm_read(struct exchange *exchange,
               void (*done)(struct exchange *exchange))
{
    struct osrm_request *request = exchange->state;

    osrm_request_init(request);
    request->done = done;
    exchange_read(exchange, parse, parsed);
}

void osrm_prepare(struct exchange *exchange, struct question *question,
                  const struct osrm_request *request)
{
    exchange_prepare(exchange, question, &request->options);
    question->found = request->entry;
    question->exclude = request->exclude_bits;
}

/* Coordinates are rounded to 10^-6 degrees: within this distance they mean the
 * node itself. */
static const int32_t coordinate_grain_e7 = 7;

struct snap_options osrm_snap_options(const struct osrm_request *request,
                                      size_t i)
{
    struct snap_options options = snap_options_of(request->coordinate[i]);

    options.radius_m = request->default_radius_m;
    options.usual_radius = true;
    if (request->radius_m && !isnan(request->radius_m[i])) {
        options.radius_m = request->radius_m[i];
        options.usual_radius = false;
    }
    if (request->bearing && request->bearing[i].given) {
        options.has_bearing = true;
        options.bearing_deg = request->bearing[i].value_deg;
        options.bearing_range_deg = request->bearing[i].range_deg;
    }
    if (request->approach)
        options.approach = request->approach[i];
    options.exclude = request->exclude_bits;
    options.boards = request->snap_any;
    options.mercator = true;
    options.node_reach_e7 = coordinate_grain_e7;
    return options;
}

const struct roads *osrm_request_roads(const struct osrm_request *request)
{
    return &map_entry_map(request->entry)->roads;
}

void osrm_begin_answer(struct exchange *exchange)
{
    json_begin_object(&exchange->out);
    json_put_string(&exchange->out, "code", "Ok");
}

void osrm_end_answer(struct exchange *exchange,
                     const struct osrm_request *request)
{
    const char *version = map_entry_map(request->entry)->info.data_version;

    exchange_write_time_zone(exchange_service(exchange),
                             &request->options.depart_at, &exchange->out);
    if (*version)
        json_put_string(&exchange->out, "data_version", version);
    json_end_object(&exchange->out);
    exchange_compress(exchange);
}

/* ---- The dialect --------------------------------------------------------- */

static const char methods[] = "GET, HEAD, POST, OPTIONS";

static const struct endpoint *const endpoints[] = {
    &endpoint_osrm_route,
    &endpoint_osrm_table,
    &endpoint_osrm_nearest,
    &endpoint_osrm_tile,
    NULL,
};

static const struct endpoint *const by_service[OSRM_SERVICE_COUNT] = {
    [OSRM_ROUTE] = &endpoint_osrm_route,
    [OSRM_TABLE] = &endpoint_osrm_table,
    [OSRM_NEAREST] = &endpoint_osrm_nearest,
    [OSRM_TILE] = &endpoint_osrm_tile,
};

/* OSRM accepts no others by POST. */
static bool takes_post(enum osrm_service service)
{
    return service == OSRM_MATCH ||
           (by_service[service] && by_service[service]->posts);
}

static bool is_service(const char *name, size_t length)
{
    for (unsigned i = 0; i < OSRM_SERVICE_COUNT; i++) {
        const char *service = osrm_service_name((enum osrm_service)i);

        if (strlen(service) == length && !strncmp(service, name, length))
            return true;
    }
    return false;
}

/* Owns the paths of a service, and "/X/v1/..." for any X and version. Owns "/"
 * if no Accept header asks for a type, as a browser's does. */
static bool owns(const struct exchange *exchange)
{
    const char *path = exchange->path;
    const char *first;
    const char *second;
    size_t length;

    if (*path != '/' || !path[1])
        return !exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT);
    first = path + 1;
    length = strcspn(first, "/");
    second = first + length;
    return is_service(first, length) ||
           (!strncmp(second, "/v", 2) && second[2] >= '0' && second[2] <= '9');
}

static bool is_method(const struct exchange *exchange, const char *method)
{
    return !strcmp(exchange->method, method);
}

static void reply_options(struct exchange *exchange)
{
    exchange_reply_bytes(exchange, MHD_HTTP_NO_CONTENT, NULL, NULL, 0);
    osrm_add_headers(exchange);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ALLOW, methods);
}

static void refuse_method(struct exchange *exchange)
{
    struct osrm_problem problem;

    osrm_problem_set(&problem, "InvalidMethod",
                     "%.20s is none of the methods %s", exchange->method,
                     methods);
    problem.status = MHD_HTTP_METHOD_NOT_ALLOWED;
    osrm_refuse(exchange, &problem);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ALLOW, methods);
}

/* By the service only: its options follow later. */
static int find_endpoint(struct exchange *exchange,
                         struct osrm_problem *problem)
{
    bool is_post = is_method(exchange, MHD_HTTP_METHOD_POST);
    struct osrm_url *url = calloc(1, sizeof(*url));
    int r;

    exchange->parsed = url;
    if (!url)
        return -ENOMEM;
    r = osrm_url_split(exchange->target, !is_post, url, problem);
    if (r)
        return r;
    if (is_post && !takes_post(url->service))
        return osrm_problem_set(problem, "NotImplemented",
                                "Service %s is not available by POST.",
                                osrm_service_name(url->service));
    if (!by_service[url->service])
        return osrm_problem_set(problem, "NotImplemented",
                                "Service %s is not implemented.",
                                osrm_service_name(url->service));
    exchange->endpoint = by_service[url->service];
    return 0;
}

static void route(struct exchange *exchange)
{
    struct osrm_problem problem;
    int r;

    if (is_method(exchange, MHD_HTTP_METHOD_OPTIONS)) {
        reply_options(exchange);
        return;
    }
    if (!is_method(exchange, MHD_HTTP_METHOD_GET) &&
        !is_method(exchange, MHD_HTTP_METHOD_HEAD) &&
        !is_method(exchange, MHD_HTTP_METHOD_POST)) {
        refuse_method(exchange);
        return;
    }
    r = find_endpoint(exchange, &problem);
    if (r == -ENOMEM)
        exchange_refuse_no_memory(exchange);
    else if (r)
        osrm_refuse(exchange, &problem);
}

static unsigned refuse(const struct problem *problem, struct json_writer *out)
{
    struct osrm_problem words;

    osrm_problem_of(problem, &words);
    osrm_problem_write(&words, out);
    return words.status;
}

void osrm_add_headers(struct exchange *exchange)
{
    if (!exchange->listener->settings.local) {
        exchange_allow_origins(exchange);
        exchange_add_header(
            exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_METHODS, methods);
        exchange_add_header(
            exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_HEADERS,
            "X-Requested-With, Content-Type, " REQUEST_ID_HEADER);
    }
    if (!exchange->type)
        exchange_add_header(exchange, "Content-Disposition",
                            "inline; filename=\"response.json\"");
}

static void finish(void *parsed)
{
    struct osrm_url *url = parsed;

    free(url->text);
    free(url);
}

const struct dialect dialect_osrm = {
    .endpoints = endpoints,
    .json_type = "application/json; charset=UTF-8",
    .packs_from = 1,
    .owns = owns,
    .route = route,
    .refuse = refuse,
    .headers = osrm_add_headers,
    .finish = finish,
};
