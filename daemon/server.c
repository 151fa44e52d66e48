/* server: the running process: sockets, loops, signals. */
#include "daemon/server.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "api/http/limits.h"
#include "api/http/listener.h"
#include "api/http/sockets.h"
#include "core/base/log.h"
#include "daemon/activation.h"
#include "daemon/hangup.h"
#include "daemon/loops.h"
#include "daemon/notify.h"
#include "daemon/quiet.h"
#include "daemon/reload.h"
#include "daemon/start_abort.h"
#include "daemon/status_line.h"
#include "daemon/watchdog.h"

static const int ending_signals[] = {SIGTERM, SIGINT};

enum {
    SIGNAL_COUNT = sizeof(ending_signals) / sizeof(ending_signals[0]),
    ENDING_S = 30, /* after the last answer, at most */
};

struct server {
    struct loops *loops;
    size_t loop_count;
    char address[SOCKET_ADDRESS_SIZE]; /* of all of them */
    uv_signal_t signals[SIGNAL_COUNT];
    uv_signal_t hangup;
    struct quiet quiet;
    struct watchdog watchdog;
    struct status_line status_line;
    const struct http_limits *limits;
    struct reload *reload; /* NULL: it could not be started */
    bool has_terminal;
    bool stopping;
};

static void on_drained(void *context)
{
    struct server *server = context;

    quiet_close(&server->quiet);
    watchdog_close(&server->watchdog);
    status_line_close(&server->status_line);
    if (server->reload)
        reload_close(server->reload);
    uv_close((uv_handle_t *)&server->hangup, NULL);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

/* What is drained for may take its time, and then what ends with it. */
static void tell_stopping(struct server *server)
{
    uint64_t shutdown_us = server->limits->shutdown_ms * 1000;

    status_line_stop(&server->status_line);
    notify_stopping(shutdown_us + ENDING_S * UINT64_C(1000000));
}

static void leave(struct server *server)
{
    server->stopping = true;
    tell_stopping(server);
    loops_drain(server->loops, on_drained, server);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    if (server->stopping) {
        log_warning("second signal %d: leaving at once", number);
        _exit(1);
    }
    log_info("signal %d: answering what was admitted, then leaving", number);
    leave(server);
}

static void on_hangup(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    if (server->stopping)
        return;
    if (!server->has_terminal || !hangup_terminal_is_gone()) {
        reload_ask(server->reload);
        return;
    }
    log_info("the terminal is gone: answering what was admitted, then leaving");
    leave(server);
}

static void watch_signals(struct server *server)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(loops_first(server->loops), &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, ending_signals[i]);
    }
    uv_signal_init(loops_first(server->loops), &server->hangup);
    server->hangup.data = server;
}

/* What came while maps were loaded comes now. */
static int watch_changes(struct server *server,
                         const struct server_start *start,
                         struct wiring *wiring, struct error *error)
{
    struct reload_source source = {start->argc, start->argv, start->settings,
                                   &server->status_line};
    int result = reload_start(&source, wiring, loops_first(server->loops),
                              &server->reload, error);

    if (result)
        return result;
    uv_signal_start(&server->hangup, on_hangup, SIGHUP);
    if (!start->has_terminal)
        hangup_release();
    return 0;
}

static struct listener_settings
listener_settings_of(const struct settings *settings, struct wiring *wiring,
                     const char *version)
{
    const char *gpu_words = wiring->gpu_words.text;

    return (struct listener_settings){
        .connections_max = settings->connections_max,
        .header_max_bytes = settings->header_max_bytes,
        .pool = wiring->pool,
        .tiles = wiring->tiles,
        .figures = &wiring->http_figures,
        .limits = &wiring->http_limits,
        .reloads = &wiring->reloads,
        .version = version,
        .gpu_words = *gpu_words ? gpu_words : NULL,
    };
}

static void tell_given(const struct activation *activation)
{
    for (size_t i = 0; i < activation->count; i++) {
        char address[SOCKET_ADDRESS_SIZE];
        char name[ACTIVATION_NAME_SIZE];

        socket_address_own(activation->fds[i], address);
        activation_name(i, name);
        log_info("the service manager gave the socket of %s%s%s: http.listen "
                 "is not used",
                 address, *name ? ", called " : "", name);
    }
}

/* A socket for each loop; where the service manager gave more than there are to
 * be loops, each has one. `ret_given`: whether it gave any. */
static int open_sockets(struct server *server, const struct settings *settings,
                        int fds[LOOPS_MAX], bool *ret_given,
                        struct error *error)
{
    struct activation activation;
    int result = activation_take(&activation, error);

    if (result)
        return result;
    server->loop_count = settings->loops;
    if (server->loop_count < activation.count)
        server->loop_count = activation.count;
    tell_given(&activation);
    *ret_given = activation.count > 0;
    if (*ret_given)
        return activation_spread(&activation, server->loop_count, fds, error);
    return listen_sockets_open(&settings->listen.any, settings->listen.length,
                               server->loop_count, fds, error);
}

/* Listens, and lets all loops but the first turn. */
static int listen_for(struct server *server, const struct settings *settings,
                      struct listener_settings *listener_settings,
                      struct service *service, struct error *error)
{
    int fds[LOOPS_MAX];
    int result =
        open_sockets(server, settings, fds, &listener_settings->fd_lent, error);

    if (result)
        return result;
    result = socket_address_own(fds[0], server->address);
    if (result) {
        listen_sockets_close(fds, server->loop_count);
        return error_set(error, result, "address of the socket: %s",
                         strerror(-result));
    }
    result = loops_create(listener_settings, service, fds, server->loop_count,
                          &server->loops, error);
    if (result)
        return result;
    return loops_start(server->loops, error);
}

/* Who was started by hand or by a script learns it here: scripts of osrm-routed
 * wait for these words. */
static void say_running(const char *address)
{
    if (getenv("NOTIFY_SOCKET"))
        return;
    printf("relaxd: running and waiting for requests on %s\n", address);
    fflush(stdout);
}

static void announce(struct server *server)
{
    start_abort_end();
    log_info("listening on %s", server->address);
    status_line_ready(&server->status_line);
    say_running(server->address);
}

/* Who the first loop calls now and then, from its first turn on. */
static void start_watching(struct server *server, struct wiring *wiring)
{
    uv_loop_t *loop = loops_first(server->loops);

    watch_signals(server);
    quiet_start(&server->quiet, loop, server->loop_count, wiring->engine);
    watchdog_start(&server->watchdog, loop, notify_watchdog_us(), server->loops,
                   wiring->engine);
    status_line_start(&server->status_line, loop, wiring, server->address);
}

int server_run(const struct server_start *start, struct wiring *wiring,
               struct error *error)
{
    struct server server = {
        .limits = &wiring->http_limits,
        .has_terminal = start->has_terminal,
    };
    struct listener_settings listener_settings =
        listener_settings_of(start->settings, wiring, start->version);
    int result = listen_for(&server, start->settings, &listener_settings,
                            wiring->service, error);

    if (!result) {
        start_watching(&server, wiring);
        result = watch_changes(&server, start, wiring, error);
        if (result)
            leave(&server);
        else
            announce(&server);
        loops_run(server.loops);
    }
    loops_destroy(server.loops);
    if (!reload_end(server.reload)) {
        log_warning("leaving while maps are being loaded for a reload");
        _exit(0);
    }
    return result;
}
