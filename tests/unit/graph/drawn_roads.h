/* drawn_roads: roads for tests, drawn piece by piece, with their tree. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_DRAWN_ROADS_H
#define RELAXD_TESTS_UNIT_GRAPH_DRAWN_ROADS_H

#include "core/graph/roads/roads.h"

/* Owns and may change what the roads point to. Initially all zero; pieces are
 * open both ways, in component 0, the only large one, with their own
 * attributes. */
struct drawn_roads {
    struct roads roads;
    uint32_t *first_node;
    struct position *node_position;
    uint32_t *component;
    uint32_t *end_vertex;
    uint32_t *piece_attributes;
    struct road_attributes *attributes;
    uint32_t *node; /* of the tree */
    struct segment_box *box;
};

struct drawn_roads *drawn_roads_create(void);

/* Returns its number. At least two positions. */
uint32_t drawn_roads_add(struct drawn_roads *drawn,
                         const struct position *position, uint32_t count);

/* From a text of "lon lat" in degrees * 10^7, separated by commas. */
uint32_t drawn_roads_draw(struct drawn_roads *drawn, const char *line);

/* Closes the edge. */
void drawn_roads_close(struct drawn_roads *drawn, uint32_t edge);

/* Builds the tree; add no pieces after that. */
void drawn_roads_plant(struct drawn_roads *drawn);

void drawn_roads_destroy(struct drawn_roads *drawn);

#endif
