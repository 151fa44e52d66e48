/* passing: which ways of OpenStreetMap data pass a node. */
#ifndef RELAXD_TESTS_COMPARE_PASSING_H
#define RELAXD_TESTS_COMPARE_PASSING_H

#include "core/graph/import/osm/data/osm_data.h"

struct passing {
    uint64_t *first; /* [node_count + 1] */
    uint32_t *way;   /* those of node n are way[first[n]] and on; one that
                        passes twice is there twice */
};

void passing_make(struct passing *passing, const struct osm_data *data);
void passing_finish(struct passing *passing);

#endif
