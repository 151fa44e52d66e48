#include "daemon/runtime_limits.h"

#include <math.h>

#include "core/base/log.h"

struct service_settings runtime_limits_service(const struct settings *settings)
{
    return (struct service_settings){
        .deadline_ms = settings->deadline_ms,
        .queries_max = settings->queries_max,
        .costs_max = settings->costs_max,
        .stops_max = settings->stops_max,
        .snap_radius_m = (double)settings->snap_radius_m,
        .table_cells_max = settings->table_cells_max,
        .stream_bytes_max = settings->stream_bytes_max,
        .stream_memory_max = settings->stream_memory_max,
        .table_memory_max = settings->table_memory_max,
    };
}

static void set_osrm(const struct settings *settings,
                     struct osrm_limits *limits)
{
    uint64_t radius_m = settings->osrm_radius_m;

    limits->route_max = settings->osrm_viaroute_max;
    limits->alternatives_max = settings->osrm_alternatives_max;
    limits->table_max = settings->osrm_table_max;
    limits->nearest_max = settings->osrm_nearest_max;
    limits->trip_max = settings->osrm_trip_max;
    limits->match_max = settings->osrm_match_max;
    limits->default_radius_m = radius_m ? (double)radius_m : INFINITY;
}

void runtime_limits_set_http(const struct settings *settings,
                             struct http_limits *limits)
{
    limits->idle_timeout_s = (unsigned)settings->idle_timeout_s;
    limits->header_timeout_s = (unsigned)settings->header_timeout_s;
    limits->body_timeout_s = (unsigned)settings->body_timeout_s;
    limits->send_timeout_s = (unsigned)settings->send_timeout_s;
    limits->shutdown_ms = settings->shutdown_ms;
    limits->body_max_bytes = settings->body_max_bytes;
    limits->bodies_max_bytes = settings->bodies_max_bytes;
    limits->json_depth_max = settings->json_depth_max;
    limits->access_log = settings->access_log;
    limits->slow_query_us = settings->slow_query_ms * 1000;
    set_osrm(settings, &limits->osrm);
}

void runtime_limits_apply(const struct settings *settings,
                          struct wiring *wiring)
{
    struct service_settings limits = runtime_limits_service(settings);

    log_set_level(settings->log_level);
    log_set_format(settings->log_format);
    service_set(wiring->service, &limits);
    runtime_limits_set_http(settings, &wiring->http_limits);
    registry_keep_masks(wiring->registry, settings->masks_kept);
    tile_store_set_bytes(wiring->tiles, settings->tile_cache_bytes);
}
