/* osrm_profile: which map and profile answer for the profile in a URL. */
#include "api/osrm/osrm_profile.h"

#include <stddef.h>
#include <stdio.h>
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

/* MAP:PROFILE, whose colon is at `colon`. */
static int find_named(struct service *service, const char *word,
                      const char *colon, struct map_entry **ret_entry,
                      struct osrm_problem *problem)
{
    char map[MAP_NAME_SIZE + ROAD_NAME_SIZE + 1];
    const char *profile = colon[1] ? colon + 1 : NULL;
    struct error error;

    snprintf(map, sizeof(map), "%.*s", (int)(colon - word), word);
    return service_find_map(service, map, profile, ret_entry, &error) ==
                   OUTCOME_OK
               ? 0
               : osrm_problem_set(problem, "NoMap", "%s", error.text);
}

static struct map_entry *find_usual(struct registry *registry, const char *word)
{
    for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
        if (!strcmp(usual[i].word, word))
            return registry_acquire(registry, NULL, usual[i].profile);
    }
    return NULL;
}

static int find_word(struct service *service, const char *word,
                     struct map_entry **ret_entry, struct osrm_problem *problem)
{
    struct registry *registry = engine_registry(service_engine(service));
    struct map_entry *entry = registry_acquire(registry, NULL, word);

    if (!entry)
        entry = find_usual(registry, word);
    if (!entry)
        entry = registry_acquire(registry, NULL, NULL);
    if (!entry)
        return osrm_problem_set(problem, "NoMap", "no map is served");
    *ret_entry = entry;
    return 0;
}

int osrm_profile_find(struct service *service, const char *word,
                      struct map_entry **ret_entry,
                      struct osrm_problem *problem)
{
    const char *colon = strchr(word, ':');
    struct map_entry *entry;
    int result = colon ? find_named(service, word, colon, &entry, problem)
                       : find_word(service, word, &entry, problem);

    if (result)
        return result;
    if (map_entry_map(entry)->roads.piece_count == 0) {
        map_entry_release(entry);
        return osrm_problem_set(problem, "NoMap",
                                "the map has no roads: it was not made from "
                                "OpenStreetMap data");
    }
    *ret_entry = entry;
    return 0;
}
