/* publish: puts a single map into a registry, as a reload puts a set. */
#ifndef RELAXD_TESTS_PUBLISH_H
#define RELAXD_TESTS_PUBLISH_H

#include <stdlib.h>
#include <string.h>

#include "core/engine/registry.h"

/* In place of the one of the same name and profile, else behind all others;
 * with the weights of its import. Takes ownership of the map, also on failure.
 * One thread at a time. */
static inline int publish_map(struct registry *registry, const char *name,
                              struct map *map,
                              const struct solver_ops *const *solvers,
                              size_t solver_count,
                              const struct device *const *devices,
                              size_t device_count, struct error *error)
{
    struct map_entry *pinned[REGISTRY_MAPS_MAX];
    struct published_map **maps;
    struct published_map *made;
    size_t count = registry_list(registry, pinned, REGISTRY_MAPS_MAX);
    size_t at = 0;
    int r = published_map_create(name, map, NULL, solvers, solver_count,
                                 devices, device_count, &made, error);

    if (!r) {
        while (at < count && (strcmp(map_entry_name(pinned[at]), name) ||
                              strcmp(map_entry_profile(pinned[at]),
                                     published_map_profile(made))))
            at++;
        maps = malloc((count + 1) * sizeof(*maps));
        if (!maps)
            abort();
        for (size_t i = 0; i < count; i++)
            maps[i] = map_entry_published(pinned[i]);
        maps[at] = made;
        registry_serve(registry, maps, at < count ? count : count + 1);
        published_map_release(made);
    }
    for (size_t i = 0; i < count; i++)
        map_entry_release(pinned[i]);
    return r;
}

#endif
