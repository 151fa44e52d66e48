/* map_entry: one published map with what was prepared from it. */
#include "core/engine/map_entry.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* One representation on one device. */
struct piece {
    const struct representation_ops *ops;
    const struct device *device;
    struct prepared *prepared;
    struct metric *metric;
};

/* Why a device has less than it should; the first reason stays. */
struct missing {
    const struct device *device;
    struct error reason;
};

struct map_entry {
    atomic_uint references;
    atomic_bool retired;
    char name[MAP_NAME_SIZE];
    struct map *map;
    struct piece *pieces;
    size_t piece_count;
    struct missing *missing; /* room for one a device */
    size_t missing_count;
};

static void piece_finish(struct piece *piece)
{
    if (piece->metric)
        piece->ops->metric_destroy(piece->metric);
    if (piece->prepared)
        piece->ops->prepared_destroy(piece->prepared);
}

static void destroy(struct map_entry *entry)
{
    for (size_t i = entry->piece_count; i-- > 0;)
        piece_finish(&entry->pieces[i]);
    free(entry->pieces);
    free(entry->missing);
    map_destroy(entry->map);
    free(entry);
}

/* Room for everything that the solvers could need. */
static struct map_entry *entry_alloc(struct map *map, size_t solver_count,
                                     size_t device_count)
{
    struct map_entry *entry = calloc(1, sizeof(*entry));

    if (!entry)
        return NULL;
    entry->pieces =
        array_alloc(solver_count * device_count, sizeof(*entry->pieces));
    entry->missing = array_alloc(device_count, sizeof(*entry->missing));
    if (!entry->pieces || !entry->missing) {
        destroy(entry);
        return NULL;
    }
    entry->map = map;
    atomic_init(&entry->references, 1);
    atomic_init(&entry->retired, false);
    return entry;
}

static const struct piece *find_piece(const struct map_entry *entry,
                                      const struct representation_ops *ops,
                                      const struct device *device)
{
    for (size_t i = 0; i < entry->piece_count; i++) {
        if (entry->pieces[i].ops == ops && entry->pieces[i].device == device)
            return &entry->pieces[i];
    }
    return NULL;
}

static int piece_init(struct piece *piece, const struct map *map,
                      const struct representation_ops *ops,
                      const struct device *device, struct error *error)
{
    int r;

    *piece = (struct piece){.ops = ops, .device = device};
    r = ops->prepare(device, map, &piece->prepared, error);
    if (r == 0)
        r = ops->customize(piece->prepared, &map->weights, &piece->metric,
                           error);
    if (r) {
        error_prefix(error, "prepare %s on %s", ops->name, device->name);
        piece_finish(piece);
    }
    return r;
}

static void add_missing(struct map_entry *entry, const struct device *device,
                        const struct error *reason)
{
    if (!map_entry_missing(entry, device))
        entry->missing[entry->missing_count++] =
            (struct missing){device, *reason};
}

static int add_piece(struct map_entry *entry,
                     const struct representation_ops *ops,
                     const struct device *device, struct error *error)
{
    struct error reason = {""};
    int r;

    if (ops->device_kind != device->kind || find_piece(entry, ops, device))
        return 0;
    r = piece_init(&entry->pieces[entry->piece_count], entry->map, ops, device,
                   &reason);
    if (r == 0) {
        entry->piece_count++;
        return 0;
    }
    if (device->kind == DEVICE_CPU)
        return error_set(error, r, "%s", reason.text);
    add_missing(entry, device, &reason);
    return 0;
}

static int add_pieces(struct map_entry *entry,
                      const struct solver_ops *const *solvers,
                      size_t solver_count, const struct device *const *devices,
                      size_t device_count, struct error *error)
{
    for (size_t i = 0; i < solver_count; i++) {
        for (size_t j = 0; j < device_count; j++) {
            int r =
                add_piece(entry, solvers[i]->representation, devices[j], error);

            if (r)
                return r;
        }
    }
    return 0;
}

int map_entry_create(const char *name, struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error)
{
    struct map_entry *entry = entry_alloc(map, solver_count, device_count);
    int r;

    if (!entry) {
        map_destroy(map);
        return error_no_memory(error);
    }
    strncpy(entry->name, name, sizeof(entry->name) - 1);
    r = add_pieces(entry, solvers, solver_count, devices, device_count, error);
    if (r) {
        destroy(entry);
        return r;
    }
    *ret_entry = entry;
    return 0;
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
        destroy(entry);
}

void map_entry_retire(struct map_entry *entry)
{
    atomic_store(&entry->retired, true);
}

bool map_entry_retired(const struct map_entry *entry)
{
    return atomic_load(&entry->retired);
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
                                const struct representation_ops *representation,
                                const struct device *device)
{
    const struct piece *piece = find_piece(entry, representation, device);

    return piece ? piece->metric : NULL;
}

const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device)
{
    for (size_t i = 0; i < entry->missing_count; i++) {
        if (entry->missing[i].device == device)
            return entry->missing[i].reason.text;
    }
    return NULL;
}
