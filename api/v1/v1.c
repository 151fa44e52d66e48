/* The list of relaxd's own endpoints. */
#include "api/v1/v1.h"

#include <math.h>
#include <string.h>

#include "api/form/fields.h"
#include "api/http/bundled_file.h"
#include "api/http/exchange.h"
#include "api/metrics/metrics.h"
#include "core/graph/cost.h"

static const struct endpoint *const endpoints[] = {
    &endpoint_path_get,
    &endpoint_path_post,
    &endpoint_table,
    &endpoint_route,
    &endpoint_tree,
    &endpoint_isochrone,
    &endpoint_nearest,
    &endpoint_vertices,
    &endpoint_status,
    &endpoint_healthz,
    &endpoint_readyz,
    &endpoint_tiles_json,
    &endpoint_search,
    &endpoint_metrics,
    &endpoint_openapi,
    &endpoint_segments_get,
    &endpoint_segments_patch,
    &endpoint_segments_put,
    &endpoint_segments_delete,
    &endpoint_turns_get,
    &endpoint_turns_patch,
    &endpoint_turns_put,
    &endpoint_turns_delete,
    &endpoint_arcs_get,
    &endpoint_arcs_patch,
    &endpoint_arcs_put,
    &endpoint_arcs_delete,
    &endpoint_scenarios,
    &endpoint_scenario_publish,
    &endpoint_scenario_delete,
    &endpoint_models,
    &endpoint_model_get,
    &endpoint_model_put,
    &endpoint_model_delete,
    NULL,
};

bool v1_read_map(struct exchange *exchange, struct map_entry **ret_entry)
{
    static const struct field fields[] = {
        {"map", FIELD_NAME, false, offsetof(struct question_options, map),
         NULL},
        {"profile", FIELD_NAME, false,
         offsetof(struct question_options, profile), NULL},
        FIELDS_END,
    };
    struct question_options names = {.map = ""};
    struct problem problem;

    if (!exchange_read_query(exchange, fields, &names))
        return false;
    if (!exchange_find_map(exchange, names.map, names.profile, ret_entry,
                           &problem))
        return true;
    exchange_refuse(exchange, &problem);
    return false;
}

void v1_write_position(struct json_writer *writer, struct position position)
{
    json_begin_array(writer);
    json_write_degrees_e7(writer, position.lon_e7);
    json_write_degrees_e7(writer, position.lat_e7);
    json_end_array(writer);
}

void v1_put_snap(struct json_writer *writer, const struct snap *snap)
{
    json_key(writer, "location");
    v1_write_position(writer, snap->position);
    json_put_thousandths(writer, "distance",
                         (uint64_t)llround(snap->distance_m * 1000));
}

void v1_write_snap(struct json_writer *writer, const struct snap *snap)
{
    json_begin_object(writer);
    v1_put_snap(writer, snap);
    json_end_object(writer);
}

void v1_put_snaps(struct json_writer *writer, const char *key,
                  const struct snap *snaps, size_t count)
{
    json_open_array(writer, key);
    for (size_t i = 0; i < count; i++)
        v1_write_snap(writer, &snaps[i]);
    json_end_array(writer);
}

void v1_write_cost(struct json_writer *writer, uint32_t cost)
{
    if (cost <= COST_MAX)
        json_write_number(writer, cost);
    else
        json_write_null(writer);
}

void v1_put_cost(struct json_writer *writer, uint32_t cost)
{
    json_key(writer, "cost");
    v1_write_cost(writer, cost);
    if (cost == COST_OVERFLOW)
        json_put_bool(writer, "overflow", true);
}

/* The description of the API, for programs and their authors. */
extern const struct bundled_file openapi_file; /* made by embed.py */

static void send_openapi(struct exchange *exchange)
{
    bundled_file_send(exchange, &openapi_file);
    exchange_allow_origins(exchange);
}

const struct endpoint endpoint_openapi = {
    .path = "/openapi.yaml",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = send_openapi,
};

static bool owns(const struct exchange *exchange)
{
    const char *path = exchange->path;

    if (!strncmp(path, "/v1/", 4) || !strcmp(path, "/v1"))
        return true;
    for (const struct endpoint *const *at = endpoints; *at; at++) {
        if (!strcmp((*at)->path, path))
            return true;
    }
    return false;
}

static void route(struct exchange *exchange)
{
    exchange_route(exchange, exchange->path);
}

const struct dialect dialect_v1 = {
    .endpoints = endpoints,
    .packs_from = 1024, /* less fits a packet as it is */
    .tags = true,
    .owns = owns,
    .route = route,
};
