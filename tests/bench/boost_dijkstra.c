/* boost_dijkstra: relaxd's dijkstra beside Boost.Graph's, from one vertex to
 * all.
 *
 * usage: boost_dijkstra MAP.rlx [SOURCES [SEED]]
 *        boost_dijkstra --csv MAP.rlx VERTEX...
 *        built by `ninja tests/bench/boost_dijkstra`
 *
 * The second form takes the given vertices, counted from 0 in the map's own
 * order, and prints each time as a line of CSV under a line of names: what
 * 'relaxlab paper cuda-parallel --boost' reads.
 *
 * The contenders take turns on every source, so that a busy machine affects all
 * of them alike, and their costs must add up to the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
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

/* Runs every contender from the source; returns whether they agree. */
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

/* All contenders from all sources, after one run that does not count; returns
 * whether they agree. */
static bool run_from(const struct map *map, const uint32_t *sources,
                     unsigned count, struct times *times)
{
    void *states[CONTENDERS];
    bool agree;

    for (int i = 0; i < CONTENDERS; i++)
        states[i] = contenders[i]->create(map);
    agree = run_all(states, sources[0], times, 0);
    for (unsigned at = 0; at < count && agree; at++)
        agree = run_all(states, sources[at], times, at);
    for (int i = 0; i < CONTENDERS; i++)
        contenders[i]->destroy(states[i]);
    return agree;
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

static void print_csv(const struct times *times, const uint32_t *sources,
                      unsigned count)
{
    puts("contender,vertex,ms");
    for (int i = 0; i < CONTENDERS; i++) {
        for (unsigned at = 0; at < count; at++)
            printf("%s,%u,%.3f\n", contenders[i]->name, sources[at],
                   times[i].ms[at]);
    }
}

struct call {
    const char *path;
    bool csv;
    uint64_t seed;
    unsigned count;
    uint32_t sources[SOURCES_MAX]; /* of --csv, else drawn */
};

static bool parse_csv(int argc, char **argv, struct call *call)
{
    if (argc < 4 || argc - 3 > SOURCES_MAX)
        return false;
    call->path = argv[2];
    call->csv = true;
    for (int i = 3; i < argc; i++) {
        if (!parse_u32(argv[i], &call->sources[call->count++]))
            return false;
    }
    return true;
}

static bool parse(int argc, char **argv, struct call *call)
{
    if (argc > 1 && !strcmp(argv[1], "--csv"))
        return parse_csv(argc, argv, call);
    if (argc < 2 || argc > 4)
        return false;
    call->path = argv[1];
    call->count = 20;
    call->seed = 1;
    if (argc > 2 && !parse_u32(argv[2], &call->count))
        return false;
    if (argc > 3 && !parse_u64(argv[3], &call->seed))
        return false;
    return call->count > 0 && call->count <= SOURCES_MAX;
}

static void draw_sources(const struct map *map, struct call *call)
{
    struct random random;

    random_seed(&random, call->seed);
    for (unsigned i = 0; i < call->count; i++)
        call->sources[i] = random_below(&random, map->topology.vertex_count);
}

/* Whether the map has all vertices given with --csv. */
static bool has_sources(const struct map *map, const struct call *call)
{
    for (unsigned i = 0; i < call->count; i++) {
        if (call->sources[i] >= map->topology.vertex_count) {
            fprintf(stderr, "boost_dijkstra: '%s' has no vertex %u, only %u\n",
                    call->path, call->sources[i], map->topology.vertex_count);
            return false;
        }
    }
    return true;
}

static int measure(const struct map *map, struct call *call)
{
    static struct times times[CONTENDERS];

    if (!call->csv)
        draw_sources(map, call);
    if (!has_sources(map, call) ||
        !run_from(map, call->sources, call->count, times))
        return EXIT_FAILURE;
    if (call->csv) {
        print_csv(times, call->sources, call->count);
        return EXIT_SUCCESS;
    }
    printf("%u vertices, %u arcs, %u sources, seed %" PRIu64 "\n",
           map->topology.vertex_count, map->topology.arc_count, call->count,
           call->seed);
    print(times, call->count);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static struct call call;
    struct map *map;
    struct error error;
    int code;

    if (!parse(argc, argv, &call)) {
        fprintf(stderr,
                "usage: boost_dijkstra MAP.rlx [SOURCES [SEED]]\n"
                "       boost_dijkstra --csv MAP.rlx VERTEX...\n"
                "at most %d sources\n",
                SOURCES_MAX);
        return 2;
    }
    if (map_open(call.path, &map, &error)) {
        fprintf(stderr, "boost_dijkstra: %s\n", error.text);
        return EXIT_FAILURE;
    }
    code = measure(map, &call);
    map_destroy(map);
    return code;
}
