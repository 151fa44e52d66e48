/* lanes: what turn:lanes says of the lanes of a road: "left|through;right". */
#ifndef RELAXD_SERVICE_GUIDANCE_LANES_H
#define RELAXD_SERVICE_GUIDANCE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES_MAX = 16 };

/* What is painted on a lane, "none" where that is nothing. */
struct lane_arrow {
    const char *text; /* [length), not NUL-terminated */
    size_t length;
    bool ends_lane; /* what follows is the next lane's */
    bool ends;      /* nothing follows */
};

/* Reads one from `text` on; returns where the next begins. */
const char *lane_arrow_read(const char *text, struct lane_arrow *ret_arrow);

/* The roads that one may leave a junction by, as turns (compass.h). */
struct lane_roads {
    const float *turn; /* [count] */
    size_t count;
    size_t out; /* the one that is taken */
};

/* Bit i: lane i from the left has the arrow that suits the road that is taken
 * best, of those that suit no other road better: "left" beside "through" means
 * a road that bends a little to the left where another goes straight on. 0:
 * none is, or there are more than LANES_MAX. */
uint16_t lanes_for_roads(const char *lanes, const struct lane_roads *roads);

#endif
