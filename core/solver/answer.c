/* answer: batches, labels and observers. */
#include "core/solver/answer.h"

#include "core/base/clock.h"

/* ---- A batch, one query after another ---- */

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

/* ---- From labels to an answer ---- */

/* Labels in one block for the sink. */
enum { BLOCK_LABELS = 4096 };

struct block_buffer {
    struct query *query;
    const struct labels *labels;
    uint32_t first; /* of the current block */
    uint32_t count;
    uint32_t vertex[BLOCK_LABELS];
    uint32_t cost[BLOCK_LABELS];
    uint32_t predecessor[BLOCK_LABELS];
};

uint32_t answer_target(const struct target *target, const uint32_t *cost,
                       uint32_t bound, uint32_t *ret_vertex)
{
    uint32_t best = COST_INFINITY;

    *ret_vertex = VERTEX_NONE;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        const struct target_vertex *at = &target->vertices[i];
        uint32_t label = cost[at->vertex];
        uint32_t sum = cost_adjust(label, at->adjustment);

        if (label <= bound && sum < best) {
            best = sum;
            *ret_vertex = at->vertex;
        }
    }
    return best;
}

static int answer_targets(struct query *query, const struct topology *topology,
                          const struct labels *labels)
{
    for (uint32_t i = 0; i < query->target_count; i++) {
        uint32_t vertex;
        uint32_t cost = answer_target(&query->targets[i], labels->cost,
                                      query->bound, &vertex);
        int r;

        query->cost[i] = cost;
        if (query->output != QUERY_PATHS)
            continue;
        path_clear(&query->path[i]);
        if (cost > COST_MAX)
            continue;
        r = path_follow(&query->path[i], topology, labels->predecessor, vertex);
        if (r)
            return r;
        query->path[i].seed_cost = labels->cost[query->path[i].first_vertex];
    }
    return 0;
}

static int flush(struct block_buffer *buffer)
{
    struct query *query = buffer->query;
    struct label_block block = {
        .first = buffer->first,
        .count = buffer->count,
        .vertex = query->output == QUERY_REACHED ? buffer->vertex : NULL,
        .cost = buffer->cost,
        .predecessor = query->predecessors ? buffer->predecessor : NULL,
    };

    if (buffer->count == 0)
        return 0;
    buffer->first += buffer->count;
    buffer->count = 0;
    if (!cancel_due(query->cancel) && !query->sink->write(query->sink, &block))
        return 0;
    query->status = QUERY_CANCELLED;
    return 1;
}

/* Nonzero once the query is cancelled. */
static int add_label(struct block_buffer *buffer, uint32_t vertex)
{
    const struct query *query = buffer->query;
    uint32_t cost = buffer->labels->cost[vertex];
    bool within = cost <= query->bound && cost != COST_INFINITY;
    uint32_t at = buffer->count;

    if (query->output == QUERY_REACHED && !within)
        return 0;
    buffer->vertex[at] = vertex;
    buffer->cost[at] = within ? cost : COST_INFINITY;
    if (query->predecessors)
        buffer->predecessor[at] =
            within ? buffer->labels->predecessor[vertex] : ARC_NONE;
    buffer->count++;
    return buffer->count == BLOCK_LABELS ? flush(buffer) : 0;
}

/* `vertices`: NULL for all. */
void answer_reached_from(struct query *query, const uint32_t *vertices,
                         uint32_t vertex_count, const struct labels *labels)
{
    struct block_buffer buffer;

    buffer.query = query;
    buffer.labels = labels;
    buffer.first = 0;
    buffer.count = 0;
    query->status = QUERY_DONE;
    for (uint32_t i = 0; i < vertex_count; i++) {
        if (add_label(&buffer, vertices ? vertices[i] : i))
            return;
    }
    flush(&buffer);
}

int answer_from_labels(struct query *query, const struct topology *topology,
                       const struct labels *labels)
{
    if (query->output == QUERY_REACHED || query->output == QUERY_TREE) {
        answer_reached_from(query, NULL, topology->vertex_count, labels);
        return 0;
    }
    query->status = QUERY_DONE;
    return answer_targets(query, topology, labels);
}

/* ---- Vertices that a search reached, for an observer ---- */

void search_report_init(struct search_report *report,
                        struct phase_observer *observer, const struct map *map)
{
    report->observer = observer;
    report->map = map;
    report->phase = 0;
    report->count = 0;
    for (int side = 0; side < SEARCH_SIDES; side++)
        report->side[side].count = 0;
}

void search_report_end(struct search_report *report)
{
    if (!report->count)
        return;
    for (int side = 0; side < SEARCH_SIDES; side++) {
        struct reached reached = {
            .map = report->map,
            .phase = report->phase,
            .side = (enum search_side)side,
            .vertex = report->side[side].vertex,
            .cost = report->side[side].cost,
            .count = report->side[side].count,
        };

        if (reached.count)
            report->observer->reached(report->observer, &reached);
        report->side[side].count = 0;
    }
    report->phase++;
    report->count = 0;
}

void search_report_settled(struct search_report *report, enum search_side side,
                           uint32_t vertex, uint32_t cost)
{
    uint32_t at = report->side[side].count++;

    report->side[side].vertex[at] = vertex;
    report->side[side].cost[at] = cost;
    if (++report->count == REPORT_PHASE)
        search_report_end(report);
}
