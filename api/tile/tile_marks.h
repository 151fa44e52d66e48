/* tile_marks: which tiles of a map changes of weights have made out of date.
 *
 * Tiles show weights from TILE_ZOOM_NAME on. For each tile of that zoom that a
 * change touched there is the epoch of the last one; a tile of a higher zoom
 * lies in one of them. So a change costs time by its segments, not by the tiles
 * that are cached. The owner locks. */
#ifndef RELAXD_API_TILE_TILE_MARKS_H
#define RELAXD_API_TILE_TILE_MARKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/service/tile/tile_frame.h"
#include "core/weighting/weighting_edit.h"

struct tile_mark;

struct tile_marks {
    struct tile_mark *mark; /* [size] by hash; owned */
    size_t count;
    size_t size;  /* a power of two, or 0 */
    uint64_t all; /* the last epoch that may have touched any tile */
};

void tile_marks_finish(struct tile_marks *marks); /* zeroed is fine */

/* Notes what differs from this epoch on. Without memory all tiles count as
 * touched. */
void tile_marks_note(struct tile_marks *marks, const struct roads *roads,
                     const struct weighting_delta *delta, uint64_t epoch);

/* The last epoch that touched the tile; 0: none has. */
uint64_t tile_marks_epoch(const struct tile_marks *marks, struct tile_id id);

#endif
