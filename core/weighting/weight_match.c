/* weight_match: rows in groups, whose first nodes are searched together; then
 * each row by itself. weight_span.c has pairs that are not neighbours,
 * weight_words.c the way back: words and keys. */
#include "core/weighting/weight_match.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_search.h"
#include "core/base/parallel.h"
#include "core/weighting/weight_span.h"

enum { PART_ROWS = 1 << 9, BLOCK_NODES = 32, PLACES_AHEAD = 3 };

/* What all threads read, and their results. */
struct matching {
    const struct map *map;
    enum weight_kind kind;
    const struct weight_row *row;
    size_t count;
    struct key_search nodes; /* or vertices of a map without roads */
    struct key_search ways;  /* if rows name some */
    uint32_t *block_piece;   /* [node_count / BLOCK_NODES + 1] the piece of each
                                BLOCK_NODES-th node, or NULL */
    struct item_list *part;  /* one for each PART_ROWS */
    struct weight_matches *matches;
    size_t most;         /* items */
    atomic_size_t items; /* so far */
};

/* ---- Pieces of nodes ----------------------------------------------------- */

static int index_pieces(struct matching *matching)
{
    const struct roads *roads = &matching->map->roads;
    uint32_t blocks = roads->node_count / BLOCK_NODES + 1;
    uint32_t piece = 0;

    if (matching->count < blocks || !roads->piece_count)
        return 0;
    matching->block_piece = array_alloc(blocks, sizeof(uint32_t));
    if (!matching->block_piece)
        return -ENOMEM;
    for (uint32_t i = 0; i < blocks; i++) {
        while (piece + 1 < roads->piece_count &&
               roads->first_node[piece + 1] <= (uint64_t)i * BLOCK_NODES)
            piece++;
        matching->block_piece[i] = piece;
    }
    return 0;
}

static uint32_t piece_of(const struct matching *matching, uint32_t node)
{
    const struct roads *roads = &matching->map->roads;
    uint32_t piece;

    if (!matching->block_piece)
        return roads_node_piece(roads, node);
    piece = matching->block_piece[node / BLOCK_NODES];
    while (roads->first_node[piece + 1] <= node)
        piece++;
    return piece;
}

/* ---- Segments ------------------------------------------------------------ */

static bool has_node(const struct roads *roads, int64_t id)
{
    uint32_t first;

    return roads_find_node(roads, id, &first) > 0;
}

/* A neighbour of a node that was found, in the node's piece. */
struct step {
    uint32_t node;
    uint32_t piece;
    uint32_t side; /* 0: forward */
};

/* The segment from a node to the next or the one before, where that has the id.
 * False: it does not, or is on another piece. */
static bool find_step(const struct matching *matching, uint32_t node,
                      uint32_t side, int64_t to, struct step *ret_step)
{
    const struct roads *roads = &matching->map->roads;
    uint32_t last = side ? 0 : roads->node_count - 1;
    uint32_t piece;

    if (node == last || roads->node_id[side ? node - 1 : node + 1] != to)
        return false;
    piece = piece_of(matching, node);
    if (node == edge_last_node(roads, 2 * piece + side))
        return false;
    *ret_step = (struct step){node, piece, side};
    return true;
}

static uint32_t step_item(const struct step *step)
{
    return 2 * (step->node - step->piece - step->side) + step->side;
}

/* `place`: the first that may have the node `from`. */
static enum match_outcome match_pair(const struct matching *matching,
                                     const int64_t *id, uint32_t place,
                                     struct item_list *list)
{
    const struct roads *roads = &matching->map->roads;
    enum match_outcome outcome = MATCH_NO_FROM;
    size_t before = list->count;

    for (uint32_t i = place;
         i < roads->node_count && roads->node_id[roads->node_by_id[i]] == id[0];
         i++) {
        for (uint32_t side = 0; side < 2; side++) {
            struct step step;

            if (outcome == MATCH_NO_FROM)
                outcome = MATCH_NO_ROAD;
            if (!find_step(matching, roads->node_by_id[i], side, id[1], &step))
                continue;
            outcome = MATCH_LEFT_OUT;
            if (edge_is_in_graph(roads, 2 * step.piece + side))
                item_list_add(list, step_item(&step));
        }
    }
    if (list->count > before)
        return MATCH_DIRECT;
    if (outcome != MATCH_NO_ROAD || id[0] == id[1])
        return outcome;
    if (!has_node(roads, id[1]))
        return MATCH_NO_TO;
    return weight_span_find(roads, id[0], id[1], list);
}

/* Adds the segments of a stretch in a direction of travel. */
static void add_stretch(const struct roads *roads, uint32_t stretch,
                        uint32_t side, struct item_list *list)
{
    uint32_t piece =
        roads_segment_piece(roads, roads->first_of_stretch[stretch]);

    if (!edge_is_in_graph(roads, 2 * piece + side))
        return;
    for (uint32_t s = roads->first_of_stretch[stretch];
         s < roads->first_of_stretch[stretch + 1]; s++)
        item_list_add(list, 2 * s + side);
}

/* `place`: the first that may have the way, drawn along it. */
static enum match_outcome match_way(const struct matching *matching,
                                    const struct weight_key *key,
                                    uint32_t place, struct item_list *list)
{
    const struct roads *roads = &matching->map->roads;
    uint32_t backward = key->id[2] == SEGMENT_WAY_BACKWARD;
    size_t before = list->count;
    bool found = false;

    for (uint32_t i = place; i < roads->stretch_count; i++) {
        uint32_t stretch = roads->stretch_by_way[i];
        int64_t way = roads->stretch_way[stretch];

        if (way >> 1 != key->id[0] || way == STRETCH_MADE_UP)
            break;
        found = true;
        add_stretch(roads, stretch, (uint32_t)(way & 1) ^ backward, list);
    }
    if (!found)
        return MATCH_NO_WAY;
    return list->count > before ? MATCH_DIRECT : MATCH_LEFT_OUT;
}

/* ---- Turns --------------------------------------------------------------- */

static void add_arcs(const struct map *map, uint32_t vertex, int64_t to,
                     struct item_list *list)
{
    const struct topology *topology = &map->topology;

    for (uint32_t a = topology->first_out[vertex];
         a < topology->first_out[vertex + 1]; a++) {
        uint32_t node = edge_second_node(&map->roads, map->roads.arc_edge[a]);

        if (map->roads.node_id[node] == to)
            item_list_add(list, a);
    }
}

/* Whether an edge, or an open one, leaves where `edge` ends and passes `to`
 * next. */
static enum match_outcome exit_to(const struct roads *roads, uint32_t edge,
                                  int64_t to)
{
    uint32_t junction = edge_head(roads, edge);
    enum match_outcome outcome = MATCH_NO_EXIT;

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t leaving = roads->leaving[i];

        if (roads->node_id[edge_second_node(roads, leaving)] != to)
            continue;
        if (edge_is_in_graph(roads, leaving))
            return MATCH_FORBIDDEN;
        outcome = MATCH_LEFT_OUT;
    }
    return outcome;
}

/* The turns from one edge. */
static enum match_outcome turn_from(const struct map *map, uint32_t edge,
                                    int64_t to, struct item_list *list)
{
    const struct roads *roads = &map->roads;
    uint32_t vertex = roads->end_vertex[edge];
    size_t before = list->count;
    enum match_outcome outcome = exit_to(roads, edge, to);
    uint32_t first, states;

    if (outcome != MATCH_FORBIDDEN)
        return outcome;
    if (vertex == VERTEX_NONE)
        return MATCH_LEFT_OUT;
    if (roads->vertex_edge[vertex] == EDGE_NONE)
        return MATCH_NO_TURN;
    add_arcs(map, vertex, to, list);
    states = roads_find_states(roads, edge, &first);
    for (uint32_t i = first; i < first + states; i++)
        add_arcs(map, roads->state_vertex[i], to, list);
    return list->count > before ? MATCH_DIRECT : MATCH_FORBIDDEN;
}

/* Within a piece roads go on, or turn back, without a choice. */
static enum match_outcome turn_within(const struct matching *matching,
                                      const struct step *via, const int64_t *id)
{
    struct step on;

    return id[2] == id[0] ||
                   find_step(matching, via->node, !via->side, id[2], &on)
               ? MATCH_NO_TURN
               : MATCH_NO_EXIT;
}

/* What several nodes of one id gave. */
static enum match_outcome outcome_of_both(enum match_outcome a,
                                          enum match_outcome b)
{
    if (match_is_found(a) || match_is_found(b))
        return MATCH_DIRECT;
    return a > b ? a : b;
}

/* The turns of one node `via`: the segment from -> via may end there forward
 * (side 0) or backward. */
static enum match_outcome turn_at(const struct matching *matching,
                                  const int64_t *id, uint32_t node,
                                  struct item_list *list)
{
    enum match_outcome outcome = MATCH_NO_ARRIVAL;

    for (uint32_t side = 0; side < 2; side++) {
        enum match_outcome here;
        struct step step; /* from via back to `from` */
        uint32_t edge;

        if (!find_step(matching, node, !side, id[0], &step))
            continue;
        edge = 2 * step.piece + side;
        here = node == edge_last_node(&matching->map->roads, edge)
                   ? turn_from(matching->map, edge, id[2], list)
                   : turn_within(matching, &step, id);
        outcome = outcome_of_both(outcome, here);
    }
    return outcome;
}

static enum match_outcome match_turn(const struct matching *matching,
                                     const int64_t *id, uint32_t place,
                                     struct item_list *list)
{
    const struct roads *roads = &matching->map->roads;
    enum match_outcome outcome = MATCH_NO_VIA;

    for (uint32_t i = place;
         i < roads->node_count && roads->node_id[roads->node_by_id[i]] == id[1];
         i++) {
        enum match_outcome here =
            turn_at(matching, id, roads->node_by_id[i], list);

        outcome = outcome_of_both(outcome, here);
    }
    if (outcome == MATCH_NO_ARRIVAL && !has_node(roads, id[0]))
        return MATCH_NO_FROM;
    if (outcome == MATCH_NO_EXIT && !has_node(roads, id[2]))
        return MATCH_NO_TO;
    return outcome;
}

/* ---- Arcs ---------------------------------------------------------------- */

/* `place`: the first that may have the vertex `from`. */
static enum match_outcome match_arc(const struct matching *matching,
                                    const int64_t *id, uint32_t place,
                                    struct item_list *list)
{
    const struct map *map = matching->map;
    const struct topology *topology = &map->topology;
    size_t before = list->count;
    uint32_t vertex;

    if (place == topology->vertex_count)
        return MATCH_NO_FROM;
    vertex = map->vertex_by_id[place];
    if (map->external_id[vertex] != (uint64_t)id[0])
        return MATCH_NO_FROM;
    for (uint32_t a = topology->first_out[vertex];
         a < topology->first_out[vertex + 1]; a++) {
        if (map->external_id[topology->head[a]] == (uint64_t)id[1])
            item_list_add(list, a);
    }
    if (list->count > before)
        return MATCH_DIRECT;
    return map_find_vertex(map, (uint64_t)id[1], &vertex) ? MATCH_NO_ARC
                                                          : MATCH_NO_TO;
}

/* ---- Groups and parts ---------------------------------------------------- */

static bool names_way(const struct matching *matching,
                      const struct weight_row *row)
{
    return matching->kind == WEIGHT_SEGMENTS && row->key.id[2] != SEGMENT_PAIR;
}

static enum match_outcome match_row(const struct matching *matching,
                                    const struct weight_key *key,
                                    uint32_t place, struct item_list *list)
{
    if (matching->kind == WEIGHT_TURNS)
        return match_turn(matching, key->id, place, list);
    if (matching->kind == WEIGHT_ARCS)
        return match_arc(matching, key->id, place, list);
    return match_pair(matching, key->id, place, list);
}

/* The node that is searched first. */
static uint64_t first_id(const struct matching *matching,
                         const struct weight_row *row)
{
    return (uint64_t)row->key.id[matching->kind == WEIGHT_TURNS];
}

/* Reads ahead what the rows will need, in steps that each wait for memory once:
 * the nodes at their places and the next ones, then the pieces of those with
 * the id. Nodes of other ids count as node 0, which is in the cache. */
static void fetch_group(const struct matching *matching, const uint64_t *wanted,
                        const uint32_t *place, uint32_t count)
{
    const struct roads *roads = &matching->map->roads;
    uint32_t node[KEY_GROUP * PLACES_AHEAD];
    uint32_t nodes = count * PLACES_AHEAD;

    for (uint32_t i = 0; i < nodes; i++) {
        size_t at = (size_t)place[i / PLACES_AHEAD] + i % PLACES_AHEAD;

        node[i] = roads->node_by_id[size_min(at, roads->node_count - 1)];
        __builtin_prefetch(&roads->node_id[node[i]]);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        bool same =
            (uint64_t)roads->node_id[node[i]] == wanted[i / PLACES_AHEAD];

        node[i] &= -(uint32_t)same;
        __builtin_prefetch(&matching->block_piece[node[i] / BLOCK_NODES]);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t piece = matching->block_piece[node[i] / BLOCK_NODES];

        __builtin_prefetch(&roads->first_node[piece]);
        __builtin_prefetch(&roads->end_vertex[2 * (size_t)piece]);
    }
}

/* Where the keys of rows may be found. */
struct places {
    uint32_t node[KEY_GROUP]; /* or vertex */
    uint32_t way[KEY_GROUP];
};

static void find_ways(const struct matching *matching,
                      const struct weight_row *row, uint32_t count,
                      struct places *places)
{
    uint64_t wanted[KEY_GROUP];
    bool any = false;

    for (uint32_t i = 0; i < count; i++) {
        wanted[i] = (uint64_t)STRETCH_ALONG(row[i].key.id[0]);
        any |= names_way(matching, &row[i]);
    }
    if (any)
        key_search_find(&matching->ways, wanted, count, places->way);
}

static void find_places(const struct matching *matching,
                        const struct weight_row *row, uint32_t count,
                        struct places *places)
{
    uint64_t wanted[KEY_GROUP];

    for (uint32_t i = 0; i < count; i++)
        wanted[i] = first_id(matching, &row[i]);
    key_search_find(&matching->nodes, wanted, count, places->node);
    if (matching->block_piece)
        fetch_group(matching, wanted, places->node, count);
    find_ways(matching, row, count, places);
}

static void match_group(const struct matching *matching, size_t first,
                        uint32_t count, struct item_list *list)
{
    const struct weight_row *row = matching->row + first;
    struct places places;

    find_places(matching, row, count, &places);
    for (uint32_t i = 0; i < count; i++) {
        const struct weight_key *key = &row[i].key;
        enum match_outcome outcome =
            names_way(matching, &row[i])
                ? match_way(matching, key, places.way[i], list)
                : match_row(matching, key, places.node[i], list);

        matching->matches->outcome[first + i] = (uint8_t)outcome;
        matching->matches->first[first + i + 1] = list->count;
    }
}

static int refuse_many(size_t most, struct error *error)
{
    return error_set(error, -E2BIG,
                     "the rows name more than %zu segments, turns or arcs, "
                     "most of them many times",
                     most);
}

static int match_part(void *context, size_t part, struct error *error)
{
    struct matching *matching = context;
    struct item_list *list = &matching->part[part];
    size_t first = part * PART_ROWS;
    size_t end = size_min(first + PART_ROWS, matching->count);

    for (size_t i = first; i < end; i += KEY_GROUP) {
        size_t before = list->count;
        size_t added;

        match_group(matching, i, (uint32_t)size_min(KEY_GROUP, end - i), list);
        added = list->count - before;
        if (atomic_fetch_add(&matching->items, added) + added > matching->most)
            return refuse_many(matching->most, error);
    }
    return list->failed ? error_no_memory(error) : 0;
}

/* Puts the lists of all parts into one. */
static int join_parts(const struct matching *matching, size_t parts,
                      struct error *error)
{
    struct weight_matches *matches = matching->matches;
    size_t total = 0;

    for (size_t p = 0; p < parts; p++) {
        size_t end = size_min((p + 1) * PART_ROWS, matching->count);

        for (size_t i = p * PART_ROWS; i < end; i++) {
            matches->first[i + 1] += total;
            matches->matched += match_is_found(matches->outcome[i]);
        }
        total += matching->part[p].count;
    }
    matches->first[0] = 0;
    matches->item = array_alloc(total, sizeof(*matches->item));
    if (!matches->item)
        return error_no_memory(error);
    total = 0;
    for (size_t p = 0; p < parts; p++) {
        const struct item_list *list = &matching->part[p];

        if (list->count)
            memcpy(matches->item + total, list->item,
                   list->count * sizeof(*list->item));
        total += list->count;
    }
    return 0;
}

static int make_searches(struct matching *matching)
{
    const struct map *map = matching->map;
    const struct roads *roads = &map->roads;
    int r;

    if (matching->kind == WEIGHT_ARCS)
        return key_search_init(&matching->nodes, map->external_id,
                               map->vertex_by_id, map->topology.vertex_count, 0,
                               matching->count);
    r = key_search_init(&matching->nodes, roads->node_id, roads->node_by_id,
                        roads->node_count, KEY_SIGNED, matching->count);
    if (!r)
        r = key_search_init(&matching->ways, roads->stretch_way,
                            roads->stretch_by_way, roads->stretch_count,
                            KEY_SIGNED, 0);
    return r ? r : index_pieces(matching);
}

static int match_all(struct matching *matching, struct error *error)
{
    struct weight_matches *matches = matching->matches;
    size_t parts = size_divide_up(matching->count, PART_ROWS);
    int r;

    matches->first =
        array_alloc_huge(matching->count + 1, sizeof(*matches->first));
    matches->outcome =
        array_alloc_huge(matching->count, sizeof(*matches->outcome));
    matching->part = array_zero(parts, sizeof(*matching->part));
    if (!matches->first || !matches->outcome || !matching->part ||
        make_searches(matching)) {
        r = error_no_memory(error);
    } else {
        r = parallel_run(parallel_thread_count(), parts, match_part, matching,
                         error);
        r = r ? r : join_parts(matching, parts, error);
    }
    for (size_t p = 0; p < parts && matching->part; p++)
        free(matching->part[p].item);
    free(matching->part);
    return r;
}

static int check_form(const struct map *map, enum weight_kind kind,
                      struct error *error)
{
    bool has_roads = map->roads.piece_count;

    if (has_roads == (kind == WEIGHT_ARCS))
        return error_set(error, -EINVAL,
                         has_roads ? "a map with roads has weights of "
                                     "segments and turns, not of arcs"
                                   : "a map without roads has weights of "
                                     "arcs, not of segments and turns");
    if (map->roads.segment_count > UINT32_MAX / 2)
        return error_set(error, -EINVAL, "%" PRIu32 " segments are too many",
                         map->roads.segment_count);
    return 0;
}

int weight_match(const struct map *map, enum weight_kind kind,
                 const struct weight_row *row, size_t count,
                 struct weight_matches *ret_matches, struct error *error)
{
    return weight_match_some(map, kind, row, count, SIZE_MAX, ret_matches,
                             error);
}

int weight_match_some(const struct map *map, enum weight_kind kind,
                      const struct weight_row *row, size_t count, size_t most,
                      struct weight_matches *ret_matches, struct error *error)
{
    struct weight_matches matches = {.count = count};
    struct matching matching = {
        .map = map,
        .kind = kind,
        .row = row,
        .count = count,
        .matches = &matches,
        .most = most,
    };
    int r = check_form(map, kind, error);

    if (!r)
        r = match_all(&matching, error);
    key_search_finish(&matching.nodes);
    key_search_finish(&matching.ways);
    free(matching.block_piece);
    if (r)
        weight_matches_finish(&matches);
    else
        *ret_matches = matches;
    return r;
}

void weight_matches_finish(struct weight_matches *matches)
{
    free(matches->first);
    free(matches->item);
    free(matches->outcome);
    *matches = (struct weight_matches){0};
}
