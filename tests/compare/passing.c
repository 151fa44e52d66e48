/* passing: which ways of OpenStreetMap data pass a node. */
#include "tests/compare/passing.h"

#include <stdlib.h>

#include "tests/compare/fail.h"

void passing_make(struct passing *passing, const struct osm_data *data)
{
    uint64_t refs = data->first_ref[data->way_count];

    passing->first = calloc(data->node_count + 2, sizeof(*passing->first));
    passing->way = calloc(refs + 1, sizeof(*passing->way));
    if (!passing->first || !passing->way)
        fail("out of memory");
    for (uint64_t i = 0; i < refs; i++) {
        if (data->way_ref[i] != OSM_NODE_MISSING)
            passing->first[data->way_ref[i] + 2]++;
    }
    for (uint32_t n = 1; n <= data->node_count; n++)
        passing->first[n + 1] += passing->first[n];
    for (uint32_t w = 0; w < data->way_count; w++) {
        for (uint64_t i = data->first_ref[w]; i < data->first_ref[w + 1]; i++) {
            if (data->way_ref[i] != OSM_NODE_MISSING)
                passing->way[passing->first[data->way_ref[i] + 1]++] = w;
        }
    }
}

void passing_finish(struct passing *passing)
{
    free(passing->first);
    free(passing->way);
}
