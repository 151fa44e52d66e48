/* lanes: parses the turn:lanes of a road, "left|through;right", and finds the
 * lanes that lead into one of the roads at its end. */
#ifndef RELAXD_SERVICE_GUIDANCE_LANES_H
#define RELAXD_SERVICE_GUIDANCE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"

/* An arrow on a lane, "none" for a lane without one. */
struct lane_arrow {
    const char *text; /* [length), not NUL-terminated */
    size_t length;
    bool ends_lane; /* the next arrow is on the next lane */
    bool ends;      /* the last arrow */
};

/* Reads one at `text`; returns where the next begins. */
const char *lane_arrow_read(const char *text, struct lane_arrow *ret_arrow);

/* From right to left; a U-turn is on the side of the lane that allows it. */
enum arrow {
    ARROW_REVERSE_RIGHT,
    ARROW_SHARP_RIGHT,
    ARROW_RIGHT,
    ARROW_SLIGHT_RIGHT,
    ARROW_THROUGH, /* merging ones, too */
    ARROW_SLIGHT_LEFT,
    ARROW_LEFT,
    ARROW_SHARP_LEFT,
    ARROW_REVERSE,
    ARROW_NONE, /* a lane without an arrow */
    ARROW_COUNT,
};

/* Bit k: enum arrow k. */
enum { ARROWS_ALL = (1 << ARROW_COUNT) - 1 };

struct lanes {
    unsigned count;
    uint16_t with[ARROW_COUNT]; /* bit i: lane i from the left has the arrow */
};

/* False if there are more than LANES_MAX; `ret_lanes` is then undefined. */
bool lanes_read(const char *text, struct lanes *ret_lanes);

/* The arrows that are there, and the lanes that have one of some arrows. */
uint16_t lanes_arrows(const struct lanes *lanes);
uint16_t lanes_with(const struct lanes *lanes, uint16_t arrows);

/* The roads that a traveller may take, as turns (crossing.h) from right to
 * left, and the one taken. */
struct lane_roads {
    const float *turn;
    size_t count; /* at least 1, at most LANE_ROADS_MAX */
    size_t out;
};
enum { LANE_ROADS_MAX = 24 };

struct lanes_fit {
    uint16_t valid;  /* lanes that lead into the road taken */
    uint16_t arrows; /* that do */
    uint16_t unfit;  /* arrows that lead into none of the roads; they may mean
                        the next junction */
    uint16_t idle;   /* lanes with no other arrows */
};

/* Pairs arrows with roads in their common order, as many as suit each other;
 * `arrows` are those that count. Lanes without an arrow lead where the arrows
 * beside them leave a road over. */
struct lanes_fit lanes_for_road(const struct lanes *lanes, uint16_t arrows,
                                const struct lane_roads *roads);

#endif
