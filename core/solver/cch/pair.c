/* pair: the backward walk leads; forward steps catch up where they meet. */
#include "core/solver/cch/pair.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/cch.h"
#include "core/solver/cch/rows.h"
#include "core/solver/path.h"

/* A closed entry on the path from a seed to the meeting vertex. */
struct stretch {
    uint32_t supernode;
    uint32_t tail; /* entries of its front */
    uint32_t head;
};

/* ---- Vertices that walks reach, for an observer ---- */

/* A phase is a step: phase i has the labelled vertices of the i-th supernode on
 * the chain of each walk, both counted from the bottom. If several walks lead
 * to one target, a vertex counts in the first that reaches it. Collected after
 * the walks, so that walking itself is not slowed. */

struct reached_vertex {
    uint32_t phase;
    uint32_t vertex;
    uint32_t cost;
};

struct pair_report {
    struct phase_observer *observer;
    const struct map *map;
    struct {
        uint8_t *seen; /* [vertex_count] bits */
        struct reached_vertex *list;
        size_t count;
        size_t capacity;
    } side[SEARCH_SIDES];
};

/* 0 or -ENOMEM. finish() is fine after either. */
static int report_init(struct pair_report *report,
                       struct phase_observer *observer, const struct map *map)
{
    size_t bytes = (size_t)map->topology.vertex_count / 8 + 1;

    *report = (struct pair_report){.observer = observer, .map = map};
    for (int side = 0; side < SEARCH_SIDES; side++) {
        report->side[side].seen = array_zero(bytes, 1);
        if (!report->side[side].seen)
            return -ENOMEM;
    }
    return 0;
}

static void report_finish(struct pair_report *report)
{
    for (int side = 0; side < SEARCH_SIDES; side++) {
        free(report->side[side].seen);
        free(report->side[side].list);
    }
}

static int note_supernode(struct pair_report *report, enum search_side side,
                          const struct walk *walk, uint32_t phase)
{
    uint32_t first = walk->hierarchy->first_vertex[walk->chain[phase]];
    uint32_t size = supernode_size(walk->hierarchy, walk->chain[phase]);
    uint8_t *seen = report->side[side].seen;

    if (array_reserve(&report->side[side].list, &report->side[side].capacity,
                      report->side[side].count + size,
                      sizeof(struct reached_vertex)))
        return -ENOMEM;
    for (uint32_t v = first; v < first + size; v++) {
        if (walk->label[v] == COST_INFINITY || seen[v / 8] & 1 << v % 8)
            continue;
        seen[v / 8] |= (uint8_t)(1 << v % 8);
        report->side[side].list[report->side[side].count++] =
            (struct reached_vertex){phase, v, walk->label[v]};
    }
    return 0;
}

/* Records the vertices of a finished walk. 0 or -ENOMEM. */
static int report_note(struct pair_report *report, enum search_side side,
                       const struct walk *walk)
{
    int r = 0;

    for (uint32_t i = 0; i < walk->chain_count && !r; i++)
        r = note_supernode(report, side, walk, i);
    return r;
}

static int by_phase(const void *a, const void *b)
{
    const struct reached_vertex *left = a;
    const struct reached_vertex *right = b;
    int order = compare_numbers(left->phase, right->phase);

    return order ? order : compare_numbers(left->vertex, right->vertex);
}

/* Reports one phase from `at` on; returns the index after it. */
static size_t send_phase(struct pair_report *report, enum search_side side,
                         size_t at, uint32_t *vertex, uint32_t *cost)
{
    const struct reached_vertex *list = report->side[side].list;
    struct reached reached = {
        .map = report->map,
        .phase = list[at].phase,
        .side = side,
        .vertex = vertex,
        .cost = cost,
    };

    for (; at < report->side[side].count && list[at].phase == reached.phase;
         at++) {
        vertex[reached.count] = list[at].vertex;
        cost[reached.count++] = list[at].cost;
    }
    report->observer->reached(report->observer, &reached);
    return at;
}

static void send_phases(struct pair_report *report, uint32_t *vertex,
                        uint32_t *cost)
{
    size_t at[SEARCH_SIDES] = {0};
    uint32_t phase = 0;

    while (at[SEARCH_FORWARD] < report->side[SEARCH_FORWARD].count ||
           at[SEARCH_BACKWARD] < report->side[SEARCH_BACKWARD].count) {
        for (int side = 0; side < SEARCH_SIDES; side++) {
            if (at[side] < report->side[side].count &&
                report->side[side].list[at[side]].phase == phase)
                at[side] = send_phase(report, (enum search_side)side, at[side],
                                      vertex, cost);
        }
        phase++;
    }
}

/* Reports everything recorded, phase by phase. 0 or -ENOMEM. */
static int report_send(struct pair_report *report)
{
    size_t most = 1;
    uint32_t *words;

    for (int side = 0; side < SEARCH_SIDES; side++) {
        size_t count = report->side[side].count;

        if (count)
            qsort(report->side[side].list, count, sizeof(struct reached_vertex),
                  by_phase);
        most = count > most ? count : most;
    }
    words = array_alloc(2 * most, sizeof(*words));
    if (!words)
        return -ENOMEM;
    send_phases(report, words, words + most);
    free(words);
    return 0;
}

/* ---- Walks that meet ---- */

int pair_init(struct pair *pair, const struct map *map, struct walk *forward)
{
    *pair = (struct pair){.map = map, .forward = forward};
    pair->stretches = array_alloc((size_t)map->hierarchy.level_count + 1,
                                  sizeof(*pair->stretches));
    pair->mark = array_zero(map->topology.vertex_count, sizeof(uint32_t));
    if (walk_init(&pair->backward, map, false) ||
        unpacker_init(&pair->unpacker, map) || !pair->stretches || !pair->mark)
        return -ENOMEM;
    return 0;
}

void pair_finish(struct pair *pair)
{
    walk_finish(&pair->backward);
    unpacker_finish(&pair->unpacker);
    free(pair->stretches);
    free(pair->mark);
}

/* Labels from this on cannot help: the best cost so far, or above the bound. */
static uint32_t useless_from(const struct pair *pair)
{
    uint32_t beyond = pair->query->bound + 1;

    return pair->cost < beyond ? pair->cost : beyond;
}

static uint32_t least_of(const uint32_t *label, uint32_t count)
{
    uint32_t least = COST_INFINITY;

    for (uint32_t i = 0; i < count; i++)
        least = label[i] < least ? label[i] : least;
    return least;
}

/* The same for forward labels of a supernode that continue within it: any
 * backward label is added after that. */
static uint32_t useless_within(const struct pair *pair, uint32_t supernode)
{
    uint32_t first = pair->map->hierarchy.first_vertex[supernode];
    uint32_t s = supernode_size(&pair->map->hierarchy, supernode);
    const uint32_t *backward = pair->backward.label + first;
    uint32_t useless = useless_from(pair);
    uint32_t found =
        pair->backward.rows->meet(pair->forward->label + first, backward, s);
    uint32_t least = least_of(backward, s);

    useless = found < useless ? found : useless;
    if (useless >= COST_OVERFLOW)
        return useless;
    return least < useless ? useless - least : 0;
}

/* One step of the forward walk; it may prune if no other backward walk will
 * meet it. */
static void step(struct pair *pair, uint32_t supernode)
{
    if (pair->backward.on_chain[supernode])
        walk_close(pair->forward, pair->metric, supernode,
                   useless_within(pair, supernode));
    walk_rise(pair->forward, pair->metric, supernode, useless_from(pair));
}

/* Forward steps along the chain up to and over the supernode. */
static void catch_up(struct pair *pair, uint32_t supernode, bool alone)
{
    const struct walk *walk = pair->forward;

    while (pair->stepped < walk->chain_count &&
           walk->chain[pair->stepped] <= supernode) {
        uint32_t next = walk->chain[pair->stepped++];

        if (alone)
            step(pair, next);
        else
            walk_forward(pair->forward, pair->metric, next, COST_INFINITY);
    }
}

static void meet_at(struct pair *pair, uint32_t supernode)
{
    uint32_t first = pair->map->hierarchy.first_vertex[supernode];
    uint32_t sum = pair->backward.rows->meet(
        pair->forward->closed + first, pair->backward.label + first,
        supernode_size(&pair->map->hierarchy, supernode));

    if (sum < pair->cost) {
        pair->cost = sum;
        pair->meeting = supernode;
    }
}

/* Prunes useless labels: backward ones never go on, forward ones only if no
 * other walk will meet them. */
static void walk_back(struct pair *pair, bool alone)
{
    struct walk *walk = &pair->backward;

    for (uint32_t i = 0; i < walk->chain_count; i++) {
        uint32_t supernode = walk->chain[i];

        if (pair->forward->on_chain[supernode]) {
            catch_up(pair, supernode, alone);
            meet_at(pair, supernode);
        }
        walk_backward(walk, pair->metric, supernode, useless_from(pair));
    }
}

/* Finds the label of one vertex. */
static int meet(struct pair *pair, uint32_t vertex, bool alone)
{
    int r;

    walk_clear(&pair->backward);
    pair->cost = COST_INFINITY;
    pair->meeting = SUPERNODE_NONE;
    r = walk_begin(&pair->backward, vertex, 0);
    if (r)
        return r;
    walk_back(pair, alone);
    pair->query->figures.settled += pair->backward.chain_count;
    return pair->report
               ? report_note(pair->report, SEARCH_BACKWARD, &pair->backward)
               : 0;
}

/* ---- Paths ---- */

/* A vertex's index in the front of a supernode that it is above. */
static uint32_t entry_of(const struct hierarchy *hierarchy, uint32_t supernode,
                         uint32_t vertex)
{
    return supernode_size(hierarchy, supernode) +
           (uint32_t)array_find(hierarchy->upward +
                                    hierarchy->first_upward[supernode],
                                supernode_upward(hierarchy, supernode), vertex);
}

/* From the meeting vertex back to the seed; writes ret_count stretches, the
 * path's last one first. */
static int trace_forward(struct pair *pair, uint32_t vertex, struct path *path,
                         uint32_t *ret_count)
{
    const struct hierarchy *hierarchy = &pair->map->hierarchy;
    const struct walk *walk = pair->forward;
    uint32_t supernode = pair->meeting;
    uint32_t entry = vertex - hierarchy->first_vertex[supernode];
    uint32_t cost = walk->closed[vertex];
    uint32_t count = 0;

    while (supernode != SUPERNODE_NONE) {
        struct panel panel =
            panel_of(hierarchy, pair->metric->closed, supernode);
        uint32_t first = hierarchy->first_vertex[supernode];
        uint32_t i = panel_find(&panel, walk->label + first, 0, panel.s, entry,
                                cost, true);

        if (i == panel.s || count > hierarchy->level_count)
            return -EIO;
        if (i != entry)
            pair->stretches[count++] = (struct stretch){supernode, i, entry};
        vertex = first + i;
        cost = walk->label[vertex];
        supernode = walk->from[vertex];
        if (supernode != SUPERNODE_NONE)
            entry = entry_of(hierarchy, supernode, vertex);
    }
    path->first_vertex = vertex;
    path->seed_cost = cost;
    *ret_count = count;
    return 0;
}

static int unpack_forward(struct pair *pair, uint32_t vertex, struct path *path)
{
    uint32_t count = 0;
    int r = trace_forward(pair, vertex, path, &count);

    while (count > 0 && !r) {
        const struct stretch *stretch = &pair->stretches[--count];

        r = unpack_closed(&pair->unpacker, stretch->supernode, stretch->tail,
                          stretch->head);
    }
    return r;
}

static int unpack_backward(struct pair *pair, uint32_t vertex)
{
    const struct hierarchy *hierarchy = &pair->map->hierarchy;
    const struct walk *walk = &pair->backward;
    uint32_t supernode;
    int r = 0;

    while (!r && (supernode = walk->from[vertex]) != SUPERNODE_NONE) {
        struct panel panel =
            panel_of(hierarchy, pair->metric->closed, supernode);
        uint32_t first = hierarchy->first_vertex[supernode];
        uint32_t entry = entry_of(hierarchy, supernode, vertex);
        uint32_t i = panel_find(&panel, walk->label + first, 0, panel.s, entry,
                                walk->label[vertex], false);

        if (i == panel.s)
            return -EIO;
        r = unpack_closed(&pair->unpacker, supernode, entry, i);
        vertex = first + i;
    }
    return r;
}

/* The path to the vertex of the last backward walk. */
static int unpack_path(struct pair *pair, struct path *path)
{
    uint32_t first = pair->map->hierarchy.first_vertex[pair->meeting];
    const uint32_t *closed = pair->forward->closed + first;
    const uint32_t *label = pair->backward.label + first;
    uint32_t at = 0;
    int r;

    while (cost_add(closed[at], label[at]) != pair->cost)
        at++;
    unpack_start(&pair->unpacker, pair->metric);
    r = unpack_forward(pair, first + at, path);
    if (!r)
        r = unpack_backward(pair, first + at);
    if (!r)
        r = unpack_arcs(&pair->unpacker, path);
    if (!r && pair->unpacker.level)
        path_straighten(path, &pair->map->topology, pair->mark);
    return r;
}

/* ---- Answers ---- */

/* The least adjusted cost of a target; ret_vertex: its best vertex, or
 * VERTEX_NONE. Leaves the walk to the last vertex in place. */
static int find_cost(struct pair *pair, const struct target *target, bool alone,
                     uint32_t *ret_cost, uint32_t *ret_vertex)
{
    uint32_t best = COST_INFINITY;
    uint32_t vertex = VERTEX_NONE;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        const struct target_vertex *at = &target->vertices[i];
        int r = meet(pair, at->vertex, alone && target->vertex_count == 1);
        uint32_t sum = cost_adjust(pair->cost, at->adjustment);

        if (r)
            return r;
        if (pair->cost <= pair->query->bound && sum < best) {
            best = sum;
            vertex = at->vertex;
        }
    }
    *ret_cost = best;
    *ret_vertex = vertex;
    return 0;
}

static int answer_target_at(struct pair *pair, uint32_t at)
{
    struct query *query = pair->query;
    const struct target *target = &query->targets[at];
    uint32_t vertex = VERTEX_NONE;
    int r = find_cost(pair, target, query->target_count == 1, &query->cost[at],
                      &vertex);

    if (r || query->output != QUERY_PATHS)
        return r;
    path_clear(&query->path[at]);
    if (query->cost[at] > COST_MAX)
        return 0;
    if (vertex != target->vertices[target->vertex_count - 1].vertex)
        r = meet(pair, vertex, false);
    return r ? r : unpack_path(pair, &query->path[at]);
}

int pair_solve(struct pair *pair, const struct cch_metric *metric,
               struct query *query, struct error *error)
{
    int r;

    pair->metric = metric;
    pair->query = query;
    pair->stepped = 0;
    r = walk_begin_seeds(pair->forward, query);
    query->status = QUERY_DONE;
    query->figures.settled = pair->forward->chain_count;
    query->figures.phases = pair->map->hierarchy.level_count;
    for (uint32_t i = 0; i < query->target_count && !r; i++) {
        if (cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 0;
        }
        r = answer_target_at(pair, i);
    }
    if (r == -ENOMEM)
        return error_no_memory(error);
    return r ? error_set(error, r,
                         "an entry of the hierarchy is not a sum of others")
             : 0;
}

int pair_solve_observed(struct pair *pair, const struct cch_metric *metric,
                        struct query *query, struct phase_observer *observer,
                        struct error *error)
{
    struct pair_report report;
    int no_memory = report_init(&report, observer, pair->map);
    int r = 0;

    pair->report = &report;
    if (!no_memory)
        r = pair_solve(pair, metric, query, error);
    pair->report = NULL;
    if (!no_memory && !r)
        no_memory = report_note(&report, SEARCH_FORWARD, pair->forward) ||
                    report_send(&report);
    report_finish(&report);
    return no_memory ? error_no_memory(error) : r;
}
