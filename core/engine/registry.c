/* registry: a table of entries under one lock. */
#include "core/engine/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine/map_entry.h"

struct registry {
    pthread_mutex_t lock;       /* guards all below */
    struct map_entry **entries; /* [count], each name and profile once */
    size_t count;
    void (*retired)(void *context); /* NULL: none */
    void *retired_context;
    atomic_size_t kept; /* limit of kept entries with closed edges per map; not
                           under the lock */
};

int registry_create(struct registry **ret_registry, struct error *error)
{
    struct registry *registry = calloc(1, sizeof(*registry));

    if (!registry)
        return error_no_memory(error);
    pthread_mutex_init(&registry->lock, NULL);
    atomic_init(&registry->kept, REGISTRY_KEPT);
    *ret_registry = registry;
    return 0;
}

/* Releases an entry and its kept entries, which pin it. NULL is fine. */
static void drop(struct map_entry *entry)
{
    if (entry)
        map_entry_drop_kept(entry);
    map_entry_release(entry);
}

void registry_destroy(struct registry *registry)
{
    if (!registry)
        return;
    for (size_t i = 0; i < registry->count; i++)
        drop(registry->entries[i]);
    free(registry->entries);
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

/* The caller holds the lock. */
static void call_retired(struct registry *registry)
{
    if (registry->retired)
        registry->retired(registry->retired_context);
}

static int check_name(const char *name, struct error *error)
{
    size_t length = strspn(name, MAP_NAME_CHARACTERS);

    if (length > 0 && length < MAP_NAME_SIZE && !name[length])
        return 0;
    return error_set(error, -EINVAL,
                     "map name '%.80s': write 1 to %d of A-Z, a-z, 0-9, '.', "
                     "'_', '-'",
                     name, MAP_NAME_SIZE - 1);
}

static bool is_wanted(const struct map_entry *entry, const char *name,
                      const char *profile)
{
    return (!name || !strcmp(map_entry_name(entry), name)) &&
           (!profile || !strcmp(map_entry_profile(entry), profile));
}

int registry_prepare(const char *name, struct map *map, uint64_t epoch,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error)
{
    int r = check_name(name, error);

    if (r) {
        map_destroy(map);
        return r;
    }
    return map_entry_create(name, map, epoch, solvers, solver_count, devices,
                            device_count, ret_entry, error);
}

static bool is_among(const struct map_entry *entry,
                     struct map_entry *const *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (entries[i] == entry)
            return true;
    }
    return false;
}

/* Retires the entries in `before` that are no longer served, under the lock,
 * and moves them to the front of `before`; releases the old list's pins of the
 * others. Returns how many retire. */
static size_t retire_others(struct registry *registry,
                            struct map_entry **before, size_t count)
{
    size_t gone = 0;

    for (size_t i = 0; i < count; i++) {
        if (is_among(before[i], registry->entries, registry->count)) {
            map_entry_release(before[i]); /* not the last pin: the new list
                                             holds one */
            continue;
        }
        map_entry_retire(before[i]);
        before[gone++] = before[i];
    }
    if (gone)
        call_retired(registry);
    return gone;
}

void registry_serve(struct registry *registry, struct map_entry **entries,
                    size_t count)
{
    struct map_entry **before;
    size_t gone;

    for (size_t i = 0; i < count; i++)
        map_entry_acquire(entries[i]);
    pthread_mutex_lock(&registry->lock);
    before = registry->entries;
    gone = registry->count;
    registry->entries = entries;
    registry->count = count;
    gone = retire_others(registry, before, gone);
    pthread_mutex_unlock(&registry->lock);
    for (size_t i = 0; i < gone; i++)
        drop(before[i]);
    free(before);
}

struct map_entry *registry_acquire(struct registry *registry, const char *name,
                                   const char *profile)
{
    struct map_entry *entry = NULL;

    pthread_mutex_lock(&registry->lock);
    for (size_t i = 0; i < registry->count && !entry; i++) {
        if (is_wanted(registry->entries[i], name, profile))
            entry = map_entry_acquire(registry->entries[i]);
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
        ret_entries[i] = map_entry_acquire(registry->entries[i]);
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
        map_trim(map_entry_map(registry->entries[i]));
    pthread_mutex_unlock(&registry->lock);
}

void registry_set_kept(struct registry *registry, size_t most)
{
    atomic_store(&registry->kept, most);
}

int registry_close(struct registry *registry, struct map_entry *entry,
                   struct closed_set *closed, struct map_entry **ret_entry,
                   struct error *error)
{
    bool evicted;
    int r = map_entry_close(entry, closed, atomic_load(&registry->kept),
                            ret_entry, &evicted, error);

    if (evicted) {
        pthread_mutex_lock(&registry->lock);
        call_retired(registry);
        pthread_mutex_unlock(&registry->lock);
    }
    return r;
}
