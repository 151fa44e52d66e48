/* row_effect: rows that win, and edits. */
#include "core/weighting/row_effect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/weighting/row_value.h"

/* A segment that a pair of nodes names which are no neighbours: its row is not
 * found by the keys of the segment. */
struct span {
    uint32_t item;
    struct weight_key key;
};

struct span_list {
    struct span *span; /* [count] by ascending item, owned */
    size_t count;
    size_t capacity;
};

struct row_effect {
    const struct map *map;
    const char *profile;
    struct weight_rows *files[WEIGHT_KINDS]; /* pinned; may be NULL */
    struct row_count count[LAYERS][WEIGHT_KINDS];
    struct span_list spans[LAYERS];
    struct span_list next; /* of LAYER_LIVE, until kept or undone */
    bool has_next;
    uint64_t unmatched; /* rows of touches that name nothing */
};

/* ---- Life ---------------------------------------------------------------- */

struct row_effect *row_effect_create(const struct map *map,
                                     struct weight_rows *const *files)
{
    struct row_effect *effect = calloc(1, sizeof(*effect));

    if (!effect)
        return NULL;
    effect->map = map;
    effect->profile = map->roads.profile.name;
    for (int kind = 0; files && kind < WEIGHT_KINDS; kind++)
        effect->files[kind] =
            files[kind] ? weight_rows_acquire(files[kind]) : NULL;
    return effect;
}

static void span_list_finish(struct span_list *list)
{
    free(list->span);
    *list = (struct span_list){0};
}

void row_effect_destroy(struct row_effect *effect)
{
    if (!effect)
        return;
    for (int kind = 0; kind < WEIGHT_KINDS; kind++)
        weight_rows_release(effect->files[kind]);
    for (int layer = 0; layer < LAYERS; layer++)
        span_list_finish(&effect->spans[layer]);
    span_list_finish(&effect->next);
    free(effect);
}

void row_effect_keep(struct row_effect *effect)
{
    if (!effect->has_next)
        return;
    span_list_finish(&effect->spans[LAYER_LIVE]);
    effect->spans[LAYER_LIVE] = effect->next;
    effect->next = (struct span_list){0};
    effect->has_next = false;
}

void row_effect_undo(struct row_effect *effect)
{
    span_list_finish(&effect->next);
    effect->has_next = false;
}

/* ---- Spans --------------------------------------------------------------- */

static const struct span_list *spans_of(const struct row_effect *effect,
                                        int layer)
{
    return layer == LAYER_LIVE && effect->has_next ? &effect->next
                                                   : &effect->spans[layer];
}

static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    return compare_numbers(x->item, y->item);
}

static int add_spans(struct span_list *list, const struct weight_row *row,
                     const struct weight_matches *matches)
{
    int r = 0;

    for (size_t i = 0; !r && i < matches->count; i++) {
        if (matches->outcome[i] != MATCH_SPAN)
            continue;
        for (size_t j = matches->first[i]; !r && j < matches->first[i + 1];
             j++) {
            struct span span = {matches->item[j], row[i].key};

            r = array_append(&list->span, &list->count, &list->capacity, &span,
                             sizeof(span));
        }
    }
    return r;
}

static void sort_spans(struct span_list *list)
{
    if (list->count)
        qsort(list->span, list->count, sizeof(*list->span), compare_spans);
}

/* The first span of an item; count: there is none. */
static size_t first_span(const struct span_list *list, uint32_t item)
{
    return array_lower_bound(list->span, sizeof(*list->span),
                             offsetof(struct span, item), list->count, item);
}

static bool has_spans(const struct weight_matches *matches)
{
    for (size_t i = 0; i < matches->count; i++) {
        if (matches->outcome[i] == MATCH_SPAN)
            return true;
    }
    return false;
}

/* The live spans of rows that the ledger still has, and those of rows put. */
static int make_next(struct row_effect *effect, const struct weight_rows *live,
                     const struct weight_row *put,
                     const struct weight_matches *matches)
{
    const struct span_list *before = spans_of(effect, LAYER_LIVE);
    struct weight_rows *known = weight_rows_create();
    struct span_list next = {0};
    int r = known ? 0 : -ENOMEM;

    if (!r && put)
        r = weight_rows_put(known, put, matches->count);
    for (size_t i = 0; !r && i < before->count; i++) {
        const struct span *span = &before->span[i];

        if (weight_rows_find(live, &span->key) &&
            !weight_rows_find(known, &span->key))
            r = array_append(&next.span, &next.count, &next.capacity, span,
                             sizeof(*span));
    }
    if (!r && put)
        r = add_spans(&next, put, matches);
    weight_rows_release(known);
    if (r) {
        span_list_finish(&next);
        return r;
    }
    sort_spans(&next);
    span_list_finish(&effect->next);
    effect->next = next;
    effect->has_next = true;
    return 0;
}

/* ---- Which row wins ------------------------------------------------------ */

static void prefer(const struct weight_row **best, const struct weight_row *row)
{
    if (row && (!*best || row->order > (*best)->order))
        *best = row;
}

/* NULL: no row of the layer names the item. */
static const struct weight_row *find_winner(const struct row_effect *effect,
                                            const struct weight_rows *rows,
                                            int layer, enum weight_kind kind,
                                            uint32_t item)
{
    const struct span_list *spans = spans_of(effect, layer);
    struct weight_key key[ITEM_KEYS_MAX];
    const struct weight_row *best = NULL;
    uint32_t count;

    if (!rows)
        return NULL;
    count = weight_item_keys(effect->map, kind, item, key);
    for (uint32_t i = 0; i < count; i++)
        prefer(&best, weight_rows_find(rows, &key[i]));
    if (kind != WEIGHT_SEGMENTS)
        return best;
    for (size_t i = first_span(spans, item);
         i < spans->count && spans->span[i].item == item; i++)
        prefer(&best, weight_rows_find(rows, &spans->span[i].key));
    return best;
}

/* ---- Edits --------------------------------------------------------------- */

static struct item_edit imported_edit(const struct map *map,
                                      enum weight_kind kind, uint32_t item)
{
    struct row_value value = item_value(&map->imported, kind, item);

    return (struct item_edit){item, value.weight, value.duration_ms};
}

static struct item_edit edit_of(const struct map *map, enum weight_kind kind,
                                const struct weight_row *row, uint32_t item)
{
    struct row_value value;

    switch (kind) {
    case WEIGHT_SEGMENTS:
        value = row_segment_value(map, row, item);
        return (struct item_edit){item, value.weight, value.duration_ms};
    case WEIGHT_TURNS:
        value = row_turn_value(map, row, item);
        return (struct item_edit){item, value.weight, value.duration_ms};
    default:
        return (struct item_edit){item, row_arc_weight(row), 0};
    }
}

static struct edit_list *edits_of(struct weighting_edits *edits,
                                  enum weight_kind kind)
{
    return kind == WEIGHT_TURNS ? &edits->turns : &edits->items;
}

static int add_edit(struct weighting_edits *edits, enum weight_kind kind,
                    struct item_edit edit)
{
    struct edit_list *list = edits_of(edits, kind);

    return array_append(&list->edit, &list->count, &list->capacity, &edit,
                        sizeof(edit));
}

struct adding {
    const struct map *map;
    enum weight_kind kind;
    const struct weight_row *row;
    const struct weight_matches *matches;
    struct item_edit *edit; /* of the first match */
};

enum { PART = 4096 }; /* rows */

static int add_part(void *context, size_t part, struct error *error)
{
    const struct adding *adding = context;
    const struct weight_matches *matches = adding->matches;
    size_t end = size_min(matches->count, (part + 1) * PART);

    for (size_t i = part * PART; i < end; i++) {
        for (size_t j = matches->first[i]; j < matches->first[i + 1]; j++)
            adding->edit[j] = edit_of(adding->map, adding->kind,
                                      &adding->row[i], matches->item[j]);
    }
    return 0;
}

/* The items of all rows get the rows' values, in order. */
static int add_rows(const struct map *map, enum weight_kind kind,
                    const struct weight_row *row,
                    const struct weight_matches *matches,
                    struct weighting_edits *edits)
{
    struct edit_list *list = edits_of(edits, kind);
    size_t count = matches->count ? matches->first[matches->count] : 0;
    struct adding adding = {map, kind, row, matches, NULL};

    if (array_reserve(&list->edit, &list->capacity, list->count + count,
                      sizeof(*list->edit)))
        return -ENOMEM;
    adding.edit = list->edit + list->count;
    list->count += count;
    return parallel_run(parallel_thread_count(),
                        size_divide_up(matches->count, PART), add_part, &adding,
                        NULL);
}

/* The items of rows that are gone get the values of those that win now. */
static int add_freed(const struct row_effect *effect,
                     const struct weight_rows *live, enum weight_kind kind,
                     const struct weight_matches *matches,
                     struct weighting_edits *edits)
{
    size_t count = matches->count ? matches->first[matches->count] : 0;
    int r = 0;

    for (size_t i = 0; !r && i < count; i++) {
        uint32_t item = matches->item[i];
        const struct weight_row *row =
            find_winner(effect, live, LAYER_LIVE, kind, item);

        if (!row)
            row = find_winner(effect, effect->files[kind], LAYER_FILES, kind,
                              item);
        r = add_edit(edits, kind,
                     row ? edit_of(effect->map, kind, row, item)
                         : imported_edit(effect->map, kind, item));
    }
    return r;
}

static bool has_kind(const struct map *map, enum weight_kind kind)
{
    return (kind != WEIGHT_ARCS) == (map->roads.piece_count > 0);
}

static const struct weight_rows *live_rows(const struct row_effect *effect,
                                           const struct ledger *ledger,
                                           enum weight_kind kind)
{
    const struct collection *found =
        layer_find(ledger_layer(ledger, ""), effect->profile, kind);

    return found ? found->rows : NULL;
}

/* ---- A touch ------------------------------------------------------------- */

static int touch_removed(struct row_effect *effect,
                         const struct weight_rows *live,
                         const struct ledger_touch *touch,
                         struct weighting_edits *edits, struct error *error)
{
    struct weight_matches matches;
    int r;

    if (!touch->removed.count)
        return 0;
    r = weight_match(effect->map, touch->kind, touch->removed.row,
                     touch->removed.count, &matches, error);
    if (r)
        return r;
    if (add_freed(effect, live, touch->kind, &matches, edits))
        r = error_no_memory(error);
    weight_matches_finish(&matches);
    return r;
}

static int touch_put(struct row_effect *effect,
                     const struct ledger_touch *touch,
                     const struct weight_matches *matches,
                     struct weighting_edits *edits, struct error *error)
{
    return add_rows(effect->map, touch->kind, touch->put, matches, edits)
               ? error_no_memory(error)
               : 0;
}

int row_effect_touch(struct row_effect *effect, const struct ledger *ledger,
                     const struct ledger_touch *touch,
                     const struct weight_matches *matches,
                     struct weighting_edits *edits, struct error *error)
{
    const struct weight_rows *live = live_rows(effect, ledger, touch->kind);
    struct weight_matches own = {0};
    int r = 0;

    if (*touch->scenario || strcmp(touch->profile, effect->profile) != 0 ||
        !has_kind(effect->map, touch->kind) || !live)
        return 0;
    if (!matches && touch->put_count) {
        r = weight_match(effect->map, touch->kind, touch->put, touch->put_count,
                         &own, error);
        matches = &own;
    }
    if (r)
        return r;
    if (matches)
        effect->unmatched += matches->count - matches->matched;
    if (touch->kind == WEIGHT_SEGMENTS &&
        (spans_of(effect, LAYER_LIVE)->count ||
         (touch->put_count && has_spans(matches))) &&
        make_next(effect, live, touch->put, matches))
        r = error_no_memory(error);
    if (!r)
        r = touch_removed(effect, live, touch, edits, error);
    if (!r && touch->put_count)
        r = touch_put(effect, touch, matches, edits, error);
    weight_matches_finish(&own);
    return r;
}

uint64_t row_effect_unmatched(const struct row_effect *effect)
{
    return effect->unmatched;
}

/* ---- All rows ------------------------------------------------------------ */

/* In the order they were written. 0 or -ENOMEM. */
static int list_rows(const struct weight_rows *rows, struct weight_list *list)
{
    int r = 0;

    for (size_t i = 0; !r && i < weight_rows_end(rows); i++) {
        const struct weight_row *row = weight_rows_at(rows, i);

        if (row)
            r = weight_list_add(list, row);
    }
    weight_list_sort(list);
    return r;
}

static int add_collection(const struct map *map, const struct weight_rows *rows,
                          enum weight_kind kind, struct span_list *spans,
                          struct weighting_edits *edits, size_t *ret_matched,
                          struct error *error)
{
    struct weight_matches matches;
    struct weight_list list = {0};
    int r;

    *ret_matched = 0;
    if (!rows || !has_kind(map, kind))
        return 0;
    if (list_rows(rows, &list)) {
        weight_list_finish(&list);
        return error_no_memory(error);
    }
    r = weight_match(map, kind, list.row, list.count, &matches, error);
    if (!r && (add_rows(map, kind, list.row, &matches, edits) ||
               (spans && add_spans(spans, list.row, &matches))))
        r = error_no_memory(error);
    if (!r) {
        *ret_matched = matches.matched;
        weight_matches_finish(&matches);
    }
    weight_list_finish(&list);
    return r;
}

/* All rows of a layer that the map has a kind for. */
static int add_layer(struct row_effect *effect, const struct ledger *ledger,
                     enum row_layer layer, struct weighting_edits *edits,
                     struct error *error)
{
    int r = 0;

    for (int i = 0; !r && i < WEIGHT_KINDS; i++) {
        enum weight_kind kind = (enum weight_kind)i;
        const struct weight_rows *rows = layer == LAYER_FILES
                                             ? effect->files[kind]
                                             : live_rows(effect, ledger, kind);
        struct row_count *count = &effect->count[layer][kind];

        count->rows = rows ? weight_rows_count(rows) : 0;
        r = add_collection(effect->map, rows, kind, &effect->spans[layer],
                           edits, &count->matched, error);
    }
    return r;
}

int row_effect_all(struct row_effect *effect, const struct ledger *ledger,
                   struct weighting_edits *edits, struct error *error)
{
    int r = 0;

    for (int layer = 0; layer < LAYERS; layer++)
        span_list_finish(&effect->spans[layer]);
    for (int layer = 0; !r && layer < LAYERS; layer++)
        r = add_layer(effect, ledger, (enum row_layer)layer, edits, error);
    for (int layer = 0; layer < LAYERS; layer++)
        sort_spans(&effect->spans[layer]);
    return r;
}

struct row_count row_effect_count(const struct row_effect *effect,
                                  enum row_layer layer, enum weight_kind kind)
{
    return effect->count[layer][kind];
}

int row_effect_over(const struct map *map, const struct layer *layer,
                    struct weighting_edits *edits, struct error *error)
{
    size_t matched;
    int r = 0;

    for (size_t i = 0; !r && i < layer->count; i++) {
        const struct collection *collection = &layer->collection[i];

        if (!strcmp(collection->profile, map->roads.profile.name))
            r = add_collection(map, collection->rows, collection->kind, NULL,
                               edits, &matched, error);
    }
    return r;
}
