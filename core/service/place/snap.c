/* snap: filters the segment tree's nearest segments by the options. */
#include "core/service/place/snap.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/service/place/island.h"

/* ---- Web mercator ------------------------------------------------------- */

static const double radian_e7 = M_PI / 180 / 1e7;
static const int32_t lat_e7_most = 850500000;

static double north_of(int32_t lat_e7)
{
    return atanh(sin(lat_e7 * radian_e7));
}

static int32_t lat_of(double north)
{
    return (int32_t)lround(atan(sinh(north)) / radian_e7);
}

static bool is_on_plane(struct position position)
{
    return abs(position.lat_e7) <= lat_e7_most;
}

void foot_in_mercator(const struct roads *roads, struct position position,
                      struct near_segment *near)
{
    const struct position *end =
        &roads->node_position[near->segment + near->piece];
    int64_t along_e7 = lon_e7_apart(end[0].lon_e7, end[1].lon_e7);
    double begin = north_of(end[0].lat_e7);
    double x = (double)along_e7 * radian_e7;
    double y = north_of(end[1].lat_e7) - begin;
    double to_x =
        (double)lon_e7_apart(end[0].lon_e7, position.lon_e7) * radian_e7;
    double to_y = north_of(position.lat_e7) - begin;
    double reach = x * to_x + y * to_y;
    double length = x * x + y * y;

    if (!is_on_plane(end[0]) || !is_on_plane(end[1]) || !is_on_plane(position))
        return;
    near->fraction = length > 0 ? fmin(fmax(reach / length, 0), 1) : 0;
    near->position = end[near->fraction == 1];
    if (near->fraction == 0 || near->fraction == 1)
        return;
    near->position.lon_e7 = (int32_t)lon_e7_wrap(
        end[0].lon_e7 + llround(near->fraction * (double)along_e7));
    near->position.lat_e7 = lat_of(begin + near->fraction * y);
}

/* ---- The nearest segments ----------------------------------------------- */

/* Segments per search of the tree; more need further searches. */
enum { NEAR_COUNT = 32 };

/* Places with the same coordinates are at most this far apart, by rounding. */
static const double same_place_m = 0.02;

/* A road aside is much nearer than another whose distance is this many times as
 * large. */
static const double much_nearer = 3;

/* Beyond this, the plane may be farther off the ground than a sphere. */
static const double plane_reach_m = 100000;

struct search {
    const struct roads *roads;
    const struct snap_options *options;
    struct ground ground;         /* around the options' position */
    double heading[2];            /* of the options: east, north */
    double cosine;                /* of the largest angle to it allowed */
    const struct position *place; /* only roads through it; NULL: any */
    bool for_all;                 /* only roads for all traffic */
    bool has_after;               /* skip everything up to the last one found */
    struct near_segment after;
};

struct snap_options snap_options_of(struct position position)
{
    return (struct snap_options){
        .position = position,
        .radius_m = INFINITY,
        .bearing_range_deg = 180,
        .approach = APPROACH_UNRESTRICTED,
    };
}

/* From the beginning of a segment to its end, in 10^-7 degrees. */
struct vector {
    int64_t east;
    int64_t north;
};

static struct vector vector_between(struct position a, struct position b)
{
    return (struct vector){
        .east = lon_e7_apart(a.lon_e7, b.lon_e7),
        .north = (int64_t)b.lat_e7 - a.lat_e7,
    };
}

static struct position segment_begin(const struct roads *roads,
                                     const struct near_segment *near)
{
    return roads->node_position[near->segment + near->piece];
}

static struct vector segment_vector(const struct roads *roads,
                                    const struct near_segment *near)
{
    return vector_between(
        segment_begin(roads, near),
        roads->node_position[near->segment + near->piece + 1]);
}

static bool is_open(const struct search *search, uint32_t edge)
{
    return closed_set_lets_pass(search->options->closed, search->roads, edge);
}

/* Whether a road is a track, drive or parking lane for people with business
 * there. */
static bool is_aside(const struct roads *roads, uint32_t piece)
{
    return !(~roads_attributes(roads, piece)->flags &
             (ROAD_RESTRICTED | ROAD_LOW_PRIORITY));
}

uint32_t snap_component(const struct roads *roads,
                        const struct snap_options *options, uint32_t piece)
{
    const struct closed_set *closed = options->closed;
    uint32_t component = roads->component[piece];
    bool is_large = component < roads->large_count;
    uint32_t mainland;
    uint32_t island;

    if (!closed || !options->topology ||
        !(is_large || closed->overrides_profile))
        return component;
    island = island_of(roads, options->topology, closed, piece, &mainland);
    if (island != ISLAND_NONE)
        return UINT32_MAX - island;
    return is_large ? component : mainland;
}

static bool piece_suits(const struct roads *roads,
                        const struct snap_options *options, uint32_t piece)
{
    if (roads_attributes(roads, piece)->class_bits & options->exclude)
        return false;
    return !options->large_only ||
           snap_component(roads, options, piece) < roads->large_count;
}

/* Bearings are compared to the nearest degree. */
static const double half_degree = 0.5;

static bool is_any_bearing(const struct snap_options *options)
{
    return !options->has_bearing ||
           options->bearing_range_deg + half_degree >= 180;
}

static void keep_bearings(const struct search *search,
                          const struct near_segment *near, bool direction[2])
{
    struct vector along = segment_vector(search->roads, near);
    double east_m = (double)along.east * search->ground.east_m;
    double north_m = (double)along.north * search->ground.north_m;
    double length_m = sqrt(east_m * east_m + north_m * north_m);
    double ahead_m = east_m * search->heading[0] + north_m * search->heading[1];

    if (is_any_bearing(search->options))
        return;
    direction[0] &= length_m > 0 && ahead_m >= length_m * search->cosine;
    direction[1] &= length_m > 0 && -ahead_m >= length_m * search->cosine;
}

/* The position's side, seen forward along the segment: above 0 right, below 0
 * left, 0 on the road or straight ahead or behind. */
static int side_of(const struct roads *roads, const struct near_segment *near,
                   struct position position)
{
    struct vector along = segment_vector(roads, near);
    struct vector to = vector_between(segment_begin(roads, near), position);
    struct vector off = vector_between(near->position, position);
    int64_t right = along.north * to.east;
    int64_t left = along.east * to.north;

    if (off.east == 0 && off.north == 0)
        return 0;
    return (right > left) - (right < left);
}

static void keep_approaches(const struct search *search,
                            const struct near_segment *near, bool direction[2])
{
    const struct roads *roads = search->roads;
    enum approach approach = search->options->approach;
    bool is_left =
        roads_attributes(roads, near->piece)->flags & ROAD_DRIVES_LEFT;
    int side;

    if (approach == APPROACH_UNRESTRICTED ||
        !(is_open(search, 2 * near->piece) &&
          is_open(search, 2 * near->piece + 1)))
        return;
    side = side_of(roads, near, search->options->position);
    if (is_left != (approach == APPROACH_OPPOSITE))
        side = -side;
    direction[0] &= side >= 0;
    direction[1] &= side <= 0;
}

/* Travellers board these at stations and landings. */
static bool is_boarded(uint8_t mode)
{
    return mode == MODE_FERRY || mode == MODE_TRAIN || mode == MODE_TRANSFER;
}

/* The directions of a road that suit; false if none does. */
static bool find_directions(const struct search *search,
                            const struct near_segment *near,
                            bool ret_direction[2])
{
    const struct roads *roads = search->roads;
    const uint8_t *mode = roads_attributes(roads, near->piece)->mode;

    for (uint32_t d = 0; d < 2; d++)
        ret_direction[d] = is_open(search, 2 * near->piece + d) &&
                           (search->options->boards || !is_boarded(mode[d]));
    keep_bearings(search, near, ret_direction);
    keep_approaches(search, near, ret_direction);
    return ret_direction[0] || ret_direction[1];
}

static bool is_same(struct position a, struct position b)
{
    return lon_e7_apart(a.lon_e7, b.lon_e7) == 0 && a.lat_e7 == b.lat_e7;
}

static bool is_after(const struct near_segment *near,
                     const struct near_segment *last)
{
    return near->distance_m > last->distance_m ||
           (near->distance_m == last->distance_m &&
            near->segment > last->segment);
}

/* The foot on the road, on the ground or in web mercator. */
static struct near_segment settled(const struct search *search,
                                   const struct near_segment *near)
{
    struct near_segment there = *near;

    if (search->options->mercator)
        foot_in_mercator(search->roads, search->options->position, &there);
    return there;
}

static bool is_at(const struct search *search, const struct near_segment *near)
{
    return !search->place ||
           is_same(settled(search, near).position, *search->place);
}

static bool is_wanted(void *context, const struct near_segment *near)
{
    const struct search *search = context;
    bool direction[2];

    return (!search->has_after || is_after(near, &search->after)) &&
           piece_suits(search->roads, search->options, near->piece) &&
           !(search->for_all && is_aside(search->roads, near->piece)) &&
           find_directions(search, near, direction) && is_at(search, near);
}

/* The distance from that position to the place, anywhere on the globe. */
static double distance_between(struct position position,
                               const struct near_segment *near)
{
    return near->distance_m > plane_reach_m
               ? ground_great_circle_m(position, near->position)
               : near->distance_m;
}

static struct snap snap_of(const struct search *search,
                           const struct near_segment *near)
{
    struct near_segment there = settled(search, near);
    struct snap snap = {
        .segment = near->segment,
        .piece = near->piece,
        .fraction = there.fraction,
        .position = there.position,
        .distance_m = distance_between(search->options->position, near),
    };

    find_directions(search, near, snap.direction);
    return snap;
}

/* The next ones, at most NEAR_COUNT. */
static uint32_t snap_next(struct search *search, uint32_t count,
                          struct snap *ret_snaps)
{
    struct near_segment near[NEAR_COUNT];
    uint32_t found;

    segment_tree_nearest(search->roads, search->options->position,
                         search->options->radius_m, count, is_wanted, search,
                         near, &found);
    for (uint32_t i = 0; i < found; i++)
        ret_snaps[i] = snap_of(search, &near[i]);
    if (found > 0) {
        search->has_after = true;
        search->after = near[found - 1];
    }
    return found;
}

static struct search search_for(const struct roads *roads,
                                const struct snap_options *options)
{
    struct search search = {
        .roads = roads,
        .options = options,
        .ground = ground_at(options->position.lat_e7),
    };
    double turn_deg = options->bearing_range_deg + half_degree;

    if (!is_any_bearing(options)) {
        search.heading[0] = sin(options->bearing_deg * M_PI / 180);
        search.heading[1] = cos(options->bearing_deg * M_PI / 180);
        search.cosine = cos(turn_deg * M_PI / 180);
    }
    return search;
}

static uint32_t snap_all(struct search *search, uint32_t count,
                         struct snap *ret_snaps)
{
    uint32_t found = 0;

    while (found < count) {
        uint32_t left = count - found;
        uint32_t asked = left < NEAR_COUNT ? left : NEAR_COUNT;
        uint32_t more = snap_next(search, asked, ret_snaps + found);

        found += more;
        if (more < asked)
            break;
    }
    return found;
}

uint32_t snap_nearest(const struct roads *roads,
                      const struct snap_options *options, uint32_t count,
                      struct snap *ret_snaps)
{
    struct search search = search_for(roads, options);

    return snap_all(&search, count, ret_snaps);
}

/* The segment's node within reach of a place on it. */
static const struct position *
find_node(const struct roads *roads, const struct snap *snap, int32_t reach_e7)
{
    int64_t most = (int64_t)reach_e7 * reach_e7;

    for (uint32_t i = 0; i < 2; i++) {
        const struct position *node =
            &roads->node_position[snap->segment + snap->piece + i];
        struct vector off = vector_between(*node, snap->position);

        if (off.east * off.east + off.north * off.north <= most)
            return node;
    }
    return NULL;
}

/* All snaps at a node, each with the nearest one's distance. */
static uint32_t snap_node(struct search *search, const struct position *node,
                          double distance_m, uint32_t count,
                          struct snap *ret_snaps)
{
    struct snap_options there = *search->options;
    struct search at_node;
    uint32_t found;

    there.position = *node;
    there.radius_m = same_place_m;
    at_node = search_for(search->roads, &there);
    at_node.place = node;
    found = snap_all(&at_node, count, ret_snaps);
    for (uint32_t i = 0; i < found; i++)
        ret_snaps[i].distance_m = distance_m;
    return found;
}

/* The first snap of a place, and its distance on the plane. A road aside counts
 * only if it is much nearer than all others. */
static bool snap_first(const struct roads *roads,
                       const struct snap_options *options,
                       struct snap *ret_snap, double *ret_m)
{
    struct snap_options near = *options;
    struct search any = search_for(roads, options);
    struct search others = search_for(roads, &near);

    if (!snap_all(&any, 1, ret_snap))
        return false;
    *ret_m = any.after.distance_m;
    if (!is_aside(roads, ret_snap->piece))
        return true;
    near.radius_m = fmin(options->radius_m, much_nearer * *ret_m);
    others.for_all = true;
    if (snap_all(&others, 1, ret_snap))
        *ret_m = others.after.distance_m;
    return true;
}

/* What is closed may leave nothing but islands, of which each road is looked
 * at. */
static const double off_island_m = 2000;

/* A bit further than the nearest component that is large without a look at what
 * is closed. */
static double island_radius_m(const struct roads *roads,
                              const struct snap_options *options)
{
    struct snap_options large = *options;
    struct snap near;

    large.large_only = true;
    large.topology = NULL;
    return snap_place(roads, &large, 1, &near)
               ? fmin(options->radius_m, near.distance_m + off_island_m)
               : options->radius_m;
}

uint32_t snap_large(const struct roads *roads,
                    const struct snap_options *options, uint32_t count,
                    struct snap *ret_snaps)
{
    struct snap_options large = *options;

    large.large_only = true;
    if (options->closed && options->topology)
        large.radius_m = island_radius_m(roads, options);
    return snap_place(roads, &large, count, ret_snaps);
}

uint32_t snap_place(const struct roads *roads,
                    const struct snap_options *options, uint32_t count,
                    struct snap *ret_snaps)
{
    struct snap_options there = *options;
    struct search search = search_for(roads, &there);
    const struct position *node;
    struct snap first;
    double first_m;

    if (count == 0 || !snap_first(roads, options, &first, &first_m))
        return 0;
    node = find_node(roads, &first, options->node_reach_e7);
    if (node && options->node_reach_e7)
        return snap_node(&search, node, first.distance_m, count, ret_snaps);
    there.radius_m = fmin(options->radius_m, first_m + same_place_m);
    search.place = &first.position;
    return snap_all(&search, count, ret_snaps);
}
