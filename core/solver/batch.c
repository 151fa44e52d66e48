/* batch: solving a batch one query after another. */
#include "core/solver/batch.h"

#include "core/base/clock.h"

int batch_solve_each(struct solver *solver, const struct metric *metric,
                     struct batch *batch, solve_one_fn solve_one,
                     struct error *error)
{
    for (size_t i = 0; i < batch->query_count; i++) {
        struct query *query = batch->queries[i];
        uint64_t start_us = clock_now_us();
        int r = 0;

        query->figures = (struct query_figures){0};
        if (cancel_due(query->cancel))
            query->status = QUERY_CANCELLED;
        else
            r = solve_one(solver, metric, query, error);
        query->figures.solve_us = clock_now_us() - start_us;
        if (r) {
            error_prefix(error, "%s", solver->ops->name);
            return r;
        }
    }
    return 0;
}

bool query_is_open(struct query *query)
{
    if (query->status == QUERY_DONE && cancel_due(query->cancel))
        query->status = QUERY_CANCELLED;
    return query->status == QUERY_DONE;
}

bool queries_are_open(struct query *const *queries, size_t query_count)
{
    for (size_t i = 0; i < query_count; i++) {
        if (query_is_open(queries[i]))
            return true;
    }
    return false;
}
