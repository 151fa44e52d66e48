/* route_stops: where the stops of a route are on the roads. */
#include "core/service/route/route_stops.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

/* Of segments that meet in one place. */
enum { SNAPS_MAX = 16 };

/* What is found of all stops at once. */
struct search {
    struct snap_wish *wishes; /* [stop_count] */
    struct snap *snaps;       /* [stop_count * SNAPS_MAX] */
    uint32_t *snap_count;     /* [stop_count] */
};

static void search_finish(struct search *search)
{
    free(search->wishes);
    free(search->snaps);
    free(search->snap_count);
}

static int search_init(struct search *search, size_t stop_count)
{
    search->wishes = array_alloc(stop_count, sizeof(*search->wishes));
    search->snaps = array_alloc(stop_count * SNAPS_MAX, sizeof(*search->snaps));
    search->snap_count = array_alloc(stop_count, sizeof(*search->snap_count));
    if (search->wishes && search->snaps && search->snap_count)
        return 0;
    search_finish(search);
    return -ENOMEM;
}

/* As the asker calls it. */
static struct ask_place name_of(const struct route_question *question,
                                size_t index)
{
    if (index == 0)
        return (struct ask_place){NULL, 0, "from"};
    if (index + 1 == question->stop_count)
        return (struct ask_place){NULL, 0, "to"};
    return (struct ask_place){"via", index - 1, NULL};
}

/* A node as if it had been snapped to. */
static struct snap snap_of_node(const struct place *place)
{
    const struct place_point *first = &place->points[0];
    struct snap snap = {
        .segment = first->segment,
        .piece = edge_piece(first->edge),
        .fraction = first->fraction,
        .position = place->position,
    };

    for (uint32_t i = 0; i < place->point_count; i++) {
        uint32_t edge = place->points[i].edge;

        if (edge_piece(edge) == snap.piece)
            snap.direction[edge % 2] = true;
    }
    return snap;
}

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

static enum outcome refuse_far(struct route_question *question,
                               const struct snap_wish *wish, size_t index)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    const char *map = map_entry_name(question->base.entry);
    struct snap_wish any = *wish;
    char where[64], bounds[80], distance[32], swapped[80];
    struct snap snap;

    question->missing_stop = index;
    ask_place_name(where, sizeof(where), name_of(question, index));
    any.radius_m = INFINITY;
    if (!snap_nearest(roads, &any, 1, &snap))
        return ask_refuse(&question->base, OUTCOME_NO_ROAD_NEAR,
                          "%s: no road of map '%s' suits", where, map);
    say_bounds(roads, bounds, sizeof(bounds));
    say_distance(snap.distance_m, distance, sizeof(distance));
    say_swapped(roads, wish, swapped, sizeof(swapped));
    return ask_refuse(&question->base, OUTCOME_NO_ROAD_NEAR,
                      "%s: the nearest road of map '%s' that suits is %s from "
                      "%.7f,%.7f, not within %.10g m; its roads lie from %s%s",
                      where, map, distance, wish->position.lon_e7 / 1e7,
                      wish->position.lat_e7 / 1e7, wish->radius_m, bounds,
                      swapped);
}

/* Nodes are where they are; where that is counts for the other stops. */
static enum outcome find_nodes(struct route_question *question,
                               double radius_max_m, struct search *search,
                               struct place *ret_places)
{
    for (size_t i = 0; i < question->stop_count; i++) {
        const struct route_stop *stop = &question->stops[i];
        enum outcome outcome;

        search->wishes[i] = stop->wish;
        search->wishes[i].radius_m = fmin(stop->wish.radius_m, radius_max_m);
        if (!stop->has_node)
            continue;
        outcome = ask_node(&question->base, name_of(question, i),
                           (uint64_t)stop->node, &ret_places[i]);
        if (outcome != OUTCOME_OK)
            return outcome;
        search->wishes[i] = snap_wish_of(ret_places[i].position);
    }
    return OUTCOME_OK;
}

static enum outcome take_place(struct route_question *question,
                               const struct search *search, size_t index,
                               struct place *ret_place, struct snap *ret_snap)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    const struct snap *snaps = search->snaps + index * SNAPS_MAX;

    if (question->stops[index].has_node) {
        *ret_snap = snap_of_node(ret_place);
        return OUTCOME_OK;
    }
    place_of_snaps(roads, snaps, search->snap_count[index], ret_place);
    if (!ret_place->point_count)
        return refuse_far(question, &search->wishes[index], index);
    *ret_snap = snaps[0];
    return OUTCOME_OK;
}

static enum outcome refuse_ended(struct route_question *question)
{
    ask_note_ended(&question->base);
    return question->base.outcome;
}

enum outcome route_find_places(struct route_question *question,
                               double radius_max_m, struct place *ret_places,
                               struct snap *ret_snaps)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    struct search search;
    enum outcome outcome;

    if (search_init(&search, question->stop_count))
        return ask_refuse_no_memory(&question->base);
    outcome = find_nodes(question, radius_max_m, &search, ret_places);
    if (outcome == OUTCOME_OK &&
        !snap_together(roads, search.wishes, question->stop_count, SNAPS_MAX,
                       &question->base.cancel, search.snaps, search.snap_count))
        outcome = refuse_ended(question);
    for (size_t i = 0; i < question->stop_count && outcome == OUTCOME_OK; i++)
        outcome =
            take_place(question, &search, i, &ret_places[i], &ret_snaps[i]);
    search_finish(&search);
    return outcome;
}
