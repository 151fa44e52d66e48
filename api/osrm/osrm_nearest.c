/* osrm_nearest: /nearest/v1: the roads nearest to a coordinate. */
#include <stdlib.h>

#include "api/osrm/osrm.h"
#include "api/osrm/osrm_answer.h"
#include "core/base/array.h"

enum { FEW = 8 }; /* results that fit without an allocation */

/* The nodes behind and ahead of a traveller on the segment; 0 for one that no
 * traveller may reach. */
static void write_nodes(struct json_writer *writer, const struct roads *roads,
                        const struct snap *snap)
{
    const int64_t *node = &roads->node_id[snap->segment + snap->piece];
    bool back = !snap->direction[0];

    json_open_array(writer, "nodes");
    json_write_signed(writer, node[back]);
    json_write_signed(writer, node[!back]);
    json_end_array(writer);
}

static void answer(struct exchange *exchange,
                   const struct osrm_request *request, const struct snap *snaps,
                   uint32_t count)
{
    struct json_writer *writer = &exchange->out;
    const struct roads *roads = osrm_request_roads(request);

    osrm_begin_answer(exchange);
    json_open_array(writer, "waypoints");
    for (uint32_t i = 0; i < count; i++) {
        json_begin_object(writer);
        write_nodes(writer, roads, &snaps[i]);
        osrm_waypoint_members(writer, roads, &snaps[i], 1,
                              request->generate_hints);
        json_end_object(writer);
    }
    json_end_array(writer);
    osrm_end_answer(exchange, request);
}

static void find(struct exchange *exchange, const struct osrm_request *request,
                 struct snap *snaps)
{
    struct snap_options options = osrm_snap_options(request, 0);
    struct osrm_problem problem;
    uint32_t found;

    options.closed = map_entry_weighting(request->entry)->closed;
    found = snap_nearest(osrm_request_roads(request), &options, request->number,
                         snaps);
    if (found) {
        answer(exchange, request, snaps, found);
        return;
    }
    osrm_problem_set(&problem, "NoSegment",
                     "Could not find a matching segments for coordinate");
    osrm_refuse(exchange, &problem);
}

static void after_read(struct exchange *exchange)
{
    struct osrm_request *request = exchange->state;
    uint32_t segments = osrm_request_roads(request)->segment_count;
    struct snap few[FEW];
    struct snap *snaps = few;

    if (request->number > segments)
        request->number = segments; /* there cannot be more results */
    if (request->number > FEW)
        snaps = array_alloc(request->number, sizeof(*snaps));
    if (snaps)
        find(exchange, request, snaps);
    else
        exchange_refuse_no_memory(exchange);
    if (snaps != few)
        free(snaps);
}

static void handle(struct exchange *exchange)
{
    if (exchange_make_state(exchange, sizeof(struct osrm_request)))
        osrm_read(exchange, after_read);
}

static void finish(void *memory)
{
    osrm_request_finish(memory);
    free(memory);
}

const struct endpoint endpoint_osrm_nearest = {
    .path = "/nearest/v1/",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = handle,
    .finish = finish,
};
