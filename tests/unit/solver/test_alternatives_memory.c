/* alternatives memory: whichever allocation fails while the solver looks for
 * alternatives, it reports that, and frees the rest (AddressSanitizer checks).
 */
#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "tests/unit/failing.h"

enum { SIDE = 12, COUNT = SIDE * SIDE, WANTED = 3, THERE = 1 };

/* A square of two-way streets, expensive except along its sides. */
static uint32_t weight_between(uint32_t a, uint32_t b)
{
    bool along_first = a / SIDE == 0 && b / SIDE == 0;
    bool along_last = a / SIDE == SIDE - 1 && b / SIDE == SIDE - 1;
    bool down_first = a % SIDE == 0 && b % SIDE == 0;
    bool down_last = a % SIDE == SIDE - 1 && b % SIDE == SIDE - 1;

    if (along_first || down_last)
        return 100;
    return down_first || along_last ? 105 : 400;
}

static struct map *make_square(void)
{
    struct map_builder *builder;
    struct map *map;
    struct map *ordered;

    assert_int_equal(map_builder_create(COUNT, &builder, NULL), 0);
    for (uint32_t v = 0; v < COUNT; v++) {
        uint32_t next[2] = {v + 1, v + SIDE};

        for (int i = 0; i < 2; i++) {
            uint32_t weight;

            if (i == 0 ? next[i] % SIDE == 0 : next[i] >= COUNT)
                continue;
            weight = weight_between(v, next[i]);
            assert_int_equal(
                map_builder_add_arc(builder, v, next[i], weight, NULL), 0);
            assert_int_equal(
                map_builder_add_arc(builder, next[i], v, weight, NULL), 0);
        }
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

/* From one corner to the other, in its own workspace. */
struct asking {
    struct seed seed;
    struct target_vertex end;
    struct target target;
    uint32_t cost;
    struct path path;
    struct path further[WANTED];
    uint32_t further_cost[WANTED];
    struct alternatives alternatives;
    struct query query;
};

static void asking_init(struct asking *asking, const struct map *map)
{
    *asking = (struct asking){
        .target = {&asking->end, 1},
        .alternatives = {.wanted = WANTED,
                         .path = asking->further,
                         .cost = asking->further_cost},
        .query = {.seeds = &asking->seed,
                  .seed_count = 1,
                  .targets = &asking->target,
                  .target_count = 1,
                  .output = QUERY_PATHS,
                  .bound = COST_OVERFLOW,
                  .cost = &asking->cost,
                  .path = &asking->path,
                  .alternatives = &asking->alternatives},
    };
    assert_true(map_find_vertex(map, 0, &asking->seed.vertex));
    assert_true(map_find_vertex(map, COUNT - 1, &asking->end.vertex));
    path_init(&asking->path);
    for (int i = 0; i < WANTED; i++)
        path_init(&asking->further[i]);
}

static void asking_finish(struct asking *asking)
{
    path_finish(&asking->path);
    for (int i = 0; i < WANTED; i++)
        path_finish(&asking->further[i]);
}

struct trial {
    const struct solver_ops *ops;
    const struct map *map;
    struct prepared *prepared;
    struct metric *metric;
};

static int ask(void *context, struct error *error)
{
    struct trial *trial = context;
    struct asking asking;
    struct query *queries[] = {&asking.query};
    struct batch batch = {queries, 1, NULL};
    struct solver *solver;
    int r = trial->ops->create(trial->prepared, NULL, 0, &solver, error);

    if (r)
        return r;
    asking_init(&asking, trial->map);
    r = trial->ops->solve(solver, trial->metric, &batch, error);
    if (!r)
        assert_int_equal(asking.alternatives.count, THERE);
    asking_finish(&asking);
    trial->ops->destroy(solver);
    return r;
}

static void looking_gives_back_what_it_took(void **state)
{
    struct map *map = make_square();
    struct catalog catalog;
    uint32_t solvers = 0;

    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++) {
        struct trial trial = {.ops = catalog.solver[i], .map = map};
        const struct form_ops *form = trial.ops->form;

        if (!(trial.ops->capabilities & SOLVER_ALTERNATIVES))
            continue;
        assert_int_equal(
            form->prepare(device_cpu(), map, &trial.prepared, NULL), 0);
        assert_int_equal(form->customize(trial.prepared, &map->imported.arcs,
                                         &trial.metric, NULL),
                         0);
        assert_in_range(failing_each(ask, &trial), 20, 300);
        form->metric_destroy(trial.metric);
        form->prepared_destroy(trial.prepared);
        solvers++;
    }
    assert_in_range(solvers, 2, catalog.count);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looking_gives_back_what_it_took),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
