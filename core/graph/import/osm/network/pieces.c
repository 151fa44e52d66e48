#include "core/graph/import/osm/network/pieces.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/road_cost.h"
#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* ---- Nodes with rules ---------------------------------------------------- */

static uint32_t count_nodes(const struct osm_data *data,
                            const struct profile *profile)
{
    struct node_rules rules;
    uint32_t count = 0;

    for (uint32_t t = 0; t < data->tagged_count; t++) {
        struct tags tags = osm_node_tags(data, t);

        count += profile_node(profile, &tags, &rules);
    }
    return count;
}

int ruled_nodes_make(const struct osm_data *data, const struct profile *profile,
                     struct ruled_nodes *nodes)
{
    uint32_t count = count_nodes(data, profile);

    nodes->node = array_alloc(count, sizeof(*nodes->node));
    nodes->rules = array_alloc(count, sizeof(*nodes->rules));
    if (!nodes->node || !nodes->rules)
        return -ENOMEM;
    for (uint32_t t = 0; t < data->tagged_count; t++) {
        struct tags tags = osm_node_tags(data, t);
        struct node_rules rules;

        if (!profile_node(profile, &tags, &rules))
            continue;
        nodes->node[nodes->count] = data->tagged_node[t];
        nodes->rules[nodes->count++] = rules;
    }
    return 0;
}

const struct node_rules *ruled_nodes_find(const struct ruled_nodes *nodes,
                                          uint32_t node)
{
    size_t at = array_find(nodes->node, nodes->count, node);

    return at < nodes->count ? &nodes->rules[at] : NULL;
}

void ruled_nodes_finish(struct ruled_nodes *nodes)
{
    free(nodes->node);
    free(nodes->rules);
    *nodes = (struct ruled_nodes){0};
}

/* ---- Junctions ----------------------------------------------------------- */

int junctions_init(struct junctions *junctions, const struct courses *courses)
{
    size_t darts = 2 * (size_t)courses->spot_count;

    junctions->mark = array_zero(courses->spot_count, sizeof(*junctions->mark));
    junctions->dart = array_alloc_huge(darts, sizeof(*junctions->dart));
    return junctions->mark && junctions->dart ? 0 : -ENOMEM;
}

void junctions_mark_nodes(struct junctions *junctions,
                          const struct courses *courses,
                          const struct ruled_nodes *nodes)
{
    const uint32_t *spot_of = courses->spot_of[LAYER_ROAD];

    for (uint32_t i = 0; spot_of && i < nodes->count; i++) {
        uint32_t spot = spot_of[nodes->node[i]];

        if (spot != SPOT_NONE)
            junctions->mark[spot] |= SPOT_JUNCTION | SPOT_RULED | SPOT_NODE;
    }
}

/* `degree` stops at 3: more make no difference. */
static void add_dart(struct junctions *junctions, uint8_t *degree,
                     uint32_t spot, uint32_t dart)
{
    if (degree[spot] < 2)
        junctions->dart[2 * (size_t)spot + degree[spot]] = dart;
    if (degree[spot] < 3)
        degree[spot]++;
}

/* Whether the two links have the same attributes, open directions and
 * conditions. */
static bool goes_on(const struct courses *courses, uint32_t arriving,
                    uint32_t leaving)
{
    return dart_attributes(courses, arriving) ==
               dart_attributes(courses, leaving) &&
           dart_access(courses, arriving) == dart_access(courses, leaving) &&
           dart_access(courses, arriving ^ 1) ==
               dart_access(courses, leaving ^ 1) &&
           dart_condition(courses, arriving) ==
               dart_condition(courses, leaving) &&
           dart_condition(courses, arriving ^ 1) ==
               dart_condition(courses, leaving ^ 1);
}

int junctions_find(struct junctions *junctions, const struct courses *courses)
{
    uint8_t *degree = array_zero(courses->spot_count, sizeof(*degree));

    if (!degree)
        return -ENOMEM;
    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++) {
            add_dart(junctions, degree, courses->ref_spot[l], 2 * l);
            add_dart(junctions, degree, courses->ref_spot[l + 1], 2 * l + 1);
        }
    }
    for (uint32_t spot = 0; spot < courses->spot_count; spot++) {
        const uint32_t *dart = &junctions->dart[2 * (size_t)spot];

        if (degree[spot] != 2 || !goes_on(courses, dart[0] ^ 1, dart[1]))
            junctions->mark[spot] |= SPOT_JUNCTION;
    }
    free(degree);
    return 0;
}

void junctions_finish(struct junctions *junctions)
{
    free(junctions->mark);
    free(junctions->dart);
    *junctions = (struct junctions){0};
}

/* ---- Costs of links ------------------------------------------------------ */

/* In degrees, as OSRM rounds: halves may go either way. */
static int32_t on_grid(int32_t degrees_e7, uint32_t grid_e7)
{
    double steps = degrees_e7 / 1e7 * (1e7 / grid_e7);

    return (int32_t)(lround(steps) * (long)grid_e7);
}

/* The nearest position on the profile's grid. */
static struct position position_on_grid(struct position position,
                                        uint32_t grid_e7)
{
    if (grid_e7 <= 1)
        return position;
    return (struct position){.lon_e7 = on_grid(position.lon_e7, grid_e7),
                             .lat_e7 = on_grid(position.lat_e7, grid_e7)};
}

static uint64_t length_mm(const struct osm_data *data, uint32_t from,
                          uint32_t to, uint32_t grid_e7)
{
    return ground_apart_mm(position_on_grid(data->node_position[from], grid_e7),
                           position_on_grid(data->node_position[to], grid_e7),
                           grid_e7);
}

static uint64_t link_mm(const struct courses *courses,
                        const struct osm_data *data, uint32_t grid_e7,
                        uint32_t link)
{
    return length_mm(data, courses->spot_node[courses->ref_spot[link]],
                     courses->spot_node[courses->ref_spot[link + 1]], grid_e7);
}

static void measure(const struct courses *courses, const struct osm_data *data,
                    struct link_costs *costs)
{
    for (uint32_t c = 0; c < courses->course_count; c++) {
        uint32_t last = courses->first_ref[c + 1] - 1;

        for (uint32_t l = courses->first_ref[c]; l < last; l++) {
            uint64_t mm = link_mm(courses, data, costs->grid_e7, l);

            costs->length_mm[l] = mm < LENGTH_LONG ? (uint32_t)mm : LENGTH_LONG;
        }
        costs->length_mm[last] = 0;
    }
}

/* The length of a link, even of a long one. */
static double length_of(const struct link_costs *costs,
                        const struct courses *courses,
                        const struct osm_data *data, uint32_t link)
{
    uint32_t mm = costs->length_mm[link];

    return mm < LENGTH_LONG
               ? mm
               : (double)link_mm(courses, data, costs->grid_e7, link);
}

/* A way's missing links: those with a missing node. */
struct gaps {
    uint32_t links;
    uint32_t end_links; /* of these, beyond the first and last node present */
    double across_mm;   /* straight across the others */
};

static struct gaps find_gaps(const struct osm_data *data, uint32_t way,
                             uint32_t grid_e7)
{
    const uint32_t *ref = data->way_ref;
    uint32_t before = OSM_NODE_MISSING;
    uint32_t nodes = 0; /* missing since the last one present */
    struct gaps gaps = {0};

    for (uint64_t i = data->first_ref[way]; i < data->first_ref[way + 1]; i++) {
        if (ref[i] == OSM_NODE_MISSING) {
            nodes++;
            continue;
        }
        if (nodes > 0 && before != OSM_NODE_MISSING) {
            gaps.links += nodes + 1;
            gaps.across_mm += (double)length_mm(data, before, ref[i], grid_e7);
        } else {
            gaps.end_links += nodes;
        }
        before = ref[i];
        nodes = 0;
    }
    gaps.end_links += nodes;
    gaps.links += gaps.end_links;
    return gaps;
}

/* Progress along a way whose total duration is given. */
struct share {
    double all; /* length, or the number of links if none has a length */
    double done;
    bool by_number;
};

/* The whole of a used way, gaps included. Links beyond its ends are
 * estimated. */
static struct share share_of(const struct courses *courses,
                             const struct osm_data *data, uint32_t used,
                             const struct link_costs *costs)
{
    const struct used_way *way = &courses->way[used];
    uint32_t end_course = way_course_end(courses, used);
    uint32_t first = courses->first_ref[way->first_course];
    uint32_t end = courses->first_ref[end_course];
    uint32_t links = end - first - (end_course - way->first_course);
    struct gaps gaps = {0};
    double sum = 0;

    if (way->way != WAY_MADE_UP)
        gaps = find_gaps(data, way->way, costs->grid_e7);
    for (uint32_t l = first; l < end; l++)
        sum += length_of(costs, courses, data, l);
    if (sum > 0)
        return (struct share){.all = sum + gaps.across_mm +
                                     gaps.end_links * (sum / links)};
    return (struct share){.all = (double)links + gaps.links, .by_number = true};
}

static double share_duration(struct share *share, double total_ms,
                             double length)
{
    double before = floor(total_ms * share->done / share->all + 0.5);

    share->done += share->by_number ? 1 : length;
    return floor(total_ms * share->done / share->all + 0.5) - before;
}

/* Both darts of a link; `duration` if the way gives one. */
static void cost_link(struct link_costs *costs, const struct used_way *way,
                      uint32_t link, double length, double duration)
{
    uint32_t step = costs->step_ms;

    for (uint32_t side = 0; side < 2; side++) {
        uint32_t dart = 2 * link + side;
        uint32_t ms =
            way->total_s > 0
                ? segment_takes_ms(length, duration, step)
                : segment_speed_ms(length, way->speed_kmh[side], step);
        double base = way->by_distance ? length / 10 : ms;

        if (way->access[side] == EDGE_ABSENT)
            ms = 0;
        if (costs->duration_ms)
            costs->duration_ms[dart] = ms;
        costs->weight[dart] =
            costs->duration_ms && way->access[side] != EDGE_ABSENT
                ? cost_in_steps(base * way->factor[side],
                                way->by_distance ? 1 : step)
                : ms;
    }
}

static void cost_way(struct link_costs *costs, const struct courses *courses,
                     const struct osm_data *data, uint32_t used)
{
    const struct used_way *way = &courses->way[used];
    uint32_t end = way_course_end(courses, used);
    struct share share = {.all = 1};

    if (way->total_s > 0)
        share = share_of(courses, data, used, costs);
    for (uint32_t c = way->first_course; c < end; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++) {
            double length = length_of(costs, courses, data, l);

            cost_link(costs, way, l, length,
                      share_duration(&share, way->total_s * 1000, length));
        }
    }
}

int link_costs_make(const struct courses *courses, const struct osm_data *data,
                    const struct road_profile *profile,
                    struct link_costs *costs)
{
    size_t darts = 2 * (size_t)courses->ref_count;

    costs->length_mm =
        array_alloc_huge(courses->ref_count, sizeof(*costs->length_mm));
    costs->weight = array_alloc_huge(darts, sizeof(*costs->weight));
    costs->step_ms = profile->step_ms ? profile->step_ms : 1;
    costs->grid_e7 = profile->grid_e7;
    if (!profile->weight_is_duration) {
        costs->duration_ms =
            array_alloc_huge(darts, sizeof(*costs->duration_ms));
        if (!costs->duration_ms)
            return -ENOMEM;
    }
    if (!costs->length_mm || !costs->weight)
        return -ENOMEM;
    measure(courses, data, costs);
    for (uint32_t used = 0; used < courses->way_count; used++)
        cost_way(costs, courses, data, used);
    return 0;
}

void link_costs_finish(struct link_costs *costs)
{
    free(costs->length_mm);
    free(costs->weight);
    free(costs->duration_ms);
    *costs = (struct link_costs){0};
}

/* ---- Pieces -------------------------------------------------------------- */

struct tracing {
    const struct courses *courses;
    const struct link_costs *costs;
    struct junctions *junctions;
    struct pieces *pieces;
    size_t capacity;     /* of pieces->first */
    uint32_t dart_count; /* in pieces->dart */
};

/* Sums over a piece, in each direction. */
struct sums {
    uint64_t weight[2];
    uint64_t duration_ms[2];
};

static bool is_traced(const struct tracing *tracing, uint32_t dart)
{
    return tracing->pieces->link_edge[dart / 2] != EDGE_NONE;
}

static bool is_junction(const struct tracing *tracing, uint32_t spot)
{
    return tracing->junctions->mark[spot] & SPOT_JUNCTION;
}

static void append(struct tracing *tracing, uint32_t dart)
{
    struct pieces *pieces = tracing->pieces;

    pieces->link_edge[dart / 2] = 2 * pieces->count | (dart & 1);
    pieces->dart[tracing->dart_count++] = dart;
}

/* Adds the dart if the sums stay within limits. */
static bool sums_take(struct sums *sums, const struct link_costs *costs,
                      uint32_t dart)
{
    bool good = true;

    for (uint32_t side = 0; side < 2; side++) {
        sums->weight[side] += costs->weight[dart ^ side];
        sums->duration_ms[side] += dart_duration_ms(costs, dart ^ side);
        good &= sums->weight[side] <= ROAD_COST_MAX &&
                sums->duration_ms[side] <= ROAD_COST_MAX;
    }
    return good;
}

/* Traces a piece from one junction to the next. `ret_next`: the dart that would
 * continue where the piece became too long; the spot becomes a junction
 * then. */
static bool trace_piece(struct tracing *tracing, uint32_t dart,
                        uint32_t *ret_next)
{
    struct sums sums = {0};

    sums_take(&sums, tracing->costs, dart);
    append(tracing, dart);
    for (;;) {
        uint32_t spot = dart_head(tracing->courses, dart);

        if (is_junction(tracing, spot))
            return false;
        dart = junctions_next(tracing->junctions, tracing->courses, dart);
        if (!sums_take(&sums, tracing->costs, dart)) {
            tracing->junctions->mark[spot] |= SPOT_JUNCTION;
            *ret_next = dart;
            return true;
        }
        append(tracing, dart);
    }
}

static int trace(struct tracing *tracing, uint32_t dart)
{
    struct pieces *pieces = tracing->pieces;
    bool more;

    do {
        int r =
            array_reserve(&pieces->first, &tracing->capacity,
                          (size_t)pieces->count + 2, sizeof(*pieces->first));

        if (r)
            return r;
        pieces->first[pieces->count] = tracing->dart_count;
        more = trace_piece(tracing, dart, &dart);
        pieces->count++;
    } while (more);
    return 0;
}

/* Traces all pieces that begin with such a dart: each link's forward (0) or
 * backward (1) one, if it leaves a junction, or anywhere. */
static int trace_all(struct tracing *tracing, uint32_t side, bool anywhere)
{
    const struct courses *courses = tracing->courses;
    int r = 0;

    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1] && !r; l++) {
            uint32_t dart = 2 * l + side;
            uint32_t spot = dart_tail(courses, dart);

            if (is_traced(tracing, dart) ||
                (!anywhere && !is_junction(tracing, spot)))
                continue;
            tracing->junctions->mark[spot] |= SPOT_JUNCTION;
            r = trace(tracing, dart);
        }
    }
    return r;
}

static int trace_pieces(struct tracing *tracing)
{
    struct pieces *pieces = tracing->pieces;
    uint32_t ref_count = tracing->courses->ref_count;
    int r;

    pieces->dart = array_alloc_huge(ref_count, sizeof(*pieces->dart));
    pieces->link_edge = array_alloc_huge(ref_count, sizeof(*pieces->link_edge));
    if (!pieces->dart || !pieces->link_edge)
        return -ENOMEM;
    memset(pieces->link_edge, 0xff, ref_count * sizeof(*pieces->link_edge));
    r = array_reserve(&pieces->first, &tracing->capacity, 1,
                      sizeof(*pieces->first));
    r = r ? r : trace_all(tracing, 0, false);
    r = r ? r : trace_all(tracing, 1, false);
    r = r ? r : trace_all(tracing, 0, true);
    if (!r)
        pieces->first[pieces->count] = tracing->dart_count;
    return r;
}

static int order_pieces(const struct pieces *pieces,
                        const struct courses *courses,
                        const struct osm_data *data, uint32_t **ret_order)
{
    uint64_t *key = array_alloc(pieces->count, sizeof(*key));
    int r;

    if (!key)
        return -ENOMEM;
    for (uint32_t p = 0; p < pieces->count; p++) {
        uint32_t middle = (pieces->first[p] + pieces->first[p + 1]) / 2;
        uint32_t spot = dart_tail(courses, pieces->dart[middle]);

        key[p] =
            hilbert_position(data->node_position[courses->spot_node[spot]]);
    }
    r = key_order(key, pieces->count, 0, ret_order);
    free(key);
    return r;
}

/* Piece i becomes the old piece order[i]. */
static int rearrange(struct pieces *pieces, const uint32_t *order,
                     uint32_t dart_count)
{
    uint32_t *first = array_alloc((size_t)pieces->count + 1, sizeof(*first));
    uint32_t *dart = array_alloc_huge(dart_count, sizeof(*dart));
    uint32_t at = 0;

    if (!first || !dart) {
        free(first);
        free(dart);
        return -ENOMEM;
    }
    for (uint32_t p = 0; p < pieces->count; p++) {
        first[p] = at;
        for (uint32_t i = pieces->first[order[p]];
             i < pieces->first[order[p] + 1]; i++) {
            dart[at++] = pieces->dart[i];
            pieces->link_edge[pieces->dart[i] / 2] =
                2 * p | (pieces->dart[i] & 1);
        }
    }
    first[pieces->count] = at;
    free(pieces->first);
    free(pieces->dart);
    pieces->first = first;
    pieces->dart = dart;
    return 0;
}

int pieces_make(const struct courses *courses, const struct osm_data *data,
                const struct link_costs *costs, struct junctions *junctions,
                struct pieces *pieces)
{
    struct tracing tracing = {
        .courses = courses,
        .costs = costs,
        .junctions = junctions,
        .pieces = pieces,
    };
    uint32_t *order;
    int r = trace_pieces(&tracing);

    if (r)
        return r;
    r = order_pieces(pieces, courses, data, &order);
    if (r)
        return r;
    r = rearrange(pieces, order, tracing.dart_count);
    free(order);
    return r;
}

void pieces_finish(struct pieces *pieces)
{
    free(pieces->first);
    free(pieces->dart);
    free(pieces->link_edge);
    *pieces = (struct pieces){0};
}

/* ---- Pieces, given to the network ---------------------------------------- */

struct giving {
    const struct pieces *pieces;
    const struct courses *courses;
    const struct osm_data *data;
    const struct link_costs *costs;
    struct road_network *network;
};

static int reserve_pieces(struct road_network *network)
{
    size_t count = network->piece_count;

    network->first_node = array_alloc(count + 1, sizeof(*network->first_node));
    network->piece_attributes =
        array_alloc(count, sizeof(*network->piece_attributes));
    network->edge_access =
        array_alloc(2 * count, sizeof(*network->edge_access));
    network->piece_end = array_alloc(2 * count, sizeof(*network->piece_end));
    if (!network->first_node || !network->piece_attributes ||
        !network->edge_access || !network->piece_end)
        return -ENOMEM;
    return 0;
}

static int reserve_places(struct road_network *network, bool with_durations)
{
    size_t nodes = network->node_count;
    size_t segments = nodes - network->piece_count;

    network->node_id = array_alloc_huge(nodes, sizeof(*network->node_id));
    network->node_position =
        array_alloc_huge(nodes, sizeof(*network->node_position));
    network->segment_weight =
        array_alloc_huge(2 * segments, sizeof(*network->segment_weight));
    network->segment_length_mm =
        array_alloc_huge(segments, sizeof(*network->segment_length_mm));
    if (with_durations)
        network->segment_duration_ms = array_alloc_huge(
            2 * segments, sizeof(*network->segment_duration_ms));
    if (!network->node_id || !network->node_position ||
        !network->segment_weight || !network->segment_length_mm ||
        (with_durations && !network->segment_duration_ms))
        return -ENOMEM;
    return 0;
}

static void give_node(const struct giving *giving, uint32_t place,
                      uint32_t spot)
{
    uint32_t node = giving->courses->spot_node[spot];

    giving->network->node_id[place] = giving->data->node_id[node];
    giving->network->node_position[place] = position_on_grid(
        giving->data->node_position[node], giving->costs->grid_e7);
}

static void give_segment(const struct giving *giving, uint32_t segment,
                         uint32_t dart)
{
    const struct link_costs *costs = giving->costs;
    struct road_network *network = giving->network;

    network->segment_length_mm[segment] = costs->length_mm[dart / 2];
    for (uint32_t side = 0; side < 2; side++) {
        size_t at = 2 * (size_t)segment + side;

        network->segment_weight[at] = costs->weight[dart ^ side];
        if (costs->duration_ms)
            network->segment_duration_ms[at] = costs->duration_ms[dart ^ side];
    }
}

static void give_piece(const struct giving *giving, uint32_t piece)
{
    const struct courses *courses = giving->courses;
    const uint32_t *dart = giving->pieces->dart;
    struct road_network *network = giving->network;
    uint32_t first = giving->pieces->first[piece];
    uint32_t end = giving->pieces->first[piece + 1];

    network->first_node[piece] = first + piece;
    give_node(giving, first + piece, dart_tail(courses, dart[first]));
    for (uint32_t s = first; s < end; s++) {
        give_node(giving, s + piece + 1, dart_head(courses, dart[s]));
        give_segment(giving, s, dart[s]);
    }
    network->piece_attributes[piece] = dart_attributes(courses, dart[first]);
    for (uint32_t side = 0; side < 2; side++)
        network->edge_access[2 * (size_t)piece + side] =
            (uint8_t)dart_access(courses, dart[first] ^ side);
}

static bool has_conditions(const struct courses *courses)
{
    for (uint32_t i = 0; i < courses->way_count; i++) {
        if (courses->way[i].condition[0] || courses->way[i].condition[1])
            return true;
    }
    return false;
}

static int give_conditions(const struct giving *giving)
{
    struct road_network *network = giving->network;
    uint32_t count = 2 * network->piece_count;

    if (!has_conditions(giving->courses))
        return 0;
    network->edge_condition =
        array_alloc(count, sizeof(*network->edge_condition));
    if (!network->edge_condition)
        return -ENOMEM;
    for (uint32_t edge = 0; edge < count; edge++)
        network->edge_condition[edge] = dart_condition(
            giving->courses, edge_first_dart(giving->pieces, edge));
    return 0;
}

/* Numbers junctions in the order in which pieces reach them. */
static void give_junctions(const struct giving *giving, uint32_t *number,
                           uint32_t *spot)
{
    struct road_network *network = giving->network;
    uint32_t count = 0;

    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        uint32_t at =
            dart_tail(giving->courses, edge_first_dart(giving->pieces, edge));

        if (number[at] == SPOT_NONE) {
            spot[count] = at;
            number[at] = count++;
        }
        network->piece_end[edge] = number[at];
    }
    network->junction_count = count;
}

static int number_junctions(const struct giving *giving,
                            uint32_t **ret_junction_spot)
{
    uint32_t spot_count = giving->courses->spot_count;
    uint32_t *number = array_alloc(spot_count, sizeof(*number));
    uint32_t *spot = array_alloc(spot_count, sizeof(*spot));

    if (!number || !spot) {
        free(number);
        free(spot);
        return -ENOMEM;
    }
    memset(number, 0xff, spot_count * sizeof(*number));
    give_junctions(giving, number, spot);
    free(number);
    *ret_junction_spot = spot;
    return 0;
}

int pieces_give(const struct pieces *pieces, const struct courses *courses,
                const struct osm_data *data, const struct link_costs *costs,
                struct road_network *network, uint32_t **ret_junction_spot)
{
    const struct giving giving = {pieces, courses, data, costs, network};
    uint64_t node_count =
        (uint64_t)pieces->first[pieces->count] + pieces->count;
    int r;

    if (node_count > UINT32_MAX || pieces->count > PIECE_COUNT_MAX)
        return -EINVAL;
    network->piece_count = pieces->count;
    network->node_count = (uint32_t)node_count;
    r = reserve_pieces(network);
    r = r ? r : reserve_places(network, costs->duration_ms);
    r = r ? r : stretches_give(pieces, courses, data, network);
    if (r)
        return r;
    for (uint32_t p = 0; p < pieces->count; p++)
        give_piece(&giving, p);
    network->first_node[pieces->count] = network->node_count;
    r = give_conditions(&giving);
    return r ? r : number_junctions(&giving, ret_junction_spot);
}
