/* arms: the edges that leave each junction of a network, and whereto. */
#include "core/graph/import/osm/network/arms.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"

/* How far along an edge one looks: nearer than that, ways are often drawn
 * askew to meet the middle of a broad road. */
static const double look_m = 10;

struct offset {
    double east_m;
    double north_m;
};

static struct offset offset_of(const struct ground *ground,
                               struct position from, struct position to)
{
    return (struct offset){
        ground->east_m * (double)lon_e7_apart(from.lon_e7, to.lon_e7),
        ground->north_m * ((double)to.lat_e7 - from.lat_e7),
    };
}

/* The places are `first`, `first + step` and so on to `last`. */
static struct offset look_along(const struct position *position, int64_t first,
                                int64_t last, int64_t step)
{
    struct ground ground = ground_at(position[first].lat_e7);
    struct offset at = {0};
    double left_m = look_m;

    for (int64_t i = first; i != last; i += step) {
        struct offset next =
            offset_of(&ground, position[first], position[i + step]);
        double east_m = next.east_m - at.east_m;
        double north_m = next.north_m - at.north_m;
        double length_m = hypot(east_m, north_m);

        if (length_m >= left_m)
            return (struct offset){at.east_m + east_m * left_m / length_m,
                                   at.north_m + north_m * left_m / length_m};
        left_m -= length_m;
        at = next;
    }
    return at;
}

static float bearing_of(const struct road_network *network, uint32_t edge)
{
    int64_t first = network->first_node[edge / 2];
    int64_t last = (int64_t)network->first_node[edge / 2 + 1] - 1;
    struct offset offset =
        edge % 2 ? look_along(network->node_position, last, first, -1)
                 : look_along(network->node_position, first, last, 1);

    return (float)(atan2(offset.east_m, offset.north_m) * 180 / M_PI);
}

int arms_make(const struct road_network *network, struct arms *arms)
{
    size_t edge_count = 2 * (size_t)network->piece_count;

    arms->bearing_deg = array_alloc(edge_count, sizeof(*arms->bearing_deg));
    if (!arms->bearing_deg || road_leaving_init(&arms->leaving, network))
        return -ENOMEM;
    for (uint32_t edge = 0; edge < edge_count; edge++)
        arms->bearing_deg[edge] = bearing_of(network, edge);
    return 0;
}

void arms_finish(struct arms *arms)
{
    road_leaving_finish(&arms->leaving);
    free(arms->bearing_deg);
    *arms = (struct arms){0};
}

double arms_turn_deg(const struct arms *arms, uint32_t from_edge,
                     uint32_t to_edge)
{
    double back = arms->bearing_deg[edge_reverse(from_edge)];
    double turn = arms->bearing_deg[to_edge] - back - 180;

    turn = fmod(turn, 360);
    if (turn <= -180)
        turn += 360;
    return turn > 180 ? turn - 360 : turn;
}
