/* server: the running process: loop, listener, signals. */
#include "daemon/server.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include "api/http/listener.h"
#include "core/base/log.h"
#include "daemon/notify.h"
#include "daemon/quiet.h"

static const int ending_signals[] = {SIGTERM, SIGINT};

enum { SIGNAL_COUNT = sizeof(ending_signals) / sizeof(ending_signals[0]) };

struct server {
    uv_loop_t loop;
    uv_signal_t signals[SIGNAL_COUNT];
    struct listener *listener;
    struct quiet quiet;
    bool stopping;
};

static void on_drained(void *context)
{
    struct server *server = context;

    listener_close(server->listener);
    quiet_close(&server->quiet);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    if (server->stopping) {
        log_warning("second signal %d: leaving at once", number);
        _exit(1);
    }
    server->stopping = true;
    log_info("signal %d: answering what was admitted, then leaving", number);
    notify("STOPPING=1\nSTATUS=answering what was admitted");
    listener_drain(server->listener, on_drained, server);
}

static void watch_signals(struct server *server)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, ending_signals[i]);
    }
}

static int listen_for(struct server *server, const struct settings *settings,
                      struct wiring *wiring, const char *version,
                      struct error *error)
{
    const char *gpu_words = wiring->gpu_words.text;
    struct listener_settings listener_settings = {
        .address = &settings->listen.any,
        .address_length = settings->listen.length,
        .connections_max = settings->connections_max,
        .pool = wiring->pool,
        .tiles = wiring->tiles,
        .figures = &wiring->http_figures,
        .limits = &wiring->http_limits,
        .version = version,
        .gpu_words = *gpu_words ? gpu_words : NULL,
    };

    return listener_create(&listener_settings, &server->loop, wiring->service,
                           &server->listener, error);
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

static void announce(const struct server *server)
{
    char address[LISTENER_ADDRESS_SIZE];
    char message[128];

    listener_address(server->listener, address);
    log_info("listening on %s", address);
    snprintf(message, sizeof(message), "READY=1\nSTATUS=listening on %s",
             address);
    notify(message);
    say_running(address);
}

int server_run(const struct settings *settings, struct wiring *wiring,
               const char *version, struct error *error)
{
    struct server server = {.stopping = false};
    int result = uv_loop_init(&server.loop);

    if (result)
        return error_set(error, result, "event loop: %s", uv_strerror(result));
    result = listen_for(&server, settings, wiring, version, error);
    if (!result) {
        watch_signals(&server);
        quiet_start(&server.quiet, &server.loop, wiring->engine);
        announce(&server);
    }
    uv_run(&server.loop, UV_RUN_DEFAULT);
    listener_destroy(server.listener);
    uv_loop_close(&server.loop);
    return result;
}
