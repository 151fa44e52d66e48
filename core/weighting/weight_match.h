/* weight_match: which segments, turns or arcs of a map rows name, and why some
 * name none.
 *
 *     item    what a row changes. Of WEIGHT_SEGMENTS: 2s for segment s forward,
 *             2s + 1 backward, as in weight_arrays.segment; of WEIGHT_TURNS
 *             and WEIGHT_ARCS: an arc of the search graph
 *
 * What a row names:
 *
 *     pair of neighbours   each segment from one to the other, on all pieces,
 *                          that is open in that direction
 *     other pair           if both lie on one way, all segments between them:
 *                          of all walks along the way, or all against it,
 *                          through open segments the one with the fewest
 *                          segments. Where a way meets itself, this is a
 *                          short cut. Neighbours are never such a pair, even
 *                          where the import left their segment out
 *     way                  all its open segments in that direction
 *     turn                 each arc, from any state, from an edge that ends
 *                          with the segment from -> via into one that begins
 *                          with via -> to. None at a plain junction
 *     arc                  each arc from one vertex to the other
 *
 * Pure functions of immutable maps, for any thread. */
#ifndef RELAXD_WEIGHTING_WEIGHT_MATCH_H
#define RELAXD_WEIGHTING_WEIGHT_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/weighting/weight_row.h"

enum match_outcome {
    MATCH_DIRECT, /* has items */
    MATCH_SPAN,   /* has items: the segments between nodes that are no
                     neighbours */
    /* Without items, by how much of the row is on the map: */
    MATCH_NO_VIA,     /* no road passes the via node */
    MATCH_NO_FROM,    /* no road passes the first node, or no such vertex */
    MATCH_NO_TO,      /* no road passes the last node, or no such vertex */
    MATCH_NO_WAY,     /* not on the map */
    MATCH_NO_ROAD,    /* nodes are neither neighbours nor on one way */
    MATCH_NO_ARC,     /* the vertices are no neighbours */
    MATCH_NO_ARRIVAL, /* `from` is not next to `via` */
    MATCH_NO_EXIT,    /* `to` is not next to `via` */
    MATCH_LEFT_OUT,   /* the import left it out */
    MATCH_NO_TURN,    /* no junction, or all turns there are free */
    MATCH_FORBIDDEN,  /* the turn */
};

struct weight_matches {
    size_t count;  /* rows */
    size_t *first; /* [count + 1] row i has the items item[first[i]] to before
                      item[first[i + 1]]; owned */
    uint32_t *item;
    uint8_t *outcome; /* [count] enum match_outcome; owned */
    size_t matched;   /* rows with items */
};

/* Whether a row with that outcome has items. */
static inline bool match_is_found(enum match_outcome outcome)
{
    return outcome <= MATCH_SPAN;
}

/* In any order and with any ids; on as many threads as parallel_run() takes.
 * With 11 million nodes and many rows, a pair takes a core 110 ns in the order
 * of the map or of ids, 220 to 500 ns shuffled; 6 us alone
 * (tests/bench/match_rate). -EINVAL: a map of this form has no such weights;
 * -ENOMEM. */
int weight_match(const struct map *map, enum weight_kind kind,
                 const struct weight_row *row, size_t count,
                 struct weight_matches *ret_matches, struct error *error);
void weight_matches_finish(struct weight_matches *matches);

/* -E2BIG, too: they have more than `most` items. A row of a few bytes may
 * have all items of a way, as often as it is repeated. */
int weight_match_some(const struct map *map, enum weight_kind kind,
                      const struct weight_row *row, size_t count, size_t most,
                      struct weight_matches *ret_matches, struct error *error);

/* For people, without a final period: "no road passes node 5". */
void weight_match_words(const struct map *map, enum weight_kind kind,
                        const struct weight_key *key,
                        enum match_outcome outcome, struct error *ret_words);

/* The keys of rows that would name an item, spans aside: of a segment the pair
 * of its nodes in that direction, then its way, unless an importer made it up;
 * of a turn and of an arc the one key, none at a plain junction. Returns their
 * number. O(log) of the map's size. */
enum { ITEM_KEYS_MAX = 2 };
uint32_t weight_item_keys(const struct map *map, enum weight_kind kind,
                          uint32_t item,
                          struct weight_key ret_key[static ITEM_KEYS_MAX]);

#endif
