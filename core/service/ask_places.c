/* ask_places: ids and positions of a question, and what it is told where there
 * is none. */
#include "core/service/ask.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void field_name(char *ret_name, size_t size, struct ask_field field)
{
    if (!field.list)
        snprintf(ret_name, size, "%s", field.member);
    else
        snprintf(ret_name, size, "%s[%zu]%s%s", field.list, field.index,
                 field.member ? "." : "", field.member ? field.member : "");
}

enum outcome ask_vertex(struct question *question, struct ask_field field,
                        uint64_t id, uint32_t *ret_vertex)
{
    const struct map *map = map_entry_map(question->entry);
    uint32_t n = map->topology.vertex_count;
    char where[64];

    if (map_find_vertex(map, id, ret_vertex))
        return OUTCOME_OK;
    field_name(where, sizeof(where), field);
    if (n == 0)
        return ask_refuse(question, OUTCOME_UNKNOWN_ID,
                          "%s: map '%s' has no vertices", where,
                          map_entry_name(question->entry));
    return ask_refuse(
        question, OUTCOME_UNKNOWN_ID,
        "%s: vertex %llu: no such id in map '%s' (ids %llu to %llu)", where,
        (unsigned long long)id, map_entry_name(question->entry),
        (unsigned long long)map->external_id[map->vertex_by_id[0]],
        (unsigned long long)map->external_id[map->vertex_by_id[n - 1]]);
}

enum outcome ask_node(struct question *question, struct ask_field field,
                      uint64_t id, struct place *ret_place)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    bool closed;
    char where[64];
    uint32_t first;

    if (place_of_node(roads, map_entry_weighting(question->entry), (int64_t)id,
                      ret_place))
        return OUTCOME_OK;
    closed = roads_find_node(roads, (int64_t)id, &first);
    field_name(where, sizeof(where), field);
    return ask_refuse(question, OUTCOME_UNKNOWN_ID,
                      "%s: node %lld is %s of map '%s'", where, (long long)id,
                      closed ? "only on roads that are closed or excluded"
                             : "on no road",
                      map_entry_name(question->entry));
}

enum outcome ask_snaps(struct question *question,
                       const struct snap_options *options, size_t count,
                       struct snaps *ret_snaps)
{
    int r = snaps_find(ret_snaps, &map_entry_map(question->entry)->roads,
                       options, count, &question->cancel);

    if (r == -ECANCELED)
        return ask_refuse_ended(question);
    return r ? ask_refuse_no_memory(question) : OUTCOME_OK;
}

/* "8.57,49.34 to 8.79,49.46": the bounding box of the roads. */
static void say_bounds(const struct roads *roads, char *text, size_t size)
{
    const struct segment_box *root =
        &roads->tree.box[roads->tree.box_count - 1];

    snprintf(text, size, "%.7g,%.7g to %.7g,%.7g", root->low.lon_e7 / 1e7,
             root->low.lat_e7 / 1e7, root->high.lon_e7 / 1e7,
             root->high.lat_e7 / 1e7);
}

/* If latitude was written first, suggests the swapped position. */
static void say_swapped(const struct roads *roads,
                        const struct snap_options *options, char *text,
                        size_t size)
{
    struct snap_options swapped = *options;
    struct snap snap;

    *text = '\0';
    if (abs(options->position.lon_e7) > 900000000)
        return;
    swapped.position =
        (struct position){options->position.lat_e7, options->position.lon_e7};
    if (snap_nearest(roads, &swapped, 1, &snap))
        snprintf(text, size, "; longitude comes first: %.7f,%.7f?",
                 swapped.position.lon_e7 / 1e7, swapped.position.lat_e7 / 1e7);
}

static void say_distance(double distance_m, char *text, size_t size)
{
    if (distance_m < 100000)
        snprintf(text, size, "%.1f m", distance_m);
    else
        snprintf(text, size, "%.0f km", distance_m / 1000);
}

bool service_say_far(const struct map_entry *entry,
                     const struct snap_options *options,
                     struct error *ret_words)
{
    const struct roads *roads = &map_entry_map(entry)->roads;
    struct snap_options any = *options;
    char bounds[80], distance[32], swapped[80];
    struct snap snap;

    any.radius_m = INFINITY;
    if (!snap_nearest(roads, &any, 1, &snap))
        return false;
    say_bounds(roads, bounds, sizeof(bounds));
    say_distance(snap.distance_m, distance, sizeof(distance));
    say_swapped(roads, options, swapped, sizeof(swapped));
    error_set(ret_words, 0,
              "the nearest matching road is %s from %.7f,%.7f, beyond the "
              "radius of %.10g m; map '%s' covers %s%s",
              distance, options->position.lon_e7 / 1e7,
              options->position.lat_e7 / 1e7, options->radius_m,
              map_entry_name(entry), bounds, swapped);
    return true;
}

enum outcome ask_radius(struct question *question, double radius_m,
                        double most_m)
{
    if (!isfinite(radius_m) || radius_m <= most_m)
        return OUTCOME_OK;
    return ask_refuse(question, OUTCOME_TOO_LARGE,
                      "the radius, %.10g m, exceeds limits.snap-radius-m, "
                      "%.10g m",
                      radius_m, most_m);
}

enum outcome ask_refuse_far(struct question *question, struct ask_field field,
                            const struct snap_options *options)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    const char *map = map_entry_name(question->entry);
    struct snap_options any = *options;
    struct error words;
    char where[64];
    struct snap snap;

    field_name(where, sizeof(where), field);
    if (service_say_far(question->entry, options, &words)) {
        question->usual_radius = options->usual_radius;
        return ask_refuse(question, OUTCOME_NO_ROAD_NEAR, "%s: %s", where,
                          words.text);
    }
    any.radius_m = INFINITY;
    any.closed = NULL;
    if (snap_nearest(roads, &any, 1, &snap))
        return ask_refuse(question, OUTCOME_ROADS_CLOSED,
                          "%s: all roads of map '%s' that match the request "
                          "are closed",
                          where, map);
    return ask_refuse(question, OUTCOME_NO_ROAD_NEAR,
                      "%s: no road of map '%s' matches the request", where,
                      map);
}
