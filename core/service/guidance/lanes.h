/* lanes: parses the turn:lanes of a road: "left|through;right". */
#ifndef RELAXD_SERVICE_GUIDANCE_LANES_H
#define RELAXD_SERVICE_GUIDANCE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES_MAX = 16 };

/* An arrow on a lane, "none" for a lane without one. */
struct lane_arrow {
    const char *text; /* [length), not NUL-terminated */
    size_t length;
    bool ends_lane; /* the next arrow is on the next lane */
    bool ends;      /* the last arrow */
};

/* Reads one at `text`; returns where the next begins. */
const char *lane_arrow_read(const char *text, struct lane_arrow *ret_arrow);

/* `turn`: the roads that a traveller may take at a junction, as turns
 * (crossing.h); `out`: the one taken. Bit i: lane i from the left has the arrow
 * that fits the road taken best, among arrows that fit no other road better:
 * "left" beside "through" means a road that bends slightly left while another
 * goes straight on. 0: no lane fits, or there are more than LANES_MAX. */
uint16_t lanes_for_roads(const char *lanes, const float *turn, size_t count,
                         size_t out);

#endif
