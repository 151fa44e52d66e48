/* roads_verify_graph: whether vertices and arcs are those of the roads. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/roads/roads_check.h"

/* Not yet the vertex of any edge. */
#define JUNCTION_NONE UINT32_MAX

static bool is_plain(const struct roads *roads, uint32_t vertex)
{
    return roads->vertex_edge[vertex] == EDGE_NONE;
}

/* Whether `vertex` may be one of `edge`, and notes that. A plain junction's is
 * one of several. */
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

/* The node where the edge ends is the vertex's. */
static bool is_there(const struct roads_check *check, uint32_t vertex,
                     uint32_t edge)
{
    const struct map *map = check->map;
    uint32_t place = edge_last_place(check->roads, edge);

    return map->external_id[vertex] == (uint64_t)check->roads->node_id[place] &&
           !memcmp(&map->position[vertex], &check->roads->node_position[place],
                   sizeof(struct position));
}

static int blame_place(const struct roads_check *check, uint32_t vertex,
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
            return blame_place(check, vertex, e, error);
    }
    return 0;
}

/* Only an open edge that does not end at a plain junction has some. */
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
            return blame_place(check, vertex, edge, error);
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

/* The vertex of all edges that end at a junction, or VERTEX_NONE where each has
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

/* It enters an edge that begins where the vertex is, weighs its turn and the
 * edge, and leads to the edge's end or a state of it. */
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
           (uint64_t)roads->turn_weight[arc] + check->edge_weight[edge] ==
               map->weights.weight[arc] &&
           map->weights.weight[arc] <= WEIGHT_MAX &&
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

/* From a plain junction an arc leads into each open edge, at no cost. The first
 * that does not, or the end of the vertex's arcs where that is right. */
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
            roads->turn_weight[arc] || roads->turn_duration_ms[arc])
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

int roads_check_graph(const struct roads_check *check, struct error *error)
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
