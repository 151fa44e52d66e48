/* living_questions: what questions ask of living weights. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/engine/living_private.h"
#include "core/weighting/weighting_edit.h"

/* ---- Ledgers ------------------------------------------------------------- */

struct ledger *living_ledger(struct living *living, const char *name)
{
    struct ledger *ledger = NULL;
    struct living_map *map;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, name);
    if (map)
        ledger = ledger_acquire(map->ledger);
    pthread_mutex_unlock(&living->lock);
    return ledger;
}

/* ---- Figures ------------------------------------------------------------- */

static void read_map(const struct living_map *map,
                     struct living_figures *ret_figures)
{
    ret_figures->map = map->name;
    for (int i = 0; i < CHANGE_OUTCOMES; i++) {
        ret_figures->changes[i] = atomic_load(&map->changes[i]);
        ret_figures->entries[i] = atomic_load(&map->entries[i]);
    }
    ret_figures->unmatched_rows = atomic_load(&map->unmatched_rows);
    histogram_read(&map->in_force_us, &ret_figures->in_force_us);
    ret_figures->journal_bytes = atomic_load(&map->journal_bytes);
    ret_figures->snapshots = atomic_load(&map->snapshots);
}

/* Maps come first in the list, and none goes. */
void living_each(struct living *living,
                 void (*see)(void *context,
                             const struct living_figures *figures),
                 void *context)
{
    const struct living_map *map;
    struct living_figures figures;

    pthread_mutex_lock(&living->lock);
    map = living->maps;
    pthread_mutex_unlock(&living->lock);
    for (; map; map = map->next) {
        struct ledger *ledger = living_ledger(living, map->name);

        read_map(map, &figures);
        pthread_mutex_lock(&living->lock);
        figures.feed = map->feed;
        pthread_mutex_unlock(&living->lock);
        figures.ledger = ledger;
        see(context, &figures);
        ledger_release(ledger);
    }
}

/* ---- Waiting for epochs -------------------------------------------------- */

static bool is_due(const struct epoch_wait *wait, bool stopping)
{
    return stopping || published_map_retired(wait->published) ||
           published_map_dealt(wait->published) >= wait->epoch ||
           (wait->deadline_us && clock_now_us() >= wait->deadline_us);
}

/* Takes those that are due out of the list. The caller holds the lock. */
static struct epoch_wait *take_due(struct living *living)
{
    struct epoch_wait **at = &living->waits;
    struct epoch_wait *due = NULL;

    while (*at) {
        struct epoch_wait *wait = *at;

        if (!is_due(wait, living->stopping)) {
            at = &wait->next;
            continue;
        }
        *at = wait->next;
        wait->waits = false;
        wait->next = due;
        due = wait;
    }
    return due;
}

static void call_ready(struct epoch_wait *due)
{
    while (due) {
        struct epoch_wait *next = due->next;

        due->ready(due);
        due = next;
    }
}

void living_wake(struct living *living)
{
    struct epoch_wait *due;

    pthread_mutex_lock(&living->lock);
    due = take_due(living);
    pthread_mutex_unlock(&living->lock);
    call_ready(due);
}

void living_await(struct living *living, struct epoch_wait *wait)
{
    bool due;

    pthread_mutex_lock(&living->lock);
    due = is_due(wait, living->stopping);
    if (!due) {
        wait->waits = true;
        wait->next = living->waits;
        living->waits = wait;
        pthread_cond_signal(&living->news);
    }
    pthread_mutex_unlock(&living->lock);
    if (due)
        wait->ready(wait);
}

void living_hurry(struct living *living, struct epoch_wait *wait)
{
    struct epoch_wait **at = &living->waits;
    bool waited;

    pthread_mutex_lock(&living->lock);
    waited = wait->waits;
    while (waited && *at != wait)
        at = &(*at)->next;
    if (waited)
        *at = wait->next;
    wait->waits = false;
    pthread_mutex_unlock(&living->lock);
    if (waited)
        wait->ready(wait);
}

/* ---- Scenarios ----------------------------------------------------------- */

static int make_scenario(struct living *living, struct map_entry *entry,
                         const struct ledger *ledger, const struct layer *layer,
                         struct map_entry **ret_entry, struct error *error)
{
    const struct map *map = map_entry_map(entry);
    struct weighting *weighting =
        weighting_copy(map_entry_weighting(entry), map);
    struct weighting_edits edits = {0};
    struct weighting_delta delta = {0};
    int r = weighting ? row_effect_over(map, layer, &edits, error)
                      : error_no_memory(error);

    if (!r)
        r = weighting_edit(weighting, map, &edits, &delta, error);
    weighting_edits_finish(&edits);
    weighting_delta_finish(&delta);
    if (r) {
        weighting_release(weighting);
        return r;
    }
    weighting->arrays.arcs.epoch = ledger->epoch;
    return registry_add_scenario(living->registry, entry, layer->scenario,
                                 layer->epoch, weighting, ret_entry, error);
}

/* Each is made once, however many ask. */
static int get_scenario(struct living *living, struct map_entry *entry,
                        const struct ledger *ledger, const char *scenario,
                        struct map_entry **ret_entry, struct error *error)
{
    const struct layer *layer =
        ledger && *scenario ? ledger_layer(ledger, scenario) : NULL;
    int r = 0;

    if (!layer)
        return ledger_refuse_scenario(ledger, scenario, error);
    pthread_mutex_lock(&living->scenarios);
    *ret_entry = map_entry_find_scenario(entry, scenario, layer->epoch);
    if (!*ret_entry)
        r = make_scenario(living, entry, ledger, layer, ret_entry, error);
    pthread_mutex_unlock(&living->scenarios);
    return r;
}

int living_entry(struct living *living, struct map_entry *entry,
                 const char *scenario, struct map_entry **ret_entry,
                 struct ledger **ret_ledger, struct error *error)
{
    struct ledger *ledger = NULL;
    struct map_entry *current;
    struct living_map *map;
    int r = 0;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, map_entry_name(entry));
    if (map)
        ledger = ledger_acquire(map->ledger);
    current = published_map_current(map_entry_published(entry));
    pthread_mutex_unlock(&living->lock);
    if (!current) {
        r = error_set(error, -ESTALE, "map '%s' was replaced meanwhile",
                      map_entry_name(entry));
    } else if (!*scenario) {
        *ret_entry = current;
    } else {
        r = get_scenario(living, current, ledger, scenario, ret_entry, error);
        map_entry_release(current);
    }
    if (!r && ret_ledger)
        *ret_ledger = ledger;
    else
        ledger_release(ledger);
    return r;
}
