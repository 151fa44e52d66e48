/* cch_gpu_solve: how a batch is solved on a hierarchy. */
#include "gpu/cch/cch_gpu_solve.h"

#include "core/solver/batch.h"
#include "gpu/cch/cch_gpu.h"

/* Who solves a query. */
enum way { WAY_ALONE, WAY_TREES, WAY_PAIRS, WAY_PATHS };

/* Above this a tree and its links are quicker. */
enum { PATHS_OF_A_QUERY = 6 };

/* The walks that a query needs, or more than cch_walks_max() where it is to be
 * solved as a tree. */
static uint32_t walks_of(const struct cch_gpu *cch, const struct query *query)
{
    uint32_t most = cch_walks_max(cch);
    uint64_t walks = query->seed_count;

    if (query->target_count > cch->tree_from)
        return most + 1;
    for (uint32_t i = 0; i < query->target_count && walks <= most; i++)
        walks += query->targets[i].vertex_count;
    return walks <= most ? (uint32_t)walks : most + 1;
}

static enum way way_of(const struct cch_gpu *cch, const struct query *query)
{
    if (query->output == QUERY_COSTS)
        return walks_of(cch, query) <= cch_walks_max(cch) ? WAY_PAIRS
                                                          : WAY_ALONE;
    if (query->output == QUERY_PATHS)
        return query->target_count <= PATHS_OF_A_QUERY &&
                       walks_of(cch, query) <= cch_walks_max(cch)
                   ? WAY_PATHS
                   : WAY_ALONE;
    if (query->predecessors)
        return WAY_ALONE;
    return WAY_TREES;
}

/* Whether queries of the same targets want the same sums of them. */
static bool same_sums(const struct sums_query *a, const struct sums_query *b)
{
    return a && b ? a->targets == b->targets && a->arcs == b->arcs : a == b;
}

/* Queries from the first on that ask for the same targets, if they are several.
 */
static size_t same_targets(struct query **queries, size_t count)
{
    const struct query *query = queries[0];
    size_t same = 1;

    if (query->target_count < 2)
        return same;
    while (same < count && queries[same]->targets == query->targets &&
           queries[same]->target_count == query->target_count &&
           same_sums(queries[same]->sums, query->sums))
        same++;
    return same;
}

static size_t same_way(const struct cch_gpu *cch, struct query **queries,
                       size_t count, enum way way)
{
    size_t same = 1;

    while (same < count && way_of(cch, queries[same]) == way &&
           !queries[same]->sums)
        same++;
    return same;
}

/* A table is worth its columns' walks from so many rows on. */
static bool is_table(const struct cch_gpu *cch, struct query **queries,
                     size_t count)
{
    const struct query *query = queries[0];

    return query->output == QUERY_COSTS && count > 1 &&
           query->target_count > 1 &&
           query->target_count / count <= cch->tree_from &&
           cch_table_fits(cch, queries, count);
}

bool cch_is_pair(const struct cch_gpu *cch, struct query **queries,
                 size_t count)
{
    return !queries[0]->sums &&
           same_targets(queries, count < 2 ? count : 2) == 1 &&
           way_of(cch, queries[0]) == WAY_PAIRS;
}

static int solve_alone(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    struct batch batch = {queries, count, cch->search.observer};

    return search_solve(&cch->search.base, cch->search.metric, &batch, error);
}

static int solve_trees(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    uint32_t lanes = 0;
    int r =
        count > 1 && cch->lanes > 1 ? cch_lanes_reserve(cch, &lanes, error) : 0;

    if (r)
        return r;
    return lanes < 2 ? solve_alone(cch, queries, count, error)
                     : cch_solve_trees(cch, lanes, queries, count, error);
}

/* Counts them; whether they are worth a copy of the panels. */
static bool want_copy(struct cch_gpu *cch, size_t count)
{
    uint64_t state = cch_metric(cch)->state;

    if (cch->paths_state != state)
        cch->path_count = 0;
    cch->paths_state = state;
    cch->path_count += count;
    return cch->path_count >= cch->paths_from;
}

/* One part more of the copy, unless the query is due; *ret_whole: no part is
 * missing. */
static int copy_part(struct cch_gpu *cch, const struct query *query,
                     bool *ret_whole, struct error *error)
{
    int r = 0;

    *ret_whole = false;
    if (cancel_due(query->cancel))
        return 0;
    if (!cch->paths)
        r = cch_paths_create(cch->search.base.prepared->map, &cch->paths,
                             error);
    return r ? r
             : cch_paths_load(cch->paths, cch_metric(cch), cch->paths_part,
                              ret_whole, error);
}

static int solve_path(struct solver *solver, const struct metric *metric,
                      struct query *query, struct error *error)
{
    (void)metric;
    return cch_paths_solve(((struct cch_gpu *)solver)->paths, query, error);
}

static int solve_paths(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    struct batch batch = {queries, count, NULL};
    bool whole = false;
    int r = 0;

    if (!want_copy(cch, count))
        return solve_alone(cch, queries, count, error);
    while (batch.query_count && !r) {
        r = copy_part(cch, batch.queries[0], &whole, error);
        if (r || whole)
            break;
        r = solve_alone(cch, batch.queries++, 1, error);
        batch.query_count--;
    }
    return r || !whole ? r
                       : batch_solve_each(&cch->search.base, cch->search.metric,
                                          &batch, solve_path, error);
}

/* Solves the first of the queries with all that go the same way. */
static int solve_some(struct cch_gpu *cch, struct query **queries, size_t count,
                      size_t *ret_solved, struct error *error)
{
    size_t rows = same_targets(queries, count);
    enum way way;

    if (queries[0]->sums || is_table(cch, queries, rows)) {
        *ret_solved = rows;
        return cch_solve_table(cch, queries, rows, error);
    }
    way = way_of(cch, queries[0]);
    if (way == WAY_PAIRS)
        return cch_solve_pairs(cch, queries, count, ret_solved, error);
    *ret_solved = same_way(cch, queries, count, way);
    if (way == WAY_PATHS)
        return solve_paths(cch, queries, *ret_solved, error);
    return way == WAY_TREES ? solve_trees(cch, queries, *ret_solved, error)
                            : solve_alone(cch, queries, *ret_solved, error);
}

int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error)
{
    struct cch_gpu *cch = (struct cch_gpu *)solver;
    size_t solved;
    int r = workspace_enter(&cch->search.workspace, error);

    cch->search.observer = batch->observer;
    cch->search.metric = metric;
    cch->phase_count = 0;
    for (size_t i = 0; i < batch->query_count && !r; i += solved) {
        r = solve_some(cch, batch->queries + i, batch->query_count - i, &solved,
                       error);
        if (r)
            error_prefix(error, "solver %s", solver->ops->name);
    }
    return r;
}
