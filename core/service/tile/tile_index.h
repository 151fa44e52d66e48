/* tile_index: finds the pieces that a tile may show.
 *
 * Pieces are sorted by the zoom level from which they are shown, and within a
 * level along a Hilbert curve, with a packed tree of boxes over them
 * (segment_tree.h has all segments, so a tile of a continent would have to
 * visit each). A level shows a prefix of that order. Made once per map: 5 bytes
 * a piece, and 20 while making it; then immutable, for any thread. */
#ifndef RELAXD_SERVICE_TILE_TILE_INDEX_H
#define RELAXD_SERVICE_TILE_TILE_INDEX_H

#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"
#include "core/service/tile/tile_style.h"

enum { TILE_FULL = 10000 }; /* pieces on a tile */

struct tile_index {
    const struct roads *roads;
    /* The level from which a class is shown, at most tile_class_zoom(): a map
     * with few roads, or few per tile, shows classes sooner, so that its tiles
     * are not empty. Class by class, most important first, each gets the lowest
     * level at which no tile has more than TILE_FULL pieces of the classes so
     * far. */
    uint8_t class_zoom[TILE_CLASS_COUNT];

    uint32_t *piece;         /* [count] in that order */
    uint32_t count;          /* pieces open in at least one direction */
    struct segment_box *box; /* of the tree's levels, leaves first */
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t level_count;
    uint32_t shown[TILE_ZOOM_MAX + 1]; /* number of pieces shown at each zoom
                                          level */
};

/* `roads` have pieces and must outlive the index. 0 or -ENOMEM, with words. */
int tile_index_create(const struct roads *roads, struct tile_index **ret_index,
                      struct error *error);
void tile_index_destroy(struct tile_index *index); /* NULL is fine */

/* The box by which a piece is found. */
struct segment_box tile_piece_box(const struct roads *roads, uint32_t piece);

/* Calls found() for all pieces shown at `zoom` whose boxes meet `box`, whose
 * west is not east of its east, in the order of the index: more important ones
 * first. */
void tile_index_find(const struct tile_index *index, unsigned zoom,
                     const struct segment_box *box,
                     void (*found)(void *context, uint32_t piece),
                     void *context);

/* The box with most of a map's roads, for a first view: one long ferry or cycle
 * route must not shrink a town to a dot. Leaves out the 3 % of nodes farthest
 * to each side, estimated from a sample of a few thousand. The box does not
 * cross the antimeridian. `roads` have pieces. */
struct segment_box tile_middle(const struct roads *roads);

#endif
