/* osrm_nearest: /nearest/v1: the roads nearest to a coordinate. */
#include <errno.h>
#include <stdlib.h>

#include "api/osrm/osrm.h"
#include "api/osrm/osrm_answer.h"
#include "core/base/array.h"

enum { FEW = 8 }; /* results that fit without an allocation */

struct nearest {
    struct osrm_request request; /* first: osrm_read() fills it */
    struct closed_set *closed;   /* by weights and, then, by conditions; NULL:
                                    none; owned */
    int error;                   /* of finding it */
};

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

static void find(struct exchange *exchange, const struct nearest *nearest,
                 struct snap *snaps)
{
    const struct osrm_request *request = &nearest->request;
    struct snap_options options = osrm_snap_options(request, 0);
    struct osrm_problem problem;
    struct error words;
    uint32_t found;
    bool explains;

    options.closed = nearest->closed;
    found = snap_nearest(osrm_request_roads(request), &options, request->number,
                         snaps);
    if (found) {
        answer(exchange, request, snaps, found);
        return;
    }
    explains = options.usual_radius &&
               service_say_far(request->entry, &options, &words);
    osrm_problem_set(&problem, "NoSegment",
                     "Could not find a matching segments for coordinate%s%s",
                     explains ? ": " : "", explains ? words.text : "");
    osrm_refuse(exchange, &problem);
}

static void search(struct exchange *exchange)
{
    struct nearest *nearest = exchange->state;
    uint32_t number = nearest->request.number;
    uint32_t segments = osrm_request_roads(&nearest->request)->segment_count;
    struct snap few[FEW];
    struct snap *snaps = few;

    if (number > segments)
        nearest->request.number = segments; /* there cannot be more results */
    if (nearest->request.number > FEW)
        snaps = array_alloc(nearest->request.number, sizeof(*snaps));
    if (snaps && !nearest->error)
        find(exchange, nearest, snaps);
    else
        exchange_refuse_no_memory(exchange);
    if (snaps != few)
        free(snaps);
}

static bool is_unwanted(void *exchange)
{
    return exchange_is_unwanted(exchange);
}

/* On the pool: there may be many conditions. */
static void close_roads(struct exchange *exchange)
{
    struct nearest *nearest = exchange->state;

    nearest->error = service_close_at(exchange_service(exchange),
                                      map_entry_map(nearest->request.entry),
                                      &nearest->request.options.depart_at,
                                      is_unwanted, exchange, &nearest->closed);
}

static void after_read(struct exchange *exchange)
{
    struct nearest *nearest = exchange->state;
    const struct date_time *depart_at = &nearest->request.options.depart_at;
    struct closed_set *closed =
        map_entry_weighting(nearest->request.entry)->closed;
    const char *refusal =
        service_refuses_time(exchange_service(exchange), depart_at);
    struct osrm_problem problem;

    if (refusal) {
        osrm_problem_set(&problem, "InvalidQuery", "%s", refusal);
        osrm_refuse(exchange, &problem);
        return;
    }
    nearest->closed = closed ? closed_set_acquire(closed) : NULL;
    if (depart_at->given)
        exchange_compute(exchange, close_roads, search);
    else
        search(exchange);
}

static void handle(struct exchange *exchange)
{
    if (exchange_make_state(exchange, sizeof(struct nearest)))
        osrm_read(exchange, after_read);
}

static void finish(void *memory)
{
    struct nearest *nearest = memory;

    closed_set_release(nearest->closed);
    osrm_request_finish(&nearest->request);
    free(nearest);
}

const struct endpoint endpoint_osrm_nearest = {
    .path = "/nearest/v1/",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = handle,
    .finish = finish,
};
