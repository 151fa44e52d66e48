/* listener: a socket where requests are answered. */
#include <errno.h>
#include <stdarg.h>
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
#include "core/base/plural.h"

enum {
    SWEEP_MS = 100,
    DRAIN_SWEEP_MS = 10,
    DRAIN_SWEEPS = 5, /* at least: who is about to ask is told why not */
    /* Of a request line and headers beside what coordinates in a URL take. */
    HEADER_BYTES = 8192,
    /* A connection's memory beside those, which is resident: what libmicrohttpd
     * keeps about each header, and the buffer that long answers leave through.
     * It clears all of it for every request. */
    CONNECTION_BYTES = 8192,
    COORDINATE_BYTES = 32, /* of a URL, with its share of the options */
    COORDINATES_BYTES_MAX = 1 << 20,
    LOOP_DESCRIPTORS = 16, /* a loop's own, and libmicrohttpd's */
};

/* What the longest URL takes that the limits of OSRM's API allow; more goes by
 * POST. */
static size_t header_bytes(const struct osrm_limits *limits)
{
    const uint64_t most[] = {limits->route_max, limits->table_max,
                             limits->trip_max, limits->match_max};
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
                       struct MHD_Connection *connection)
{
    struct exchange *exchange = exchange_create(cls, target);
    struct peer *peer = peer_of(connection);
    char *query = strchr(target, '?');

    if (peer)
        peer_begin_request(peer);
    /* Cut: libmicrohttpd would list its parameters in the connection's memory
     * and, out of that at some 500, send neither answer nor end. */
    if (query)
        query[1] = '\0';
    return exchange;
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *data_size, void **request)
{
    struct exchange *exchange = *request;
    size_t length = *data_size;

    if (!exchange)
        return MHD_NO; /* out of memory */
    if (!exchange->begun)
        return exchange_begin(exchange,
                              &(struct request_head){.connection = connection,
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

static void on_completed(void *cls, struct MHD_Connection *connection,
                         void **request, enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *request;

    if (exchange) {
        if (!exchange->begun) /* its head was never whole */
            exchange->peer = peer_of(connection);
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

static void on_letter(struct letter *letter, unsigned events, void *context)
{
    exchange_deliver(
        (struct exchange *)((char *)letter - offsetof(struct exchange, letter)),
        events);
}

static void on_letters(void *context)
{
    struct listener *listener = context;

    if (!listener->stopped)
        pump_kick(&listener->pump);
}

/* What was not handled yet when the draining began is not waited for. */
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
    count = peers_cut(listener);
    if (count)
        log_warning("%zu %s cut, %ju ms after the signal to leave; the setting "
                    "is http.shutdown-ms",
                    count, plural(count, "answer was", "answers were"),
                    (uintmax_t)listener->settings.limits->shutdown_ms);
}

/* How much later than it asked for the loop had it run. */
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
    acceptor_sweep(&listener->acceptor);
    peers_sweep(listener);
    cut_late(listener);
    pump_kick(&listener->pump);
    if (listener->draining && ++listener->drain_sweeps >= DRAIN_SWEEPS &&
        idle(listener)) {
        uv_timer_stop(timer);
        listener->drained(listener->context);
    }
}

static int start_daemon(struct listener *listener, struct error *error)
{
    const struct listener_settings *settings = &listener->settings;
    int code;

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
        MHD_OPTION_NOTIFY_CONNECTION, peer_notify, listener,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, listener, MHD_OPTION_END);
    if (listener->daemon)
        return 0;
    code = errno ? errno : EIO;
    return error_set(error, -code,
                     "start libmicrohttpd: %s; its own words are in the debug "
                     "log",
                     strerror(code));
}

static int join_loop(struct listener *listener, struct error *error)
{
    const struct listener_settings *settings = &listener->settings;
    const struct acceptor_settings accepting = {
        .fd = settings->fd,
        .lent = settings->fd_lent,
        .connections_max = settings->connections_max,
        .daemon = listener->daemon,
        .figures = settings->figures,
    };
    int result = pump_start(&listener->pump, listener->loop, listener->daemon);

    if (result)
        goto explain;
    result = mailbox_init(&listener->mailbox, listener->loop, on_letter,
                          on_letters, listener);
    if (result)
        goto close_pump;
    result = acceptor_start(&listener->acceptor, listener->loop, &accepting);
    if (result)
        goto close_mailbox;
    uv_timer_init(listener->loop, &listener->sweep);
    listener->sweep.data = listener;
    uv_timer_start(&listener->sweep, on_sweep, 0, SWEEP_MS);
    return 0;

close_mailbox:
    mailbox_close(&listener->mailbox);
close_pump:
    pump_close(&listener->pump);
    uv_run(listener->loop, UV_RUN_NOWAIT); /* until its handles are closed */
explain:
    return error_set(error, result, "event loop: %s", uv_strerror(result));
}

uint64_t listener_descriptors(uint64_t connections_max, uint64_t listeners)
{
    const uint64_t each = 2 * SOCKET_RING_MAX + LOOP_DESCRIPTORS;

    return connections_max + ACCEPTOR_SURPLUS + listeners * each;
}

int listener_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct service *service, struct listener **ret_listener,
                    struct error *error)
{
    struct listener *listener = calloc(1, sizeof(*listener));
    int result;

    if (!listener) {
        close(settings->fd);
        return error_no_memory(error);
    }
    listener->settings = *settings;
    listener->header_max_bytes = settings->header_max_bytes
                                     ? settings->header_max_bytes
                                     : header_bytes(&settings->limits->osrm);
    listener->loop = loop;
    listener->service = service;
    request_ids_init(&listener->ids);
    result = start_daemon(listener, error);
    if (result)
        goto free_listener;
    result = join_loop(listener, error);
    if (result)
        goto stop_daemon;
    *ret_listener = listener;
    return 0;

stop_daemon:
    MHD_stop_daemon(listener->daemon);
free_listener:
    free(listener);
    close(settings->fd);
    return result;
}

void listener_drain(struct listener *listener, void (*drained)(void *context),
                    void *context)
{
    listener->drained = drained;
    listener->context = context;
    listener->draining = true;
    acceptor_stop(&listener->acceptor);
    listener->swept_us = 0;
    listener->drain_until_ms =
        uv_now(listener->loop) + listener->settings.limits->shutdown_ms;
    uv_timer_start(&listener->sweep, on_sweep, 0, DRAIN_SWEEP_MS);
}

void listener_close(struct listener *listener)
{
    listener->stopped = true;
    acceptor_close(&listener->acceptor);
    pump_close(&listener->pump);
    MHD_stop_daemon(listener->daemon);
    mailbox_close(&listener->mailbox);
    uv_close((uv_handle_t *)&listener->sweep, NULL);
}

void listener_destroy(struct listener *listener)
{
    free(listener);
}
