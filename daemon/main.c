/* relaxd: a routing daemon. Parse, set up, run. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "api/form/json_body.h"
#include "api/http/listener.h"
#include "config/command_line.h"
#include "config/config_file.h"
#include "config/settings.h"
#include "core/base/allocator.h"
#include "core/base/log.h"
#include "core/base/version.h"
#include "daemon/imported.h"
#include "daemon/process.h"
#include "daemon/server.h"
#include "daemon/wiring.h"

/* For maps, workers and the log. */
enum { DESCRIPTORS_ELSE = 112 };

enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1, /* another try may succeed */
    EXIT_USAGE = 2,  /* the operator must fix settings or maps first */
};

/* Every connection is a descriptor. If they run out early, relaxd can neither
 * refuse a client nor report its health. */
static void raise_descriptor_limit(const struct settings *settings)
{
    uint64_t needed =
        listener_descriptors(settings->connections_max, settings->loops + 1) +
        DESCRIPTORS_ELSE;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max < needed)
        log_warning("%ju descriptors are too few for the %" PRIu64
                    " connections of http.connections-max, and without one "
                    "health checks get no answer; raise LimitNOFILE= of the "
                    "unit or ulimit -Hn to %" PRIu64 ", or lower the setting",
                    (uintmax_t)limit.rlim_max, settings->connections_max,
                    needed);
}

static int exit_code(int result)
{
    switch (result) {
    case -EINVAL:
    case -ENOENT:
    case -EACCES:
    case -EPERM:
    case -ENOTDIR:
    case -EROFS:
    case -ENOSPC: /* repeated imports would not make room */
    case -EDQUOT:
    case -EFBIG:
        return EXIT_USAGE;
    default:
        return EXIT_FAILED;
    }
}

static void log_notes(const struct settings *settings)
{
    for (size_t i = 0; i < settings->note_count; i++)
        log_info("%s", settings->notes[i]);
}

static int serve(const struct server_start *start, struct wiring *wiring,
                 struct error *error)
{
    if (!start->settings->trial)
        return server_run(start, wiring, error);
    log_info("--trial: all is ready, exiting");
    return 0;
}

static int run(int argc, char **argv, const struct settings *settings)
{
    struct server_start start = {
        .settings = settings,
        .argc = argc,
        .argv = argv,
        .version = RELAXD_VERSION,
    };
    struct wiring wiring;
    struct error error;
    int r;

    log_set_level(settings->log_level);
    log_set_format(settings->log_format);
    allocator_set_up();
    json_memory_watch();
    raise_descriptor_limit(settings);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* write() then reports a file that is too long */
    start.has_terminal = process_hold_hangup();
    process_explain_bus_error();
    log_notes(settings);
    r = wiring_create(settings, &wiring, &error);
    if (r) {
        log_error("%s", error.text);
        return exit_code(r);
    }
    r = serve(&start, &wiring, &error);
    wiring_destroy(&wiring);
    if (r)
        log_error("%s", error.text);
    return r ? EXIT_FAILED : EXIT_OK;
}

/* For a mistake in the settings, which define the log's format. */
static void report_mistake(const struct error *error)
{
    if (log_is_journal()) {
        log_set_format(LOG_FORMAT_JOURNAL);
        log_error("%s", error->text);
    } else {
        fprintf(stderr, "relaxd: %s\n", error->text);
    }
}

/* For --check-config and --print-config. */
static int check_or_print(int argc, char **argv, int what,
                          struct settings *settings)
{
    struct mistakes mistakes = {.count = 0};
    struct error error;

    command_line_check(argc, argv, settings, &mistakes);
    if (what == COMMAND_LINE_CHECK)
        wiring_check(settings, &mistakes);
    else if (!mistakes.count && config_file_print(settings, stdout, &error))
        mistakes_add(&mistakes, &error);
    mistakes_print(&mistakes, stderr);
    if (mistakes.count)
        return EXIT_USAGE;
    if (what == COMMAND_LINE_CHECK)
        puts("configuration is fine");
    return EXIT_OK;
}

/* Printed settings are read again: a truncated print must fail. A daemon that
 * serves prints nothing that matters. */
static int finish_output(int code)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    fprintf(stderr, "relaxd: write to standard output: %s\n",
            errno ? strerror(errno) : "not all of it could be written");
    return code == EXIT_OK ? EXIT_FAILED : code;
}

int main(int argc, char **argv)
{
    struct settings settings;
    struct error error;
    int r;
    int code = EXIT_OK;

    log_hold_streams();
    if (argc > 1 && !strcmp(argv[0], IMPORTED_PROGRAM))
        return imported_main(argc, argv);
    settings_init(&settings);
    r = command_line_read(argc, argv, &settings, &error);
    if (r == COMMAND_LINE_HELP) {
        command_line_help(stdout);
    } else if (r == COMMAND_LINE_VERSION) {
        printf("relaxd %s (%s)\n", RELAXD_VERSION, RELAXD_COMMIT);
    } else if (r == COMMAND_LINE_INPUTS) {
        puts("required .rlx");
    } else if (r == COMMAND_LINE_CHECK || r == COMMAND_LINE_PRINT) {
        code = check_or_print(argc, argv, r, &settings);
    } else if (r) {
        report_mistake(&error);
        code = EXIT_USAGE;
    } else {
        code = run(argc, argv, &settings);
    }
    settings_finish(&settings);
    return r > 0 ? finish_output(code) : code;
}
