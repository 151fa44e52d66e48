/* roads: the streets behind a search graph: what it means on the ground. Start
 * reading core/graph/roads/ here.
 *
 * A map made from OpenStreetMap data has roads, a map made from a bare graph
 * has none. Solvers never look at them; what turns positions, node ids and
 * names into vertices and back does.
 *
 *     node       a node of OpenStreetMap as it occurs on a piece; where pieces
 *                meet, once on each of them
 *     segment    the straight line between two nodes that follow each other on
 *                a way: what speeds and changes of weights are about
 *     junction   a node where there is a choice, or something to be told: where
 *                roads meet, end, or change their attributes
 *     piece      a road from one junction to the next: segments without a
 *                choice between them, all with the same attributes
 *     edge       a piece in one direction: edge 2p along piece p, edge 2p + 1
 *                against it. Some are not open to the profile
 *     turn       from the end of an edge into an edge that leaves there
 *
 * How they become a search graph: a label is what it costs to have come to the
 * end of an edge, so most vertices are edges, and an arc weighs its turn plus
 * the edge that it enters. Two exceptions keep the graph small and right:
 *
 *     plain junction   turns there are all allowed and cost nothing, turning
 *                      back too: one vertex for all edges that end there
 *     state            a restriction over several edges forbids what depends on
 *                      where one came from: an edge then has a further vertex
 *                      for each such past. Entering an edge from nowhere is its
 *                      first vertex, end_vertex; having come to its end is the
 *                      least of all of them
 *
 * All arrays are views into the map's storage: immutable, valid as long as the
 * map, for any thread. */
#ifndef RELAXD_GRAPH_ROADS_ROADS_H
#define RELAXD_GRAPH_ROADS_ROADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/position.h"
#include "core/graph/roads/segment_tree.h"

#define EDGE_NONE UINT32_MAX

/* The largest count of pieces; importers refuse more. */
#define PIECE_COUNT_MAX (UINT32_MAX / 8)

/* In an array of lengths: see how far the ends are apart. */
#define LENGTH_LONG UINT32_MAX

/* How important a road is; what a main-road subset is cut by. */
enum road_class {
    ROAD_MOTORWAY,
    ROAD_TRUNK,
    ROAD_PRIMARY,
    ROAD_SECONDARY,
    ROAD_LOCAL,
    ROAD_RAIL,
    ROAD_CLASS_COUNT,
};

/* "motorway" and so on. */
const char *road_class_name(enum road_class road_class);

/* How one travels on an edge. Numbers are kept in map files. */
enum travel_mode {
    MODE_INACCESSIBLE,
    MODE_DRIVING,
    MODE_CYCLING,
    MODE_WALKING,
    MODE_FERRY,
    MODE_TRAIN,
    MODE_PUSHING_BIKE,
    MODE_STEPS_UP,
    MODE_STEPS_DOWN,
    MODE_RIVER_UP,
    MODE_RIVER_DOWN,
    MODE_ROUTE,
    MODE_TRANSFER, /* from one means of transport to another */
    MODE_COUNT,
};

/* "driving", "pushing bike" and so on, as OSRM's answers call them. */
const char *travel_mode_name(enum travel_mode mode);

enum road_flag {
    ROAD_ROUNDABOUT = 1 << 0,   /* junction=roundabout */
    ROAD_CIRCULAR = 1 << 1,     /* junction=circular */
    ROAD_LINK = 1 << 2,         /* a ramp: highway=..._link */
    ROAD_RESTRICTED = 1 << 3,   /* for those alone whose trip begins or ends
                                   there: access=destination, private ... */
    ROAD_DRIVES_LEFT = 1 << 4,  /* traffic keeps left */
    ROAD_LOW_PRIORITY = 1 << 5, /* a track, service road: nothing to be told of
                                   when passing by */
};

/* What all segments of a piece share. Texts are offsets into roads.text, 0 for
 * none; forward is the piece's own direction. Kept as it is in map files. */
struct road_attributes {
    uint32_t name;
    uint32_t ref;
    uint32_t destinations;
    uint32_t exits;
    uint32_t pronunciation;
    uint32_t lanes[2];   /* turn:lanes forward, backward */
    uint16_t class_bits; /* bit i: the profile's class i (road_profile) */
    uint8_t mode[2];     /* enum travel_mode forward, backward */
    uint8_t road_class;  /* enum road_class */
    uint8_t priority;    /* the profile's rank of the road: 0 highest */
    uint8_t flags;       /* enum road_flag */
    uint8_t reserved;    /* 0 */
};

enum {
    ROAD_CLASSES_MAX = 16,  /* that a profile may name */
    ROAD_NAME_SIZE = 32,    /* bytes of a profile's or class's name, with NUL */
    ROAD_EXCLUDES_MAX = 16, /* combinations that may be excluded */
};

/* What a trip needs to know of the profile that a map was made with. */
struct road_profile {
    char name[ROAD_NAME_SIZE];
    char weight_name[ROAD_NAME_SIZE]; /* "duration", "routability", ... */
    uint32_t class_count;
    char class_name[ROAD_CLASSES_MAX][ROAD_NAME_SIZE];
    uint32_t exclude_count;
    uint16_t exclude[ROAD_EXCLUDES_MAX]; /* class bits that go together */
    bool continue_straight; /* no turning back at stops on the way */
    bool drives_left;
    bool weight_is_duration; /* they are the same everywhere */
    bool weighs_distance;    /* in cm; else duration, in ms; by factors either
                                way */
    double max_speed_kmh;    /* for matching traces */
    uint32_t grid_e7;        /* degrees of nodes are multiples of it; 0: of 1 */
    uint32_t step_ms;        /* durations of segments and of their parts, and
                                weights that are ms, are multiples of it; 0: of
                                1 ms */
};

struct roads {
    uint32_t piece_count;   /* 0: the map has no roads, all else is NULL */
    uint32_t node_count;    /* a node counts for each piece that it is on */
    uint32_t segment_count; /* node_count - piece_count */

    /* Piece p has the nodes [first_node[p], first_node[p + 1]), at least two,
     * the ends included. Its segments are [first_node[p] - p, first_node[p + 1]
     * - p - 1): segment s lies between the nodes s + p and s + p + 1. */
    const uint32_t *first_node;           /* [piece_count + 1] */
    const int64_t *node_id;               /* [node_count] OpenStreetMap's */
    const struct position *node_position; /* [node_count] */
    const uint32_t *node_by_id;           /* [node_count] nodes by ascending
                                             id, then ascending index */
    const uint32_t *segment_length_mm;    /* [segment_count] LENGTH_LONG: more
                                             than fits; roads_segment_mm() */
    const uint32_t *piece_attributes;     /* [piece_count] index */
    const struct road_attributes *attributes; /* [attributes_count] */
    uint32_t attributes_count;
    const char *text; /* [text_size] NUL-terminated strings; the first is "" */
    uint64_t text_size;

    /* Junctions. Edges that leave junction j, open or not: leaving[i] for i in
     * [first_leaving[j], first_leaving[j + 1]). */
    uint32_t junction_count;
    const uint32_t *piece_end;     /* [2 * piece_count] the junctions where
                                      piece p begins, 2p, and ends, 2p + 1 */
    const uint32_t *first_leaving; /* [junction_count + 1] */
    const uint32_t *leaving;       /* [2 * piece_count] edges */

    /* Components: largest sets of pieces, each of which can be reached from
     * each other, in whatever direction one begins on the one and ends on the
     * other. Numbered from the largest. Those below large_count are large, the
     * others small, where nobody should be put whose other end is elsewhere. */
    const uint32_t *component; /* [piece_count] */
    uint32_t large_count;

    /* The search graph: vertices and arcs are the map's. */
    const uint32_t *end_vertex; /* [2 * piece_count] of each edge, VERTEX_NONE
                                   where it is not open */
    uint32_t state_count;
    const uint32_t *state_edge; /* [state_count] ascending: the edges that have
                                   further vertices, once for each */
    const uint32_t *state_vertex; /* [state_count] */
    const uint32_t *vertex_edge;  /* [vertex_count] whose end it is, EDGE_NONE
                                     at a plain junction */
    const uint32_t *arc_edge;     /* [arc_count] the edge that it enters */

    struct segment_tree tree; /* which segments are near */
    struct road_profile profile;
};

static inline uint32_t edge_piece(uint32_t edge)
{
    return edge / 2;
}

static inline bool edge_is_forward(uint32_t edge)
{
    return edge % 2 == 0;
}

static inline uint32_t edge_reverse(uint32_t edge)
{
    return edge ^ 1;
}

static inline const struct road_attributes *
roads_attributes(const struct roads *roads, uint32_t piece)
{
    return &roads->attributes[roads->piece_attributes[piece]];
}

/* Whether the profile may travel on it; a weighting may have closed it
 * (weighting_edge_is_open()). */
static inline bool edge_is_open(const struct roads *roads, uint32_t edge)
{
    return roads->end_vertex[edge] != UINT32_MAX;
}

/* The junctions that an edge leads from and to. */
static inline uint32_t edge_tail(const struct roads *roads, uint32_t edge)
{
    return roads->piece_end[edge];
}

static inline uint32_t edge_head(const struct roads *roads, uint32_t edge)
{
    return roads->piece_end[edge_reverse(edge)];
}

/* The nodes that it leads from and to. */
static inline uint32_t edge_first_node(const struct roads *roads, uint32_t edge)
{
    uint32_t piece = edge_piece(edge);

    return edge_is_forward(edge) ? roads->first_node[piece]
                                 : roads->first_node[piece + 1] - 1;
}

static inline uint32_t edge_last_node(const struct roads *roads, uint32_t edge)
{
    return edge_first_node(roads, edge_reverse(edge));
}

/* Segments [*ret_first, *ret_end) of a piece. */
static inline void piece_segments(const struct roads *roads, uint32_t piece,
                                  uint32_t *ret_first, uint32_t *ret_end)
{
    *ret_first = roads->first_node[piece] - piece;
    *ret_end = roads->first_node[piece + 1] - piece - 1;
}

/* The piece that a segment is on: O(log piece_count). */
uint32_t roads_segment_piece(const struct roads *roads, uint32_t segment);

/* How long a segment is, also one of 4,294 km and more: those are measured
 * anew, in O(log piece_count), as none is on most maps. */
uint64_t roads_long_segment_mm(const struct roads *roads, uint32_t segment);
static inline uint64_t roads_segment_mm(const struct roads *roads,
                                        uint32_t segment)
{
    uint32_t length_mm = roads->segment_length_mm[segment];

    return length_mm < LENGTH_LONG ? length_mm
                                   : roads_long_segment_mm(roads, segment);
}

/* How long a piece is: the sum of its segments. */
uint64_t roads_piece_mm(const struct roads *roads, uint32_t piece);

/* The piece that a node is on: O(log piece_count). */
uint32_t roads_node_piece(const struct roads *roads, uint32_t node);

/* The nodes that an id of OpenStreetMap has: node_by_id[*ret_first] and the
 * next; their number, 0: no road passes that node. O(log node_count). */
uint32_t roads_find_node(const struct roads *roads, int64_t id,
                         uint32_t *ret_first);

/* The further vertices of an edge: state_vertex[*ret_first] and the next; their
 * number. O(log state_count). */
uint32_t roads_find_states(const struct roads *roads, uint32_t edge,
                           uint32_t *ret_first);

#endif
