/* junctions: which spots are junctions, and how darts go on at the others.
 *
 * A junction is a spot with another number of links than two, or with two that
 * differ in attributes or in which directions are open, or one that a node's
 * rules or a restriction need. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_JUNCTIONS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_JUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/node_rules.h"

enum spot_mark {
    SPOT_JUNCTION = 1 << 0,
    SPOT_RULED = 1 << 1, /* no plain junction, if it is one */
    SPOT_NODE = 1 << 2,  /* its node has rules: a junction that is ruled */
};

struct junctions {
    uint8_t *mark;  /* [spot_count] enum spot_mark */
    uint32_t *dart; /* [2 * spot_count] that leave a spot of two links */
};

/* Space without a mark: 9 bytes a spot. 0 or -ENOMEM; finish is right after
 * that, too. */
int junctions_init(struct junctions *junctions, const struct courses *courses);

/* Marks those of nodes with rules: in the layer of roads alone, what rails have
 * at level crossings is no road's. */
void junctions_mark_nodes(struct junctions *junctions,
                          const struct courses *courses,
                          const struct ruled_nodes *nodes);

/* Marks those that meet the conditions above, beside those that are marked. */
int junctions_find(struct junctions *junctions, const struct courses *courses);

void junctions_finish(struct junctions *junctions);

/* The dart that goes on where one ends at a spot that is no junction. */
static inline uint32_t junctions_next(const struct junctions *junctions,
                                      const struct courses *courses,
                                      uint32_t dart)
{
    const uint32_t *leaving =
        &junctions->dart[2 * (size_t)dart_head(courses, dart)];

    return leaving[leaving[0] == (dart ^ 1)];
}

#endif
