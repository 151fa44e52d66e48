/* ordering: a map gets its hierarchy before it is written to a file. */
#include "clients/relaxctl/ordering.h"

#include <inttypes.h>
#include <stdio.h>

#include "clients/relaxctl/plural.h"
#include "core/base/clock.h"
#include "core/graph/hierarchy/map_order.h"

/* Vertices from which on it takes more than a moment. */
enum { MANY = 200000 };

int ordering_run(const struct map *map, const uint32_t *order,
                 struct map **ret_map, uint64_t *ret_took_us,
                 struct error *error)
{
    uint64_t started_us = clock_now_us();
    int r;

    if (map->topology.vertex_count >= MANY)
        fprintf(stderr, "ordering %" PRIu32 " vertices ...\n",
                map->topology.vertex_count);
    r = map_order(map, order, ret_map, error);
    if (r)
        error_prefix(error, "order the map");
    else
        *ret_took_us = clock_now_us() - started_us;
    return r;
}

void ordering_summarize(const struct map *map, uint64_t took_us)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint64_t words = hierarchy->first_entry[hierarchy->supernode_count];

    printf("  ordered in %.2f s: %" PRIu32 " %s on %" PRIu32
           " %s, the largest front %" PRIu32 ", %" PRIu64 " %s\n",
           (double)took_us / 1e6, hierarchy->supernode_count,
           plural(hierarchy->supernode_count, "supernode", "supernodes"),
           hierarchy->level_count,
           plural(hierarchy->level_count, "level", "levels"),
           hierarchy->front_max, words, plural(words, "entry", "entries"));
}
