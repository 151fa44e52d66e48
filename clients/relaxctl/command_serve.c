/* relaxctl status, reload: print the state of a running relaxd, and make it
 * reload settings and maps. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"

/* ---- status -------------------------------------------------------------- */

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

static void print_feeds(const json_t *feeds)
{
    const json_t *feed;
    size_t i;

    json_array_foreach(feeds, i, feed)
    {
        const char *error = answer_text(feed, "error");

        printf("feed of map %s: %s at epoch %.0f, %.0f entries wait%s%s\n",
               answer_text(feed, "map"), answer_text(feed, "state"),
               answer_number(feed, "epoch"), answer_number(feed, "lag_entries"),
               *error ? ": " : "", error);
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

static void print_status(const json_t *status, void *context)
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
    print_feeds(json_object_get(status, "feeds"));
    print_reloads(json_object_get(status, "reloads"));
}

static const struct asking_steps status_steps = {
    .url = asking_url_status,
    .print = print_status,
};

static struct asking status_options = {
    .steps = &status_steps,
    .server = "http://127.0.0.1:5000",
};

static const struct argument status_arguments[] = {
    {"server", "URL", ARGUMENT_TEXT, offsetof(struct asking, server),
     .help = "default http://127.0.0.1:5000"},
    ASKING_JSON("print the answer of /v1/status"),
    {0},
};

const struct command command_status = {
    .name = "status",
    .summary = "say what a running relaxd serves, and how busy it is",
    .usage = "[--server URL] [--json]",
    .about =
        "Prints the maps, devices, HTTP connections, feeds and reloads of a "
        "relaxd.",
    .examples = "  relaxctl status",
    .arguments = {status_arguments},
    .options = &status_options,
    .take = asking_take,
    .run = asking_run,
};

/* ---- reload -------------------------------------------------------------- */

struct reload {
    const char *unit;
    uint32_t pid; /* 0: take the unit's */
};

/* Sends SIGHUP to a relaxd; it would end another process. */
static int hang_up(uint32_t pid, struct error *error)
{
    char path[32], name[16] = "";
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%u/comm", pid);
    file = fopen(path, "re");
    if (!file)
        return error_set(error, -ESRCH, "there is no process %u", pid);
    if (fscanf(file, "%15[^\n]", name) != 1)
        *name = '\0';
    fclose(file);
    if (strcmp(name, "relaxd") != 0)
        return error_set(error, -EINVAL, "process %u is '%s', not relaxd", pid,
                         name);
    return kill((pid_t)pid, SIGHUP) ? error_errno(error, "process %u", pid) : 0;
}

static int run_reload(void *context, struct error *error)
{
    const struct reload *reload = context;

    if (reload->pid)
        return hang_up(reload->pid, error);
    execlp("systemctl", "systemctl", "reload", "--", reload->unit,
           (char *)NULL);
    return error_errno(error, "systemctl");
}

static struct reload reload = {.unit = "relaxd"};

static const struct argument reload_arguments[] = {
    {"unit", "NAME", ARGUMENT_TEXT, offsetof(struct reload, unit),
     .help = "systemd's; default relaxd"},
    {"pid", "N", ARGUMENT_NUMBER, offsetof(struct reload, pid), .least = 2,
     .most = INT32_MAX, .without = "unit",
     .help = "of a relaxd without systemd: sends SIGHUP"},
    {0},
};

const struct command command_reload = {
    .name = "reload",
    .summary = "have a running relaxd read settings and maps again",
    .usage = "[--unit NAME | --pid N]",
    .about = "relaxd goes on with the old settings and maps where the new ones "
             "have a mistake; 'relaxctl status' and the log say how it went.",
    .examples = "  relaxctl reload --pid $(pidof relaxd)",
    .arguments = {reload_arguments},
    .options = &reload,
    .run = run_reload,
};
