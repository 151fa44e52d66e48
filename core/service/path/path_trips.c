/* path_trips: pairs of nodes on roads, back to nodes. */
#include "core/service/path/path_trips.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Ids of all paths, one after another. */
struct id_list {
    uint64_t *ids; /* [count] */
    size_t count;
    size_t capacity;
};

static int add_ids(struct id_list *list, const struct roads *roads,
                   const struct path_pair *pair,
                   const struct route_steps *steps)
{
    size_t most = route_steps_nodes(roads, steps, NULL) + 2;
    int r = array_reserve((void **)&list->ids, &list->capacity,
                          list->count + most, sizeof(*list->ids));

    if (!r)
        list->count += route_steps_ids(roads, steps, pair->from, pair->to,
                                       list->ids + list->count);
    return r;
}

static int add_path(struct id_list *list, const struct map *map,
                    const struct path_pair *pair, const struct trip *trip)
{
    struct route_steps steps;
    struct place from, to;
    int r;

    place_of_node(&map->roads, (int64_t)pair->from, &from);
    place_of_node(&map->roads, (int64_t)pair->to, &to);
    r = trip_steps(trip, map, &from, &to, &steps);
    if (r)
        return r;
    r = add_ids(list, &map->roads, pair, &steps);
    free(steps.list);
    return r;
}

int path_trips_answer(const struct path_question *question,
                      const struct trip *trips, struct path_answer *ret_answers,
                      uint64_t **ret_vertices)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct id_list list = {0};
    uint64_t *next;

    for (size_t i = 0; i < question->pair_count; i++) {
        uint32_t cost = trip_cost(&trips[i]);
        size_t first = list.count;

        if (!question->costs_only && cost <= COST_MAX &&
            add_path(&list, map, &question->pairs[i], &trips[i])) {
            free(list.ids);
            return -ENOMEM;
        }
        ret_answers[i] = (struct path_answer){
            .cost = cost, .vertex_count = list.count - first};
    }
    /* The list lies still from now on. */
    next = list.ids;
    for (size_t i = 0; i < question->pair_count; i++) {
        ret_answers[i].vertices = next;
        next += ret_answers[i].vertex_count;
    }
    *ret_vertices = list.ids;
    return 0;
}
