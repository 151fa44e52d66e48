/* via: alternatives of a pair on a hierarchy. */
#include "core/solver/cch/via.h"

#include <errno.h>
#include <stdlib.h>

/* Vertices of the least path whose ways are looked at, too: as far apart. */
enum { MIDDLES = 3 };

/* What a pair is asked with. */
struct via_query {
    struct seed seed;
    struct target_vertex end;
    struct target target;
    uint32_t cost;
    struct query query;
};

/* VERTEX_NONE: the ground's query's own source, or target. */
static void query_init(struct via_query *made, const struct query *query,
                       uint32_t from, uint32_t to)
{
    *made = (struct via_query){
        .seed = {from, 0},
        .end = {to, 0},
        .target = {&made->end, 1},
        .query =
            {
                .seeds = from == VERTEX_NONE ? query->seeds : &made->seed,
                .seed_count = from == VERTEX_NONE ? query->seed_count : 1,
                .targets = to == VERTEX_NONE ? query->targets : &made->target,
                .target_count = 1,
                .output = QUERY_COSTS,
                .bound = COST_OVERFLOW,
                .cost = &made->cost,
            },
    };
}

static int ask(struct cch_via *via, struct via_query *made)
{
    struct error unused;

    return pair_solve(via->pair, via->metric, &made->query, &unused);
}

static int ask_path(struct cch_via *via, uint32_t from, uint32_t to,
                    struct path *ret_path)
{
    struct via_query made;

    query_init(&made, via->ground.query, from, to);
    made.query.output = QUERY_PATHS;
    made.query.path = ret_path;
    return ask(via, &made);
}

static int path_over(struct via_ground *ground, uint32_t vertex,
                     struct path *ret_path, size_t *ret_at)
{
    struct cch_via *via = (struct cch_via *)ground;
    int r = ask_path(via, VERTEX_NONE, vertex, ret_path);

    *ret_at = ret_path->arc_count;
    if (!r && ret_path->first_vertex != VERTEX_NONE)
        r = ask_path(via, vertex, VERTEX_NONE, &via->second);
    if (!r && via->second.first_vertex == VERTEX_NONE)
        path_clear(ret_path);
    for (size_t i = 0; i < via->second.arc_count && !r; i++)
        r = path_append(ret_path, via->second.arc[i]);
    return r;
}

static int cost_between(struct via_ground *ground, uint32_t from, uint32_t to,
                        uint32_t enough, uint32_t *ret_cost)
{
    struct cch_via *via = (struct cch_via *)ground;
    struct via_query made;
    int r;

    (void)enough;
    query_init(&made, ground->query, from, to);
    r = ask(via, &made);
    *ret_cost = made.cost;
    return r;
}

int cch_via_init(struct cch_via *via, const struct map *map, struct pair *pair)
{
    *via = (struct cch_via){
        .ground = {.topology = &map->topology,
                   .path = path_over,
                   .cost = cost_between},
        .pair = pair,
    };
    path_init(&via->second);
    if (via_ways_init(&via->ways, map, pair->forward, &pair->backward) ||
        via_choice_init(&via->choice, map))
        return -ENOMEM;
    return 0;
}

void cch_via_finish(struct cch_via *via)
{
    via_ways_finish(&via->ways);
    via_choice_finish(&via->choice);
    free(via->candidates.list);
    free(via->second.arc);
    *via = (struct cch_via){0};
}

/* Of the least path, as many arcs apart. */
static size_t find_middles(const struct path *path,
                           const struct topology *topology,
                           uint32_t ret_vertices[MIDDLES])
{
    for (size_t i = 0; i < MIDDLES; i++)
        ret_vertices[i] = path_vertex(
            path, topology, path->arc_count * (i + 1) / (MIDDLES + 1));
    return MIDDLES;
}

/* Sums without the shift are compared, so that none is negative. */
static int add_candidates(struct cch_via *via, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &via->ways.map->hierarchy;
    const struct via_ways *ways = &via->ways;
    uint32_t end = hierarchy->first_vertex[supernode + 1];
    int r = 0;

    for (uint32_t v = hierarchy->first_vertex[supernode]; v < end && !r; v++) {
        uint64_t sum = (uint64_t)ways->from_source[v] + ways->to_target[v];

        if (sum <= ways->most)
            r = via_candidates_add(&via->candidates, v, ways->from_source[v],
                                   sum + (uint64_t)ways->shift);
    }
    return r;
}

static int find_candidates(struct cch_via *via, const struct query *query)
{
    uint32_t middles[MIDDLES];
    size_t count = find_middles(&query->path[0], via->ground.topology, middles);
    int r =
        via_ways_find(&via->ways, via->metric, query,
                      alternatives_cost_max(query->cost[0]), middles, count);

    via->candidates.count = 0;
    for (uint32_t i = 0; i < via->ways.way_count && !r; i++)
        r = add_candidates(via, via->ways.way[i]);
    return r;
}

int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error)
{
    int r;

    via->metric = metric;
    via->ground.weights = &metric->weights;
    via->ground.query = query;
    r = find_candidates(via, query);
    if (!r)
        r = via_choice_run(&via->choice, &via->ground, query, &via->candidates);
    if (r == -ENOMEM)
        return error_no_memory(error);
    return r ? error_set(error, r, "a path of the hierarchy has no parts") : 0;
}
