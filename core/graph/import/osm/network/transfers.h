/* transfers: links from stations to the rails and roads near them.
 *
 * A station on rails is joined from there, any other by a walked link to the
 * nearest rails. A link that takes the transfer and the walk leads to each of
 * the nearest roads; if none of them is connected to the largest component of
 * the roads nearby (platforms without a path), also to the nearest road that
 * is. Links end at nodes, so one may be longer than the radius where a long
 * straight road passes. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_TRANSFERS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_TRANSFERS_H

#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/import/osm/network/courses.h"

/* Adds made-up ways to the courses and counts stations. 0, -ENOMEM, -EINVAL:
 * too many. */
int transfers_add(const struct osm_data *data, const struct profile *profile,
                  struct attribute_pool *pool, struct courses *courses,
                  struct import_report *report);

#endif
