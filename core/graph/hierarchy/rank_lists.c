/* rank_lists: a topology's neighbours by rank in an order, directions aside. */
#include "core/graph/hierarchy/rank_lists.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Counting sort. */
static void fill(struct rank_lists *lists, const struct topology *topology,
                 const uint32_t *rank, enum rank_side side)
{
    uint32_t n = topology->vertex_count;
    uint64_t *at = lists->first + 1; /* one ahead while counting */

    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t a = topology->first_out[v];
                 a < topology->first_out[v + 1]; a++) {
                uint32_t x = rank[v];
                uint32_t y = rank[topology->head[a]];
                uint32_t owner = (x < y) == (side == RANKS_ABOVE) ? x : y;

                if (x == y)
                    continue;
                if (pass == 0)
                    at[owner + 1]++;
                else
                    lists->rank[at[owner]++] = owner == x ? y : x;
            }
        }
        for (uint32_t i = 0; pass == 0 && i < n; i++)
            at[i + 1] += at[i];
    }
}

int rank_lists_init(struct rank_lists *lists, const struct topology *topology,
                    const uint32_t *order, enum rank_side side)
{
    size_t n = topology->vertex_count;
    uint32_t *rank = array_alloc(n, sizeof(*rank));

    *lists = (struct rank_lists){
        .first = array_zero(n + 2, sizeof(*lists->first)),
        .rank = array_alloc(topology->arc_count, sizeof(*lists->rank)),
    };
    if (!rank || !lists->first || !lists->rank) {
        free(rank);
        return -ENOMEM;
    }
    for (uint32_t i = 0; i < n; i++)
        rank[order[i]] = i;
    fill(lists, topology, rank, side);
    free(rank);
    return 0;
}

void rank_lists_finish(struct rank_lists *lists)
{
    free(lists->first);
    free(lists->rank);
    *lists = (struct rank_lists){0};
}
