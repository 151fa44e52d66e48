/* forbidden: restrictions as forbidden turns and sequences of edges. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_FORBIDDEN_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_FORBIDDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/arms.h"
#include "core/graph/import/osm/network/pieces.h"
#include "core/graph/import/osm/network/restrictions.h"
#include "core/graph/import/osm/network/turns.h"

/* Whether one of the last darts of a restriction is on that edge. */
bool restriction_leads_to(const struct restriction_list *list,
                          const struct restriction *item,
                          const struct pieces *pieces, uint32_t edge);

/* Those of restrictions at a node: `ret_bans`, ascending, each once, free()d
 * by the caller. 0 or -ENOMEM. */
int forbidden_turns(const struct restriction_list *list,
                    const struct pieces *pieces, const struct arms *arms,
                    const struct road_network *network,
                    struct turn_ban **ret_bans, size_t *ret_count);

/* Those of restrictions by ways, as sequences of the network, each once. Its
 * turns are there. 0, -ENOMEM, -EINVAL: more than a map can hold. */
int forbidden_sequences(const struct restriction_list *list,
                        const struct courses *courses,
                        const struct pieces *pieces,
                        struct road_network *network);

#endif
