/* road_draft: the contents of the drafts of road_fixture.h. Private to its
 * files. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_ROAD_DRAFT_H
#define RELAXD_TESTS_UNIT_GRAPH_ROAD_DRAFT_H

#include "tests/unit/graph/road_fixture.h"

struct road_draft_junction {
    double x_m;
    double y_m;
    bool plain;
};

struct road_draft_road {
    uint32_t from;
    uint32_t to;
    const char *name;
    uint32_t segment_count;
    bool one_way;
};

/* Aborts where memory is short. */
void *draft_must(void *memory);

/* Call once the pieces are there. */
void draft_add_turns(const struct road_draft *draft,
                     struct road_network *network);
void draft_add_sequences(const struct road_draft *draft,
                         struct road_network *network);

#endif
