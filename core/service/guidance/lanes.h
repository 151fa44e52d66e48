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

/* Bit i: lane i from the left has the arrow that suits a turn (compass.h) best.
 * 0: none suits, or there are more than LANES_MAX. */
uint16_t lanes_for_turn(const char *lanes, float turn);

#endif
