/* drawn_roads: roads for tests, drawn piece by piece, with their tree. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_DRAWN_ROADS_H
#define RELAXD_TESTS_UNIT_GRAPH_DRAWN_ROADS_H

#include "core/graph/roads/roads.h"

/* What the roads point to, theirs to change. Everything is NULL or 0 at first;
 * pieces are open both ways, of component 0, the one large one, of attributes
 * of their own. */
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

/* Its number. At least two places. */
uint32_t drawn_roads_add(struct drawn_roads *drawn,
                         const struct position *position, uint32_t count);

/* From a text of "lon lat" in degrees * 10^7, separated by commas. */
uint32_t drawn_roads_draw(struct drawn_roads *drawn, const char *line);

/* Nobody may go along it any more. */
void drawn_roads_close(struct drawn_roads *drawn, uint32_t edge);

/* No piece comes after. */
void drawn_roads_plant(struct drawn_roads *drawn);

void drawn_roads_destroy(struct drawn_roads *drawn);

#endif
