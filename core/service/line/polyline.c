/* polyline: digits of a text; Douglas and Peucker on the web mercator plane. */
#include "core/service/line/polyline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- As text ------------------------------------------------------------ */

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

/* ---- With fewer points -------------------------------------------------- */

/* The points between two kept ones, not examined yet. */
struct range {
    size_t first;
    size_t last;
};

/* The smaller part is always done first, so each pending range is at most half
 * of the one below it. */
enum { RANGES_MAX = 64 };

static const double latitude_max_deg = 85.051128779806592;
static const double tile_px = 256;

/* To units of 10^-6 degrees at the equator. */
static struct plane_point project(struct position position)
{
    double lat_deg =
        fmax(-latitude_max_deg, fmin(latitude_max_deg, position.lat_e7 / 1e7));
    double sine = sin(lat_deg * M_PI / 180);

    return (struct plane_point){
        .x = position.lon_e7 / 10.0,
        .y = log((1 + sine) / (1 - sine)) * (180 / M_PI) / 2 * 1e6,
    };
}

/* Pixels of a distance on the plane at the largest zoom level. */
static double pixels(double distance)
{
    return distance / 360e6 * tile_px * (1 << SIMPLIFY_ZOOM_MAX);
}

unsigned simplify_zoom(const struct segment_box *box)
{
    struct plane_point low = project(box->low);
    struct plane_point high = project(box->high);
    double screens = fmax(pixels(high.x - low.x) / (8 * tile_px),
                          pixels(high.y - low.y) / (5 * tile_px));
    double zoom = SIMPLIFY_ZOOM_MAX - log2(screens);

    if (!isfinite(zoom))
        return 1;
    return (unsigned)fmax(1, fmin(SIMPLIFY_ZOOM_MAX, zoom));
}

/* The largest distance of a dropped point, squared. */
static double tolerance(unsigned zoom)
{
    static const double off_px = 5;
    double off = floor(off_px * 360e6 / (tile_px * (1 << zoom)));

    return off * off;
}

/* The squared distance of a point from the line between two. */
static double distance_square(struct plane_point from, struct plane_point to,
                              struct plane_point point)
{
    double dx = to.x - from.x;
    double dy = to.y - from.y;
    double square = dx * dx + dy * dy;
    double px = point.x - from.x;
    double py = point.y - from.y;
    double along = square > 0 ? (px * dx + py * dy) / square : 0;

    along = along < 0 ? 0 : along > 1 ? 1 : along;
    px -= along * dx;
    py -= along * dy;
    return px * px + py * py;
}

/* The farthest point of a range, or its first if none exceeds the tolerance. */
static size_t find_farthest(const struct plane_point *points,
                            struct range range, double most)
{
    size_t farthest = range.first;

    for (size_t i = range.first + 1; i < range.last; i++) {
        double square =
            distance_square(points[range.first], points[range.last], points[i]);

        if (square > most) {
            most = square;
            farthest = i;
        }
    }
    return farthest;
}

void simplify_points(const struct plane_point *points, size_t count,
                     double most, bool *ret_keep)
{
    struct range waiting[RANGES_MAX];
    size_t waiting_count = 0;
    struct range range = {0, count - 1};

    memset(ret_keep, 0, count * sizeof(*ret_keep));
    ret_keep[0] = ret_keep[count - 1] = true;
    for (;;) {
        size_t at = find_farthest(points, range, most);
        struct range left = {range.first, at};
        struct range right = {at, range.last};

        if (at == range.first) {
            if (waiting_count == 0)
                return;
            range = waiting[--waiting_count];
            continue;
        }
        ret_keep[at] = true;
        range = at - left.first < right.last - at ? left : right;
        waiting[waiting_count++] = range.first == at ? left : right;
    }
}

size_t simplify_line(const struct position *line, size_t count, unsigned zoom,
                     size_t *ret_kept)
{
    struct plane_point *points =
        array_alloc(count, sizeof(*points) + sizeof(bool));
    bool *keep = (bool *)(points + count);
    size_t kept = 0;

    if (!points || !count) {
        free(points);
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        points[i] = project(line[i]);
    simplify_points(points, count, tolerance(zoom), keep);
    for (size_t i = 0; i < count; i++) {
        if (keep[i])
            ret_kept[kept++] = i;
    }
    free(points);
    return kept;
}
