/* table_answer: cells into what queries asked for. */
#include <string.h>

#include "core/solver/batch.h"
#include "core/solver/cch/table_run.h"

/* A row's costs, into what its query asked for. */
static void answer_costs(struct table_run *run, const struct line *row,
                         size_t at, const struct lines *columns)
{
    struct query *query = run->queries[row->owner];
    const uint32_t *cost = run->cells.cost + at * run->width;

    for (size_t j = 0; j < columns->count; j++) {
        const struct line *column = &columns->line[j];
        uint32_t label = cost_add((uint32_t)row->cost, cost[j]);
        uint32_t sum = cost_adjust(label, column->cost);

        if (label <= query->bound && sum < query->cost[column->owner])
            query->cost[column->owner] = sum;
    }
}

/* A cell whose cost, in the end, is not above what the query has. */
static void answer_label(struct query *query, const struct line *row,
                         const struct line *column, struct label cell)
{
    const struct sums_query *wanted = query->sums;
    struct label seed = {(uint32_t)row->cost, wanted->seeds[row->part]};
    struct label label =
        label_adjust(label_add(seed, cell), column->cost,
                     wanted->targets[column->owner][column->part]);
    struct path_sums *sums = &wanted->sums[column->owner];
    struct label before = {query->cost[column->owner], *sums};

    if (!label_less(label, before))
        return;
    query->cost[column->owner] = label.cost;
    *sums = label.sums;
}

static void answer_labels(struct table_run *run, const struct line *row,
                          size_t at, const struct lines *columns)
{
    struct query *query = run->queries[row->owner];
    size_t first = at * run->width;

    for (size_t j = 0; j < columns->count; j++) {
        const struct line *column = &columns->line[j];
        uint32_t cost = run->cells.cost[first + j];
        uint32_t label = cost_add((uint32_t)row->cost, cost);

        if (label <= query->bound && label != COST_INFINITY &&
            cost_adjust(label, column->cost) <= query->cost[column->owner])
            answer_label(query, row, column,
                         (struct label){cost,
                                        {run->cells.duration[first + j],
                                         run->cells.length[first + j]}});
    }
}

void table_run_start_answers(const struct table_run *run)
{
    for (size_t i = 0; i < run->query_count; i++) {
        struct query *query = run->queries[i];

        query->status =
            cancel_due(query->cancel) ? QUERY_CANCELLED : QUERY_DONE;
        query->figures.phases = run->table->map->hierarchy.level_count;
        query->figures.settled = run->columns.count;
        rows_fill_infinity(query->cost, query->target_count);
        if (run->sums)
            memset(query->sums->sums, 0xff,
                   query->target_count * sizeof(*query->sums->sums));
    }
}

void table_run_answer(struct table_run *run, const struct line *row, size_t at,
                      const struct lines *columns)
{
    if (run->sums)
        answer_labels(run, row, at, columns);
    else
        answer_costs(run, row, at, columns);
}
