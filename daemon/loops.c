/* One struct loop per thread, what shows that it turns, and draining. */
#include "daemon/loops.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/http/http_figures.h"
#include "api/http/sockets.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"

struct loop {
    uv_loop_t uv;
    struct loops *loops;
    struct listener *listener;
    uv_async_t wake;             /* drains; the first loop's: one has ended */
    uv_timer_t beat;             /* writes the next: */
    atomic_uint_fast64_t beaten; /* when it last turned, in ms by
                                    clock_now_us() */
    uv_check_t after_wait;       /* writes the next: */
    uint64_t woke_ms;            /* when this turn began, by the same clock */
    uv_prepare_t before_wait;    /* ends the turn; writes the next: */
    struct log_batch log;        /* log lines of this turn's requests */
    pthread_t thread;            /* all but the first */
    bool ended;
};

struct loops {
    pthread_mutex_t lock;   /* guards `ended` of each loop, and: */
    pthread_cond_t changed; /* signals that `state` changed */
    enum { WAITING, TURNING, GIVEN_UP } state;
    size_t open; /* loops that have not ended */
    struct http_figures *figures;

    void (*drained)(void *context);
    void *context;
    size_t count;
    struct loop loop[];
};

static uint64_t now_ms(void)
{
    return clock_now_us() / 1000;
}

static void on_beat(uv_timer_t *beat)
{
    struct loop *loop = beat->data;

    atomic_store_explicit(&loop->beaten, now_ms(), memory_order_relaxed);
}

/* Runs after the callbacks of what the loop waited for; libuv read the time
 * before them. */
static void on_after_wait(uv_check_t *handle)
{
    struct loop *loop = handle->data;

    loop->woke_ms = uv_now(&loop->uv);
}

/* Runs after all other work of a turn. */
static void on_before_wait(uv_prepare_t *handle)
{
    struct loop *loop = handle->data;
    uint64_t turn_us;

    log_flush(&loop->log);
    turn_us = clock_now_us() - loop->woke_ms * 1000;
    figure_raise(&loop->loops->figures->longest_turn_us, turn_us);
    if (turn_us > LOOPS_STALLED_MS * 1000)
        log_warning("a loop turns again, after %" PRIu64 " ms", turn_us / 1000);
}

static void close_own(struct loop *loop)
{
    uv_close((uv_handle_t *)&loop->beat, NULL);
    uv_close((uv_handle_t *)&loop->after_wait, NULL);
    uv_close((uv_handle_t *)&loop->before_wait, NULL);
}

/* The end. ----------------------------------------------------------------- */

/* The first loop's `wake` stays open until all have ended: they send to it,
 * under the lock. */
static void leave(struct loop *loop)
{
    struct loops *loops = loop->loops;

    pthread_mutex_lock(&loops->lock);
    loop->ended = true;
    loops->open--;
    uv_async_send(&loops->loop[0].wake);
    pthread_mutex_unlock(&loops->lock);
    if (loop != &loops->loop[0])
        uv_close((uv_handle_t *)&loop->wake, NULL);
}

static void on_drained(void *context)
{
    struct loop *loop = context;

    listener_close(loop->listener);
    close_own(loop);
    leave(loop);
}

static void on_left(uv_async_t *wake)
{
    struct loop *first = wake->data;
    struct loops *loops = first->loops;
    size_t open;

    pthread_mutex_lock(&loops->lock);
    open = loops->open;
    pthread_mutex_unlock(&loops->lock);
    if (open)
        return;
    uv_close((uv_handle_t *)wake, NULL);
    loops->drained(loops->context);
}

static void drain(struct loop *loop)
{
    listener_drain(loop->listener, on_drained, loop);
}

/* Called once on every loop but the first. */
static void on_wake(uv_async_t *wake)
{
    drain(wake->data);
}

void loops_drain(struct loops *loops, void (*drained)(void *context),
                 void *context)
{
    loops->drained = drained;
    loops->context = context;
    for (size_t i = 1; i < loops->count; i++)
        uv_async_send(&loops->loop[i].wake);
    drain(&loops->loop[0]);
}

uint64_t loops_stalled_ms(struct loops *loops)
{
    uint64_t now = now_ms();
    uint64_t longest = 0;

    pthread_mutex_lock(&loops->lock);
    for (size_t i = 0; i < loops->count; i++) {
        uint64_t beaten =
            atomic_load_explicit(&loops->loop[i].beaten, memory_order_relaxed);

        if (!loops->loop[i].ended && beaten < now && now - beaten > longest)
            longest = now - beaten;
    }
    pthread_mutex_unlock(&loops->lock);
    return longest;
}

/* Threads. ----------------------------------------------------------------- */

/* Clients wait for a loop, while workers may have all cores. */
static void run(struct loop *loop)
{
    thread_ask_short_slices();
    loop->woke_ms = now_ms();
    uv_check_start(&loop->after_wait, on_after_wait);
    uv_prepare_start(&loop->before_wait, on_before_wait);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

static void *turn(void *argument)
{
    struct loop *loop = argument;
    struct loops *loops = loop->loops;
    bool turning;

    pthread_mutex_lock(&loops->lock);
    while (loops->state == WAITING)
        pthread_cond_wait(&loops->changed, &loops->lock);
    turning = loops->state == TURNING;
    pthread_mutex_unlock(&loops->lock);
    if (turning)
        run(loop);
    return NULL;
}

static void set_state(struct loops *loops, int state)
{
    pthread_mutex_lock(&loops->lock);
    loops->state = state;
    pthread_cond_broadcast(&loops->changed);
    pthread_mutex_unlock(&loops->lock);
}

static void join(struct loops *loops, size_t started)
{
    for (size_t i = 1; i < started; i++)
        pthread_join(loops->loop[i].thread, NULL);
}

int loops_start(struct loops *loops, struct error *error)
{
    size_t started = 1;
    int r = 0;

    while (!r && started < loops->count) {
        struct loop *loop = &loops->loop[started];
        char name[32];

        snprintf(name, sizeof(name), "loop-%zu", started);
        r = thread_start(&loop->thread, name, turn, loop);
        if (!r)
            started++;
    }
    set_state(loops, r ? GIVEN_UP : TURNING);
    if (!r)
        return 0;
    join(loops, started);
    return error_set(error, r, "start the thread of a loop: %s", strerror(-r));
}

void loops_run(struct loops *loops)
{
    run(&loops->loop[0]);
    join(loops, loops->count);
}

/* Life. -------------------------------------------------------------------- */

static int open_uv(struct loop *loop, uv_async_cb on_async)
{
    int r = uv_loop_init(&loop->uv);

    if (r)
        return r;
    r = uv_async_init(&loop->uv, &loop->wake, on_async);
    if (r) {
        uv_loop_close(&loop->uv);
        return r;
    }
    uv_timer_init(&loop->uv, &loop->beat);
    uv_timer_start(&loop->beat, on_beat, 0, LOOPS_BEAT_MS);
    uv_check_init(&loop->uv, &loop->after_wait);
    uv_prepare_init(&loop->uv, &loop->before_wait);
    loop->after_wait.data = loop;
    loop->before_wait.data = loop;
    loop->wake.data = loop;
    loop->beat.data = loop;
    atomic_init(&loop->beaten, now_ms());
    return 0;
}

/* For a loop that was never drained. */
static void close_handles(struct loop *loop)
{
    if (loop->listener)
        listener_close(loop->listener);
    close_own(loop);
    uv_close((uv_handle_t *)&loop->wake, NULL);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

static void finish(struct loop *loop)
{
    if (!loop->ended)
        close_handles(loop);
    uv_loop_close(&loop->uv);
    listener_destroy(loop->listener);
    log_flush(&loop->log);
}

static int make(struct loops *loops, const struct listener_settings *settings,
                struct service *service, int fd, struct error *error)
{
    struct listener_settings own = *settings;
    struct loop *loop = &loops->loop[loops->count];
    int r = open_uv(loop, loops->count ? on_wake : on_left);

    if (r) {
        close(fd);
        return error_set(error, r, "event loop: %s", uv_strerror(r));
    }
    own.fd = fd;
    own.log = &loop->log;
    loop->loops = loops;
    r = listener_create(&own, &loop->uv, service, &loop->listener, error);
    if (r)
        finish(loop);
    else
        loops->count++;
    return r;
}

int loops_create(const struct listener_settings *const *settings,
                 struct service *service, const int *fds, size_t count,
                 struct loops **ret_loops, struct error *error)
{
    struct loops *loops =
        calloc(1, sizeof(*loops) + count * sizeof(loops->loop[0]));
    int r = loops ? 0 : error_no_memory(error);
    size_t taken = 0;

    if (loops) {
        pthread_mutex_init(&loops->lock, NULL);
        pthread_cond_init(&loops->changed, NULL);
    }
    for (; !r && taken < count; taken++)
        r = make(loops, settings[taken], service, fds[taken], error);
    if (r) {
        listen_sockets_close(&fds[taken], count - taken);
        loops_destroy(loops);
        return r;
    }
    loops->open = count;
    loops->figures = settings[0]->figures;
    *ret_loops = loops;
    return 0;
}

void loops_destroy(struct loops *loops)
{
    if (!loops)
        return;
    for (size_t i = 0; i < loops->count; i++)
        finish(&loops->loop[i]);
    pthread_cond_destroy(&loops->changed);
    pthread_mutex_destroy(&loops->lock);
    free(loops);
}

uv_loop_t *loops_first(struct loops *loops)
{
    return &loops->loop[0].uv;
}
