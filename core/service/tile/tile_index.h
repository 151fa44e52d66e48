/* tile_index: which pieces a tile may show.
 *
 * Pieces by the zoom level from which they are shown, those of one level along
 * a Hilbert curve, with a packed tree of boxes over them (segment_tree.h, which
 * has all segments and would make a tile of a continent look at each). What a
 * level shows is the beginning of that order. Made once per map: 5 bytes a
 * piece, and 20 while it is made; immutable then, for any thread. */
#ifndef RELAXD_SERVICE_TILE_TILE_INDEX_H
#define RELAXD_SERVICE_TILE_TILE_INDEX_H

#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"
#include "core/service/tile/tile_style.h"

enum { TILE_FULL = 10000 }; /* pieces of a tile */

struct tile_index {
    const struct roads *roads;
    const struct weighting *weighting;
    /* From which level on a class is shown, at most tile_class_zoom(): a map
     * with few roads, or few to a tile, shows classes sooner, that its tiles
     * are not empty: class by class, the more important ones first, each from
     * the least level on from which no tile gets more than TILE_FULL pieces of
     * the classes so far. */
    uint8_t class_zoom[TILE_CLASS_COUNT];

    uint32_t *piece;         /* [count] in that order */
    uint32_t count;          /* pieces that are open one way or the other */
    struct segment_box *box; /* of the tree's levels, leaves first */
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t level_count;
    uint32_t shown[TILE_ZOOM_MAX + 1]; /* how many are, at each zoom level */
};

/* `roads` have pieces; they and the weighting outlive it. 0 or -ENOMEM, with
 * words. */
int tile_index_create(const struct roads *roads,
                      const struct weighting *weighting,
                      struct tile_index **ret_index, struct error *error);
void tile_index_destroy(struct tile_index *index); /* NULL is fine */

/* The box that holds all pieces; all longitudes where one crosses the
 * antimeridian. */
struct segment_box tile_index_bounds(const struct tile_index *index);

/* All pieces shown at `zoom` whose boxes meet `box`, whose west is not east of
 * its east, in the order of the index: more important ones first. */
void tile_index_find(const struct tile_index *index, unsigned zoom,
                     const struct segment_box *box,
                     void (*found)(void *context, uint32_t piece),
                     void *context);

/* Where most of a map's roads lie, which is what to look at first: one long
 * ferry or cycle route must not make a town a dot. The box leaves out the 3 %
 * of nodes farthest to each side, as one in so many lies that a few thousand
 * are looked at. Meridian 180 is an end of the world here. `roads` have pieces.
 */
struct segment_box tile_middle(const struct roads *roads);

#endif
