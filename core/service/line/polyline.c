/* polyline: positions as a short text. */
#include "core/service/line/polyline.h"

/* Degrees times 10^7 in the unit, halves away from 0. */
static int64_t rounded(int32_t e7, int32_t unit)
{
    int64_t value = e7;

    return (value + (value < 0 ? -unit : unit) / 2) / unit;
}

static char *put(int64_t difference, char *at)
{
    uint64_t bits = difference < 0 ? ~((uint64_t)difference << 1)
                                   : (uint64_t)difference << 1;

    for (; bits >= 0x20; bits >>= 5)
        *at++ = (char)((0x20 | (bits & 0x1f)) + 63);
    *at++ = (char)(bits + 63);
    return at;
}

size_t polyline_add(struct polyline *polyline, struct position position,
                    unsigned digits, char text[static POLYLINE_POINT_SIZE])
{
    int32_t unit = digits == 6 ? 10 : 100;
    int64_t lat = rounded(position.lat_e7, unit);
    int64_t lon = rounded(position.lon_e7, unit);
    char *end = put(lon - polyline->lon, put(lat - polyline->lat, text));

    *end = '\0';
    polyline->lat = lat;
    polyline->lon = lon;
    return (size_t)(end - text);
}
