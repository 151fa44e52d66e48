/* alternatives_rate: how long alternatives take, and for how many pairs there
 * are some.
 *
 * usage: alternatives_rate MAP.rlx [PAIRS [SOLVER]]: random vertices of an
 * ordered map; microseconds of the shortest path alone, and with 1 and 3
 * alternatives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/map_file/map_file.h"
#include "core/solver/catalog.h"

enum { WANTED_MAX = 3 };

struct trial {
    const struct map *map;
    struct metric *metric;
    struct solver *solver;
    uint64_t *took_us; /* [pairs] */
    uint64_t pairs;
    struct path path;
    struct path further[WANTED_MAX];
    uint32_t cost[WANTED_MAX];
};

static void fail(const char *what)
{
    fprintf(stderr, "alternatives_rate: %s\n", what);
    exit(EXIT_FAILURE);
}

/* One pair; returns its number of alternatives, -1 where there is no path. */
static int ask(struct trial *trial, struct random *random, uint32_t wanted)
{
    uint32_t n = trial->map->topology.vertex_count;
    struct seed seed = {random_below(random, n), 0};
    struct target_vertex end = {random_below(random, n), 0};
    struct target target = {&end, 1};
    struct alternatives alternatives = {
        .wanted = wanted,
        .path = trial->further,
        .cost = trial->cost,
    };
    uint32_t cost;
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .targets = &target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &cost,
        .path = &trial->path,
        .alternatives = wanted ? &alternatives : NULL,
    };
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, NULL};
    struct error error;

    if (trial->solver->ops->solve(trial->solver, trial->metric, &batch, &error))
        fail(error.text);
    return cost > COST_MAX ? -1 : (int)alternatives.count;
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static void measure(struct trial *trial, uint32_t wanted)
{
    uint64_t having[WANTED_MAX + 1] = {0};
    uint64_t answered = 0;
    struct random random;

    random_seed(&random, 5);
    for (uint64_t i = 0; i < trial->pairs; i++) {
        uint64_t start_us = clock_now_us();
        int count = ask(trial, &random, wanted);

        if (count < 0)
            continue;
        trial->took_us[answered++] = clock_now_us() - start_us;
        for (int k = 0; k <= count && k <= WANTED_MAX; k++)
            having[k]++;
    }
    if (!answered)
        fail("no pair has a way");
    qsort(trial->took_us, answered, sizeof(*trial->took_us), by_number);
    printf("wanted %u: median %llu us, 90th %llu, 99th %llu; at least 1: "
           "%.1f %%, 2: %.1f, 3: %.1f\n",
           wanted, (unsigned long long)trial->took_us[answered / 2],
           (unsigned long long)trial->took_us[answered * 9 / 10],
           (unsigned long long)trial->took_us[answered * 99 / 100],
           100.0 * (double)having[1] / (double)answered,
           100.0 * (double)having[2] / (double)answered,
           100.0 * (double)having[3] / (double)answered);
}

int main(int argc, char **argv)
{
    struct catalog catalog;
    const struct solver_ops *ops;
    struct prepared *prepared;
    struct map *map;
    struct error error;
    struct trial trial = {.pairs =
                              argc > 2 ? strtoull(argv[2], NULL, 10) : 1000};

    if (argc < 2)
        fail("MAP.rlx is missing");
    catalog_init(&catalog);
    ops = catalog_find(&catalog, argc > 3 ? argv[3] : "cch");
    if (!ops || !(ops->capabilities & SOLVER_ALTERNATIVES))
        fail("no such solver, or it finds no alternatives");
    if (map_open(argv[1], &map, &error) ||
        ops->form->prepare(device_cpu(), map, &prepared, &error) ||
        ops->form->customize(prepared, &map->imported.arcs, &trial.metric,
                             &error) ||
        ops->create(prepared, NULL, 0, &trial.solver, &error))
        fail(error.text);
    trial.map = map;
    trial.took_us = array_alloc(trial.pairs, sizeof(*trial.took_us));
    if (!trial.took_us)
        fail("out of memory");
    path_init(&trial.path);
    for (int i = 0; i < WANTED_MAX; i++)
        path_init(&trial.further[i]);
    measure(&trial, 0); /* warms hints */
    measure(&trial, 0);
    measure(&trial, 1);
    measure(&trial, 3);
    for (int i = 0; i < WANTED_MAX; i++)
        path_finish(&trial.further[i]);
    path_finish(&trial.path);
    free(trial.took_us);
    ops->destroy(trial.solver);
    ops->form->metric_destroy(trial.metric);
    ops->form->prepared_destroy(prepared);
    map_destroy(map);
    return EXIT_SUCCESS;
}
