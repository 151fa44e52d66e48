/* outline: areas of a contour as it is. */
#include "core/service/isochrone/outline.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/isochrone/rings.h"

struct spot {
    double x; /* whole numbers of 10^-7 degrees */
    double y;
};

static int64_t apart(double from, double to)
{
    return (int64_t)(to - from);
}

static struct spot spot_of(const struct grid *grid,
                           const struct contour_point *point)
{
    return (struct spot){round(grid_lon_e7(grid, point->x)),
                         round(grid_lat_e7(grid, point->y))};
}

/* Exact: 360 degrees by 180 stay below 2^63. */
static bool is_between(struct spot before, struct spot at, struct spot after)
{
    return apart(before.x, at.x) * apart(at.y, after.y) ==
           apart(before.y, at.y) * apart(at.x, after.x);
}

/* Into `spots`, [ring->count + 1], the last the first again. Returns how many
 * there are. */
static size_t place_ring(const struct grid *grid, const struct contour *lines,
                         const struct contour_ring *ring, struct spot *spots)
{
    const struct contour_point *point = lines->point + ring->first;
    struct spot before = spot_of(grid, &point[ring->count - 1]);
    struct spot at = spot_of(grid, &point[0]);
    size_t count = 0;

    for (size_t i = 0; i < ring->count; i++) {
        struct spot after = spot_of(grid, &point[(i + 1) % ring->count]);

        if (!is_between(before, at, after)) {
            spots[count++] = at;
            before = at;
        }
        at = after;
    }
    spots[count] = spots[0];
    return count + 1;
}

static int tell_ring(const struct grid *grid, const struct contour *lines,
                     const struct contour_ring *ring, struct spot *spots,
                     struct isochrone *isochrone)
{
    size_t count = place_ring(grid, lines, ring, spots);

    return rings_add(isochrone, &spots->x, count, ring->area < 0);
}

static size_t longest_ring(const struct contour *lines)
{
    size_t longest = 0;

    for (size_t i = 0; i < lines->ring_count; i++) {
        if (lines->ring[i].count > longest)
            longest = lines->ring[i].count;
    }
    return longest;
}

int outline_tell(const struct grid *grid, const struct contour *lines,
                 uint32_t contour, struct isochrone *isochrone)
{
    struct spot *spots = array_alloc(longest_ring(lines) + 1, sizeof(*spots));
    int r = 0;

    if (!spots)
        return -ENOMEM;
    rings_begin(isochrone, contour);
    for (size_t i = 0; i < lines->ring_count && !r; i++) {
        if (!lines->ring[i].left_out)
            r = tell_ring(grid, lines, &lines->ring[i], spots, isochrone);
    }
    rings_end(isochrone);
    free(spots);
    return r;
}
