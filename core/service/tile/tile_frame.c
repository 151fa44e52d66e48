/* tile_frame: projects positions, and clips, thins and rounds lines. */
#include "core/service/tile/tile_frame.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/service/line/polyline.h"

/* Short of the poles, which are infinitely far. */
static const double lat_max_deg = 89.9;

/* Degrees of a tile's west and north edge; fractions are positions within a
 * tile. */
static double tile_west_deg(uint32_t z, double x)
{
    return x / (double)(UINT32_C(1) << z) * 360 - 180;
}

static double tile_north_deg(uint32_t z, double y)
{
    double up = M_PI * (1 - 2 * y / (double)(UINT32_C(1) << z));

    return atan(sinh(up)) * 180 / M_PI;
}

/* Units from the world's north end. */
static double down(const struct tile_frame *frame, double lat_e7)
{
    double lat_deg = fmax(-lat_max_deg, fmin(lat_max_deg, lat_e7 / 1e7));
    double sine = sin(lat_deg * M_PI / 180);

    return (0.5 - log((1 + sine) / (1 - sine)) / (4 * M_PI)) * frame->world;
}

static uint32_t tile_at(uint32_t z, double at)
{
    double most = (double)((UINT32_C(1) << z) - 1);

    return (uint32_t)fmax(0, fmin(most, floor(at)));
}

struct tile_range tile_range_of(uint32_t z, const struct segment_box *box)
{
    static const double margin = 2.0 * TILE_BUFFER / MVT_EXTENT;
    struct tile_frame world = {.world = (double)(UINT32_C(1) << z)};
    double west = (box->low.lon_e7 / 1e7 + 180) / 360 * world.world;
    double east = (box->high.lon_e7 / 1e7 + 180) / 360 * world.world;

    return (struct tile_range){
        .west = tile_at(z, west - margin),
        .east = tile_at(z, east + margin),
        .north = tile_at(z, down(&world, box->high.lat_e7) - margin),
        .south = tile_at(z, down(&world, box->low.lat_e7) + margin),
    };
}

/* Rounds outward, so that nothing on the tile is lost. */
static int32_t lat_e7_of(double deg, int outward)
{
    double lat_e7 = fmax(-90e7, fmin(90e7, deg * 1e7 + outward));

    return (int32_t)lround(lat_e7);
}

void tile_frame_init(struct tile_frame *frame, struct tile_id id)
{
    double buffer = (double)TILE_BUFFER / MVT_EXTENT;
    int32_t low = lat_e7_of(tile_north_deg(id.z, id.y + 1 + buffer), -1);
    int32_t high = lat_e7_of(tile_north_deg(id.z, id.y - buffer), 1);

    frame->world = (double)MVT_EXTENT * (double)(UINT32_C(1) << id.z);
    frame->west = (double)MVT_EXTENT * id.x;
    frame->north = (double)MVT_EXTENT * id.y;
    frame->low_lon_e7 = llround(tile_west_deg(id.z, id.x - buffer) * 1e7) - 1;
    frame->high_lon_e7 =
        llround(tile_west_deg(id.z, id.x + 1 + buffer) * 1e7) + 1;
    frame->box.low.lat_e7 = low;
    frame->box.high.lat_e7 = high;
    frame->low_lat_e7 = low;
    frame->step_lat_e7 = ((double)high - low) / TILE_FRAME_STEPS;
    for (int i = 0; i <= TILE_FRAME_STEPS; i++)
        frame->y[i] = down(frame, frame->low_lat_e7 + i * frame->step_lat_e7) -
                      frame->north;
}

static int64_t clamp(int64_t lon_e7)
{
    return lon_e7 < -LON_E7_TURN / 2  ? -LON_E7_TURN / 2
           : lon_e7 > LON_E7_TURN / 2 ? LON_E7_TURN / 2
                                      : lon_e7;
}

bool tile_frame_box(const struct tile_frame *frame, int turns,
                    struct segment_box *ret_box)
{
    int64_t low = frame->low_lon_e7 - turns * LON_E7_TURN;
    int64_t high = frame->high_lon_e7 - turns * LON_E7_TURN;

    if (high < -LON_E7_TURN / 2 || low > LON_E7_TURN / 2)
        return false;
    *ret_box = frame->box;
    ret_box->low.lon_e7 = (int32_t)clamp(low);
    ret_box->high.lon_e7 = (int32_t)clamp(high);
    return true;
}

struct plane_point tile_frame_point(const struct tile_frame *frame,
                                    int64_t lon_e7, int32_t lat_e7)
{
    double steps = (lat_e7 - frame->low_lat_e7) / frame->step_lat_e7;
    struct plane_point point = {
        .x = ((double)lon_e7 / 360e7 + 0.5) * frame->world - frame->west};

    if (steps >= 0 && steps < TILE_FRAME_STEPS) {
        int i = (int)steps;

        point.y = frame->y[i] + (steps - i) * (frame->y[i + 1] - frame->y[i]);
    } else {
        point.y = down(frame, lat_e7) - frame->north;
    }
    return point;
}

/* ---- Lines -------------------------------------------------------------- */

static const double low = -TILE_BUFFER;
static const double high = MVT_EXTENT + TILE_BUFFER;

void tile_line_finish(struct tile_line *line)
{
    free(line->point);
    free(line->rounded);
    free(line->kept);
}

static void append(struct tile_line *line, struct plane_point point)
{
    if (array_append(&line->point, &line->count, &line->capacity, &point,
                     sizeof(point)))
        line->failed = true;
}

/* Room for one mark per point. */
static bool reserve(struct tile_line *line)
{
    if (array_reserve(&line->rounded, &line->rounded_capacity, line->count,
                      sizeof(*line->rounded)))
        line->failed = true;
    if (array_reserve(&line->kept, &line->kept_capacity, line->count,
                      sizeof(*line->kept)))
        line->failed = true;
    return !line->failed;
}

static double distance_square(struct plane_point a, struct plane_point b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* Drops points near the last one kept, except the final point. */
static void thin(struct tile_line *line)
{
    double most = line->tolerance * line->tolerance / 4;
    size_t count = 1;

    for (size_t i = 1; i + 1 < line->count; i++) {
        if (distance_square(line->point[count - 1], line->point[i]) >= most)
            line->point[count++] = line->point[i];
    }
    line->point[count++] = line->point[line->count - 1];
    line->count = count;
}

/* Rounds the kept points to whole units; returns their number. */
static size_t round_points(struct tile_line *line)
{
    size_t count = 0;

    for (size_t i = 0; i < line->count; i++) {
        struct mvt_point at = {(int32_t)lround(line->point[i].x),
                               (int32_t)lround(line->point[i].y)};

        if (!line->kept[i])
            continue;
        if (!count || line->rounded[count - 1].x != at.x ||
            line->rounded[count - 1].y != at.y)
            line->rounded[count++] = at;
    }
    return count;
}

static bool is_tiny(const struct tile_line *line)
{
    struct plane_point least = line->point[0];
    struct plane_point most = least;

    for (size_t i = 1; i < line->count; i++) {
        least.x = fmin(least.x, line->point[i].x);
        least.y = fmin(least.y, line->point[i].y);
        most.x = fmax(most.x, line->point[i].x);
        most.y = fmax(most.y, line->point[i].y);
        if (most.x - least.x >= line->tiny || most.y - least.y >= line->tiny)
            return false;
    }
    return true;
}

static void end_part(struct tile_line *line, struct mvt_feature *feature)
{
    size_t count;

    if (line->count >= 2 && !is_tiny(line) && reserve(line)) {
        thin(line);
        simplify_points(line->point, line->count,
                        line->tolerance * line->tolerance / 4, line->kept);
        count = round_points(line);
        if (count >= 2)
            mvt_line(feature, line->rounded, count);
    }
    line->count = 0;
}

/* Narrows [*from, *to] to the values of t for which `from + t * by` does not
 * cross an edge at distance `room`. False: none. */
static bool narrow(double by, double room, double *from, double *to)
{
    if (by == 0)
        return room >= 0;
    if (by > 0)
        *to = fmin(*to, room / by);
    else
        *from = fmax(*from, room / by);
    return *from <= *to;
}

static bool is_inside(struct plane_point point)
{
    return point.x >= low && point.x <= high && point.y >= low &&
           point.y <= high;
}

/* The part [*ret_from, *ret_to] of the segment from a to b within tile and
 * buffer; false: none. */
static bool clip(struct plane_point a, struct plane_point b, double *ret_from,
                 double *ret_to)
{
    struct plane_point by = {b.x - a.x, b.y - a.y};

    *ret_from = 0;
    *ret_to = 1;
    return narrow(-by.x, a.x - low, ret_from, ret_to) &&
           narrow(by.x, high - a.x, ret_from, ret_to) &&
           narrow(-by.y, a.y - low, ret_from, ret_to) &&
           narrow(by.y, high - a.y, ret_from, ret_to);
}

static struct plane_point between(struct plane_point a, struct plane_point b,
                                  double share)
{
    return (struct plane_point){a.x + share * (b.x - a.x),
                                a.y + share * (b.y - a.y)};
}

static void add_clipped(struct tile_line *line, struct mvt_feature *feature,
                        struct plane_point point)
{
    double from, to;

    if (!clip(line->last, point, &from, &to))
        return;
    if (!line->count)
        append(line, between(line->last, point, from));
    append(line, to < 1 ? between(line->last, point, to) : point);
    if (to < 1)
        end_part(line, feature);
}

void tile_line_add(struct tile_line *line, struct mvt_feature *feature,
                   struct plane_point point)
{
    if (is_inside(point) && (!line->begun || line->count))
        append(line, point);
    else if (line->begun)
        add_clipped(line, feature, point);
    line->begun = true;
    line->last = point;
}

void tile_line_end(struct tile_line *line, struct mvt_feature *feature)
{
    end_part(line, feature);
    line->begun = false;
}
