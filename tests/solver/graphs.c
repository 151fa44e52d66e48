/* graphs: draws the kinds, their weights and orders. */
#include "tests/solver/graphs.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/cost.h"
#include "core/graph/map_builder.h"
#include "tests/solver/ordered.h"
#include "tests/solver/sums.h"
#include "tests/solver/town.h"

struct draft {
    struct map_builder *builder;
    struct random random;
    uint32_t vertex_count;
    uint32_t (*weight)(struct random *random);
};

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "test graph: %s\n", error->text);
    abort();
}

static void join(struct draft *draft, uint32_t tail, uint32_t head)
{
    struct error error;

    must(map_builder_add_arc(draft->builder, tail, head,
                             draft->weight(&draft->random), &error),
         &error);
}

static void join_both(struct draft *draft, uint32_t a, uint32_t b)
{
    join(draft, a, b);
    join(draft, b, a);
}

static uint32_t any_vertex(struct draft *draft)
{
    return random_below(&draft->random, draft->vertex_count);
}

static void join_at_random(struct draft *draft, uint32_t arc_count)
{
    for (uint32_t i = 0; i < arc_count; i++)
        join(draft, any_vertex(draft), any_vertex(draft));
}

static void draw_islands(struct draft *draft)
{
    (void)draft;
}

static void draw_sparse(struct draft *draft)
{
    join_at_random(draft, draft->vertex_count);
}

static void draw_dense(struct draft *draft)
{
    join_at_random(draft, 8 * draft->vertex_count);
}

static void draw_star(struct draft *draft)
{
    uint32_t centre = any_vertex(draft);

    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        if (v % 3 != 1)
            join(draft, centre, v);
        if (v % 3 != 0)
            join(draft, v, centre);
    }
}

static void draw_chain(struct draft *draft)
{
    for (uint32_t v = 1; v < draft->vertex_count; v++)
        join_both(draft, v - 1, v);
}

static void draw_ring(struct draft *draft)
{
    for (uint32_t v = 0; v < draft->vertex_count; v++)
        join(draft, v, (v + 1) % draft->vertex_count);
}

static void draw_grid(struct draft *draft)
{
    uint32_t width = 1;

    while ((width + 1) * (width + 1) <= draft->vertex_count)
        width++;
    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        if (v % width)
            join_both(draft, v - 1, v);
        if (v >= width)
            join_both(draft, v - width, v);
    }
}

static void draw_tree(struct draft *draft)
{
    for (uint32_t v = 1; v < draft->vertex_count; v++)
        join_both(draft, random_below(&draft->random, v), v);
}

/* Few vertices, many parallel arcs and self-loops. */
static void draw_bundle(struct draft *draft)
{
    for (uint32_t i = 0; i < 4 * draft->vertex_count; i++)
        join(draft, any_vertex(draft) % 4 % draft->vertex_count,
             any_vertex(draft) % 4 % draft->vertex_count);
}

/* Two halves and one arc from the first to the second. */
static void draw_halves(struct draft *draft)
{
    uint32_t half = draft->vertex_count / 2;

    if (half == 0)
        return;
    for (uint32_t i = 0; i < 3 * half; i++) {
        join_both(draft, random_below(&draft->random, half),
                  random_below(&draft->random, half));
        join_both(draft, half + random_below(&draft->random, half),
                  half + random_below(&draft->random, half));
    }
    join(draft, random_below(&draft->random, half), half);
}

static const struct {
    const char *name;
    void (*draw)(struct draft *draft);
    bool fills; /* its hierarchy grows with about the square of its vertices */
} kinds[] = {
    {"islands", draw_islands, false},
    {"sparse", draw_sparse, false},
    {"dense", draw_dense, true},
    {"star", draw_star, false},
    {"chain", draw_chain, false},
    {"ring", draw_ring, false},
    {"grid", draw_grid, false},
    {"tree", draw_tree, false},
    {"bundle", draw_bundle, false},
    {"halves", draw_halves, true},
    {"town", NULL, false}, /* of roads, drawn elsewhere */
};

/* The most vertices of a graph that fills its hierarchy: work grows with their
 * cube. */
static uint32_t filled_vertices_max(uint32_t vertices_max)
{
    uint32_t third = vertices_max / 3;

    return third < 60 ? 60 : third > 300 ? 300 : third;
}

static uint32_t plain_weight(struct random *random)
{
    return 1 + random_below(random, 1000);
}

static uint32_t equal_weight(struct random *random)
{
    (void)random;
    return 1;
}

static uint32_t zero_weight(struct random *random)
{
    (void)random;
    return 0;
}

static uint32_t zeros_weight(struct random *random)
{
    return random_below(random, 3) ? 0 : random_below(random, 4);
}

static uint32_t closed_weight(struct random *random)
{
    return random_below(random, 4) ? plain_weight(random) : WEIGHT_CLOSED;
}

/* Two or three of them overflow, or nearly. */
static uint32_t large_weight(struct random *random)
{
    return COST_MAX / 3 + random_below(random, COST_MAX / 3);
}

/* Sums that land on both sides of COST_MAX by a hair. */
static uint32_t edge_weight(struct random *random)
{
    static const uint32_t weights[] = {
        0, 0, 1, 2, COST_MAX / 2, COST_MAX - 1, COST_MAX, WEIGHT_CLOSED,
    };

    return weights[random_below(random, sizeof(weights) / sizeof(*weights))];
}

static const struct {
    const char *name;
    uint32_t (*weight)(struct random *random);
} weight_kinds[] = {
    {"plain", plain_weight},   {"zeros", zeros_weight}, {"edge", edge_weight},
    {"closed", closed_weight}, {"equal", equal_weight}, {"large", large_weight},
    {"zero", zero_weight},
};

enum {
    KIND_COUNT = sizeof(kinds) / sizeof(kinds[0]),
    WEIGHT_KIND_COUNT = sizeof(weight_kinds) / sizeof(weight_kinds[0]),
};

uint64_t test_graph_variety(void)
{
    return (uint64_t)KIND_COUNT * WEIGHT_KIND_COUNT;
}

static size_t weight_kind_of(uint64_t number)
{
    return number / KIND_COUNT % WEIGHT_KIND_COUNT;
}

uint32_t test_graph_weight(const struct test_graph *graph,
                           struct random *random)
{
    const struct weights *weights = &graph->map->imported.arcs;

    if (graph->road)
        return weights->weight[random_below(random, weights->arc_count)];
    return weight_kinds[weight_kind_of(graph->number)].weight(random);
}

/* Redraws a tenth of the weights, and closes some. */
static void change_weights(struct test_graph *graph, struct random *random)
{
    const struct weights *weights = &graph->map->imported.arcs;
    uint32_t *changed = array_alloc(weights->arc_count, sizeof(*changed));

    if (!changed)
        abort();
    for (uint32_t a = 0; a < weights->arc_count; a++) {
        changed[a] = weights->weight[a];
        if (random_below(random, 10) == 0)
            changed[a] = random_below(random, 2)
                             ? test_graph_weight(graph, random)
                             : WEIGHT_CLOSED;
    }
    graph->changed_weight = changed;
    graph->changed = (struct weights){2, weights->arc_count, changed};
}

/* Gives one in three of those with few vertices a bad order. */
static void order(struct test_graph *graph, uint32_t few, struct random *random)
{
    bool small = graph->map->topology.vertex_count <= few;
    bool any = small && random_below(random, 3) == 0;
    struct map *map = ordered_map(graph->map, any ? random : NULL);

    map_destroy(graph->map);
    graph->map = map;
    graph->ordered = true;
}

static struct map *draw_map(struct draft *draft, size_t kind)
{
    struct map *map = NULL;
    struct error error;

    must(map_builder_create(draft->vertex_count, &draft->builder, &error),
         &error);
    kinds[kind].draw(draft);
    must(map_builder_finish(draft->builder, &map, &error), &error);
    map_builder_destroy(draft->builder);
    return map;
}

void test_graph_make(uint64_t number, uint32_t vertices_max, bool ordered,
                     struct test_graph *ret_graph)
{
    size_t kind = number % KIND_COUNT;
    size_t weight_kind = weight_kind_of(number);
    struct draft draft = {.weight = weight_kinds[weight_kind].weight};
    uint32_t few = filled_vertices_max(vertices_max);

    if (ordered && kinds[kind].fills && vertices_max > few)
        vertices_max = few;
    random_seed(&draft.random, number);
    draft.vertex_count = 1 + random_below(&draft.random, vertices_max);
    *ret_graph = (struct test_graph){
        .number = number,
        .kind = kinds[kind].name,
        .weight_kind = weight_kinds[weight_kind].name,
    };
    if (kinds[kind].draw)
        ret_graph->map = draw_map(&draft, kind);
    else
        ret_graph->map = test_town(vertices_max, &draft.random,
                                   weight_kind ? draft.weight : NULL);
    if (ordered)
        order(ret_graph, few, &draft.random);
    change_weights(ret_graph, &draft.random);
    draw_arc_sums(ret_graph->map, ret_graph->number, &ret_graph->sums);
}

void test_graph_take(struct map *map, struct test_graph *ret_graph)
{
    struct random random;

    *ret_graph = (struct test_graph){
        .kind = "road",
        .weight_kind = "the map's",
        .map = map,
        .ordered = map->hierarchy.supernode_count > 0,
        .road = true,
    };
    random_seed(&random, map->topology.vertex_count);
    change_weights(ret_graph, &random);
    draw_arc_sums(ret_graph->map, ret_graph->number, &ret_graph->sums);
}

void test_graph_finish(struct test_graph *graph)
{
    map_destroy(graph->map);
    free(graph->changed_weight);
    arc_sums_finish(&graph->sums);
}
