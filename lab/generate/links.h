/* links: which centres a level of roads, or a railway, should join.
 *
 * Two centres are neighbours where their territories meet; the length of a link
 * is that of the shortest way across the common border (Mehlhorn 1988). A link
 * stays unless some third centre is nearer to both of its ends (Toussaint 1980,
 * on lengths of ways): what stays still connects everything that was. */
#ifndef RELAXD_GRAPH_GENERATE_LINKS_H
#define RELAXD_GRAPH_GENERATE_LINKS_H

#include <stdint.h>

#include "lab/generate/network.h"

struct link {
    uint32_t a; /* centre, a < b */
    uint32_t b;
    uint32_t length;
    uint32_t street; /* where the way crosses the border */
};

struct links {
    struct link *link; /* [count] by a, then b */
    size_t count;
    size_t capacity;
};

/* Over streets of at least that class. 0 or -ENOMEM; finish() is fine after
 * either and on zero bytes. */
int links_init(struct links *links, const struct network *network,
               const struct territories *territories, uint32_t centre_count,
               enum road_class least_class);
void links_finish(struct links *links);

#endif
