/* position: a place on the ground. */
#ifndef RELAXD_GRAPH_POSITION_H
#define RELAXD_GRAPH_POSITION_H

#include <stdint.h>

/* WGS 84, degrees times 10^7. */
struct position {
    int32_t lon_e7;
    int32_t lat_e7;
};

#endif
