/* relaxctl status, reload: print the state of a running relaxd, and make it
 * reload settings and maps. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/base/text.h"

#define SERVER "http://127.0.0.1:5000"

/* ---- status -------------------------------------------------------------- */

static const struct option status_options[] = {
    {"server", required_argument, NULL, 'U'},
    {"json", no_argument, NULL, 'J'},
    {0},
};

static void print_maps(const json_t *maps)
{
    const json_t *map;
    size_t i;

    json_array_foreach(maps, i, map)
    {
        const char *profile = answer_text(map, "profile");

        printf("map %s%s%s: %.0f vertices, %.0f arcs%s\n",
               answer_text(map, "name"), *profile ? ", " : "", profile,
               answer_number(map, "vertices"), answer_number(map, "arcs"),
               json_is_object(json_object_get(map, "hierarchy"))
                   ? ", ordered"
                   : ", not ordered");
    }
}

static void print_devices(const json_t *devices)
{
    const json_t *device;
    size_t i;

    json_array_foreach(devices, i, device)
    {
        const char *failure = answer_text(device, "failure");

        printf("%s: %.0f queries in %.0f batches, %.0f queued%s%s\n",
               answer_text(device, "name"), answer_number(device, "queries"),
               answer_number(device, "batches"),
               answer_number(device, "queued"),
               *failure ? "; out of use: " : "", failure);
    }
}

static void print_reloads(const json_t *reloads)
{
    const json_t *last = json_object_get(reloads, "last");
    const char *failure = answer_text(last, "error");

    if (!json_is_object(last))
        return;
    printf("reloads: %.0f done, %.0f failed; last %s%s%s\n",
           answer_number(reloads, "done"), answer_number(reloads, "failed"),
           answer_text(last, "time"), *failure ? ": " : ", done", failure);
}

static int print_status(const json_t *status, void *context)
{
    const json_t *http = json_object_get(status, "http");
    double seconds = answer_number(status, "uptime_s");

    printf("relaxd %s, up %.0f h %02.0f min\n", answer_text(status, "version"),
           (double)(long)(seconds / 3600), (double)((long)(seconds / 60) % 60));
    print_maps(json_object_get(status, "maps"));
    print_devices(json_object_get(status, "devices"));
    printf("http: %.0f requests, %.0f of %.0f connections\n",
           answer_number(http, "requests"), answer_number(http, "connections"),
           answer_number(http, "connections_max"));
    print_reloads(json_object_get(status, "reloads"));
    return 0;
}

static int take_none(int argc, char **argv, void *context)
{
    if (optind == argc)
        return 0;
    return command_usage(argv[0], "takes no argument '%s'", argv[optind]);
}

static const struct asking_steps status_steps = {
    .options = status_options,
    .take = asking_take,
    .operands = take_none,
    .url = asking_url_status,
    .print = print_status,
};

static int run_status(int argc, char **argv)
{
    struct asking ask = {.server = SERVER};

    return asking_run(argc, argv, &status_steps, &ask);
}

const struct command command_status = {
    .name = "status",
    .summary = "say what a running relaxd serves, and how busy it is",
    .help = "usage: relaxctl status [--server URL] [--json]\n"
            "\n"
            "  --server URL  default " SERVER "\n"
            "  --json        print the answer of /v1/status\n"
            "\n"
            "Example:\n"
            "  relaxctl status\n",
    .run = run_status,
};

/* ---- reload -------------------------------------------------------------- */

struct reload {
    const char *unit;
    uint32_t pid; /* 0: take the unit's */
};

static const struct option reload_options[] = {
    {"pid", required_argument, NULL, 'p'},
    {"unit", required_argument, NULL, 'u'},
    {0},
};

static int take_reload_option(void *context, char **argv, int option)
{
    struct reload *reload = context;

    switch (option) {
    case 'p':
        if (parse_u32(optarg, &reload->pid) && reload->pid > 1 &&
            reload->pid <= INT32_MAX)
            return 0;
        return command_usage(argv[0], "--pid '%s' is no process", optarg);
    case 'u':
        reload->unit = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int run_reload(int argc, char **argv)
{
    struct reload reload = {.unit = "relaxd"};
    struct error error;
    int r = arguments_parse(argc, argv, ":", reload_options, "",
                            take_reload_option, &reload);

    if (r)
        return r;
    if (optind < argc)
        return command_usage(argv[0], "takes no argument '%s'", argv[optind]);
    if (reload.pid) {
        if (!kill((pid_t)reload.pid, SIGHUP))
            return EXIT_DONE;
        error_errno(&error, "process %u", reload.pid);
    } else {
        execlp("systemctl", "systemctl", "reload", "--", reload.unit,
               (char *)NULL);
        error_errno(&error, "systemctl");
    }
    return command_fail(argv[0], &error);
}

const struct command command_reload = {
    .name = "reload",
    .summary = "have a running relaxd read settings and maps again",
    .help = "usage: relaxctl reload [--unit NAME | --pid N]\n"
            "\n"
            "What is wrong with them changes nothing; 'relaxctl status' and\n"
            "the log say how it went.\n"
            "\n"
            "  --unit NAME  systemd's; default relaxd\n"
            "  --pid N      of a relaxd without systemd: sends SIGHUP\n"
            "\n"
            "Example:\n"
            "  relaxctl reload --pid $(pidof relaxd)\n",
    .run = run_reload,
};
