/* closed_set: pieces of a map's roads that are closed to all travel.
 *
 * One bit for each piece, and a hash of all bits so that comparing two sets is
 * quick. Sets with the same pieces are equal, whether made from road classes or
 * piece by piece.
 *
 * Immutable, reference-counted, for any thread. */
#ifndef RELAXD_WEIGHTING_CLOSED_SET_H
#define RELAXD_WEIGHTING_CLOSED_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"

struct closed_set {
    atomic_uint references;
    uint32_t piece_count;  /* of the map */
    uint32_t closed_count; /* bits that are set */
    uint64_t hash;         /* of the words */
    uint64_t word[];       /* [closed_set_words()] bit p % 64 of word p / 64:
                              piece p is closed */
};

/* One set for each road class that a profile names; some are empty. They make
 * closed_set_of_classes() fast. Zero bytes: nothing was made. */
struct class_sets {
    struct closed_set *set[ROAD_CLASSES_MAX]; /* owned */
};

/* Reads every piece once. 0 or -ENOMEM; finish() is fine after either. */
int class_sets_init(struct class_sets *sets, const struct roads *roads);
void class_sets_finish(struct class_sets *sets);

/* All pieces with any of these classes, bits of the profile (road_profile). A
 * single class is shared, not copied. The caller's reference; NULL: no memory,
 * or no bit belongs to a class. */
struct closed_set *closed_set_of_classes(const struct class_sets *sets,
                                         uint16_t classes);

/* The union of both. The caller's reference; NULL: no memory. */
struct closed_set *closed_set_unite(struct closed_set *a, struct closed_set *b);

struct closed_set *closed_set_acquire(struct closed_set *set);
void closed_set_release(struct closed_set *set); /* NULL is fine */

bool closed_set_equal(const struct closed_set *a, const struct closed_set *b);

static inline bool closed_set_has(const struct closed_set *set, uint32_t piece)
{
    return set->word[piece / 64] >> (piece % 64) & 1;
}

#endif
