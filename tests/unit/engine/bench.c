/* bench: an engine with fake solvers, and jobs that can be waited for. */
#include "tests/unit/engine/bench.h"

#include <pthread.h>

#include "core/graph/map_builder.h"
#include "tests/publish.h"
#include "tests/unit/cmocka_all.h"

/* Guards every item's place. */
static pthread_mutex_t ended_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended_news = PTHREAD_COND_INITIALIZER;
static int ended_count;

void bench_init(struct bench *bench, unsigned gpus, unsigned cpu_workers,
                uint32_t vertex_count)
{
    static const struct solver_ops *const solvers[] = {
        &fake_gpu, &fake_gpu_batches, &fake_cpu, &fake_cpu_batches};

    bench_init_with(bench, solvers, 4, "auto", gpus, cpu_workers, vertex_count);
}

/* The catalog is full. */
static void open_bench(struct bench *bench, const char *preferred,
                       unsigned gpus, unsigned cpu_workers,
                       uint32_t vertex_count)
{
    struct engine_settings settings = {
        .queue_length = 4,
        .batch_max = 8,
        .cpu_workers = cpu_workers,
        .solver = preferred,
    };

    fake_reset();
    ended_count = 0;
    bench->devices[0] = device_cpu();
    bench->devices[1] = &fake_device[0];
    bench->devices[2] = &fake_device[1];
    bench->device_count = 1 + gpus;
    assert_int_equal(registry_create(&bench->registry, NULL), 0);
    assert_int_equal(engine_create(&settings, bench->registry, &bench->catalog,
                                   bench->devices, bench->device_count,
                                   &bench->engine, NULL),
                     0);
    bench_publish(bench, "line", vertex_count);
    bench->entry = registry_acquire(bench->registry, "line", NULL);
}

void bench_init_with(struct bench *bench,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const char *preferred, unsigned gpus,
                     unsigned cpu_workers, uint32_t vertex_count)
{
    catalog_init(&bench->catalog);
    for (size_t i = 0; i < solver_count; i++)
        catalog_add(&bench->catalog, solvers[i]);
    open_bench(bench, preferred, gpus, cpu_workers, vertex_count);
}

void bench_init_alone(struct bench *bench,
                      const struct solver_ops *const *solvers,
                      size_t solver_count, unsigned gpus, uint32_t vertex_count)
{
    bench->catalog = (struct catalog){0};
    for (size_t i = 0; i < solver_count; i++)
        catalog_add(&bench->catalog, solvers[i]);
    open_bench(bench, "auto", gpus, 1, vertex_count);
}

void bench_finish(struct bench *bench)
{
    engine_destroy(bench->engine);
    map_entry_release(bench->entry);
    registry_destroy(bench->registry);
}

void bench_publish(struct bench *bench, const char *name, uint32_t vertex_count)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    for (uint32_t v = 0; v + 1 < vertex_count; v++)
        assert_int_equal(map_builder_add_arc(builder, v, v + 1, 1, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(publish_map(bench->registry, name, map,
                                 bench->catalog.solver, bench->catalog.count,
                                 bench->devices, bench->device_count, NULL),
                     0);
}

static void done(struct job *job)
{
    struct item *item = job->context;

    if (item->then)
        item_submit(item->then, item->bench);
    pthread_mutex_lock(&ended_lock);
    item->place = ++ended_count;
    pthread_cond_broadcast(&ended_news);
    pthread_mutex_unlock(&ended_lock);
}

static int count_block(struct sink *sink, const struct label_block *block)
{
    struct item *item =
        (struct item *)((char *)sink - offsetof(struct item, sink));

    item->blocks++;
    return 0;
}

void item_init(struct item *item, struct bench *bench,
               const struct solver_ops *solver, size_t query_count)
{
    uint32_t n = map_entry_map(bench->entry)->topology.vertex_count;

    assert_true(query_count <= ITEM_QUERIES_MAX);
    *item = (struct item){
        .vertex = {n - 1, 0},
        .sink = {count_block},
        .bench = bench,
        .job = {.map = bench->entry,
                .solver = solver,
                .query_count = query_count,
                .done = done,
                .context = item},
    };
    item->target = (struct target){&item->vertex, 1};
    item->job.queries = item->queries;
    item->job.cancel = &item->cancel;
    for (size_t i = 0; i < query_count; i++) {
        item->queries[i] = &item->query[i];
        item->query[i] = (struct query){
            .seeds = &item->seed,
            .seed_count = 1,
            .targets = &item->target,
            .target_count = 1,
            .output = QUERY_COSTS,
            .bound = COST_OVERFLOW,
            .cancel = &item->cancel,
            .cost = &item->cost[i],
        };
    }
}

void item_make_tree(struct item *item)
{
    for (size_t i = 0; i < item->job.query_count; i++) {
        item->query[i].output = QUERY_TREE;
        item->query[i].target_count = 0;
        item->query[i].sink = &item->sink;
    }
}

void item_submit(struct item *item, struct bench *bench)
{
    assert_int_equal(engine_submit(bench->engine, &item->job, NULL), 0);
}

void item_wait(struct item *item)
{
    pthread_mutex_lock(&ended_lock);
    while (!item->place)
        pthread_cond_wait(&ended_news, &ended_lock);
    pthread_mutex_unlock(&ended_lock);
}
