#include "core/graph/map_arrays.h"

#include <string.h>

#define TEXT(name)                                                             \
    {                                                                          \
        name, 0, 1, LENGTH_TEXT, false                                         \
    }
#define ARRAY(name, field, length)                                             \
    {                                                                          \
        name, offsetof(struct map, field),                                     \
            sizeof(*((struct map *)NULL)->field), length, false                \
    }
#define REQUIRED(name, field, length)                                          \
    {                                                                          \
        name, offsetof(struct map, field),                                     \
            sizeof(*((struct map *)NULL)->field), length, true                 \
    }

/* Map files contain them. */
_Static_assert(sizeof(struct position) == 8, "a position's size is fixed");
_Static_assert(sizeof(struct segment_box) == 16, "a box's size is fixed");
_Static_assert(sizeof(struct road_attributes) == 56,
               "the size of attributes is fixed");
_Static_assert(sizeof(struct way_facts) == 24, "the size of facts is fixed");

static const struct map_array arrays[SECTION_END] = {
    [SECTION_INFO] = {"info", 0, 1, LENGTH_TEXT, true},
    [SECTION_FIRST_OUT] =
        REQUIRED("first_out", topology.first_out, LENGTH_VERTEX_OFFSETS),
    [SECTION_HEAD] = REQUIRED("head", topology.head, LENGTH_ARCS),
    [SECTION_WEIGHT] = REQUIRED("weight", imported.arcs.weight, LENGTH_ARCS),
    [SECTION_EXTERNAL_ID] =
        REQUIRED("external_id", external_id, LENGTH_VERTICES),
    [SECTION_VERTEX_BY_ID] =
        REQUIRED("vertex_by_id", vertex_by_id, LENGTH_VERTICES),
    [SECTION_POSITION] = ARRAY("position", position, LENGTH_VERTICES),
    [SECTION_ROAD_CLASS] = ARRAY("road_class", road_class, LENGTH_ARCS),

#define HIERARCHY(name, field, length) ARRAY(name, hierarchy.field, length)
    [SECTION_FIRST_VERTEX] =
        HIERARCHY("first_vertex", first_vertex, LENGTH_SUPERNODE_OFFSETS),
    [SECTION_PARENT] = HIERARCHY("parent", parent, LENGTH_SUPERNODES),
    [SECTION_FIRST_CHILD] =
        HIERARCHY("first_child", first_child, LENGTH_SUPERNODE_OFFSETS),
    [SECTION_CHILD] = HIERARCHY("child", child, LENGTH_CHILDREN),
    [SECTION_FIRST_OF_LEVEL] =
        HIERARCHY("first_of_level", first_of_level, LENGTH_LEVEL_OFFSETS),
    [SECTION_BY_LEVEL] = HIERARCHY("by_level", by_level, LENGTH_SUPERNODES),
    [SECTION_FIRST_UPPER] =
        HIERARCHY("first_upper", first_upward, LENGTH_SUPERNODE_OFFSETS),
    [SECTION_UPPER] = HIERARCHY("upper", upward, LENGTH_UPWARD),
    [SECTION_PLACE] = HIERARCHY("place", parent_index, LENGTH_UPWARD),
    [SECTION_FIRST_ENTRY] =
        HIERARCHY("first_entry", first_panel, LENGTH_SUPERNODE_OFFSETS),
    [SECTION_FIRST_SCHUR] =
        HIERARCHY("first_schur", first_schur, LENGTH_SUPERNODE_OFFSETS),
    [SECTION_SUPERNODE] = HIERARCHY("supernode", supernode, LENGTH_VERTICES),
    [SECTION_DEPTH] = HIERARCHY("depth", depth, LENGTH_VERTICES),
    [SECTION_ARC_ENTRY] = HIERARCHY("arc_entry", arc_slot, LENGTH_ARCS),
    [SECTION_ARC_BY_ENTRY] =
        HIERARCHY("arc_by_entry", arc_by_slot, LENGTH_ARCS),

#define ROADS(name, field, length)   ARRAY(name, roads.field, length)
#define WEIGHTS(name, field, length) ARRAY(name, imported.field, length)
    [SECTION_FIRST_NODE] =
        ROADS("first_node", first_node, LENGTH_PIECE_OFFSETS),
    [SECTION_NODE_ID] = ROADS("node_id", node_id, LENGTH_NODES),
    [SECTION_NODE_POSITION] =
        ROADS("node_position", node_position, LENGTH_NODES),
    [SECTION_NODE_BY_ID] = ROADS("node_by_id", node_by_id, LENGTH_NODES),
    [SECTION_SEGMENT_WEIGHT] =
        WEIGHTS("segment_weight", segment, LENGTH_SEGMENT_DIRECTIONS),
    [SECTION_SEGMENT_MS] =
        WEIGHTS("segment_ms", segment_duration_ms, LENGTH_SEGMENT_DIRECTIONS),
    [SECTION_SEGMENT_LENGTH] =
        ROADS("segment_length", segment_length_mm, LENGTH_SEGMENTS),
    [SECTION_PIECE_ATTRIBUTES] =
        ROADS("piece_attributes", piece_attributes, LENGTH_PIECES),
    [SECTION_ATTRIBUTES] = ROADS("attributes", attributes, LENGTH_ATTRIBUTES),
    [SECTION_ROAD_TEXT] = ROADS("road_text", text, LENGTH_ROAD_TEXT),
    [SECTION_PIECE_END] = ROADS("piece_end", piece_end, LENGTH_EDGES),
    [SECTION_FIRST_LEAVING] =
        ROADS("first_leaving", first_leaving, LENGTH_JUNCTION_OFFSETS),
    [SECTION_LEAVING] = ROADS("leaving", leaving, LENGTH_EDGES),
    [SECTION_COMPONENT] = ROADS("component", component, LENGTH_PIECES),
    [SECTION_END_VERTEX] = ROADS("end_vertex", end_vertex, LENGTH_EDGES),
    [SECTION_STATE_EDGE] = ROADS("state_edge", state_edge, LENGTH_STATES),
    [SECTION_STATE_VERTEX] = ROADS("state_vertex", state_vertex, LENGTH_STATES),
    [SECTION_VERTEX_EDGE] = ROADS("vertex_edge", vertex_edge, LENGTH_VERTICES),
    [SECTION_ARC_EDGE] = ROADS("arc_edge", arc_edge, LENGTH_ARCS),
    [SECTION_TURN_WEIGHT] = WEIGHTS("turn_weight", turn, LENGTH_ARCS),
    [SECTION_TURN_MS] = WEIGHTS("turn_ms", turn_duration_ms, LENGTH_ARCS),
    [SECTION_TREE_PLACE] = ROADS("tree_place", tree.node, LENGTH_SEGMENTS),
    [SECTION_TREE_BOX] = ROADS("tree_box", tree.box, LENGTH_BOXES),
    [SECTION_ROAD_PROFILE] = TEXT("road_profile"),
    [SECTION_REPORT] = TEXT("report"),
    [SECTION_FIRST_OF_STRETCH] =
        ROADS("first_of_stretch", first_of_stretch, LENGTH_STRETCH_OFFSETS),
    [SECTION_STRETCH_WAY] = ROADS("stretch_way", stretch_way, LENGTH_STRETCHES),
    [SECTION_STRETCH_BY_WAY] =
        ROADS("stretch_by_way", stretch_by_way, LENGTH_STRETCHES),
    [SECTION_CONDITIONS] = ROADS("conditions", conditions, LENGTH_CONDITIONS),
    [SECTION_STRETCH_FACTS] =
        ROADS("stretch_facts", stretch_facts, LENGTH_STRETCHES),
    [SECTION_WAY_FACTS] = ROADS("way_facts", facts, LENGTH_WAY_FACTS),
};

const struct map_array *map_array(uint32_t id)
{
    return id < SECTION_END && arrays[id].name ? &arrays[id] : NULL;
}

uint64_t map_length(const struct map *map, enum map_length length)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    const struct roads *roads = &map->roads;
    const uint64_t lengths[LENGTH_KINDS] = {
        [LENGTH_VERTICES] = map->topology.vertex_count,
        [LENGTH_VERTEX_OFFSETS] = (uint64_t)map->topology.vertex_count + 1,
        [LENGTH_ARCS] = map->topology.arc_count,
        [LENGTH_SUPERNODES] = hierarchy->supernode_count,
        [LENGTH_SUPERNODE_OFFSETS] = (uint64_t)hierarchy->supernode_count + 1,
        [LENGTH_LEVEL_OFFSETS] = (uint64_t)hierarchy->level_count + 1,
        [LENGTH_CHILDREN] = hierarchy->child_count,
        [LENGTH_UPWARD] = hierarchy->upward_count,
        [LENGTH_PIECES] = roads->piece_count,
        [LENGTH_PIECE_OFFSETS] = (uint64_t)roads->piece_count + 1,
        [LENGTH_EDGES] = 2 * (uint64_t)roads->piece_count,
        [LENGTH_NODES] = roads->node_count,
        [LENGTH_SEGMENTS] = roads->segment_count,
        [LENGTH_SEGMENT_DIRECTIONS] = 2 * (uint64_t)roads->segment_count,
        [LENGTH_ATTRIBUTES] = roads->attributes_count,
        [LENGTH_ROAD_TEXT] = roads->text_size,
        [LENGTH_JUNCTION_OFFSETS] = (uint64_t)roads->junction_count + 1,
        [LENGTH_STATES] = roads->state_count,
        [LENGTH_BOXES] = roads->tree.box_count,
        [LENGTH_STRETCHES] = roads->stretch_count,
        [LENGTH_STRETCH_OFFSETS] = (uint64_t)roads->stretch_count + 1,
        [LENGTH_CONDITIONS] = roads->condition_count,
        [LENGTH_WAY_FACTS] = roads->facts_count,
    };

    return lengths[length];
}

/* Relies on pointers to all object types having one representation. */
const void *map_elements(const struct map *map, enum map_section_id id)
{
    const void *elements;

    memcpy(&elements, (const char *)map + arrays[id].offset, sizeof(elements));
    return elements;
}

void map_elements_set(struct map *map, enum map_section_id id,
                      const void *elements)
{
    memcpy((char *)map + arrays[id].offset, &elements, sizeof(elements));
}
