/* lane_guide: lanes along a route: those that lead on at a junction, also where
 * the road before it, or before the junction before, has the markings. */
#ifndef RELAXD_SERVICE_GUIDANCE_LANE_GUIDE_H
#define RELAXD_SERVICE_GUIDANCE_LANE_GUIDE_H

#include "core/service/guidance/crossing.h"
#include "core/service/guidance/lanes.h"

/* Markings that a traveller passed. */
struct lane_sight {
    uint32_t text; /* offset into roads.text; 0: none */
    struct lanes lanes;
    uint16_t arrows; /* those that do not mean a road passed since */
    uint16_t idle;   /* lanes_fit, where some of them led nowhere */
    uint64_t ago_mm; /* since the end of the road with them */
    size_t at;       /* intersection where they led nowhere */
};

/* A road that parted from the one taken, to meet the same road as that. Both
 * markings are seen together. */
struct lane_split {
    uint32_t out;    /* edge taken */
    uint32_t beside; /* markings of the other road; 0: there is no split */
    unsigned count;  /* lanes of the other road */
    bool is_right;   /* the other road is to the right */
    bool is_turn;    /* the road taken is not straight on */
    size_t at;       /* intersection where they part */
};

/* Zeroed at the start of a leg. One thread. */
struct lane_guide {
    struct lane_sight seen;
    struct lane_sight waits; /* for the junction that its arrows mean */
    struct lane_split split;
};

/* The traveller comes to the end of a step; every step in turn, also where
 * nothing is to be told. */
void lane_guide_follow(struct lane_guide *guide, const struct roads *roads,
                       const struct route_step *via);

/* Fills lanes of intersection `at` of the list, which is the crossing. It may
 * fill an earlier one, for which the markings there proved right only here. */
void lane_guide_pass(struct lane_guide *guide, const struct crossing *crossing,
                     struct guide_intersection *list, size_t at);

#endif
