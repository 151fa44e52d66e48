/* roads_verify: the checks, in the order in which they rely on each other:
 * pieces, nodes and junctions; texts and attributes; the search graph. */
#include "core/graph/map_file/roads_verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/graph/map.h"

struct roads_check {
    const struct map *map;
    const struct roads *roads; /* the map's */
    const void *image;         /* NULL: none */
    unsigned threads;
    uint32_t *edge_weight;     /* [2 * piece_count] the sum of each edge's
                                  segments */
    uint32_t *vertex_junction; /* [vertex_count] the junction where each
                                  vertex lies */
};

/* Checks the elements [begin, end). */
typedef int roads_check_range(const struct roads_check *check, uint32_t begin,
                              uint32_t end, struct error *error);

/* ---- Parts and blame ----------------------------------------------------- */

/* Elements per part. */
enum { PART = 1 << 15 };

struct parts {
    const struct roads_check *check;
    uint32_t count;
    roads_check_range *range;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct parts *parts = context;
    uint32_t begin = (uint32_t)part * PART;
    uint32_t end = parts->count - begin > PART ? begin + PART : parts->count;

    return parts->range(parts->check, begin, end, error);
}

/* Runs `range` over [0, count) in parts, on all threads; reports the first
 * error in the order of elements. */
static int roads_check_all(const struct roads_check *check, uint32_t count,
                           roads_check_range *range, struct error *error)
{
    struct parts parts = {check, count, range};

    return parallel_run(check->threads, ((size_t)count + PART - 1) / PART,
                        run_part, &parts, error);
}

/* Prefixes the error with a section and the location of element `index` of its
 * array; returns -EINVAL. */
static int roads_blame(const struct roads_check *check, const char *section,
                       const void *array, size_t element_size, uint64_t index,
                       struct error *error)
{
    if (check->image)
        error_prefix(error, "section %s: byte %td", section,
                     (const char *)array - (const char *)check->image +
                         (ptrdiff_t)(index * element_size));
    else
        error_prefix(error, "%s[%" PRIu64 "]", section, index);
    return -EINVAL;
}
#define ROADS_BLAME(check, section, array, index, error)                       \
    roads_blame(check, section, array, sizeof(*(array)), index, error)

/* ---- Pieces, nodes, junctions ----------------------------------------- */

/* Pieces and their nodes, edges and junctions, each by itself. Offsets and
 * indices are checked first, so that later checks stay within their arrays. */

static int check_offsets(const struct roads_check *check, const char *section,
                         const uint32_t *first, uint32_t count, uint32_t least,
                         uint32_t end, struct error *error)
{
    uint32_t at = 0;

    if (first[0] == 0) {
        for (at = 1; at <= count; at++) {
            if (first[at] < first[at - 1] ||
                first[at] - first[at - 1] < least || first[at] > end)
                break;
        }
        if (at > count && first[count] == end)
            return 0;
        if (at > count)
            at = count;
    }
    error_set(error, -EINVAL,
              "offset %" PRIu32 ", but they ascend from 0 to %" PRIu32
              " by %" PRIu32 " at least",
              first[at], end, least);
    return ROADS_BLAME(check, section, first, at, error);
}

static bool on_earth(struct position position)
{
    return position.lon_e7 >= -1800000000 && position.lon_e7 <= 1800000000 &&
           position.lat_e7 >= -900000000 && position.lat_e7 <= 900000000;
}

/* By id, then by number: node_count different nodes are all. */
static int check_nodes(const struct roads_check *check, uint32_t begin,
                       uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t node = roads->node_by_id[i];
        uint32_t before = i ? roads->node_by_id[i - 1] : 0;

        if (!on_earth(roads->node_position[i])) {
            error_set(error, -EINVAL, "node %" PRIu32 " is not on the earth",
                      i);
            return ROADS_BLAME(check, "node_position", roads->node_position, i,
                               error);
        }
        if (node < roads->node_count && before < roads->node_count &&
            (!i || roads->node_id[before] < roads->node_id[node] ||
             (roads->node_id[before] == roads->node_id[node] && before < node)))
            continue;
        error_set(error, -EINVAL,
                  "node %" PRIu32 " of %" PRIu32 " does not come after node "
                  "%" PRIu32,
                  node, roads->node_count, before);
        return ROADS_BLAME(check, "node_by_id", roads->node_by_id, i, error);
    }
    return 0;
}

static int check_words(const struct roads_check *check, const char *section,
                       const uint32_t *words, uint32_t begin, uint32_t end,
                       uint32_t below, struct error *error)
{
    uint32_t at = begin;

    while (at < end && words[at] < below)
        at++;
    if (at == end)
        return 0;
    error_set(error, -EINVAL, "%" PRIu32 " is not below %" PRIu32, words[at],
              below);
    return ROADS_BLAME(check, section, words, at, error);
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
static int check_sum(const struct roads_check *check, const char *section,
                     const uint32_t *value, uint32_t edge, uint64_t *ret_sum,
                     struct error *error)
{
    const struct roads *roads = check->roads;
    uint64_t most = roads->end_vertex[edge] == VERTEX_NONE ? 0 : WEIGHT_MAX;
    uint32_t first, end;

    *ret_sum = sum_segments(roads, edge, value);
    if (*ret_sum <= most)
        return 0;
    piece_segments(roads, edge_piece(edge), &first, &end);
    error_set(error, -EINVAL,
              "edge %" PRIu32 " adds up to %" PRIu64 ", at most %" PRIu64
              " is allowed",
              edge, *ret_sum, most);
    return ROADS_BLAME(check, section, value, 2 * (uint64_t)first + edge % 2,
                       error);
}

static int sum_edges(const struct roads_check *check, uint32_t begin,
                     uint32_t end, struct error *error)
{
    const struct weight_arrays *weights = &check->map->imported;

    for (uint32_t e = 2 * begin; e < 2 * end; e++) {
        uint64_t weight, duration;
        int r = check_sum(check, "segment_weight", weights->segment, e, &weight,
                          error);

        if (!r && weights->segment_duration_ms != weights->segment)
            r = check_sum(check, "segment_ms", weights->segment_duration_ms, e,
                          &duration, error);
        if (r)
            return r;
        check->edge_weight[e] = (uint32_t)weight;
    }
    return 0;
}

static int check_pieces(const struct roads_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;
    int r = check_words(check, "piece_attributes", roads->piece_attributes,
                        begin, end, roads->attributes_count, error);

    if (!r)
        r = check_words(check, "piece_end", roads->piece_end, 2 * begin,
                        2 * end, roads->junction_count, error);
    if (!r)
        r = check_words(check, "leaving", roads->leaving, 2 * begin, 2 * end,
                        2 * roads->piece_count, error);
    if (!r)
        r = check_words(check, "component", roads->component, begin, end,
                        roads->piece_count, error);
    return r ? r : sum_edges(check, begin, end, error);
}

/* Each edge where it begins: as many different edges as there are, so all. */
static int check_leaving(const struct roads_check *check, uint32_t begin,
                         uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t j = begin; j < end; j++) {
        for (uint32_t i = roads->first_leaving[j];
             i < roads->first_leaving[j + 1]; i++) {
            uint32_t edge = roads->leaving[i];

            if (roads->piece_end[edge] == j &&
                (i == roads->first_leaving[j] || roads->leaving[i - 1] < edge))
                continue;
            error_set(error, -EINVAL,
                      "edge %" PRIu32 " among those that leave junction "
                      "%" PRIu32,
                      edge, j);
            return ROADS_BLAME(check, "leaving", roads->leaving, i, error);
        }
    }
    return 0;
}

static int check_components(const struct roads_check *check,
                            struct error *error)
{
    const struct roads *roads = check->roads;
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

/* The parts, in the order in which they rely on each other: pieces, nodes and
 * junctions, which fills edge_weight; texts and attributes; whether vertices
 * and arcs match the roads, which fills vertex_junction. */
static int roads_check_arrays(const struct roads_check *check,
                              struct error *error)
{
    const struct roads *roads = check->roads;
    int r = check_offsets(check, "first_node", roads->first_node,
                          roads->piece_count, 2, roads->node_count, error);

    if (!r)
        r = check_offsets(check, "first_leaving", roads->first_leaving,
                          roads->junction_count, 0, 2 * roads->piece_count,
                          error);
    if (!r)
        r = roads_check_all(check, roads->node_count, check_nodes, error);
    if (!r)
        r = roads_check_all(check, roads->piece_count, check_pieces, error);
    if (!r)
        r = roads_check_all(check, roads->junction_count, check_leaving, error);
    return r ? r : check_components(check, error);
}

/* ---- Texts and attributes --------------------------------------------- */

/* Strings, each a line of UTF-8. */
static int check_text(const struct roads_check *check, struct error *error)
{
    const struct roads *roads = check->roads;
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
    error_set(error, -EINVAL,
              "no text: the first is empty, all are UTF-8 and end with NUL");
    return ROADS_BLAME(check, "road_text", roads->text, at, error);
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

static int check_attributes(const struct roads_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t i = begin; i < end; i++) {
        if (attributes_are_right(roads, &roads->attributes[i]))
            continue;
        error_set(error, -EINVAL,
                  "a text that is none, or a class or mode that is not known");
        return ROADS_BLAME(check, "attributes", roads->attributes, i, error);
    }
    return 0;
}

static int roads_check_attributes(const struct roads_check *check,
                                  struct error *error)
{
    int r = check_text(check, error);

    return r ? r
             : roads_check_all(check, check->roads->attributes_count,
                               check_attributes, error);
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
static bool take_vertex(const struct roads_check *check, uint32_t vertex,
                        uint32_t edge)
{
    const struct roads *roads = check->roads;
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
static bool is_there(const struct roads_check *check, uint32_t vertex,
                     uint32_t edge)
{
    const struct map *map = check->map;
    uint32_t node = edge_last_node(check->roads, edge);

    return map->external_id[vertex] == (uint64_t)check->roads->node_id[node] &&
           !memcmp(&map->position[vertex], &check->roads->node_position[node],
                   sizeof(struct position));
}

static int blame_end(const struct roads_check *check, uint32_t vertex,
                     uint32_t edge, struct error *error)
{
    const struct map *map = check->map;

    error_set(error, -EINVAL,
              "vertex %" PRIu32 " is not at the node where edge %" PRIu32
              " ends",
              vertex, edge);
    return ROADS_BLAME(check, "external_id", map->external_id, vertex, error);
}

static int check_ends(const struct roads_check *check, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t e = 0; e < 2 * roads->piece_count; e++) {
        uint32_t vertex = roads->end_vertex[e];

        if (vertex == VERTEX_NONE)
            continue;
        if (!take_vertex(check, vertex, e)) {
            error_set(error, -EINVAL,
                      "vertex %" PRIu32 " is not that of edge %" PRIu32, vertex,
                      e);
            return ROADS_BLAME(check, "end_vertex", roads->end_vertex, e,
                               error);
        }
        if (!is_there(check, vertex, e))
            return blame_end(check, vertex, e, error);
    }
    return 0;
}

/* Only an open edge that does not end at a plain junction has states. */
static bool may_have_states(const struct roads *roads, uint32_t edge)
{
    return edge < 2 * roads->piece_count && edge_is_open(roads, edge) &&
           !is_plain(roads, roads->end_vertex[edge]);
}

static int check_states(const struct roads_check *check, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t i = 0; i < roads->state_count; i++) {
        uint32_t edge = roads->state_edge[i];
        uint32_t vertex = roads->state_vertex[i];

        if (!may_have_states(roads, edge) ||
            (i && edge < roads->state_edge[i - 1])) {
            error_set(error, -EINVAL,
                      "edge %" PRIu32 " has no states, or none here", edge);
            return ROADS_BLAME(check, "state_edge", roads->state_edge, i,
                               error);
        }
        if (vertex >= check->map->topology.vertex_count ||
            is_plain(roads, vertex) || !take_vertex(check, vertex, edge)) {
            error_set(error, -EINVAL,
                      "vertex %" PRIu32 " is no state of edge %" PRIu32, vertex,
                      edge);
            return ROADS_BLAME(check, "state_vertex", roads->state_vertex, i,
                               error);
        }
        if (!is_there(check, vertex, edge))
            return blame_end(check, vertex, edge, error);
    }
    return 0;
}

static int check_vertices(const struct roads_check *check, uint32_t begin,
                          uint32_t end, struct error *error)
{
    for (uint32_t v = begin; v < end; v++) {
        if (check->vertex_junction[v] != JUNCTION_NONE)
            continue;
        error_set(error, -EINVAL, "vertex %" PRIu32 " is that of no edge", v);
        return ROADS_BLAME(check, "vertex_edge", check->roads->vertex_edge, v,
                           error);
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

static int check_junctions(const struct roads_check *check, uint32_t begin,
                           uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t j = begin; j < end; j++) {
        uint32_t vertex = VERTEX_NONE;

        if (find_plain_vertex(roads, j, &vertex))
            continue;
        error_set(error, -EINVAL,
                  "some edges that end at junction %" PRIu32
                  " have a vertex in common, others do not",
                  j);
        return ROADS_BLAME(
            check, "end_vertex", roads->end_vertex,
            edge_reverse(roads->leaving[roads->first_leaving[j]]), error);
    }
    return 0;
}

/* Whether the arc enters an edge that begins where the vertex lies, weighs its
 * turn plus the edge, and leads to the edge's end or a state of it. */
static bool arc_is_right(const struct roads_check *check, uint32_t tail,
                         uint32_t arc)
{
    const struct map *map = check->map;
    const struct roads *roads = check->roads;
    uint32_t edge = roads->arc_edge[arc];
    uint32_t head = map->topology.head[arc];

    return edge < 2 * roads->piece_count && edge_is_open(roads, edge) &&
           edge_tail(roads, edge) == check->vertex_junction[tail] &&
           (head == roads->end_vertex[edge] ||
            roads->vertex_edge[head] == edge) &&
           (uint64_t)map->imported.turn[arc] + check->edge_weight[edge] ==
               map->imported.arcs.weight[arc] &&
           map->imported.arcs.weight[arc] <= WEIGHT_MAX &&
           map->road_class[arc] ==
               roads_attributes(roads, edge_piece(edge))->road_class;
}

static int blame_arc(const struct roads_check *check, uint32_t arc,
                     struct error *error)
{
    error_set(error, -EINVAL,
              "arc %" PRIu32 " is no turn there, or weighs not as much as its "
              "turn and its edge",
              arc);
    return ROADS_BLAME(check, "arc_edge", check->roads->arc_edge, arc, error);
}

/* From a plain junction an arc leads into each open edge, at no cost.
 * `ret_arc`: the first wrong arc, or the end of the vertex's arcs. */
static bool leads_everywhere(const struct roads_check *check, uint32_t vertex,
                             uint32_t *ret_arc)
{
    const struct roads *roads = check->roads;
    uint32_t junction = check->vertex_junction[vertex];
    uint32_t arc = check->map->topology.first_out[vertex];
    uint32_t end = check->map->topology.first_out[vertex + 1];

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        if (!edge_is_open(roads, roads->leaving[i]))
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

static int check_plain_arcs(const struct roads_check *check, uint32_t vertex,
                            struct error *error)
{
    uint32_t arc;

    if (leads_everywhere(check, vertex, &arc))
        return 0;
    error_set(error, -EINVAL,
              "vertex %" PRIu32 " does not lead into each edge at no cost",
              vertex);
    return ROADS_BLAME(check, "arc_edge", check->roads->arc_edge, arc, error);
}

static int check_arcs(const struct roads_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const uint32_t *first_out = check->map->topology.first_out;

    for (uint32_t v = begin; v < end; v++) {
        int r = 0;

        for (uint32_t a = first_out[v]; a < first_out[v + 1] && !r; a++) {
            if (!arc_is_right(check, v, a))
                r = blame_arc(check, a, error);
        }
        if (!r && is_plain(check->roads, v))
            r = check_plain_arcs(check, v, error);
        if (r)
            return r;
    }
    return 0;
}

static int roads_check_graph(const struct roads_check *check,
                             struct error *error)
{
    uint32_t n = check->map->topology.vertex_count;
    int r;

    for (uint32_t v = 0; v < n; v++)
        check->vertex_junction[v] = JUNCTION_NONE;
    r = check_ends(check, error);
    if (!r)
        r = check_states(check, error);
    if (!r)
        r = roads_check_all(check, n, check_vertices, error);
    if (!r)
        r = roads_check_all(check, check->roads->junction_count,
                            check_junctions, error);
    if (!r)
        r = roads_check_all(check, n, check_arcs, error);
    return r;
}

/* ---- All of it ----------------------------------------------------------- */

static int check_roads(const struct roads_check *check, struct error *error)
{
    int r = roads_check_arrays(check, error);

    if (!r)
        r = roads_check_attributes(check, error);
    if (!r)
        r = roads_check_graph(check, error);
    return r ? r : segment_tree_verify(check->roads, error);
}

int roads_verify(const struct map *map, const void *image, unsigned threads,
                 struct error *error)
{
    struct roads_check check = {map, &map->roads, image, threads, NULL, NULL};
    int r;

    check.edge_weight =
        array_alloc(2 * (size_t)map->roads.piece_count, sizeof(uint32_t));
    check.vertex_junction =
        array_alloc(map->topology.vertex_count, sizeof(uint32_t));
    r = check.edge_weight && check.vertex_junction ? check_roads(&check, error)
                                                   : error_no_memory(error);
    free(check.edge_weight);
    free(check.vertex_junction);
    return r;
}
