/* snap: the nearest roads that a traveller at a position may use. Without
 * `boards` no ferries, trains and transfers: travellers board those where they
 * meet roads.
 *
 * Directions are those of the edges of a segment's piece, forward at 0. Nothing
 * but snaps_find() allocates; any thread may call. */
#ifndef RELAXD_SERVICE_PLACE_SNAP_H
#define RELAXD_SERVICE_PLACE_SNAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/graph/roads/roads.h"
#include "core/solver/cancel.h"
#include "core/weighting/closed_set.h"

/* The side of the road on which a place has to be, seen in the direction of
 * travel. The road's flags say on which side traffic drives. Any side suits on
 * one-way roads and for a position exactly on the road. */
enum approach {
    APPROACH_UNRESTRICTED,
    APPROACH_CURB,     /* on the driving side */
    APPROACH_OPPOSITE, /* on the other side */
};

struct snap_options {
    struct position position;
    double radius_m;   /* INFINITY: any */
    bool usual_radius; /* the radius is a setting, not the client's */
    bool has_bearing;
    double bearing_deg;       /* of travel, clockwise from north */
    double bearing_range_deg; /* either way, [0, 180]; to the nearest degree.
                                 Segments without length match no bearing */
    enum approach approach;
    uint16_t exclude;                /* class bits of unwanted roads */
    const struct closed_set *closed; /* what is closed, or opened, beside the
                                        profile; NULL: nothing */
    const struct topology *topology; /* the map's, to see what `closed` cuts
                                        off; NULL: that is not looked at */
    bool mercator;         /* projects the position to a road in web mercator
                              (foot_in_mercator), not on the ground; distances
                              on the ground still decide which road is
                              nearest */
    bool boards;           /* also snaps to ferries, trains and transfers */
    int32_t node_reach_e7; /* snap_place() moves a place at most this far from a
                              node, in 10^-7 degrees, to the node */
    bool large_only;       /* no roads of small components */
};

/* Options without restrictions. */
struct snap_options snap_options_of(struct position position);

/* A place on a road. */
struct snap {
    uint32_t segment;
    uint32_t piece;
    double fraction; /* of the segment, forward, [0, 1] */
    struct position position;
    double distance_m; /* from the requested position; beyond 100 km of the
                          plane around it (ground.h) by the great circle */
    bool direction[2]; /* the edge is open and suits the options; true for at
                          least one */
};

/* The `count` nearest roads on that plane, nearest first, ties by number; each
 * segment that meets at a place counts. Returns their number. The time depends
 * on how many nearer roads do not suit. */
uint32_t snap_nearest(const struct roads *roads,
                      const struct snap_options *options, uint32_t count,
                      struct snap *ret_snaps);

/* Only the nearest place; on a road aside, a track, drive or parking lane for
 * people with business there, only if that is much nearer than any other road:
 * a third of its distance. A snap for each segment through it (at exactly its
 * position), up to `count`: at a junction all roads that meet. Returns their
 * number. */
uint32_t snap_place(const struct roads *roads,
                    const struct snap_options *options, uint32_t count,
                    struct snap *ret_snaps);

/* The same on large components; 0, which leaves ret_snaps as it is: none is
 * near. With a closed set it looks for one that this does not cut off, up to
 * 2 km beyond the nearest. */
uint32_t snap_large(const struct roads *roads,
                    const struct snap_options *options, uint32_t count,
                    struct snap *ret_snaps);

/* The component of a road (roads.h); of one that what is closed cuts off
 * (island.h), a small one of its own; of one from which what is opened leads to
 * others, the largest of theirs. */
uint32_t snap_component(const struct roads *roads,
                        const struct snap_options *options, uint32_t piece);

/* The nearest place of each stop of one route, chosen so that a route exists
 * between them if possible: if at their nearest places all stops share a
 * component, however small, those; else places on large components, and the
 * nearest one for a stop without any. The snaps of position i, as snap_place()
 * returns them, begin at ret_snaps[i * count], ret_counts[i] in number. False,
 * without results, if `cancel`, which may be NULL, is due before all are
 * found. Uses all cores. */
bool snap_together(const struct roads *roads,
                   const struct snap_options *options, size_t position_count,
                   uint32_t count, struct cancel *cancel,
                   struct snap *ret_snaps, uint32_t *ret_counts);

/* Segments that meet in one place: more than meet anywhere in practice. */
enum { PLACE_SNAPS_MAX = 16 };

/* The snaps of several positions, as snap_together() returns them. */
struct snaps {
    struct snap *list; /* [first[count]] */
    uint32_t *first;   /* [count + 1] */
};

/* Memory for `total` snaps of `count` positions. */
static inline size_t snaps_bytes(size_t count, size_t total)
{
    return total * sizeof(struct snap) + (count + 1) * sizeof(uint32_t);
}

/* Snaps all positions, as snap_together() does, at most PLACE_SNAPS_MAX each;
 * meanwhile it needs memory for as many. 0, -ENOMEM, or -ECANCELED if `cancel`,
 * which may be NULL, is due. finish() is fine after either and on zero bytes.
 */
int snaps_find(struct snaps *snaps, const struct roads *roads,
               const struct snap_options *options, size_t count,
               struct cancel *cancel);
void snaps_finish(struct snaps *snaps);

/* Those of position i. */
static inline const struct snap *snaps_of(const struct snaps *snaps, size_t i,
                                          uint32_t *ret_count)
{
    *ret_count = snaps->first[i + 1] - snaps->first[i];
    return snaps->list + snaps->first[i];
}

/* Projects a position to a segment in web mercator: sets fraction and position
 * of `near`. Leaves them if any of the three points is beyond the plane's
 * latitudes, 85.05 degrees.
 *
 * Mercator keeps angles, and lines straight on web maps are straight there; but
 * it treats the earth as a sphere, and scale grows towards the poles. So the
 * foot differs from that on the ground (ground.h) by up to 0.3 % of the
 * distance, plus the difference of scale between the two ends. */
void foot_in_mercator(const struct roads *roads, struct position position,
                      struct near_segment *near);

#endif
