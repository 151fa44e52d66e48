/* tune_speed: how quick a solver is on a map, measured. */
#include "clients/relaxctl/tune_speed.h"

#include <stdlib.h>

#include "clients/relaxctl/samples.h"
#include "clients/relaxctl/tree_sink.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"

enum {
    QUERIES = 64,       /* in the large batches */
    TARGETS_FEW = 50,   /* of a row of a table */
    TARGETS_MANY = 500, /* of another */
    RUNS = 9,
    BUDGET_US = 333000,
    WARM_PAIRS = 1000,
    LONG_US = 20000, /* a pair that takes longer is not asked in batches */
};

/* One batch, and room for its answers. */
struct trial {
    struct runner *runner;
    uint32_t vertex_count;
    uint64_t seed_number; /* draws what is asked */
    struct random random;
    struct query query[QUERIES];
    struct query *queries[QUERIES];
    struct seed seed[QUERIES];
    struct target_vertex vertex[TARGETS_MANY];
    struct target target[TARGETS_MANY];
    uint32_t *cost;    /* [QUERIES * TARGETS_MANY] */
    struct path *path; /* [QUERIES] */
    struct tree_sink sink[QUERIES];
};

/* What a batch asks; no targets: trees. */
struct kind {
    enum query_output output;
    uint32_t queries;
    uint32_t targets;
};

static void draw(struct trial *trial, const struct kind *kind)
{
    for (uint32_t i = 0; i < kind->targets; i++)
        trial->vertex[i].vertex =
            random_below(&trial->random, trial->vertex_count);
    for (uint32_t i = 0; i < kind->queries; i++) {
        bool pairs = kind->targets == 1;

        trial->seed[i] = (struct seed){
            .vertex = random_below(&trial->random, trial->vertex_count)};
        if (pairs)
            trial->vertex[i].vertex =
                random_below(&trial->random, trial->vertex_count);
        tree_sink_init(&trial->sink[i], NULL);
        trial->query[i] = (struct query){
            .seeds = &trial->seed[i],
            .seed_count = 1,
            .targets = &trial->target[pairs ? i : 0],
            .target_count = kind->targets,
            .output = kind->output,
            .bound = COST_OVERFLOW,
            .sink = &trial->sink[i].base,
            .cost = trial->cost + (size_t)i * kind->targets,
            .path = &trial->path[i],
        };
    }
}

/* The median of some batches. */
static int time_batches(struct trial *trial, struct kind kind, double *ret_us,
                        struct error *error)
{
    uint64_t begun_us = clock_now_us();
    struct samples samples;
    int r = 0;

    if (samples_init(&samples, RUNS))
        return error_no_memory(error);
    /* The same pairs with and without paths. */
    random_seed(&trial->random, trial->seed_number);
    while (!r && samples.count < RUNS &&
           (!samples.count || clock_now_us() - begun_us < BUDGET_US)) {
        uint64_t start_us;

        draw(trial, &kind);
        start_us = clock_now_us();
        r = runner_solve(trial->runner, trial->queries, kind.queries, NULL,
                         error);
        samples_add(&samples, (double)(clock_now_us() - start_us));
    }
    samples_sort(&samples);
    if (!r)
        *ret_us = samples_median(&samples);
    samples_finish(&samples);
    return r;
}

/* Other pairs than those that are timed: the first answers find caches cold,
 * memory not yet there, and nothing learnt that the next ones go by. */
static int warm_up(struct trial *trial, struct error *error)
{
    const struct kind kind = {QUERY_PATHS, 1, 1};
    uint64_t begun_us = clock_now_us();
    int r = 0;

    random_seed(&trial->random, trial->seed_number + 1);
    for (int i = 0; i < WARM_PAIRS && !r; i++) {
        if (i && clock_now_us() - begun_us >= BUDGET_US)
            break;
        draw(trial, &kind);
        r = runner_solve(trial->runner, trial->queries, 1, NULL, error);
    }
    return r;
}

static double no_less_than_0(double us)
{
    return us > 0 ? us : 0;
}

static int measure_pairs(struct trial *trial, struct solver_speed *speed,
                         struct error *error)
{
    double one = 0;
    double many = 0;
    double path = 0;
    int r = time_batches(trial, (struct kind){QUERY_COSTS, 1, 1}, &one, error);

    if (!r)
        r = time_batches(trial, (struct kind){QUERY_PATHS, 1, 1}, &path, error);
    if (!r && one < LONG_US)
        r = time_batches(trial, (struct kind){QUERY_COSTS, QUERIES, 1}, &many,
                         error);
    if (r)
        return r;
    speed->pair_us = many > 0 && many < QUERIES * one ? many / QUERIES : one;
    speed->start_us = one - speed->pair_us;
    speed->path_us = no_less_than_0(path - one);
    return 0;
}

static int measure_tree(struct trial *trial, struct solver_speed *speed,
                        struct error *error)
{
    double tree = 0;
    int r = time_batches(trial, (struct kind){QUERY_TREE, 1, 0}, &tree, error);

    if (!r)
        speed->tree_us = no_less_than_0(tree - speed->start_us);
    return r;
}

static int measure_table(struct trial *trial, struct solver_speed *speed,
                         struct error *error)
{
    uint32_t rows = speed->pair_us < LONG_US ? QUERIES : 1;
    double few = 0;
    double many = 0;
    double one = 0;
    double target_us; /* of all rows together */
    int r = time_batches(trial, (struct kind){QUERY_COSTS, rows, TARGETS_FEW},
                         &few, error);

    if (!r)
        r = time_batches(trial, (struct kind){QUERY_COSTS, rows, TARGETS_MANY},
                         &many, error);
    if (!r && rows > 1)
        r = time_batches(trial, (struct kind){QUERY_COSTS, 1, TARGETS_MANY},
                         &one, error);
    if (r)
        return r;
    target_us = no_less_than_0(many - few) / (TARGETS_MANY - TARGETS_FEW);
    speed->row_us =
        no_less_than_0(few - speed->start_us - TARGETS_FEW * target_us) / rows;
    one = no_less_than_0(one - speed->start_us - speed->row_us) / TARGETS_MANY;
    speed->cell_us =
        rows > 1 ? no_less_than_0(target_us - one) / (rows - 1) : target_us;
    speed->column_us = rows > 1 ? no_less_than_0(one - speed->cell_us) : 0;
    return 0;
}

static int measure(struct trial *trial, struct solver_speed *speed,
                   struct error *error)
{
    unsigned can = trial->runner->choice.ops->capabilities;
    int r = can & SOLVER_PAIRS ? warm_up(trial, error) : 0;

    if (!r && can & SOLVER_PAIRS)
        r = measure_pairs(trial, speed, error);
    if (!r && can & SOLVER_TREES)
        r = measure_tree(trial, speed, error);
    if (!r && can & SOLVER_TABLES)
        r = measure_table(trial, speed, error);
    return r;
}

static void trial_finish(struct trial *trial)
{
    for (uint32_t i = 0; trial->path && i < QUERIES; i++)
        path_finish(&trial->path[i]);
    free(trial->path);
    free(trial->cost);
    free(trial);
}

static struct trial *trial_create(struct runner *runner, const struct map *map,
                                  uint64_t seed)
{
    struct trial *trial = calloc(1, sizeof(*trial));

    if (!trial)
        return NULL;
    trial->runner = runner;
    trial->vertex_count = map->topology.vertex_count;
    trial->seed_number = seed;
    trial->cost =
        array_alloc((size_t)QUERIES * TARGETS_MANY, sizeof(*trial->cost));
    trial->path = array_alloc(QUERIES, sizeof(*trial->path));
    if (!trial->cost || !trial->path) {
        free(trial->path);
        trial->path = NULL;
        trial_finish(trial);
        return NULL;
    }
    for (uint32_t i = 0; i < QUERIES; i++) {
        path_init(&trial->path[i]);
        trial->queries[i] = &trial->query[i];
    }
    for (uint32_t i = 0; i < TARGETS_MANY; i++)
        trial->target[i] = (struct target){&trial->vertex[i], 1};
    return trial;
}

int tune_speed(struct runner *runner, const struct map *map, uint64_t seed,
               struct solver_speed *ret_speed, struct error *error)
{
    struct solver_speed speed = {.ready_us =
                                     (double)runner->form->prepare_us +
                                     (double)runner->form->customize_us};
    struct trial *trial = trial_create(runner, map, seed);
    int r;

    if (!trial)
        return error_no_memory(error);
    r = measure(trial, &speed, error);
    trial_finish(trial);
    if (!r)
        *ret_speed = speed;
    return r;
}
