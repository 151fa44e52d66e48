/* check: whether an answer is right, whichever solver gave it.
 *
 * Any shortest path is a right one, so paths and predecessors are not compared
 * with others but added up, arc by arc. */
#include "tests/solver/check.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "tests/solver/oracle.h"

struct judge {
    const struct sample *sample;
    const struct query *query;
    const struct topology *topology;
    const struct weights *weights;
    uint32_t *tail;        /* [arc_count] */
    uint32_t *mark;        /* [vertex_count], initially 0 */
    uint32_t *link;        /* [vertex_count], predecessor arcs by vertex */
    const uint64_t *exact; /* [vertex_count], the oracle's */
    struct error *error;
};

static void fill_tails(struct judge *judge)
{
    const uint32_t *first_out = judge->topology->first_out;

    for (uint32_t v = 0; v < judge->topology->vertex_count; v++) {
        for (uint32_t a = first_out[v]; a < first_out[v + 1]; a++)
            judge->tail[a] = v;
    }
}

static bool has_seed(const struct query *query, uint32_t vertex, uint32_t cost)
{
    for (uint32_t i = 0; i < query->seed_count; i++) {
        if (query->seeds[i].vertex == vertex && query->seeds[i].cost == cost)
            return true;
    }
    return false;
}

/* Whether a label of `sum` at `vertex` makes the target cost `cost`. */
static bool ends_target(const struct judge *judge, const struct target *target,
                        uint32_t vertex, uint64_t sum, uint32_t cost)
{
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        int64_t adjusted = (int64_t)sum + target->vertices[i].adjustment;

        if (target->vertices[i].vertex == vertex &&
            sum <= judge->query->bound &&
            (adjusted < 0 ? 0 : adjusted) == (int64_t)cost)
            return true;
    }
    return false;
}

/* Follows the path: consecutive open arcs, no vertex twice. The vertex and the
 * sum start where the path does and end where it ends. */
static int walk_path(struct judge *judge, const struct path *path,
                     uint32_t stamp, uint32_t *vertex, uint64_t *sum)
{
    uint32_t v = *vertex;

    judge->mark[v] = stamp;
    for (size_t i = 0; i < path->arc_count; i++) {
        uint32_t a = path->arc[i];

        if (a >= judge->topology->arc_count || judge->tail[a] != v)
            return error_set(judge->error, -EINVAL,
                             "arc %zu of the path does not leave vertex %u", i,
                             v);
        if (judge->weights->weight[a] == WEIGHT_CLOSED)
            return error_set(judge->error, -EINVAL, "arc %u is closed", a);
        v = judge->topology->head[a];
        *sum += judge->weights->weight[a];
        if (judge->mark[v] == stamp)
            return error_set(judge->error, -EINVAL,
                             "the path visits vertex %u twice", v);
        judge->mark[v] = stamp;
    }
    *vertex = v;
    return 0;
}

static int check_path(struct judge *judge, uint32_t at)
{
    const struct path *path = &judge->query->path[at];
    uint32_t cost = judge->query->cost[at];
    uint32_t last = path->first_vertex;
    uint64_t sum = path->seed_cost;
    int r;

    if (cost > COST_MAX) {
        if (path->first_vertex == VERTEX_NONE && path->arc_count == 0)
            return 0;
        return error_set(judge->error, -EINVAL, "a path without a cost");
    }
    if (path->first_vertex >= judge->topology->vertex_count ||
        !has_seed(judge->query, path->first_vertex, path->seed_cost))
        return error_set(judge->error, -EINVAL, "the path starts at no seed");
    r = walk_path(judge, path, at + 1, &last, &sum);
    if (r)
        return r;
    if (!ends_target(judge, &judge->query->targets[at], last, sum, cost))
        return error_set(judge->error, -EINVAL,
                         "the path adds up to %llu at vertex %u, the cost is "
                         "%u",
                         (unsigned long long)sum, last, cost);
    return 0;
}

static int check_targets(struct judge *judge)
{
    const struct query *query = judge->query;

    for (uint32_t i = 0; i < query->target_count; i++) {
        uint32_t expected =
            oracle_target_cost(query, &query->targets[i], judge->exact);
        int r = 0;

        if (query->cost[i] != expected)
            return error_set(judge->error, -EINVAL,
                             "target %u: cost %u instead of %u", i,
                             query->cost[i], expected);
        if (query->output == QUERY_PATHS)
            r = check_path(judge, i);
        if (r) {
            error_prefix(judge->error, "target %u", i);
            return r;
        }
    }
    return 0;
}

static int check_link(struct judge *judge, uint32_t vertex, uint32_t arc)
{
    uint32_t label = oracle_label(judge->query, judge->exact[vertex]);
    uint32_t before;

    if (arc == ARC_NONE) {
        if (label == COST_INFINITY || has_seed(judge->query, vertex, label))
            return 0;
        return error_set(judge->error, -EINVAL,
                         "vertex %u has no predecessor and is no seed", vertex);
    }
    if (label == COST_INFINITY)
        return error_set(judge->error, -EINVAL,
                         "vertex %u is unreached and has a predecessor",
                         vertex);
    if (arc >= judge->topology->arc_count ||
        judge->topology->head[arc] != vertex)
        return error_set(judge->error, -EINVAL,
                         "the predecessor of vertex %u does not enter it",
                         vertex);
    before = oracle_label(judge->query, judge->exact[judge->tail[arc]]);
    if (cost_add(before, judge->weights->weight[arc]) != label)
        return error_set(judge->error, -EINVAL,
                         "the predecessor of vertex %u does not give its label",
                         vertex);
    return 0;
}

/* Follows links from `vertex`; marks vertices that lead to a seed with 1 and
 * those of the current path with `stamp`. */
static int check_links_end(struct judge *judge, uint32_t vertex, uint32_t stamp)
{
    uint32_t v = vertex;

    while (judge->mark[v] == 0) {
        judge->mark[v] = stamp;
        if (judge->link[v] == ARC_NONE)
            break;
        v = judge->tail[judge->link[v]];
        if (judge->mark[v] == stamp)
            return error_set(judge->error, -EINVAL,
                             "the predecessors of vertex %u form a cycle",
                             vertex);
    }
    for (v = vertex; judge->mark[v] == stamp; v = judge->tail[judge->link[v]]) {
        judge->mark[v] = 1;
        if (judge->link[v] == ARC_NONE)
            break;
    }
    return 0;
}

static int check_predecessors(struct judge *judge)
{
    const struct collecting_sink *sink = &judge->sample->sink;

    if (sink->count && sink->predecessors != judge->query->predecessors)
        return error_set(judge->error, -EINVAL,
                         "predecessors differ from what was asked");
    if (!judge->query->predecessors)
        return 0;
    for (uint32_t i = 0; i < sink->count; i++) {
        int r = check_link(judge, sink->vertex[i], sink->predecessor[i]);

        if (r)
            return r;
        judge->link[sink->vertex[i]] = sink->predecessor[i];
    }
    for (uint32_t i = 0; i < sink->count; i++)
        judge->mark[sink->vertex[i]] = 0;
    for (uint32_t i = 0; i < sink->count; i++) {
        int r = check_links_end(judge, sink->vertex[i], i + 2);

        if (r)
            return r;
    }
    return 0;
}

static int check_label(struct judge *judge, uint32_t at)
{
    const struct collecting_sink *sink = &judge->sample->sink;
    uint32_t vertex = sink->vertex[at];
    uint32_t expected;

    if (vertex >= judge->topology->vertex_count || judge->mark[vertex]++)
        return error_set(judge->error, -EINVAL,
                         "entry %u: no such vertex %u, or twice", at, vertex);
    if (judge->query->output == QUERY_TREE && vertex != at)
        return error_set(judge->error, -EINVAL, "entry %u is vertex %u instead",
                         at, vertex);
    expected = oracle_label(judge->query, judge->exact[vertex]);
    if (sink->cost[at] != expected)
        return error_set(judge->error, -EINVAL,
                         "vertex %u: label %u instead of %u", vertex,
                         sink->cost[at], expected);
    return 0;
}

/* How many entries the sink must have got. */
static uint32_t expected_entries(const struct judge *judge)
{
    uint32_t count = 0;

    if (judge->query->output == QUERY_TREE)
        return judge->topology->vertex_count;
    for (uint32_t v = 0; v < judge->topology->vertex_count; v++)
        count += oracle_label(judge->query, judge->exact[v]) != COST_INFINITY;
    return count;
}

static int check_labels(struct judge *judge)
{
    const struct collecting_sink *sink = &judge->sample->sink;
    uint32_t expected = expected_entries(judge);

    if (sink->count != expected || !sink->in_order)
        return error_set(judge->error, -EINVAL, "%u entries instead of %u%s",
                         sink->count, expected,
                         sink->in_order ? "" : ", out of order");
    for (uint32_t i = 0; i < sink->count; i++) {
        int r = check_label(judge, i);

        if (r)
            return r;
    }
    return check_predecessors(judge);
}

static bool uses_sink(const struct query *query)
{
    return query->output == QUERY_REACHED || query->output == QUERY_TREE;
}

static int check_solved(struct judge *judge)
{
    const struct query *query = judge->query;
    bool refused = uses_sink(query) && judge->sample->sink.refuses &&
                   expected_entries(judge) > 0;
    enum query_status expected =
        judge->sample->cancelled || refused ? QUERY_CANCELLED : QUERY_DONE;

    if (query->status != expected)
        return error_set(judge->error, -EINVAL, "status %d instead of %d",
                         (int)query->status, (int)expected);
    if (expected == QUERY_CANCELLED)
        return 0;
    return uses_sink(query) ? check_labels(judge) : check_targets(judge);
}

int check_labelled(const struct sample *sample, const struct topology *topology,
                   const struct weights *weights, const uint64_t *exact,
                   struct error *error)
{
    uint32_t n = topology->vertex_count;
    struct judge judge = {
        .sample = sample,
        .query = &sample->query,
        .topology = topology,
        .weights = weights,
        .tail = array_alloc(topology->arc_count, sizeof(uint32_t)),
        .mark = array_zero(n, sizeof(uint32_t)),
        .link = array_alloc(n, sizeof(uint32_t)),
        .exact = exact,
        .error = error,
    };
    int r;

    if (!judge.tail || !judge.mark || !judge.link)
        abort();
    fill_tails(&judge);
    r = check_solved(&judge);
    free(judge.tail);
    free(judge.mark);
    free(judge.link);
    return r;
}

int check_answer(const struct sample *sample, const struct topology *topology,
                 const struct weights *weights, struct error *error)
{
    uint64_t *exact = array_alloc(topology->vertex_count, sizeof(*exact));
    int r;

    if (!exact)
        abort();
    oracle_labels(topology, weights, &sample->query, exact);
    r = check_labelled(sample, topology, weights, exact, error);
    free(exact);
    return r;
}
