#include "daemon/server.h"

#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "api/dialects.h"
#include "api/http/listener.h"
#include "api/http/sockets.h"
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "daemon/loops.h"
#include "daemon/process.h"
#include "daemon/reload.h"
#include "daemon/service_manager.h"
#include "daemon/status_line.h"
#include "daemon/watchdog.h"

static const int ending_signals[] = {SIGTERM, SIGINT};

enum {
    SIGNAL_COUNT = sizeof(ending_signals) / sizeof(ending_signals[0]),
    ENDING_S = 30, /* after the last answer, at most */
};

/* A large table leaves workspaces, sums of a metric and freed blocks for the
 * next one; a minute later they only waste memory. While the process works, and
 * for about a minute after, this timer lets the engine trim (engine.h) and
 * trims the heap: at once if no request came since it last fired, else now and
 * then. Finally it releases the maps' pages (map_trim), and then waits for the
 * next request. */
struct memory_trim {
    uv_timer_t timer;
    struct engine *engine;
    uint64_t spent_us;      /* processor time of all threads, at the last
                               turn */
    uint64_t work_least_us; /* a turn with more than this counts as work */
    unsigned turns;         /* left until the trimming ends */
    unsigned busy;          /* turns since the heap was trimmed */
};

struct server {
    struct loops *loops;
    size_t loop_count;
    char address[SOCKET_ADDRESS_SIZE]; /* of all sockets */
    const char *weights_path;          /* of the Unix socket; NULL: none */
    uv_signal_t signals[SIGNAL_COUNT];
    uv_signal_t hangup;
    struct memory_trim trim;
    struct watchdog *watchdog; /* NULL: it failed to start */
    struct status_line status_line;
    const struct runtime_limits *limits;
    struct reload *reload; /* NULL: it failed to start */
    bool has_terminal;
    bool stopping;
};

/* ---- Memory ------------------------------------------------------------- */

enum {
    TRIM_MS = 2000,
    TRIM_TURNS = 34, /* longer than any unused memory is kept */
    BUSY_TURNS = 15, /* between two trims of the heap under load */
    WORK_LEAST_US =
        10000, /* in a turn, for each loop; timers alone need less */
};

static uint64_t spent_us_now(void)
{
    struct timespec spent = {0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000 + (uint64_t)spent.tv_nsec / 1000;
}

static void on_trim(uv_timer_t *timer)
{
    struct memory_trim *trim = timer->data;
    bool works = spent_us_now() - trim->spent_us >= trim->work_least_us;

    if (works)
        trim->turns = TRIM_TURNS;
    if (trim->turns) {
        trim->turns--;
        engine_trim(trim->engine);
        if (!trim->turns)
            registry_trim(engine_registry(trim->engine));
        if (!works || ++trim->busy == BUSY_TURNS) {
            malloc_trim(0);
            trim->busy = 0;
        }
    }
    trim->spent_us = spent_us_now();
}

static void start_trimming(struct memory_trim *trim, uv_loop_t *loop,
                           size_t loops, struct engine *engine)
{
    *trim = (struct memory_trim){.engine = engine,
                                 .work_least_us = loops * WORK_LEAST_US};
    trim->timer.data = trim;
    uv_timer_init(loop, &trim->timer);
    uv_timer_start(&trim->timer, on_trim, TRIM_MS, TRIM_MS);
}

/* ---- The end ------------------------------------------------------------ */

static void on_drained(void *context)
{
    struct server *server = context;

    uv_close((uv_handle_t *)&server->trim.timer, NULL);
    status_line_close(&server->status_line);
    if (server->reload)
        reload_close(server->reload);
    uv_close((uv_handle_t *)&server->hangup, NULL);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

/* Draining may take its full time, and so may the end after it. */
static void report_stopping(struct server *server)
{
    uint64_t shutdown_us = limits_now(server->limits)->shutdown_ms * 1000;

    status_line_stop(&server->status_line);
    notify_stopping(shutdown_us + ENDING_S * UINT64_C(1000000));
}

static void leave(struct server *server)
{
    server->stopping = true;
    report_stopping(server);
    /* Before the socket closes: then it may be another process's. */
    if (server->weights_path)
        unlink(server->weights_path);
    loops_drain(server->loops, on_drained, server);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    if (server->stopping) {
        log_warning("second signal %d: exiting at once", number);
        _exit(1);
    }
    log_info("signal %d: answering accepted requests, then exiting", number);
    leave(server);
}

static void on_hangup(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;

    if (server->stopping)
        return;
    if (!server->has_terminal || !process_lost_terminal()) {
        reload_ask(server->reload);
        return;
    }
    log_info("the terminal is gone: answering accepted requests, then exiting");
    leave(server);
}

/* ---- The start ---------------------------------------------------------- */

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

/* A SIGHUP that arrived while maps were loading is delivered now. */
static int watch_changes(struct server *server,
                         const struct server_start *start,
                         struct wiring *wiring, struct error *error)
{
    int r = reload_start(start, &server->status_line, wiring,
                         loops_first(server->loops), &server->reload, error);

    if (r)
        return r;
    uv_signal_start(&server->hangup, on_hangup, SIGHUP);
    if (!start->has_terminal)
        process_release_hangup();
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
        .dialects = api_dialects,
        .figures = &wiring->http_figures,
        .limits = &wiring->limits,
        .reloads = &wiring->reloads,
        .living = wiring->living,
        .token = *wiring->token.text ? &wiring->token : NULL,
        .version = version,
        .gpu_words = *gpu_words ? gpu_words : NULL,
    };
}

static void log_passed(const struct activation *activation)
{
    for (size_t i = 0; i < activation->count; i++) {
        char address[SOCKET_ADDRESS_SIZE];
        char name[ACTIVATION_NAME_SIZE];

        socket_address_own(activation->fds[i], address);
        activation_name(i, name);
        log_info("the service manager passed the socket %s%s%s: http.listen "
                 "has no effect",
                 address, *name ? ", named " : "", name);
    }
}

/* Opens a socket for each loop. If the service manager passed more sockets than
 * the settings have loops, there are more loops. `ret_given`: whether it passed
 * any. */
static int open_sockets(struct server *server, const struct settings *settings,
                        int fds[LOOPS_MAX], bool *ret_given,
                        struct error *error)
{
    struct activation activation;
    int r = activation_take(&activation, error);

    if (r)
        return r;
    server->loop_count = settings->loops;
    if (server->loop_count < activation.count)
        server->loop_count = activation.count;
    log_passed(&activation);
    *ret_given = activation.count > 0;
    if (*ret_given)
        return activation_spread(&activation, server->loop_count, fds, error);
    return listen_sockets_open(&settings->listen.any, settings->listen.length,
                               server->loop_count, fds, error);
}

static int open_weights_socket(const char *text, int *ret_fd,
                               struct error *error)
{
    const char *path = address_unix_path(text);
    struct address address;
    int r;

    if (path)
        return listen_socket_unix(path, ret_fd, error);
    r = address_parse(text, &address, error);
    return r ? r
             : listen_sockets_open(&address.any, address.length, 1, ret_fd,
                                   error);
}

static void log_weights_address(const char *text, int fd)
{
    char address[SOCKET_ADDRESS_SIZE];

    if (!address_unix_path(text) && !socket_address_own(fd, address))
        text = address;
    log_info("weights may be changed without a token at %s", text);
}

/* Adds the socket of weights.listen, if there is one, which has a loop of its
 * own. */
static int add_weights_socket(struct server *server, const char *text, int *fds,
                              struct error *error)
{
    int r;

    if (!strcmp(text, "none"))
        return 0;
    r = open_weights_socket(text, &fds[server->loop_count], error);
    if (r) {
        error_prefix(error, "weights.listen");
        listen_sockets_close(fds, server->loop_count);
        return r;
    }
    server->weights_path = address_unix_path(text);
    log_weights_address(text, fds[server->loop_count++]);
    return 0;
}

/* Listens, and starts all loops but the first. */
static int listen_for(struct server *server, const struct settings *settings,
                      struct listener_settings *listener_settings,
                      struct service *service, struct error *error)
{
    const struct listener_settings *each[LOOPS_MAX + 1];
    struct listener_settings local;
    int fds[LOOPS_MAX + 1];
    size_t public;
    int r =
        open_sockets(server, settings, fds, &listener_settings->fd_lent, error);

    if (r)
        return r;
    public = server->loop_count;
    r = socket_address_own(fds[0], server->address);
    if (r) {
        listen_sockets_close(fds, server->loop_count);
        return error_set(error, r, "address of the socket: %s", strerror(-r));
    }
    r = add_weights_socket(server, settings->weights_listen, fds, error);
    if (r)
        return r;
    local = *listener_settings;
    local.fd_lent = false;
    local.local = local.changes = true;
    for (size_t i = 0; i < server->loop_count; i++)
        each[i] = i < public ? listener_settings : &local;
    r = loops_create(each, service, fds, server->loop_count, &server->loops,
                     error);
    if (r)
        return r;
    return loops_start(server->loops, error);
}

/* For people and scripts: scripts for osrm-routed wait for this line. */
static void print_running(const char *address)
{
    if (getenv("NOTIFY_SOCKET"))
        return;
    printf("relaxd: running and waiting for requests on %s\n", address);
    fflush(stdout);
}

static void announce(struct server *server)
{
    process_started();
    log_info("listening on %s", server->address);
    status_line_ready(&server->status_line);
    print_running(server->address);
}

/* Timers and signals of the first loop. */
static void start_watching(struct server *server, struct wiring *wiring)
{
    uv_loop_t *loop = loops_first(server->loops);

    watch_signals(server);
    start_trimming(&server->trim, loop, server->loop_count, wiring->engine);
    status_line_start(&server->status_line, loop, wiring, server->address);
}

int server_run(const struct server_start *start, struct wiring *wiring,
               struct error *error)
{
    struct server server = {
        .limits = &wiring->limits,
        .has_terminal = start->has_terminal,
    };
    struct listener_settings listener_settings =
        listener_settings_of(start->settings, wiring, start->version);
    int r = listen_for(&server, start->settings, &listener_settings,
                       wiring->service, error);

    if (!r) {
        start_watching(&server, wiring);
        r = watch_changes(&server, start, wiring, error);
        if (!r)
            r = watchdog_start(notify_watchdog_us(), server.loops,
                               wiring->engine, &server.watchdog, error);
        if (r)
            leave(&server);
        else
            announce(&server);
        loops_run(server.loops);
    }
    watchdog_end(server.watchdog);
    loops_destroy(server.loops);
    if (!reload_end(server.reload)) {
        log_warning("exiting while a reload is loading maps");
        _exit(0);
    }
    return r;
}
