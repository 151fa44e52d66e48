/* via: exact costs on ancestor chains, candidates on them, and pairs between
 * vertices.
 *
 * Walks up give labels over lower vertices only. Then, in descending order,
 * each supernode's labels are the minimum of these and of an upward neighbour's
 * label plus the closed entry between: the sweep of PHAST (Delling et al.
 * 2011), along chains instead of over the map, from either end.
 *
 * An admissible path that users value crosses separators of the map near the
 * source and near the target, whose vertices are on the chains of both ends;
 * chains of vertices between them add those of the cells that a path
 * crosses. */
#include "core/solver/cch/via.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/via_choice.h"

struct cch_via {
    struct via_choice choice;
    const struct hierarchy *hierarchy;
    const struct cch_metric *metric;
    struct pair *pair;
    uint32_t *from_source; /* [vertex_count] on the chains; exact up to
                              choice.most, any larger value beyond */
    uint32_t *to_target;   /* [vertex_count] the same, with shifted
                              adjustments */
    bool *on_chain;        /* [supernode_count] all false between queries */
    uint32_t *chain;       /* [chain_count] supernodes, descending */
    uint32_t chain_count;
    size_t chain_capacity;
    uint32_t *front;    /* [front_max + ROWS_SLACK] */
    struct path second; /* from the via vertex on */
};

/* ---- Up ---- */

static int walk_from_source(struct cch_via *via)
{
    struct walk *walk = via->pair->forward;
    int r = walk_begin_seeds(walk, via->choice.query);

    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        walk_forward(walk, via->metric, walk->chain[i], via->choice.most + 1);
    return r;
}

static int walk_from_target(struct cch_via *via)
{
    const struct target *target = &via->choice.query->targets[0];
    struct walk *walk = &via->pair->backward;
    uint32_t most = via->choice.most;
    int r = 0;

    walk_clear(walk);
    for (uint32_t i = 0; i < target->vertex_count && !r; i++) {
        const struct target_vertex *at = &target->vertices[i];
        uint64_t cost = via_shifted(&via->choice, at->adjustment);

        if (cost <= most)
            r = walk_begin(walk, at->vertex, (uint32_t)cost);
    }
    walk_sort(walk);
    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        walk_backward(walk, via->metric, walk->chain[i], most + 1);
    return r;
}

/* ---- Chains ---- */

static int add_chain(struct cch_via *via, uint32_t supernode)
{
    const struct hierarchy *hierarchy = via->hierarchy;

    if (array_reserve(&via->chain, &via->chain_capacity,
                      via->chain_count + (size_t)hierarchy->level_count,
                      sizeof(*via->chain)))
        return -ENOMEM;
    for (; supernode != SUPERNODE_NONE && !via->on_chain[supernode];
         supernode = hierarchy->parent[supernode]) {
        via->on_chain[supernode] = true;
        via->chain[via->chain_count++] = supernode;
    }
    return 0;
}

static int add_chains_of(struct cch_via *via, const struct walk *walk)
{
    int r = 0;

    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        r = add_chain(via, walk->chain[i]);
    return r;
}

/* Vertices of the shortest path, evenly spaced by arcs, whose chains are
 * examined, too. */
enum { MIDDLES = 3 };

static int add_middles(struct cch_via *via)
{
    const struct path *path = &via->choice.query->path[0];
    int r = 0;

    for (size_t i = 1; i <= MIDDLES && !r; i++) {
        uint32_t vertex = path_vertex(path, &via->choice.map->topology,
                                      path->arc_count * i / (MIDDLES + 1));

        r = add_chain(via, via->hierarchy->supernode[vertex]);
    }
    return r;
}

static int descending(const void *a, const void *b)
{
    return compare_u32(b, a);
}

static int join_chains(struct cch_via *via)
{
    int r;

    via->chain_count = 0;
    r = add_chains_of(via, via->pair->forward);
    if (!r)
        r = add_chains_of(via, &via->pair->backward);
    if (!r)
        r = add_middles(via);
    for (uint32_t i = 0; i < via->chain_count; i++)
        via->on_chain[via->chain[i]] = false;
    if (via->chain_count)
        qsort(via->chain, via->chain_count, sizeof(*via->chain), descending);
    return r;
}

/* ---- Down ---- */

static void gather_upward(const struct cch_via *via, uint32_t supernode,
                          const uint32_t *label, uint32_t *front)
{
    const struct hierarchy *hierarchy = via->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++)
        front[j] = label[upper[j]];
    rows_fill_infinity(front + n, ROWS_SLACK);
}

/* The supernode's labels of a walk; infinite if it is not on its chain. */
static void copy_labels(const struct walk *walk, const uint32_t *from,
                        uint32_t supernode, uint32_t *to)
{
    uint32_t first = walk->hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(walk->hierarchy, supernode);

    if (walk->on_chain[supernode])
        memcpy(to, from + first, s * sizeof(*to));
    else
        rows_fill_infinity(to, s);
}

static void descend_from_source(struct cch_via *via, uint32_t supernode)
{
    const struct hierarchy *hierarchy = via->hierarchy;
    const struct walk *walk = via->pair->forward;
    uint32_t *label = via->from_source + hierarchy->first_vertex[supernode];

    copy_labels(walk, walk->closed, supernode, label);
    gather_upward(via, supernode, via->from_source, via->front);
    walk->rows->descend(label, supernode_size(hierarchy, supernode),
                        cch_in(hierarchy, via->metric->closed, supernode),
                        via->front, supernode_upward(hierarchy, supernode));
}

/* Uses plain labels of the walk, since a path may go on within the supernode:
 * whole rows, for the whole front. */
static void descend_from_target(struct cch_via *via, uint32_t supernode)
{
    const struct hierarchy *hierarchy = via->hierarchy;
    const struct walk *walk = &via->pair->backward;
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t *label = via->to_target + hierarchy->first_vertex[supernode];

    rows_fill_infinity(label, s);
    copy_labels(walk, walk->label, supernode, via->front);
    gather_upward(via, supernode, via->to_target, via->front + s);
    walk->rows->descend(label, s,
                        cch_out(hierarchy, via->metric->closed, supernode),
                        via->front, s + supernode_upward(hierarchy, supernode));
}

/* ---- Alternatives ---- */

/* Solves the pair; VERTEX_NONE: the source, or target, of the choice's query.
 * path: NULL if only the cost is wanted. */
static int solve_part(struct cch_via *via, uint32_t from, uint32_t to,
                      struct path *path, uint32_t *ret_cost)
{
    const struct query *query = via->choice.query;
    struct error unused;
    struct seed seed = {from, 0};
    struct target_vertex end = {to, 0};
    struct target target = {&end, 1};
    struct query part = {
        .seeds = from == VERTEX_NONE ? query->seeds : &seed,
        .seed_count = from == VERTEX_NONE ? query->seed_count : 1,
        .targets = to == VERTEX_NONE ? query->targets : &target,
        .target_count = 1,
        .output = path ? QUERY_PATHS : QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .cost = ret_cost,
        .path = path,
    };

    return pair_solve(via->pair, via->metric, &part, &unused);
}

static int path_over(struct via_choice *choice, uint32_t vertex,
                     struct path *ret_path, size_t *ret_at)
{
    struct cch_via *via = (struct cch_via *)choice;
    uint32_t cost;
    int r = solve_part(via, VERTEX_NONE, vertex, ret_path, &cost);

    *ret_at = ret_path->arc_count;
    if (!r && ret_path->first_vertex != VERTEX_NONE)
        r = solve_part(via, vertex, VERTEX_NONE, &via->second, &cost);
    if (!r && via->second.first_vertex == VERTEX_NONE)
        path_clear(ret_path);
    for (size_t i = 0; i < via->second.arc_count && !r; i++)
        r = path_append(ret_path, via->second.arc[i]);
    return r;
}

static int cost_between(struct via_choice *choice, uint32_t from, uint32_t to,
                        uint32_t enough, uint32_t *ret_cost)
{
    (void)enough;
    return solve_part((struct cch_via *)choice, from, to, NULL, ret_cost);
}

struct cch_via *cch_via_create(struct pair *pair)
{
    const struct hierarchy *hierarchy = &pair->map->hierarchy;
    size_t n = pair->map->topology.vertex_count;
    struct cch_via *via = calloc(1, sizeof(*via));

    if (!via)
        return NULL;
    *via = (struct cch_via){
        .choice = {.path = path_over, .cost = cost_between},
        .hierarchy = hierarchy,
        .pair = pair,
        .from_source = array_alloc(n, sizeof(uint32_t)),
        .to_target = array_alloc(n, sizeof(uint32_t)),
        .on_chain = array_zero(hierarchy->supernode_count, sizeof(bool)),
        .front = array_alloc((size_t)hierarchy->front_max + ROWS_SLACK,
                             sizeof(uint32_t)),
    };
    path_init(&via->second);
    if (!via_choice_init(&via->choice, pair->map) && via->from_source &&
        via->to_target && via->on_chain && via->front)
        return via;
    cch_via_destroy(via);
    return NULL;
}

void cch_via_destroy(struct cch_via *via)
{
    if (!via)
        return;
    via_choice_finish(&via->choice);
    free(via->from_source);
    free(via->to_target);
    free(via->on_chain);
    free(via->chain);
    free(via->front);
    path_finish(&via->second);
    free(via);
}

/* Adds the supernode's vertices once their costs are exact. */
static int add_candidates(struct cch_via *via, uint32_t supernode)
{
    const uint32_t *first = via->hierarchy->first_vertex + supernode;
    int r = 0;

    for (uint32_t v = first[0]; v < first[1] && !r; v++)
        r = via_choice_add(&via->choice, v, via->from_source[v],
                           via->to_target[v]);
    return r;
}

static int find_candidates(struct cch_via *via)
{
    int r = walk_from_source(via);

    if (!r)
        r = walk_from_target(via);
    if (!r)
        r = join_chains(via);
    for (uint32_t i = 0; i < via->chain_count && !r; i++) {
        descend_from_source(via, via->chain[i]);
        descend_from_target(via, via->chain[i]);
        r = add_candidates(via, via->chain[i]);
    }
    return r;
}

int cch_via_solve(struct cch_via *via, const struct cch_metric *metric,
                  struct query *query, struct error *error)
{
    int r;

    via->metric = metric;
    via_choice_start(&via->choice, &metric->weights, query);
    r = find_candidates(via);
    if (!r)
        r = via_choice_run(&via->choice);
    if (r == -ENOMEM)
        return error_no_memory(error);
    return r ? error_set(error, r, "a path of the hierarchy has no parts") : 0;
}
