/* map_entry: published maps, their forms, and the kept entries. */
#include "core/engine/map_entry.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"

/* The map in one form on one device. */
struct map_form {
    const struct form_ops *ops;
    const struct device *device;
    struct prepared *prepared; /* owned; NULL: waits for its first query */
    atomic_bool refused;       /* from then on `refusal` says why, for good */
    struct error refusal;
};

struct map_entry {
    atomic_uint references;
    atomic_bool retired;
    struct published_map *published;  /* contains this entry or is pinned by
                                         it */
    struct weighting *weighting;      /* pinned */
    pthread_mutex_t lock;             /* held while a metric is made, so that
                                         each is made once: a thread that waits
                                         has nothing else to do, and readers do
                                         not wait */
    _Atomic(struct metric *) *metric; /* [form_count] of each form, owned;
                                         NULL: waits for its first query */
};

/* The speed of a solver on one device. */
struct speed_row {
    const struct solver_ops *solver;
    const struct device *device;
    struct solver_speed guessed;
    struct solver_speed measured;
    atomic_bool was_measured; /* written after `measured` */
};

/* Why a device lacks a form; the first reason stays. */
struct missing {
    const struct device *device;
    int code; /* SOLVER_REFUSES, or negative for any other failure */
    struct error reason;
};

struct entry_list {
    struct map_entry **item; /* [count] pinned */
    size_t count;
    size_t capacity;
};

struct published_map {
    struct map_entry entry; /* first; the entry as published */
    char name[MAP_NAME_SIZE];
    struct map *map;       /* owned */
    struct map_form *form; /* [form_count] */
    size_t form_count;
    struct speed_row *speed; /* [speed_count] of solvers that `auto` may pick */
    size_t speed_count;
    struct missing *missing; /* room for one per device */
    size_t missing_count;
    struct class_sets classes;

    pthread_mutex_t lock;      /* guards all below */
    struct entry_list kept;    /* most recently used first */
    struct entry_list evicted; /* evicted; a worker frees them */
    bool closed;               /* keeps no more entries: the map was
                                  replaced */
};

static bool is_own(const struct map_entry *entry)
{
    return entry == &entry->published->entry;
}

/* ---- Life of an entry ---------------------------------------------------- */

/* One reference. Takes ownership of `weighting`, which is NULL if memory ran
 * out. 0 or -ENOMEM; finish() is fine after either. */
static int entry_init(struct map_entry *entry, struct published_map *published,
                      struct weighting *weighting, size_t form_count)
{
    *entry = (struct map_entry){
        .published = published,
        .weighting = weighting,
        .metric = array_zero(form_count, sizeof(*entry->metric)),
    };
    atomic_init(&entry->references, 1);
    pthread_mutex_init(&entry->lock, NULL);
    return weighting && entry->metric ? 0 : -ENOMEM;
}

static void entry_finish(struct map_entry *entry)
{
    const struct published_map *published = entry->published;

    for (size_t i = published->form_count; entry->metric && i-- > 0;) {
        if (entry->metric[i])
            published->form[i].ops->metric_destroy(entry->metric[i]);
    }
    free(entry->metric);
    weighting_release(entry->weighting);
    pthread_mutex_destroy(&entry->lock);
}

/* Needs empty lists of kept and evicted entries. */
static void published_destroy(struct published_map *published)
{
    entry_finish(&published->entry);
    for (size_t i = published->form_count; i-- > 0;) {
        if (published->form[i].prepared)
            published->form[i].ops->prepared_destroy(
                published->form[i].prepared);
    }
    free(published->form);
    free(published->kept.item);
    free(published->evicted.item);
    pthread_mutex_destroy(&published->lock);
    free(published->speed);
    free(published->missing);
    class_sets_finish(&published->classes);
    map_destroy(published->map);
    free(published);
}

struct map_entry *map_entry_acquire(struct map_entry *entry)
{
    atomic_fetch_add_explicit(&entry->references, 1, memory_order_relaxed);
    return entry;
}

void map_entry_release(struct map_entry *entry)
{
    struct published_map *published;

    /* Acquire and release: the thread that frees sees the writes of all
     * others. */
    if (!entry || atomic_fetch_sub(&entry->references, 1) != 1)
        return;
    published = entry->published;
    if (is_own(entry)) {
        published_destroy(published);
        return;
    }
    entry_finish(entry);
    free(entry);
    map_entry_release(&published->entry);
}

bool map_entry_release_last(struct map_entry *entry)
{
    /* At one reference no other thread can acquire another. */
    if (atomic_load(&entry->references) > 1)
        return false;
    map_entry_release(entry);
    return true;
}

/* ---- Forms and metrics --------------------------------------------------- */

/* The number of forms if there is no such form. */
static size_t find_form(const struct published_map *published,
                        const struct form_ops *ops, const struct device *device)
{
    size_t i = 0;

    while (i < published->form_count && (published->form[i].ops != ops ||
                                         published->form[i].device != device))
        i++;
    return i;
}

static struct metric *metric_of(const struct map_entry *entry, size_t form)
{
    return form < entry->published->form_count
               ? atomic_load_explicit(&entry->metric[form],
                                      memory_order_acquire)
               : NULL;
}

static int customize(struct map_entry *entry, size_t i, struct error *error)
{
    const struct map_form *form = &entry->published->form[i];
    struct weights weights;
    struct metric *metric;
    int r = weighting_arcs(entry->weighting, entry->published->map, &weights,
                           error);

    if (!r)
        r = metric_customize_fixed(form->prepared, &weights, &metric, error);
    if (r)
        return r;
    atomic_store_explicit(&entry->metric[i], metric, memory_order_release);
    return 0;
}

static int prepare_and_customize(struct map_entry *entry, size_t i,
                                 struct error *error)
{
    struct map_form *form = &entry->published->form[i];
    int r = form->ops->prepare(form->device, entry->published->map,
                               &form->prepared, error);

    if (r)
        return r;
    r = customize(entry, i, error);
    if (r) {
        form->ops->prepared_destroy(form->prepared);
        form->prepared = NULL;
    }
    return r;
}

/* Makes a missing form and its metric with the published weighting.
 * SOLVER_REFUSES, which is final, or a negative code, after which a caller may
 * retry. */
static int make_form(struct map_entry *entry, size_t i, struct error *error)
{
    struct map_form *form = &entry->published->form[i];
    struct error words = {""};
    int r;

    if (form->refused)
        return error_set(error, SOLVER_REFUSES, "%s", form->refusal.text);
    r = prepare_and_customize(entry, i, &words);
    if (r < 0)
        return error_set(error, r, "prepare %s on %s: %s", form->ops->name,
                         form->device->name, words.text);
    if (r == 0)
        return 0;
    form->refusal = words;
    atomic_store_explicit(&form->refused, true, memory_order_release);
    return error_set(error, r, "%s", words.text);
}

static void reclaim(struct published_map *published)
{
    struct entry_list gone;

    pthread_mutex_lock(&published->lock);
    gone = published->evicted;
    published->evicted = (struct entry_list){0};
    pthread_mutex_unlock(&published->lock);
    for (size_t i = 0; i < gone.count; i++)
        map_entry_release(gone.item[i]);
    free(gone.item);
}

/* The caller holds the entry's lock. */
static int make_metric(struct map_entry *entry, size_t i, struct error *error)
{
    struct published_map *published = entry->published;
    const struct map_form *form = &published->form[i];
    struct metric *whole;
    int r;

    if (metric_of(entry, i))
        return 0;
    if (is_own(entry))
        return make_form(entry, i, error);
    reclaim(published);
    r = map_entry_prepare(&published->entry, form->ops, form->device, &whole,
                          error);
    if (r)
        return r;
    r = customize(entry, i, error);
    if (r)
        error_prefix(error, "customize %s on %s for closed roads",
                     form->ops->name, form->device->name);
    return r;
}

int map_entry_prepare(struct map_entry *entry, const struct form_ops *form,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error)
{
    size_t i = find_form(entry->published, form, device);
    int r = 0;

    if (i == entry->published->form_count)
        return error_set(error, -ENOENT, "map '%s' is not prepared as %s",
                         entry->published->name, form->name);
    if (!metric_of(entry, i)) {
        pthread_mutex_lock(&entry->lock);
        r = make_metric(entry, i, error);
        pthread_mutex_unlock(&entry->lock);
    }
    if (!r)
        *ret_metric = metric_of(entry, i);
    return r;
}

/* ---- Publishing ---------------------------------------------------------- */

static struct missing *find_missing(const struct published_map *published,
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

/* Which form to prepare, and when. */
struct form_plan {
    bool at_once; /* else with the first query that names a solver for it */
    bool vital;   /* publishing fails without it */
};

static int add_form(struct published_map *published, const struct form_ops *ops,
                    const struct device *device, struct form_plan plan,
                    struct error *error)
{
    size_t i = published->form_count;
    struct error reason = {""};
    int r = 0;

    if (ops->device_kind != device->kind ||
        find_form(published, ops, device) < published->form_count)
        return 0;
    published->form[i] = (struct map_form){.ops = ops, .device = device};
    if (plan.at_once)
        r = make_form(&published->entry, i, &reason);
    if (r < 0 && plan.vital)
        return error_set(error, r, "%s", reason.text);
    if (r)
        add_missing(published, device, r, &reason);
    if (r >= 0)
        published->form_count++;
    return 0;
}

static int add_forms(struct published_map *published,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct error *error)
{
    for (size_t i = 0; i < solver_count; i++) {
        const struct form_ops *ops = solvers[i]->form;
        struct form_plan plan = {
            .at_once =
                form_is_for_all(ops, published->map, solvers, solver_count),
            .vital = ops == solvers[0]->form,
        };

        for (size_t j = 0; j < device_count; j++) {
            int r = add_form(published, ops, devices[j], plan, error);

            if (r)
                return r;
        }
    }
    return 0;
}

/* Guesses for the solvers that `auto` may pick for the map, on all devices of
 * their kind. Needs room for each. */
static void guess_speeds(struct published_map *published,
                         const struct solver_ops *const *solvers,
                         size_t solver_count,
                         const struct device *const *devices,
                         size_t device_count)
{
    for (size_t i = 0; i < solver_count * device_count; i++) {
        const struct solver_ops *solver = solvers[i / device_count];
        const struct device *device = devices[i % device_count];
        struct speed_row *row = &published->speed[published->speed_count];

        if (solver->form->device_kind != device->kind ||
            !catalog_may_pick(solver, published->map))
            continue;
        *row = (struct speed_row){.solver = solver, .device = device};
        solver->speed(published->map, &row->guessed);
        published->speed_count++;
    }
}

/* Takes ownership of the map unless it returns NULL: no memory. */
static struct published_map *published_create(const char *name, struct map *map,
                                              uint64_t epoch, size_t form_max,
                                              size_t device_count)
{
    struct published_map *published = calloc(1, sizeof(*published));
    int r;

    if (!published)
        return NULL;
    r = entry_init(&published->entry, published, weighting_of_map(map, epoch),
                   form_max);
    strncpy(published->name, name, sizeof(published->name) - 1);
    pthread_mutex_init(&published->lock, NULL);
    published->form = array_alloc(form_max, sizeof(*published->form));
    published->missing = array_alloc(device_count, sizeof(*published->missing));
    published->speed = array_alloc(form_max, sizeof(*published->speed));
    if (!r && published->form && published->missing && published->speed &&
        !class_sets_init(&published->classes, &map->roads)) {
        published->map = map;
        return published;
    }
    published_destroy(published);
    return NULL;
}

int map_entry_create(const char *name, struct map *map, uint64_t epoch,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error)
{
    struct published_map *published = published_create(
        name, map, epoch, solver_count * device_count, device_count);
    int r;

    if (!published) {
        map_destroy(map);
        return error_no_memory(error);
    }
    guess_speeds(published, solvers, solver_count, devices, device_count);
    r = add_forms(published, solvers, solver_count, devices, device_count,
                  error);
    if (r) {
        published_destroy(published);
        return r;
    }
    *ret_entry = &published->entry;
    return 0;
}

/* ---- Kept entries -------------------------------------------------------- */

static struct map_entry *create_closed(struct published_map *published,
                                       struct weighting *weighting)
{
    struct map_entry *entry = malloc(sizeof(*entry));

    if (!entry) {
        weighting_release(weighting);
        return NULL;
    }
    if (entry_init(entry, published, weighting, published->form_count)) {
        entry_finish(entry);
        free(entry);
        return NULL;
    }
    map_entry_acquire(&published->entry);
    return entry;
}

static int reserve(struct entry_list *list, size_t count)
{
    return array_reserve(&list->item, &list->capacity, count,
                         sizeof(*list->item));
}

/* Moves the entries before `gap` back by one. */
static void put_first(struct entry_list *list, struct map_entry *entry,
                      size_t gap)
{
    memmove(&list->item[1], &list->item[0], gap * sizeof(*list->item));
    list->item[0] = entry;
}

static struct map_entry *find_kept(struct entry_list *kept,
                                   const struct closed_set *closed)
{
    for (size_t i = 0; i < kept->count; i++) {
        struct map_entry *entry = kept->item[i];

        if (closed_set_equal(entry->weighting->closed, closed)) {
            put_first(kept, entry, i);
            return map_entry_acquire(entry);
        }
    }
    return NULL;
}

/* Needs room in the list of evicted entries. */
static void evict_last(struct published_map *published)
{
    struct map_entry *last = published->kept.item[--published->kept.count];

    map_entry_retire(last);
    published->evicted.item[published->evicted.count++] = last;
}

/* The caller holds the lock. */
static int keep(struct published_map *published, struct map_entry *entry,
                size_t most, bool *ret_evicted)
{
    struct entry_list *kept = &published->kept;
    size_t excess = kept->count + 1 > most ? kept->count + 1 - most : 0;

    if (reserve(kept, kept->count + 1) ||
        reserve(&published->evicted, published->evicted.count + excess))
        return -ENOMEM;
    *ret_evicted = excess > 0;
    while (excess--)
        evict_last(published);
    put_first(kept, map_entry_acquire(entry), kept->count++);
    return 0;
}

/* The caller holds the lock. NULL: no memory. */
static struct map_entry *find_or_make(struct published_map *published,
                                      struct weighting *weighting, size_t most,
                                      bool *ret_evicted)
{
    struct map_entry *entry = find_kept(&published->kept, weighting->closed);

    if (entry)
        return entry;
    entry = create_closed(published, weighting_acquire(weighting));
    if (!entry)
        return NULL;
    if (published->closed || most == 0) {
        map_entry_retire(entry);
    } else if (keep(published, entry, most, ret_evicted)) {
        map_entry_release(entry);
        return NULL;
    }
    return entry;
}

int map_entry_close(struct map_entry *entry, struct closed_set *closed,
                    size_t most, struct map_entry **ret_entry,
                    bool *ret_evicted, struct error *error)
{
    struct published_map *published = entry->published;
    struct weighting *weighting = weighting_close(entry->weighting, closed);
    struct map_entry *made;

    *ret_evicted = false;
    if (!weighting)
        return error_no_memory(error);
    pthread_mutex_lock(&published->lock);
    made = find_or_make(published, weighting, most, ret_evicted);
    pthread_mutex_unlock(&published->lock);
    weighting_release(weighting);
    if (!made)
        return error_no_memory(error);
    *ret_entry = made;
    return 0;
}

void map_entry_drop_kept(struct map_entry *entry)
{
    struct published_map *published = entry->published;
    struct entry_list kept;

    pthread_mutex_lock(&published->lock);
    published->closed = true;
    kept = published->kept;
    published->kept = (struct entry_list){0};
    pthread_mutex_unlock(&published->lock);
    for (size_t i = 0; i < kept.count; i++)
        map_entry_release(kept.item[i]);
    free(kept.item);
    reclaim(published);
}

void map_entry_each_metric(struct map_entry *entry, const struct form_ops *form,
                           const struct device *device,
                           void (*visit)(void *context, struct metric *metric),
                           void *context)
{
    struct published_map *published = entry->published;
    size_t at = find_form(published, form, device);
    struct metric *metric = metric_of(&published->entry, at);

    if (metric)
        visit(context, metric);
    pthread_mutex_lock(&published->lock);
    for (size_t i = 0; i < published->kept.count; i++) {
        metric = metric_of(published->kept.item[i], at);
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

static uint64_t bytes_of(const struct entry_list *list)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < list->count; i++) {
        const struct map_entry *entry = list->item[i];
        const struct published_map *published = entry->published;

        bytes += weighting_bytes(entry->weighting, published->map);
        for (size_t j = 0; j < published->form_count; j++) {
            const struct metric *metric = metric_of(entry, j);

            if (metric && published->form[j].ops->metric_bytes)
                bytes += published->form[j].ops->metric_bytes(metric);
        }
    }
    return bytes;
}

uint64_t map_entry_kept_bytes(struct map_entry *entry)
{
    struct published_map *published = entry->published;
    uint64_t bytes;

    pthread_mutex_lock(&published->lock);
    bytes = bytes_of(&published->kept) + bytes_of(&published->evicted);
    pthread_mutex_unlock(&published->lock);
    return bytes;
}

/* ---- Queries ------------------------------------------------------------- */

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

uint64_t map_entry_epoch(const struct map_entry *entry)
{
    return entry->weighting->arrays.arcs.epoch;
}

const struct class_sets *map_entry_class_sets(const struct map_entry *entry)
{
    return &entry->published->classes;
}

struct metric *map_entry_metric(const struct map_entry *entry,
                                const struct form_ops *form,
                                const struct device *device)
{
    return metric_of(entry, find_form(entry->published, form, device));
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
    const struct published_map *published = entry->published;

    return find_form(published, form, device) < published->form_count;
}

void map_entry_each_form(const struct map_entry *entry,
                         void (*visit)(void *context, const char *form,
                                       const struct device *device,
                                       uint64_t bytes),
                         void *context)
{
    for (size_t i = 0; i < entry->published->form_count; i++) {
        const struct map_form *form = &entry->published->form[i];
        const struct metric *metric = metric_of(entry, i);

        if (metric && form->ops->metric_bytes)
            visit(context, form->ops->name, form->device,
                  form->ops->prepared_bytes(metric->prepared) +
                      form->ops->metric_bytes(metric));
    }
}

const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device)
{
    const struct missing *missing = find_missing(entry->published, device);

    return missing ? missing->reason.text : NULL;
}

bool map_entry_lacks(const struct map_entry *entry, const struct device *device)
{
    const struct missing *missing = find_missing(entry->published, device);

    return missing && missing->code < 0;
}

const char *map_entry_refusal(const struct map_entry *entry,
                              const struct form_ops *form,
                              const struct device *device)
{
    const struct published_map *published = entry->published;
    size_t i = find_form(published, form, device);

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

    if (!is_own(entry) || !row || was_measured(row))
        return;
    row->measured = *measured;
    atomic_store_explicit(&row->was_measured, true, memory_order_release);
}
