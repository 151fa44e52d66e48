/* map_entry: one published map with what was prepared from it. */
#include "core/engine/map_entry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/form_plan.h"
#include "core/engine/map_entry_private.h"

static void piece_finish(struct piece *piece)
{
    if (piece->metric)
        piece->ops->metric_destroy(piece->metric);
    if (piece->prepared)
        piece->ops->prepared_destroy(piece->prepared);
}

static void free_arc_sums(struct arc_sums *sums)
{
    if (sums)
        arc_sums_finish(sums);
    free(sums);
}

static void destroy(struct map_entry *entry)
{
    for (size_t i = entry->piece_count; i-- > 0;)
        piece_finish(&entry->pieces[i]);
    pthread_mutex_destroy(&entry->lock);
    free(entry->pieces);
    if (entry->base) {
        map_mask_finish(entry);
    } else {
        map_masks_finish(&entry->masks);
        paces_finish(&entry->paces);
        free(entry->missing);
        free_arc_sums(entry->arc_sums);
        map_destroy(entry->map);
    }
    free(entry);
}

/* Room for everything that the solvers could need. */
static struct map_entry *entry_alloc(struct map *map, size_t solver_count,
                                     size_t device_count)
{
    struct map_entry *entry = calloc(1, sizeof(*entry));

    if (!entry)
        return NULL;
    pthread_mutex_init(&entry->lock, NULL);
    map_masks_init(&entry->masks);
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

struct piece *map_entry_find_piece(const struct map_entry *entry,
                                   const struct representation_ops *ops,
                                   const struct device *device)
{
    for (size_t i = 0; i < entry->piece_count; i++) {
        if (entry->pieces[i].ops == ops && entry->pieces[i].device == device)
            return &entry->pieces[i];
    }
    return NULL;
}

static int make(struct piece *piece, const struct map *map, struct error *error)
{
    const struct representation_ops *ops = piece->ops;
    struct metric *metric;
    int r = ops->prepare(piece->device, map, &piece->prepared, error);

    if (r)
        return r;
    r = ops->customize(piece->prepared, &map->weights, &metric, error);
    if (r) {
        ops->prepared_destroy(piece->prepared);
        piece->prepared = NULL;
        return r;
    }
    atomic_store_explicit(&piece->metric, metric, memory_order_release);
    return 0;
}

/* A piece that failed may be tried again; one that refuses may not. */
static int piece_prepare(struct piece *piece, const struct map *map,
                         struct error *error)
{
    struct error words = {""};
    int r = make(piece, map, &words);

    if (r < 0)
        return error_set(error, r, "prepare %s on %s: %s", piece->ops->name,
                         piece->device->name, words.text);
    if (r == 0)
        return 0;
    piece->refused = true;
    piece->refusal = words;
    return error_set(error, r, "%s", words.text);
}

static void add_missing(struct map_entry *entry, const struct device *device,
                        const struct error *reason)
{
    if (!map_entry_missing(entry, device))
        entry->missing[entry->missing_count++] =
            (struct missing){device, *reason};
}

/* What must be prepared, and when. */
struct piece_plan {
    bool at_once; /* else by the first query that names a reader */
    bool vital;   /* without it the map is not served */
};

static int add_piece(struct map_entry *entry,
                     const struct representation_ops *ops,
                     const struct device *device, struct piece_plan plan,
                     struct error *error)
{
    struct piece *piece = &entry->pieces[entry->piece_count];
    struct error reason = {""};
    int r = 0;

    if (ops->device_kind != device->kind ||
        map_entry_find_piece(entry, ops, device))
        return 0;
    *piece = (struct piece){.ops = ops, .device = device};
    if (plan.at_once)
        r = piece_prepare(piece, entry->map, &reason);
    if (r < 0 && plan.vital)
        return error_set(error, r, "%s", reason.text);
    if (r)
        add_missing(entry, device, &reason);
    if (r >= 0)
        entry->piece_count++;
    return 0;
}

static int add_pieces(struct map_entry *entry,
                      const struct solver_ops *const *solvers,
                      size_t solver_count, const struct device *const *devices,
                      size_t device_count, struct error *error)
{
    for (size_t i = 0; i < solver_count; i++) {
        const struct representation_ops *ops = solvers[i]->representation;
        struct piece_plan plan = {
            .at_once = form_is_for_all(ops, entry->map, solvers, solver_count),
            .vital = ops == solvers[0]->representation,
        };

        for (size_t j = 0; j < device_count; j++) {
            int r = add_piece(entry, ops, devices[j], plan, error);

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
    if (paces_init(&entry->paces, map, solvers, solver_count, devices,
                   device_count))
        r = error_no_memory(error);
    else
        r = add_pieces(entry, solvers, solver_count, devices, device_count,
                       error);
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

bool map_entry_is_of_map(const struct map_entry *entry,
                         const struct map_entry *other)
{
    return map_entry_base(entry) == map_entry_base(other);
}

void map_entry_retire(struct map_entry *entry)
{
    atomic_store(&entry->retired, true);
}

bool map_entry_retired(const struct map_entry *entry)
{
    return atomic_load(&entry->retired) ||
           (entry->base && atomic_load(&entry->base->retired));
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
                                const struct representation_ops *representation,
                                const struct device *device)
{
    struct piece *piece = map_entry_find_piece(entry, representation, device);

    if (!piece)
        return NULL;
    return atomic_load_explicit(&piece->metric, memory_order_acquire);
}

bool map_entry_is_ready(const struct map_entry *entry,
                        const struct representation_ops *representation,
                        const struct device *device)
{
    return map_entry_metric(map_entry_base(entry), representation, device);
}

bool map_entry_offers(const struct map_entry *entry,
                      const struct representation_ops *representation,
                      const struct device *device)
{
    return map_entry_find_piece(entry, representation, device);
}

/* Under the lock. */
static int prepare_once(struct map_entry *entry, struct piece *piece,
                        struct error *error)
{
    if (entry->base)
        return map_mask_prepare(entry, piece, error);
    if (piece->refused)
        return error_set(error, SOLVER_REFUSES, "%s", piece->refusal.text);
    if (atomic_load_explicit(&piece->metric, memory_order_relaxed))
        return 0;
    return piece_prepare(piece, entry->map, error);
}

int map_entry_prepare(struct map_entry *entry,
                      const struct representation_ops *representation,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error)
{
    struct piece *piece = map_entry_find_piece(entry, representation, device);
    struct metric *metric = map_entry_metric(entry, representation, device);
    int r;

    if (!piece)
        return error_set(error, -ENOENT, "map '%s' is not prepared as %s",
                         entry->name, representation->name);
    if (!metric) {
        pthread_mutex_lock(&entry->lock);
        r = prepare_once(entry, piece, error);
        pthread_mutex_unlock(&entry->lock);
        if (r)
            return r;
        metric = map_entry_metric(entry, representation, device);
    }
    *ret_metric = metric;
    return 0;
}

const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device)
{
    entry = map_entry_base(entry);
    for (size_t i = 0; i < entry->missing_count; i++) {
        if (entry->missing[i].device == device)
            return entry->missing[i].reason.text;
    }
    return NULL;
}

const char *map_entry_refusal(const struct map_entry *entry,
                              const struct representation_ops *representation,
                              const struct device *device)
{
    const struct piece *piece =
        map_entry_find_piece(map_entry_base(entry), representation, device);

    return piece && piece->refused ? piece->refusal.text : NULL;
}

const struct solver_speed *map_entry_speed(const struct map_entry *entry,
                                           const struct solver_ops *solver,
                                           const struct device *device)
{
    return paces_speed(&map_entry_base(entry)->paces, solver, device);
}

bool map_entry_measured(const struct map_entry *entry,
                        const struct device *device)
{
    return paces_measured(&map_entry_base(entry)->paces, device);
}

void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured)
{
    paces_learn(&entry->paces, solver, device, measured);
}

const struct arc_sums *map_entry_arc_sums(struct map_entry *entry)
{
    struct map_entry *base = entry->base ? entry->base : entry;
    struct arc_sums *sums = atomic_load(&base->arc_sums);
    struct arc_sums *before = NULL;

    if (sums)
        return sums;
    sums = calloc(1, sizeof(*sums));
    if (!sums || arc_sums_make(base->map, sums)) {
        free(sums);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&base->arc_sums, &before, sums))
        return sums;
    free_arc_sums(sums);
    return before;
}
