/* model_oracle_place: finds a place by walking along all pieces and stretches,
 * and areas by walking along all their edges. */
#include "tests/unit/weighting/model_oracle_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "tests/unit/cmocka_all.h"

/* ---- Areas --------------------------------------------------------------- */

__extension__ typedef __int128 exact;

/* Twice the area of a triangle, above 0 if it turns left. */
static exact turn(struct position a, struct position b, struct position c)
{
    exact abx = (exact)b.lon_e7 - a.lon_e7;
    exact aby = (exact)b.lat_e7 - a.lat_e7;
    exact acx = (exact)c.lon_e7 - a.lon_e7;
    exact acy = (exact)c.lat_e7 - a.lat_e7;

    return abx * acy - aby * acx;
}

static bool is_between(int32_t a, int32_t b, int32_t c)
{
    return (a <= c && c <= b) || (b <= c && c <= a);
}

static bool lies_on(struct position a, struct position b, struct position c)
{
    return turn(a, b, c) == 0 && is_between(a.lon_e7, b.lon_e7, c.lon_e7) &&
           is_between(a.lat_e7, b.lat_e7, c.lat_e7);
}

static bool lines_meet(struct position a, struct position b, struct position c,
                       struct position d)
{
    bool apart = (turn(a, b, c) > 0) != (turn(a, b, d) > 0) &&
                 (turn(c, d, a) > 0) != (turn(c, d, b) > 0) &&
                 turn(a, b, c) != 0 && turn(a, b, d) != 0 &&
                 turn(c, d, a) != 0 && turn(c, d, b) != 0;

    return apart || lies_on(a, b, c) || lies_on(a, b, d) || lies_on(c, d, a) ||
           lies_on(c, d, b);
}

static bool ring_meets(const struct draft_ring *ring, struct position from,
                       struct position to)
{
    for (size_t i = 1; i < ring->count; i++) {
        if (lines_meet(from, to, ring->point[i - 1], ring->point[i]))
            return true;
    }
    return false;
}

/* Whether a ring goes around a place, which is not on it. */
static bool ring_holds(const struct draft_ring *ring, struct position place)
{
    bool odd = false;

    for (size_t i = 1; i < ring->count; i++) {
        struct position low = ring->point[i - 1];
        struct position high = ring->point[i];

        if (low.lat_e7 > high.lat_e7) {
            low = ring->point[i];
            high = ring->point[i - 1];
        }
        if (low.lat_e7 <= place.lat_e7 && place.lat_e7 < high.lat_e7 &&
            turn(low, high, place) > 0)
            odd = !odd;
    }
    return odd;
}

static bool area_has(const struct draft_area *area, struct position from,
                     struct position to)
{
    bool in = false;

    for (size_t i = 0; i < area->ring_count; i++) {
        if (ring_meets(&area->ring[i], from, to))
            return true;
    }
    for (size_t i = 0; i < area->ring_count; i++) {
        if (!area->ring[i].is_hole && in)
            return true;
        in = in != ring_holds(&area->ring[i], from);
    }
    return in;
}

static uint32_t piece_of(const struct roads *roads, uint32_t segment)
{
    uint32_t piece = 0, first, end;

    for (;; piece++) {
        piece_segments(roads, piece, &first, &end);
        if (segment < end)
            return piece;
    }
}

static uint32_t stretch_of(const struct roads *roads, uint32_t segment)
{
    uint32_t stretch = 0;

    while (roads->first_of_stretch[stretch + 1] <= segment)
        stretch++;
    return stretch;
}

bool model_oracle_covers(const struct draft_area *area,
                         const struct roads *roads, uint32_t segment)
{
    uint32_t node = segment + piece_of(roads, segment);
    int64_t way = roads->stretch_way[stretch_of(roads, segment)] / 2;

    for (size_t i = 0; i < area->way_count; i++) {
        if (area->way[i] == way)
            return true;
    }
    for (size_t i = 0; i < area->node_count; i++) {
        if (area->node[i] == roads->node_id[node] ||
            area->node[i] == roads->node_id[node + 1])
            return true;
    }
    return area_has(area, roads->node_position[node],
                    roads->node_position[node + 1]);
}

/* ---- Values -------------------------------------------------------------- */

/* Each sign on the road limits a size that the vehicle has, and it is no
 * larger; without a sign nobody knows why the road is closed. */
static bool vehicle_fits(const struct model_draft *draft,
                         const struct road_attributes *attributes,
                         unsigned direction)
{
    static const double units[ROAD_LIMIT_COUNT] = {1000, 1000, 1000, 100, 100};
    unsigned signs = 0;

    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        unsigned sign = attributes->limit[direction][i];
        double size = draft->vehicle_size[i];

        if (!sign || sign == UINT16_MAX)
            continue;
        if (size == 0 || sign / units[i] < size)
            return false;
        signs++;
    }
    return signs;
}

bool oracle_edge_is_open(const struct model_draft *draft, const struct map *map,
                         const struct weighting *over, uint32_t edge)
{
    const struct roads *roads = &map->roads;

    return weighting_edge_is_open(over, roads, edge) ||
           edge_is_open(roads, edge) ||
           (edge_is_in_graph(roads, edge) &&
            vehicle_fits(draft, roads_attributes(roads, edge / 2), edge % 2));
}

struct oracle_place oracle_place_at(const struct model_draft *draft,
                                    const struct map *map,
                                    const struct weighting *over, uint32_t item)
{
    static const struct way_facts nothing;
    const struct roads *roads = &map->roads;
    uint32_t ms = over->arrays.segment_duration_ms[item];
    uint32_t stretch = stretch_of(roads, item / 2);
    struct oracle_place place = {
        .draft = draft,
        .map = map,
        .over = over,
        .facts = roads->facts ? &roads->facts[roads->stretch_facts[stretch]]
                              : &nothing,
        .segment = item / 2,
        .piece = piece_of(roads, item / 2),
        .direction = item % 2,
        .mm = (double)roads_segment_mm(roads, item / 2),
    };

    place.open = oracle_edge_is_open(draft, map, over,
                                     2 * place.piece + place.direction);
    place.against_way = (roads->stretch_way[stretch] + item) % 2;
    place.speed_kmh = ms && place.mm > 0 ? place.mm * 3.6 / ms : INFINITY;
    return place;
}

static enum word_fact fact_of(const char *name)
{
    int fact = 0;

    while (fact < WORD_FACT_COUNT &&
           strcmp(word_fact_name((enum word_fact)fact), name) != 0)
        fact++;
    return (enum word_fact)fact;
}

bool oracle_place_is_word(const char *name)
{
    return fact_of(name) < WORD_FACT_COUNT;
}

bool oracle_place_says(const struct oracle_place *place, const char *name,
                       const char *word)
{
    enum word_fact fact = fact_of(name);
    const char *is = word_fact_words(fact)[place->facts->word[fact]];

    return !strcmp(is, word);
}

static bool is(const char *name, const char *other)
{
    return !strcmp(name, other);
}

static bool ends_with(const char *name, const char *end)
{
    return strlen(name) >= strlen(end) &&
           is(name + strlen(name) - strlen(end), end);
}

static double curvature(const struct oracle_place *place)
{
    const struct roads *roads = &place->map->roads;
    double mm = (double)roads_piece_mm(roads, place->piece);
    uint32_t first = roads->first_node[place->piece];
    uint32_t last = roads->first_node[place->piece + 1] - 1;
    double straight_mm = 1000 * ground_apart_m(roads->node_position[first],
                                               roads->node_position[last]);

    return mm == 0 || straight_mm > mm ? 1 : straight_mm / mm;
}

static double max_speed(const struct oracle_place *place)
{
    unsigned sign = place->facts->max_speed[place->against_way];

    return sign == 0 || sign == MAX_SPEED_NONE ? INFINITY : sign / 10.0;
}

/* A sign, or -1: the name is not that of one. */
static double limit(const struct oracle_place *place, const char *name)
{
    static const struct {
        const char *name;
        double units;
    } limits[ROAD_LIMIT_COUNT] = {
        [LIMIT_HEIGHT] = {"max_height", 1000},
        [LIMIT_WIDTH] = {"max_width", 1000},
        [LIMIT_LENGTH] = {"max_length", 1000},
        [LIMIT_WEIGHT] = {"max_weight", 100},
        [LIMIT_AXLE_LOAD] = {"max_axle_load", 100},
    };
    const struct road_attributes *attributes =
        roads_attributes(&place->map->roads, place->piece);

    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        unsigned sign = attributes->limit[place->direction][i];

        if (is(name, limits[i].name))
            return sign == 0 || sign == UINT16_MAX ? INFINITY
                                                   : sign / limits[i].units;
    }
    return -1;
}

static double of_way(const struct oracle_place *place, const char *name)
{
    const struct way_facts *facts = place->facts;

    if (is(name, "road_class_link"))
        return (facts->flags & WAY_LINK) > 0;
    if (is(name, "roundabout"))
        return (facts->flags & WAY_RING) > 0;
    if (is(name, "lanes"))
        return facts->lanes == 0 ? 1 : facts->lanes;
    if (is(name, "max_speed"))
        return max_speed(place);
    if (is(name, "average_slope"))
        return place->against_way ? -(double)facts->slope : facts->slope;
    if (is(name, "max_slope"))
        return abs(facts->slope);
    if (is(name, "mtb_rating"))
        return facts->mtb_rating;
    if (is(name, "hike_rating"))
        return facts->hike_rating;
    if (is(name, "horse_rating"))
        return facts->horse_rating;
    fail_msg("no value '%s'", name);
    return 0;
}

static double of_model(const struct oracle_place *place, const char *name)
{
    const struct model_draft *draft = place->draft;

    for (size_t i = 0; i < draft->area_count; i++) {
        if (!strncmp(name, "in_", 3) && is(name + 3, draft->area[i].name))
            return model_oracle_covers(&draft->area[i], &place->map->roads,
                                       place->segment);
    }
    for (size_t i = 0; i < draft->parameter_count; i++) {
        if (!strncmp(name, "p_", 2) && is(name + 2, draft->parameter[i]))
            return draft->parameter_value[i];
    }
    fail_msg("the model has no '%s'", name);
    return 0;
}

double oracle_place_number(const struct oracle_place *place, const char *name)
{
    const struct roads *roads = &place->map->roads;
    uint32_t edge = 2 * place->piece + place->direction;

    if (is(name, "true") || is(name, "false"))
        return is(name, "true");
    if (!strncmp(name, "in_", 3) || !strncmp(name, "p_", 2))
        return of_model(place, name);
    if (!strncmp(name, "backward_", 9))
        return oracle_edge_is_open(place->draft, place->map, place->over,
                                   edge_reverse(edge));
    if (ends_with(name, "_access"))
        return place->open;
    if (ends_with(name, "_average_speed") || is(name, "ferry_speed"))
        return place->speed_kmh;
    if (ends_with(name, "_priority"))
        return 1;
    if (is(name, "curvature"))
        return curvature(place);
    if (is(name, "get_off_bike"))
        return roads_attributes(roads, place->piece)->mode[place->direction] ==
               MODE_PUSHING_BIKE;
    return limit(place, name) >= 0 ? limit(place, name) : of_way(place, name);
}
