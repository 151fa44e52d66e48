/* snap: the roads nearest to a position that a traveller there may use: unless
 * asked for, no ferries, trains and transfers, which are boarded where roads
 * meet them.
 *
 * Directions are those of the edges of a segment's piece, forward at 0. Nothing
 * here allocates; any thread may ask. */
#ifndef RELAXD_SERVICE_PLACE_SNAP_H
#define RELAXD_SERVICE_PLACE_SNAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/graph/roads/roads.h"
#include "core/solver/cancel.h"
#include "core/weighting/closed_set.h"

/* On which side of the road a place has to be, seen in the direction of travel.
 * Traffic keeps to the side that the road's flags tell. Where a road is open in
 * one direction only, and for a position on the very road, any side suits. */
enum approach {
    APPROACH_UNRESTRICTED,
    APPROACH_CURB,     /* on the side on which one drives */
    APPROACH_OPPOSITE, /* on the other side */
};

struct snap_options {
    struct position position;
    double radius_m; /* INFINITY: any */
    bool has_bearing;
    double bearing_deg;       /* of travel, clockwise from north */
    double bearing_range_deg; /* either way, [0, 180]; to the nearest degree. A
                                 segment without length has no bearing */
    enum approach approach;
    uint16_t exclude; /* class bits of roads that are not wanted */
    const struct closed_set *closed; /* pieces that nobody may travel on; NULL:
                                        none */
    bool mercator;         /* where on a road: below the position in web
                              mercator (foot_in_mercator), not on the ground; which road
                              is nearest the ground tells all the same */
    bool boards;           /* ferries, trains and transfers on their way, too */
    int32_t node_reach_e7; /* a place at most so far from a node, in 10^-7
                              degrees, is that node: of snap_place() */
    bool large_only;       /* no road of a small component */
    uint32_t component;    /* of these alone; COMPONENT_ANY */
};

#define COMPONENT_ANY UINT32_MAX

/* What suits the options least: anywhere. */
struct snap_options snap_options_of(struct position position);

/* A place on a road. */
struct snap {
    uint32_t segment;
    uint32_t piece;
    double fraction; /* of the segment, forward, [0, 1] */
    struct position position;
    double distance_m; /* from where it was asked for; beyond 100 km of the
                          plane around that (ground.h) by the great circle */
    bool direction[2]; /* the edge is open and suits the options; one does */
};

/* The `count` nearest on that plane, nearest first, equally near ones by
 * number; of segments that meet in the very place each is one. Returns how many
 * there were. Takes time by the roads that are nearer and do not suit. */
uint32_t snap_nearest(const struct roads *roads,
                      const struct snap_options *options, uint32_t count,
                      struct snap *ret_snaps);

/* The nearest place alone: a snap for each segment that has it (in the numbers
 * of its position), up to `count`: where roads meet, all that do. Returns how
 * many there were. */
uint32_t snap_place(const struct roads *roads,
                    const struct snap_options *options, uint32_t count,
                    struct snap *ret_snaps);

/* The nearest place of each of several stops of one route, so that there is a
 * way between them where there can be: where all stops have a road of one
 * component, however small, at their nearest places, those; else places on
 * large components, and the nearest one for a stop that has none of these. The
 * snaps of position i, as snap_place() gives them, are those from ret_snaps[i *
 * count], ret_counts[i] in number. False, and nothing is known, where `cancel`,
 * which may be NULL, is due before all are found. */
bool snap_together(const struct roads *roads,
                   const struct snap_options *options, size_t position_count,
                   uint32_t count, struct cancel *cancel,
                   struct snap *ret_snaps, uint32_t *ret_counts);

/* The place on a segment that is below a position, in web mercator: sets
 * fraction and position of what was found near, but where any of the three is
 * beyond the latitudes that the plane has, 85.05 degrees.
 *
 * That plane keeps angles, and what is straight on maps of the web is straight
 * there; but it is of a ball, and what is near to a pole is larger. So a foot
 * there is beside the one on the ground (ground.h) by a share of up to 0.3 % of
 * the distance, and by as much as the scale differs between the two ends. */
void foot_in_mercator(const struct roads *roads, struct position position,
                      struct near_segment *near);

#endif
