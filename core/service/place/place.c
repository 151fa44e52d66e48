/* place: cuts edges at snaps and nodes. */
#include "core/service/place/place.h"

#include <math.h>

/* Somewhere on a piece. */
struct spot {
    uint32_t piece;
    uint32_t segment;
    double fraction;
};

static void add_segment(struct edge_sums *sums, const struct roads *roads,
                        const struct weighting *weighting, uint32_t edge,
                        uint32_t segment, double fraction)
{
    size_t at = 2 * (size_t)segment + edge % 2;
    uint32_t piece = edge_piece(edge);

    sums->weight += segment_weight_part(
        roads, piece, weighting->arrays.segment[at], fraction);
    sums->duration_ms += segment_time_part(
        roads, piece, weighting->arrays.segment_duration_ms[at], fraction);
    sums->length_mm +=
        segment_mm_part(roads_segment_mm(roads, segment), fraction);
}

/* The sums of an edge between its piece's first node and a spot. */
static struct edge_sums sums_below(const struct roads *roads,
                                   const struct weighting *weighting,
                                   uint32_t edge, const struct spot *spot)
{
    struct edge_sums sums = {0};
    uint32_t first, end;

    piece_segments(roads, spot->piece, &first, &end);
    for (uint32_t s = first; s < spot->segment; s++)
        add_segment(&sums, roads, weighting, edge, s, 1);
    add_segment(&sums, roads, weighting, edge, spot->segment, spot->fraction);
    return sums;
}

static struct edge_sums difference(struct edge_sums whole,
                                   struct edge_sums some)
{
    return (struct edge_sums){
        whole.weight - some.weight,
        whole.duration_ms - some.duration_ms,
        whole.length_mm - some.length_mm,
    };
}

static bool has_point(const struct place *place, uint32_t edge,
                      const struct spot *spot)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        const struct place_point *point = &place->points[i];

        if (point->edge == edge && point->segment == spot->segment &&
            point->fraction == spot->fraction)
            return true;
    }
    return false;
}

static void add_point(struct place *place, const struct roads *roads,
                      const struct weighting *weighting,
                      const struct spot *spot, uint32_t direction)
{
    uint32_t edge = 2 * spot->piece + direction;
    struct edge_sums below;
    struct edge_sums above;

    if (!weighting_edge_is_open(weighting, roads, edge) ||
        has_point(place, edge, spot) || place->point_count == PLACE_POINTS_MAX)
        return;
    below = sums_below(roads, weighting, edge, spot);
    above = difference(weighting_edge_sums(weighting, roads, edge), below);
    place->points[place->point_count++] = (struct place_point){
        .edge = edge,
        .segment = spot->segment,
        .fraction = spot->fraction,
        .before = edge_is_forward(edge) ? below : above,
        .left = edge_is_forward(edge) ? above : below,
    };
}

/* The canonical form of a node: the beginning of the segment after it, or the
 * end of the last. */
static struct spot spot_of_node(const struct roads *roads, uint32_t piece,
                                uint32_t node)
{
    if (node + 1 < roads->first_node[piece + 1])
        return (struct spot){piece, node - piece, 0};
    return (struct spot){piece, node - piece - 1, 1};
}

/* If the profile's steps cut times, the last bits of a fraction may matter:
 * then it is computed from the degrees, as OSRM does. */
static double fraction_of_snap(const struct roads *roads,
                               const struct snap *snap, uint32_t node)
{
    struct position low = roads->node_position[node];
    struct position high = roads->node_position[node + 1];
    double east = high.lon_e7 / 1e7 - low.lon_e7 / 1e7;
    double north = high.lat_e7 / 1e7 - low.lat_e7 / 1e7;
    double dot = east * (snap->position.lon_e7 / 1e7 - low.lon_e7 / 1e7) +
                 north * (snap->position.lat_e7 / 1e7 - low.lat_e7 / 1e7);

    if (roads->profile.step_ms <= 1 || fabs(east) > 180)
        return snap->fraction;
    return fmin(fmax(dot / (east * east + north * north), 0), 1);
}

/* A snap closer to a node than positions can resolve becomes the node. */
static struct spot spot_of_snap(const struct roads *roads,
                                const struct snap *snap)
{
    uint32_t node = snap->segment + snap->piece;
    bool low = position_equals(snap->position, roads->node_position[node]);
    bool high = position_equals(snap->position, roads->node_position[node + 1]);

    if (low && high)
        return spot_of_node(roads, snap->piece, node + (snap->fraction > 0.5));
    if (low || high || snap->fraction >= 1)
        return spot_of_node(roads, snap->piece, node + !low);
    return (struct spot){snap->piece, snap->segment,
                         fraction_of_snap(roads, snap, node)};
}

void place_of_snaps(const struct roads *roads,
                    const struct weighting *weighting, const struct snap *snaps,
                    uint32_t snap_count, struct place *ret_place)
{
    ret_place->point_count = 0;
    for (uint32_t i = 0; i < snap_count; i++) {
        struct spot spot = spot_of_snap(roads, &snaps[i]);

        if (!position_equals(snaps[i].position, snaps[0].position))
            continue;
        ret_place->position = snaps[i].position;
        for (uint32_t d = 0; d < 2; d++) {
            if (snaps[i].direction[d])
                add_point(ret_place, roads, weighting, &spot, d);
        }
    }
}

bool place_of_node(const struct roads *roads, const struct weighting *weighting,
                   int64_t id, struct place *ret_place)
{
    uint32_t first;
    uint32_t count = roads_find_node(roads, id, &first);

    if (count == 0)
        return false;
    ret_place->position = roads->node_position[roads->node_by_id[first]];
    ret_place->point_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = roads->node_by_id[first + i];
        struct spot spot =
            spot_of_node(roads, roads_node_piece(roads, node), node);

        for (uint32_t d = 0; d < 2; d++)
            add_point(ret_place, roads, weighting, &spot, d);
    }
    return ret_place->point_count > 0;
}

bool point_not_after(const struct place_point *first,
                     const struct place_point *second)
{
    const struct place_point *low =
        edge_is_forward(first->edge) ? first : second;
    const struct place_point *high = low == first ? second : first;

    if (low->segment != high->segment)
        return low->segment < high->segment;
    return low->fraction <= high->fraction;
}

static bool at_first_node(const struct roads *roads,
                          const struct place_point *point)
{
    uint32_t first, end;

    piece_segments(roads, edge_piece(point->edge), &first, &end);
    return point->segment == first && point->fraction == 0;
}

static bool at_last_node(const struct place_point *point)
{
    return point->fraction == 1;
}

bool point_at_start(const struct roads *roads, const struct place_point *point)
{
    return edge_is_forward(point->edge) ? at_first_node(roads, point)
                                        : at_last_node(point);
}

bool point_at_end(const struct roads *roads, const struct place_point *point)
{
    return edge_is_forward(point->edge) ? at_last_node(point)
                                        : at_first_node(roads, point);
}

bool place_has_start(const struct roads *roads, const struct place *place,
                     uint32_t edge)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (place->points[i].edge == edge &&
            point_at_start(roads, &place->points[i]))
            return true;
    }
    return false;
}

bool place_has_end(const struct roads *roads, const struct place *place,
                   uint32_t edge)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (place->points[i].edge == edge &&
            point_at_end(roads, &place->points[i]))
            return true;
    }
    return false;
}
