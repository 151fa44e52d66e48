#include "api/form/polygon.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { RUN = 8 }; /* edges */

int polygon_add(struct polygon *polygon, struct position from,
                struct position to)
{
    const struct polygon_edge edge = {from, to};

    return array_append(&polygon->edge, &polygon->count, &polygon->capacity,
                        &edge, sizeof(edge));
}

static const struct polygon_span nothing = {INT32_MAX, INT32_MIN};

static void widen(struct polygon_span *span, int32_t least, int32_t most)
{
    if (least < span->least)
        span->least = least;
    if (most > span->most)
        span->most = most;
}

int polygon_index(struct polygon *polygon)
{
    struct polygon_span *span;
    size_t runs = 1;

    while (runs * RUN < polygon->count)
        runs *= 2;
    span = array_alloc(2 * runs, sizeof(*span));
    if (!span)
        return -ENOMEM;
    for (size_t i = 0; i < 2 * runs; i++)
        span[i] = nothing;
    polygon->lon = nothing;
    for (size_t i = 0; i < polygon->count; i++) {
        const struct polygon_edge *edge = &polygon->edge[i];

        widen(&span[runs + i / RUN], edge->from.lat_e7, edge->from.lat_e7);
        widen(&span[runs + i / RUN], edge->to.lat_e7, edge->to.lat_e7);
        widen(&polygon->lon, edge->to.lon_e7, edge->to.lon_e7);
    }
    for (size_t i = 2 * runs - 1; i > 1; i--)
        widen(&span[i / 2], span[i].least, span[i].most);
    polygon->lat = span[1];
    polygon->run = span;
    polygon->runs = runs;
    return 0;
}

void polygon_finish(struct polygon *polygon)
{
    free(polygon->edge);
    free(polygon->run);
    *polygon = (struct polygon){0};
}

/* Whether the line to the east from a place crosses the edge. */
static bool crosses(const struct polygon_edge *edge, struct position place)
{
    double north = (double)place.lat_e7 - edge->from.lat_e7;
    double rise = (double)edge->to.lat_e7 - edge->from.lat_e7;
    double run = (double)edge->to.lon_e7 - edge->from.lon_e7;

    if ((edge->from.lat_e7 > place.lat_e7) == (edge->to.lat_e7 > place.lat_e7))
        return false;
    return place.lon_e7 < edge->from.lon_e7 + run * north / rise;
}

/* Whether it crosses an odd number of the edges of a span. */
static bool is_odd(const struct polygon *polygon, size_t span,
                   struct position place)
{
    size_t first = (span - polygon->runs) * RUN;
    bool odd = false;

    if (place.lat_e7 < polygon->run[span].least ||
        place.lat_e7 >= polygon->run[span].most)
        return false;
    if (span < polygon->runs)
        return is_odd(polygon, 2 * span, place) !=
               is_odd(polygon, 2 * span + 1, place);
    for (size_t i = first; i < polygon->count && i < first + RUN; i++)
        odd ^= crosses(&polygon->edge[i], place);
    return odd;
}

bool polygon_crosses(const struct polygon *polygon, struct position place)
{
    return is_odd(polygon, 1, place);
}
