/* facts: what the tags of a way say in the words of way_facts.h. It needs no
 * profile; core/graph/profile/ knows the keys and values of OpenStreetMap.
 *
 * Pure functions, for any thread. */
#ifndef RELAXD_GRAPH_PROFILE_FACTS_H
#define RELAXD_GRAPH_PROFILE_FACTS_H

#include "core/graph/profile/tags.h"
#include "core/graph/roads/way_facts.h"

/* The facts of a way. What is missing or unclear is as in a way without that
 * tag. */
void facts_read(const struct tags *tags, struct way_facts *ret_facts);

#endif
