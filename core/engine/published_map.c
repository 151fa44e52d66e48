/* published_map: a map as published, with what was prepared from it. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/engine/form_plan.h"
#include "core/engine/map_entry_private.h"

static void free_arc_sums(struct arc_sums *sums)
{
    if (sums)
        arc_sums_finish(sums);
    free(sums);
}

static void destroy(struct map_entry *entry)
{
    struct published_map *published = (struct published_map *)entry;

    map_entry_finish(entry);
    map_masks_finish(&published->masks);
    speed_table_finish(&published->speeds);
    free(published->missing);
    free_arc_sums(published->arc_sums);
    map_destroy(entry->map);
    free(published);
}

static int prepare(struct map_entry *entry, struct piece *piece,
                   struct error *error)
{
    if (piece->refused)
        return error_set(error, SOLVER_REFUSES, "%s", piece->refusal.text);
    return piece_prepare(piece, entry->map, error);
}

static const struct entry_kind published_kind = {prepare, destroy};

/* Room for everything that the solvers could need. */
static struct published_map *published_alloc(const char *name, struct map *map,
                                             size_t solver_count,
                                             size_t device_count)
{
    struct published_map *published = calloc(1, sizeof(*published));
    int r;

    if (!published)
        return NULL;
    r = map_entry_init(&published->entry, &published_kind, name, map,
                       solver_count * device_count);
    published->entry.published = published;
    map_masks_init(&published->masks);
    published->missing = array_alloc(device_count, sizeof(*published->missing));
    if (!r && published->missing)
        return published;
    published->entry.map = NULL; /* stays the caller's */
    destroy(&published->entry);
    return NULL;
}

static struct missing *find_missing(struct published_map *published,
                                    const struct device *device)
{
    for (size_t i = 0; i < published->missing_count; i++) {
        if (published->missing[i].device == device)
            return &published->missing[i];
    }
    return NULL;
}

static void add_missing(struct published_map *published,
                        const struct device *device, int code,
                        const struct error *reason)
{
    struct missing *missing = find_missing(published, device);

    if (!missing)
        published->missing[published->missing_count++] =
            (struct missing){device, code, *reason};
    else if (code < 0)
        missing->code = code;
}

/* What must be prepared, and when. */
struct piece_plan {
    bool at_once; /* else by the first query that names a reader */
    bool vital;   /* without it the map is not served */
};

static int add_piece(struct published_map *published,
                     const struct form_ops *ops, const struct device *device,
                     struct piece_plan plan, struct error *error)
{
    struct map_pieces *pieces = &published->entry.pieces;
    struct piece *piece = &pieces->list[pieces->count];
    struct error reason = {""};
    int r = 0;

    if (ops->device_kind != device->kind ||
        map_pieces_find(pieces, ops, device))
        return 0;
    *piece = (struct piece){.ops = ops, .device = device};
    if (plan.at_once)
        r = piece_prepare(piece, published->entry.map, &reason);
    if (r < 0 && plan.vital)
        return error_set(error, r, "%s", reason.text);
    if (r)
        add_missing(published, device, r, &reason);
    if (r >= 0)
        pieces->count++;
    return 0;
}

static int add_pieces(struct published_map *published,
                      const struct solver_ops *const *solvers,
                      size_t solver_count, const struct device *const *devices,
                      size_t device_count, struct error *error)
{
    for (size_t i = 0; i < solver_count; i++) {
        const struct form_ops *ops = solvers[i]->form;
        struct piece_plan plan = {
            .at_once = form_is_for_all(ops, published->entry.map, solvers,
                                       solver_count),
            .vital = ops == solvers[0]->form,
        };

        for (size_t j = 0; j < device_count; j++) {
            int r = add_piece(published, ops, devices[j], plan, error);

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
    struct published_map *published =
        published_alloc(name, map, solver_count, device_count);
    int r;

    if (!published) {
        map_destroy(map);
        return error_no_memory(error);
    }
    if (speed_table_init(&published->speeds, map, solvers, solver_count,
                         devices, device_count))
        r = error_no_memory(error);
    else
        r = add_pieces(published, solvers, solver_count, devices, device_count,
                       error);
    if (r) {
        destroy(&published->entry);
        return r;
    }
    *ret_entry = &published->entry;
    return 0;
}

const struct arc_sums *map_entry_arc_sums(struct map_entry *entry)
{
    struct published_map *base = entry->published;
    struct arc_sums *sums = atomic_load(&base->arc_sums);
    struct arc_sums *before = NULL;

    if (sums)
        return sums;
    sums = calloc(1, sizeof(*sums));
    if (!sums || arc_sums_make(base->entry.map, sums)) {
        free(sums);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&base->arc_sums, &before, sums))
        return sums;
    free_arc_sums(sums);
    return before;
}
