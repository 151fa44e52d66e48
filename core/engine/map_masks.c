/* map_masks: the class masks of a published map that are kept. */
#include "core/engine/map_masks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/map_entry_private.h"
#include "core/graph/roads/road_mask.h"

void map_masks_init(struct map_masks *masks)
{
    *masks = (struct map_masks){0};
    pthread_mutex_init(&masks->lock, NULL);
}

void map_masks_finish(struct map_masks *masks)
{
    pthread_mutex_destroy(&masks->lock);
    free(masks->kept);
    free(masks->given_up);
}

size_t map_entry_mask_count(struct map_entry *entry)
{
    struct map_masks *masks = &entry->published->masks;
    size_t count;

    pthread_mutex_lock(&masks->lock);
    count = masks->count;
    pthread_mutex_unlock(&masks->lock);
    return count;
}

/* The first metric was made after the weights. */
static uint64_t bytes_of(const struct map_entry *masked)
{
    uint64_t weights = 0;
    uint64_t metrics = 0;

    for (size_t i = 0; i < masked->pieces.count; i++) {
        const struct piece *piece = &masked->pieces.list[i];
        const struct metric *metric =
            atomic_load_explicit(&piece->metric, memory_order_acquire);

        if (!metric)
            continue;
        weights = sizeof(uint32_t) * (uint64_t)masked->map->topology.arc_count;
        if (piece->ops->metric_bytes)
            metrics += piece->ops->metric_bytes(metric);
    }
    return weights + metrics;
}

uint64_t map_entry_mask_bytes(struct map_entry *entry)
{
    struct map_masks *masks = &entry->published->masks;
    uint64_t bytes = 0;

    pthread_mutex_lock(&masks->lock);
    for (size_t i = 0; i < masks->count; i++)
        bytes += bytes_of(masks->kept[i]);
    for (size_t i = 0; i < masks->given_up_count; i++)
        bytes += bytes_of(masks->given_up[i]);
    pthread_mutex_unlock(&masks->lock);
    return bytes;
}

/* ---- One masked map ------------------------------------------------------ */

struct masked_map {
    struct map_entry entry; /* `published` is pinned; the map is `view` */
    uint16_t classes;
    struct map view;
    uint32_t *weight; /* under the lock of the pieces; NULL until its first
                         query */
};

static void copy_pieces(struct map_pieces *pieces,
                        const struct map_pieces *published)
{
    pieces->count = published->count;
    for (size_t i = 0; i < published->count; i++)
        pieces->list[i] = (struct piece){
            .ops = published->list[i].ops,
            .device = published->list[i].device,
        };
}

static void destroy(struct map_entry *entry)
{
    struct masked_map *masked = (struct masked_map *)entry;

    map_entry_finish(entry);
    free(masked->weight);
    map_entry_release(&entry->published->entry);
    free(masked);
}

static int make_weights(struct masked_map *masked, struct error *error)
{
    if (!masked->weight)
        masked->weight = road_mask_weights(masked->entry.published->entry.map,
                                           masked->classes);
    return masked->weight ? 0 : error_no_memory(error);
}

/* Frees what was given up, now that a worker is here. */
static void reclaim(struct map_masks *masks)
{
    struct map_entry **gone;
    size_t count;

    pthread_mutex_lock(&masks->lock);
    gone = masks->given_up;
    count = masks->given_up_count;
    masks->given_up = NULL;
    masks->given_up_count = 0;
    masks->given_up_capacity = 0;
    pthread_mutex_unlock(&masks->lock);
    for (size_t i = 0; i < count; i++)
        map_entry_release(gone[i]);
    free(gone);
}

static int customize(struct masked_map *masked, struct piece *piece,
                     struct prepared *prepared, struct error *error)
{
    struct weights weights = masked->entry.published->entry.map->weights;
    struct metric *metric;
    int r = make_weights(masked, error);

    if (r)
        return r;
    weights.weight = masked->weight;
    r = piece->ops->customize(prepared, &weights, &metric, error);
    if (r) {
        error_prefix(error, "customize %s on %s for a class mask",
                     piece->ops->name, piece->device->name);
        return r;
    }
    metric_trim(metric);
    atomic_store_explicit(&piece->metric, metric, memory_order_release);
    return 0;
}

static int prepare(struct map_entry *entry, struct piece *piece,
                   struct error *error)
{
    struct published_map *published = entry->published;
    struct metric *whole;
    int r;

    reclaim(&published->masks);
    r = map_entry_prepare(&published->entry, piece->ops, piece->device, &whole,
                          error);
    return r ? r
             : customize((struct masked_map *)entry, piece, whole->prepared,
                         error);
}

static const struct entry_kind masked_kind = {prepare, destroy};

static struct map_entry *mask_create(struct published_map *published,
                                     uint16_t classes)
{
    struct map_entry *base = &published->entry;
    struct masked_map *masked = calloc(1, sizeof(*masked));

    if (!masked)
        return NULL;
    masked->classes = classes;
    masked->view = road_mask_view(base->map, classes);
    if (map_entry_init(&masked->entry, &masked_kind, base->name, &masked->view,
                       base->pieces.count)) {
        map_entry_finish(&masked->entry);
        free(masked);
        return NULL;
    }
    map_entry_acquire(base);
    masked->entry.published = published;
    copy_pieces(&masked->entry.pieces, &base->pieces);
    return &masked->entry;
}

static bool is_masked(const struct map_entry *entry)
{
    return entry != &entry->published->entry;
}

/* Those that are closed; none where it is as published. */
static uint16_t classes_of(const struct map_entry *entry)
{
    return is_masked(entry) ? ((const struct masked_map *)entry)->classes : 0;
}

/* ---- Those that are kept ------------------------------------------------- */

static int reserve(struct map_entry ***list, size_t *capacity, size_t count)
{
    return array_reserve((void **)list, capacity, count, sizeof(**list));
}

static void put_first(struct map_masks *masks, struct map_entry *entry,
                      size_t gap)
{
    memmove(&masks->kept[1], &masks->kept[0], gap * sizeof(*masks->kept));
    masks->kept[0] = entry;
}

static struct map_entry *find(struct map_masks *masks, uint16_t classes)
{
    for (size_t i = 0; i < masks->count; i++) {
        struct map_entry *entry = masks->kept[i];

        if (classes_of(entry) == classes) {
            put_first(masks, entry, i);
            return map_entry_acquire(entry);
        }
    }
    return NULL;
}

/* There is room in the list of those that are given up. */
static void give_up_last(struct map_masks *masks)
{
    struct map_entry *last = masks->kept[--masks->count];

    map_entry_retire(last);
    masks->given_up[masks->given_up_count++] = last;
}

/* Under the lock. */
static int keep(struct map_masks *masks, struct map_entry *entry, size_t most,
                bool *ret_given_up)
{
    size_t excess = masks->count + 1 > most ? masks->count + 1 - most : 0;

    if (reserve(&masks->kept, &masks->capacity, masks->count + 1) ||
        reserve(&masks->given_up, &masks->given_up_capacity,
                masks->given_up_count + excess))
        return -ENOMEM;
    *ret_given_up = excess > 0;
    while (excess--)
        give_up_last(masks);
    put_first(masks, map_entry_acquire(entry), masks->count++);
    return 0;
}

/* Under the lock. */
static int find_or_make(struct published_map *published, uint16_t classes,
                        size_t most, struct map_entry **ret_masked,
                        bool *ret_given_up)
{
    struct map_masks *masks = &published->masks;
    struct map_entry *masked = find(masks, classes);

    if (!masked) {
        masked = mask_create(published, classes);
        if (!masked)
            return -ENOMEM;
        if (masks->closed || most == 0) {
            map_entry_retire(masked);
        } else if (keep(masks, masked, most, ret_given_up)) {
            map_entry_release(masked);
            return -ENOMEM;
        }
    }
    *ret_masked = masked;
    return 0;
}

int map_entry_mask(struct map_entry *entry, uint16_t classes, size_t most,
                   struct map_entry **ret_masked, bool *ret_given_up,
                   struct error *error)
{
    struct published_map *base = entry->published;
    int r;

    *ret_given_up = false;
    pthread_mutex_lock(&base->masks.lock);
    r = find_or_make(base, classes | classes_of(entry), most, ret_masked,
                     ret_given_up);
    pthread_mutex_unlock(&base->masks.lock);
    return r ? error_no_memory(error) : 0;
}

void map_entry_each_metric(struct map_entry *entry, const struct form_ops *form,
                           const struct device *device,
                           void (*visit)(void *context, struct metric *metric),
                           void *context)
{
    struct published_map *base = entry->published;
    struct metric *metric = map_entry_metric(&base->entry, form, device);

    if (metric)
        visit(context, metric);
    pthread_mutex_lock(&base->masks.lock);
    for (size_t i = 0; i < base->masks.count; i++) {
        metric = map_entry_metric(base->masks.kept[i], form, device);
        if (metric)
            visit(context, metric);
    }
    pthread_mutex_unlock(&base->masks.lock);
}

void map_entry_drop_masks(struct map_entry *entry)
{
    struct map_masks *masks = &entry->published->masks;
    struct map_entry **kept;
    size_t count;

    pthread_mutex_lock(&masks->lock);
    masks->closed = true;
    kept = masks->kept;
    count = masks->count;
    masks->kept = NULL;
    masks->count = 0;
    masks->capacity = 0;
    pthread_mutex_unlock(&masks->lock);
    for (size_t i = 0; i < count; i++)
        map_entry_release(kept[i]);
    free(kept);
    reclaim(masks);
}
