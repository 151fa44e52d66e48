/* weighting_edits: edits that make one weighting of another, or that a file of
 * weights asks for, and their lists. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/import/weight_file.h"
#include "core/weighting/weighting_edit.h"
#include "core/weighting/weights_differing.h"

/* ---- Differences --------------------------------------------------------- */

static int add_differing(const uint32_t *wanted, const uint32_t *wanted_ms,
                         const uint32_t *have, const uint32_t *have_ms,
                         size_t count, struct edit_list *list)
{
    int r = 0;

    for (size_t i = 0; !r && i < count; i++) {
        struct item_edit edit = {(uint32_t)i, wanted[i],
                                 wanted_ms ? wanted_ms[i] : 0};

        if (wanted[i] != have[i] || (wanted_ms && wanted_ms[i] != have_ms[i]))
            r = array_append(&list->edit, &list->count, &list->capacity, &edit,
                             sizeof(edit));
    }
    return r;
}

int weighting_differ(const struct weighting *wanted,
                     const struct weighting *have, const struct map *map,
                     struct weighting_edits *edits)
{
    const struct weight_arrays *a = &wanted->arrays;
    const struct weight_arrays *b = &have->arrays;
    size_t arcs = map->topology.arc_count;
    int r;

    if (!map->roads.piece_count)
        return add_differing(a->arcs.weight, NULL, b->arcs.weight, NULL, arcs,
                             &edits->items);
    r = add_differing(a->segment, a->segment_duration_ms, b->segment,
                      b->segment_duration_ms,
                      2 * (size_t)map->roads.segment_count, &edits->items);
    return r ? r
             : add_differing(a->turn, a->turn_duration_ms, b->turn,
                             b->turn_duration_ms, arcs, &edits->turns);
}

/* ---- Files of weights ---------------------------------------------------- */

static int read_file(const struct weighting *weighting, const struct map *map,
                     const struct weight_edits *file, struct edit_list *items)
{
    const uint32_t *duration_ms = weighting->arrays.segment_duration_ms;

    if (array_reserve(&items->edit, &items->capacity, file->count,
                      sizeof(*items->edit)))
        return -ENOMEM;
    for (size_t i = 0; i < file->count; i++) {
        uint32_t item = file->edit[i].item;

        items->edit[i] =
            (struct item_edit){item, file->edit[i].weight,
                               map->roads.piece_count ? duration_ms[item] : 0};
    }
    items->count = file->count;
    return 0;
}

int weighting_change(const struct weighting *weighting, const struct map *map,
                     const struct weight_edits *edits,
                     struct weighting **ret_weighting, uint32_t **ret_arcs,
                     size_t *ret_count, struct error *error)
{
    struct weighting_edits values = {0};
    struct weighting_delta delta = {.all = true};
    struct weighting *changed = weighting_copy(weighting, map);
    int r = 0;

    if (!changed || read_file(weighting, map, edits, &values.items))
        r = error_no_memory(error);
    if (!r)
        r = weighting_edit(changed, map, &values, &delta, error);
    if (!r && weights_differing(&changed->arrays.arcs, &weighting->arrays.arcs,
                                SIZE_MAX, ret_arcs, ret_count))
        r = error_no_memory(error);
    weighting_edits_finish(&values);
    if (r) {
        weighting_release(changed);
        return r;
    }
    changed->arrays.arcs.epoch++;
    *ret_weighting = changed;
    return 0;
}

/* ---- Lists --------------------------------------------------------------- */

int index_list_join(struct index_list *list, const struct index_list *more)
{
    int r = array_reserve(&list->at, &list->capacity, list->count + more->count,
                          sizeof(*list->at));

    if (!r && more->count)
        memcpy(&list->at[list->count], more->at,
               more->count * sizeof(*more->at));
    list->count += r ? 0 : more->count;
    return r;
}

void weighting_edits_finish(struct weighting_edits *edits)
{
    free(edits->items.edit);
    free(edits->turns.edit);
    *edits = (struct weighting_edits){0};
}

void weighting_delta_finish(struct weighting_delta *delta)
{
    free(delta->items.at);
    free(delta->turns.at);
    free(delta->arcs.at);
    *delta = (struct weighting_delta){0};
}

int weighting_delta_add(struct weighting_delta *delta,
                        const struct weighting_delta *more)
{
    if (delta->all || more->all) {
        weighting_delta_finish(delta);
        delta->all = true;
        return 0;
    }
    return index_list_join(&delta->items, &more->items) ||
                   index_list_join(&delta->turns, &more->turns) ||
                   index_list_join(&delta->arcs, &more->arcs)
               ? -ENOMEM
               : 0;
}
