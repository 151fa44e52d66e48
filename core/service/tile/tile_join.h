/* tile_join: pieces that look the same as one line where they meet.
 *
 * At a junction those that lead straight on are joined first, so that both
 * carriageways go on where they meet; one-way pieces only head to tail. */
#ifndef RELAXD_SERVICE_TILE_JOIN_H
#define RELAXD_SERVICE_TILE_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/service/tile/tile_table.h"

#define JOINT_NONE UINT32_MAX

/* A piece on a tile. */
struct tile_piece {
    uint32_t piece;
    uint32_t style;   /* those of one style may be joined */
    int8_t turns;     /* that the world is moved by */
    bool directed;    /* one-way: drawn the way it is travelled */
    bool backward;    /* which is against the piece's own direction */
    bool taken;       /* by a line */
    uint32_t next[2]; /* what its start and end are joined to: 2i + e for end e
                         of item i; JOINT_NONE */
};

/* Sets next of all. 0 or -ENOMEM. */
int tile_join(const struct roads *roads, struct tile_piece *item,
              uint32_t count);

/* The place of end e, 0 or 1, of the line that item `i` lies on: 2j + f where
 * the line begins with end f of item j. A ring begins where it is asked for. */
uint32_t tile_join_start(const struct tile_piece *item, uint32_t i);

#endif
