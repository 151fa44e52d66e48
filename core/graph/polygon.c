#include "core/graph/polygon.h"

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

/* ---- Lines --------------------------------------------------------------- */

__extension__ typedef __int128 wide;

/* On which side of a line a place is: above 0, left; 0, on it. */
static int side(const struct polygon_edge *line, struct position place)
{
    wide x = (int64_t)line->to.lon_e7 - line->from.lon_e7;
    wide y = (int64_t)line->to.lat_e7 - line->from.lat_e7;
    wide cross = x * ((int64_t)place.lat_e7 - line->from.lat_e7) -
                 y * ((int64_t)place.lon_e7 - line->from.lon_e7);

    return (cross > 0) - (cross < 0);
}

static struct polygon_span span_of(int32_t a, int32_t b)
{
    return (struct polygon_span){a < b ? a : b, a < b ? b : a};
}

static bool overlap(struct polygon_span a, struct polygon_span b)
{
    return a.least <= b.most && b.least <= a.most;
}

static struct polygon_span lons(const struct polygon_edge *edge)
{
    return span_of(edge->from.lon_e7, edge->to.lon_e7);
}

static struct polygon_span lats(const struct polygon_edge *edge)
{
    return span_of(edge->from.lat_e7, edge->to.lat_e7);
}

/* Whether two lines have a place in common; `inside`: one that is no end of
 * theirs, and only one. */
static bool meet(const struct polygon_edge *a, const struct polygon_edge *b,
                 bool inside)
{
    int least = inside ? 0 : 1;

    return overlap(lons(a), lons(b)) && overlap(lats(a), lats(b)) &&
           side(a, b->from) * side(a, b->to) < least &&
           side(b, a->from) * side(b, a->to) < least;
}

/* Whether the line meets one of the edges of a span, from edge `first` on. */
static bool meets_any(const struct polygon *polygon, size_t span,
                      const struct polygon_edge *line, bool inside,
                      size_t first)
{
    size_t at = (span - polygon->runs) * RUN;
    size_t i;

    if (!overlap(lats(line), polygon->run[span]))
        return false;
    if (span < polygon->runs)
        return meets_any(polygon, 2 * span, line, inside, first) ||
               meets_any(polygon, 2 * span + 1, line, inside, first);
    for (i = at > first ? at : first; i < polygon->count && i < at + RUN; i++) {
        if (meet(line, &polygon->edge[i], inside))
            return true;
    }
    return false;
}

bool polygon_touches(const struct polygon *polygon, struct position from,
                     struct position to)
{
    const struct polygon_edge line = {from, to};

    if (!polygon->count || !overlap(lons(&line), polygon->lon))
        return false;
    return polygon_has(polygon, from) || polygon_has(polygon, to) ||
           meets_any(polygon, 1, &line, false, 0);
}

bool polygon_crosses_itself(const struct polygon *polygon,
                            struct position *ret_near)
{
    for (size_t i = 0; i < polygon->count; i++) {
        if (meets_any(polygon, 1, &polygon->edge[i], true, i + 1)) {
            *ret_near = polygon->edge[i].from;
            return true;
        }
    }
    return false;
}
