/* turns: the edges at each junction, what restrictions forbid there, which
 * turns remain and what they cost. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_TURNS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/pieces.h"
#include "core/graph/import/osm/network/restrictions.h"
#include "core/graph/import_report.h"
#include "core/graph/road_network/road_network.h"

/* The edges that leave each junction of a network. */
struct arms {
    struct road_leaving leaving; /* edges, open or not */
    float *bearing_deg;          /* [2 * piece_count] direction in which each
                                    edge leaves, clockwise from north:
                                    towards the point 10 m along it, or its
                                    end */
    uint32_t roads_max;          /* where more meet and turns matter, there are
                                    none */
};

/* 16 bytes a piece. 0, -ENOMEM; finish() is fine after either. */
int arms_make(const struct road_network *network, struct arms *arms);

void arms_finish(struct arms *arms);

/* A turn, to be sorted by its edges. */
static inline uint64_t turn_key(uint32_t from_edge, uint32_t to_edge)
{
    return (uint64_t)from_edge << 32 | to_edge;
}

struct turn_sources {
    const struct profile *profile;
    const struct attribute_pool *pool;
    const struct courses *courses;
    const struct ruled_nodes *nodes;
    const struct junctions *junctions;
    const struct pieces *pieces;
    const uint32_t *junction_spot; /* [network->junction_count] */
    const struct arms *arms;
    const uint32_t *component; /* junction_components(), or NULL if dead
                                  ends do not matter */
    const uint64_t *ban;       /* [ban_count] turn_key(), ascending */
    size_t ban_count;
};

/* Fills junction_plain of the network. */
int turns_find_plain(const struct turn_sources *sources,
                     struct road_network *network);

/* Turns grow with the square of a junction's roads. A junction with more gets
 * none and is counted; and so do the most crowded ones, of 17 roads and more,
 * where turns from all edges to all would be more than these, so that memory
 * and time grow with the roads. */
enum {
    TURNS_ROADS_MAX = 512,
    TURNS_PER_EDGE_MAX = 16,
    TURNS_SPARE = TURNS_ROADS_MAX * TURNS_ROADS_MAX,
};

/* Finds roads_max, once junction_plain is filled. */
void arms_limit_turns(struct arms *arms, const struct road_network *network);

/* Makes the turns of the network. 0, -ENOMEM, -EINVAL: more than a map can
 * hold. */
int turns_make(const struct turn_sources *sources, struct road_network *network,
               struct import_report *report);

/* ---- Nodes --------------------------------------------------------------- */

/* stops.c: the rules of the node at an edge's end, for traffic along the edge:
 * costs [0] count. False: it has none; `ret_rules` is untouched.
 *
 * A sign that has no direction is for traffic that comes nearer to a junction,
 * within STOP_NEARING_M of it. Of nodes within the profile's one-stop the last
 * costs only what it costs more than those before. */
bool stop_at(const struct turn_sources *sources,
             const struct road_network *network, uint32_t edge,
             struct node_rules *ret_rules);

enum { STOP_NEARING_M = 60 };

/* ---- Restrictions as forbidden turns and sequences of edges -------------- */

/* The turns that restrictions at a node always forbid: `ret_bans`, turn_key()
 * of each once, ascending, free()d by the caller. 0 or -ENOMEM. */
int forbidden_turns(const struct restriction_list *list,
                    const struct pieces *pieces, const struct arms *arms,
                    const struct road_network *network, uint64_t **ret_bans,
                    size_t *ret_count);

/* Restrictions with via ways or a condition, as sequences of the network, each
 * once. Its turns must exist; `pool` takes the conditions. 0, -ENOMEM, -EINVAL:
 * more than a map can hold. */
int forbidden_sequences(const struct restriction_list *list,
                        const struct courses *courses,
                        const struct pieces *pieces,
                        struct attribute_pool *pool,
                        struct road_network *network);

#endif
