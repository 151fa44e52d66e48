/* osrm_profile: which map and profile answer for the profile in a URL. */
#include "api/osrm/osrm_profile.h"

#include <stddef.h>
#include <string.h>

#include "core/service/service.h"

static const struct {
    const char *word;
    const char *profile;
} usual[] = {
    {"driving", "car"},
    {"cycling", "bicycle"},
    {"bike", "bicycle"},
    {"walking", "foot"},
};

static struct map_entry *find_qualified(struct registry *registry,
                                        const char *word)
{
    const char *colon = strchr(word, ':');
    size_t length = colon ? (size_t)(colon - word) : 0;
    char map[MAP_NAME_SIZE];

    if (!colon || length >= sizeof(map))
        return NULL;
    memcpy(map, word, length);
    map[length] = '\0';
    return registry_acquire(registry, map, colon[1] ? colon + 1 : NULL);
}

static struct map_entry *find_usual(struct registry *registry, const char *word)
{
    for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
        if (!strcmp(usual[i].word, word))
            return registry_acquire(registry, NULL, usual[i].profile);
    }
    return NULL;
}

int osrm_profile_find(struct service *service, const char *word,
                      struct map_entry **ret_entry,
                      struct osrm_problem *problem)
{
    struct registry *registry = engine_registry(service_engine(service));
    struct map_entry *entry = registry_acquire(registry, NULL, word);

    if (!entry)
        entry = find_qualified(registry, word);
    if (!entry)
        entry = find_usual(registry, word);
    if (!entry)
        entry = registry_acquire(registry, NULL, NULL);
    if (!entry)
        return osrm_problem_set(problem, "NoMap", "no map is served");
    if (map_entry_map(entry)->roads.piece_count == 0) {
        map_entry_release(entry);
        return osrm_problem_set(problem, "NoMap",
                                "the map has no roads: it was not made from "
                                "OpenStreetMap data");
    }
    *ret_entry = entry;
    return 0;
}
