/* The query, on a bare graph or on roads, and checking its answer. */
#include "clients/relaxctl/solve_question.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "clients/relaxctl/vertex_id.h"
#include "core/base/array.h"
#include "core/weighting/weighting.h"

static int init_vertices(struct solve_question *question, const char *map_path,
                         struct error *error)
{
    int r = vertex_id_find(question->map, question->weighting, map_path,
                           question->from, &question->seed.vertex, error);

    if (!r)
        r = vertex_id_find(question->map, question->weighting, map_path,
                           question->to, &question->vertex.vertex, error);
    question->target = (struct target){&question->vertex, 1};
    question->plain = (struct query){
        .seeds = &question->seed,
        .seed_count = 1,
        .targets = &question->target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &question->plain_cost,
        .path = &question->path,
    };
    question->query = &question->plain;
    return r;
}

static int init_nodes(struct solve_question *question, const char *map_path,
                      struct error *error)
{
    struct place from, to;
    int r = vertex_id_place(question->map, question->weighting, map_path,
                            question->from, &from, error);

    if (!r)
        r = vertex_id_place(question->map, question->weighting, map_path,
                            question->to, &to, error);
    if (r)
        return r;
    if (place_search_init(&question->search, question->map, question->weighting,
                          transit_any(&from), transit_any(&to)))
        return error_no_memory(error);
    question->query = &question->search.query;
    return 0;
}

int solve_question_init(struct solve_question *question, const struct map *map,
                        const struct weighting *weighting, const char *map_path,
                        uint64_t from, uint64_t to, struct error *error)
{
    *question = (struct solve_question){
        .map = map, .weighting = weighting, .from = from, .to = to};
    path_init(&question->path);
    return map->roads.piece_count ? init_nodes(question, map_path, error)
                                  : init_vertices(question, map_path, error);
}

void solve_question_finish(struct solve_question *question)
{
    path_finish(&question->path);
    place_search_finish(&question->search);
    free(question->ids);
    question->ids = NULL;
}

/* A path whose sum differs from its cost is an error, not an answer. */
static int check_sum(const struct solve_question *question, uint64_t sum,
                     struct error *error)
{
    if (sum == question->cost)
        return 0;
    return error_set(error, -EINVAL,
                     "the solver is wrong: its path adds up to %" PRIu64
                     ", its cost is %" PRIu32,
                     sum, question->cost);
}

static int take_vertices(struct solve_question *question, struct error *error)
{
    const struct map *map = question->map;
    const struct path *path = &question->path;
    int r = check_sum(
        question, path_cost(path, &question->weighting->arrays.arcs), error);

    if (r)
        return r;
    question->step_count = path->arc_count;
    question->ids = array_alloc(path->arc_count + 1, sizeof(*question->ids));
    if (!question->ids)
        return error_no_memory(error);
    for (size_t i = 0; i <= path->arc_count; i++)
        question->ids[question->id_count++] =
            map->external_id[path_vertex(path, &map->topology, i)];
    return 0;
}

static int take_ids(struct solve_question *question,
                    const struct route_steps *steps, struct error *error)
{
    const struct roads *roads = &question->map->roads;
    size_t most = route_steps_nodes(roads, steps, NULL) + 2;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < steps->count; i++)
        sum += (uint64_t)steps->list[i].weight + steps->list[i].turn_weight;
    question->step_count = steps->count;
    question->ids = array_alloc(most, sizeof(*question->ids));
    if (!question->ids)
        return error_no_memory(error);
    question->id_count = route_steps_ids(roads, steps, question->from,
                                         question->to, question->ids);
    return check_sum(question, sum, error);
}

static int take_nodes(struct solve_question *question, struct error *error)
{
    const struct map *map = question->map;
    struct route_steps steps;
    struct place from, to;
    int r;

    place_of_node(&map->roads, question->weighting, (int64_t)question->from,
                  &from);
    place_of_node(&map->roads, question->weighting, (int64_t)question->to, &to);
    if (place_search_steps(&question->search, map, question->weighting, &from,
                           &to, &steps))
        return error_no_memory(error);
    r = take_ids(question, &steps, error);
    free(steps.list);
    return r;
}

int solve_question_take(struct solve_question *question, struct error *error)
{
    bool on_roads = question->map->roads.piece_count > 0;

    question->cost =
        on_roads ? place_search_cost(&question->search) : question->plain_cost;
    if (question->cost > COST_MAX)
        return 0;
    return on_roads ? take_nodes(question, error)
                    : take_vertices(question, error);
}
