/* compute: an exchange's task on the pool, and notice of its end. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdlib.h>
#include <uv.h>

#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"

/* An endpoint's state in `work`. */
struct doing {
    pthread_t ran_on;
    pthread_t done_on;
    pthread_barrier_t *gate; /* run() waits at it twice; NULL: none */
    int runs;
    int dones;
    int again; /* done() submits so many more tasks */
    int *finished;
};

static void run(struct exchange *exchange)
{
    struct doing *doing = exchange->state;
    pthread_barrier_t *gate = doing->gate;

    if (gate) {
        pthread_barrier_wait(gate); /* it runs */
        pthread_barrier_wait(gate); /* it may end */
    }
    doing->ran_on = pthread_self();
    doing->runs++;
    json_write_number(&exchange->out, (uint64_t)doing->runs);
}

static void done(struct exchange *exchange)
{
    struct doing *doing = exchange->state;

    doing->done_on = pthread_self();
    doing->dones++;
    if (doing->again-- > 0)
        exchange_compute(exchange, run, done);
    else
        exchange_reply(exchange, 200);
}

static void finish(void *memory)
{
    struct doing *doing = memory;

    ++*doing->finished;
}

static const struct endpoint endpoint = {
    .path = "/", .method = "GET", .media = MEDIA_JSON, .finish = finish};

struct bench {
    uv_loop_t loop;
    struct listener listener;
    struct http_figures figures;
    struct runtime_limits limits;
    struct doing doing;
    int finished;
    char connection; /* stands for a connection; never read */
};

static void on_event(struct event *event, unsigned kinds, void *context)
{
    exchange_deliver(
        (struct exchange *)((char *)event - offsetof(struct exchange, event)),
        kinds);
}

static void on_events(void *context)
{
}

static struct bench *bench_open(size_t waiting_max)
{
    static const struct limits limits = {.memory_max = 1 << 20};
    struct bench *bench = calloc(1, sizeof(*bench));

    assert_non_null(bench);
    bench->doing.finished = &bench->finished;
    http_figures_init(&bench->figures, NULL);
    bench->listener.settings.figures = &bench->figures;
    bench->limits.now = &limits;
    bench->listener.service = service_create(&bench->limits, NULL, NULL, NULL);
    assert_non_null(bench->listener.service);
    assert_int_equal(uv_loop_init(&bench->loop), 0);
    assert_int_equal(pool_create("compute", 1, waiting_max,
                                 &bench->listener.settings.pool, NULL),
                     0);
    assert_int_equal(inbox_init(&bench->listener.inbox, &bench->loop, on_event,
                                on_events, NULL),
                     0);
    return bench;
}

static void bench_close(struct bench *bench)
{
    pool_destroy(bench->listener.settings.pool);
    inbox_close(&bench->listener.inbox);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    uv_loop_close(&bench->loop);
    assert_int_equal(service_memory(bench->listener.service), 0);
    service_destroy(bench->listener.service);
    free(bench);
}

static struct exchange *exchange_open(struct bench *bench)
{
    struct exchange *exchange = exchange_create(&bench->listener, "/x?y=1");

    assert_non_null(exchange);
    exchange->endpoint = &endpoint;
    exchange->media = MEDIA_JSON;
    exchange->state = &bench->doing;
    exchange->mhd = (void *)&bench->connection;
    exchange->method = "GET";
    return exchange;
}

static void runs_on_the_pool_and_goes_on_on_the_loop(void **state)
{
    struct bench *bench = bench_open(1);
    struct exchange *exchange = exchange_open(bench);

    exchange_compute(exchange, run, done);
    assert_int_equal(exchange->status, 0);
    while (!exchange->status)
        uv_run(&bench->loop, UV_RUN_ONCE);
    assert_int_equal(exchange->status, 200);
    assert_int_equal(bench->doing.runs, 1);
    assert_true(pthread_equal(bench->doing.done_on, pthread_self()));
    assert_false(pthread_equal(bench->doing.ran_on, pthread_self()));
    exchange_disconnect(exchange);
    assert_int_equal(bench->finished, 1);
    bench_close(bench);
}

static void goes_on_to_compute_more(void **state)
{
    struct bench *bench = bench_open(1);
    struct exchange *exchange = exchange_open(bench);

    bench->doing.again = 3;
    exchange_compute(exchange, run, done);
    while (!exchange->status)
        uv_run(&bench->loop, UV_RUN_ONCE);
    assert_int_equal(bench->doing.runs, 4);
    assert_int_equal(bench->doing.dones, 4);
    exchange_disconnect(exchange);
    bench_close(bench);
}

/* Submits a task that holds the only thread until the gate is passed again. */
static struct exchange *hold_thread(struct bench *bench,
                                    pthread_barrier_t *gate)
{
    struct exchange *exchange = exchange_open(bench);

    pthread_barrier_init(gate, NULL, 2);
    bench->doing.gate = gate;
    exchange_compute(exchange, run, done);
    pthread_barrier_wait(gate);
    bench->doing.gate = NULL;
    return exchange;
}

static void refuses_where_too_many_wait(void **state)
{
    struct bench *bench = bench_open(1);
    pthread_barrier_t gate;
    struct exchange *held = hold_thread(bench, &gate);
    struct exchange *waiting = exchange_open(bench);
    struct exchange *surplus = exchange_open(bench);

    exchange_compute(waiting, run, done);
    assert_int_equal(waiting->status, 0);
    exchange_compute(surplus, run, done);
    assert_int_equal(surplus->status, 503);
    pthread_barrier_wait(&gate);
    while (!held->status || !waiting->status)
        uv_run(&bench->loop, UV_RUN_ONCE);
    assert_int_equal(waiting->status, 200);
    exchange_disconnect(surplus);
    exchange_disconnect(held);
    exchange_disconnect(waiting);
    bench_close(bench);
}

static void a_client_that_is_gone_is_not_answered(void **state)
{
    struct bench *bench = bench_open(1);
    pthread_barrier_t gate;
    struct exchange *held = hold_thread(bench, &gate);
    struct exchange *waiting = exchange_open(bench);

    exchange_compute(waiting, run, done);
    exchange_disconnect(waiting);
    exchange_disconnect(held);
    assert_int_equal(bench->finished, 0); /* run() has the work */
    pthread_barrier_wait(&gate);
    while (bench->finished < 2)
        uv_run(&bench->loop, UV_RUN_ONCE);
    assert_int_equal(bench->doing.runs, 1); /* the waiting one was skipped */
    assert_int_equal(bench->doing.dones, 0);
    assert_null(bench->listener.exchanges);
    bench_close(bench);
}

static void a_client_that_hung_up_on_one_side_is_refused(void **state)
{
    struct bench *bench = bench_open(1);
    pthread_barrier_t gate;
    struct exchange *held = hold_thread(bench, &gate);

    assert_false(exchange_is_unwanted(held));
    exchange_cancel(held);
    assert_true(exchange_is_unwanted(held));
    pthread_barrier_wait(&gate);
    while (!held->status)
        uv_run(&bench->loop, UV_RUN_ONCE);
    assert_int_equal(held->status, 499);
    assert_int_equal(bench->doing.dones, 0);
    exchange_disconnect(held);
    bench_close(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_on_the_pool_and_goes_on_on_the_loop),
        cmocka_unit_test(goes_on_to_compute_more),
        cmocka_unit_test(refuses_where_too_many_wait),
        cmocka_unit_test(a_client_that_is_gone_is_not_answered),
        cmocka_unit_test(a_client_that_hung_up_on_one_side_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
