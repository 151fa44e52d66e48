/* map_entry: entries and their metrics. */
#include "core/engine/map_entry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/published_map_private.h"
#include "core/weighting/weights_differing.h"

/* ---- Life ---------------------------------------------------------------- */

static void entry_destroy(struct map_entry *entry)
{
    struct published_map *published = entry->published;

    for (size_t i = published->form_count; entry->metric && i-- > 0;) {
        if (entry->metric[i])
            published->form[i].ops->metric_destroy(entry->metric[i]);
    }
    free(entry->metric);
    map_entry_release(entry->before);
    weighting_release(entry->weighting);
    model_release(entry->model);
    closed_set_release(entry->mask);
    map_entry_release(entry->over);
    pthread_mutex_destroy(&entry->lock);
    free(entry);
    published_map_unpin(published);
}

struct map_entry *map_entry_make(struct published_map *published,
                                 struct weighting *weighting)
{
    struct map_entry *entry = calloc(1, sizeof(*entry));

    if (!entry) {
        weighting_release(weighting);
        return NULL;
    }
    entry->published = published;
    published_map_pin(published);
    entry->weighting = weighting;
    entry->metric =
        array_zero(published->form_capacity, sizeof(*entry->metric));
    atomic_init(&entry->references, 1);
    atomic_init(&entry->until, UNTIL_NOW);
    pthread_mutex_init(&entry->lock, NULL);
    if (weighting && entry->metric)
        return entry;
    entry_destroy(entry);
    return NULL;
}

struct map_entry *map_entry_acquire(struct map_entry *entry)
{
    atomic_fetch_add_explicit(&entry->references, 1, memory_order_relaxed);
    return entry;
}

void map_entry_release(struct map_entry *entry)
{
    /* Acquire and release: the thread that frees sees the writes of all
     * others. */
    if (entry && atomic_fetch_sub(&entry->references, 1) == 1)
        entry_destroy(entry);
}

/* ---- Metrics ------------------------------------------------------------- */

struct metric *map_entry_metric_at(const struct map_entry *entry, size_t form)
{
    return form < entry->published->form_count
               ? atomic_load_explicit(&entry->metric[form],
                                      memory_order_acquire)
               : NULL;
}

const struct map_entry *map_entry_root(const struct map_entry *entry)
{
    while (entry->over)
        entry = entry->over;
    return entry;
}

/* Others are made from scratch as fast. */
static bool derives(const struct form_ops *form)
{
    return form->clone;
}

/* Whether its metric will hardly be derived from again: what lies below a model
 * or a mask does not change. */
static bool is_fixed(const struct map_entry *entry)
{
    return !*entry->scenario &&
           !weighting_may_change(map_entry_root(entry)->weighting);
}

/* If more arcs differ, a metric from scratch costs less than a derived one. */
enum { DERIVED_SHARE = 4 };

/* What differs from the weights before; NULL arcs: too much. */
static int find_changes(const struct map_entry *entry,
                        const struct weights *weights, uint32_t **ret_arcs,
                        size_t *ret_count, struct error *error)
{
    struct weights older;
    int r = weighting_arcs(entry->before->weighting, entry->published->map,
                           &older, error);

    if (!r &&
        weights_differing(weights, &older, weights->arc_count / DERIVED_SHARE,
                          ret_arcs, ret_count))
        r = error_no_memory(error);
    return r;
}

/* Its metric is derived from the one below, which takes less. */
static bool is_of_area(const struct map_entry *entry)
{
    return entry->model && !entry->mask && model_is_of_area(entry->model);
}

/* A metric that took long by chance, say because its memory was new, must not
 * make `auto` avoid the form for good: nobody would measure it again. So the
 * time grows by at most a quarter. */
static void note_time(atomic_uint_fast64_t *time_us, uint64_t took_us)
{
    uint64_t before_us = atomic_load(time_us);
    uint64_t most_us = before_us + before_us / 4;

    atomic_store(time_us, before_us && took_us > most_us ? most_us : took_us);
}

/* From the metric of the same purpose over older weights, or of the weights
 * below. */
static int derive(const struct map_entry *entry, struct metric *before,
                  const struct weights *weights,
                  const struct weight_changes *changes,
                  struct metric **ret_metric, struct error *error)
{
    return is_fixed(entry)
               ? metric_derive_fixed(before, weights, changes, ret_metric,
                                     error)
               : metric_derive(before, weights, changes, ret_metric, error);
}

static int customize(const struct map_entry *entry, struct prepared *prepared,
                     const struct weights *weights, struct metric **ret_metric,
                     struct error *error)
{
    return is_fixed(entry)
               ? metric_customize_fixed(prepared, weights, ret_metric, error)
               : prepared->ops->customize(prepared, weights, ret_metric, error);
}

static int make_metric(struct map_entry *entry, size_t i,
                       struct metric **ret_metric, struct error *error)
{
    struct map_form *form = &entry->published->form[i];
    uint64_t begun_us = clock_now_us();
    struct metric *before = entry->before && derives(form->ops)
                                ? map_entry_metric_at(entry->before, i)
                                : NULL;
    uint32_t *arcs = NULL;
    struct weight_changes changes;
    struct weights weights;
    int r = weighting_arcs(entry->weighting, entry->published->map, &weights,
                           error);

    if (!r && before)
        r = find_changes(entry, &weights, &arcs, &changes.count, error);
    if (r)
        return r;
    changes.arc = arcs;
    r = arcs ? derive(entry, before, &weights, &changes, ret_metric, error)
             : customize(entry, form->prepared, &weights, ret_metric, error);
    array_recycle(arcs);
    if (!r && !arcs)
        note_time(&form->customized_us, clock_now_us() - begun_us);
    if (!r && is_of_area(entry))
        note_time(&form->area_us, clock_now_us() - begun_us);
    return r;
}

int map_entry_customize(struct map_entry *entry, size_t form,
                        struct error *error)
{
    struct published_map *published = entry->published;
    const struct map_form *used = &published->form[form];
    struct metric *metric;
    int r = published_map_use_form(published, form, error);

    if (r)
        return r;
    r = make_metric(entry, form, &metric, error);
    if (r) {
        published_map_leave_form(published, form);
        error_prefix(error, "customize %s on %s%s", used->ops->name,
                     used->device->name,
                     entry->mask ? " for closed roads" : "");
        return r;
    }
    atomic_store_explicit(&entry->metric[form], metric, memory_order_release);
    return 0;
}

/* Those that evicted entries hold may be needed on the device. An older entry
 * has served once one metric came of it. */
static int make_first(struct map_entry *entry, size_t form, struct error *error)
{
    int r = 0;

    pthread_mutex_lock(&entry->lock);
    if (!map_entry_metric_at(entry, form)) {
        published_map_reclaim(entry->published);
        r = map_entry_customize(entry, form, error);
    }
    if (!r && derives(entry->published->form[form].ops)) {
        map_entry_release(entry->before);
        entry->before = NULL;
    }
    pthread_mutex_unlock(&entry->lock);
    return r;
}

int map_entry_prepare(struct map_entry *entry, const struct form_ops *form,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error)
{
    size_t i = published_map_find_form(entry->published, form, device);
    int r = 0;

    if (i == entry->published->form_count)
        return error_set(error, -ENOENT, "map '%s' is not prepared as %s",
                         entry->published->name, form->name);
    if (!map_entry_metric_at(entry, i))
        r = make_first(entry, i, error);
    if (!r)
        *ret_metric = map_entry_metric_at(entry, i);
    return r;
}

/* ---- Figures ------------------------------------------------------------- */

void published_map_each_metric(
    struct published_map *published, const struct form_ops *form,
    const struct device *device,
    void (*visit)(void *context, struct metric *metric), void *context)
{
    size_t at = published_map_find_form(published, form, device);
    struct metric *metric = NULL;

    pthread_mutex_lock(&published->lock);
    if (published->current)
        metric = map_entry_metric_at(published->current, at);
    if (metric)
        visit(context, metric);
    for (size_t i = 0; i < published->kept.count; i++) {
        metric = map_entry_metric_at(published->kept.item[i], at);
        if (metric)
            visit(context, metric);
    }
    pthread_mutex_unlock(&published->lock);
}

size_t map_entry_kept_count(struct map_entry *entry)
{
    struct published_map *published = entry->published;
    size_t count;

    pthread_mutex_lock(&published->lock);
    count = published->kept.count;
    pthread_mutex_unlock(&published->lock);
    return count;
}

uint64_t map_entry_bytes(const struct map_entry *entry)
{
    const struct published_map *published = entry->published;
    uint64_t bytes = weighting_bytes(entry->weighting, published->map);

    for (size_t i = 0; i < published->form_count; i++) {
        const struct metric *metric = map_entry_metric_at(entry, i);

        if (metric && published->form[i].ops->metric_bytes)
            bytes += published->form[i].ops->metric_bytes(metric);
    }
    return bytes;
}

uint64_t entry_list_bytes(const struct entry_list *list)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < list->count; i++)
        bytes += map_entry_bytes(list->item[i]);
    return bytes;
}

uint64_t map_entry_kept_bytes(struct map_entry *entry)
{
    struct published_map *published = entry->published;
    uint64_t bytes;

    pthread_mutex_lock(&published->lock);
    bytes = entry_list_bytes(&published->kept) +
            entry_list_bytes(&published->evicted);
    pthread_mutex_unlock(&published->lock);
    return bytes;
}

/* ---- Queries ------------------------------------------------------------- */

struct published_map *map_entry_published(const struct map_entry *entry)
{
    return entry->published;
}

void map_entry_retire(struct map_entry *entry)
{
    atomic_store(&entry->retired, true);
}

bool map_entry_retired(const struct map_entry *entry)
{
    return atomic_load(&entry->retired) ||
           atomic_load(&entry->published->retired);
}

const char *map_entry_name(const struct map_entry *entry)
{
    return entry->published->name;
}

const char *map_entry_profile(const struct map_entry *entry)
{
    return entry->published->map->roads.profile.name;
}

const struct map *map_entry_map(const struct map_entry *entry)
{
    return entry->published->map;
}

struct weighting *map_entry_weighting(const struct map_entry *entry)
{
    return entry->weighting;
}

uint64_t map_entry_published_us(const struct map_entry *entry)
{
    return entry->published->published_us;
}

uint64_t map_entry_epoch(const struct map_entry *entry)
{
    uint64_t epoch = atomic_load(&entry->published->dealt);

    /* What was in force after `dealt` was read is as good as that. */
    for (; entry; entry = entry->over) {
        uint64_t until = atomic_load(&entry->until);

        if (until < epoch)
            epoch = until;
    }
    return epoch;
}

const atomic_bool *map_entry_cut(const struct map_entry *entry)
{
    while (entry->over)
        entry = entry->over;
    return &entry->cut;
}

const struct class_sets *map_entry_class_sets(const struct map_entry *entry)
{
    return &entry->published->classes;
}

struct metric *map_entry_metric(const struct map_entry *entry,
                                const struct form_ops *form,
                                const struct device *device)
{
    return map_entry_metric_at(
        entry, published_map_find_form(entry->published, form, device));
}

uint64_t map_entry_wait_us(const struct map_entry *entry,
                           const struct form_ops *form,
                           const struct device *device)
{
    const struct published_map *published = entry->published;
    size_t i = published_map_find_form(published, form, device);

    if (i == published->form_count || map_entry_metric_at(entry, i) ||
        atomic_load(&entry->wanted))
        return 0;
    return is_of_area(entry) && derives(form)
               ? atomic_load(&published->form[i].area_us)
               : atomic_load(&published->form[i].customized_us);
}

void map_entry_want(struct map_entry *entry, const struct form_ops *form)
{
    atomic_store(&entry->wanted, form);
}

/* The entry that was used last, pinned; NULL: it has no such wish. */
static struct map_entry *find_wanting(struct published_map *published)
{
    struct map_entry *entry = NULL;

    pthread_mutex_lock(&published->lock);
    if (published->kept.count && atomic_load(&published->kept.item[0]->wanted))
        entry = map_entry_acquire(published->kept.item[0]);
    pthread_mutex_unlock(&published->lock);
    return entry;
}

void published_map_make_wanted(struct published_map *published,
                               const struct device *device)
{
    struct map_entry *entry = find_wanting(published);
    struct metric *metric;

    if (!entry)
        return;
    map_entry_prepare(entry, atomic_load(&entry->wanted), device, &metric,
                      NULL);
    map_entry_release(entry);
}

bool map_entry_is_ready(const struct map_entry *entry,
                        const struct form_ops *form,
                        const struct device *device)
{
    size_t i = published_map_find_form(entry->published, form, device);

    return i < entry->published->form_count &&
           atomic_load(&entry->published->form[i].prepared);
}

bool map_entry_offers(const struct map_entry *entry,
                      const struct form_ops *form, const struct device *device)
{
    const struct published_map *published = entry->published;

    return published_map_find_form(published, form, device) <
           published->form_count;
}

void map_entry_each_form(const struct map_entry *entry,
                         void (*visit)(void *context, const char *form,
                                       const struct device *device,
                                       uint64_t bytes),
                         void *context)
{
    for (size_t i = 0; i < entry->published->form_count; i++) {
        const struct map_form *form = &entry->published->form[i];
        const struct metric *metric = map_entry_metric_at(entry, i);

        if (metric && form->ops->metric_bytes)
            visit(context, form->ops->name, form->device,
                  form->ops->prepared_bytes(metric->prepared) +
                      form->ops->metric_bytes(metric));
    }
}

const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device)
{
    const struct missing *missing =
        published_map_find_missing(entry->published, device);

    return missing ? missing->reason.text : NULL;
}

bool map_entry_lacks(const struct map_entry *entry, const struct device *device)
{
    const struct missing *missing =
        published_map_find_missing(entry->published, device);

    return missing && missing->code < 0;
}

const char *map_entry_refusal(const struct map_entry *entry,
                              const struct form_ops *form,
                              const struct device *device)
{
    const struct published_map *published = entry->published;
    size_t i = published_map_find_form(published, form, device);

    return i < published->form_count &&
                   atomic_load_explicit(&published->form[i].refused,
                                        memory_order_acquire)
               ? published->form[i].refusal.text
               : NULL;
}

static struct speed_row *find_speed(const struct map_entry *entry,
                                    const struct solver_ops *solver,
                                    const struct device *device)
{
    const struct published_map *published = entry->published;

    for (size_t i = 0; i < published->speed_count; i++) {
        if (published->speed[i].solver == solver &&
            published->speed[i].device == device)
            return &published->speed[i];
    }
    return NULL;
}

static bool was_measured(const struct speed_row *row)
{
    return atomic_load_explicit(&row->was_measured, memory_order_acquire);
}

const struct solver_speed *map_entry_speed(const struct map_entry *entry,
                                           const struct solver_ops *solver,
                                           const struct device *device)
{
    const struct speed_row *row = find_speed(entry, solver, device);

    if (!row)
        return NULL;
    return was_measured(row) ? &row->measured : &row->guessed;
}

bool map_entry_measured(const struct map_entry *entry,
                        const struct device *device)
{
    const struct published_map *published = entry->published;

    for (size_t i = 0; i < published->speed_count; i++) {
        if (published->speed[i].device == device &&
            was_measured(&published->speed[i]))
            return true;
    }
    return false;
}

void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured)
{
    struct speed_row *row = find_speed(entry, solver, device);

    if (!row || was_measured(row))
        return;
    row->measured = *measured;
    atomic_store_explicit(&row->was_measured, true, memory_order_release);
}
