/* service: looks up maps, profiles and road classes by name. */
#include "core/service/service.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/service/ask.h"

struct service *service_create(const struct runtime_limits *limits,
                               struct engine *engine, struct living *living,
                               struct pool *pool)
{
    struct service *service = calloc(1, sizeof(*service));

    if (service) {
        service->limits = limits;
        service->engine = engine;
        service->living = living;
        service->pool = pool;
        model_turns_init(&service->turns);
        model_book_init(&service->models);
        model_texts_init(&service->texts);
    }
    return service;
}

void service_set_clock(struct service *service, struct local_clock clock,
                       bool fixed)
{
    service->clock = clock;
    service->time_is_fixed = fixed;
}

const char *service_refuses_time(const struct service *service,
                                 const struct date_time *depart_at)
{
    return depart_at->given && service->time_is_fixed
               ? "all answers are for one moment: "
                 "--parse-conditionals-from-now"
               : NULL;
}

static int add_to_set(const struct map *map, const struct closures *closures,
                      struct closed_set **closed)
{
    struct closed_set *before = *closed;
    struct closed_set *set = closed_set_of_items(
        2 * map->roads.piece_count, closures->item + closures->arc_count,
        closures->edge_count, closures->item, closures->arc_count);

    if (set && before) {
        struct closed_set *both = closed_set_unite(before, set);

        closed_set_release(set);
        set = both;
    }
    if (!set)
        return -ENOMEM;
    closed_set_release(before);
    *closed = set;
    return 0;
}

int service_close_at(const struct service *service, const struct map *map,
                     const struct date_time *depart_at,
                     bool (*stop)(void *context), void *context,
                     struct closed_set **closed)
{
    struct closures closures;
    int r = conditions_find(map, &service->clock, depart_at, stop, context,
                            &closures);

    if (r)
        return r;
    if (closures.arc_count + closures.edge_count)
        r = add_to_set(map, &closures, closed);
    closures_finish(&closures);
    return r;
}

const char *service_time_zone(const struct service *service,
                              const struct date_time *depart_at)
{
    return depart_at->given && !depart_at->is_local ? service->clock.name
                                                    : NULL;
}

void service_name_speeds(struct service *service, const char *name)
{
    snprintf(service->speeds_name, sizeof(service->speeds_name), "%s", name);
    text_mend_line(service->speeds_name, strlen(service->speeds_name));
}

void service_destroy(struct service *service)
{
    if (!service)
        return;
    model_turns_finish(&service->turns);
    model_book_finish(&service->models);
    model_texts_finish(&service->texts);
    free(service);
}

void service_set_model_reader(struct service *service, service_read_model *read)
{
    service->texts.read = read;
}

struct model_book *service_models(struct service *service)
{
    return &service->models;
}

struct engine *service_engine(struct service *service)
{
    return service->engine;
}

void question_cancel(struct question *question)
{
    void (*wake)(struct question * question);

    atomic_store(&question->cancel.requested, true);
    wake = atomic_load(&question->wake);
    if (wake)
        wake(question);
}

/* ---- Memory -------------------------------------------------------------- */

bool service_take_memory(struct service *service, atomic_size_t *held,
                         size_t more)
{
    size_t most = limits_now(service->limits)->memory_max;
    size_t before = atomic_load(&service->memory);

    do {
        if (*held + more > MEMORY_GRANTED && before + more > most)
            return false;
    } while (!atomic_compare_exchange_weak(&service->memory, &before,
                                           before + more));
    *held += more;
    return true;
}

enum outcome service_memory_refusal(struct service *service, size_t bytes,
                                    struct error *error)
{
    size_t limit = limits_now(service->limits)->memory_max;

    if (bytes > limit) {
        error_set(error, 0,
                  "question and answer need %zu bytes; the limit is %zu "
                  "(limits.memory-max)",
                  bytes, limit);
        return OUTCOME_TOO_LARGE;
    }
    error_set(
        error, 0,
        "other questions and answers hold the memory that this one needs; "
        "limits.memory-max is %zu",
        limit);
    return OUTCOME_MEMORY_FULL;
}

void service_return_memory(struct service *service, atomic_size_t *held,
                           size_t less)
{
    *held -= less;
    atomic_fetch_sub(&service->memory, less);
}

size_t service_memory(struct service *service)
{
    return atomic_load(&service->memory);
}

/* ---- Maps and profiles -------------------------------------------------- */

/* The names of all maps, each once, or of the profiles of the requested one. */
struct names {
    char maps[ERROR_TEXT_SIZE / 3];
    char profiles[ERROR_TEXT_SIZE / 3];
    bool has_map; /* the requested one */
};

static void collect_names(struct registry *registry, const char *map,
                          struct names *ret_names)
{
    struct map_entry *entries[REGISTRY_MAPS_MAX];
    size_t count = registry_list(registry, entries, REGISTRY_MAPS_MAX);

    *ret_names = (struct names){"", "", false};
    if (!map)
        map = count ? map_entry_name(entries[0]) : "";
    for (size_t i = 0; i < count; i++) {
        const char *name = map_entry_name(entries[i]);

        if (!i || strcmp(name, map_entry_name(entries[i - 1])))
            text_list_add(ret_names->maps, sizeof(ret_names->maps), name);
        ret_names->has_map |= !strcmp(name, map);
        if (!strcmp(name, map) && *map_entry_profile(entries[i]))
            text_list_add(ret_names->profiles, sizeof(ret_names->profiles),
                          map_entry_profile(entries[i]));
    }
    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
}

static enum outcome refuse_map(struct registry *registry, const char *map,
                               const char *profile, struct error *error)
{
    struct names names;

    collect_names(registry, map, &names);
    if (!*names.maps) {
        error_set(error, 0, "no map is loaded");
        return OUTCOME_UNKNOWN_MAP;
    }
    if (!names.has_map) {
        error_set(error, 0, "no map is called '%.80s'; there are: %s", map,
                  names.maps);
        return OUTCOME_UNKNOWN_MAP;
    }
    if (!*names.profiles && !map)
        error_set(error, 0, "no map has profiles, so none called '%.80s'",
                  profile);
    else if (!*names.profiles)
        error_set(error, 0,
                  "map '%.80s' has no profiles, so none called '%.80s'", map,
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
        return refuse_map(registry, map, profile, error);
    *ret_entry = entry;
    return OUTCOME_OK;
}

/* ---- Classes of roads --------------------------------------------------- */

static enum outcome refuse_class(const struct road_profile *profile,
                                 const char *name, size_t length,
                                 struct error *error)
{
    char list[ERROR_TEXT_SIZE / 2] = "";

    for (uint32_t i = 0; i < profile->class_count; i++)
        text_list_add(list, sizeof(list), profile->class_name[i]);
    error_set(error, 0, "no class '%.*s' in profile %s; %s%s",
              length < 40 ? (int)length : 40, name, profile->name,
              *list ? "there are: " : "it has none", list);
    return OUTCOME_UNKNOWN_CLASS;
}

enum outcome service_find_classes(const struct map_entry *entry,
                                  const char *names, uint16_t *ret_classes,
                                  struct error *error)
{
    const struct roads *roads = &map_entry_map(entry)->roads;
    uint16_t classes = 0;

    if (!roads->piece_count) {
        error_set(error, 0,
                  "map '%s' is a bare graph, without roads to exclude",
                  map_entry_name(entry));
        return OUTCOME_NO_ROADS;
    }
    for (const char *name = names;; name++) {
        size_t length = strcspn(name, ",");
        uint16_t bit = road_profile_class(&roads->profile, name, length);

        if (!bit)
            return refuse_class(&roads->profile, name, length, error);
        classes |= bit;
        name += length;
        if (!*name)
            break;
    }
    *ret_classes = classes;
    return OUTCOME_OK;
}
