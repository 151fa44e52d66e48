/* road_leaving: which edges leave a junction. */
#include "core/graph/roads/road_leaving.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int road_leaving_init(struct road_leaving *leaving,
                      const struct road_network *network)
{
    uint32_t junctions = network->junction_count;
    uint32_t edges = 2 * network->piece_count;

    leaving->first = array_zero((size_t)junctions + 1, sizeof(uint32_t));
    leaving->edge = array_alloc(edges, sizeof(uint32_t));
    if (!leaving->first || !leaving->edge)
        return -ENOMEM;
    for (uint32_t e = 0; e < edges; e++)
        leaving->first[network->piece_end[e]]++;
    for (uint32_t j = 0, sum = 0; j <= junctions; j++) {
        sum += leaving->first[j];
        leaving->first[j] = sum;
    }
    for (uint32_t e = edges; e-- > 0;)
        leaving->edge[--leaving->first[network->piece_end[e]]] = e;
    return 0;
}

void road_leaving_finish(struct road_leaving *leaving)
{
    free(leaving->first);
    free(leaving->edge);
    *leaving = (struct road_leaving){0};
}
