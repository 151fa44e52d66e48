#include "tests/unit/solver/staged.h"

#include <stdlib.h>

#include "core/graph/cost.h"

void staged_init_touching(struct staged *staged, const struct map *map,
                          const uint32_t *weight, uint32_t first, uint32_t end)
{
    const struct topology *topology = &map->topology;
    uint64_t n = topology->vertex_count;

    staged->n = (uint32_t)n;
    staged->word = malloc((n * n + 1) * sizeof(*staged->word));
    if (!staged->word)
        abort();
    for (uint64_t i = 0; i < n * n; i++)
        staged->word[i] = i % (n + 1) ? COST_INFINITY : 0;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t head = topology->head[a];
            uint32_t *word = &staged->word[v * n + head];

            if (((v >= first && v < end) || (head >= first && head < end)) &&
                weight[a] < *word)
                *word = weight[a];
        }
    }
}

void staged_init(struct staged *staged, const struct map *map,
                 const uint32_t *weight)
{
    staged_init_touching(staged, map, weight, 0, map->topology.vertex_count);
}

void staged_finish(struct staged *staged)
{
    free(staged->word);
}

void staged_pass(struct staged *staged, uint32_t vertex)
{
    uint64_t n = staged->n;
    const uint32_t *over = staged->word + vertex * n;

    for (uint64_t i = 0; i < n; i++) {
        uint32_t *row = staged->word + i * n;

        for (uint64_t j = 0; j < n; j++) {
            uint32_t sum = cost_add(row[vertex], over[j]);

            if (sum < row[j])
                row[j] = sum;
        }
    }
}
