/* fake: the shared state, and the operations. */
#include "tests/unit/engine/fake.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static struct {
    pthread_mutex_t lock; /* guards all fields below */
    pthread_cond_t news;  /* any change */
    bool open;
    bool write_first;
    unsigned solves;
    unsigned fail_at; /* 0: never */
    int fail_code;
    unsigned fail_above; /* workspaces alive */
    unsigned prepared;
    unsigned workspaces;
    unsigned looks;
    size_t batch_size[FAKE_SOLVES_MAX];
} fake = {.lock = PTHREAD_MUTEX_INITIALIZER};

void fake_reset(void)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&fake.news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    fake.open = true;
    fake.write_first = false;
    fake.solves = 0;
    fake.fail_at = 0;
    fake.fail_above = UINT_MAX;
    fake.prepared = 0;
    fake.workspaces = 0;
    fake.looks = 0;
}

static void lock(void)
{
    pthread_mutex_lock(&fake.lock);
}

static void tell(void)
{
    pthread_cond_broadcast(&fake.news);
    pthread_mutex_unlock(&fake.lock);
}

void fake_open(bool open)
{
    lock();
    fake.open = open;
    tell();
}

void fake_fail(unsigned nth, int code)
{
    lock();
    fake.fail_at = fake.solves + nth;
    fake.fail_code = code;
    tell();
}

void fake_fail_above(unsigned most, int code)
{
    lock();
    fake.fail_above = most;
    fake.fail_code = code;
    tell();
}

void fake_write_first(void)
{
    lock();
    fake.write_first = true;
    tell();
}

void fake_wake(void)
{
    lock();
    tell();
}

void fake_wait_solves(unsigned count)
{
    lock();
    while (fake.solves < count)
        pthread_cond_wait(&fake.news, &fake.lock);
    tell();
}

void fake_wait_prepared(unsigned count)
{
    lock();
    while (fake.prepared != count)
        pthread_cond_wait(&fake.news, &fake.lock);
    tell();
}

static unsigned read_count(const unsigned *count)
{
    unsigned value;

    lock();
    value = *count;
    tell();
    return value;
}

unsigned fake_solves(void)
{
    return read_count(&fake.solves);
}

unsigned fake_workspaces(void)
{
    return read_count(&fake.workspaces);
}

unsigned fake_looks(void)
{
    return read_count(&fake.looks);
}

size_t fake_batch_size(unsigned solve)
{
    size_t size;

    lock();
    size = fake.batch_size[solve];
    tell();
    return size;
}

static int free_bytes(const struct device *device, uint64_t *ret_bytes,
                      struct error *error)
{
    lock();
    fake.looks++;
    tell();
    *ret_bytes = FAKE_FREE_BYTES;
    return 0;
}

const struct device fake_device[2] = {
    {.kind = DEVICE_CUDA,
     .ordinal = 0,
     .name = "cuda:0",
     .free_bytes = free_bytes},
    {.kind = DEVICE_CUDA,
     .ordinal = 1,
     .name = "cuda:1",
     .free_bytes = free_bytes},
};

static const struct form_ops gpu_form;
static const struct form_ops cpu_form;

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct prepared *prepared = calloc(1, sizeof(*prepared));

    if (!prepared)
        return error_no_memory(error);
    *prepared = (struct prepared){
        device->kind == DEVICE_CUDA ? &gpu_form : &cpu_form,
        device,
        map,
    };
    *ret_prepared = prepared;
    lock();
    fake.prepared++;
    tell();
    return 0;
}

static void prepared_destroy(struct prepared *prepared)
{
    free(prepared);
    lock();
    fake.prepared--;
    tell();
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    struct metric *metric = calloc(1, sizeof(*metric));

    if (!metric)
        return error_no_memory(error);
    *metric = (struct metric){prepared, weights->epoch};
    *ret_metric = metric;
    return 0;
}

static int recustomize(struct metric *metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    metric->epoch = weights->epoch;
    return 0;
}

static void metric_destroy(struct metric *metric)
{
    free(metric);
}

static int create(const struct solver_ops *ops, struct prepared *prepared,
                  struct solver **ret_solver, struct error *error)
{
    struct solver *solver = calloc(1, sizeof(*solver));

    if (!solver)
        return error_no_memory(error);
    *solver = (struct solver){ops, prepared};
    *ret_solver = solver;
    lock();
    fake.workspaces++;
    tell();
    return 0;
}

static void destroy(struct solver *solver)
{
    free(solver);
    lock();
    fake.workspaces--;
    tell();
}

/* The caller holds the lock. */
static void wait_until_open(struct cancel *cancel)
{
    while (!fake.open && !cancel_due(cancel)) {
        uint64_t until_us = cancel ? cancel->deadline_us : 0;
        struct timespec until = {
            .tv_sec = (time_t)(until_us / 1000000),
            .tv_nsec = (long)(until_us % 1000000) * 1000,
        };

        if (until_us)
            pthread_cond_timedwait(&fake.news, &fake.lock, &until);
        else
            pthread_cond_wait(&fake.news, &fake.lock);
    }
}

static void write_label(struct query *query)
{
    uint32_t cost = FAKE_COST;
    struct label_block block = {.count = 1, .cost = &cost};

    if (query->sink && query->sink->write(query->sink, &block))
        query->status = QUERY_CANCELLED;
}

static void answer(struct query *query)
{
    query->status = cancel_due(query->cancel) ? QUERY_CANCELLED : QUERY_DONE;
    for (uint32_t i = 0; i < query->target_count; i++)
        query->cost[i] = FAKE_COST;
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    bool fails;
    bool writes;

    lock();
    fake.batch_size[fake.solves++ % FAKE_SOLVES_MAX] = batch->query_count;
    fails = fake.solves == fake.fail_at || fake.workspaces > fake.fail_above;
    writes = fake.write_first;
    pthread_cond_broadcast(&fake.news);
    wait_until_open(batch->queries[0]->cancel);
    tell();
    for (size_t i = 0; i < batch->query_count; i++) {
        answer(batch->queries[i]);
        if (writes)
            write_label(batch->queries[i]);
    }
    return fails ? error_set(error, fake.fail_code, "broken on purpose") : 0;
}

static const struct form_ops gpu_form = {
    .name = "fake-gpu",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};

static const struct form_ops cpu_form = {
    .name = "fake-cpu",
    .device_kind = DEVICE_CPU,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};

/* As that of locality. */
static void gpu_speed(const struct map *map, struct solver_speed *ret_speed)
{
    double tree_us = 12.5 * sqrt(map->topology.vertex_count);

    *ret_speed = (struct solver_speed){
        .pair_us = tree_us,
        .tree_us = tree_us,
        .row_us = tree_us,
    };
}

static void cpu_speed(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){.pair_us = 5000, .row_us = 10000};
}

#define FAKE(symbol, label, read_form, abilities, quickness)                   \
    static int create_##symbol(                                                \
        struct prepared *prepared, const struct solver_setting *settings,      \
        size_t setting_count, struct solver **ret_solver, struct error *error) \
    {                                                                          \
        return create(&symbol, prepared, ret_solver, error);                   \
    }                                                                          \
    const struct solver_ops symbol = {                                         \
        .name = label,                                                         \
        .form = &read_form,                                                    \
        .capabilities = abilities,                                             \
        .speed = quickness,                                                    \
        .create = create_##symbol,                                             \
        .destroy = destroy,                                                    \
        .solve = solve,                                                        \
    };

FAKE(fake_gpu, "locality", gpu_form,
     SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES, gpu_speed)
FAKE(fake_gpu_batches, "gpu-batches", gpu_form,
     SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES | SOLVER_MANY_SOURCES, NULL)
FAKE(fake_cpu, "cpu-single", cpu_form, SOLVER_PAIRS | SOLVER_TABLES, NULL)
FAKE(fake_cpu_batches, "cpu-batches", cpu_form,
     SOLVER_PAIRS | SOLVER_TABLES | SOLVER_MANY_SOURCES, NULL)
FAKE(fake_cpu_known, "cpu-known", cpu_form,
     SOLVER_PAIRS | SOLVER_TABLES | SOLVER_MANY_SOURCES, cpu_speed)
