/* osrm_service: what the handlers of OSRM's services have in common. */
#include "api/osrm/osrm_service.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/listener_private.h"
#include "api/osrm/osrm_body.h"
#include "api/osrm/osrm_check.h"
#include "api/osrm/osrm_profile.h"
#include "api/osrm/osrm_query.h"
#include "api/osrm/osrm_transport.h"

static const struct endpoint *const endpoints[OSRM_SERVICE_COUNT] = {
    [OSRM_ROUTE] = &endpoint_osrm_route,
    [OSRM_TABLE] = &endpoint_osrm_table,
    [OSRM_NEAREST] = &endpoint_osrm_nearest,
    [OSRM_TILE] = &endpoint_osrm_tile,
};

const struct endpoint *osrm_service_endpoint(enum osrm_service service)
{
    return endpoints[service];
}

bool osrm_service_takes_post(enum osrm_service service)
{
    return service == OSRM_ROUTE || service == OSRM_TABLE ||
           service == OSRM_MATCH;
}

void osrm_refuse_no_memory(struct exchange *exchange)
{
    struct osrm_problem problem;

    osrm_problem_set(&problem, "InternalError", "out of memory");
    problem.status = MHD_HTTP_INTERNAL_SERVER_ERROR;
    osrm_refuse(exchange, &problem);
}

static int read_body(struct exchange *exchange, struct osrm_request *request,
                     struct osrm_problem *problem)
{
    int result = osrm_body_read(
        &exchange->osrm, exchange->body, exchange->body_length,
        exchange->listener->settings.limits->json_depth_max, request, problem);

    /* It may be megabytes, and the answer may take long. */
    exchange_drop_body(exchange);
    return result;
}

static int read_text(struct exchange *exchange, struct osrm_request *request,
                     struct osrm_problem *problem)
{
    return strcmp(exchange->method, MHD_HTTP_METHOD_POST) != 0
               ? osrm_query_read(&exchange->osrm, request, problem)
               : read_body(exchange, request, problem);
}

static int find_map(struct exchange *exchange, struct osrm_request *request,
                    struct osrm_problem *problem)
{
    struct wish *wish = &request->wish;
    int result = osrm_profile_find(exchange_service(exchange), request->profile,
                                   &request->entry, problem);

    if (result)
        return result;
    snprintf(wish->map, sizeof(wish->map), "%s",
             map_entry_name(request->entry));
    snprintf(wish->profile, sizeof(wish->profile), "%s",
             map_entry_profile(request->entry));
    return osrm_check_exclude(request, &osrm_request_roads(request)->profile,
                              &request->exclude_bits, problem);
}

/* In OSRM's order. */
static int read_request(struct exchange *exchange, struct osrm_request *request,
                        struct osrm_problem *problem)
{
    const struct osrm_limits *limits =
        &exchange->listener->settings.limits->osrm;
    int result = read_text(exchange, request, problem);

    request->default_radius_m = limits->default_radius_m;
    if (!result)
        result = osrm_check_options(request, problem);
    if (!result)
        result = osrm_check_limits(request, limits, problem);
    if (!result)
        result = find_map(exchange, request, problem);
    if (!result)
        result = osrm_check_rest(request, limits, problem);
    return result;
}

void osrm_service_parse(struct exchange *exchange, struct osrm_request *request,
                        struct osrm_reading *ret_reading)
{
    osrm_request_init(request);
    ret_reading->result =
        read_request(exchange, request, &ret_reading->problem);
}

bool osrm_service_parsed(struct exchange *exchange,
                         const struct osrm_reading *reading)
{
    if (reading->result == -ENOMEM)
        osrm_refuse_no_memory(exchange);
    else if (reading->result)
        osrm_refuse(exchange, &reading->problem);
    return !reading->result;
}

bool osrm_service_read(struct exchange *exchange, struct osrm_request *request)
{
    struct osrm_reading reading;

    osrm_service_parse(exchange, request, &reading);
    return osrm_service_parsed(exchange, &reading);
}

void osrm_service_prepare(struct exchange *exchange, struct question *question,
                          const struct osrm_request *request)
{
    exchange_prepare(exchange, question, &request->wish);
    question->found = request->entry;
    question->exclude = request->exclude_bits;
}

/* Coordinates are rounded to 10^-6 degrees either way: so far from a node they
 * mean it. */
static const int32_t coordinate_grain_e7 = 7;

struct snap_wish osrm_wish_of(const struct osrm_request *request, size_t i)
{
    struct snap_wish wish = snap_wish_of(request->coordinate[i]);

    wish.radius_m = request->default_radius_m;
    if (request->radius_m && !isnan(request->radius_m[i]))
        wish.radius_m = request->radius_m[i];
    if (request->bearing && request->bearing[i].given) {
        wish.has_bearing = true;
        wish.bearing_deg = request->bearing[i].value_deg;
        wish.bearing_range_deg = request->bearing[i].range_deg;
    }
    if (request->approach)
        wish.approach = request->approach[i];
    wish.exclude = request->exclude_bits;
    wish.boards = request->snap_any;
    wish.mercator = true;
    wish.node_reach_e7 = coordinate_grain_e7;
    return wish;
}

const struct roads *osrm_request_roads(const struct osrm_request *request)
{
    return &map_entry_map(request->entry)->roads;
}

void osrm_begin_answer(struct exchange *exchange)
{
    json_begin_object(&exchange->out);
    json_key(&exchange->out, "code");
    json_write_string(&exchange->out, "Ok");
}

void osrm_end_answer(struct exchange *exchange,
                     const struct osrm_request *request)
{
    const char *version = map_entry_map(request->entry)->info.data_version;

    if (*version) {
        json_key(&exchange->out, "data_version");
        json_write_string(&exchange->out, version);
    }
    json_end_object(&exchange->out);
    osrm_send(exchange);
}
