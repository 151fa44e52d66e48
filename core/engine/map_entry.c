/* map_entry: what both kinds of entries share, and what they are asked. */
#include "core/engine/map_entry.h"

#include <errno.h>
#include <string.h>

#include "core/engine/map_entry_private.h"

int map_entry_init(struct map_entry *entry, const struct entry_kind *kind,
                   const char *name, struct map *map, size_t pieces_max)
{
    *entry = (struct map_entry){.kind = kind, .map = map};
    atomic_init(&entry->references, 1);
    atomic_init(&entry->retired, false);
    strncpy(entry->name, name, sizeof(entry->name) - 1);
    return map_pieces_init(&entry->pieces, pieces_max);
}

void map_entry_finish(struct map_entry *entry)
{
    map_pieces_finish(&entry->pieces);
}

struct map_entry *map_entry_acquire(struct map_entry *entry)
{
    atomic_fetch_add_explicit(&entry->references, 1, memory_order_relaxed);
    return entry;
}

void map_entry_release(struct map_entry *entry)
{
    /* Acquire and release: whoever frees sees all that others did with it. */
    if (entry && atomic_fetch_sub(&entry->references, 1) == 1)
        entry->kind->destroy(entry);
}

bool map_entry_release_last(struct map_entry *entry)
{
    /* Nobody can pin it who has no pin. */
    if (atomic_load(&entry->references) > 1)
        return false;
    map_entry_release(entry);
    return true;
}

bool map_entry_is_of_map(const struct map_entry *entry,
                         const struct map_entry *other)
{
    return entry->published == other->published;
}

void map_entry_retire(struct map_entry *entry)
{
    atomic_store(&entry->retired, true);
}

bool map_entry_retired(const struct map_entry *entry)
{
    return atomic_load(&entry->retired) ||
           atomic_load(&entry->published->entry.retired);
}

const char *map_entry_profile(const struct map_entry *entry)
{
    return entry->map->roads.profile.name;
}

const char *map_entry_name(const struct map_entry *entry)
{
    return entry->name;
}

const struct map *map_entry_map(const struct map_entry *entry)
{
    return entry->map;
}

uint64_t map_entry_epoch(const struct map_entry *entry)
{
    return entry->map->weights.epoch;
}

struct metric *map_entry_metric(const struct map_entry *entry,
                                const struct form_ops *form,
                                const struct device *device)
{
    struct piece *piece = map_pieces_find(&entry->pieces, form, device);

    if (!piece)
        return NULL;
    return atomic_load_explicit(&piece->metric, memory_order_acquire);
}

bool map_entry_is_ready(const struct map_entry *entry,
                        const struct form_ops *form,
                        const struct device *device)
{
    return map_entry_metric(&entry->published->entry, form, device);
}

bool map_entry_offers(const struct map_entry *entry,
                      const struct form_ops *form, const struct device *device)
{
    return map_pieces_find(&entry->pieces, form, device);
}

/* Under the lock. */
static int prepare_once(struct map_entry *entry, struct piece *piece,
                        struct error *error)
{
    if (atomic_load_explicit(&piece->metric, memory_order_relaxed))
        return 0;
    return entry->kind->prepare(entry, piece, error);
}

int map_entry_prepare(struct map_entry *entry, const struct form_ops *form,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error)
{
    struct piece *piece = map_pieces_find(&entry->pieces, form, device);
    struct metric *metric = map_entry_metric(entry, form, device);
    int r;

    if (!piece)
        return error_set(error, -ENOENT, "map '%s' is not prepared as %s",
                         entry->name, form->name);
    if (!metric) {
        pthread_mutex_lock(&entry->pieces.lock);
        r = prepare_once(entry, piece, error);
        pthread_mutex_unlock(&entry->pieces.lock);
        if (r)
            return r;
        metric = map_entry_metric(entry, form, device);
    }
    *ret_metric = metric;
    return 0;
}

void map_entry_each_form(const struct map_entry *entry,
                         void (*visit)(void *context, const char *form,
                                       const struct device *device,
                                       uint64_t bytes),
                         void *context)
{
    for (size_t i = 0; i < entry->pieces.count; i++) {
        struct piece *piece = &entry->pieces.list[i];
        struct metric *metric =
            atomic_load_explicit(&piece->metric, memory_order_acquire);

        if (metric && piece->ops->metric_bytes)
            visit(context, piece->ops->name, piece->device,
                  piece->ops->prepared_bytes(metric->prepared) +
                      piece->ops->metric_bytes(metric));
    }
}

const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device)
{
    const struct published_map *published = entry->published;

    for (size_t i = 0; i < published->missing_count; i++) {
        if (published->missing[i].device == device)
            return published->missing[i].reason.text;
    }
    return NULL;
}

bool map_entry_lacks(const struct map_entry *entry, const struct device *device)
{
    const struct published_map *published = entry->published;

    for (size_t i = 0; i < published->missing_count; i++) {
        if (published->missing[i].device == device)
            return published->missing[i].code < 0;
    }
    return false;
}

const char *map_entry_refusal(const struct map_entry *entry,
                              const struct form_ops *form,
                              const struct device *device)
{
    const struct piece *piece =
        map_pieces_find(&entry->published->entry.pieces, form, device);

    return piece && atomic_load_explicit(&piece->refused, memory_order_acquire)
               ? piece->refusal.text
               : NULL;
}

const struct solver_speed *map_entry_speed(const struct map_entry *entry,
                                           const struct solver_ops *solver,
                                           const struct device *device)
{
    return speed_table_find(&entry->published->speeds, solver, device);
}

bool map_entry_measured(const struct map_entry *entry,
                        const struct device *device)
{
    return speed_table_measured(&entry->published->speeds, device);
}

void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured)
{
    if (entry == &entry->published->entry)
        speed_table_learn(&entry->published->speeds, solver, device, measured);
}
