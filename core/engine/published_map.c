/* published_map: its life, its forms, and the guesses of speed. */
#include "core/engine/published_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/published_map_private.h"
#include "core/solver/catalog.h"

/* ---- Forms --------------------------------------------------------------- */

size_t published_map_find_form(const struct published_map *published,
                               const struct form_ops *ops,
                               const struct device *device)
{
    size_t i = 0;

    while (i < published->form_count && (published->form[i].ops != ops ||
                                         published->form[i].device != device))
        i++;
    return i;
}

/* The caller holds the lock of forms. */
static int prepare(struct published_map *published, struct map_form *form,
                   struct error *error)
{
    struct error words = {""};
    struct prepared *prepared;
    int r;

    if (form->refused)
        return error_set(error, SOLVER_REFUSES, "%s", form->refusal.text);
    r = form->ops->prepare(form->device, published->map, &prepared, &words);
    if (r < 0)
        return error_set(error, r, "prepare %s on %s: %s", form->ops->name,
                         form->device->name, words.text);
    if (r == 0) {
        atomic_store(&form->prepared, prepared);
        return 0;
    }
    form->refusal = words;
    atomic_store_explicit(&form->refused, true, memory_order_release);
    return error_set(error, r, "%s", words.text);
}

int published_map_use_form(struct published_map *published, size_t form,
                           struct error *error)
{
    struct map_form *used = &published->form[form];
    int r = 0;

    pthread_mutex_lock(&published->form_lock);
    if (!used->prepared)
        r = prepare(published, used, error);
    if (!r)
        used->uses++;
    pthread_mutex_unlock(&published->form_lock);
    return r;
}

void published_map_leave_form(struct published_map *published, size_t form)
{
    struct map_form *left = &published->form[form];

    pthread_mutex_lock(&published->form_lock);
    if (--left->uses == 0) {
        left->ops->prepared_destroy(left->prepared);
        atomic_store(&left->prepared, NULL);
    }
    pthread_mutex_unlock(&published->form_lock);
}

const struct missing *
published_map_find_missing(const struct published_map *published,
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
    struct missing *missing =
        (struct missing *)published_map_find_missing(published, device);

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
        published_map_find_form(published, ops, device) < i)
        return 0;
    published->form[i] = (struct map_form){.ops = ops, .device = device};
    published->form_count++;
    if (plan.at_once)
        r = map_entry_customize(published->current, i, &reason);
    if (r < 0 && plan.vital)
        return error_set(error, r, "%s", reason.text);
    if (r)
        add_missing(published, device, r, &reason);
    if (r < 0)
        published->form_count--;
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

/* ---- Life ---------------------------------------------------------------- */

static int check_name(const char *name, struct error *error)
{
    size_t length = strspn(name, MAP_NAME_CHARACTERS);

    if (length > 0 && length < MAP_NAME_SIZE && !name[length])
        return 0;
    return error_set(error, -EINVAL,
                     "map name '%.80s': write 1 to %d of A-Z, a-z, 0-9, '.', "
                     "'_', '-'",
                     name, MAP_NAME_SIZE - 1);
}

/* No entry pins it. */
static void destroy(struct published_map *published)
{
    for (size_t i = published->form_count; i-- > 0;) {
        if (published->form[i].prepared)
            published->form[i].ops->prepared_destroy(
                published->form[i].prepared);
    }
    free(published->form);
    free(published->kept.item);
    free(published->evicted.item);
    free(published->elder);
    pthread_mutex_destroy(&published->form_lock);
    pthread_mutex_destroy(&published->lock);
    pthread_mutex_destroy(&published->change_lock);
    free(published->speed);
    free(published->missing);
    class_sets_finish(&published->classes);
    map_destroy(published->map);
    free(published);
}

static uint64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* NULL: no memory, and the map stays the caller's. */
static struct published_map *create(const char *name, struct map *map,
                                    size_t form_max, size_t device_count)
{
    struct published_map *published = calloc(1, sizeof(*published));

    if (!published)
        return NULL;
    atomic_init(&published->holders, 1);
    atomic_init(&published->references, 1);
    pthread_mutex_init(&published->form_lock, NULL);
    pthread_mutex_init(&published->lock, NULL);
    pthread_mutex_init(&published->change_lock, NULL);
    strncpy(published->name, name, sizeof(published->name) - 1);
    published->published_us = now_us();
    published->form = array_alloc(form_max, sizeof(*published->form));
    published->missing = array_alloc(device_count, sizeof(*published->missing));
    published->speed = array_alloc(form_max, sizeof(*published->speed));
    if (published->form && published->missing && published->speed &&
        !class_sets_init(&published->classes, &map->roads)) {
        published->map = map;
        return published;
    }
    destroy(published);
    return NULL;
}

static int fill(struct published_map *published, struct weighting *weighting,
                const struct solver_ops *const *solvers, size_t solver_count,
                const struct device *const *devices, size_t device_count,
                struct error *error)
{
    published->form_capacity = solver_count * device_count;
    published->current = map_entry_make(published, weighting);
    if (!published->current)
        return error_no_memory(error);
    atomic_init(&published->dealt, weighting->arrays.arcs.epoch);
    guess_speeds(published, solvers, solver_count, devices, device_count);
    return add_forms(published, solvers, solver_count, devices, device_count,
                     error);
}

int published_map_create(const char *name, struct map *map,
                         struct weighting *weighting,
                         const struct solver_ops *const *solvers,
                         size_t solver_count,
                         const struct device *const *devices,
                         size_t device_count, struct published_map **ret_map,
                         struct error *error)
{
    struct published_map *published = NULL;
    int r = check_name(name, error);

    if (!weighting)
        weighting = weighting_of_map(map, 0);
    if (!r)
        published =
            create(name, map, solver_count * device_count, device_count);
    if (!published) {
        weighting_release(weighting);
        map_destroy(map);
        return r ? r : error_no_memory(error);
    }
    r = fill(published, weighting, solvers, solver_count, devices, device_count,
             error);
    if (r)
        published_map_release(published);
    else
        *ret_map = published;
    return r;
}

struct published_map *published_map_acquire(struct published_map *published)
{
    atomic_fetch_add_explicit(&published->holders, 1, memory_order_relaxed);
    return published;
}

void published_map_pin(struct published_map *published)
{
    atomic_fetch_add_explicit(&published->references, 1, memory_order_relaxed);
}

/* Acquire and release: the thread that frees sees the writes of all others. */
void published_map_unpin(struct published_map *published)
{
    if (atomic_fetch_sub(&published->references, 1) == 1)
        destroy(published);
}

void published_map_release(struct published_map *published)
{
    if (!published || atomic_fetch_sub(&published->holders, 1) != 1)
        return;
    published_map_retire(published);
    published_map_unpin(published);
}

bool published_map_release_last(struct published_map *published)
{
    /* The holders together have one reference, entries one each. Without
     * another holder, and retired, nobody can acquire one. */
    if (atomic_load(&published->holders) > 1 ||
        atomic_load(&published->references) > 1)
        return false;
    published_map_release(published);
    return true;
}

void published_map_retire(struct published_map *published)
{
    struct map_entry *current;
    struct entry_list kept;

    atomic_store(&published->retired, true);
    pthread_mutex_lock(&published->lock);
    current = published->current;
    published->current = NULL;
    kept = published->kept;
    published->kept = (struct entry_list){0};
    pthread_mutex_unlock(&published->lock);
    for (size_t i = 0; i < kept.count; i++)
        map_entry_release(kept.item[i]);
    free(kept.item);
    map_entry_release(current);
    published_map_reclaim(published);
    published_map_forget_elders(published);
}

bool published_map_retired(const struct published_map *published)
{
    return atomic_load(&published->retired);
}

struct map_entry *published_map_current(struct published_map *published)
{
    struct map_entry *entry;

    pthread_mutex_lock(&published->lock);
    entry = published->current ? map_entry_acquire(published->current) : NULL;
    pthread_mutex_unlock(&published->lock);
    return entry;
}

uint64_t published_map_dealt(const struct published_map *published)
{
    return atomic_load(&published->dealt);
}

const char *published_map_name(const struct published_map *published)
{
    return published->name;
}

const char *published_map_profile(const struct published_map *published)
{
    return published->map->roads.profile.name;
}

const struct map *published_map_map(const struct published_map *published)
{
    return published->map;
}
