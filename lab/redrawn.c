/* redrawn: a map with weights drawn anew. */
#include "lab/redrawn.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"

int redrawn_init(struct redrawn *redrawn, const struct map *map, uint32_t least,
                 uint32_t most, uint64_t seed, struct error *error)
{
    uint32_t count = map->topology.arc_count;
    struct random random;

    redrawn->map = *map;
    redrawn->map.storage = NULL;
    redrawn->weight = array_alloc(count, sizeof(*redrawn->weight));
    if (!redrawn->weight)
        return error_no_memory(error);
    random_seed(&random, seed);
    for (uint32_t a = 0; a < count; a++)
        redrawn->weight[a] = least + random_below(&random, most - least + 1);
    redrawn->map.imported.arcs.weight = redrawn->weight;
    return 0;
}

void redrawn_finish(struct redrawn *redrawn)
{
    free(redrawn->weight);
    redrawn->weight = NULL;
}
