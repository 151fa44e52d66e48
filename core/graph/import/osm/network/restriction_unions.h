/* restriction_unions: several restrictions of one past as one.
 *
 * Each only_ was put there to lead somewhere. Taken one by one they would leave
 * nothing at all, so whoever has come just so may go on by what any of them
 * allows. And may not by what any no_ forbids: many that are alike take no more
 * room in the network than one. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTION_UNIONS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTION_UNIONS_H

#include "core/graph/import/osm/network/restrictions.h"

/* Those of one kind of the same `from` and via become one, which leads to each
 * dart once. 0 or -ENOMEM. */
int restriction_unions_make(struct restriction_list *list);

#endif
