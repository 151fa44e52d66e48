/* turns: who may turn how at junctions, and what it takes. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_TURNS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_TURNS_H

#include <stdint.h>

#include "core/graph/import/osm/network/arms.h"
#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/junctions.h"
#include "core/graph/import/osm/network/node_rules.h"
#include "core/graph/import/osm/network/pieces.h"
#include "core/graph/import_report.h"

/* A turn that a restriction at a node forbids. */
struct turn_ban {
    uint32_t from_edge;
    uint32_t to_edge;
};

struct turn_sources {
    const struct profile *profile;
    const struct attribute_pool *pool;
    const struct courses *courses;
    const struct ruled_nodes *nodes;
    const struct junctions *junctions;
    const struct pieces *pieces;
    const uint32_t *junction_spot; /* [network->junction_count] */
    const struct arms *arms;
    const uint32_t *component;  /* junction_components(), or NULL where dead
                                   ends do not matter */
    const struct turn_ban *ban; /* [ban_count] ascending by edges */
    size_t ban_count;
};

/* junction_plain of the network. */
int turns_find_plain(const struct turn_sources *sources,
                     struct road_network *network);

/* Turns grow with the square of a junction's roads; where more of them leave,
 * one makes none and counts it. */
enum { TURNS_ROADS_MAX = 512 };

/* The turns of the network. 0, -ENOMEM, -EINVAL: more than a map can hold. */
int turns_make(const struct turn_sources *sources, struct road_network *network,
               struct import_report *report);

#endif
