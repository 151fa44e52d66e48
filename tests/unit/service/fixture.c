/* fixture: opens the service, builds maps, waits for questions. */
#include "tests/unit/service/fixture.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "tests/publish.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/engine/fake.h"
#include "tests/unit/engine/fake_slow.h"

void fixture_init(struct fixture *fixture, size_t gpu_count,
                  const struct limits *limits, size_t queue_length)
{
    struct engine_settings engine = {
        .queue_length = queue_length,
        .batch_max = 16,
        .cpu_workers = 2,
        .solver = "auto",
    };

    fake_reset();
    fake_slow_reset();
    catalog_init(&fixture->catalog);
    catalog_add(&fixture->catalog, &fake_slow_cpu);
    catalog_add(&fixture->catalog, &fake_cpu);
    catalog_add(&fixture->catalog, &fake_gpu);
    fixture->devices[0] = device_cpu();
    fixture->devices[1] = &fake_device[0];
    fixture->devices[2] = &fake_device[1];
    fixture->device_count = 1 + gpu_count;
    assert_int_equal(registry_create(&fixture->registry, NULL), 0);
    assert_int_equal(engine_create(&engine, fixture->registry,
                                   &fixture->catalog, fixture->devices,
                                   fixture->device_count, &fixture->engine,
                                   NULL),
                     0);
    fixture->limits = (struct runtime_limits){.now = limits};
    fixture->service =
        service_create(&fixture->limits, fixture->engine, NULL, NULL);
    assert_non_null(fixture->service);
}

void fixture_finish(struct fixture *fixture)
{
    engine_destroy(fixture->engine);
    service_destroy(fixture->service);
    registry_destroy(fixture->registry);
}

void fixture_publish(struct fixture *fixture, const char *name, struct map *map)
{
    assert_int_equal(publish_map(fixture->registry, name, map,
                                 fixture->catalog.solver,
                                 fixture->catalog.count, fixture->devices,
                                 fixture->device_count, NULL),
                     0);
}

static struct map *finish(struct map_builder *builder, uint64_t first)
{
    struct map *map;

    map_builder_number_from(builder, first);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

struct map *build_line(uint32_t vertex_count, uint64_t first)
{
    struct map_builder *builder;

    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    for (uint32_t v = 0; v + 1 < vertex_count; v++)
        assert_int_equal(map_builder_add_arc(builder, v, v + 1, 1, NULL), 0);
    return finish(builder, first);
}

struct map *build_random(uint32_t vertex_count, uint32_t arc_count,
                         uint64_t seed)
{
    struct map_builder *builder;
    struct random random;

    random_seed(&random, seed);
    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    for (uint32_t i = 0; i < arc_count; i++) {
        uint32_t tail = random_below(&random, vertex_count);
        uint32_t head = random_below(&random, vertex_count);

        assert_int_equal(map_builder_add_arc(builder, tail, head,
                                             random_below(&random, 10), NULL),
                         0);
    }
    return finish(builder, 1);
}

void waiter_init(struct waiter *waiter)
{
    pthread_mutex_init(&waiter->lock, NULL);
    pthread_cond_init(&waiter->news, NULL);
    waiter->answered = false;
    waiter->readable = 0;
}

void waiter_finish(struct waiter *waiter)
{
    pthread_cond_destroy(&waiter->news);
    pthread_mutex_destroy(&waiter->lock);
}

void waiter_ended(struct question *question)
{
    struct waiter *waiter = question->context;

    pthread_mutex_lock(&waiter->lock);
    waiter->answered = true;
    pthread_cond_broadcast(&waiter->news);
    pthread_mutex_unlock(&waiter->lock);
}

void waiter_readable(struct question *question)
{
    struct waiter *waiter = question->context;

    pthread_mutex_lock(&waiter->lock);
    waiter->readable++;
    pthread_cond_broadcast(&waiter->news);
    pthread_mutex_unlock(&waiter->lock);
}

void waiter_wait(struct waiter *waiter)
{
    pthread_mutex_lock(&waiter->lock);
    while (!waiter->answered)
        pthread_cond_wait(&waiter->news, &waiter->lock);
    pthread_mutex_unlock(&waiter->lock);
}

bool waiter_ended_already(struct waiter *waiter)
{
    bool answered;

    pthread_mutex_lock(&waiter->lock);
    answered = waiter->answered;
    pthread_mutex_unlock(&waiter->lock);
    return answered;
}

unsigned waiter_wait_readable(struct waiter *waiter, unsigned seen)
{
    unsigned now;

    pthread_mutex_lock(&waiter->lock);
    while (!waiter->answered && waiter->readable == seen)
        pthread_cond_wait(&waiter->news, &waiter->lock);
    now = waiter->readable;
    pthread_mutex_unlock(&waiter->lock);
    return now;
}

enum { QUEUE_LENGTH = 8 };

void bench_set_up(void **state, const struct limits *limits, size_t gpu_count,
                  struct map *map)
{
    struct bench *bench = calloc(1, sizeof(*bench));

    fixture_init(&bench->fixture, gpu_count, limits, QUEUE_LENGTH);
    waiter_init(&bench->waiter);
    fixture_publish(&bench->fixture, "line", map);
    *state = bench;
}

int bench_tear_down(void **state)
{
    struct bench *bench = *state;

    fixture_finish(&bench->fixture);
    waiter_finish(&bench->waiter);
    free(bench);
    return 0;
}
