/* kept_entries: entries over the one in force, for a scenario or a model or
 * with closed classes, that are kept for later questions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/published_map_private.h"

void published_map_reclaim(struct published_map *published)
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

static void take_out(struct entry_list *list, size_t at)
{
    list->count--;
    memmove(&list->item[at], &list->item[at + 1],
            (list->count - at) * sizeof(*list->item));
}

/* What an entry over another one is for. */
struct purpose {
    struct map_entry *over;
    const char *scenario;    /* ""; none */
    uint64_t version;        /* of the scenario, if `over` is not of it */
    struct model *model;     /* NULL: none */
    struct closed_set *mask; /* NULL: nothing closed */
};

static bool is_under(const struct model *model, const struct model *other)
{
    return model && other ? model_equal(model, other) : model == other;
}

/* Whether the same models lie below both: a question's own lies over the one
 * that it names. */
static bool lie_under_equals(const struct map_entry *a,
                             const struct map_entry *b)
{
    for (; a && b; a = a->over, b = b->over) {
        if (!is_under(a->model, b->model))
            return false;
    }
    return !a && !b;
}

static bool is_for(const struct map_entry *entry, const struct purpose *purpose)
{
    if (strcmp(entry->scenario, purpose->scenario) != 0 ||
        !entry->mask != !purpose->mask ||
        !is_under(entry->model, purpose->model) ||
        !lie_under_equals(entry->over, purpose->over))
        return false;
    return !purpose->mask || closed_set_equal(entry->mask, purpose->mask);
}

static bool is_fresh(const struct map_entry *entry,
                     const struct purpose *purpose)
{
    return entry->over == purpose->over && entry->version == purpose->version;
}

/* A question that began long ago asks for older weights than are kept. */
static bool is_younger(const struct map_entry *entry,
                       const struct purpose *purpose)
{
    return weighting_epoch(entry->over->weighting) >
               weighting_epoch(purpose->over->weighting) ||
           entry->version > purpose->version;
}

/* The kept entry for the purpose, pinned; or else, to derive from, one over
 * older weights, which is taken out. */
static struct map_entry *find_kept(struct entry_list *kept,
                                   const struct purpose *purpose,
                                   struct map_entry **ret_before)
{
    *ret_before = NULL;
    for (size_t i = 0; i < kept->count; i++) {
        struct map_entry *entry = kept->item[i];

        if (!is_for(entry, purpose) || is_younger(entry, purpose))
            continue;
        if (is_fresh(entry, purpose)) {
            put_first(kept, entry, i);
            return map_entry_acquire(entry);
        }
        take_out(kept, i);
        map_entry_retire(entry);
        *ret_before = entry;
        return NULL;
    }
    return NULL;
}

static bool has_metric(const struct map_entry *entry)
{
    for (size_t i = 0; i < entry->published->form_count; i++) {
        if (map_entry_metric_at(entry, i))
            return true;
    }
    return false;
}

/* An entry that nobody asked for a metric has none to derive from; then the one
 * before it does, if there is one. Takes over `before`. */
static struct map_entry *useful_before(struct map_entry *before)
{
    struct map_entry *older = NULL;

    /* If it is locked, a metric is being made. */
    if (!before || pthread_mutex_trylock(&before->lock))
        return before;
    if (has_metric(before)) {
        pthread_mutex_unlock(&before->lock);
        return before;
    }
    older = before->before;
    before->before = NULL;
    pthread_mutex_unlock(&before->lock);
    map_entry_release(before);
    return older;
}

/* Needs room in the list of evicted entries. */
static void evict(struct published_map *published, size_t at)
{
    struct map_entry *entry = published->kept.item[at];

    take_out(&published->kept, at);
    map_entry_retire(entry);
    published->evicted.item[published->evicted.count++] = entry;
}

void published_map_evict_stale(struct published_map *published)
{
    struct entry_list *kept = &published->kept;

    pthread_mutex_lock(&published->lock);
    if (!reserve(&published->evicted, published->evicted.count + kept->count)) {
        for (size_t i = kept->count; i-- > 0;) {
            if (map_entry_root(kept->item[i]) != published->current)
                evict(published, i);
        }
    }
    pthread_mutex_unlock(&published->lock);
    published_map_reclaim(published);
}

/* The caller holds the lock. */
static int keep(struct published_map *published, struct map_entry *entry,
                struct kept_limits most, bool *ret_evicted)
{
    struct entry_list *kept = &published->kept;
    uint64_t bytes = entry_list_bytes(kept);

    if (reserve(kept, kept->count + 1) ||
        reserve(&published->evicted, published->evicted.count + kept->count))
        return -ENOMEM;
    while (kept->count &&
           (kept->count + 1 > most.count || bytes > most.bytes)) {
        bytes -= map_entry_bytes(kept->item[kept->count - 1]);
        evict(published, kept->count - 1);
        *ret_evicted = true;
    }
    put_first(kept, map_entry_acquire(entry), kept->count++);
    return 0;
}

/* Takes over the weighting, which is NULL if memory ran out. NULL: no memory.
 */
static struct map_entry *make(const struct purpose *purpose,
                              struct weighting *weighting)
{
    struct map_entry *made =
        map_entry_make(purpose->over->published, weighting);

    if (!made)
        return NULL;
    made->over = map_entry_acquire(purpose->over);
    if (purpose->model)
        made->model = model_acquire(purpose->model);
    if (purpose->mask)
        made->mask = closed_set_acquire(purpose->mask);
    strcpy(made->scenario, purpose->scenario);
    made->version = purpose->version;
    return made;
}

/* The caller holds the lock, and has found none; takes over both. `before`: for
 * metrics to be derived from. NULL: no memory. */
static struct map_entry *add(const struct purpose *purpose,
                             struct weighting *weighting,
                             struct map_entry *before, struct kept_limits most,
                             bool *ret_evicted)
{
    struct published_map *published = purpose->over->published;
    struct map_entry *entry = make(purpose, weighting);

    if (!entry) {
        map_entry_release(before);
        return NULL;
    }
    entry->before = before;
    if (!published->current || most.count == 0) {
        map_entry_retire(entry);
    } else if (keep(published, entry, most, ret_evicted)) {
        map_entry_release(entry);
        return NULL;
    }
    return entry;
}

int map_entry_close(struct map_entry *entry, struct closed_set *closed,
                    struct kept_limits most, struct map_entry **ret_entry,
                    bool *ret_evicted, struct error *error)
{
    struct published_map *published = entry->published;
    struct purpose purpose = {
        .over = entry->mask ? entry->over : entry,
        .scenario = entry->scenario,
        .model = entry->model,
        .mask = entry->mask ? closed_set_unite(entry->mask, closed)
                            : closed_set_acquire(closed),
    };
    struct map_entry *before;
    struct map_entry *made;

    *ret_evicted = false;
    if (!purpose.mask)
        return error_no_memory(error);
    pthread_mutex_lock(&published->lock);
    made = find_kept(&published->kept, &purpose, &before);
    if (!made)
        made = add(&purpose,
                   weighting_close(purpose.over->weighting, purpose.mask),
                   useful_before(before), most, ret_evicted);
    pthread_mutex_unlock(&published->lock);
    closed_set_release(purpose.mask);
    if (!made)
        return error_no_memory(error);
    *ret_entry = made;
    return 0;
}

static struct map_entry *find(const struct purpose *purpose)
{
    struct published_map *published = purpose->over->published;
    struct map_entry *found = NULL;

    pthread_mutex_lock(&published->lock);
    for (size_t i = 0; !found && i < published->kept.count; i++) {
        struct map_entry *entry = published->kept.item[i];

        if (is_for(entry, purpose) && is_fresh(entry, purpose)) {
            put_first(&published->kept, entry, i);
            found = map_entry_acquire(entry);
        }
    }
    pthread_mutex_unlock(&published->lock);
    return found;
}

/* Takes over the weighting. `before`: for metrics to be derived from, if no
 * older entry for the purpose is kept; NULL: none. */
static int add_found(const struct purpose *purpose, struct weighting *weighting,
                     struct map_entry *before, struct kept_limits most,
                     struct map_entry **ret_entry, bool *ret_evicted,
                     struct error *error)
{
    struct published_map *published = purpose->over->published;
    struct map_entry *older;
    struct map_entry *made;

    *ret_evicted = false;
    pthread_mutex_lock(&published->lock);
    made = find_kept(&published->kept, purpose, &older);
    older = useful_before(older);
    if (!made && !older && before)
        older = map_entry_acquire(before);
    if (made)
        weighting_release(weighting);
    else
        made = add(purpose, weighting, older, most, ret_evicted);
    pthread_mutex_unlock(&published->lock);
    if (!made)
        return error_no_memory(error);
    *ret_entry = made;
    return 0;
}

struct map_entry *map_entry_find_scenario(struct map_entry *entry,
                                          const char *scenario,
                                          uint64_t version)
{
    const struct purpose purpose = {
        .over = entry, .scenario = scenario, .version = version};

    return find(&purpose);
}

int map_entry_add_scenario(struct map_entry *entry, const char *scenario,
                           uint64_t version, struct weighting *weighting,
                           struct kept_limits most,
                           struct map_entry **ret_entry, bool *ret_evicted,
                           struct error *error)
{
    const struct purpose purpose = {
        .over = entry, .scenario = scenario, .version = version};

    return add_found(&purpose, weighting, NULL, most, ret_entry, ret_evicted,
                     error);
}

struct map_entry *map_entry_find_model(struct map_entry *entry,
                                       struct model *model)
{
    const struct purpose purpose = {
        .over = entry, .scenario = entry->scenario, .model = model};

    return find(&purpose);
}

int map_entry_add_model(struct map_entry *entry, struct model *model,
                        struct weighting *weighting, struct kept_limits most,
                        struct map_entry **ret_entry, bool *ret_evicted,
                        struct error *error)
{
    const struct purpose purpose = {
        .over = entry, .scenario = entry->scenario, .model = model};

    return add_found(&purpose, weighting, entry, most, ret_entry, ret_evicted,
                     error);
}

void published_map_end_scenario(struct published_map *published,
                                const char *scenario, uint64_t until)
{
    pthread_mutex_lock(&published->lock);
    for (size_t i = 0; i < published->kept.count; i++) {
        struct map_entry *entry = published->kept.item[i];
        uint64_t now = UNTIL_NOW;

        if (!strcmp(entry->scenario, scenario))
            atomic_compare_exchange_strong(&entry->until, &now, until);
    }
    pthread_mutex_unlock(&published->lock);
}

const struct model *map_entry_model(const struct map_entry *entry,
                                    const struct map_entry **ret_below)
{
    /* A mask lies over the model. */
    const struct map_entry *with = entry->mask ? entry->over : entry;

    *ret_below = with->over;
    return with->model;
}
