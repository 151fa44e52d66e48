/* spot_links: where ways pass a spot. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_SPOT_LINKS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_SPOT_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

/* The links that begin (0) and end (1) at each spot, ascending, so those of one
 * way are neighbours: it may be long, pass the spot often, and be named by many
 * restrictions. Both darts of a link are open or closed as those of its way. */
struct spot_links {
    const struct courses *courses;
    uint32_t *first[2]; /* [spot_count + 1] */
    uint32_t *link[2];  /* [ref_count] */
};

/* 8 bytes a ref and spot, and 4 a ref while it runs. 0 or -ENOMEM; finish() is
 * fine after either, and on zero bytes. The courses outlive it. */
int spot_links_init(struct spot_links *links, const struct courses *courses);
void spot_links_finish(struct spot_links *links);

/* Whether the way passes the spot. */
bool way_touches(const struct spot_links *links, uint32_t used, uint32_t spot);

enum side { LEAVING, ARRIVING };

/* The n-th open dart of a way, from 0, that leaves a spot or arrives there;
 * false: there are fewer. */
bool find_dart(const struct spot_links *links, uint32_t used, uint32_t spot,
               enum side side, size_t n, uint32_t *ret_dart);

#endif
