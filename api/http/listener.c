/* A listener is libmicrohttpd on a libuv loop: the pump drives it, a sweep
 * checks its connections. */
#include "api/http/listener.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/http/exchange.h"
#include "api/http/framing.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"

/* ---- libmicrohttpd on libuv ---------------------------------------------- */

/* The pump polls the daemon's epoll descriptor and keeps the daemon's timeout
 * in a timer; pump_kick() does some of what waits for a turn, runs the daemon
 * and rearms both. Kick after every MHD_resume_connection(): resuming wakes
 * nothing by itself. */
static void pump_kick(struct listener *listener);

static void on_idle(uv_idle_t *idle)
{
    pump_kick(idle->data);
}

static void on_timer(uv_timer_t *timer)
{
    pump_kick(timer->data);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    pump_kick(poll->data);
}

static void arm(struct listener *listener)
{
    struct pump *pump = &listener->pump;
    MHD_UNSIGNED_LONG_LONG timeout_ms;
    bool due = MHD_get_timeout(listener->daemon, &timeout_ms) == MHD_YES;

    if (listener->turns.first || (due && !timeout_ms))
        uv_idle_start(&pump->idle, on_idle);
    else
        uv_idle_stop(&pump->idle);
    if (due && timeout_ms)
        uv_timer_start(&pump->timer, on_timer, timeout_ms, 0);
    else
        uv_timer_stop(&pump->timer);
}

static void pump_kick(struct listener *listener)
{
    listener->turns.over_us = clock_now_us() + LOOP_TURN_US;
    while (exchange_take_turn(listener)) {
        if (clock_now_us() >= listener->turns.over_us)
            break;
    }
    MHD_run(listener->daemon);
    arm(listener);
}

/* The daemon runs with MHD_USE_EPOLL and no thread. 0 or libuv's negative code;
 * after an error nothing needs closing. */
static int pump_start(struct listener *listener)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(listener->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    struct pump *pump = &listener->pump;
    uv_loop_t *loop = listener->loop;
    int r;

    if (!info)
        return UV_ENOTSUP;
    r = uv_poll_init(loop, &pump->poll, info->epoll_fd);
    if (r)
        return r;
    uv_timer_init(loop, &pump->timer);
    uv_idle_init(loop, &pump->idle);
    pump->poll.data = listener;
    pump->timer.data = listener;
    pump->idle.data = listener;
    uv_poll_start(&pump->poll, UV_READABLE, on_readable);
    return 0;
}

/* Detaches from the loop; the handles close when the loop has run once more.
 * Call it before MHD_stop_daemon(), which closes the descriptor. */
static void pump_close(struct pump *pump)
{
    uv_close((uv_handle_t *)&pump->poll, NULL);
    uv_close((uv_handle_t *)&pump->timer, NULL);
    uv_close((uv_handle_t *)&pump->idle, NULL);
}

/* ---- The listener -------------------------------------------------------- */

enum {
    SWEEP_MS = 100,
    DRAIN_SWEEP_MS = 10,
    DRAIN_SWEEPS = 5, /* at least, where clients are connected: late ones
                         get a 503 */
    /* For request line and headers, besides coordinates in the URL. */
    HEADER_BYTES = 8192,
    /* A connection's further memory, which stays resident: libmicrohttpd's
     * record of each header, and the send buffer of long answers. libmicrohttpd
     * clears all of it for every request. */
    CONNECTION_BYTES = 8192,
    COORDINATE_BYTES = 32, /* in a URL, with its share of the options */
    COORDINATES_BYTES_MAX = 1 << 20,
    LOOP_DESCRIPTORS = 16, /* the loop's own, and libmicrohttpd's */
};

/* Size of the longest URL that the limits of OSRM's API allow; longer requests
 * use POST. */
static size_t header_bytes(const struct limits *limits)
{
    const uint64_t most[] = {limits->osrm_route_max, limits->osrm_table_max,
                             limits->osrm_trip_max, limits->osrm_match_max};
    uint64_t bytes = 0;

    for (size_t i = 0; i < sizeof(most) / sizeof(*most); i++) {
        uint64_t count =
            most[i] ? most[i] : COORDINATES_BYTES_MAX / COORDINATE_BYTES;

        if (count * COORDINATE_BYTES > bytes)
            bytes = count * COORDINATE_BYTES;
    }
    if (bytes > COORDINATES_BYTES_MAX)
        bytes = COORDINATES_BYTES_MAX;
    return HEADER_BYTES + bytes;
}

static void *on_target(void *cls, const char *target,
                       struct MHD_Connection *mhd)
{
    struct exchange *exchange = exchange_create(cls, target);
    struct connection *connection = connection_of(mhd);
    char *query = strchr(target, '?');

    if (connection)
        connection_begin_request(connection);
    /* Truncate it: libmicrohttpd would list its parameters in the connection's
     * memory and, running out at some 500, send neither answer nor end. */
    if (query)
        query[1] = '\0';
    return exchange;
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *mhd,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *data_size, void **request)
{
    struct exchange *exchange = *request;
    size_t length = *data_size;

    if (!exchange)
        return MHD_NO; /* out of memory */
    if (!exchange->begun)
        return exchange_begin(exchange, &(struct framing){.mhd = mhd,
                                                          .method = method,
                                                          .url = url,
                                                          .version = version});
    if (length) {
        *data_size = 0;
        return exchange_take_body(exchange, data, length);
    }
    if (!exchange->handled)
        exchange_handle(exchange);
    return exchange_proceed(exchange);
}

static void on_completed(void *cls, struct MHD_Connection *mhd, void **request,
                         enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *request;

    if (exchange) {
        if (!exchange->begun) /* its head was never complete */
            exchange->connection = connection_of(mhd);
        access_log(exchange, code);
        exchange_disconnect(exchange);
    }
    *request = NULL;
}

static void on_complaint(void *cls, const char *format, va_list args)
{
    char text[256];

    if (!log_enabled(LOG_DEBUG))
        return;
    vsnprintf(text, sizeof(text), format, args);
    text[strcspn(text, "\r\n")] = '\0';
    log_debug("libmicrohttpd: %s", text);
}

static void on_event(struct event *event, unsigned kinds, void *context)
{
    exchange_deliver(
        (struct exchange *)((char *)event - offsetof(struct exchange, event)),
        kinds);
}

static void on_events(void *context)
{
    struct listener *listener = context;

    if (!listener->stopped)
        pump_kick(listener);
}

/* Draining does not wait for requests that were not handled when it began. */
static bool idle(const struct listener *listener)
{
    for (struct exchange *exchange = listener->exchanges; exchange;
         exchange = exchange->next) {
        if (exchange->handled)
            return false;
    }
    return true;
}

static void cut_late(struct listener *listener)
{
    size_t count;

    if (!listener->draining || listener->cut ||
        uv_now(listener->loop) < listener->drain_until_ms)
        return;
    listener->cut = true;
    count = connections_cut(listener);
    if (count)
        log_warning("%zu %s cut, %ju ms after the signal to stop; the setting "
                    "is http.shutdown-ms",
                    count, plural(count, "answer was", "answers were"),
                    (uintmax_t)listener_limits(listener)->shutdown_ms);
}

/* Records how late the loop ran the timer. */
static void note_lag(struct listener *listener, const uv_timer_t *timer)
{
    uint64_t due_us = listener->swept_us + uv_timer_get_repeat(timer) * 1000;
    uint64_t now_us = clock_now_us();

    if (listener->swept_us)
        histogram_note(&listener->settings.figures->lag_us,
                       now_us > due_us ? now_us - due_us : 0);
    listener->swept_us = now_us;
}

static void on_sweep(uv_timer_t *timer)
{
    struct listener *listener = timer->data;

    note_lag(listener, timer);
    acceptor_sweep(listener->acceptor);
    connections_sweep(listener);
    cut_late(listener);
    pump_kick(listener);
    if (listener->draining &&
        (++listener->drain_sweeps >= DRAIN_SWEEPS ||
         connections_none(listener)) &&
        idle(listener)) {
        uv_timer_stop(timer);
        listener->drained(listener->context);
    }
}

static int start_daemon(struct listener *listener, struct error *error)
{
    const struct listener_settings *settings = &listener->settings;
    int r;

    errno = 0;
    listener->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_SUSPEND_RESUME |
            MHD_USE_ERROR_LOG,
        0, NULL, NULL, on_request, listener, MHD_OPTION_EXTERNAL_LOGGER,
        on_complaint, NULL, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)settings->connections_max + ACCEPTOR_SURPLUS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        listener->header_max_bytes + CONNECTION_BYTES,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, listener,
        MHD_OPTION_NOTIFY_CONNECTION, connection_notify, listener,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, listener, MHD_OPTION_END);
    if (listener->daemon)
        return 0;
    r = -(errno ? errno : EIO);
    return error_set(error, r,
                     "start libmicrohttpd: %s; its own words are in the debug "
                     "log",
                     strerror(-r));
}

static int join_loop(struct listener *listener, struct error *error)
{
    int r = pump_start(listener);

    if (r)
        goto explain;
    r = inbox_init(&listener->inbox, listener->loop, on_event, on_events,
                   listener);
    if (r)
        goto close_pump;
    r = acceptor_create(&listener->settings, listener->loop, listener->daemon,
                        &listener->acceptor);
    if (r)
        goto close_inbox;
    uv_timer_init(listener->loop, &listener->sweep);
    listener->sweep.data = listener;
    uv_timer_start(&listener->sweep, on_sweep, 0, SWEEP_MS);
    return 0;

close_inbox:
    inbox_close(&listener->inbox);
close_pump:
    pump_close(&listener->pump);
    uv_run(listener->loop, UV_RUN_NOWAIT); /* until its handles are closed */
explain:
    return error_set(error, r, "event loop: %s", uv_strerror(r));
}

uint64_t listener_descriptors(uint64_t connections_max, uint64_t listeners)
{
    const uint64_t each = ACCEPTOR_WAITING_MAX + LOOP_DESCRIPTORS;

    return connections_max + ACCEPTOR_SURPLUS + listeners * each;
}

int listener_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct service *service, struct listener **ret_listener,
                    struct error *error)
{
    struct listener *listener = calloc(1, sizeof(*listener));
    int r;

    if (!listener) {
        close(settings->fd);
        return error_no_memory(error);
    }
    listener->settings = *settings;
    listener->header_max_bytes =
        settings->header_max_bytes ? settings->header_max_bytes
                                   : header_bytes(limits_now(settings->limits));
    listener->loop = loop;
    listener->service = service;
    listener->id_counter = request_id_start();
    listener->turns.end = &listener->turns.first;
    r = start_daemon(listener, error);
    if (r)
        goto free_listener;
    r = join_loop(listener, error);
    if (r)
        goto stop_daemon;
    *ret_listener = listener;
    return 0;

stop_daemon:
    MHD_stop_daemon(listener->daemon);
free_listener:
    free(listener);
    close(settings->fd);
    return r;
}

void listener_drain(struct listener *listener, void (*drained)(void *context),
                    void *context)
{
    listener->drained = drained;
    listener->context = context;
    listener->draining = true;
    acceptor_stop(listener->acceptor);
    listener->swept_us = 0;
    listener->drain_until_ms =
        uv_now(listener->loop) + listener_limits(listener)->shutdown_ms;
    uv_timer_start(&listener->sweep, on_sweep, 0, DRAIN_SWEEP_MS);
}

void listener_close(struct listener *listener)
{
    listener->stopped = true;
    acceptor_close(listener->acceptor);
    pump_close(&listener->pump);
    MHD_stop_daemon(listener->daemon);
    inbox_close(&listener->inbox);
    uv_close((uv_handle_t *)&listener->sweep, NULL);
}

void listener_destroy(struct listener *listener)
{
    if (listener)
        acceptor_destroy(listener->acceptor);
    free(listener);
}
