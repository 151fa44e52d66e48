/* test_known_answers: costs on whole maps, known from other programs.
 *
 * usage: test_known_answers made       a map of our own with a closed formula
 *        test_known_answers FOLDER     the road maps in FOLDER; exit status 77
 *                                      where it is missing
 *
 * The numbers of the road maps are a plain heap search's in another language
 * over the source files, and those of Boost.Graph. Every CPU solver must give
 * them, those that need an order on the map ordered. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/graph/cost.h"
#include "core/graph/import/dimacs/dimacs.h"
#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"

enum { EXIT_SKIP = 77, SAMPLES = 3 };

struct known_cost {
    uint64_t target; /* id */
    uint32_t cost;
};

struct known_tree {
    const char *file;
    uint64_t source;  /* id */
    uint64_t reached; /* vertices */
    uint64_t sum;     /* of their costs */
    uint32_t largest; /* of their costs */
    struct known_cost samples[SAMPLES];
};

#define ROME      "rome99.gr"
#define NY        "USA-road-d.NY.gr.gz"
#define NY_TIME   "USA-road-t.NY.gr.gz"
#define NORTHEAST "NE-topology-hashed-weights.gr.gz"

static const struct known_tree real_trees[] = {
    {ROME, 1, 3353, 116006476, 69102, {{2, 193}, {1500, 32127}, {3000, 28376}}},
    {ROME,
     1000,
     3353,
     37393514,
     41778,
     {{2, 33922}, {1500, 12756}, {3000, 31393}}},
    {ROME,
     3353,
     3353,
     33624198,
     42730,
     {{2, 30952}, {1500, 5535}, {3000, 24561}}},
    {NY,
     1,
     264346,
     186686642878,
     1440081,
     {{2, 803}, {150000, 706176}, {200000, 523682}}},
    {NY,
     100000,
     264346,
     130800329807,
     1142706,
     {{2, 956515}, {150000, 506442}, {200000, 509135}}},
    {NY,
     264346,
     264346,
     202836065568,
     1503886,
     {{2, 496109}, {150000, 823664}, {200000, 675019}}},
    {NY_TIME,
     1,
     264346,
     233812473957,
     1916421,
     {{2, 2008}, {150000, 923769}, {200000, 618568}}},
    {NORTHEAST,
     1,
     1524453,
     1032045002347,
     1268582,
     {{2, 543}, {700000, 531649}, {1524453, 607135}}},
};

/* A grid of 300 by 200 two-way streets, 7 along a row and 11 along a column,
 * ids row by row from 0: a cost is 7 * columns + 11 * rows between. */
enum { WIDTH = 300, HEIGHT = 200, ALONG = 7, ACROSS = 11 };

static const struct known_tree made_trees[] = {
    {"grid", 0, 60000, 128460000, 4282, {{1, 7}, {300, 11}, {59999, 4282}}},
    {"grid",
     59999,
     60000,
     128460000,
     4282,
     {{0, 4282}, {1, 4275}, {59698, 18}}},
};

static void fail(const char *words)
{
    fprintf(stderr, "%s\n", words);
    exit(EXIT_FAILURE);
}

static void join_both(struct map_builder *builder, uint32_t a, uint32_t b,
                      uint32_t weight)
{
    struct error error;

    if (map_builder_add_arc(builder, a, b, weight, &error) ||
        map_builder_add_arc(builder, b, a, weight, &error))
        fail(error.text);
}

static struct map *make_grid(void)
{
    struct map_builder *builder;
    struct map *map;
    struct error error;

    if (map_builder_create(WIDTH * HEIGHT, &builder, &error))
        fail(error.text);
    for (uint32_t v = 0; v < WIDTH * HEIGHT; v++) {
        if (v % WIDTH)
            join_both(builder, v - 1, v, ALONG);
        if (v >= WIDTH)
            join_both(builder, v - WIDTH, v, ACROSS);
    }
    if (map_builder_finish(builder, &map, &error))
        fail(error.text);
    map_builder_destroy(builder);
    return map;
}

static struct map *import(const char *folder, const char *file)
{
    char path[4096];
    struct dimacs_files files = {.graph = path};
    struct map *map;
    struct error error;

    snprintf(path, sizeof(path), "%s/%s", folder, file);
    if (dimacs_import(&files, NULL, &map, &error))
        fail(error.text);
    return map;
}

/* A solver and its map. */
struct setup {
    const struct solver_ops *ops;
    const struct map *map;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
};

static void setup_init(struct setup *setup, const struct solver_ops *ops,
                       const struct map *map)
{
    const struct form_ops *form = ops->form;
    struct error error;

    *setup = (struct setup){.ops = ops, .map = map};
    if (form->prepare(device_cpu(), map, &setup->prepared, &error) ||
        form->customize(setup->prepared, &map->imported.arcs, &setup->metric,
                        &error) ||
        ops->create(setup->prepared, NULL, 0, &setup->solver, &error))
        fail(error.text);
}

static void setup_finish(struct setup *setup)
{
    setup->ops->destroy(setup->solver);
    setup->ops->form->metric_destroy(setup->metric);
    setup->ops->form->prepared_destroy(setup->prepared);
}

static void solve(struct setup *setup, struct query *query)
{
    struct batch batch = {.queries = &query, .query_count = 1};
    struct error error;

    if (setup->ops->solve(setup->solver, setup->metric, &batch, &error))
        fail(error.text);
}

static struct seed seed_of(const struct map *map, uint64_t id)
{
    uint32_t vertex = 0;

    if (!map_find_vertex(map, id, &vertex))
        fail("no such id");
    return (struct seed){vertex, 0};
}

struct summing_sink {
    struct sink base;
    uint64_t reached;
    uint64_t sum;
    uint32_t largest;
};

static int sum_up(struct sink *base, const struct label_block *block)
{
    struct summing_sink *sink = (struct summing_sink *)base;

    for (uint32_t i = 0; i < block->count; i++) {
        if (block->cost[i] > COST_MAX)
            continue;
        sink->reached++;
        sink->sum += block->cost[i];
        if (block->cost[i] > sink->largest)
            sink->largest = block->cost[i];
    }
    return 0;
}

static int check_tree(struct setup *setup, const struct known_tree *tree)
{
    struct seed seed = seed_of(setup->map, tree->source);
    struct summing_sink sink = {.base.write = sum_up};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };

    solve(setup, &query);
    if (sink.reached == tree->reached && sink.sum == tree->sum &&
        sink.largest == tree->largest)
        return 0;
    fprintf(stderr,
            "%s, %s from %" PRIu64 ": %" PRIu64 " reached, costs add up to "
            "%" PRIu64 ", the largest is %u\n",
            setup->ops->name, tree->file, tree->source, sink.reached, sink.sum,
            sink.largest);
    return 1;
}

static int check_sample(struct setup *setup, const struct known_tree *tree,
                        const struct known_cost *known)
{
    struct seed seed = seed_of(setup->map, tree->source);
    struct target_vertex end = {seed_of(setup->map, known->target).vertex, 0};
    struct target target = {&end, 1};
    struct path path;
    uint32_t cost = COST_INFINITY;
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .targets = &target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &cost,
        .path = &path,
    };
    uint32_t sum;

    path_init(&path);
    solve(setup, &query);
    sum = path_cost(&path, &setup->map->imported.arcs);
    path_finish(&path);
    if (cost == known->cost && sum == known->cost)
        return 0;
    fprintf(stderr,
            "%s, %s from %" PRIu64 " to %" PRIu64 ": cost %u, path %u instead "
            "of %u\n",
            setup->ops->name, tree->file, tree->source, known->target, cost,
            sum, known->cost);
    return 1;
}

static int check(struct setup *setup, const struct known_tree *tree)
{
    int failures = 0;

    if (setup->ops->capabilities & SOLVER_TREES)
        failures += check_tree(setup, tree);
    if (setup->ops->capabilities & (SOLVER_PAIRS | SOLVER_TABLES)) {
        for (int i = 0; i < SAMPLES; i++)
            failures += check_sample(setup, tree, &tree->samples[i]);
    }
    return failures;
}

static struct map *order(const struct map *map)
{
    struct map *ordered;
    struct error error;

    if (map_order(map, NULL, &ordered, &error))
        fail(error.text);
    return ordered;
}

/* All solvers on all trees of one map; `count` of them, in parallel. */
static int check_map(const struct map *map, const struct known_tree *trees,
                     size_t count)
{
    struct map *ordered = order(map);
    struct catalog catalog;
    int failures = 0;

    catalog_init(&catalog);
    for (size_t s = 0; s < catalog.count; s++) {
        const struct solver_ops *ops = catalog.solver[s];
        bool needs_order = ops->capabilities & SOLVER_NEEDS_ORDER;
        struct setup setup;

        setup_init(&setup, ops, needs_order ? ordered : map);
        for (size_t i = 0; i < count; i++)
            failures += check(&setup, &trees[i]);
        setup_finish(&setup);
    }
    map_destroy(ordered);
    return failures;
}

static int check_made(void)
{
    struct map *map = make_grid();
    int failures =
        check_map(map, made_trees, sizeof(made_trees) / sizeof(made_trees[0]));

    map_destroy(map);
    return failures;
}

static int check_real(const char *folder)
{
    size_t count = sizeof(real_trees) / sizeof(real_trees[0]);
    int failures = 0;

    for (size_t first = 0, end; first < count; first = end) {
        struct map *map = import(folder, real_trees[first].file);

        for (end = first + 1; end < count; end++) {
            if (strcmp(real_trees[end].file, real_trees[first].file) != 0)
                break;
        }
        failures += check_map(map, &real_trees[first], end - first);
        map_destroy(map);
    }
    return failures;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_known_answers made|FOLDER\n");
        return EXIT_FAILURE;
    }
    if (!strcmp(argv[1], "made"))
        return check_made() ? EXIT_FAILURE : EXIT_SUCCESS;
    if (access(argv[1], R_OK)) {
        printf("skipped: there are no maps in %s\n", argv[1]);
        return EXIT_SKIP;
    }
    return check_real(argv[1]) ? EXIT_FAILURE : EXIT_SUCCESS;
}
