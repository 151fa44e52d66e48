#include "tests/solver/expanded.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/map_builder.h"

enum { CLOSED_SHARE = 50 };

struct expansion {
    const struct map *road;
    struct random *random;
    struct map_builder *builder;
    uint32_t turn_max; /* a turn costs less */
};

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "expand a map: %s\n", error->text);
    abort();
}

static uint32_t mean_weight(const struct weights *weights)
{
    uint64_t sum = 0;

    for (uint32_t a = 0; a < weights->arc_count; a++)
        sum += weights->weight[a];
    return weights->arc_count ? (uint32_t)(sum / weights->arc_count) : 0;
}

static uint32_t draw_weight(struct expansion *expansion, uint32_t into)
{
    uint32_t weight = expansion->road->imported.arcs.weight[into];
    uint32_t turn = random_below(expansion->random, expansion->turn_max);

    if (weight == WEIGHT_CLOSED ||
        random_below(expansion->random, CLOSED_SHARE) == 0)
        return WEIGHT_CLOSED;
    return weight > WEIGHT_MAX - turn ? WEIGHT_MAX : weight + turn;
}

static void add_turns(struct expansion *expansion, uint32_t tail, uint32_t arc)
{
    const struct topology *topology = &expansion->road->topology;
    uint32_t at = topology->head[arc];
    uint32_t first = topology->first_out[at];
    uint32_t end = topology->first_out[at + 1];
    struct error error;

    for (uint32_t next = first; next < end; next++) {
        if (topology->head[next] == tail && end - first > 1)
            continue;
        must(map_builder_add_arc(expansion->builder, arc, next,
                                 draw_weight(expansion, next), &error),
             &error);
    }
}

static uint64_t *name_arcs(uint32_t arc_count)
{
    uint64_t *ids = array_alloc(arc_count, sizeof(*ids));

    if (!ids)
        abort();
    for (uint32_t a = 0; a < arc_count; a++)
        ids[a] = 10 + 3 * (uint64_t)(arc_count - a);
    return ids;
}

struct map *expanded_map(const struct map *road, struct random *random)
{
    const struct topology *topology = &road->topology;
    struct expansion expansion = {
        .road = road,
        .random = random,
        .turn_max = 1 + mean_weight(&road->imported.arcs),
    };
    struct map *map = NULL;
    struct error error;

    must(map_builder_create(topology->arc_count, &expansion.builder, &error),
         &error);
    map_builder_take_ids(expansion.builder, name_arcs(topology->arc_count));
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            add_turns(&expansion, v, a);
    }
    must(map_builder_finish(expansion.builder, &map, &error), &error);
    map_builder_destroy(expansion.builder);
    return map;
}

uint32_t *expanded_order(const struct map *road, enum expanded_by by)
{
    uint32_t arc_count = road->topology.arc_count;
    uint32_t *order = array_alloc(arc_count, sizeof(*order));
    struct reverse_topology reverse = {0};

    if (!order || reverse_topology_init(&reverse, &road->topology))
        abort();
    for (uint32_t i = 0; i < arc_count; i++)
        order[i] = by == EXPANDED_BY_HEAD ? reverse.arc[i] : i;
    reverse_topology_finish(&reverse);
    return order;
}
