/* walk_watch: what walks up a hierarchy came to, for an observer. */
#include "core/solver/cch/walk_watch.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int walk_watch_init(struct walk_watch *watch, struct phase_observer *observer,
                    const struct map *map)
{
    size_t bytes = (size_t)map->topology.vertex_count / 8 + 1;

    *watch = (struct walk_watch){.observer = observer, .map = map};
    for (int side = 0; side < SEARCH_SIDES; side++) {
        watch->side[side].seen = array_zero(bytes, 1);
        if (!watch->side[side].seen)
            return -ENOMEM;
    }
    return 0;
}

void walk_watch_finish(struct walk_watch *watch)
{
    for (int side = 0; side < SEARCH_SIDES; side++) {
        free(watch->side[side].seen);
        free(watch->side[side].sights);
    }
}

static int note_supernode(struct walk_watch *watch, enum search_side side,
                          const struct walk *walk, uint32_t phase)
{
    uint32_t first = walk->hierarchy->first_vertex[walk->way[phase]];
    uint32_t size = supernode_size(walk->hierarchy, walk->way[phase]);
    uint8_t *seen = watch->side[side].seen;
    void *items = watch->side[side].sights;

    if (array_reserve(&items, &watch->side[side].capacity,
                      watch->side[side].count + size,
                      sizeof(struct walk_sight)))
        return -ENOMEM;
    watch->side[side].sights = items;
    for (uint32_t v = first; v < first + size; v++) {
        if (walk->label[v] == COST_INFINITY || seen[v / 8] & 1 << v % 8)
            continue;
        seen[v / 8] |= (uint8_t)(1 << v % 8);
        watch->side[side].sights[watch->side[side].count++] =
            (struct walk_sight){phase, v, walk->label[v]};
    }
    return 0;
}

int walk_watch_note(struct walk_watch *watch, enum search_side side,
                    const struct walk *walk)
{
    int r = 0;

    for (uint32_t i = 0; i < walk->way_count && !r; i++)
        r = note_supernode(watch, side, walk, i);
    return r;
}

static int by_phase(const void *a, const void *b)
{
    const struct walk_sight *left = a;
    const struct walk_sight *right = b;

    if (left->phase != right->phase)
        return (left->phase > right->phase) - (left->phase < right->phase);
    return (left->vertex > right->vertex) - (left->vertex < right->vertex);
}

/* The sights from `at` on that are of one phase; returns the one after them. */
static size_t tell_phase(struct walk_watch *watch, enum search_side side,
                         size_t at, uint32_t *vertex, uint32_t *cost)
{
    const struct walk_sight *sights = watch->side[side].sights;
    uint32_t phase = sights[at].phase;
    size_t count = 0;
    struct reached reached = {
        .map = watch->map,
        .phase = phase,
        .side = side,
        .vertex = vertex,
        .cost = cost,
    };

    for (; at < watch->side[side].count && sights[at].phase == phase; at++) {
        vertex[count] = sights[at].vertex;
        cost[count++] = sights[at].cost;
    }
    reached.count = count;
    watch->observer->reached(watch->observer, &reached);
    return at;
}

static void tell_all(struct walk_watch *watch, uint32_t *vertex, uint32_t *cost)
{
    size_t at[SEARCH_SIDES] = {0};
    uint32_t phase = 0;

    while (at[SEARCH_FORWARD] < watch->side[SEARCH_FORWARD].count ||
           at[SEARCH_BACKWARD] < watch->side[SEARCH_BACKWARD].count) {
        for (int side = 0; side < SEARCH_SIDES; side++) {
            if (at[side] < watch->side[side].count &&
                watch->side[side].sights[at[side]].phase == phase)
                at[side] = tell_phase(watch, (enum search_side)side, at[side],
                                      vertex, cost);
        }
        phase++;
    }
}

int walk_watch_tell(struct walk_watch *watch)
{
    size_t most = 1;
    uint32_t *words;

    for (int side = 0; side < SEARCH_SIDES; side++) {
        size_t count = watch->side[side].count;

        if (count)
            qsort(watch->side[side].sights, count, sizeof(struct walk_sight),
                  by_phase);
        most = count > most ? count : most;
    }
    words = array_alloc(2 * most, sizeof(*words));
    if (!words)
        return -ENOMEM;
    tell_all(watch, words, words + most);
    free(words);
    return 0;
}
