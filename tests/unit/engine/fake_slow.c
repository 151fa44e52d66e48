/* fake_slow: the shared state, and the operations. */
#include "tests/unit/engine/fake_slow.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static struct {
    pthread_mutex_t lock; /* guards all fields below */
    pthread_cond_t news;  /* any change */
    bool open_prepare;
    bool open_solve;
    int prepare_code;
    int create_code;
    unsigned prepares;
    unsigned forms;
    unsigned phases;
    double wait;
} fake = {.lock = PTHREAD_MUTEX_INITIALIZER, .news = PTHREAD_COND_INITIALIZER};

static void lock(void)
{
    pthread_mutex_lock(&fake.lock);
}

static void tell(void)
{
    pthread_cond_broadcast(&fake.news);
    pthread_mutex_unlock(&fake.lock);
}

void fake_slow_reset(void)
{
    lock();
    fake.open_prepare = true;
    fake.open_solve = true;
    fake.prepare_code = 0;
    fake.create_code = 0;
    fake.prepares = 0;
    fake.forms = 0;
    fake.phases = 0;
    fake.wait = 0;
    tell();
}

void fake_slow_open_prepare(bool open)
{
    lock();
    fake.open_prepare = open;
    tell();
}

void fake_slow_open_solve(bool open)
{
    lock();
    fake.open_solve = open;
    tell();
}

void fake_slow_prepare_code(int code)
{
    lock();
    fake.prepare_code = code;
    tell();
}

void fake_slow_create_code(int code)
{
    lock();
    fake.create_code = code;
    tell();
}

void fake_slow_wait_prepares(unsigned count)
{
    lock();
    while (fake.prepares < count)
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

unsigned fake_slow_prepares(void)
{
    return read_count(&fake.prepares);
}

unsigned fake_slow_forms(void)
{
    return read_count(&fake.forms);
}

unsigned fake_slow_phases(void)
{
    return read_count(&fake.phases);
}

double fake_slow_wait(void)
{
    double wait;

    lock();
    wait = fake.wait;
    tell();
    return wait;
}

/* What prepare returns, once it is open. */
static int begin_prepare(void)
{
    int code;

    lock();
    fake.prepares++;
    pthread_cond_broadcast(&fake.news);
    while (!fake.open_prepare)
        pthread_cond_wait(&fake.news, &fake.lock);
    code = fake.prepare_code;
    fake.forms += !code;
    tell();
    return code;
}

static const struct form_ops gpu_form;
static const struct form_ops cpu_form;

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    struct prepared *prepared;
    int code = begin_prepare();

    if (code)
        return error_set(error, code, "too wide a map");
    prepared = calloc(1, sizeof(*prepared));
    if (!prepared)
        return error_no_memory(error);
    *prepared = (struct prepared){
        device->kind == DEVICE_CUDA ? &gpu_form : &cpu_form,
        device,
        map,
    };
    *ret_prepared = prepared;
    return 0;
}

static void prepared_destroy(struct prepared *prepared)
{
    free(prepared);
    lock();
    fake.forms--;
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
                  double wait, struct solver **ret_solver, struct error *error)
{
    struct solver *solver;
    int code;

    lock();
    code = fake.create_code;
    fake.wait = wait;
    tell();
    if (code)
        return error_set(error, code, "too long a map");
    solver = calloc(1, sizeof(*solver));
    if (!solver)
        return error_no_memory(error);
    *solver = (struct solver){ops, prepared};
    *ret_solver = solver;
    return 0;
}

static void destroy(struct solver *solver)
{
    free(solver);
}

/* Returns whether there is another. */
static bool run_phase(void)
{
    static const struct timespec a_while = {.tv_nsec = 1000000};
    bool more;

    nanosleep(&a_while, NULL);
    lock();
    fake.phases++;
    more = !fake.open_solve;
    tell();
    return more;
}

static void answer(struct query *query)
{
    bool more;

    do {
        more = run_phase();
        if (cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return;
        }
    } while (more);
    query->status = QUERY_DONE;
    for (uint32_t i = 0; i < query->target_count; i++)
        query->cost[i] = FAKE_SLOW_COST;
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    for (size_t i = 0; i < batch->query_count; i++)
        answer(batch->queries[i]);
    return 0;
}

static const struct form_ops gpu_form = {
    .name = "fake-wide",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};

static const struct form_ops cpu_form = {
    .name = "fake-wide-cpu",
    .device_kind = DEVICE_CPU,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .recustomize = recustomize,
    .metric_destroy = metric_destroy,
};

static const char *const none_long[] = {"none", "long"};
static const struct solver_option options[] = {
    {.name = "wait", .maximum = 1, .choices = none_long},
};

/* Fast on the large maps of the tests. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    double us = 12.5 * sqrt(map->topology.vertex_count);

    *ret_speed =
        (struct solver_speed){.pair_us = us, .tree_us = us, .row_us = us};
}

#define FAKE(symbol, label, read_form, why)                                    \
    static int create_##symbol(                                                \
        struct prepared *prepared, const struct solver_setting *settings,      \
        size_t setting_count, struct solver **ret_solver, struct error *error) \
    {                                                                          \
        double wait =                                                          \
            solver_option_value(&symbol, settings, setting_count, "wait");     \
                                                                               \
        return create(&symbol, prepared, wait, ret_solver, error);             \
    }                                                                          \
    const struct solver_ops symbol = {                                         \
        .name = label,                                                         \
        .form = &read_form,                                                    \
        .capabilities = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES,           \
        .slow = why,                                                           \
        .speed = speed,                                                        \
        .options = options,                                                    \
        .option_count = 1,                                                     \
        .create = create_##symbol,                                             \
        .destroy = destroy,                                                    \
        .solve = solve,                                                        \
    };

FAKE(fake_slow, "slow", gpu_form, "made so")
FAKE(fake_slow_cpu, "slow-cpu", cpu_form, "made so")
FAKE(fake_eager, "eager", gpu_form, NULL)
