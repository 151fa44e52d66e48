/* hilbert: places on a plane in the order of Hilbert's curve, which keeps what
 * is near together ("Ueber die stetige Abbildung einer Linie auf ein
 * Flaechenstueck", Mathematische Annalen 38, 1891). */
#ifndef RELAXD_GRAPH_ROADS_HILBERT_H
#define RELAXD_GRAPH_ROADS_HILBERT_H

#include <stdint.h>

#include "core/graph/position.h"

/* How many cells of a square of 2^32 by 2^32 the curve passes before this one.
 * Each bit halves the square; what lies in a lower quarter is turned so that
 * the curve through it begins and ends where those beside it do. */
static inline uint64_t hilbert_key(uint32_t x, uint32_t y)
{
    uint64_t key = 0;

    for (int bit = 31; bit >= 0; bit--) {
        uint32_t right = x >> bit & 1;
        uint32_t upper = y >> bit & 1;
        uint32_t mirror = right ? UINT32_MAX : 0;
        uint32_t turned = upper ? x : y ^ mirror;

        y = upper ? y : x ^ mirror;
        x = turned;
        key = key << 2 | ((3 * right) ^ upper);
    }
    return key;
}

static inline uint64_t hilbert_position(struct position position)
{
    return hilbert_key((uint32_t)position.lon_e7 ^ UINT32_C(0x80000000),
                       (uint32_t)position.lat_e7 ^ UINT32_C(0x80000000));
}

#endif
