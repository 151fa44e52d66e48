#include "tests/unit/service/road_bench.h"

#include "tests/unit/cmocka_all.h"

static const struct limits settings = {
    .deadline_ms = 60000,
    .queries_max = 1000,
    .costs_max = 2000,
    .stops_max = 1200,
    .table_ids_max = 1000000,
    .table_cells_max = 10000,
    .stream_bytes_max = 1000,
    .memory_max = 100000000,
};

void road_bench_open_map(struct road_bench *bench, struct map *map,
                         const struct road_network *network)
{
    bench->map = map;
    bench->roads = &map->roads;
    bench->network = *network;
    bench_set_up((void **)&bench->bench, &settings, 0, map);
    bench->service = bench->bench->fixture.service;
}

void road_bench_open_draft(struct road_bench *bench, struct road_draft *draft,
                           struct road_draft *same)
{
    struct road_network network;

    road_draft_network(same, &network);
    road_bench_open_map(bench, road_draft_map(draft, true), &network);
}

void road_bench_open(struct road_bench *bench, uint32_t side, uint64_t seed)
{
    struct road_draft draft, same;

    road_town_draft(side, seed, &draft);
    road_town_draft(side, seed, &same);
    road_bench_open_draft(bench, &draft, &same);
}

void road_bench_close(struct road_bench *bench)
{
    bench_tear_down((void **)&bench->bench);
    road_network_finish(&bench->network);
}

struct question road_bench_base(struct road_bench *bench, const char *solver)
{
    bench->bench->waiter.answered = false;
    return (struct question){
        .ended = waiter_ended,
        .readable = waiter_readable,
        .context = &bench->bench->waiter,
        .solver = solver,
    };
}

enum outcome road_bench_wait(struct road_bench *bench,
                             const struct question *question)
{
    waiter_wait(&bench->bench->waiter);
    return question->outcome;
}

uint64_t road_bench_node(const struct road_bench *bench, struct random *random)
{
    return (uint64_t)
        bench->network.node_id[random_below(random, bench->network.node_count)];
}
