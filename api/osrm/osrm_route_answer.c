/* osrm_route_answer: what /route of OSRM's API answers. */
#include "api/osrm/osrm_route_answer.h"

#include "api/osrm/osrm_annotation.h"
#include "api/osrm/osrm_geometry.h"
#include "api/osrm/osrm_number.h"
#include "api/osrm/osrm_overview.h"
#include "api/osrm/osrm_route_legs.h"
#include "api/osrm/osrm_steps.h"
#include "api/osrm/osrm_waypoint.h"

struct route_writing {
    struct json_writer *writer;
    const struct osrm_request *request;
    const struct route_question *question;
    const struct roads *roads;
    struct osrm_route_legs legs;
};

static void write_tenths(struct json_writer *writer, const char *key,
                         uint64_t tenths)
{
    json_key(writer, key);
    osrm_write_tenths(writer, tenths);
}

/* Guidance, and the summary that goes with it. */
static void write_steps(struct route_writing *route, const struct osrm_leg *leg)
{
    const struct osrm_request *request = route->request;
    struct json_writer *writer = route->writer;
    struct guidance_ends ends = {
        .from_asked = request->coordinate[leg->from],
        .to_asked = request->coordinate[leg->to],
        .piece = route->question->snaps[leg->from].piece,
    };

    if (request->route.steps) {
        osrm_write_guidance(writer, route_question_map(route->question),
                            &leg->leg, &leg->line, &ends,
                            request->route.geometries);
        return;
    }
    json_key(writer, "steps");
    json_begin_array(writer);
    json_end_array(writer);
    json_key(writer, "summary");
    json_write_string(writer, "");
}

static void write_leg(struct route_writing *route, const struct osrm_leg *leg)
{
    const struct osrm_route_options *options = &route->request->route;
    struct json_writer *writer = route->writer;

    json_begin_object(writer);
    write_steps(route, leg);
    write_tenths(writer, "weight", leg->weight_tenths);
    write_tenths(writer, "duration", leg->deciseconds);
    write_tenths(writer, "distance", leg->decimetres);
    if (options->annotations) {
        json_key(writer, "annotation");
        osrm_write_annotation(writer, route->roads, &leg->line,
                              &route->question->snaps[leg->from],
                              options->annotations);
    }
    if (options->overview == OSRM_OVERVIEW_BY_LEGS) {
        json_key(writer, "geometry");
        osrm_write_geometry(writer, options->geometries, leg->line.position,
                            leg->line.position_count);
    }
    json_end_object(writer);
}

static void write_legs(struct route_writing *route)
{
    json_key(route->writer, "legs");
    json_begin_array(route->writer);
    for (size_t i = 0; i < route->legs.count; i++)
        write_leg(route, &route->legs.leg[i]);
    json_end_array(route->writer);
}

/* Of the legs as they are told, so that they add up. */
static void write_sums(struct route_writing *route)
{
    uint64_t weight = 0, deciseconds = 0, decimetres = 0;

    for (size_t i = 0; i < route->legs.count; i++) {
        weight += route->legs.leg[i].weight_tenths;
        deciseconds += route->legs.leg[i].deciseconds;
        decimetres += route->legs.leg[i].decimetres;
    }
    json_key(route->writer, "weight_name");
    json_write_string(route->writer, route->roads->profile.weight_name);
    write_tenths(route->writer, "weight", weight);
    write_tenths(route->writer, "duration", deciseconds);
    write_tenths(route->writer, "distance", decimetres);
}

static int write_route(struct route_writing *route)
{
    enum osrm_overview overview = route->request->route.overview;
    int r = 0;

    json_begin_object(route->writer);
    write_legs(route);
    write_sums(route);
    if (overview == OSRM_OVERVIEW_SIMPLIFIED ||
        overview == OSRM_OVERVIEW_FULL) {
        json_key(route->writer, "geometry");
        r = osrm_write_overview(route->writer, &route->legs, overview,
                                route->request->route.geometries);
    }
    json_end_object(route->writer);
    return r;
}

/* The roads that meet where a stop is. */
static uint32_t find_roads(const struct route_question *question, size_t stop,
                           struct snap ret_snaps[PLACE_POINTS_MAX])
{
    const struct place *place = route_question_place(question, stop);
    uint32_t count = 0;

    for (uint32_t i = 0; i < place->point_count; i++) {
        uint32_t piece = edge_piece(place->points[i].edge);

        if (count && ret_snaps[count - 1].piece == piece)
            continue;
        ret_snaps[count] = question->snaps[stop];
        ret_snaps[count++].piece = piece;
    }
    return count;
}

static void write_waypoints(struct route_writing *route)
{
    const struct osrm_request *request = route->request;
    size_t count = osrm_waypoint_count(request);

    json_key(route->writer, "waypoints");
    json_begin_array(route->writer);
    for (size_t i = 0; i < count; i++) {
        struct snap snaps[PLACE_POINTS_MAX];
        uint32_t roads =
            find_roads(route->question, osrm_waypoint_stop(request, i), snaps);

        osrm_waypoint_write(route->writer, route->roads, snaps, roads,
                            request->generate_hints);
    }
    json_end_array(route->writer);
}

static int write_found(struct route_writing *route,
                       const struct route_leg *found)
{
    int r = osrm_route_legs_init(&route->legs, route->request, route->question,
                                 found);

    if (!r)
        r = write_route(route);
    osrm_route_legs_finish(&route->legs);
    return r;
}

static int write_routes(struct route_writing *route)
{
    const struct route_question *question = route->question;
    int r;

    json_key(route->writer, "routes");
    json_begin_array(route->writer);
    r = write_found(route, question->legs);
    for (size_t i = 0; i < question->further_count && !r; i++)
        r = write_found(route, &question->further[i]);
    json_end_array(route->writer);
    return r;
}

int osrm_route_members(struct json_writer *writer,
                       const struct osrm_request *request,
                       const struct route_question *question)
{
    struct route_writing route = {
        .writer = writer,
        .request = request,
        .question = question,
        .roads = &route_question_map(question)->roads,
    };
    int r = write_routes(&route);

    if (!r && !request->skip_waypoints)
        write_waypoints(&route);
    return r;
}
