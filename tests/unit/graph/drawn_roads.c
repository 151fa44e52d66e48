/* drawn_roads: grows the arrays, and builds the tree. */
#include "tests/unit/graph/drawn_roads.h"

#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_PLACES_MAX = 16 };

struct drawn_roads *drawn_roads_create(void)
{
    struct drawn_roads *drawn = calloc(1, sizeof(*drawn));

    assert_non_null(drawn);
    drawn->first_node = calloc(1, sizeof(*drawn->first_node));
    assert_non_null(drawn->first_node);
    drawn->roads.large_count = 1;
    return drawn;
}

/* The least power of two of at least `count`. */
static size_t capacity_of(size_t count)
{
    size_t capacity = 1;

    while (capacity < count)
        capacity *= 2;
    return capacity;
}

/* Grows to `count`, with the new part zeroed. Moves only where a power of two
 * is full: under a sanitizer each move copies everything. */
static void *grown(void *array, size_t old_count, size_t count, size_t size)
{
    char *bytes = array;

    if (!array || capacity_of(count) != capacity_of(old_count))
        bytes = realloc(array, capacity_of(count) * size);
    assert_non_null(bytes);
    memset(bytes + old_count * size, 0, (count - old_count) * size);
    return bytes;
}

uint32_t drawn_roads_add(struct drawn_roads *drawn,
                         const struct position *position, uint32_t count)
{
    struct roads *roads = &drawn->roads;
    uint32_t piece = roads->piece_count;
    uint32_t place = roads->node_count;

    assert_true(count >= 2);
    drawn->first_node =
        grown(drawn->first_node, piece + 1, piece + 2, sizeof(uint32_t));
    drawn->component =
        grown(drawn->component, piece, piece + 1, sizeof(uint32_t));
    drawn->end_vertex = grown(drawn->end_vertex, 2 * (size_t)piece,
                              2 * (size_t)piece + 2, sizeof(uint32_t));
    drawn->piece_attributes =
        grown(drawn->piece_attributes, piece, piece + 1, sizeof(uint32_t));
    drawn->attributes = grown(drawn->attributes, piece, piece + 1,
                              sizeof(struct road_attributes));
    drawn->node_position = grown(drawn->node_position, place, place + count,
                                 sizeof(struct position));
    drawn->first_node[piece + 1] = place + count;
    drawn->end_vertex[2 * piece] = 2 * piece;
    drawn->end_vertex[2 * piece + 1] = 2 * piece + 1;
    drawn->piece_attributes[piece] = piece;
    memcpy(drawn->node_position + place, position, count * sizeof(*position));
    roads->piece_count++;
    roads->node_count += count;
    roads->segment_count += count - 1;
    return piece;
}

uint32_t drawn_roads_draw(struct drawn_roads *drawn, const char *line)
{
    struct position position[LINE_PLACES_MAX];
    uint32_t count = 0;
    const char *at = line;

    while (*at) {
        char *end;

        assert_true(count < LINE_PLACES_MAX);
        position[count].lon_e7 = (int32_t)strtol(at, &end, 10);
        position[count++].lat_e7 = (int32_t)strtol(end, &end, 10);
        assert_true(*end == ',' || *end == '\0');
        at = *end ? end + 1 : end;
    }
    return drawn_roads_add(drawn, position, count);
}

void drawn_roads_close(struct drawn_roads *drawn, uint32_t edge)
{
    drawn->end_vertex[edge] = UINT32_MAX;
}

void drawn_roads_plant(struct drawn_roads *drawn)
{
    struct roads *roads = &drawn->roads;

    roads->first_node = drawn->first_node;
    roads->node_position = drawn->node_position;
    roads->component = drawn->component;
    roads->end_vertex = drawn->end_vertex;
    roads->piece_attributes = drawn->piece_attributes;
    roads->attributes = drawn->attributes;
    roads->attributes_count = roads->piece_count;
    assert_int_equal(segment_tree_build(roads, &drawn->node, &drawn->box, NULL),
                     0);
    roads->tree = (struct segment_tree){
        .node = drawn->node,
        .box = drawn->box,
        .box_count = segment_tree_box_count(roads->segment_count),
    };
}

void drawn_roads_destroy(struct drawn_roads *drawn)
{
    free(drawn->first_node);
    free(drawn->node_position);
    free(drawn->component);
    free(drawn->end_vertex);
    free(drawn->piece_attributes);
    free(drawn->attributes);
    free(drawn->node);
    free(drawn->box);
    free(drawn);
}
