/* cch_solver: chooses walks, sweeps or a table for each batch. */
#include "core/solver/catalog.h"

#include <stdlib.h>

#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "core/solver/cch/closed_sums.h"
#include "core/solver/cch/pair.h"
#include "core/solver/cch/sweep.h"
#include "core/solver/cch/table.h"
#include "core/solver/cch/via.h"

enum {
    /* Fewer trees have a sweep each. */
    TREES_TOGETHER_MIN = 3,
    /* A walk takes as long as a sweep over this many vertices. */
    VERTICES_SWEPT_PER_WALK = 400,
    /* This few are always walked. */
    WALKS_MIN = 4,
    /* How long to keep memory that only tables, trees and alternatives need. */
    WIDE_KEPT_US = 2000000,
};

struct cch_workspace {
    struct solver base;
    struct walk forward;
    struct pair pair;
    struct sweep sweep;
    struct table table;
    struct cch_via *via;   /* NULL until a query wants alternatives */
    uint64_t wide_us;      /* when memory that pairs do not need was last
                              used */
    uint64_t targets_hash; /* of the latest COSTS query; 0: none yet */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;

    if (!workspace)
        return;
    walk_finish(&workspace->forward);
    pair_finish(&workspace->pair);
    sweep_finish(&workspace->sweep);
    table_trim(&workspace->table);
    cch_via_destroy(workspace->via);
    free(workspace);
}

static int create(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    struct cch_workspace *workspace = calloc(1, sizeof(*workspace));

    if (!workspace)
        return error_no_memory(error);
    workspace->base = (struct solver){&cch_solver, prepared};
    if (walk_init(&workspace->forward, prepared->map, true) ||
        pair_init(&workspace->pair, prepared->map, &workspace->forward)) {
        destroy(&workspace->base);
        return error_no_memory(error);
    }
    sweep_init(&workspace->sweep, prepared->map, &workspace->forward);
    workspace->table = (struct table){
        .map = prepared->map,
        .forward = &workspace->forward,
        .backward = &workspace->pair.backward,
        .kept_words = TABLE_KEPT_WORDS,
        .strip_words = TABLE_STRIP_WORDS,
    };
    *ret_solver = &workspace->base;
    return 0;
}

/* Whether walks towards all targets would take longer than a sweep. */
static bool is_wide(const struct query *query, const struct solver *solver)
{
    uint64_t walks = 0;

    for (uint32_t i = 0; i < query->target_count; i++)
        walks += query->targets[i].vertex_count;
    return walks > WALKS_MIN &&
           walks > solver->prepared->map->topology.vertex_count /
                       VERTICES_SWEPT_PER_WALK;
}

static int solve_pair(struct cch_workspace *workspace,
                      const struct cch_metric *metric, struct query *query,
                      struct error *error)
{
    int r = pair_solve(&workspace->pair, metric, query, error);

    if (!query->alternatives)
        return r;
    query->alternatives->count = 0;
    if (r || query->status != QUERY_DONE || !alternatives_of(query->cost[0]))
        return r;
    workspace->wide_us = clock_now_us();
    if (!workspace->via)
        workspace->via = cch_via_create(&workspace->pair);
    return workspace->via ? cch_via_solve(workspace->via, metric, query, error)
                          : error_no_memory(error);
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;
    const struct cch_metric *cch = (const struct cch_metric *)metric;

    if (query->output == QUERY_PATHS && query->target_count == 1 &&
        !query->alternatives && observer_sees(workspace->observer))
        return pair_solve_observed(&workspace->pair, cch, query,
                                   workspace->observer, error);
    if (query->output == QUERY_PATHS ||
        (query->output == QUERY_COSTS && !is_wide(query, solver)))
        return solve_pair(workspace, cch, query, error);
    return sweep_solve(&workspace->sweep, cch, query, error);
}

static int solve_table(struct cch_workspace *workspace,
                       const struct cch_metric *metric,
                       struct query *const *queries, size_t query_count)
{
    int r = sweep_prepare(&workspace->sweep);

    workspace->table.lowest = workspace->sweep.lowest;
    return r ? r : table_solve(&workspace->table, metric, queries, query_count);
}

/* Costs to the same targets, or trees. Each query gets an equal share of the
 * time. */
static int solve_together(struct cch_workspace *workspace,
                          const struct cch_metric *metric,
                          struct query *const *queries, size_t query_count,
                          struct error *error)
{
    uint64_t start_us = clock_now_us();
    uint64_t each_us;
    int r = queries[0]->output == QUERY_COSTS
                ? solve_table(workspace, metric, queries, query_count)
                : sweep_solve_together(&workspace->sweep, metric, queries,
                                       query_count);

    workspace->wide_us = clock_now_us();
    each_us = (workspace->wide_us - start_us) / query_count;
    for (size_t i = 0; i < query_count; i++)
        queries[i]->figures.solve_us = each_us;
    return r ? error_no_memory(error) : 0;
}

static bool is_plain_tree(const struct query *query)
{
    return query->output == QUERY_TREE && !query->predecessors;
}

static bool go_together(const struct query *a, const struct query *b)
{
    if (is_plain_tree(a))
        return is_plain_tree(b);
    return a->output == QUERY_COSTS && b->output == QUERY_COSTS &&
           !a->sums == !b->sums && a->target_count > 1 &&
           a->targets == b->targets && a->target_count == b->target_count;
}

/* How many queries from the first on can be answered together; 1: only the
 * first. */
static size_t count_together(struct query *const *queries, size_t query_count)
{
    bool trees = is_plain_tree(queries[0]);
    size_t count = 1;

    while (count < query_count && go_together(queries[0], queries[count]) &&
           !(trees && count == ROWS_SOURCES))
        count++;
    return trees && count < TREES_TOGETHER_MIN ? 1 : count;
}

/* FNV-1a, by words. */
static uint64_t hash_targets(const struct query *query)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (uint32_t i = 0; i < query->target_count; i++) {
        const struct target *target = &query->targets[i];

        for (uint32_t j = 0; j < target->vertex_count; j++)
            hash =
                (hash ^ target->vertices[j].vertex) * UINT64_C(1099511628211);
    }
    return hash;
}

/* Whether the queries are rows of one table. A single row counts if the last
 * query had the same targets, as when many workers share a short strip: then it
 * pays to keep the walks to them, and a sweep of the map is saved. */
static bool is_table(struct cch_workspace *workspace, const struct query *query,
                     size_t count)
{
    uint64_t last = workspace->targets_hash;

    if (query->sums)
        return true;
    if (query->output != QUERY_COSTS || !is_wide(query, &workspace->base))
        return false;
    workspace->targets_hash = hash_targets(query);
    return count > 1 || workspace->targets_hash == last;
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;
    size_t count;
    int r = 0;

    workspace->observer = batch->observer;
    for (size_t i = 0; i < batch->query_count && !r; i += count) {
        struct query **queries = batch->queries + i;
        struct batch alone = {queries, 1, batch->observer};
        bool table;

        count = count_together(queries, batch->query_count - i);
        table = is_table(workspace, queries[0], count);
        r = count > 1 || table
                ? solve_together(workspace, (const struct cch_metric *)metric,
                                 queries, count, error)
                : batch_solve_each(solver, metric, &alone, solve_one, error);
    }
    return r;
}

static void trim(struct solver *solver, const struct metric *metric)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;

    closed_sums_trim(((const struct cch_metric *)metric)->sums);
    if (clock_now_us() - workspace->wide_us < WIDE_KEPT_US)
        return;
    table_trim(&workspace->table);
    sweep_trim(&workspace->sweep);
    cch_via_destroy(workspace->via);
    workspace->via = NULL;
}

/* One core of an EPYC (Zen 5); prepared by two of them. Paths: with hints;
 * without them up to four times as long. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    double depth = hierarchy->depth_count;
    double entries = (double)hierarchy->first_panel[hierarchy->supernode_count];
    double schur = (double)hierarchy->first_schur[hierarchy->supernode_count];

    *ret_speed = (struct solver_speed){
        .ready_us = 0.003 * (2 * entries + schur),
        .start_us = 1,
        .pair_us = 6 + 1.3e-5 * depth * depth,
        .path_us = 0.08 * depth,
        .tree_us = 1.3e-3 * entries,
        .row_us = 4 + 1.2e-5 * depth * depth,
        .cell_us = 2e-5 * depth,
        .column_us = 9e-3 * depth,
    };
}

const struct solver_ops cch_solver = {
    .name = "cch",
    .summary = "a customizable contraction hierarchy of an ordered map: walks "
               "up from both ends, sweeps down",
    .source = "Dibbelt, Strasser and Wagner 2016; Delling et al. 2011",
    .form = &cch_form,
    .memory = {.words_per_vertex = 56, .words_per_arc = 3},
    .memory_note = "on road maps, more on others; 'relaxctl info MAP' tells "
                   "what a map's own weights take",
    .speed = speed,
    .capabilities = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES |
                    SOLVER_BOUNDED | SOLVER_STOPS_EARLY | SOLVER_MANY_SOURCES |
                    SOLVER_NEEDS_ORDER | SOLVER_SUMS | SOLVER_REPORTS |
                    SOLVER_ALTERNATIVES,
    .create = create,
    .destroy = destroy,
    .solve = solve,
    .trim = trim,
};
