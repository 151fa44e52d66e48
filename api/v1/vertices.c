/* vertices: the ids of a map's vertices in internal order, the order of binary
 * trees, with positions if known. */
#include <endian.h>
#include <stdlib.h>

#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/engine/registry.h"

enum { IDS_OCTETS = JSON_WRITER_PART / 8 };

struct vertices_state {
    struct map_entry *entry; /* pinned */
    const struct map *map;
    uint32_t next; /* the next vertex */
};

static void finish(void *memory)
{
    struct vertices_state *state = memory;

    map_entry_release(state->entry);
    free(state);
}

static enum produced produce_octets(struct exchange *exchange)
{
    struct vertices_state *state = exchange->state;
    uint32_t count = state->map->topology.vertex_count;
    uint32_t end =
        count - state->next < IDS_OCTETS ? count : state->next + IDS_OCTETS;

    for (; state->next < end; state->next++) {
        uint64_t id = htole64(state->map->external_id[state->next]);

        json_writer_raw(&exchange->out, &id, sizeof(id));
    }
    return end < count ? PRODUCED_PART : PRODUCED_LAST;
}

static void open_object(const struct vertices_state *state,
                        struct json_writer *writer)
{
    json_begin_object(writer);
    json_put_string(writer, "map", map_entry_name(state->entry));
    json_put_number(writer, "count", state->map->topology.vertex_count);
    json_open_array(writer, "vertices");
}

/* [id, longitude, latitude], or [id]. */
static void write_vertex(const struct map *map, uint32_t vertex,
                         struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, map->external_id[vertex]);
    if (map->position) {
        json_write_degrees_e7(writer, map->position[vertex].lon_e7);
        json_write_degrees_e7(writer, map->position[vertex].lat_e7);
    }
    json_end_array(writer);
}

static enum produced produce_json(struct exchange *exchange)
{
    struct vertices_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;

    if (!state->next)
        open_object(state, writer);
    while (state->next < state->map->topology.vertex_count) {
        if (json_writer_full(writer))
            return PRODUCED_PART;
        write_vertex(state->map, state->next++, writer);
    }
    json_end_array(writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void handle(struct exchange *exchange)
{
    struct vertices_state *state =
        exchange_make_state(exchange, sizeof(*state));

    if (!state || !v1_read_map(exchange, &state->entry))
        return;
    state->map = map_entry_map(state->entry);
    if (exchange->media == MEDIA_OCTETS)
        exchange_stream(exchange,
                        (uint64_t)state->map->topology.vertex_count * 8,
                        produce_octets);
    else
        exchange_stream(exchange, UINT64_MAX, produce_json);
}

const struct endpoint endpoint_vertices = {
    .path = "/v1/vertices",
    .method = "GET",
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .handle = handle,
    .finish = finish,
};
