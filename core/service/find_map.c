/* find_map: the map and profile that a client names. */
#include <string.h>

#include "core/base/text.h"
#include "core/service/ask.h"

/* The names of all maps, each once, or of the profiles of the one that is
 * asked for. */
struct names {
    char maps[ERROR_TEXT_SIZE / 3];
    char profiles[ERROR_TEXT_SIZE / 3];
};

static void collect_names(struct registry *registry, const char *map,
                          struct names *ret_names)
{
    struct map_entry *entries[REGISTRY_MAPS_MAX];
    size_t count = registry_list(registry, entries, REGISTRY_MAPS_MAX);

    *ret_names = (struct names){"", ""};
    if (!map)
        map = count ? map_entry_name(entries[0]) : "";
    for (size_t i = 0; i < count; i++) {
        const char *name = map_entry_name(entries[i]);

        if (!i || strcmp(name, map_entry_name(entries[i - 1])))
            text_list_add(ret_names->maps, sizeof(ret_names->maps), name);
        if (!strcmp(name, map) && *map_entry_profile(entries[i]))
            text_list_add(ret_names->profiles, sizeof(ret_names->profiles),
                          map_entry_profile(entries[i]));
    }
    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
}

static bool is_map(struct registry *registry, const char *name)
{
    struct map_entry *entry = registry_acquire(registry, name, NULL);

    map_entry_release(entry);
    return entry;
}

static enum outcome refuse(struct registry *registry, const char *map,
                           const char *profile, struct error *error)
{
    struct names names;

    collect_names(registry, map, &names);
    if (!*names.maps) {
        error_set(error, 0, "no map is loaded");
        return OUTCOME_UNKNOWN_MAP;
    }
    if (!is_map(registry, map)) {
        error_set(error, 0, "no map is called '%.80s'; there are: %s", map,
                  names.maps);
        return OUTCOME_UNKNOWN_MAP;
    }
    if (!*names.profiles)
        error_set(error, 0, "no profile '%.80s': the map was not made with one",
                  profile);
    else
        error_set(error, 0, "no profile '%.80s' in the map; there are: %s",
                  profile, names.profiles);
    return OUTCOME_UNKNOWN_PROFILE;
}

enum outcome service_find_map(struct service *service, const char *map,
                              const char *profile, struct map_entry **ret_entry,
                              struct error *error)
{
    struct registry *registry = engine_registry(service->engine);
    struct map_entry *entry = registry_acquire(registry, map, profile);

    if (!entry)
        return refuse(registry, map, profile, error);
    *ret_entry = entry;
    return OUTCOME_OK;
}
