#include "core/graph/roads/roads_arrays.h"

#include <string.h>

#define ARRAY(name, field, length)                                             \
    {                                                                          \
        name, offsetof(struct roads, field),                                   \
            sizeof(*((struct roads *)NULL)->field), length, false              \
    }
#define WEIGHTS(name, field, length)                                           \
    {                                                                          \
        name, offsetof(struct weight_arrays, field), sizeof(uint32_t), length, \
            true                                                               \
    }

const struct roads_array roads_arrays[ROADS_ARRAY_COUNT] = {
    ARRAY("first_node", first_node, ROADS_PIECE_OFFSETS),
    ARRAY("node_id", node_id, ROADS_NODES),
    ARRAY("node_position", node_position, ROADS_NODES),
    ARRAY("node_by_id", node_by_id, ROADS_NODES),
    WEIGHTS("segment_weight", segment, ROADS_SEGMENT_DIRECTIONS),
    WEIGHTS("segment_ms", segment_duration_ms, ROADS_SEGMENT_DIRECTIONS),
    ARRAY("segment_length", segment_length_mm, ROADS_SEGMENTS),
    ARRAY("piece_attributes", piece_attributes, ROADS_PIECES),
    ARRAY("attributes", attributes, ROADS_ATTRIBUTES),
    ARRAY("road_text", text, ROADS_TEXT),
    ARRAY("piece_end", piece_end, ROADS_EDGES),
    ARRAY("first_leaving", first_leaving, ROADS_JUNCTION_OFFSETS),
    ARRAY("leaving", leaving, ROADS_EDGES),
    ARRAY("component", component, ROADS_PIECES),
    ARRAY("end_vertex", end_vertex, ROADS_EDGES),
    ARRAY("state_edge", state_edge, ROADS_STATES),
    ARRAY("state_vertex", state_vertex, ROADS_STATES),
    ARRAY("vertex_edge", vertex_edge, ROADS_VERTICES),
    ARRAY("arc_edge", arc_edge, ROADS_ARCS),
    WEIGHTS("turn_weight", turn, ROADS_ARCS),
    WEIGHTS("turn_ms", turn_duration_ms, ROADS_ARCS),
    ARRAY("tree_place", tree.node, ROADS_SEGMENTS),
    ARRAY("tree_box", tree.box, ROADS_BOXES),
};

uint64_t roads_array_length(const struct roads *roads,
                            const struct topology *topology,
                            enum roads_length length)
{
    const uint64_t lengths[ROADS_LENGTHS] = {
        [ROADS_PIECES] = roads->piece_count,
        [ROADS_PIECE_OFFSETS] = (uint64_t)roads->piece_count + 1,
        [ROADS_EDGES] = 2 * (uint64_t)roads->piece_count,
        [ROADS_NODES] = roads->node_count,
        [ROADS_SEGMENTS] = roads->segment_count,
        [ROADS_SEGMENT_DIRECTIONS] = 2 * (uint64_t)roads->segment_count,
        [ROADS_ATTRIBUTES] = roads->attributes_count,
        [ROADS_TEXT] = roads->text_size,
        [ROADS_JUNCTION_OFFSETS] = (uint64_t)roads->junction_count + 1,
        [ROADS_STATES] = roads->state_count,
        [ROADS_BOXES] = roads->tree.box_count,
        [ROADS_VERTICES] = topology->vertex_count,
        [ROADS_ARCS] = topology->arc_count,
    };

    return lengths[length];
}

/* Relies on pointers to all object types having one representation. */
const void *roads_array_get(const struct roads *roads,
                            const struct weight_arrays *weights,
                            const struct roads_array *array)
{
    const char *of =
        array->of_weights ? (const char *)weights : (const char *)roads;
    const void *elements;

    memcpy(&elements, of + array->offset, sizeof(elements));
    return elements;
}

void roads_array_set(struct roads *roads, struct weight_arrays *weights,
                     const struct roads_array *array, const void *elements)
{
    char *of = array->of_weights ? (char *)weights : (char *)roads;

    memcpy(of + array->offset, &elements, sizeof(elements));
}
