/* turns: arms of junctions, what restrictions forbid, and the turns that
 * remain. */
#include "core/graph/import/osm/network/turns.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/road_cost.h"

/* ---- Arms of junctions --------------------------------------------------- */

/* How far along an edge its direction is measured: nearer, ways are often drawn
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

/* The nodes are `first`, `first + step` and so on to `last`. */
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

/* The angle from the end of an edge into one that leaves there: (-180, 180], to
 * the right above 0; 180 for the edge's reverse. */
static double arms_turn_deg(const struct arms *arms, uint32_t from_edge,
                            uint32_t to_edge)
{
    double back = arms->bearing_deg[edge_reverse(from_edge)];
    double turn = arms->bearing_deg[to_edge] - back - 180;

    turn = fmod(turn, 360);
    if (turn <= -180)
        turn += 360;
    return turn > 180 ? turn - 360 : turn;
}

/* ---- Turns that restrictions forbid -------------------------------------- */

static uint32_t count_roads_at(const struct arms *arms, uint32_t junction)
{
    return arms->leaving.first[junction + 1] - arms->leaving.first[junction];
}

static bool is_crowded(const struct arms *arms, uint32_t junction)
{
    return count_roads_at(arms, junction) > arms->roads_max;
}

void arms_limit_turns(struct arms *arms, const struct road_network *network)
{
    uint64_t junctions[TURNS_ROADS_MAX + 1] = {0}; /* by their roads */
    uint64_t left =
        TURNS_SPARE + (uint64_t)TURNS_PER_EDGE_MAX * 2 * network->piece_count;

    for (uint32_t j = 0; j < network->junction_count; j++) {
        uint32_t roads = count_roads_at(arms, j);

        if (!network->junction_plain[j] && roads <= TURNS_ROADS_MAX)
            junctions[roads]++;
    }
    arms->roads_max = 0;
    while (arms->roads_max < TURNS_ROADS_MAX) {
        uint64_t roads = arms->roads_max + 1;
        uint64_t turns = junctions[roads] * roads * roads;

        if (turns > left)
            break;
        left -= turns;
        arms->roads_max++;
    }
}

/* The edges of a restriction's last darts, ascending. Zeroed is empty. */
struct last_edges {
    uint32_t *edge; /* [count] */
    size_t count;
    size_t capacity;
};

static int last_edges_read(struct last_edges *last,
                           const struct restriction_list *list,
                           const struct restriction *item,
                           const struct pieces *pieces)
{
    const uint32_t *to = restriction_to(list, item);
    int r = array_reserve(&last->edge, &last->capacity, item->to_count,
                          sizeof(*last->edge));

    if (r)
        return r;
    last->count = item->to_count;
    for (uint32_t i = 0; i < item->to_count; i++)
        last->edge[i] = dart_edge(pieces, to[i]);
    if (last->count > 1)
        qsort(last->edge, last->count, sizeof(*last->edge), compare_u32);
    return 0;
}

static bool last_edges_have(const struct last_edges *last, uint32_t edge)
{
    return array_find(last->edge, last->count, edge) < last->count;
}

struct banning {
    const struct restriction_list *list;
    const struct pieces *pieces;
    const struct arms *arms;
    const struct road_network *network;
    struct last_edges last; /* of the current restriction */
    uint64_t *ban;
    size_t count;
    size_t capacity;
};

static int ban(struct banning *banning, uint32_t from, uint32_t to)
{
    uint64_t key = turn_key(from, to);

    return array_append(&banning->ban, &banning->count, &banning->capacity,
                        &key, sizeof(key));
}

static int ban_others(struct banning *banning, uint32_t from, uint32_t junction)
{
    const struct road_leaving *leaving = &banning->arms->leaving;
    int r = 0;

    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !r; i++) {
        if (!last_edges_have(&banning->last, leaving->edge[i]))
            r = ban(banning, from, leaving->edge[i]);
    }
    return r;
}

static int ban_by(struct banning *banning, const struct restriction *item)
{
    uint32_t from = dart_edge(banning->pieces, item->from);
    uint32_t junction = road_network_head(banning->network, from);
    int r;

    if (item->via_count > 0 || item->condition ||
        is_crowded(banning->arms, junction))
        return 0;
    r = last_edges_read(&banning->last, banning->list, item, banning->pieces);
    if (!r && item->only)
        return ban_others(banning, from, junction);
    for (size_t i = 0; i < banning->last.count && !r; i++)
        r = ban(banning, from, banning->last.edge[i]);
    return r;
}

/* Ascending, without duplicates. */
static void order_bans(struct banning *banning)
{
    size_t kept = 0;

    if (banning->count == 0)
        return;
    qsort(banning->ban, banning->count, sizeof(*banning->ban), compare_u64);
    for (size_t i = 0; i < banning->count; i++) {
        if (i == 0 || banning->ban[kept - 1] != banning->ban[i])
            banning->ban[kept++] = banning->ban[i];
    }
    banning->count = kept;
}

int forbidden_turns(const struct restriction_list *list,
                    const struct pieces *pieces, const struct arms *arms,
                    const struct road_network *network, uint64_t **ret_bans,
                    size_t *ret_count)
{
    struct banning banning = {
        .list = list,
        .pieces = pieces,
        .arms = arms,
        .network = network,
    };
    int r = 0;

    for (size_t i = 0; i < list->count && !r; i++)
        r = ban_by(&banning, &list->item[i]);
    free(banning.last.edge);
    if (r) {
        free(banning.ban);
        return r;
    }
    order_bans(&banning);
    *ret_bans = banning.ban;
    *ret_count = banning.count;
    return 0;
}

/* ---- Sequences that restrictions forbid ---------------------------------- */

struct spelled {
    size_t first;       /* its edge in struct spelling */
    uint32_t condition; /* as in struct road_network */
};

/* Sequences in order: each its edges, then EDGE_NONE. */
struct spelling {
    const struct restriction_list *list;
    const struct courses *courses;
    const struct pieces *pieces;
    struct road_network *network;
    uint32_t *edge; /* [edge_count] of all so far, then of the current one */
    size_t edge_count;
    size_t capacity;
    struct spelled *sequence; /* [count] */
    size_t count;
    size_t sequence_capacity;
    uint32_t condition;     /* of the current one */
    struct last_edges last; /* of the current restriction */
};

static int put(struct spelling *spelling, uint32_t edge)
{
    return array_append(&spelling->edge, &spelling->edge_count,
                        &spelling->capacity, &edge, sizeof(edge));
}

/* Adds all edges of a passed course: each has some links of it. */
static int put_passage(struct spelling *spelling, uint32_t passage)
{
    uint32_t first = spelling->courses->first_ref[passage / 2];
    uint32_t links = spelling->courses->first_ref[passage / 2 + 1] - first - 1;
    uint32_t before = EDGE_NONE;
    int r = 0;

    for (uint32_t i = 0; i < links && !r; i++) {
        uint32_t dart =
            passage % 2 ? 2 * (first + links - 1 - i) + 1 : 2 * (first + i);
        uint32_t edge = dart_edge(spelling->pieces, dart);

        if (edge != before)
            r = put(spelling, edge);
        before = edge;
    }
    return r;
}

static bool is_turn(const struct road_network *network, uint32_t from,
                    uint32_t to)
{
    for (uint32_t i = network->first_turn[from];
         i < network->first_turn[from + 1]; i++) {
        if (network->turn_edge[i] == to)
            return true;
    }
    return false;
}

/* Whether the edges from `first` on can be driven at all. */
static bool can_drive(const struct spelling *spelling, size_t first)
{
    for (size_t i = first; i + 1 < spelling->edge_count; i++) {
        if (!is_turn(spelling->network, spelling->edge[i],
                     spelling->edge[i + 1]))
            return false;
    }
    return true;
}

/* Adds the current edges, from `first` on, and `last` as a sequence; they stay
 * current. */
static int keep(struct spelling *spelling, size_t *first, uint32_t last)
{
    size_t count = spelling->edge_count - *first;
    int r = array_reserve(&spelling->sequence, &spelling->sequence_capacity,
                          spelling->count + 1, sizeof(*spelling->sequence));

    r = r ? r
          : array_reserve(&spelling->edge, &spelling->capacity,
                          spelling->edge_count + 2 + count,
                          sizeof(*spelling->edge));
    if (r)
        return r;
    spelling->sequence[spelling->count++] =
        (struct spelled){*first, spelling->condition};
    spelling->edge[spelling->edge_count++] = last;
    spelling->edge[spelling->edge_count++] = EDGE_NONE;
    memcpy(spelling->edge + spelling->edge_count, spelling->edge + *first,
           count * sizeof(*spelling->edge));
    *first = spelling->edge_count;
    spelling->edge_count += count;
    return 0;
}

static int spell(struct spelling *spelling, const struct restriction *item)
{
    const struct road_network *network = spelling->network;
    const uint32_t *via = restriction_via(spelling->list, item);
    size_t first = spelling->edge_count;
    uint32_t last;
    int r = put(spelling, dart_edge(spelling->pieces, item->from));

    r = r ? r
          : last_edges_read(&spelling->last, spelling->list, item,
                            spelling->pieces);
    for (uint32_t i = 0; i < item->via_count && !r; i++)
        r = put_passage(spelling, via[i]);
    if (!r && can_drive(spelling, first)) {
        last = spelling->edge[spelling->edge_count - 1];
        for (uint32_t i = network->first_turn[last];
             i < network->first_turn[last + 1] && !r; i++) {
            uint32_t to = network->turn_edge[i];

            if (last_edges_have(&spelling->last, to) != item->only)
                r = keep(spelling, &first, to);
        }
    }
    spelling->edge_count = first;
    return r;
}

static int compare_sequences(const void *a, const void *b, void *context)
{
    const struct spelling *spelling = context;
    const struct spelled *x = a;
    const struct spelled *y = b;
    const uint32_t *one = spelling->edge + x->first;
    const uint32_t *other = spelling->edge + y->first;

    while (*one == *other && *one != EDGE_NONE) {
        one++;
        other++;
    }
    return *one == *other ? compare_numbers(x->condition, y->condition)
                          : compare_numbers(*one, *other);
}

static void give_one(struct road_network *network, const uint32_t *edge,
                     uint32_t condition)
{
    uint32_t at = network->first_of_sequence[network->sequence_count];

    network->sequence_condition[network->sequence_count] = condition;
    for (; *edge != EDGE_NONE; edge++)
        network->sequence_edge[at++] = *edge;
    network->first_of_sequence[++network->sequence_count] = at;
}

/* Drops duplicates. */
static int give(struct spelling *spelling)
{
    struct road_network *network = spelling->network;
    struct spelled *sequence = spelling->sequence;

    if (spelling->edge_count > UINT32_MAX)
        return -EINVAL;
    network->first_of_sequence =
        array_alloc(spelling->count + 1, sizeof(*network->first_of_sequence));
    network->sequence_edge =
        array_alloc(spelling->edge_count, sizeof(*network->sequence_edge));
    network->sequence_condition =
        array_alloc(spelling->count, sizeof(*network->sequence_condition));
    if (!network->first_of_sequence || !network->sequence_edge ||
        !network->sequence_condition)
        return -ENOMEM;
    network->first_of_sequence[0] = 0;
    if (spelling->count > 0)
        qsort_r(sequence, spelling->count, sizeof(*sequence), compare_sequences,
                spelling);
    for (size_t i = 0; i < spelling->count; i++) {
        if (i == 0 ||
            compare_sequences(&sequence[i - 1], &sequence[i], spelling))
            give_one(network, spelling->edge + sequence[i].first,
                     sequence[i].condition);
    }
    return 0;
}

int forbidden_sequences(const struct restriction_list *list,
                        const struct courses *courses,
                        const struct pieces *pieces,
                        struct attribute_pool *pool,
                        struct road_network *network)
{
    struct spelling spelling = {
        .list = list,
        .courses = courses,
        .pieces = pieces,
        .network = network,
    };
    int r = 0;

    for (size_t i = 0; i < list->count && !r; i++) {
        const struct restriction *item = &list->item[i];

        if (!item->via_count && !item->condition)
            continue;
        spelling.condition = 0;
        if (item->condition)
            r = attribute_pool_add_text(pool, item->condition,
                                        &spelling.condition);
        r = r ? r : spell(&spelling, item);
    }
    r = r ? r : give(&spelling);
    free(spelling.edge);
    free(spelling.sequence);
    free(spelling.last.edge);
    return r;
}

/* ---- Turns --------------------------------------------------------------- */

int turns_find_plain(const struct turn_sources *sources,
                     struct road_network *network)
{
    bool free_in[LAYER_COUNT];

    network->junction_plain =
        array_alloc(network->junction_count, sizeof(*network->junction_plain));
    if (!network->junction_plain)
        return -ENOMEM;
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        free_in[layer] =
            profile_turns_are_free(sources->profile, (enum road_layer)layer);
    for (uint32_t j = 0; j < network->junction_count; j++) {
        uint32_t spot = sources->junction_spot[j];

        network->junction_plain[j] =
            free_in[spot_layer(sources->courses, spot)] &&
            !(sources->junctions->mark[spot] & SPOT_RULED);
    }
    return 0;
}

struct making {
    const struct turn_sources *sources;
    struct road_network *network;
    size_t weight_capacity;
    size_t duration_capacity;
    size_t edge_capacity;
    uint32_t count;  /* turns so far */
    size_t next_ban; /* of this edge, up to end_ban */
    size_t end_ban;
    struct turn turn; /* of this edge, except its destination */
};

/* As seen along the edge. */
static const struct road_attributes *
edge_attributes(const struct turn_sources *sources, uint32_t edge)
{
    uint32_t dart = edge_first_dart(sources->pieces, edge);

    return attribute_pool_get(sources->pool,
                              dart_attributes(sources->courses, dart));
}

/* Whether an edge begins with a link between layers. */
static bool is_transfer(const struct turn_sources *sources, uint32_t edge)
{
    uint32_t dart = edge_first_dart(sources->pieces, edge);

    return dart_way(sources->courses, dart)->way == WAY_MADE_UP;
}

/* Links between layers do not count. At a barrier each road is a dead end. */
static void count_roads(const struct making *making, uint32_t junction,
                        struct turn *turn)
{
    const struct road_leaving *leaving = &making->sources->arms->leaving;

    if (turn->has_node && turn->node.blocked) {
        turn->roads = 1;
        return;
    }
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1]; i++) {
        turn->roads += !is_transfer(making->sources, leaving->edge[i]);
    }
}

static bool is_banned(const struct making *making, uint32_t from, uint32_t to)
{
    const uint64_t *ban = making->sources->ban;
    uint64_t key = turn_key(from, to);
    size_t low = making->next_ban;
    size_t high = making->end_ban;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (ban[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < making->end_ban && ban[low] == key;
}

/* Whether the turn is allowed, and its cost. */
static bool ask(struct making *making, uint32_t from, uint32_t to,
                struct turn_rules *ret_rules)
{
    const struct turn_sources *sources = making->sources;
    struct turn *turn = &making->turn;

    turn->turns_back = to == edge_reverse(from);
    if (is_transfer(sources, edge_reverse(from)) || is_transfer(sources, to)) {
        *ret_rules = (struct turn_rules){0};
        return !turn->turns_back;
    }
    if (turn->has_node && turn->node.blocked && !turn->turns_back)
        return false;
    turn->to = edge_attributes(sources, to);
    turn->angle_deg =
        turn->turns_back ? 180 : arms_turn_deg(sources->arms, from, to);
    return profile_turn(sources->profile, turn, ret_rules);
}

/* Whether a leaving road is only for destination traffic, unlike the arriving
 * one. */
static bool is_more_restricted(const struct making *making, uint32_t to)
{
    return ~making->turn.from->flags &
           edge_attributes(making->sources, to)->flags & ROAD_RESTRICTED;
}

/* Whether a vehicle can come back from where an open edge leads. */
static bool leads_back(const struct making *making, uint32_t edge)
{
    const uint32_t *component = making->sources->component;
    const uint32_t *end = making->network->piece_end;

    return component[end[edge]] == component[end[edge_reverse(edge)]];
}

/* Whether a vehicle may, and might want to, continue by a leaving road. */
static bool leads_on(struct making *making, uint32_t from, uint32_t to)
{
    struct turn_rules rules;

    return road_network_opens(making->network, to) && leads_back(making, to) &&
           !is_more_restricted(making, to) && !is_banned(making, from, to) &&
           ask(making, from, to, &rules);
}

/* Whether a road that leaves also leads in. */
static bool leads_in(const struct making *making, uint32_t to)
{
    return road_network_opens(making->network, edge_reverse(to)) &&
           !is_more_restricted(making, to);
}

/* Whether the edge's end has no other road that leads on, or none that leads
 * in. */
static bool is_dead_end(struct making *making, uint32_t junction, uint32_t edge)
{
    const struct road_leaving *leaving = &making->sources->arms->leaving;
    bool on = false;
    bool in = false;

    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !(on && in); i++) {
        uint32_t to = leaving->edge[i];

        if (to == edge_reverse(edge) || is_transfer(making->sources, to))
            continue;
        on = on || leads_on(making, edge, to);
        in = in || leads_in(making, to);
    }
    return !on || !in;
}

static int append(struct making *making, uint32_t edge,
                  const struct turn_rules *rules)
{
    struct road_network *network = making->network;
    bool alike = network->profile.weight_is_duration;
    size_t count = making->count;
    uint32_t duration = cost_rounded(rules->duration_s * 1000);
    int r = count + 1 < UINT32_MAX ? 0 : -EINVAL;

    r = r ? r
          : array_reserve(&network->turn_edge, &making->edge_capacity,
                          count + 1, sizeof(*network->turn_edge));
    r = r ? r
          : array_reserve(&network->turn_weight, &making->weight_capacity,
                          count + 1, sizeof(*network->turn_weight));
    if (!r && !alike)
        r = array_reserve(&network->turn_duration_ms,
                          &making->duration_capacity, count + 1,
                          sizeof(*network->turn_duration_ms));
    if (r)
        return r;
    network->turn_edge[count] = edge;
    network->turn_weight[count] =
        alike ? duration : cost_rounded(rules->weight_s * 1000);
    if (!alike)
        network->turn_duration_ms[count] = duration;
    making->count++;
    return 0;
}

static int turn_from(struct making *making, uint32_t edge)
{
    const struct turn_sources *sources = making->sources;
    const struct road_leaving *leaving = &sources->arms->leaving;
    uint32_t junction = road_network_head(making->network, edge);
    uint32_t spot = sources->junction_spot[junction];
    struct turn_rules rules;
    int r = 0;

    making->turn = (struct turn){
        .layer = spot_layer(sources->courses, spot),
        .from = edge_attributes(sources, edge),
    };
    making->turn.has_node =
        stop_at(sources, making->network, edge, &making->turn.node);
    count_roads(making, junction, &making->turn);
    making->turn.dead_end =
        sources->component &&
        road_network_opens(making->network, edge_reverse(edge)) &&
        is_dead_end(making, junction, edge);
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !r; i++) {
        uint32_t to = leaving->edge[i];

        if (road_network_has(making->network, to) &&
            !is_banned(making, edge, to) && ask(making, edge, to, &rules))
            r = append(making, to, &rules);
    }
    return r;
}

static void find_bans(struct making *making, uint32_t edge)
{
    const struct turn_sources *sources = making->sources;
    size_t i = making->end_ban;

    while (i < sources->ban_count && sources->ban[i] < turn_key(edge, 0))
        i++;
    making->next_ban = i;
    while (i < sources->ban_count &&
           sources->ban[i] <= turn_key(edge, UINT32_MAX))
        i++;
    making->end_ban = i;
}

static uint32_t count_crowded(const struct turn_sources *sources,
                              const struct road_network *network)
{
    uint32_t count = 0;

    for (uint32_t j = 0; j < network->junction_count; j++)
        count += !network->junction_plain[j] && is_crowded(sources->arms, j);
    return count;
}

int turns_make(const struct turn_sources *sources, struct road_network *network,
               struct import_report *report)
{
    struct making making = {.sources = sources, .network = network};
    uint32_t edge_count = 2 * network->piece_count;
    int r;

    network->first_turn =
        array_alloc((size_t)edge_count + 1, sizeof(*network->first_turn));
    if (!network->first_turn)
        return -ENOMEM;
    for (uint32_t edge = 0; edge < edge_count; edge++) {
        uint32_t head = road_network_head(network, edge);

        network->first_turn[edge] = making.count;
        if (!road_network_has(network, edge) || network->junction_plain[head] ||
            is_crowded(sources->arms, head))
            continue;
        find_bans(&making, edge);
        r = turn_from(&making, edge);
        if (r)
            return r;
    }
    network->first_turn[edge_count] = making.count;
    report->count[COUNT_JUNCTIONS_CROWDED] += count_crowded(sources, network);
    return 0;
}
