/* Numbers nodes, then computes their positions. */
#include "lab/generate/osm/drawn.h"

#include <errno.h>
#include <math.h>

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
static double share_of(const struct drawn *drawn, uint32_t street)
{
    double mean = drawn->length_mean;

    return 0.3 + (mean > 0 ? drawn_length(drawn, street) / mean : 0);
}

/* Extra nodes of a vertex besides its own. */
static uint32_t extra_of(const struct drawn *drawn, uint32_t vertex)
{
    uint8_t flags = drawn->vertex_flags[vertex];

    if (flags & VERTEX_RING)
        return drawn_degree(drawn, vertex) - 1;
    return flags & VERTEX_STATION ? 1 : 0;
}

static int number_extra(struct drawn *drawn)
{
    const struct map *map = drawn->map;
    uint32_t n = map->topology.vertex_count;
    uint64_t id = n ? map->external_id[map->vertex_by_id[n - 1]] + 1 : 1;
    uint32_t count = 0;

    for (uint32_t v = 0; v < n; v++)
        count += extra_of(drawn, v) > 0;
    drawn->extra = array_alloc(count, sizeof(*drawn->extra));
    drawn->first_extra =
        array_alloc((size_t)count + 1, sizeof(*drawn->first_extra));
    if (!drawn->extra || !drawn->first_extra)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        if (!extra_of(drawn, v))
            continue;
        drawn->extra[drawn->extra_count] = v;
        drawn->first_extra[drawn->extra_count++] = id;
        id += extra_of(drawn, v);
    }
    drawn->first_extra[count] = id;
    return 0;
}

/* Distributes the remaining nodes by the streets' shares, rounding cumulative
 * sums down, so that the total is exact. */
static void number_streets(struct drawn *drawn, uint64_t left)
{
    uint64_t id = drawn->first_extra[drawn->extra_count];
    uint64_t given = 0;
    double all = 0;
    double sum = 0;

    for (uint32_t s = 0; s < drawn->street_count; s++)
        all += share_of(drawn, s);
    for (uint32_t s = 0; s < drawn->street_count; s++) {
        uint64_t due;

        sum += share_of(drawn, s);
        due = (uint64_t)floor(sum / all * (double)left);
        drawn->first_shape[s] = id;
        id += least_of(&drawn->street[s]) + due - given;
        given = due;
    }
    drawn->first_shape[drawn->street_count] = id;
}

static uint64_t count_least(const struct drawn *drawn)
{
    uint64_t count = drawn->map->topology.vertex_count +
                     drawn->first_extra[drawn->extra_count] -
                     drawn->first_extra[0];

    for (uint32_t s = 0; s < drawn->street_count; s++)
        count += least_of(&drawn->street[s]);
    return count;
}

int drawn_number_nodes(struct drawn *drawn, uint64_t node_count)
{
    uint64_t least;

    drawn->first_shape = array_alloc((size_t)drawn->street_count + 1,
                                     sizeof(*drawn->first_shape));
    if (!drawn->first_shape || number_extra(drawn))
        return -ENOMEM;
    least = count_least(drawn);
    number_streets(drawn, node_count > least ? node_count - least : 0);
    return 0;
}

/* The rank of an end among those of its vertex. */
static uint32_t place_of(const struct drawn *drawn, uint32_t end)
{
    uint32_t first = drawn->first[end_vertex(drawn, end)];
    uint32_t k = 0;

    while (drawn->end[first + k] != end)
        k++;
    return k;
}

static int64_t extra_id(const struct drawn *drawn, uint32_t vertex, uint32_t k)
{
    size_t i = array_find(drawn->extra, drawn->extra_count, vertex);

    return (int64_t)(drawn->first_extra[i] + k);
}

int64_t drawn_end_node(const struct drawn *drawn, uint32_t end)
{
    uint32_t vertex = end_vertex(drawn, end);
    uint8_t flags = drawn->vertex_flags[vertex];

    if (flags & VERTEX_RING && place_of(drawn, end) > 0)
        return extra_id(drawn, vertex, place_of(drawn, end) - 1);
    if (drawn->street[end_street(end)].kind == KIND_RAIL)
        return extra_id(drawn, vertex, 0);
    return (int64_t)drawn->map->external_id[vertex];
}

/* ---- Positions ---------------------------------------------------------- */

static struct position position_at(struct point at)
{
    return (struct position){(int32_t)floor(at.x + 0.5),
                             (int32_t)floor(at.y + 0.5)};
}

static struct point ring_point(const struct drawn *drawn, uint32_t vertex,
                               uint32_t k)
{
    struct point at = drawn_site(drawn, vertex);
    struct point direction =
        drawn_direction(drawn, drawn->end[drawn->first[vertex] + k]);

    at.x += DRAWN_RING_RADIUS * direction.x;
    at.y += DRAWN_RING_RADIUS * direction.y;
    return at;
}

struct position drawn_vertex_position(const struct drawn *drawn,
                                      uint32_t vertex)
{
    if (drawn->vertex_flags[vertex] & VERTEX_RING)
        return position_at(ring_point(drawn, vertex, 0));
    return drawn->map->position[vertex];
}

static struct point station_point(const struct drawn *drawn, uint32_t vertex)
{
    struct point at = drawn_site(drawn, vertex);

    at.x += 30 * DRAWN_METRE;
    at.y += 20 * DRAWN_METRE;
    return at;
}

struct position drawn_extra_position(const struct drawn *drawn, uint32_t i,
                                     uint32_t k)
{
    uint32_t vertex = drawn->extra[i];

    if (drawn->vertex_flags[vertex] & VERTEX_RING)
        return position_at(ring_point(drawn, vertex, k + 1));
    return position_at(station_point(drawn, vertex));
}

static struct point end_point(const struct drawn *drawn, uint32_t end)
{
    uint32_t vertex = end_vertex(drawn, end);

    if (drawn->street[end_street(end)].kind == KIND_RAIL)
        return station_point(drawn, vertex);
    if (drawn->vertex_flags[vertex] & VERTEX_RING)
        return ring_point(drawn, vertex, place_of(drawn, end));
    return drawn_site(drawn, vertex);
}

/* How far a street bends to its left at `t` of its length, relative to its
 * length: a bow, a sway, and jitter per node. Major roads bend little. */
static double bend_at(const struct drawn *drawn, uint32_t street, uint32_t k,
                      double t)
{
    double most = drawn->street[street].kind <= KIND_PRIMARY ? 0.03 : 0.08;
    double bow = 2 * dice_unit(drawn->seed, DIE_BEND, street) - 1;
    double sway = 2 * dice_unit(drawn->seed, DIE_SWAY, street) - 1;
    double jitter =
        2 * dice_unit(drawn->seed, DIE_JITTER, drawn->first_shape[street] + k) -
        1;

    return most * 4 * t * (1 - t) * (bow + sway * (1 - 2 * t) + 0.2 * jitter);
}

/* At `t` from a to b, `aside` to the left in degrees * 10^7. */
static struct position along(const struct drawn *drawn, uint32_t street,
                             uint32_t k, double t, double aside)
{
    struct point a = end_point(drawn, 2 * street);
    struct point b = end_point(drawn, 2 * street + 1);
    struct point way = {b.x - a.x, b.y - a.y};
    double length = sqrt(way.x * way.x + way.y * way.y);
    double left = bend_at(drawn, street, k, t);

    if (length > 0)
        left += aside / length;
    return position_at((struct point){a.x + t * way.x - left * way.y,
                                      a.y + t * way.y + left * way.x});
}

/* Carriageways are 20 m apart, less on short streets; they meet at their
 * ends. */
static struct position dual_position(const struct drawn *drawn, uint32_t street,
                                     uint32_t k)
{
    uint32_t count = drawn_shape_count(drawn, street);
    uint32_t half = count / 2;
    bool back = k >= half;
    double t = back ? 1 - (double)(k - half + 1) / (count - half + 1)
                    : (double)(k + 1) / (half + 1);
    double apart = fmin(10 * DRAWN_METRE, drawn_length(drawn, street) / 16);
    double aside = apart * fmin(1, 4 * fmin(t, 1 - t));

    return along(drawn, street, k, t, back ? aside : -aside);
}

/* Ramps take two fifths of their street. */
static struct position link_position(const struct drawn *drawn, uint32_t street,
                                     uint32_t k)
{
    bool at_b = drawn->street[street].flags & DRAWN_LINK_B;
    uint32_t rest = drawn_shape_count(drawn, street) - DRAWN_LINK_NODES;
    double t = k < 2 ? 0.2 : 0.4;
    double aside = k == 0 ? -8 * DRAWN_METRE : k == 1 ? 8 * DRAWN_METRE : 0;

    if (k < DRAWN_LINK_NODES)
        return along(drawn, street, k, at_b ? 1 - t : t, at_b ? -aside : aside);
    t = 0.6 * (k - DRAWN_LINK_NODES + 1) / (rest + 1);
    return along(drawn, street, k, at_b ? t : 0.4 + t, 0);
}

struct position drawn_shape_position(const struct drawn *drawn, uint32_t street,
                                     uint32_t k)
{
    uint8_t flags = drawn->street[street].flags;
    uint32_t count = drawn_shape_count(drawn, street);

    if (flags & DRAWN_DUAL)
        return dual_position(drawn, street, k);
    if (flags & (DRAWN_LINK_A | DRAWN_LINK_B))
        return link_position(drawn, street, k);
    return along(drawn, street, k, (double)(k + 1) / (count + 1), 0);
}
