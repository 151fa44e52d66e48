/* registry: a table of entries under one lock. */
#include "core/engine/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine/map_entry.h"

struct registry {
    pthread_mutex_t lock;        /* guards all below */
    struct published_map **maps; /* [count] pinned, each name and profile
                                    once */
    size_t count;
    void (*retired)(void *context); /* NULL: none */
    void *retired_context;
    atomic_size_t kept; /* limits of kept entries per map; not under the lock */
    atomic_uint_fast64_t kept_bytes;
};

static struct kept_limits limits_of(const struct registry *registry)
{
    return (struct kept_limits){atomic_load(&registry->kept),
                                atomic_load(&registry->kept_bytes)};
}

int registry_create(struct registry **ret_registry, struct error *error)
{
    struct registry *registry = calloc(1, sizeof(*registry));

    if (!registry)
        return error_no_memory(error);
    pthread_mutex_init(&registry->lock, NULL);
    atomic_init(&registry->kept, REGISTRY_KEPT);
    atomic_init(&registry->kept_bytes, UINT64_MAX);
    *ret_registry = registry;
    return 0;
}

/* The map was replaced. */
static void drop(struct published_map *published)
{
    published_map_retire(published);
    published_map_release(published);
}

void registry_destroy(struct registry *registry)
{
    if (!registry)
        return;
    for (size_t i = 0; i < registry->count; i++)
        drop(registry->maps[i]);
    free(registry->maps);
    pthread_mutex_destroy(&registry->lock);
    free(registry);
}

void registry_on_retired(struct registry *registry,
                         void (*retired)(void *context), void *context)
{
    pthread_mutex_lock(&registry->lock);
    registry->retired = retired;
    registry->retired_context = context;
    pthread_mutex_unlock(&registry->lock);
}

static bool is_wanted(const struct published_map *published, const char *name,
                      const char *profile)
{
    return (!name || !strcmp(published_map_name(published), name)) &&
           (!profile || !strcmp(published_map_profile(published), profile));
}

static bool is_among(const struct published_map *published,
                     struct published_map *const *maps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (maps[i] == published)
            return true;
    }
    return false;
}

/* Moves the maps in `before` that are no longer served to its front; releases
 * the old list's pins of the others, under the lock. Returns how many are to
 * retire. */
static size_t sort_out(struct registry *registry, struct published_map **before,
                       size_t count)
{
    size_t gone = 0;

    for (size_t i = 0; i < count; i++) {
        if (is_among(before[i], registry->maps, registry->count))
            published_map_release(before[i]); /* not the last pin: the new list
                                                 holds one */
        else
            before[gone++] = before[i];
    }
    return gone;
}

static void note_retired(struct registry *registry)
{
    pthread_mutex_lock(&registry->lock);
    if (registry->retired)
        registry->retired(registry->retired_context);
    pthread_mutex_unlock(&registry->lock);
}

void registry_serve(struct registry *registry, struct published_map **maps,
                    size_t count)
{
    struct published_map **before;
    size_t gone;

    for (size_t i = 0; i < count; i++)
        published_map_acquire(maps[i]);
    pthread_mutex_lock(&registry->lock);
    before = registry->maps;
    gone = registry->count;
    registry->maps = maps;
    registry->count = count;
    gone = sort_out(registry, before, gone);
    pthread_mutex_unlock(&registry->lock);
    for (size_t i = 0; i < gone; i++)
        drop(before[i]);
    free(before);
    if (gone)
        note_retired(registry);
}

struct map_entry *registry_acquire(struct registry *registry, const char *name,
                                   const char *profile)
{
    struct map_entry *entry = NULL;

    pthread_mutex_lock(&registry->lock);
    for (size_t i = 0; i < registry->count && !entry; i++) {
        if (is_wanted(registry->maps[i], name, profile))
            entry = published_map_current(registry->maps[i]);
    }
    pthread_mutex_unlock(&registry->lock);
    return entry;
}

size_t registry_list(struct registry *registry, struct map_entry **ret_entries,
                     size_t capacity)
{
    size_t count;

    pthread_mutex_lock(&registry->lock);
    count = registry->count < capacity ? registry->count : capacity;
    for (size_t i = 0; i < count; i++)
        ret_entries[i] = published_map_current(registry->maps[i]);
    pthread_mutex_unlock(&registry->lock);
    return count;
}

size_t registry_count(struct registry *registry)
{
    size_t count;

    pthread_mutex_lock(&registry->lock);
    count = registry->count;
    pthread_mutex_unlock(&registry->lock);
    return count;
}

void registry_trim(struct registry *registry)
{
    pthread_mutex_lock(&registry->lock);
    for (size_t i = 0; i < registry->count; i++)
        map_trim(published_map_map(registry->maps[i]));
    pthread_mutex_unlock(&registry->lock);
}

void registry_set_kept(struct registry *registry, size_t most, uint64_t bytes)
{
    atomic_store(&registry->kept, most);
    atomic_store(&registry->kept_bytes, bytes);
}

int registry_close(struct registry *registry, struct map_entry *entry,
                   struct closed_set *closed, struct map_entry **ret_entry,
                   struct error *error)
{
    bool evicted;
    int r = map_entry_close(entry, closed, limits_of(registry), ret_entry,
                            &evicted, error);

    if (evicted)
        note_retired(registry);
    return r;
}

int registry_add_scenario(struct registry *registry, struct map_entry *entry,
                          const char *scenario, uint64_t version,
                          struct weighting *weighting,
                          struct map_entry **ret_entry, struct error *error)
{
    bool evicted;
    int r =
        map_entry_add_scenario(entry, scenario, version, weighting,
                               limits_of(registry), ret_entry, &evicted, error);

    if (evicted)
        note_retired(registry);
    return r;
}

struct map_entry *registry_find_model(struct map_entry *entry,
                                      struct model *model)
{
    return map_entry_find_model(entry, model);
}

int registry_add_model(struct registry *registry, struct map_entry *entry,
                       struct model *model, struct weighting *weighting,
                       struct map_entry **ret_entry, struct error *error)
{
    bool evicted;
    int r = map_entry_add_model(entry, model, weighting, limits_of(registry),
                                ret_entry, &evicted, error);

    if (evicted)
        note_retired(registry);
    return r;
}
