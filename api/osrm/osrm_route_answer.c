/* The members of an answer of /route/v1, except for steps. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/json_writer.h"
#include "api/osrm/osrm_answer.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_route.h"
#include "core/base/array.h"
#include "core/graph/roads/segment_box.h"
#include "core/service/line/leg_line.h"
#include "core/service/line/polyline.h"
#include "core/service/route/route_leg.h"

/* ---- Legs ---------------------------------------------------------------- */

struct osrm_leg {
    size_t from; /* stops of the question at its two ends */
    size_t to;
    struct route_leg leg;
    bool merged;          /* joined from several; owns the steps */
    struct leg_line line; /* if lines are requested */
    uint64_t weight_tenths;
    uint64_t deciseconds;
    uint64_t decimetres;
};

struct osrm_route_legs {
    struct osrm_leg *leg; /* [count] */
    size_t count;
};

/* The answer's coordinate for a waypoint index, and the number of waypoints. */
static size_t osrm_waypoint_count(const struct osrm_request *request)
{
    size_t count = request->route.waypoints.count;

    return count ? count : request->coordinate_count;
}

static size_t osrm_waypoint_stop(const struct osrm_request *request,
                                 size_t index)
{
    const struct osrm_indices *waypoints = &request->route.waypoints;

    return waypoints->count ? waypoints->index[index] : index;
}

static bool wants_lines(const struct osrm_request *request)
{
    return request->route.overview != OSRM_OVERVIEW_FALSE ||
           request->route.annotations != 0 || request->route.steps;
}

static int fill_leg(struct osrm_leg *leg, const struct roads *roads,
                    const struct route_leg *found)
{
    int r = 0;

    leg->merged = leg->to - leg->from > 1;
    if (leg->merged)
        r = route_merge(&found[leg->from], leg->to - leg->from, &leg->leg);
    else
        leg->leg = found[leg->from];
    leg->weight_tenths = osrm_weight_tenths(roads, leg->leg.weight);
    leg->deciseconds = osrm_deciseconds(leg->leg.duration_ms);
    leg->decimetres = osrm_decimetres(leg->leg.length_mm);
    return r;
}

/* Takes `found`, the legs of an answered question or of one alternative; all
 * must outlive `legs`. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
static int osrm_route_legs_init(struct osrm_route_legs *legs,
                                const struct osrm_request *request,
                                const struct route_question *question,
                                const struct route_leg *found)
{
    const struct roads *roads = &route_question_map(question)->roads;
    size_t count = osrm_waypoint_count(request) - 1;

    legs->leg = array_zero(count, sizeof(*legs->leg));
    legs->count = legs->leg ? count : 0;
    if (!legs->leg)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        struct osrm_leg *leg = &legs->leg[i];

        leg->from = osrm_waypoint_stop(request, i);
        leg->to = osrm_waypoint_stop(request, i + 1);
        if (fill_leg(leg, roads, found) ||
            (wants_lines(request) &&
             leg_line_init(&leg->line, roads,
                           route_question_weighting(question), &leg->leg)))
            return -ENOMEM;
    }
    return 0;
}

static void osrm_route_legs_finish(struct osrm_route_legs *legs)
{
    for (size_t i = 0; i < legs->count; i++) {
        if (legs->leg[i].merged)
            free(legs->leg[i].leg.steps.list);
        leg_line_finish(&legs->leg[i].line);
    }
    free(legs->leg);
    memset(legs, 0, sizeof(*legs));
}

/* ---- The overview -------------------------------------------------------- */

/* Where legs meet, the position belongs to the later leg. */
static size_t count_own(const struct osrm_route_legs *legs, size_t index,
                        size_t count)
{
    return index + 1 < legs->count ? count - 1 : count;
}

static void add_full(struct osrm_geometry *geometry,
                     const struct osrm_route_legs *legs)
{
    for (size_t i = 0; i < legs->count; i++) {
        const struct leg_line *line = &legs->leg[i].line;
        size_t count = count_own(legs, i, line->position_count);

        for (size_t k = 0; k < count; k++)
            osrm_geometry_add(geometry, line->position[k]);
    }
}

static unsigned zoom_of(const struct osrm_route_legs *legs)
{
    struct segment_box box = SEGMENT_BOX_EMPTY;

    for (size_t i = 0; i < legs->count; i++) {
        const struct leg_line *line = &legs->leg[i].line;

        for (size_t k = 0; k < line->position_count; k++)
            segment_box_add(&box, (struct segment_box){line->position[k],
                                                       line->position[k]});
    }
    return simplify_zoom(&box);
}

static int add_simplified(struct osrm_geometry *geometry,
                          const struct osrm_route_legs *legs, size_t *kept)
{
    unsigned zoom = zoom_of(legs);

    for (size_t i = 0; i < legs->count; i++) {
        const struct leg_line *line = &legs->leg[i].line;
        size_t count =
            simplify_line(line->position, line->position_count, zoom, kept);

        if (!count)
            return -ENOMEM;
        count = count_own(legs, i, count);
        for (size_t k = 0; k < count; k++)
            osrm_geometry_add(geometry, line->position[kept[k]]);
    }
    return 0;
}

static size_t longest_line(const struct osrm_route_legs *legs)
{
    size_t longest = 0;

    for (size_t i = 0; i < legs->count; i++) {
        if (legs->leg[i].line.position_count > longest)
            longest = legs->leg[i].line.position_count;
    }
    return longest;
}

/* Writes the value; `overview` is OSRM_OVERVIEW_SIMPLIFIED or _FULL. 0 or
 * -ENOMEM. */
static int osrm_write_overview(struct json_writer *writer,
                               const struct osrm_route_legs *legs,
                               enum osrm_overview overview,
                               enum osrm_geometries form)
{
    struct osrm_geometry geometry;
    size_t *kept = NULL;
    int r = 0;

    if (overview == OSRM_OVERVIEW_SIMPLIFIED) {
        kept = array_alloc(longest_line(legs), sizeof(*kept));
        if (!kept)
            return -ENOMEM;
    }
    osrm_geometry_begin(&geometry, writer, form);
    if (kept)
        r = add_simplified(&geometry, legs, kept);
    else
        add_full(&geometry, legs);
    osrm_geometry_end(&geometry);
    free(kept);
    return r;
}

/* ---- Annotations --------------------------------------------------------- */

/* The segments of a leg, at least one. */
struct bits {
    struct json_writer *writer;
    const struct map *map;
    const struct weighting *weighting;
    const char *weights_name;
    const struct roads *roads;         /* the map's */
    const struct leg_segment *segment; /* [count] */
    size_t count;
};

static void write_distances(const struct bits *bits)
{
    json_open_array(bits->writer, "distance");
    for (size_t i = 0; i < bits->count; i++)
        json_write_thousandths(bits->writer, bits->segment[i].length_mm);
    json_end_array(bits->writer);
}

static void write_durations(const struct bits *bits)
{
    json_open_array(bits->writer, "duration");
    for (size_t i = 0; i < bits->count; i++)
        osrm_write_tenths(bits->writer,
                          osrm_deciseconds(bits->segment[i].duration_ms));
    json_end_array(bits->writer);
}

static void write_weights(const struct bits *bits)
{
    json_open_array(bits->writer, "weight");
    for (size_t i = 0; i < bits->count; i++)
        osrm_write_tenths(
            bits->writer,
            osrm_weight_tenths(bits->roads, bits->segment[i].weight));
    json_end_array(bits->writer);
}

/* A segment that takes no time gets the speed of the previous one. */
static void write_speeds(const struct bits *bits)
{
    uint64_t tenths = 0;

    json_open_array(bits->writer, "speed");
    for (size_t i = 0; i < bits->count; i++) {
        const struct leg_segment *segment = &bits->segment[i];

        if (segment->duration_ms)
            tenths = (uint64_t)lround(10.0 * (double)segment->length_mm /
                                      segment->duration_ms);
        osrm_write_tenths(bits->writer, tenths);
    }
    json_end_array(bits->writer);
}

/* Whether weights were changed there since the import. */
static bool is_changed(const struct bits *bits,
                       const struct leg_segment *segment)
{
    bool backward = segment->to_node < segment->from_node;
    uint32_t node = backward ? segment->to_node : segment->from_node;

    return weighting_segment_differs(bits->weighting, bits->map,
                                     node - roads_node_piece(bits->roads, node),
                                     backward);
}

static void write_datasources(const struct bits *bits)
{
    bool changed = false;

    json_open_array(bits->writer, "datasources");
    for (size_t i = 0; i < bits->count; i++) {
        bool here = is_changed(bits, &bits->segment[i]);

        json_write_number(bits->writer, here);
        changed = changed || here;
    }
    json_end_array(bits->writer);
    json_open_object(bits->writer, "metadata");
    json_open_array(bits->writer, "datasource_names");
    json_write_string(bits->writer, "lua profile");
    if (changed)
        json_write_string(bits->writer, bits->weights_name);
    json_end_array(bits->writer);
    json_end_object(bits->writer);
}

static void write_nodes(const struct bits *bits)
{
    const int64_t *id = bits->roads->node_id;

    json_open_array(bits->writer, "nodes");
    json_write_signed(bits->writer, id[bits->segment[0].from_node]);
    for (size_t i = 0; i < bits->count; i++)
        json_write_signed(bits->writer, id[bits->segment[i].to_node]);
    json_end_array(bits->writer);
}

static struct leg_segment segment_of(const struct snap *stay)
{
    uint32_t node = stay->segment + stay->piece;

    return (struct leg_segment){
        .from_node = stay->direction[0] ? node : node + 1,
        .to_node = stay->direction[0] ? node + 1 : node,
    };
}

/* `annotations` is a set of enum osrm_annotation. A leg that does not move has
 * one segment, `stay`. */
static void osrm_write_annotation(struct json_writer *writer,
                                  const struct route_question *question,
                                  const struct leg_line *line,
                                  const struct snap *stay, unsigned annotations)
{
    struct leg_segment none = segment_of(stay);
    const struct map *map = route_question_map(question);
    struct bits bits = {
        writer,
        map,
        route_question_weighting(question),
        route_question_weights_name(question),
        &map->roads,
        line->segment,
        line->segment_count,
    };

    if (!bits.count) {
        bits.segment = &none;
        bits.count = 1;
    }
    json_begin_object(writer);
    if (annotations & OSRM_ANNOTATE_SPEED)
        write_speeds(&bits);
    if (annotations & OSRM_ANNOTATE_WEIGHT)
        write_weights(&bits);
    if (annotations & OSRM_ANNOTATE_NODES)
        write_nodes(&bits);
    if (annotations & OSRM_ANNOTATE_DISTANCE)
        write_distances(&bits);
    if (annotations & OSRM_ANNOTATE_DURATION)
        write_durations(&bits);
    if (annotations & OSRM_ANNOTATE_DATASOURCES)
        write_datasources(&bits);
    json_end_object(writer);
}

/* ---- Routes -------------------------------------------------------------- */

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

/* Guidance, and its summary. */
static void write_steps(struct route_writing *route, const struct osrm_leg *leg)
{
    const struct osrm_request *request = route->request;
    struct json_writer *writer = route->writer;
    struct guidance_asked asked = {
        .from_asked = request->coordinate[leg->from],
        .to_asked = request->coordinate[leg->to],
        .snap = route->question->snaps[leg->from],
        .closed = route_question_weighting(route->question)->closed,
    };

    if (request->route.steps) {
        osrm_write_guidance(writer, route_question_map(route->question),
                            &leg->leg, &leg->line, &asked,
                            request->route.geometries);
        return;
    }
    json_open_array(writer, "steps");
    json_end_array(writer);
    json_put_string(writer, "summary", "");
}

static void write_leg(struct route_writing *route, const struct osrm_leg *leg)
{
    const struct osrm_request *request = route->request;
    struct json_writer *writer = route->writer;

    json_begin_object(writer);
    write_steps(route, leg);
    write_tenths(writer, "weight", leg->weight_tenths);
    write_tenths(writer, "duration", leg->deciseconds);
    write_tenths(writer, "distance", leg->decimetres);
    if (request->route.annotations) {
        json_key(writer, "annotation");
        osrm_write_annotation(writer, route->question, &leg->line,
                              &route->question->snaps[leg->from],
                              request->route.annotations);
    }
    if (request->route.overview == OSRM_OVERVIEW_BY_LEGS) {
        json_key(writer, "geometry");
        osrm_write_geometry(writer, request->route.geometries,
                            leg->line.position, leg->line.position_count);
    }
    json_end_object(writer);
}

static void write_legs(struct route_writing *route)
{
    json_open_array(route->writer, "legs");
    for (size_t i = 0; i < route->legs.count; i++)
        write_leg(route, &route->legs.leg[i]);
    json_end_array(route->writer);
}

/* Sums over the written legs, so that they add up. */
static void write_sums(struct route_writing *route)
{
    uint64_t weight = 0, deciseconds = 0, decimetres = 0;

    for (size_t i = 0; i < route->legs.count; i++) {
        weight += route->legs.leg[i].weight_tenths;
        deciseconds += route->legs.leg[i].deciseconds;
        decimetres += route->legs.leg[i].decimetres;
    }
    json_put_string(route->writer, "weight_name",
                    route->roads->profile.weight_name);
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

/* The roads that meet at a stop. */
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

    json_open_array(route->writer, "waypoints");
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

    json_open_array(route->writer, "routes");
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
