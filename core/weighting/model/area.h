/* area: an area of a model, and what it covers on a map: the segments that have
 * a place in common with its polygons, and those of ways and at nodes that it
 * names.
 *
 * Filled by one thread; immutable then, for any. */
#ifndef RELAXD_WEIGHTING_MODEL_AREA_H
#define RELAXD_WEIGHTING_MODEL_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/polygon.h"
#include "core/graph/roads/roads.h"

enum {
    AREA_NAME_SIZE = 64,
    AREA_POINTS_MAX = 10000, /* of all rings of an area */
    AREA_IDS_MAX = 10000,    /* of its ways, and of its nodes */
};

struct area_ids {
    int64_t *id; /* [count], owned */
    size_t count;
    size_t capacity;
};

/* Zero bytes cover nothing. */
struct area {
    char name[AREA_NAME_SIZE]; /* letters, digits and '_'; "": none, so that no
                                  rule can name it */
    struct polygon *polygon;   /* [polygon_count], owned; a place within an odd
                                  number of rings of one is in it, so holes are
                                  rings, too */
    size_t polygon_count;
    size_t polygon_capacity;
    size_t point_count; /* of all rings */
    struct area_ids ways;
    struct area_ids nodes;
};

/* Begins a further polygon, which may lie over the others. 0 or -ENOMEM. */
int area_add_polygon(struct area *area, struct error *error);

/* A ring, of the last polygon, of at least four points, the last equal to the
 * first. -EINVAL with words, or -ENOMEM. */
int area_add_ring(struct area *area, const struct position *point, size_t count,
                  struct error *error);

int area_add_id(struct area_ids *list, int64_t id, struct error *error);

/* After the last ring: indexes it. -EINVAL with words: rings of a polygon
 * cross, or have no extent; -ENOMEM. */
int area_close(struct area *area, struct error *error);

void area_finish(struct area *area);

/* A segment, and which areas cover it. */
struct covered_segment {
    uint32_t segment;
    uint64_t areas; /* bit i: area i; not 0 */
};

/* By ascending segment: [*ret_count], free() it. At most 64 areas. Uses all
 * cores: at worst each segment in the box around a polygon is tested against
 * each of its edges. `stop` is asked now and then, by any thread, whether to
 * end with -ECANCELED; NULL: never. Or -ENOMEM. */
int areas_cover(const struct area *area, size_t count,
                const struct roads *roads, bool (*stop)(void *context),
                void *context, struct covered_segment **ret_covered,
                size_t *ret_count, struct error *error);

#endif
