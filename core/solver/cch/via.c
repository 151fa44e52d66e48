/* via: exact costs on chains, candidates on them, and pairs between
 * vertices. */
#include "core/solver/cch/via.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- Exact costs on ancestor chains ---- */

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
static int via_ways_init(struct via_chains *chains, const struct map *map,
                         struct walk *forward, struct walk *backward)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    size_t n = map->topology.vertex_count;

    *chains = (struct via_chains){
        .map = map,
        .forward = forward,
        .backward = backward,
        .from_source = array_alloc(n, sizeof(uint32_t)),
        .to_target = array_alloc(n, sizeof(uint32_t)),
        .on_chain = array_zero(hierarchy->supernode_count, sizeof(bool)),
        .front = array_alloc((size_t)hierarchy->front_max + ROWS_SLACK,
                             sizeof(uint32_t)),
    };
    if (!chains->from_source || !chains->to_target || !chains->on_chain ||
        !chains->front)
        return -ENOMEM;
    return 0;
}

static void via_ways_finish(struct via_chains *chains)
{
    free(chains->from_source);
    free(chains->to_target);
    free(chains->on_chain);
    free(chains->chain);
    free(chains->front);
    *chains = (struct via_chains){0};
}

/* ---- Up ----------------------------------------------------------------- */

static int walk_from_source(struct via_chains *chains,
                            const struct cch_metric *metric,
                            const struct query *query)
{
    struct walk *walk = chains->forward;
    int r = walk_begin_seeds(walk, query);

    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        walk_forward(walk, metric, walk->chain[i], chains->most + 1);
    return r;
}

static int64_t least_adjustment(const struct target *target)
{
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].adjustment < least)
            least = target->vertices[i].adjustment;
    }
    return least;
}

static int walk_from_target(struct via_chains *chains,
                            const struct cch_metric *metric,
                            const struct target *target)
{
    struct walk *walk = chains->backward;
    int r = 0;

    walk_clear(walk);
    for (uint32_t i = 0; i < target->vertex_count && !r; i++) {
        const struct target_vertex *at = &target->vertices[i];
        uint64_t cost = (uint64_t)at->adjustment - (uint64_t)chains->shift;

        if (cost <= chains->most)
            r = walk_begin(walk, at->vertex, (uint32_t)cost);
    }
    walk_sort(walk);
    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        walk_backward(walk, metric, walk->chain[i], chains->most + 1);
    return r;
}

/* ---- Chains ------------------------------------------------------------- */

static int add_chain(struct via_chains *chains, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &chains->map->hierarchy;
    void *items = chains->chain;

    if (array_reserve(&items, &chains->chain_capacity,
                      chains->chain_count + (size_t)hierarchy->level_count,
                      sizeof(*chains->chain)))
        return -ENOMEM;
    chains->chain = items;
    for (; supernode != SUPERNODE_NONE && !chains->on_chain[supernode];
         supernode = hierarchy->parent[supernode]) {
        chains->on_chain[supernode] = true;
        chains->chain[chains->chain_count++] = supernode;
    }
    return 0;
}

static int add_chains_of(struct via_chains *chains, const struct walk *walk)
{
    int r = 0;

    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        r = add_chain(chains, walk->chain[i]);
    return r;
}

static int descending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;

    return (left < right) - (left > right);
}

static int join_chains(struct via_chains *chains, const uint32_t *vertices,
                       size_t vertex_count)
{
    const struct hierarchy *hierarchy = &chains->map->hierarchy;
    int r;

    chains->chain_count = 0;
    r = add_chains_of(chains, chains->forward);
    if (!r)
        r = add_chains_of(chains, chains->backward);
    for (size_t i = 0; i < vertex_count && !r; i++)
        r = add_chain(chains, hierarchy->supernode[vertices[i]]);
    for (uint32_t i = 0; i < chains->chain_count; i++)
        chains->on_chain[chains->chain[i]] = false;
    if (chains->chain_count)
        qsort(chains->chain, chains->chain_count, sizeof(*chains->chain),
              descending);
    return r;
}

/* ---- Down --------------------------------------------------------------- */

static void gather_upward(const struct via_chains *chains, uint32_t supernode,
                          const uint32_t *label, uint32_t *front)
{
    const struct hierarchy *hierarchy = &chains->map->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++)
        front[j] = label[upper[j]];
    rows_fill_infinity(front + n, ROWS_SLACK);
}

static void descend_from_source(struct via_chains *chains,
                                const struct cch_metric *metric,
                                uint32_t supernode)
{
    const struct hierarchy *hierarchy = &chains->map->hierarchy;
    const struct walk *walk = chains->forward;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t *label = chains->from_source + first;

    if (walk->on_chain[supernode])
        memcpy(label, walk->closed + first, s * sizeof(*label));
    else
        rows_fill_infinity(label, s);
    gather_upward(chains, supernode, chains->from_source, chains->front);
    walk->rows->descend(label, s, cch_in(hierarchy, metric->closed, supernode),
                        chains->front, supernode_upward(hierarchy, supernode));
}

/* Uses plain labels of the walk, since a path may go on within the supernode:
 * whole rows, for the whole front. */
static void descend_from_target(struct via_chains *chains,
                                const struct cch_metric *metric,
                                uint32_t supernode)
{
    const struct hierarchy *hierarchy = &chains->map->hierarchy;
    const struct walk *walk = chains->backward;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t *label = chains->to_target + first;

    rows_fill_infinity(label, s);
    if (walk->on_chain[supernode])
        memcpy(chains->front, walk->label + first, s * sizeof(*label));
    else
        rows_fill_infinity(chains->front, s);
    gather_upward(chains, supernode, chains->to_target, chains->front + s);
    walk->rows->descend(label, s, cch_out(hierarchy, metric->closed, supernode),
                        chains->front,
                        s + supernode_upward(hierarchy, supernode));
}

/* The ancestor chains of a query's seeds and target, and of further vertices.
 * Ignores costs above `most`. Uses both walks. 0 or -ENOMEM. */
static int via_ways_find(struct via_chains *chains,
                         const struct cch_metric *metric,
                         const struct query *query, uint64_t most,
                         const uint32_t *vertices, size_t vertex_count)
{
    int r;

    chains->shift = least_adjustment(&query->targets[0]);
    most -= (uint64_t)chains->shift;
    chains->most = most < COST_MAX ? (uint32_t)most : COST_MAX;
    r = walk_from_source(chains, metric, query);
    if (!r)
        r = walk_from_target(chains, metric, &query->targets[0]);
    if (!r)
        r = join_chains(chains, vertices, vertex_count);
    for (uint32_t i = 0; i < chains->chain_count && !r; i++) {
        descend_from_source(chains, metric, chains->chain[i]);
        descend_from_target(chains, metric, chains->chain[i]);
    }
    return r;
}

/* ---- Alternatives ---- */

/* Vertices of the shortest path, evenly spaced, whose chains are examined,
 * too. */
enum { MIDDLES = 3 };

/* A query for the pair solver. */
struct via_query {
    struct seed seed;
    struct target_vertex end;
    struct target target;
    uint32_t cost;
    struct query query;
};

/* VERTEX_NONE: the source, or target, of the ground's query. */
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
    if (via_ways_init(&via->chains, map, pair->forward, &pair->backward) ||
        via_choice_init(&via->choice, map))
        return -ENOMEM;
    return 0;
}

void cch_via_finish(struct cch_via *via)
{
    via_ways_finish(&via->chains);
    via_choice_finish(&via->choice);
    free(via->candidates.list);
    free(via->second.arc);
    *via = (struct cch_via){0};
}

/* Evenly spaced by arcs on the shortest path. */
static size_t find_middles(const struct path *path,
                           const struct topology *topology,
                           uint32_t ret_vertices[MIDDLES])
{
    for (size_t i = 0; i < MIDDLES; i++)
        ret_vertices[i] = path_vertex(
            path, topology, path->arc_count * (i + 1) / (MIDDLES + 1));
    return MIDDLES;
}

/* Compares sums without the shift, so that none is negative. */
static int add_candidates(struct cch_via *via, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &via->chains.map->hierarchy;
    const struct via_chains *chains = &via->chains;
    uint32_t end = hierarchy->first_vertex[supernode + 1];
    int r = 0;

    for (uint32_t v = hierarchy->first_vertex[supernode]; v < end && !r; v++) {
        uint64_t sum = (uint64_t)chains->from_source[v] + chains->to_target[v];

        if (sum <= chains->most)
            r = via_candidates_add(&via->candidates, v, chains->from_source[v],
                                   sum + (uint64_t)chains->shift);
    }
    return r;
}

static int find_candidates(struct cch_via *via, const struct query *query)
{
    uint32_t middles[MIDDLES];
    size_t count = find_middles(&query->path[0], via->ground.topology, middles);
    int r =
        via_ways_find(&via->chains, via->metric, query,
                      alternatives_cost_max(query->cost[0]), middles, count);

    via->candidates.count = 0;
    for (uint32_t i = 0; i < via->chains.chain_count && !r; i++)
        r = add_candidates(via, via->chains.chain[i]);
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
