/* changing: draws changes of every kind. */
#include "tests/solver/changing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"

/* Closes a twentieth of a map's arcs: many more would disconnect it. */
enum { ROAD_SHARE = 40 };

/* The most arcs that a change names. */
static size_t arc_capacity(const struct changing *changing)
{
    return (size_t)changing->weights.arc_count + 8;
}

void changing_init(struct changing *changing, const struct test_graph *graph,
                   const struct weights *weights)
{
    *changing = (struct changing){
        .graph = graph,
        .weights = *weights,
        .share = graph->road ? ROAD_SHARE : 8,
    };
    for (int i = 0; i < 2; i++)
        changing->array[i] = array_zero(weights->arc_count, sizeof(uint32_t));
    changing->arc = array_alloc(arc_capacity(changing), sizeof(uint32_t));
    if (!changing->array[0] || !changing->array[1] || !changing->arc)
        abort();
    for (uint32_t a = 0; a < weights->arc_count; a++)
        changing->array[0][a] = weights->weight[a];
    changing->weights.weight = changing->array[0];
}

void changing_finish(struct changing *changing)
{
    free(changing->array[0]);
    free(changing->array[1]);
    free(changing->arc);
}

static uint32_t draw_weight(const struct changing *changing,
                            struct random *random, uint32_t arc)
{
    switch (random_below(random, changing->share)) {
    case 0:
    case 1:
        return WEIGHT_CLOSED;
    case 2:
        return 0;
    case 3:
        return changing->graph->map->imported.arcs.weight[arc];
    case 4:
        return changing->array[1][arc];
    default:
        return test_graph_weight(changing->graph, random);
    }
}

/* The arc that change number `i` of a kind names; `count` is not 0. */
typedef uint32_t (*pick_fn)(struct random *random, uint32_t i, uint32_t count);

static uint32_t any_arc(struct random *random, uint32_t i, uint32_t count)
{
    return random_below(random, count);
}

static uint32_t each_backwards(struct random *random, uint32_t i,
                               uint32_t count)
{
    return count - 1 - i;
}

/* One of the first three. */
static uint32_t same_again(struct random *random, uint32_t i, uint32_t count)
{
    return random_below(random, count < 3 ? count : 3);
}

static uint32_t none(uint32_t arc_count)
{
    return 0;
}

static uint32_t one(uint32_t arc_count)
{
    return 1;
}

static uint32_t few(uint32_t arc_count)
{
    return 4;
}

static uint32_t some(uint32_t arc_count)
{
    return 1 + arc_count / 64;
}

static uint32_t many(uint32_t arc_count)
{
    return arc_count / 2;
}

static uint32_t all(uint32_t arc_count)
{
    return arc_count;
}

static const struct {
    const char *name;
    uint32_t (*count)(uint32_t arc_count);
    pick_fn pick;
} kinds[] = {
    {"none", none, any_arc},       {"one", one, any_arc},
    {"few", few, any_arc},         {"some", some, any_arc},
    {"many", many, any_arc},       {"all", all, each_backwards},
    {"repeated", few, same_again}, {"many repeated", all, same_again},
};

static_assert(sizeof(kinds) / sizeof(kinds[0]) == CHANGING_KINDS,
              "each kind is counted");

static uint32_t draw_kind(struct changing *changing, struct random *random)
{
    uint32_t at;
    uint8_t kind;

    if (!changing->kind_count) {
        for (uint8_t i = 0; i < CHANGING_KINDS; i++)
            changing->kinds_left[i] = i;
        changing->kind_count = CHANGING_KINDS;
    }
    at = random_below(random, changing->kind_count);
    kind = changing->kinds_left[at];
    changing->kinds_left[at] = changing->kinds_left[--changing->kind_count];
    return kind;
}

void changing_draw(struct changing *changing, struct random *random,
                   uint64_t epoch)
{
    uint32_t arc_count = changing->weights.arc_count;
    uint32_t kind = draw_kind(changing, random);
    uint32_t count = arc_count ? kinds[kind].count(arc_count) : 0;

    for (uint32_t a = 0; a < arc_count; a++)
        changing->array[1][a] = changing->array[0][a];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t arc = kinds[kind].pick(random, i, arc_count);

        changing->arc[i] = arc;
        changing->array[1][arc] = draw_weight(changing, random, arc);
    }
    changing->kind = kinds[kind].name;
    changing->to = (struct weight_changes){changing->arc, count};
    changing->next = (struct weights){epoch, arc_count, changing->array[1]};
}

/* array[1] holds the outdated weights. */
static void forget(struct changing *changing)
{
    memset(changing->array[1], 0,
           changing->weights.arc_count * sizeof(uint32_t));
}

void changing_turn(struct changing *changing)
{
    uint32_t *old = changing->array[0];

    changing->array[0] = changing->array[1];
    changing->array[1] = old;
    changing->weights = changing->next;
    forget(changing);
}

void changing_overwrite(struct changing *changing)
{
    memcpy(changing->array[0], changing->array[1],
           changing->weights.arc_count * sizeof(uint32_t));
    changing->weights.epoch = changing->next.epoch;
    forget(changing);
}
