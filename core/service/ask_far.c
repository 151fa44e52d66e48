/* ask_far: what is said where no road is near. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/service/ask.h"

/* "8.57,49.34 to 8.79,49.46": what the roads lie in. */
static void say_bounds(const struct roads *roads, char *text, size_t size)
{
    const struct segment_box *root =
        &roads->tree.box[roads->tree.box_count - 1];

    snprintf(text, size, "%.7g,%.7g to %.7g,%.7g", root->low.lon_e7 / 1e7,
             root->low.lat_e7 / 1e7, root->high.lon_e7 / 1e7,
             root->high.lat_e7 / 1e7);
}

/* Where latitude was written first, what was meant. */
static void say_swapped(const struct roads *roads, const struct snap_wish *wish,
                        char *text, size_t size)
{
    struct snap_wish swapped = *wish;
    struct snap snap;

    *text = '\0';
    if (abs(wish->position.lon_e7) > 900000000)
        return;
    swapped.position =
        (struct position){wish->position.lat_e7, wish->position.lon_e7};
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

enum outcome ask_refuse_far(struct question *question, struct ask_place place,
                            const struct snap_wish *wish)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    const char *map = map_entry_name(question->entry);
    struct snap_wish any = *wish;
    char where[64], bounds[80], distance[32], swapped[80];
    struct snap snap;

    ask_place_name(where, sizeof(where), place);
    any.radius_m = INFINITY;
    if (!snap_nearest(roads, &any, 1, &snap))
        return ask_refuse(question, OUTCOME_NO_ROAD_NEAR,
                          "%s: no road of map '%s' suits", where, map);
    say_bounds(roads, bounds, sizeof(bounds));
    say_distance(snap.distance_m, distance, sizeof(distance));
    say_swapped(roads, wish, swapped, sizeof(swapped));
    return ask_refuse(question, OUTCOME_NO_ROAD_NEAR,
                      "%s: the nearest road of map '%s' that suits is %s from "
                      "%.7f,%.7f, not within %.10g m; its roads lie from %s%s",
                      where, map, distance, wish->position.lon_e7 / 1e7,
                      wish->position.lat_e7 / 1e7, wish->radius_m, bounds,
                      swapped);
}
