/* map_places: where files of maps lie. */
#include "daemon/map_places.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void map_places_finish(struct map_places *places)
{
    for (size_t i = 0; i < places->count; i++)
        free(places->path[i]);
    free(places->path);
    *places = (struct map_places){.path = NULL};
}

int map_places_find(const struct map_setting *maps, size_t count,
                    struct map_places *ret_places)
{
    struct map_places places = {.path = NULL};

    places.path = array_alloc(2 * count, sizeof(*places.path));
    if (!places.path)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        char *path = strdup(maps[i].path);
        char *target = realpath(maps[i].path, NULL);

        if (path)
            places.path[places.count++] = path;
        if (target) /* else there is no file now */
            places.path[places.count++] = target;
        if (!path) {
            map_places_finish(&places);
            return -ENOMEM;
        }
    }
    *ret_places = places;
    return 0;
}
