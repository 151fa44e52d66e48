/* routino: another router, of Debian's package of that name, asked through its
 * programs: planetsplitter makes its database, filedumper prints that,
 * routino-router finds ways in it. Start reading tests/compare/ here.
 *
 * Its numbers are its own: nodes are sorted by place, lengths are whole metres
 * of each segment on a sphere. Nothing here knows relaxd.
 *
 * What cannot be read ends the program, saying why. One thread. */
#ifndef RELAXD_TESTS_COMPARE_ROUTINO_H
#define RELAXD_TESTS_COMPARE_ROUTINO_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/position.h"

/* Whose way it is; bit 1 << traveller of what is for whom. */
enum traveller { BY_CAR, BY_BICYCLE, ON_FOOT, TRAVELLERS };

/* "car", "bicycle", "foot". */
const char *traveller_name(enum traveller traveller);

/* A straight line between nodes, once for the two directions. */
struct routino_segment {
    uint32_t node[2];
    uint32_t way;
    uint32_t length_m;
    uint8_t open[2]; /* for whom, from node[0] to node[1], and back */
    bool one_way[2]; /* as written */
};

/* Nobody goes on from a segment into another one. */
struct routino_turn {
    uint32_t from; /* segments that meet at `via` */
    uint32_t via;
    uint32_t to;
    uint8_t bound; /* who has to heed it */
};

/* Nodes by number, segments and turns in any order. */
struct routino {
    char folder[256];
    char rules[512]; /* the folder of tagging.xml and profiles.xml */
    struct position *position;
    uint8_t *passable; /* for whom, all the way through the node */
    bool *super; /* it is searched from and to; others are within shortcuts
                    between such nodes */
    uint32_t node_count;
    uint32_t node_capacity;
    struct routino_segment *segment;
    uint32_t segment_count;
    uint32_t segment_capacity;
    struct routino_turn *turn;
    uint32_t turn_count;
    uint32_t turn_capacity;
    bool *has_turns;    /* [node_count] some turn is via it */
    uint32_t *first_at; /* [node_count + 1] */
    uint32_t *at;       /* segments at node n: at[first_at[n]] and on */
};

/* From a file of OpenStreetMap data, with files in a folder that is there. */
void routino_make(struct routino *routino, const char *data, const char *folder,
                  const char *rules);
void routino_finish(struct routino *routino);

/* A way as it says it. */
struct routino_route {
    uint32_t *node; /* [count] the caller's; none: there is no way */
    uint32_t count;
    uint32_t capacity;
    uint64_t length_m;
};

/* The shortest way, between places of two nodes. */
void routino_ask(const struct routino *routino, enum traveller traveller,
                 uint32_t from, uint32_t to, struct routino_route *route);

/* ---- By its data, without its search ------------------------------------ */

/* What forbids a step. */
enum routino_reason {
    REASON_NONE,
    REASON_NO_SEGMENT, /* no such segment, open so */
    REASON_NODE,       /* nobody passes that node */
    REASON_BACK,       /* by the segment that one came by */
    REASON_TURN,       /* one of its turns */
};

/* Whether one goes from a segment over a node into another segment, which is
 * open so. */
enum routino_reason routino_turn(const struct routino *routino,
                                 enum traveller traveller, uint32_t from,
                                 uint32_t via, uint32_t to);

/* Whether its data allow a way over these nodes, and how long it then is; else
 * `ret_step`: up to which node it may be gone. */
enum routino_reason routino_walk(const struct routino *routino,
                                 enum traveller traveller, const uint32_t *node,
                                 uint32_t count, uint64_t *ret_length_m,
                                 uint32_t *ret_step);

/* The shortest ways from a node to all, by Dijkstra's algorithm over directed
 * segments, as plain as it can be. */
struct routino_tree {
    uint32_t from;
    uint32_t *length_m; /* [2 * segment_count] to the end of segment s along it
                           at 2s, against it at 2s + 1; UINT32_MAX: never */
    uint32_t *before;   /* [2 * segment_count] where one came from, or
                           UINT32_MAX */
    uint32_t *arrival;  /* [node_count] the best of those that end there, or
                           UINT32_MAX */
};

void routino_tree_make(struct routino_tree *tree, const struct routino *routino,
                       enum traveller traveller, uint32_t from);
void routino_tree_finish(struct routino_tree *tree);

/* The way to a node; of no node where there is none. */
void routino_tree_route(const struct routino_tree *tree,
                        const struct routino *routino, uint32_t to,
                        struct routino_route *route);

#endif
