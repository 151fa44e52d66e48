/* cch_solver: answers by a customizable contraction hierarchy, on the CPU. */
#include "core/solver/cch/cch_solver.h"

#include <errno.h>
#include <stdlib.h>

#include "core/solver/batch.h"
#include "core/solver/cch/pair.h"
#include "core/solver/cch/sweep.h"

struct cch_workspace {
    struct solver base;
    struct walk forward;
    struct pair pair;
    struct sweep sweep;
};

static void destroy(struct solver *solver)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;

    if (!workspace)
        return;
    walk_finish(&workspace->forward);
    pair_finish(&workspace->pair);
    sweep_finish(&workspace->sweep);
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
        pair_init(&workspace->pair, prepared->map, &workspace->forward) ||
        sweep_init(&workspace->sweep, prepared->map, &workspace->forward)) {
        destroy(&workspace->base);
        return error_no_memory(error);
    }
    *ret_solver = &workspace->base;
    return 0;
}

static int solve_pair(struct cch_workspace *workspace,
                      const struct cch_metric *metric, struct query *query,
                      struct error *error)
{
    int r = pair_solve(&workspace->pair, metric, query);

    if (r == -ENOMEM)
        return error_no_memory(error);
    return r ? error_set(error, r,
                         "an entry of the hierarchy is no sum of others")
             : 0;
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct cch_workspace *workspace = (struct cch_workspace *)solver;
    const struct cch_metric *cch = (const struct cch_metric *)metric;

    if (query->output == QUERY_COSTS || query->output == QUERY_PATHS)
        return solve_pair(workspace, cch, query, error);
    return sweep_solve(&workspace->sweep, cch, query, error);
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    return batch_solve_each(solver, metric, batch, solve_one, error);
}

const struct solver_ops cch_solver = {
    .name = "cch",
    .summary = "a customizable contraction hierarchy of an ordered map: walks "
               "up from both ends, sweeps down",
    .source = "Dibbelt, Strasser and Wagner 2016; Delling et al. 2011",
    .representation = &cch_representation,
    /* Of road maps; `relaxctl info` says it of a map. Rasters need more. */
    .memory = {.words_per_vertex = 80, .words_per_arc = 3},
    .capabilities = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES |
                    SOLVER_BOUNDED | SOLVER_STOPS_EARLY | SOLVER_NEEDS_ORDER,
    .create = create,
    .destroy = destroy,
    .solve = solve,
};
