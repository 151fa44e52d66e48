/* map_places: where files of maps lie: as the settings say, and where links
 * lead to. */
#ifndef RELAXD_DAEMON_MAP_PLACES_H
#define RELAXD_DAEMON_MAP_PLACES_H

#include <stddef.h>

#include "config/settings.h"

struct map_places {
    char **path; /* [count); owned, some more than once */
    size_t count;
};

/* Waits for disks, and for those of networks long: no loop's thread. -ENOMEM.
 */
int map_places_find(const struct map_setting *maps, size_t count,
                    struct map_places *ret_places);

void map_places_finish(struct map_places *places);

#endif
