/* ordered: renumbers a map, and checks that the arcs are the same. */
#include "tests/solver/ordered.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/order/map_order.h"

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "order a test graph: %s\n", error->text);
    abort();
}

/* An arc by the ids of its ends. */
struct named_arc {
    uint64_t tail;
    uint64_t head;
    uint32_t weight;
};

static int compare_arcs(const void *a, const void *b)
{
    const struct named_arc *x = a;
    const struct named_arc *y = b;

    if (x->tail != y->tail)
        return x->tail < y->tail ? -1 : 1;
    if (x->head != y->head)
        return x->head < y->head ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static struct named_arc *sorted_arcs(const struct map *map)
{
    const struct topology *topology = &map->topology;
    struct named_arc *arcs = array_alloc(topology->arc_count, sizeof(*arcs));

    if (!arcs)
        abort();
    for (uint32_t a = 0; a < topology->arc_count; a++)
        arcs[a] = (struct named_arc){
            map->external_id[topology_tail(topology, a)],
            map->external_id[topology->head[a]],
            map->imported.arcs.weight[a],
        };
    qsort(arcs, topology->arc_count, sizeof(*arcs), compare_arcs);
    return arcs;
}

static void must_be_same(const struct map *a, const struct map *b)
{
    uint32_t count = a->topology.arc_count;
    struct named_arc *x = sorted_arcs(a);
    struct named_arc *y = sorted_arcs(b);
    bool same = b->topology.vertex_count == a->topology.vertex_count &&
                b->topology.arc_count == count;

    for (uint32_t i = 0; same && i < count; i++)
        same = !compare_arcs(&x[i], &y[i]);
    must(same ? 0 : -1, &(struct error){"another map when ordered"});
    free(x);
    free(y);
}

/* A random order of the vertices. */
static uint32_t *draw_order(uint32_t vertex_count, struct random *random)
{
    uint32_t *order = array_alloc(vertex_count, sizeof(*order));

    if (!order)
        abort();
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t at = random_below(random, v + 1);

        order[v] = order[at];
        order[at] = v;
    }
    return order;
}

struct map *ordered_map(const struct map *map, struct random *random)
{
    uint32_t *order =
        random ? draw_order(map->topology.vertex_count, random) : NULL;
    struct map *ordered;
    struct error error;

    must(map_order(map, order, &ordered, &error), &error);
    free(order);
    must_be_same(map, ordered);
    return ordered;
}
