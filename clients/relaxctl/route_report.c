/* route_report: an answered route for people, and as JSON. */
#include "clients/relaxctl/route_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "clients/relaxctl/print_json.h"
#include "core/base/text.h"
#include "core/service/line/leg_line.h"

enum { TIME_SIZE = 32 };

/* "1 h 05 min", "9 min 31 s", "4.2 s" */
static const char *time_words(uint64_t ms, char words[static TIME_SIZE])
{
    unsigned long long s = (ms + 500) / 1000;

    if (s >= 3600)
        snprintf(words, TIME_SIZE, "%llu h %02llu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(words, TIME_SIZE, "%llu min %02llu s", s / 60, s % 60);
    else
        snprintf(words, TIME_SIZE, "%.1f s", (double)ms / 1000);
    return words;
}

/* The least way, or a further one. */
struct whole_way {
    const struct route_leg *legs; /* [leg_count] */
    size_t leg_count;
    uint64_t weight;
};

static struct whole_way least_way(const struct route_question *question)
{
    return (struct whole_way){question->legs, question->stop_count - 1,
                              question->weight};
}

static struct whole_way further_way(const struct route_question *question,
                                    size_t index)
{
    const struct route_leg *leg = &question->further[index];

    return (struct whole_way){leg, 1, leg->weight};
}

static void print_stop(const struct route_question *question, size_t index)
{
    const struct snap *snap = &question->snaps[index];

    printf("%s %.7f,%.7f, %.1f m from where it was asked for\n",
           !index                              ? "from"
           : index + 1 == question->stop_count ? "to  "
                                               : "via ",
           snap->position.lon_e7 / 1e7, snap->position.lat_e7 / 1e7,
           snap->distance_m);
}

static void print_road(const struct route_road *road)
{
    const char *blank = *road->name && *road->ref ? " " : "";
    bool named = *road->name || *road->ref;
    char words[TIME_SIZE];

    printf("  %9.3f km %14s  %s%s%s", (double)road->length_mm / 1e6,
           time_words(road->duration_ms, words), road->ref, blank, road->name);
    printf("%s%s%s\n", named ? " (" : "(", travel_mode_name(road->mode), ")");
}

static int print_way(const struct route_question *question,
                     const struct whole_way *way, struct error *error)
{
    const struct roads *roads = &route_question_map(question)->roads;
    struct route_sums sums = route_sums_of(way->legs, way->leg_count);
    struct route_shape shape;
    char words[TIME_SIZE];
    int r = route_shape_init(&shape, roads, way->legs, way->leg_count, error);

    for (size_t i = 0; !r && i < shape.road_count; i++)
        print_road(&shape.roads[i]);
    if (!r)
        printf("%.3f km, %s, cost %" PRIu64 ", %zu %s\n",
               (double)sums.length_mm / 1e6,
               time_words(sums.duration_ms, words), way->weight,
               shape.node_count, plural(shape.node_count, "node", "nodes"));
    route_shape_finish(&shape);
    return r;
}

static int print_ways(const struct route_question *question,
                      struct error *error)
{
    struct whole_way least = least_way(question);
    int r = print_way(question, &least, error);

    for (size_t i = 0; i < question->further_count && !r; i++) {
        struct whole_way way = further_way(question, i);

        puts("or");
        r = print_way(question, &way, error);
    }
    if (!r && question->alternatives && !question->further_count)
        puts("no other way is worth it");
    return r;
}

static void print_origin(const struct question *base)
{
    printf("    solved by %s on %s in %.3f ms\n", base->solved_by,
           base->device_name, (double)base->solve_us / 1000);
    if (*base->note)
        printf("    %s\n", base->note);
}

int route_report_print(const struct route_question *question,
                       struct error *error)
{
    int r = 0;

    for (size_t i = 0; i < question->stop_count; i++)
        print_stop(question, i);
    if (question->finding == ROUTE_NONE) {
        printf("no way leads from place %zu to place %zu, after those before "
               "it\n",
               question->missing_leg + 1, question->missing_leg + 2);
    } else if (question->finding == ROUTE_OVERFLOW) {
        puts("there is a way, but its cost does not fit in 32 bits");
    } else {
        r = print_ways(question, error);
    }
    if (!r)
        print_origin(&question->base);
    return r;
}

static json_t *json_position(struct position position)
{
    return json_pack("[f, f]", position.lon_e7 / 1e7, position.lat_e7 / 1e7);
}

static json_t *json_legs(const struct whole_way *way)
{
    json_t *legs = json_array();

    for (size_t i = 0; i < way->leg_count; i++) {
        const struct route_leg *leg = &way->legs[i];

        json_array_append_new(
            legs, json_pack("{s:I, s:f, s:f}", "cost", (json_int_t)leg->weight,
                            "duration", (double)leg->duration_ms / 1000,
                            "distance", (double)leg->length_mm / 1000));
    }
    return legs;
}

static json_t *json_stops(const struct route_question *question)
{
    json_t *stops = json_array();

    for (size_t i = 0; i < question->stop_count; i++)
        json_array_append_new(
            stops,
            json_pack("{s:o, s:f}", "location",
                      json_position(question->snaps[i].position), "distance",
                      round(question->snaps[i].distance_m * 1000) / 1000));
    return stops;
}

static json_t *json_roads(const struct route_shape *shape)
{
    json_t *roads = json_array();

    for (size_t i = 0; i < shape->road_count; i++) {
        const struct route_road *road = &shape->roads[i];

        json_array_append_new(
            roads,
            json_pack("{s:s, s:s, s:s, s:f, s:f}", "name", road->name, "ref",
                      road->ref, "mode", travel_mode_name(road->mode),
                      "duration", (double)road->duration_ms / 1000, "distance",
                      (double)road->length_mm / 1000));
    }
    return roads;
}

static json_t *json_geometry(const struct route_shape *shape)
{
    json_t *positions = json_array();

    for (size_t i = 0; i < shape->position_count; i++)
        json_array_append_new(positions, json_position(shape->positions[i]));
    return json_pack("{s:s, s:o}", "type", "LineString", "coordinates",
                     positions);
}

static json_t *json_nodes(const struct route_shape *shape)
{
    json_t *nodes = json_array();

    for (size_t i = 0; i < shape->node_count; i++)
        json_array_append_new(nodes, json_integer(shape->nodes[i]));
    return nodes;
}

/* What is told of each way; NULL: out of memory. */
static json_t *json_way(const struct route_question *question,
                        const struct whole_way *way)
{
    const struct roads *roads = &route_question_map(question)->roads;
    struct route_sums sums = route_sums_of(way->legs, way->leg_count);
    struct route_shape shape;
    json_t *json = NULL;

    if (!route_shape_init(&shape, roads, way->legs, way->leg_count, NULL))
        json = json_pack("{s:I, s:f, s:f, s:o, s:o, s:o, s:o}", "cost",
                         (json_int_t)way->weight, "duration",
                         (double)sums.duration_ms / 1000, "distance",
                         (double)sums.length_mm / 1000, "legs", json_legs(way),
                         "roads", json_roads(&shape), "geometry",
                         json_geometry(&shape), "nodes", json_nodes(&shape));
    route_shape_finish(&shape);
    return json;
}

static json_t *json_further(const struct route_question *question)
{
    json_t *ways = json_array();

    for (size_t i = 0; i < question->further_count; i++) {
        struct whole_way way = further_way(question, i);

        if (json_array_append_new(ways, json_way(question, &way))) {
            json_decref(ways);
            return NULL;
        }
    }
    return ways;
}

static json_t *json_found(const struct route_question *question)
{
    struct whole_way least = least_way(question);
    json_t *json = json_way(question, &least);
    int r = json_object_set_new(json, "stops", json_stops(question));

    if (!r)
        r = json_object_set_new(
            json, "weight_name",
            json_string(
                route_question_map(question)->roads.profile.weight_name));
    if (!r && question->alternatives)
        r = json_object_set_new(json, "alternatives", json_further(question));
    if (!r)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *json_not_found(const struct route_question *question)
{
    json_t *json = json_pack("{s:n, s:n, s:n, s:n}", "cost", "duration",
                             "distance", "geometry");

    if (question->finding == ROUTE_OVERFLOW)
        json_object_set_new(json, "overflow", json_true());
    else
        json_object_set_new(json, "missing_leg",
                            json_integer((json_int_t)question->missing_leg));
    json_object_set_new(json, "stops", json_stops(question));
    return json;
}

int route_report_print_json(const struct route_question *question,
                            struct error *error)
{
    json_t *json = question->finding == ROUTE_FOUND ? json_found(question)
                                                    : json_not_found(question);

    return print_json(json, JSON_COMPACT | JSON_REAL_PRECISION(10))
               ? error_no_memory(error)
               : 0;
}
