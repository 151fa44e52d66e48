/* tiles_json: the URLs and layers of a map's tiles, as TileJSON 3.0.0
 * (github.com/mapbox/tilejson-spec). */
#include <string.h>

#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/engine/registry.h"
#include "core/service/tile/tile_draw.h"
#include "core/service/tile/tile_index.h"

static void refuse_bare(struct exchange *exchange,
                        const struct map_entry *entry)
{
    struct problem problem;
    struct error error;

    error_set(&error, 0, "map %s has no roads to draw", map_entry_name(entry));
    problem_from_outcome(&problem, OUTCOME_NO_ROADS, error.text);
    exchange_refuse(exchange, &problem);
}

/* The host as the client knows it: a proxy in front may handle TLS. */
static void write_template(const struct exchange *exchange,
                           const struct map_entry *entry,
                           struct json_writer *writer)
{
    const char *host = exchange_header(exchange, MHD_HTTP_HEADER_HOST);
    const char *scheme = exchange_header(exchange, "X-Forwarded-Proto");
    bool secure = scheme && !strcmp(scheme, "https");

    json_begin_string(writer);
    if (host && *host) {
        json_write_string_part(writer, secure ? "https://" : "http://");
        json_write_string_part(writer, host);
    }
    json_write_string_part(writer, "/tile/v1/");
    json_write_string_part(writer, map_entry_name(entry));
    json_write_string_part(writer, ":");
    json_write_string_part(writer, map_entry_profile(entry));
    json_write_string_part(writer, "/tile({x},{y},{z}).mvt");
    json_end_string(writer);
}

/* From the tree's root. A map that crosses the antimeridian gets all
 * longitudes. */
static void write_bounds(const struct roads *roads, struct json_writer *writer)
{
    const struct segment_box *box = &roads->tree.box[roads->tree.box_count - 1];
    bool around =
        box->low.lon_e7 < -1800000000 || box->high.lon_e7 > 1800000000;

    json_begin_array(writer);
    json_write_degrees_e7(writer, around ? -1800000000 : box->low.lon_e7);
    json_write_degrees_e7(writer, box->low.lat_e7);
    json_write_degrees_e7(writer, around ? 1800000000 : box->high.lon_e7);
    json_write_degrees_e7(writer, box->high.lat_e7);
    json_end_array(writer);
}

/* The initial view. */
static void write_middle(const struct roads *roads, struct json_writer *writer)
{
    struct segment_box box = tile_middle(roads);

    json_begin_array(writer);
    json_write_degrees_e7(writer, box.low.lon_e7);
    json_write_degrees_e7(writer, box.low.lat_e7);
    json_write_degrees_e7(writer, box.high.lon_e7);
    json_write_degrees_e7(writer, box.high.lat_e7);
    json_end_array(writer);
}

static const char *attribution_of(const struct map *map)
{
    return map_is_generated(map) ? "Made up by " MAP_GENERATOR
                                 : "© OpenStreetMap contributors";
}

static void write_layers(struct json_writer *writer)
{
    json_begin_array(writer);
    json_begin_object(writer);
    json_put_string(writer, "id", TILE_LAYER);
    json_open_object(writer, "fields");
    for (size_t i = 0; i < tile_property_count; i++) {
        json_put_string(writer, tile_properties[i].key,
                        tile_properties[i].type);
    }
    json_end_object(writer);
    json_end_object(writer);
    json_end_array(writer);
}

static void write_answer(const struct exchange *exchange,
                         const struct map_entry *entry,
                         struct json_writer *writer)
{
    json_begin_object(writer);
    json_put_string(writer, "tilejson", "3.0.0");
    json_put_string(writer, "name", map_entry_name(entry));
    json_open_array(writer, "tiles");
    write_template(exchange, entry, writer);
    json_end_array(writer);
    json_put_number(writer, "minzoom", 0);
    json_put_number(writer, "maxzoom", TILE_ZOOM_EACH);
    json_key(writer, "bounds");
    write_bounds(&map_entry_map(entry)->roads, writer);
    json_key(writer, "middle");
    write_middle(&map_entry_map(entry)->roads, writer);
    json_key(writer, "vector_layers");
    write_layers(writer);
    json_put_string(writer, "attribution",
                    attribution_of(map_entry_map(entry)));
    json_end_object(writer);
}

static void handle(struct exchange *exchange)
{
    struct map_entry *entry;

    if (!v1_read_map(exchange, &entry))
        return;
    if (map_entry_map(entry)->roads.piece_count) {
        write_answer(exchange, entry, &exchange->out);
        exchange_reply(exchange, MHD_HTTP_OK);
    } else {
        refuse_bare(exchange, entry);
    }
    map_entry_release(entry);
}

const struct endpoint endpoint_tiles_json = {
    .path = "/v1/tiles.json",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
};
