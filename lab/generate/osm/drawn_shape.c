/* Numbers nodes, then computes their positions. */
#include "lab/generate/osm/drawn.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"

/* ---- Numbers and ids ---------------------------------------------------- */

/* The minimum number of nodes of a street. */
static uint32_t least_of(const struct drawn_street *street)
{
    if (street->flags & DRAWN_DUAL)
        return 2;
    return street->flags & (DRAWN_LINK_A | DRAWN_LINK_B) ? DRAWN_LINK_NODES : 0;
}

/* Long streets bend more often, but less than in proportion to their length. */
static double share_of(const struct drawn_streets *streets, uint32_t street)
{
    double mean = streets->length_mean;

    return 0.3 + (mean > 0 ? drawn_length(streets, street) / mean : 0);
}

static uint64_t last_vertex_id(const struct map *map)
{
    uint32_t n = map->topology.vertex_count;

    return n ? map->external_id[map->vertex_by_id[n - 1]] : 0;
}

/* Extra nodes of a vertex besides its own. */
static uint32_t extra_of(const struct drawn_roads *roads, uint32_t vertex)
{
    uint8_t flags = roads->vertex_flags[vertex];

    if (flags & VERTEX_RING)
        return drawn_degree(roads->streets, vertex) - 1;
    return flags & VERTEX_STATION ? 1 : 0;
}

static uint32_t count_extra(const struct drawn_roads *roads)
{
    uint32_t n = roads->streets->map->topology.vertex_count;
    uint32_t count = 0;

    for (uint32_t v = 0; v < n; v++)
        count += extra_of(roads, v) > 0;
    return count;
}

static int number_extra(struct drawn_shape *shape)
{
    const struct drawn_roads *roads = shape->roads;
    uint32_t n = roads->streets->map->topology.vertex_count;
    uint32_t count = count_extra(roads);
    uint64_t id = shape->first_id;

    shape->extra = array_alloc(count, sizeof(*shape->extra));
    shape->first_extra =
        array_alloc((size_t)count + 1, sizeof(*shape->first_extra));
    if (!shape->extra || !shape->first_extra)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        if (!extra_of(roads, v))
            continue;
        shape->extra[shape->extra_count] = v;
        shape->first_extra[shape->extra_count++] = id;
        id += extra_of(roads, v);
    }
    shape->first_extra[count] = id;
    return 0;
}

/* Distributes the remaining nodes by the streets' shares, rounding cumulative
 * sums down, so that the total is exact. */
static void number_streets(struct drawn_shape *shape, uint64_t left)
{
    const struct drawn_streets *streets = shape->roads->streets;
    uint64_t id = shape->first_extra[shape->extra_count];
    uint64_t given = 0;
    double all = 0;
    double sum = 0;

    for (uint32_t s = 0; s < streets->count; s++)
        all += share_of(streets, s);
    for (uint32_t s = 0; s < streets->count; s++) {
        uint64_t due;

        sum += share_of(streets, s);
        due = (uint64_t)floor(sum / all * (double)left);
        shape->first_shape[s] = id;
        id += least_of(&streets->street[s]) + due - given;
        given = due;
    }
    shape->first_shape[streets->count] = id;
}

static uint64_t count_least(const struct drawn_shape *shape)
{
    const struct drawn_streets *streets = shape->roads->streets;
    uint64_t count = streets->map->topology.vertex_count +
                     shape->first_extra[shape->extra_count] - shape->first_id;

    for (uint32_t s = 0; s < streets->count; s++)
        count += least_of(&streets->street[s]);
    return count;
}

int drawn_shape_init(struct drawn_shape *shape, const struct drawn_roads *roads,
                     uint64_t node_count)
{
    uint64_t least;
    int r;

    *shape = (struct drawn_shape){
        .roads = roads,
        .first_id = last_vertex_id(roads->streets->map) + 1,
    };
    r = number_extra(shape);
    if (r)
        return r;
    shape->first_shape = array_alloc((size_t)roads->streets->count + 1,
                                     sizeof(*shape->first_shape));
    if (!shape->first_shape)
        return -ENOMEM;
    least = count_least(shape);
    number_streets(shape, node_count > least ? node_count - least : 0);
    return 0;
}

void drawn_shape_finish(struct drawn_shape *shape)
{
    free(shape->extra);
    free(shape->first_extra);
    free(shape->first_shape);
    *shape = (struct drawn_shape){0};
}

/* The rank of an end among those of its vertex. */
static uint32_t place_of(const struct drawn_streets *streets, uint32_t end)
{
    uint32_t first = streets->first[end_vertex(streets, end)];
    uint32_t k = 0;

    while (streets->end[first + k] != end)
        k++;
    return k;
}

static int64_t extra_id(const struct drawn_shape *shape, uint32_t vertex,
                        uint32_t k)
{
    size_t i = array_find(shape->extra, shape->extra_count, vertex);

    return (int64_t)(shape->first_extra[i] + k);
}

int64_t drawn_end_node(const struct drawn_shape *shape, uint32_t end)
{
    const struct drawn_streets *streets = shape->roads->streets;
    uint32_t vertex = end_vertex(streets, end);
    uint8_t flags = shape->roads->vertex_flags[vertex];

    if (flags & VERTEX_RING && place_of(streets, end) > 0)
        return extra_id(shape, vertex, place_of(streets, end) - 1);
    if (streets->street[end_street(end)].kind == KIND_RAIL)
        return extra_id(shape, vertex, 0);
    return (int64_t)streets->map->external_id[vertex];
}

int64_t drawn_link_node(const struct drawn_shape *shape, uint32_t end)
{
    return (int64_t)(shape->first_shape[end_street(end)] + 2);
}

/* ---- Positions ---------------------------------------------------------- */

static struct position position_at(struct point at)
{
    return (struct position){(int32_t)floor(at.x + 0.5),
                             (int32_t)floor(at.y + 0.5)};
}

static struct point ring_point(const struct drawn_shape *shape, uint32_t vertex,
                               uint32_t k)
{
    const struct drawn_streets *streets = shape->roads->streets;
    struct point at = drawn_site(streets, vertex);
    struct point direction =
        drawn_direction(streets, streets->end[streets->first[vertex] + k]);

    at.x += DRAWN_RING_RADIUS * direction.x;
    at.y += DRAWN_RING_RADIUS * direction.y;
    return at;
}

struct position drawn_vertex_position(const struct drawn_shape *shape,
                                      uint32_t vertex)
{
    if (shape->roads->vertex_flags[vertex] & VERTEX_RING)
        return position_at(ring_point(shape, vertex, 0));
    return shape->roads->streets->map->position[vertex];
}

static struct point station_point(const struct drawn_shape *shape,
                                  uint32_t vertex)
{
    struct point at = drawn_site(shape->roads->streets, vertex);

    at.x += 30 * DRAWN_METRE;
    at.y += 20 * DRAWN_METRE;
    return at;
}

struct position drawn_extra_position(const struct drawn_shape *shape,
                                     uint32_t i, uint32_t k)
{
    uint32_t vertex = shape->extra[i];

    if (shape->roads->vertex_flags[vertex] & VERTEX_RING)
        return position_at(ring_point(shape, vertex, k + 1));
    return position_at(station_point(shape, vertex));
}

static struct point end_point(const struct drawn_shape *shape, uint32_t end)
{
    const struct drawn_streets *streets = shape->roads->streets;
    uint32_t vertex = end_vertex(streets, end);

    if (streets->street[end_street(end)].kind == KIND_RAIL)
        return station_point(shape, vertex);
    if (shape->roads->vertex_flags[vertex] & VERTEX_RING)
        return ring_point(shape, vertex, place_of(streets, end));
    return drawn_site(streets, vertex);
}

/* How far a street bends to its left at `t` of its length, relative to its
 * length: a bow, a sway, and jitter per node. Major roads bend little. */
static double bend_at(const struct drawn_shape *shape, uint32_t street,
                      uint32_t k, double t)
{
    const struct drawn_roads *roads = shape->roads;
    double most =
        roads->streets->street[street].kind <= KIND_PRIMARY ? 0.03 : 0.08;
    double bow = 2 * dice_unit(roads->seed, DIE_BEND, street) - 1;
    double sway = 2 * dice_unit(roads->seed, DIE_SWAY, street) - 1;
    double jitter =
        2 * dice_unit(roads->seed, DIE_JITTER, shape->first_shape[street] + k) -
        1;

    return most * 4 * t * (1 - t) * (bow + sway * (1 - 2 * t) + 0.2 * jitter);
}

/* At `t` from a to b, `aside` to the left in degrees * 10^7. */
static struct position along(const struct drawn_shape *shape, uint32_t street,
                             uint32_t k, double t, double aside)
{
    struct point a = end_point(shape, 2 * street);
    struct point b = end_point(shape, 2 * street + 1);
    struct point way = {b.x - a.x, b.y - a.y};
    double length = sqrt(way.x * way.x + way.y * way.y);
    double left = bend_at(shape, street, k, t);

    if (length > 0)
        left += aside / length;
    return position_at((struct point){a.x + t * way.x - left * way.y,
                                      a.y + t * way.y + left * way.x});
}

/* Carriageways are 20 m apart, less on short streets; they meet at their
 * ends. */
static struct position dual_position(const struct drawn_shape *shape,
                                     uint32_t street, uint32_t k)
{
    uint32_t count = drawn_shape_count(shape, street);
    uint32_t half = count / 2;
    bool back = k >= half;
    double t = back ? 1 - (double)(k - half + 1) / (count - half + 1)
                    : (double)(k + 1) / (half + 1);
    double apart = fmin(10 * DRAWN_METRE,
                        drawn_length(shape->roads->streets, street) / 16);
    double aside = apart * fmin(1, 4 * fmin(t, 1 - t));

    return along(shape, street, k, t, back ? aside : -aside);
}

/* Ramps take two fifths of their street. */
static struct position link_position(const struct drawn_shape *shape,
                                     uint32_t street, uint32_t k)
{
    bool at_b = shape->roads->streets->street[street].flags & DRAWN_LINK_B;
    uint32_t rest = drawn_shape_count(shape, street) - DRAWN_LINK_NODES;
    double t = k < 2 ? 0.2 : 0.4;
    double aside = k == 0 ? -8 * DRAWN_METRE : k == 1 ? 8 * DRAWN_METRE : 0;

    if (k < DRAWN_LINK_NODES)
        return along(shape, street, k, at_b ? 1 - t : t, at_b ? -aside : aside);
    t = 0.6 * (k - DRAWN_LINK_NODES + 1) / (rest + 1);
    return along(shape, street, k, at_b ? t : 0.4 + t, 0);
}

struct position drawn_shape_position(const struct drawn_shape *shape,
                                     uint32_t street, uint32_t k)
{
    uint8_t flags = shape->roads->streets->street[street].flags;
    uint32_t count = drawn_shape_count(shape, street);

    if (flags & DRAWN_DUAL)
        return dual_position(shape, street, k);
    if (flags & (DRAWN_LINK_A | DRAWN_LINK_B))
        return link_position(shape, street, k);
    return along(shape, street, k, (double)(k + 1) / (count + 1), 0);
}
