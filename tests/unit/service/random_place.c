#include "tests/unit/service/random_place.h"

#include <math.h>

#include "tests/unit/cmocka_all.h"

static int32_t between(int32_t from, int32_t to, double fraction)
{
    return from + (int32_t)lround((to - from) * fraction);
}

struct snap snap_at(const struct roads *roads, uint32_t piece, uint32_t segment,
                    double fraction, bool forward, bool backward)
{
    struct position from = roads->node_position[segment + piece];
    struct position to = roads->node_position[segment + piece + 1];

    return (struct snap){
        .segment = segment,
        .piece = piece,
        .fraction = fraction,
        .position = {between(from.lon_e7, to.lon_e7, fraction),
                     between(from.lat_e7, to.lat_e7, fraction)},
        .direction = {forward && edge_is_open(roads, 2 * piece),
                      backward && edge_is_open(roads, 2 * piece + 1)},
    };
}

static struct place place_at_node(const struct map *map, struct random *random,
                                  uint32_t piece)
{
    const struct roads *roads = &map->roads;
    uint32_t first = roads->first_node[piece];
    uint32_t count = roads->first_node[piece + 1] - first;
    struct place place;

    assert_true(place_of_node(
        roads, WEIGHTING_OF_MAP(map),
        roads->node_id[first + random_below(random, count)], &place));
    return place;
}

struct place random_place_on(const struct map *map, struct random *random,
                             uint32_t piece)
{
    const struct roads *roads = &map->roads;
    bool open_back = edge_is_open(roads, 2 * piece + 1);
    uint32_t which = random_below(random, open_back ? 4 : 2);
    uint32_t first, end;
    struct place place;
    struct snap snap;

    if (random_below(random, 3) == 0)
        return place_at_node(map, random, piece);
    piece_segments(roads, piece, &first, &end);
    snap = snap_at(roads, piece, first + random_below(random, end - first),
                   random_below(random, 9) / 8.0, which != 2, which != 3);
    place_of_snaps(roads, WEIGHTING_OF_MAP(map), &snap, 1, &place);
    assert_true(place.point_count > 0);
    return place;
}
