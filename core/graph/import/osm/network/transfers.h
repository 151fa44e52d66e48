/* transfers: links from stations to the rails and roads near them.
 *
 * A station that lies on rails is joined from there, another by a link to the
 * nearest rails, on which one walks. To each of the nearest roads a link leads
 * that takes the transfer and walking; and where none of them hangs together
 * with the largest part of the roads near, as platforms that no path leads to,
 * also to the nearest that does. Links end at nodes, so one may be longer
 * than the radius where a long straight road passes. */
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
