/* next_entry: a change of weights, from the entry in force to the next. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/engine/published_map.h"
#include "core/engine/published_map_private.h"

struct next_entry {
    struct map_entry *entry;      /* owned until it is put in force */
    struct weighting_delta delta; /* from the entry in force */
};

/* ---- Elders -------------------------------------------------------------- */

static struct elder take(struct published_map *published, size_t at)
{
    struct elder taken = published->elder[at];

    published->elder_count--;
    memmove(&published->elder[at], &published->elder[at + 1],
            (published->elder_count - at) * sizeof(taken));
    return taken;
}

static void forget(struct published_map *published, size_t at)
{
    struct elder gone = take(published, at);

    map_entry_release(gone.entry);
    weighting_delta_finish(&gone.since);
}

void published_map_forget_elders(struct published_map *published)
{
    pthread_mutex_lock(&published->change_lock);
    while (published->elder_count)
        forget(published, published->elder_count - 1);
    pthread_mutex_unlock(&published->change_lock);
}

/* Nobody else can pin it again: no list has it but that of the elders. */
static bool is_free(const struct elder *elder)
{
    return atomic_load(&elder->entry->references) == 1 &&
           atomic_load(&elder->entry->weighting->references) == 1;
}

/* The youngest free one; elder_count: there is none. */
static size_t find_free(const struct published_map *published)
{
    for (size_t i = published->elder_count; i-- > 0;) {
        if (is_free(&published->elder[i]))
            return i;
    }
    return published->elder_count;
}

/* All but the youngest free one only cost memory. */
static void forget_others(struct published_map *published, size_t youngest)
{
    for (size_t i = youngest; i-- > 0;) {
        if (is_free(&published->elder[i]))
            forget(published, i);
    }
}

static int reserve_elder(struct published_map *published)
{
    return array_reserve(&published->elder, &published->elder_capacity,
                         published->elder_count + 1, sizeof(*published->elder));
}

/* There is room. Takes over the entry. */
static void add_elder(struct published_map *published, struct map_entry *entry)
{
    published->elder[published->elder_count++] = (struct elder){.entry = entry};
}

/* The caller holds the lock of changes. */
static size_t count_pinned(struct published_map *published)
{
    size_t count = 0;

    for (size_t i = 0; i < published->elder_count; i++)
        count += !is_free(&published->elder[i]);
    atomic_store(&published->pinned, count);
    return count;
}

size_t published_map_elders(struct published_map *published)
{
    size_t count;

    pthread_mutex_lock(&published->change_lock);
    count = count_pinned(published);
    pthread_mutex_unlock(&published->change_lock);
    return count;
}

size_t published_map_elders_seen(struct published_map *published)
{
    if (!pthread_mutex_trylock(&published->change_lock)) {
        count_pinned(published);
        pthread_mutex_unlock(&published->change_lock);
    }
    return atomic_load(&published->pinned);
}

void published_map_cut_oldest(struct published_map *published)
{
    bool done = false;

    pthread_mutex_lock(&published->change_lock);
    for (size_t i = 0; !done && i < published->elder_count; i++) {
        struct map_entry *entry = published->elder[i].entry;

        if (is_free(&published->elder[i]) || atomic_load(&entry->cut))
            continue;
        atomic_store(&entry->cut, true);
        done = true;
    }
    pthread_mutex_unlock(&published->change_lock);
}

static struct map_entry *copy_entry(struct published_map *published,
                                    const struct map_entry *entry)
{
    return map_entry_make(published,
                          weighting_copy(entry->weighting, published->map));
}

/* ---- The next entry ------------------------------------------------------ */

/* An entry with the weights in force that nobody sees: a free elder brought up
 * to date, or a copy. `ret_since`: in what its metrics are behind. */
static int make_equal(struct published_map *published,
                      const struct map_entry *current,
                      struct map_entry **ret_entry,
                      struct weighting_delta *ret_since)
{
    size_t at = find_free(published);
    struct elder elder;

    *ret_since = (struct weighting_delta){0};
    if (at == published->elder_count) {
        *ret_entry = copy_entry(published, current);
        return *ret_entry ? 0 : -ENOMEM;
    }
    forget_others(published, at);
    elder = take(published, find_free(published));
    *ret_entry = elder.entry;
    *ret_since = elder.since;
    return weighting_follow(elder.entry->weighting, published->map,
                            current->weighting, &elder.since);
}

/* All arcs, for a form that wants a list. NULL: no memory. */
static uint32_t *list_all(uint32_t count)
{
    uint32_t *arcs = array_alloc(count, sizeof(*arcs));

    for (uint32_t a = 0; arcs && a < count; a++)
        arcs[a] = a;
    return arcs;
}

/* Of the delta, whose list is completed. 0 or -ENOMEM. */
static int list_changes(const struct map *map, struct weighting_delta *delta,
                        struct weight_changes *ret_changes)
{
    uint32_t count = map->topology.arc_count;

    if (delta->all) {
        free(delta->arcs.at);
        delta->arcs.at = list_all(count);
        delta->arcs.count = delta->arcs.at ? count : 0;
        if (!delta->arcs.at)
            return -ENOMEM;
    }
    *ret_changes = (struct weight_changes){delta->arcs.at, delta->arcs.count};
    return 0;
}

/* In place, as nobody reads it; or from that of the entry in force. */
static int make_metric(struct map_entry *entry, const struct map_entry *current,
                       size_t form, const struct weights *weights,
                       const struct weight_changes *since,
                       const struct weight_changes *changes,
                       struct error *error)
{
    const struct metric *newest = map_entry_metric_at(current, form);
    struct metric *metric = map_entry_metric_at(entry, form);
    int r = 0;

    if (metric && newest)
        r = metric_follow(&metric, newest, since, weights, changes, error);
    else if (newest)
        r = metric_derive(newest, weights, changes, &metric, error);
    if (metric && (r || !newest)) {
        entry->published->form[form].ops->metric_destroy(metric);
        metric = NULL;
    }
    atomic_store(&entry->metric[form], r ? NULL : metric);
    return r;
}

/* Makes the metrics of all forms side by side: while a GPU works on one, the
 * cores make another. */
struct metrics {
    struct map_entry *entry;
    const struct map_entry *current;
    struct weights weights;
    struct weight_changes since;
    struct weight_changes changes;
};

/* Without a metric of the first form, the oracle's, nothing can answer; others
 * are made by the first query that needs them. */
static int make_form(void *context, size_t form, struct error *error)
{
    const struct metrics *metrics = context;
    int r =
        make_metric(metrics->entry, metrics->current, form, &metrics->weights,
                    &metrics->since, &metrics->changes, error);

    return form == 0 ? r : 0;
}

static int make_metrics(struct map_entry *entry,
                        const struct map_entry *current,
                        struct weighting_delta *since,
                        struct weighting_delta *delta, struct error *error)
{
    const struct published_map *published = entry->published;
    struct metrics metrics = {.entry = entry, .current = current};
    int r;

    if (list_changes(published->map, since, &metrics.since) ||
        list_changes(published->map, delta, &metrics.changes))
        return error_no_memory(error);
    r = weighting_arcs(entry->weighting, published->map, &metrics.weights,
                       error);
    return r ? r
             : parallel_run((unsigned)published->form_count,
                            published->form_count, make_form, &metrics, error);
}

static int make_next(struct published_map *published,
                     const struct map_entry *current,
                     const struct weighting_edits *edits, uint64_t epoch,
                     struct next_entry *next, struct error *error)
{
    struct weighting_delta since;
    int r = make_equal(published, current, &next->entry, &since);

    if (r)
        r = error_no_memory(error);
    if (!r)
        r = weighting_edit(next->entry->weighting, published->map, edits,
                           &next->delta, error);
    if (!r) {
        next->entry->weighting->arrays.arcs.epoch = epoch;
        r = make_metrics(next->entry, current, &since, &next->delta, error);
    }
    weighting_delta_finish(&since);
    return r;
}

/* Arcs whose weights differ. Of a list, which may have an arc twice, or all. */
static size_t count_changed(const struct weighting *weighting,
                            const struct weighting *before,
                            const struct weighting_delta *delta)
{
    const uint32_t *now = weighting->arrays.arcs.weight;
    const uint32_t *then = before->arrays.arcs.weight;
    size_t count = 0;

    for (size_t i = 0; i < delta->arcs.count; i++)
        count += now[delta->arcs.at[i]] != then[delta->arcs.at[i]];
    return count;
}

int published_map_change(struct published_map *published,
                         const struct weighting_edits *edits, uint64_t epoch,
                         struct next_entry **ret_next, size_t *ret_changed,
                         struct error *error)
{
    struct map_entry *current = published_map_current(published);
    struct next_entry *next = calloc(1, sizeof(*next));
    int r = 0;

    if (!current)
        r = error_set(error, -ENOENT, "map '%s' was replaced", published->name);
    else if (!next)
        r = error_no_memory(error);
    if (!r) {
        published_map_evict_stale(published);
        pthread_mutex_lock(&published->change_lock);
        r = make_next(published, current, edits, epoch, next, error);
        pthread_mutex_unlock(&published->change_lock);
    }
    if (!r)
        *ret_changed = count_changed(next->entry->weighting, current->weighting,
                                     &next->delta);
    map_entry_release(current);
    if (r) {
        next_entry_drop(next);
        return r;
    }
    *ret_next = next;
    return 0;
}

const struct weighting_delta *next_entry_delta(const struct next_entry *next)
{
    return &next->delta;
}

/* ---- Spares -------------------------------------------------------------- */

/* Brings an elder without readers to the weights in force. */
static int bring_up(struct published_map *published, struct elder *elder,
                    const struct map_entry *current, struct error *error)
{
    struct weighting *weighting = elder->entry->weighting;
    struct weighting_delta nothing = {0};
    int r;

    if (weighting_follow(weighting, published->map, current->weighting,
                         &elder->since))
        return error_no_memory(error);
    weighting->arrays.arcs.epoch = weighting_epoch(current->weighting);
    r = make_metrics(elder->entry, current, &elder->since, &nothing, error);
    weighting_delta_finish(&elder->since);
    weighting_delta_finish(&nothing);
    elder->since = (struct weighting_delta){0};
    return r;
}

static bool is_behind(const struct elder *elder)
{
    return elder->since.all || elder->since.items.count ||
           elder->since.turns.count || elder->since.arcs.count;
}

/* The caller holds the lock of changes. */
static int make_spare(struct published_map *published, bool may_copy,
                      const struct map_entry *current, struct error *error)
{
    size_t at = find_free(published);
    bool copied = at == published->elder_count;
    struct map_entry *copy;
    int r;

    if (copied && !may_copy)
        return -EBUSY;
    if (copied) {
        copy = reserve_elder(published) ? NULL : copy_entry(published, current);
        if (!copy)
            return error_no_memory(error);
        add_elder(published, copy);
    } else if (!is_behind(&published->elder[at])) {
        return 0;
    } else if (published->elder[at].since.all && !may_copy) {
        return -EBUSY; /* the next change may be of all, too */
    }
    r = bring_up(published, &published->elder[at], current, error);
    if (r)
        forget(published, at);
    return r;
}

int published_map_spare(struct published_map *published, bool may_copy,
                        struct error *error)
{
    struct map_entry *current = published_map_current(published);
    int r = 0;

    pthread_mutex_lock(&published->change_lock);
    if (current)
        r = make_spare(published, may_copy, current, error);
    pthread_mutex_unlock(&published->change_lock);
    map_entry_release(current);
    return r;
}

/* ---- In force, or not ---------------------------------------------------- */

/* Without memory for the list, an elder is later brought up to date as a
 * whole. */
static void note_delta(struct published_map *published,
                       struct weighting_delta *delta)
{
    for (size_t i = 0; i < published->elder_count; i++) {
        struct weighting_delta *since = &published->elder[i].since;

        if (!weighting_delta_add(since, delta))
            continue;
        weighting_delta_finish(since);
        since->all = true;
    }
}

void published_map_put(struct published_map *published, struct next_entry *next)
{
    struct map_entry *entry = next->entry;
    struct map_entry *before;

    atomic_store(&entry->until, UNTIL_NOW);
    atomic_store(&entry->retired, false);
    atomic_store(&entry->cut, false);
    pthread_mutex_lock(&published->lock);
    before = published->current;
    if (before)
        published->current = entry;
    pthread_mutex_unlock(&published->lock);
    if (!before) { /* it has retired meanwhile */
        next_entry_drop(next);
        return;
    }
    /* Of epochs that come into force together it is good for none. */
    atomic_store(&before->until, published_map_dealt(published));
    published_map_deal(published, entry->weighting->arrays.arcs.epoch);
    map_entry_retire(before);
    pthread_mutex_lock(&published->change_lock);
    if (reserve_elder(published))
        map_entry_release(before);
    else
        add_elder(published, before);
    note_delta(published, &next->delta);
    pthread_mutex_unlock(&published->change_lock);
    weighting_delta_finish(&next->delta);
    free(next);
}

void next_entry_drop(struct next_entry *next)
{
    if (!next)
        return;
    map_entry_release(next->entry);
    weighting_delta_finish(&next->delta);
    free(next);
}

void published_map_deal(struct published_map *published, uint64_t epoch)
{
    atomic_store(&published->dealt, epoch);
}
