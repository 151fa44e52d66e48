/* dissect_piece: a part of a graph as one of its own, and METIS at it.
 *
 * For a process of its own (dissect_parts.h): METIS prints and catches signals.
 * METIS's codes are returned. One thread. */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_PIECE_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_PIECE_H

#include <stdint.h>

#include "core/graph/hierarchy/dissect_parts.h"

struct dissect_piece {
    const struct dissect_graph *whole;
    const uint32_t *vertices; /* of the whole, by their number in the piece */
    struct dissect_graph graph;
    uint32_t *weight; /* NULL: 1 each */
};

/* `vertices`: [count], used until the piece is finished. 0 or -ENOMEM; finish()
 * is fine after either. */
int dissect_piece_init(struct dissect_piece *piece,
                       const struct dissect_graph *whole,
                       const uint32_t *vertices, uint32_t count);
void dissect_piece_finish(struct dissect_piece *piece);

/* `ret_side`: [vertex_count] 0, 1, or 2 for the separator, which weighs
 * *ret_size. */
int dissect_piece_separate(struct dissect_piece *piece, unsigned seed,
                           uint8_t *ret_side, uint32_t *ret_size);

/* `ret_vertices`: [vertex_count] the piece's, in their order; may be where they
 * are; untouched where there is no edge. */
int dissect_piece_order(struct dissect_piece *piece, uint32_t *ret_vertices);

#endif
