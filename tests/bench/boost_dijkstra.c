/* boost_dijkstra: relaxd's dijkstra beside Boost.Graph's, from one vertex to
 * all.
 *
 * usage: boost_dijkstra MAP.rlx [SOURCES [SEED]]
 *        built by `ninja tests/bench/boost_dijkstra`
 *
 * The contenders take turns on every source, so that a busy machine is unfair
 * to all of them alike, and their costs must add up to the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/map_file.h"
#include "tests/bench/contender.h"

enum { SOURCES_MAX = 1000, CONTENDERS = 3 };

static const struct contender *const contenders[CONTENDERS] = {
    &contender_relaxd,
    &contender_boost_csr,
    &contender_boost_list,
};

struct times {
    double ms[SOURCES_MAX];
    double median_ms;
    double mean_ms;
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static void sum_up(struct times *times, unsigned count)
{
    double sum = 0;

    qsort(times->ms, count, sizeof(*times->ms), compare);
    for (unsigned i = 0; i < count; i++)
        sum += times->ms[i];
    times->median_ms = (times->ms[(count - 1) / 2] + times->ms[count / 2]) / 2;
    times->mean_ms = sum / count;
}

/* Lets every contender run from the source; whether they agree. */
static bool run_all(void *const *states, uint32_t source, struct times *times,
                    unsigned at)
{
    uint64_t expected = 0;

    for (int i = 0; i < CONTENDERS; i++) {
        uint64_t start_us = clock_now_us();
        uint64_t sum;

        contenders[i]->run(states[i], source);
        times[i].ms[at] = (double)(clock_now_us() - start_us) / 1000;
        sum = contenders[i]->sum(states[i]);
        if (i > 0 && sum != expected) {
            fprintf(stderr,
                    "vertex %u: costs of '%s' add up to %" PRIu64
                    " instead of %" PRIu64 "\n",
                    source, contenders[i]->name, sum, expected);
            return false;
        }
        expected = sum;
    }
    return true;
}

static void print(struct times *times, unsigned count)
{
    printf("%-22s %12s %12s %8s\n", "to all vertices", "median ms", "mean ms",
           "ratio");
    for (int i = 0; i < CONTENDERS; i++) {
        sum_up(&times[i], count);
        printf("%-22s %12.2f %12.2f %8.2f\n", contenders[i]->name,
               times[i].median_ms, times[i].mean_ms,
               times[i].median_ms / times[0].median_ms);
    }
}

static int measure(const struct map *map, unsigned count, uint64_t seed)
{
    static struct times times[CONTENDERS];
    void *states[CONTENDERS];
    struct random random;
    bool agree = true;

    for (int i = 0; i < CONTENDERS; i++)
        states[i] = contenders[i]->create(map);
    random_seed(&random, seed);
    for (unsigned at = 0; at < count && agree; at++)
        agree =
            run_all(states, random_below(&random, map->topology.vertex_count),
                    times, at);
    for (int i = 0; i < CONTENDERS; i++)
        contenders[i]->destroy(states[i]);
    if (!agree)
        return EXIT_FAILURE;
    printf("%u vertices, %u arcs, %u sources, seed %" PRIu64 "\n",
           map->topology.vertex_count, map->topology.arc_count, count, seed);
    print(times, count);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 20;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    struct map *map;
    struct error error;
    int code;

    if (argc < 2 || argc > 4 || count == 0 || count > SOURCES_MAX) {
        fprintf(stderr,
                "usage: boost_dijkstra MAP.rlx [SOURCES [SEED]], at "
                "most %d sources\n",
                SOURCES_MAX);
        return 2;
    }
    if (map_open(argv[1], &map, &error)) {
        fprintf(stderr, "boost_dijkstra: %s\n", error.text);
        return EXIT_FAILURE;
    }
    code = measure(map, (unsigned)count, seed);
    map_destroy(map);
    return code;
}
