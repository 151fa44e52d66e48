/* roads: the streets that a search graph stands for. Start reading
 * core/graph/roads/ here.
 *
 * A map made from OpenStreetMap data has roads, a map made from a bare graph
 * has none. Solvers never read them; the code that converts positions, node ids
 * and names to vertices and back does.
 *
 *     node       a node of OpenStreetMap as it occurs on a piece; where pieces
 *                meet, once on each of them
 *     segment    the straight line between two consecutive nodes of a way: has
 *                a speed, and weights that may change
 *     junction   a node with a choice or a change: where roads meet, end, or
 *                change their attributes
 *     piece      a road from one junction to the next: segments without a
 *                choice between them, all with the same attributes
 *     stretch    all consecutive segments of a piece that lie on one way and
 *                run along it, or against it. A piece may have several, as
 *                speeds are no attributes
 *     edge       a piece in one direction: edge 2p along piece p, edge 2p + 1
 *                against it. Some are not open to the profile; of these the
 *                search graph has those that say ROAD_CLOSED
 *     turn       from the end of an edge into an edge that leaves there
 *
 * The search graph: a label is the cost of reaching the end of an edge, so most
 * vertices are edges, and an arc weighs its turn plus the edge that it enters.
 * Two exceptions keep the graph small and correct:
 *
 *     plain junction   all turns there are allowed and cost nothing, U-turns
 *                      too: one vertex for all edges that end there
 *     state            a restriction over several edges forbids turns depending
 *                      on the edges before: an edge then has a further vertex
 *                      for each such past. A path that begins on the edge uses
 *                      its first vertex, end_vertex; the cost of reaching its
 *                      end is the least of all of them
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
#include "core/graph/roads/way_facts.h"

#define EDGE_NONE UINT32_MAX

/* The largest count of pieces; importers refuse more. */
#define PIECE_COUNT_MAX (UINT32_MAX / 8)

/* In an array of lengths: compute the length from the positions. */
#define LENGTH_LONG UINT32_MAX

/* The importance of a road; main-road subsets are cut by it. */
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

/* The mode of travel on an edge. Map files contain these numbers. */
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

/* Lanes of a road, from the left, whose arrows are read. */
enum { LANES_MAX = 16 };

/* The arrows of a lane as turn:lanes has them: "through". They stand in this
 * order, which is OSRM's. */
enum { LANE_WORDS = 10 };
extern const char *const lane_words[LANE_WORDS];

/* Its index, LANE_WORDS if the word is unknown; it need not end with a NUL. */
unsigned lane_word_find(const char *word, size_t length);

enum road_flag {
    ROAD_ROUNDABOUT = 1 << 0,   /* junction=roundabout */
    ROAD_CIRCULAR = 1 << 1,     /* junction=circular */
    ROAD_LINK = 1 << 2,         /* a ramp: highway=..._link */
    ROAD_RESTRICTED = 1 << 3,   /* only for trips that begin or end there:
                                   access=destination, private ... */
    ROAD_DRIVES_LEFT = 1 << 4,  /* traffic keeps left */
    ROAD_LOW_PRIORITY = 1 << 5, /* a track, service road: guidance does not
                                   mention it in passing */
    /* Forward and backward: the search graph has the edge, but all weights
     * close it, as the vehicle is over a limit, or a condition holds at the one
     * moment that a daemon answers for. */
    ROAD_CLOSED = 1 << 6,
    ROAD_CLOSED_BACK = 1 << 7,
};

/* What signs allow on a road at most; UINT16_MAX: so much or more. */
enum road_limit {
    LIMIT_HEIGHT, /* this and the next two in mm */
    LIMIT_WIDTH,
    LIMIT_LENGTH,
    LIMIT_WEIGHT, /* this and the next in 10 kg */
    LIMIT_AXLE_LOAD,
    ROAD_LIMIT_COUNT,
};

/* What all segments of a piece share. Texts are offsets into roads.text, 0 for
 * none; forward is the piece's own direction. Map files contain this struct. */
struct road_attributes {
    uint32_t name;
    uint32_t ref;
    uint32_t destinations;
    uint32_t exits;
    uint32_t pronunciation;
    uint32_t lanes[2];   /* turn:lanes forward, backward */
    uint16_t class_bits; /* bit i: the profile's class i (road_profile) */
    uint16_t limit[2][ROAD_LIMIT_COUNT]; /* forward, backward; 0: none */
    uint8_t mode[2];    /* enum travel_mode forward, backward */
    uint8_t road_class; /* enum road_class */
    uint8_t priority;   /* the profile's rank of the road: 0 highest */
    uint8_t flags;      /* enum road_flag */
    uint8_t reserved;   /* 0 */
};

enum {
    ROAD_CLASSES_MAX = 16,  /* that a profile may define */
    ROAD_NAME_SIZE = 32,    /* bytes of a profile's or class's name, with NUL */
    ROAD_EXCLUDES_MAX = 16, /* combinations that may be excluded */
};

/* What requests need to know of the map's profile. */
struct road_profile {
    char name[ROAD_NAME_SIZE];
    char weight_name[ROAD_NAME_SIZE]; /* "duration", "routability", ... */
    uint32_t class_count;
    char class_name[ROAD_CLASSES_MAX][ROAD_NAME_SIZE];
    uint32_t exclude_count;
    uint16_t exclude[ROAD_EXCLUDES_MAX]; /* class bits excluded together */
    bool continue_straight;              /* no U-turn at stops on the way */
    bool drives_left;
    bool weight_is_duration; /* weights and durations are equal everywhere */
    bool weighs_distance;    /* in cm; else duration, in ms; times factors in
                                either case */
    double max_speed_kmh;    /* for matching traces */
    uint32_t grid_e7;        /* degrees of nodes are multiples of it; 0: of 1 */
    uint32_t step_ms;        /* durations of segments and their parts, and
                                weights in ms, are multiples of it; 0: of 1
                                ms */
};

/* The bit of the class of this name, which need not end with a NUL; 0 if there
 * is none. */
uint16_t road_profile_class(const struct road_profile *profile,
                            const char *name, size_t length);

/* Forbids a turn, or closes an edge, at times. Map files contain this struct.
 */
struct condition {
    uint32_t item; /* an arc, or the map's arc_count + an edge */
    uint32_t text; /* offset into roads.text: a value as conditional_at() reads
                      it, or conditional_closes() that of an edge */
};

struct roads {
    uint32_t piece_count;   /* 0: the map has no roads, all else is NULL */
    uint32_t node_count;    /* a node counts once for each piece that
                               contains it */
    uint32_t segment_count; /* node_count - piece_count */

    /* Piece p has the nodes [first_node[p], first_node[p + 1]), at least two,
     * the ends included. Its segments are [first_node[p] - p, first_node[p + 1]
     * - p - 1): segment s lies between the nodes s + p and s + p + 1. */
    const uint32_t *first_node;               /* [piece_count + 1] */
    const int64_t *node_id;                   /* [node_count] OpenStreetMap's */
    const struct position *node_position;     /* [node_count] */
    const uint32_t *node_by_id;               /* [node_count] nodes by ascending
                                                 id, then ascending index */
    const uint32_t *segment_length_mm;        /* [segment_count] LENGTH_LONG:
                                                 does not fit; use
                                                 roads_segment_mm() */
    const uint32_t *piece_attributes;         /* [piece_count] index */
    const struct road_attributes *attributes; /* [attributes_count] */
    uint32_t attributes_count;
    const char *text; /* [text_size] NUL-terminated strings; the first is "" */
    uint64_t text_size;

    /* Stretch i is the segments [first_of_stretch[i], first_of_stretch[i + 1]),
     * at least one; the first segment of a piece begins a stretch. */
    uint32_t stretch_count;
    const uint32_t *first_of_stretch; /* [stretch_count + 1] */
    const int64_t *stretch_way;       /* [stretch_count] STRETCH_ALONG() or
                                         STRETCH_AGAINST() an OpenStreetMap
                                         way; STRETCH_MADE_UP */
    const uint32_t *stretch_by_way;   /* [stretch_count] stretches by ascending
                                         stretch_way, then ascending index */
    const uint32_t *stretch_facts;    /* [stretch_count] index; NULL: the map's
                                         import kept no facts */
    const struct way_facts *facts;    /* [facts_count] as along the way, which
                                         the stretch may run against; or NULL */
    uint32_t facts_count;

    /* Junctions. Edges that leave junction j, open or not: leaving[i] for i in
     * [first_leaving[j], first_leaving[j + 1]). */
    uint32_t junction_count;
    const uint32_t *piece_end;     /* [2 * piece_count] the junctions where
                                      piece p begins, 2p, and ends, 2p + 1 */
    const uint32_t *first_leaving; /* [junction_count + 1] */
    const uint32_t *leaving;       /* [2 * piece_count] edges */

    /* Components: largest sets of pieces, each of which can be reached from
     * each other, whichever direction a path takes on the first and the last.
     * Numbered from the largest. Those below large_count are large, the others
     * small: a route to elsewhere should not begin or end on them. */
    const uint32_t *component; /* [piece_count] */
    uint32_t large_count;

    /* The search graph: vertices and arcs are the map's. */
    const uint32_t *end_vertex; /* [2 * piece_count] of each edge,
                                   VERTEX_NONE if the search
                                   graph lacks it */
    uint32_t state_count;
    const uint32_t *state_edge;   /* [state_count] ascending: the edges with
                                     further vertices, once for each */
    const uint32_t *state_vertex; /* [state_count] */
    const uint32_t *vertex_edge;  /* [vertex_count] the edge that ends there,
                                     EDGE_NONE at a plain junction */
    const uint32_t *arc_edge;     /* [arc_count] the edge that the arc enters */

    /* While one holds, its turn is forbidden or its edge closed; the imported
     * weights have them open. By ascending item, an arc once for each. */
    uint32_t condition_count;
    const struct condition *conditions; /* [condition_count] or NULL */

    struct segment_tree tree; /* finds near segments */
    struct road_profile profile;

    /* In the copy that a question has of them: bit e % 64 of word e / 64 says
     * that edge e is closed, whatever its flags say. NULL: its flags say. */
    const uint64_t *closed;
};

/* The forward direction of a stretch is the way's own, or the opposite. Ids are
 * below 2^62. */
#define STRETCH_ALONG(way)   ((int64_t)(2 * (uint64_t)(way)))
#define STRETCH_AGAINST(way) ((int64_t)(2 * (uint64_t)(way) + 1))
#define STRETCH_MADE_UP      INT64_C(0) /* by an importer */

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

/* Whether the search graph has the edge: vertices where it ends, and arcs that
 * enter it. */
static inline bool edge_is_in_graph(const struct roads *roads, uint32_t edge)
{
    return roads->end_vertex[edge] != UINT32_MAX;
}

/* Whether its piece's flags close an edge. */
static inline bool flags_close(unsigned flags, uint32_t edge)
{
    return flags & (edge_is_forward(edge) ? ROAD_CLOSED : ROAD_CLOSED_BACK);
}

/* Whether the profile may travel on the edge; a weighting may still have closed
 * it (weighting_edge_is_open()). */
static inline bool edge_is_open(const struct roads *roads, uint32_t edge)
{
    if (!edge_is_in_graph(roads, edge))
        return false;
    if (roads->closed)
        return !(roads->closed[edge / 64] >> edge % 64 & 1);
    return !flags_close(roads_attributes(roads, edge_piece(edge))->flags, edge);
}

/* The junctions where the edge starts and ends. */
static inline uint32_t edge_tail(const struct roads *roads, uint32_t edge)
{
    return roads->piece_end[edge];
}

static inline uint32_t edge_head(const struct roads *roads, uint32_t edge)
{
    return roads->piece_end[edge_reverse(edge)];
}

/* The nodes where the edge starts and ends. */
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

/* The node after the first. */
static inline uint32_t edge_second_node(const struct roads *roads,
                                        uint32_t edge)
{
    uint32_t first = edge_first_node(roads, edge);

    return edge_is_forward(edge) ? first + 1 : first - 1;
}

/* Segments [*ret_first, *ret_end) of a piece. */
static inline void piece_segments(const struct roads *roads, uint32_t piece,
                                  uint32_t *ret_first, uint32_t *ret_end)
{
    *ret_first = roads->first_node[piece] - piece;
    *ret_end = roads->first_node[piece + 1] - piece - 1;
}

/* The piece of a segment: O(log piece_count). */
uint32_t roads_segment_piece(const struct roads *roads, uint32_t segment);

/* The same, from a piece on that is not after it: O(log) of their distance. */
uint32_t roads_segment_piece_from(const struct roads *roads, uint32_t segment,
                                  uint32_t piece);

/* The stretch of a segment: O(log stretch_count). */
uint32_t roads_segment_stretch(const struct roads *roads, uint32_t segment);

/* The stretches with that stretch_way: stretch_by_way[*ret_first] and the next;
 * returns their number. O(log stretch_count). */
uint32_t roads_find_stretches(const struct roads *roads, int64_t stretch_way,
                              uint32_t *ret_first);

/* The length of a segment. Those of 4,294 km and more, which most maps lack,
 * are measured again, in O(log piece_count). */
uint64_t roads_long_segment_mm(const struct roads *roads, uint32_t segment);
static inline uint64_t roads_segment_mm(const struct roads *roads,
                                        uint32_t segment)
{
    uint32_t length_mm = roads->segment_length_mm[segment];

    return length_mm < LENGTH_LONG ? length_mm
                                   : roads_long_segment_mm(roads, segment);
}

/* The length of a piece: the sum of its segments. */
uint64_t roads_piece_mm(const struct roads *roads, uint32_t piece);

/* The piece of a node: O(log piece_count). */
uint32_t roads_node_piece(const struct roads *roads, uint32_t node);

/* The nodes with an id of OpenStreetMap: node_by_id[*ret_first] and the next;
 * returns their number, 0: no road passes that node. O(log node_count). */
uint32_t roads_find_node(const struct roads *roads, int64_t id,
                         uint32_t *ret_first);

/* The further vertices of an edge: state_vertex[*ret_first] and the next;
 * returns their number. O(log state_count). */
uint32_t roads_find_states(const struct roads *roads, uint32_t edge,
                           uint32_t *ret_first);

#endif
