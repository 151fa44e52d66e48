/* osrm_profile: which map and profile answer for the profile in a URL.
 *
 * OSRM takes any word, since it serves one profile alone; many clients write
 * "driving" whatever is served. Here it is, in this order: the name of a
 * profile, or the usual name of one (driving: car; cycling and bike: bicycle;
 * walking: foot), or any word for the first map's first. A word with a colon is
 * relaxd's own, MAP:PROFILE or MAP: for the map's first, and leads nowhere
 * else. */
#ifndef RELAXD_API_OSRM_OSRM_PROFILE_H
#define RELAXD_API_OSRM_OSRM_PROFILE_H

#include "api/osrm/osrm_problem.h"
#include "core/engine/registry.h"

struct service;

/* Pinned by the caller, and it has roads. 0, or -EINVAL with the problem. */
int osrm_profile_find(struct service *service, const char *word,
                      struct map_entry **ret_entry,
                      struct osrm_problem *problem);

#endif
