/* frontier: allocation and clearing. */
#include "core/solver/frontier.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int search_frontier_init(struct search_frontier *frontier,
                         uint32_t vertex_count)
{
    *frontier = (struct search_frontier){
        .cost = array_alloc(vertex_count, sizeof(*frontier->cost)),
        .link = array_alloc(vertex_count, sizeof(*frontier->link)),
        .touched = array_alloc(vertex_count, sizeof(*frontier->touched)),
    };
    if (heap_init_indexed(&frontier->open, vertex_count) || !frontier->cost ||
        !frontier->link || !frontier->touched)
        return -ENOMEM;
    memset(frontier->cost, 0xff,
           (size_t)vertex_count * sizeof(*frontier->cost));
    return 0;
}

void search_frontier_finish(struct search_frontier *frontier)
{
    heap_finish(&frontier->open);
    free(frontier->cost);
    free(frontier->link);
    free(frontier->touched);
    *frontier = (struct search_frontier){0};
}

void search_frontier_clear(struct search_frontier *frontier)
{
    for (uint32_t i = 0; i < frontier->touched_count; i++)
        frontier->cost[frontier->touched[i]] = COST_INFINITY;
    frontier->touched_count = 0;
    heap_clear(&frontier->open);
}

void search_frontier_seed(struct search_frontier *frontier,
                          const struct query *query)
{
    for (uint32_t i = 0; i < query->seed_count; i++)
        search_frontier_lower(frontier, query->seeds[i].vertex,
                              query->seeds[i].cost, ARC_NONE);
}
