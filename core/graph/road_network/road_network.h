/* road_network: roads between OpenStreetMap data and a map.
 *
 * An importer makes one of ways by a profile; road_map.h makes a map of it. The
 * terms are those of roads.h. Owned by its maker; finish() frees all. One
 * thread. */
#ifndef RELAXD_GRAPH_ROAD_NETWORK_ROAD_NETWORK_H
#define RELAXD_GRAPH_ROAD_NETWORK_ROAD_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/roads/roads.h"

/* Whether a profile may travel on an edge. */
enum edge_access {
    EDGE_ABSENT, /* never: the search graph lacks it */
    EDGE_OPEN,
    EDGE_CLOSED, /* as its attributes' flags say (ROAD_CLOSED) */
};

struct road_network {
    /* Pieces, as in struct roads, in an order that keeps near ones together. */
    uint32_t piece_count;
    uint32_t node_count;
    uint32_t *first_node;               /* [piece_count + 1] */
    int64_t *node_id;                   /* [node_count] */
    struct position *node_position;     /* [node_count] */
    uint32_t *segment_weight;           /* [2 * segment_count] */
    uint32_t *segment_duration_ms;      /* [2 * segment_count], NULL where
                                           profile.weight_is_duration */
    uint32_t *segment_length_mm;        /* [segment_count] or LENGTH_LONG */
    uint32_t *piece_attributes;         /* [piece_count] */
    struct road_attributes *attributes; /* [attributes_count] */
    uint32_t attributes_count;
    char *text; /* [text_size] */
    uint64_t text_size;
    uint8_t *edge_access;     /* [2 * piece_count] enum edge_access */
    uint32_t *edge_condition; /* [2 * piece_count] when it is closed, in `text`
                                 (conditional_closes()), 0: never; NULL: none
                                 ever */
    uint32_t stretch_count;
    uint32_t *first_of_stretch; /* [stretch_count + 1] */
    int64_t *stretch_way;       /* [stretch_count] */
    uint32_t *stretch_facts;    /* [stretch_count] index */
    struct way_facts *facts;    /* [facts_count] all different */
    uint32_t facts_count;

    /* Junctions, in any order. */
    uint32_t junction_count;
    uint32_t *piece_end;  /* [2 * piece_count] */
    bool *junction_plain; /* [junction_count] all open edges may turn into
                             all open edges, at no cost */

    /* Turns from open edges whose head is not a plain junction into open edges:
     * those of edge e are [first_turn[e], first_turn[e + 1]). All others are
     * forbidden. */
    uint32_t *first_turn;       /* [2 * piece_count + 1] */
    uint32_t *turn_edge;        /* [turn_count] */
    uint32_t *turn_weight;      /* [turn_count] */
    uint32_t *turn_duration_ms; /* [turn_count], NULL where
                                   profile.weight_is_duration */

    /* Sequences of three and more edges that no path may contain, or of two and
     * more while a condition holds: sequence i is
     * sequence_edge[first_of_sequence[i]] and the next, up to
     * first_of_sequence[i + 1]. Each two consecutive edges are a turn, and no
     * junction between them is plain. */
    uint32_t sequence_count;
    uint32_t *first_of_sequence; /* [sequence_count + 1] */
    uint32_t *sequence_edge;
    uint32_t *sequence_condition; /* [sequence_count] a conditional value
                                     (profile/conditional.h) in `text`, 0:
                                     always; NULL: all always */

    struct road_profile profile;
};

void road_network_finish(struct road_network *network); /* zeroed is fine */

/* The junction that an edge leads to. */
static inline uint32_t road_network_head(const struct road_network *network,
                                         uint32_t edge)
{
    return network->piece_end[edge_reverse(edge)];
}

/* Whether the search graph has the edge, open or closed. */
static inline bool road_network_has(const struct road_network *network,
                                    uint32_t edge)
{
    return network->edge_access[edge] != EDGE_ABSENT;
}

/* Whether the profile may travel on an edge. */
static inline bool road_network_opens(const struct road_network *network,
                                      uint32_t edge)
{
    return network->edge_access[edge] == EDGE_OPEN;
}

/* Whether any edge is. */
bool road_network_is_open(const struct road_network *network);

/* The sum of each edge's segment weights, ret_weight[2 * piece_count]. -EINVAL:
 * a sum of weights or durations exceeds WEIGHT_MAX. */
int road_network_sum_edges(const struct road_network *network,
                           uint32_t *ret_weight, struct error *error);

/* Reports that an edge's `what` is too large; returns -EINVAL. */
int road_network_refuse_edge(const struct road_network *network, uint32_t edge,
                             const char *what, uint64_t sum,
                             struct error *error);

/* ---- Which edges leave a junction ---------------------------------------- */

/* As in struct roads. */
struct road_leaving {
    uint32_t *first; /* [junction_count + 1] */
    uint32_t *edge;  /* [2 * piece_count] ascending in each */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int road_leaving_init(struct road_leaving *leaving,
                      const struct road_network *network);
void road_leaving_finish(struct road_leaving *leaving);

/* ---- Strong components of junctions -------------------------------------- */

/* The strong components of junctions joined by open edges, regardless of turns:
 * ret_component[j] is equal for junctions that reach each other.
 * [junction_count], free()d by the caller. Linear time; 28 bytes a junction and
 * 8 a piece while it runs. 0 or -ENOMEM. */
int junction_components(const struct road_network *network,
                        const struct road_leaving *leaving,
                        uint32_t **ret_component);

#endif
