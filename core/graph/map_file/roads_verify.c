/* roads_verify: the checks, in the order in which they rely on each other:
 * pieces, nodes and junctions; texts and attributes; the search graph. */
#include "core/graph/map_file/map_verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"

/* ---- Pieces, nodes, junctions ----------------------------------------- */

/* Pieces and their nodes, edges and junctions, each by itself. Offsets and
 * indices are checked first, so that later checks stay within their arrays. */

/* By id, then by number: node_count different nodes are all. */
static int check_nodes(const struct map_check *check, uint32_t begin,
                       uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t node = roads->node_by_id[i];
        uint32_t before = i ? roads->node_by_id[i - 1] : 0;

        if (!position_on_earth(roads->node_position[i])) {
            return map_blame(check, SECTION_NODE_POSITION, i, error,
                             "node %" PRIu32 " is not on the earth", i);
        }
        if (node < roads->node_count && before < roads->node_count &&
            (!i || roads->node_id[before] < roads->node_id[node] ||
             (roads->node_id[before] == roads->node_id[node] && before < node)))
            continue;
        return map_blame(check, SECTION_NODE_BY_ID, i, error,
                         "node %" PRIu32 " of %" PRIu32
                         " does not come after node "
                         "%" PRIu32,
                         node, roads->node_count, before);
    }
    return 0;
}

static int check_words(const struct map_check *check, enum map_section_id id,
                       uint32_t begin, uint32_t end, uint32_t below,
                       struct error *error)
{
    const uint32_t *words = map_elements(check->map, id);
    uint32_t at = begin;

    while (at < end && words[at] < below)
        at++;
    if (at == end)
        return 0;
    return map_blame(check, id, at, error, "%" PRIu32 " is not below %" PRIu32,
                     words[at], below);
}

static uint64_t sum_segments(const struct roads *roads, uint32_t edge,
                             const uint32_t *value)
{
    uint32_t first, end;
    uint64_t sum = 0;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (size_t s = first; s < end; s++)
        sum += value[2 * s + edge % 2];
    return sum;
}

/* Edges that are not open have no durations. */
static int check_sum(const struct map_check *check, enum map_section_id id,
                     const uint32_t *value, uint32_t edge, uint64_t *ret_sum,
                     struct error *error)
{
    const struct roads *roads = &check->map->roads;
    uint64_t most = roads->end_vertex[edge] == VERTEX_NONE ? 0 : WEIGHT_MAX;
    uint32_t first, end;

    *ret_sum = sum_segments(roads, edge, value);
    if (*ret_sum <= most)
        return 0;
    piece_segments(roads, edge_piece(edge), &first, &end);
    return map_blame(check, id, 2 * (uint64_t)first + edge % 2, error,
                     "edge %" PRIu32 " adds up to %" PRIu64 ", at most %" PRIu64
                     " is allowed",
                     edge, *ret_sum, most);
}

static int sum_edges(const struct map_check *check, uint32_t begin,
                     uint32_t end, struct error *error)
{
    const struct weight_arrays *weights = &check->map->imported;

    for (uint32_t e = 2 * begin; e < 2 * end; e++) {
        uint64_t weight, duration;
        int r = check_sum(check, SECTION_SEGMENT_WEIGHT, weights->segment, e,
                          &weight, error);

        if (!r && weights->segment_duration_ms != weights->segment)
            r = check_sum(check, SECTION_SEGMENT_MS,
                          weights->segment_duration_ms, e, &duration, error);
        if (r)
            return r;
        check->edge_weight[e] = (uint32_t)weight;
    }
    return 0;
}

static int check_pieces(const struct map_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    int r = check_words(check, SECTION_PIECE_ATTRIBUTES, begin, end,
                        roads->attributes_count, error);

    if (!r)
        r = check_words(check, SECTION_PIECE_END, 2 * begin, 2 * end,
                        roads->junction_count, error);
    if (!r)
        r = check_words(check, SECTION_LEAVING, 2 * begin, 2 * end,
                        2 * roads->piece_count, error);
    if (!r)
        r = check_words(check, SECTION_COMPONENT, begin, end,
                        roads->piece_count, error);
    return r ? r : sum_edges(check, begin, end, error);
}

/* Each edge where it begins: as many different edges as there are, so all. */
static int check_leaving(const struct map_check *check, uint32_t begin,
                         uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t j = begin; j < end; j++) {
        for (uint32_t i = roads->first_leaving[j];
             i < roads->first_leaving[j + 1]; i++) {
            uint32_t edge = roads->leaving[i];

            if (roads->piece_end[edge] == j &&
                (i == roads->first_leaving[j] || roads->leaving[i - 1] < edge))
                continue;
            return map_blame(check, SECTION_LEAVING, i, error,
                             "edge %" PRIu32 " among those that leave junction "
                             "%" PRIu32,
                             edge, j);
        }
    }
    return 0;
}

/* Each piece begins a stretch, so none lies on two. */
static int check_stretches(const struct map_check *check, uint32_t begin,
                           uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t p = begin; p < end; p++) {
        uint32_t segment = roads->first_node[p] - p;
        uint32_t stretch = roads_segment_stretch(roads, segment);

        if (roads->first_of_stretch[stretch] == segment)
            continue;
        return map_blame(check, SECTION_FIRST_OF_STRETCH, stretch, error,
                         "stretch %" PRIu32 " does not end where piece "
                         "%" PRIu32 " begins",
                         stretch, p);
    }
    return 0;
}

/* By way, then by number: stretch_count different stretches are all. */
static int check_ways(const struct map_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    uint32_t count = roads->stretch_count;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t stretch = roads->stretch_by_way[i];
        uint32_t before = i ? roads->stretch_by_way[i - 1] : 0;

        if (stretch < count && before < count &&
            (!i || roads->stretch_way[before] < roads->stretch_way[stretch] ||
             (roads->stretch_way[before] == roads->stretch_way[stretch] &&
              before < stretch)))
            continue;
        return map_blame(check, SECTION_STRETCH_BY_WAY, i, error,
                         "stretch %" PRIu32 " of %" PRIu32
                         " does not come after stretch %" PRIu32,
                         stretch, count, before);
    }
    return 0;
}

static int check_components(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    uint32_t most = 0;

    for (uint32_t p = 0; p < roads->piece_count; p++)
        most = roads->component[p] > most ? roads->component[p] : most;
    if (roads->large_count <= most + 1)
        return 0;
    return error_set(error, -EINVAL,
                     "section road_profile: %" PRIu32 " components of %" PRIu32
                     " are large",
                     roads->large_count, most + 1);
}

static int check_arrays(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    int r = map_check_offsets(check, SECTION_FIRST_NODE, 2, roads->node_count,
                              error);

    if (!r)
        r = map_check_offsets(check, SECTION_FIRST_LEAVING, 0,
                              2 * (uint64_t)roads->piece_count, error);
    if (!r)
        r = map_check_all(check, roads->node_count, check_nodes, error);
    if (!r)
        r = map_check_all(check, roads->piece_count, check_pieces, error);
    if (!r)
        r = map_check_offsets(check, SECTION_FIRST_OF_STRETCH, 1,
                              roads->segment_count, error);
    if (!r)
        r = map_check_all(check, roads->piece_count, check_stretches, error);
    if (!r)
        r = map_check_all(check, roads->stretch_count, check_ways, error);
    if (!r)
        r = map_check_all(check, roads->junction_count, check_leaving, error);
    return r ? r : check_components(check, error);
}

/* ---- Texts and attributes --------------------------------------------- */

/* Strings, each a line of UTF-8. */
static int check_text(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    uint64_t size = roads->text_size;
    uint64_t at = 0;

    if (!roads->text[0] && !roads->text[size - 1]) {
        while (at < size) {
            size_t length = strlen(roads->text + at);

            if (!text_is_line(roads->text + at, length))
                break;
            at += length + 1;
        }
        if (at == size)
            return 0;
    }
    return map_blame(
        check, SECTION_ROAD_TEXT, at, error,
        "invalid text: the first is empty, all are UTF-8 and end with NUL");
}

static bool is_text(const struct roads *roads, uint32_t offset)
{
    return offset < roads->text_size && (!offset || !roads->text[offset - 1]);
}

static bool attributes_are_right(const struct roads *roads,
                                 const struct road_attributes *attributes)
{
    return is_text(roads, attributes->name) &&
           is_text(roads, attributes->ref) &&
           is_text(roads, attributes->destinations) &&
           is_text(roads, attributes->exits) &&
           is_text(roads, attributes->pronunciation) &&
           is_text(roads, attributes->lanes[0]) &&
           is_text(roads, attributes->lanes[1]) &&
           !(attributes->class_bits >> roads->profile.class_count) &&
           attributes->mode[0] < MODE_COUNT &&
           attributes->mode[1] < MODE_COUNT &&
           attributes->road_class < ROAD_CLASS_COUNT && !attributes->reserved;
}

static int check_attributes(const struct map_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = begin; i < end; i++) {
        if (attributes_are_right(roads, &roads->attributes[i]))
            continue;
        return map_blame(check, SECTION_ATTRIBUTES, i, error,
                         "an invalid text, class or mode");
    }
    return 0;
}

static int check_conditions(const struct map_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = begin; i < end; i++) {
        const struct condition *condition = &roads->conditions[i];

        if (condition->item >= check->map->topology.arc_count +
                                   UINT64_C(2) * roads->piece_count ||
            (i && condition->item < condition[-1].item) ||
            !is_text(roads, condition->text))
            return map_blame(check, SECTION_CONDITIONS, i, error,
                             "an invalid item or text");
    }
    return 0;
}

static bool facts_are_right(const struct way_facts *facts)
{
    for (int i = 0; i < WORD_FACT_COUNT; i++) {
        if (facts->word[i] >= word_fact_count((enum word_fact)i))
            return false;
    }
    return !(facts->flags & ~WAY_FLAGS) && !facts->reserved;
}

static int check_facts(const struct map_check *check, uint32_t begin,
                       uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = begin; i < end; i++) {
        if (!facts_are_right(&roads->facts[i]))
            return map_blame(check, SECTION_WAY_FACTS, i, error,
                             "an unknown word or flag");
    }
    return 0;
}

static int check_facts_of(const struct map_check *check, uint32_t begin,
                          uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = begin; i < end; i++) {
        if (roads->stretch_facts[i] >= roads->facts_count)
            return map_blame(check, SECTION_STRETCH_FACTS, i, error,
                             "facts %" PRIu32 " of %" PRIu32,
                             roads->stretch_facts[i], roads->facts_count);
    }
    return 0;
}

/* ---- The search graph ---------------------------------------------------- */

/* Not yet the vertex of any edge. */
#define JUNCTION_NONE UINT32_MAX

static bool is_plain(const struct roads *roads, uint32_t vertex)
{
    return roads->vertex_edge[vertex] == EDGE_NONE;
}

/* Whether `vertex` may belong to `edge`, and records that. A plain junction's
 * vertex belongs to several edges. */
static bool take_vertex(const struct map_check *check, uint32_t vertex,
                        uint32_t edge)
{
    const struct roads *roads = &check->map->roads;
    uint32_t *junction;

    if (vertex >= check->map->topology.vertex_count ||
        (!is_plain(roads, vertex) && roads->vertex_edge[vertex] != edge))
        return false;
    junction = &check->vertex_junction[vertex];
    if (*junction != JUNCTION_NONE &&
        (!is_plain(roads, vertex) || *junction != edge_head(roads, edge)))
        return false;
    *junction = edge_head(roads, edge);
    return true;
}

/* The edge's last node has the vertex's position and id. */
static bool is_there(const struct map_check *check, uint32_t vertex,
                     uint32_t edge)
{
    const struct map *map = check->map;
    uint32_t node = edge_last_node(&check->map->roads, edge);

    return map->external_id[vertex] ==
               (uint64_t)check->map->roads.node_id[node] &&
           !memcmp(&map->position[vertex],
                   &check->map->roads.node_position[node],
                   sizeof(struct position));
}

static int blame_end(const struct map_check *check, uint32_t vertex,
                     uint32_t edge, struct error *error)
{
    return map_blame(check, SECTION_EXTERNAL_ID, vertex, error,
                     "vertex %" PRIu32 " is not at the node where edge %" PRIu32
                     " ends",
                     vertex, edge);
}

static int check_ends(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t e = 0; e < 2 * roads->piece_count; e++) {
        uint32_t vertex = roads->end_vertex[e];

        if (vertex == VERTEX_NONE)
            continue;
        if (!take_vertex(check, vertex, e)) {
            return map_blame(check, SECTION_END_VERTEX, e, error,
                             "vertex %" PRIu32 " is not that of edge %" PRIu32,
                             vertex, e);
        }
        if (!is_there(check, vertex, e))
            return blame_end(check, vertex, e, error);
    }
    return 0;
}

/* Only an edge of the graph that does not end at a plain junction has states.
 */
static bool may_have_states(const struct roads *roads, uint32_t edge)
{
    return edge < 2 * roads->piece_count && edge_is_in_graph(roads, edge) &&
           !is_plain(roads, roads->end_vertex[edge]);
}

static int check_states(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t i = 0; i < roads->state_count; i++) {
        uint32_t edge = roads->state_edge[i];
        uint32_t vertex = roads->state_vertex[i];

        if (!may_have_states(roads, edge) ||
            (i && edge < roads->state_edge[i - 1])) {
            return map_blame(check, SECTION_STATE_EDGE, i, error,
                             "edge %" PRIu32 " has no states, or none here",
                             edge);
        }
        if (vertex >= check->map->topology.vertex_count ||
            is_plain(roads, vertex) || !take_vertex(check, vertex, edge)) {
            return map_blame(check, SECTION_STATE_VERTEX, i, error,
                             "vertex %" PRIu32
                             " is not a state of edge %" PRIu32,
                             vertex, edge);
        }
        if (!is_there(check, vertex, edge))
            return blame_end(check, vertex, edge, error);
    }
    return 0;
}

static int check_vertices(const struct map_check *check, uint32_t begin,
                          uint32_t end, struct error *error)
{
    for (uint32_t v = begin; v < end; v++) {
        if (check->vertex_junction[v] != JUNCTION_NONE)
            continue;
        return map_blame(check, SECTION_VERTEX_EDGE, v, error,
                         "vertex %" PRIu32 " is that of no edge", v);
    }
    return 0;
}

/* The vertex of all edges that end at a junction, or VERTEX_NONE if each has
 * its own. False: neither. */
static bool find_plain_vertex(const struct roads *roads, uint32_t junction,
                              uint32_t *ret_vertex)
{
    bool found = false;

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t vertex = roads->end_vertex[edge_reverse(roads->leaving[i])];
        uint32_t plain;

        if (vertex == VERTEX_NONE)
            continue;
        plain = is_plain(roads, vertex) ? vertex : VERTEX_NONE;
        if (found && plain != *ret_vertex)
            return false;
        *ret_vertex = plain;
        found = true;
    }
    return true;
}

static int check_junctions(const struct map_check *check, uint32_t begin,
                           uint32_t end, struct error *error)
{
    const struct roads *roads = &check->map->roads;

    for (uint32_t j = begin; j < end; j++) {
        uint32_t vertex = VERTEX_NONE;

        if (find_plain_vertex(roads, j, &vertex))
            continue;
        return map_blame(check, SECTION_END_VERTEX,
                         edge_reverse(roads->leaving[roads->first_leaving[j]]),
                         error,
                         "some edges that end at junction %" PRIu32
                         " have a vertex in common, others do not",
                         j);
    }
    return 0;
}

/* Whether the arc weighs its turn plus the edge, or is closed as the edge is.
 */
static bool weighs_right(const struct map_check *check, uint32_t arc,
                         uint32_t edge)
{
    const struct weight_arrays *imported = &check->map->imported;
    uint64_t sum = (uint64_t)imported->turn[arc] + check->edge_weight[edge];

    return sum <= WEIGHT_MAX &&
           imported->arcs.weight[arc] ==
               (edge_is_open(&check->map->roads, edge) ? sum : WEIGHT_CLOSED);
}

/* Whether the arc enters an edge that begins where the vertex lies, weighs what
 * it should, and leads to the edge's end or a state of it. */
static bool arc_is_right(const struct map_check *check, uint32_t tail,
                         uint32_t arc)
{
    const struct map *map = check->map;
    const struct roads *roads = &check->map->roads;
    uint32_t edge = roads->arc_edge[arc];
    uint32_t head = map->topology.head[arc];

    return edge < 2 * roads->piece_count && edge_is_in_graph(roads, edge) &&
           edge_tail(roads, edge) == check->vertex_junction[tail] &&
           (head == roads->end_vertex[edge] ||
            roads->vertex_edge[head] == edge) &&
           weighs_right(check, arc, edge) &&
           map->road_class[arc] ==
               roads_attributes(roads, edge_piece(edge))->road_class;
}

static int blame_arc(const struct map_check *check, uint32_t arc,
                     struct error *error)
{
    return map_blame(check, SECTION_ARC_EDGE, arc, error,
                     "arc %" PRIu32
                     " is not a turn there, or does not weigh what its "
                     "turn and its edge",
                     arc);
}

/* From a plain junction an arc leads into each open edge, at no cost.
 * `ret_arc`: the first wrong arc, or the end of the vertex's arcs. */
static bool leads_everywhere(const struct map_check *check, uint32_t vertex,
                             uint32_t *ret_arc)
{
    const struct roads *roads = &check->map->roads;
    uint32_t junction = check->vertex_junction[vertex];
    uint32_t arc = check->map->topology.first_out[vertex];
    uint32_t end = check->map->topology.first_out[vertex + 1];

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        if (!edge_is_in_graph(roads, roads->leaving[i]))
            continue;
        *ret_arc = arc;
        if (arc == end || roads->arc_edge[arc] != roads->leaving[i] ||
            check->map->imported.turn[arc] ||
            check->map->imported.turn_duration_ms[arc])
            return false;
        arc++;
    }
    *ret_arc = arc;
    return arc == end;
}

static int check_plain_arcs(const struct map_check *check, uint32_t vertex,
                            struct error *error)
{
    uint32_t arc;

    if (leads_everywhere(check, vertex, &arc))
        return 0;
    return map_blame(
        check, SECTION_ARC_EDGE, arc, error,
        "vertex %" PRIu32 " does not lead into each edge at no cost", vertex);
}

static int check_arcs(const struct map_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const uint32_t *first_out = check->map->topology.first_out;

    for (uint32_t v = begin; v < end; v++) {
        int r = 0;

        for (uint32_t a = first_out[v]; a < first_out[v + 1] && !r; a++) {
            if (!arc_is_right(check, v, a))
                r = blame_arc(check, a, error);
        }
        if (!r && is_plain(&check->map->roads, v))
            r = check_plain_arcs(check, v, error);
        if (r)
            return r;
    }
    return 0;
}

static int check_graph(const struct map_check *check, struct error *error)
{
    uint32_t n = check->map->topology.vertex_count;
    int r;

    for (uint32_t v = 0; v < n; v++)
        check->vertex_junction[v] = JUNCTION_NONE;
    r = check_ends(check, error);
    if (!r)
        r = check_states(check, error);
    if (!r)
        r = map_check_all(check, n, check_vertices, error);
    if (!r)
        r = map_check_all(check, check->map->roads.junction_count,
                          check_junctions, error);
    return r ? r : map_check_all(check, n, check_arcs, error);
}

/* ---- All of it ----------------------------------------------------------- */

static int check_roads(const struct map_check *check, struct error *error)
{
    const struct roads *roads = &check->map->roads;
    int r = check_arrays(check, error);

    if (!r)
        r = check_text(check, error);
    if (!r)
        r = map_check_all(check, roads->attributes_count, check_attributes,
                          error);
    if (!r)
        r = map_check_all(check, roads->condition_count, check_conditions,
                          error);
    if (!r)
        r = map_check_all(check, roads->facts_count, check_facts, error);
    if (!r && roads->facts)
        r = map_check_all(check, roads->stretch_count, check_facts_of, error);
    if (!r)
        r = check_graph(check, error);
    return r ? r : segment_tree_verify(roads, error);
}

int roads_verify(struct map_check *check, struct error *error)
{
    size_t edges = 2 * (size_t)check->map->roads.piece_count;
    int r;

    check->edge_weight = array_alloc(edges, sizeof(uint32_t));
    check->vertex_junction =
        array_alloc(check->map->topology.vertex_count, sizeof(uint32_t));
    r = check->edge_weight && check->vertex_junction ? check_roads(check, error)
                                                     : error_no_memory(error);
    free(check->edge_weight);
    free(check->vertex_junction);
    return r;
}
