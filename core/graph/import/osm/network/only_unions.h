/* only_unions: several only_ restrictions of one past as one.
 *
 * Each was put there to lead somewhere. Taken one by one they would leave
 * nothing at all, so whoever has come just so may go on by what any of them
 * allows. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ONLY_UNIONS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ONLY_UNIONS_H

#include "core/graph/import/osm/network/restrictions.h"

/* Those of the same `from` and via become one, the others stay. 0 or -ENOMEM.
 */
int only_unions_make(struct restriction_list *list);

#endif
