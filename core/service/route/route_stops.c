/* route_stops: where the stops of a route are on the roads. */
#include "core/service/route/route_stops.h"

#include <errno.h>
#include <math.h>
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
    if (!ret_place->point_count) {
        question->missing_stop = index;
        return ask_refuse_far(&question->base, name_of(question, index),
                              &search->wishes[index]);
    }
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
