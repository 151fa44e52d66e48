/* drawn_run: streets of a road that become one way. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_RUN_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_RUN_H

#include "lab/generate/osm/drawn_writer.h"

enum { DRAWN_RUN_MAX = 12 };

struct drawn_run {
    uint32_t end[DRAWN_RUN_MAX]; /* [count] at which each street is entered */
    uint32_t count;
};

/* Streets of a run are of one kind and one-way, or not, in one direction. */
void drawn_tag_way(const struct drawn_writer *writer,
                   const struct drawn_run *run, struct drawn_tags *tags);

#endif
