/* osrm_tile: /tile/v1/{profile}/tile(x,y,z).mvt: a picture of the roads.
 *
 * A cached tile is sent at once; others are drawn on the pool. */
#include <stdlib.h>
#include <string.h>

#include "api/http/listener_private.h"
#include "api/http/negotiate.h"
#include "api/osrm/osrm.h"
#include "api/tile/tile_store.h"
#include "core/service/tile/tile_draw.h"

struct tile_state {
    struct osrm_request request;
    struct tile_store *store;
    struct tile_id id;
    bool packed;
    struct tile_blob *blob; /* NULL: not drawn yet, or failed */
    struct error error;
};

static void finish(void *memory)
{
    struct tile_state *tile = memory;

    tile_blob_release(tile->blob);
    osrm_request_finish(&tile->request);
    free(tile);
}

static bool is_tile(struct tile_id id)
{
    return id.z <= TILE_ZOOM_MAX && id.x >> id.z == 0 && id.y >> id.z == 0;
}

static void refuse_place(struct exchange *exchange)
{
    struct osrm_problem problem;

    osrm_problem_set(&problem, "InvalidOptions",
                     "Invalid tile: z is 0 to %d, x and y are 0 to 2^z - 1",
                     TILE_ZOOM_MAX);
    osrm_refuse(exchange, &problem);
}

static void release_blob(void *blob)
{
    tile_blob_release(blob);
}

static void send_blob(struct exchange *exchange, struct tile_blob *blob,
                      bool packed)
{
    exchange->type = "application/x-protobuf";
    if (exchange_has_tag(exchange, blob->etag + strlen("W/"))) {
        exchange_reply_bytes(exchange, MHD_HTTP_NOT_MODIFIED, NULL, NULL, 0);
        packed = false;
    } else {
        exchange_reply_shared(exchange, MHD_HTTP_OK, blob->bytes, blob->length,
                              release_blob, tile_blob_hold(blob));
    }
    osrm_add_headers(exchange);
    if (packed)
        exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    exchange_add_header(exchange, MHD_HTTP_HEADER_VARY,
                        MHD_HTTP_HEADER_ACCEPT_ENCODING);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ETAG, blob->etag);
    exchange_add_header(exchange, MHD_HTTP_HEADER_CACHE_CONTROL,
                        "public, no-cache");
}

static void draw(struct exchange *exchange)
{
    struct tile_state *tile = exchange->state;

    tile_store_draw(tile->store, tile->request.entry, tile->id, tile->packed,
                    &tile->blob, &tile->error);
}

static void drawn(struct exchange *exchange)
{
    struct tile_state *tile = exchange->state;

    if (tile->blob)
        send_blob(exchange, tile->blob, tile->packed);
    else
        exchange_refuse_no_memory(exchange);
}

static void after_read(struct exchange *exchange)
{
    struct tile_state *tile = exchange->state;

    tile->id = tile->request.tile;
    if (!is_tile(tile->id)) {
        refuse_place(exchange);
        return;
    }
    tile->packed = accept_coding(
        exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT_ENCODING), "gzip");
    tile->blob = tile_store_find(tile->store, tile->request.entry, tile->id,
                                 tile->packed);
    if (tile->blob)
        send_blob(exchange, tile->blob, tile->packed);
    else
        exchange_compute(exchange, draw, drawn);
}

static void handle(struct exchange *exchange)
{
    struct tile_state *tile = exchange_make_state(exchange, sizeof(*tile));

    if (!tile)
        return;
    tile->store = exchange->listener->settings.tiles;
    osrm_read(exchange, after_read);
}

const struct endpoint endpoint_osrm_tile = {
    .path = "/tile/v1/",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = handle,
    .finish = finish,
};
