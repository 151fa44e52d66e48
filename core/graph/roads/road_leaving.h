/* road_leaving: which edges leave a junction. */
#ifndef RELAXD_GRAPH_ROADS_ROAD_LEAVING_H
#define RELAXD_GRAPH_ROADS_ROAD_LEAVING_H

#include <stdint.h>

#include "core/graph/roads/road_network.h"

/* As in struct roads. */
struct road_leaving {
    uint32_t *first; /* [junction_count + 1] */
    uint32_t *edge;  /* [2 * piece_count] ascending in each */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int road_leaving_init(struct road_leaving *leaving,
                      const struct road_network *network);
void road_leaving_finish(struct road_leaving *leaving);

#endif
