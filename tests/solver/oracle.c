#include "tests/solver/oracle.h"

#include <stdlib.h>

#include "tests/solver/fifo.h"

static void improve(struct fifo *fifo, uint64_t *exact, uint32_t vertex,
                    uint64_t cost)
{
    if (cost >= exact[vertex])
        return;
    exact[vertex] = cost;
    fifo_push(fifo, vertex);
}

void oracle_labels(const struct topology *topology,
                   const struct weights *weights, const struct query *query,
                   uint64_t *ret_exact)
{
    struct fifo fifo;

    fifo_init(&fifo, topology->vertex_count);
    for (uint32_t v = 0; v < topology->vertex_count; v++)
        ret_exact[v] = ORACLE_UNREACHED;
    for (uint32_t i = 0; i < query->seed_count; i++)
        improve(&fifo, ret_exact, query->seeds[i].vertex, query->seeds[i].cost);
    while (fifo.count) {
        uint32_t v = fifo_pop(&fifo);

        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            if (weights->weight[a] != WEIGHT_CLOSED)
                improve(&fifo, ret_exact, topology->head[a],
                        ret_exact[v] + weights->weight[a]);
        }
    }
    fifo_finish(&fifo);
}

uint32_t oracle_label(const struct query *query, uint64_t exact)
{
    uint32_t label;

    if (exact == ORACLE_UNREACHED)
        return COST_INFINITY;
    label = exact > COST_MAX ? COST_OVERFLOW : (uint32_t)exact;
    return label > query->bound ? COST_INFINITY : label;
}

uint32_t oracle_target_cost(const struct query *query,
                            const struct target *target, const uint64_t *exact)
{
    uint32_t best = COST_INFINITY;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        uint32_t label = oracle_label(query, exact[target->vertices[i].vertex]);
        int64_t sum = (int64_t)label + target->vertices[i].adjustment;
        uint32_t cost = label;

        if (label <= COST_MAX && sum > (int64_t)COST_MAX)
            cost = COST_OVERFLOW;
        else if (label <= COST_MAX)
            cost = sum < 0 ? 0 : (uint32_t)sum;
        if (cost < best)
            best = cost;
    }
    return best;
}
