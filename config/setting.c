/* setting: the table of settings. A new setting is one row here, one field in
 * settings.h, and its paragraph in relaxd.conf. */
#include "config/setting.h"

#include <stdio.h>
#include <string.h>

#define FIELD(name) offsetof(struct settings, name)

const struct setting setting_table[] = {
    {
        .section = "daemon",
        .key = "state-directory",
        .fallback = "auto",
        .unit = "",
        .allowed = "a directory or auto",
        .help = "Where 'relaxctl tune' keeps what it found: options of "
                "solvers, and how quick each is on a map, which solver auto "
                "goes by; auto is $STATE_DIRECTORY, else /var/lib/relaxd where "
                "it may be "
                "written, else .local/state/relaxd at home.",
        .offset = FIELD(state_directory),
        .parse = setting_parse_path,
    },
    {
        .section = "daemon",
        .key = "log-level",
        .option = "log-level",
        .fallback = "info",
        .unit = "",
        .allowed = "error, warning, info or debug",
        .help = "What is logged on stderr; debug has a line per request.",
        .offset = FIELD(log_level),
        .parse = setting_parse_log_level,
    },
    {
        .section = "import",
        .key = "profiles",
        .option = "profiles",
        .fallback = "car",
        .unit = "",
        .allowed = "names or files of profiles, commas between",
        .help = "Who travels on maps that are files of OpenStreetMap data, "
                "which relaxd imports itself: car, bicycle, foot or other "
                "names that 'relaxctl profile' lists, or files with a '/' in "
                "their name. The first answers requests that name none.",
        .offset = FIELD(profiles),
        .parse = setting_parse_path,
    },
    {
        .section = "import",
        .key = "cache-directory",
        .fallback = "auto",
        .unit = "",
        .allowed = "a directory or auto",
        .help = "Where such maps are kept for the next start; auto is "
                "$CACHE_DIRECTORY, else /var/cache/relaxd where it may be "
                "written, else .cache/relaxd at home.",
        .offset = FIELD(cache_directory),
        .parse = setting_parse_path,
    },
    {
        .section = "engine",
        .key = "solver",
        .option = "solver",
        .fallback = "auto",
        .unit = "",
        .allowed = "auto or a name that 'relaxctl solvers' lists",
        .help = "The solver of requests that name none.",
        .offset = FIELD(solver),
        .parse = setting_parse_name,
    },
    {
        .section = "engine",
        .key = "device",
        .option = "device",
        .fallback = "auto",
        .unit = "",
        .allowed = "auto, cpu, cuda or cuda:N",
        .help = "What to solve on; auto uses every GPU there is, cuda fails "
                "to start without one.",
        .offset = FIELD(device),
        .parse = setting_parse_device,
    },
    {
        .section = "engine",
        .key = "cpu-workers",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads of the CPU's solvers; 0 is one per core.",
        .maximum = 1024,
        .offset = FIELD(cpu_workers),
        .parse = setting_parse_number,
    },
    {
        .section = "engine",
        .key = "compute-threads",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads that draw tiles, tell turns and do else what is "
                "neither solving nor quick; 0 is one per core.",
        .maximum = 1024,
        .offset = FIELD(compute_threads),
        .parse = setting_parse_number,
    },
    {
        .section = "engine",
        .key = "queue-length",
        .fallback = "1024",
        .unit = "requests",
        .help = "Requests that may wait for each kind of device, and for a "
                "thread of compute-threads; further ones are answered 503.",
        .minimum = 1,
        .maximum = 1000000,
        .offset = FIELD(queue_length),
        .parse = setting_parse_number,
    },
    {
        .section = "engine",
        .key = "batch-max",
        .fallback = "65536",
        .unit = "queries",
        .help = "Queries that are solved together at most; more than 1024 only "
                "of costs of pairs, on a GPU that takes 20 ms or less.",
        .minimum = 1,
        .maximum = 65536,
        .offset = FIELD(batch_max),
        .parse = setting_parse_number,
    },
    {
        .section = "engine",
        .key = "masks-kept",
        .fallback = "8",
        .unit = "combinations",
        .help = "Combinations of excluded classes that are kept for each map "
                "and profile, the ones asked for last; each takes 4 bytes an "
                "arc and the weights of the forms that it was asked on.",
        .maximum = 1024,
        .offset = FIELD(masks_kept),
        .parse = setting_parse_number,
    },
    {
        .section = "http",
        .key = "listen",
        .option = "listen",
        .fallback = "127.0.0.1:5000",
        .unit = "",
        .allowed = "ADDRESS:PORT",
        .help = "Where to listen; port 0 takes a free one and logs it.",
        .offset = FIELD(listen),
        .parse = setting_parse_address,
    },
    {
        .section = "http",
        .key = "connections-max",
        .fallback = "4096",
        .unit = "connections",
        .help = "Open connections; requests on further ones are answered 503.",
        .minimum = 1,
        .maximum = 1000000,
        .offset = FIELD(connections_max),
        .parse = setting_parse_number,
    },
    {
        .section = "http",
        .key = "idle-timeout-s",
        .fallback = "30",
        .unit = "seconds",
        .help = "How long a connection may take to bring its next request.",
        .minimum = 1,
        .maximum = 86400,
        .offset = FIELD(idle_timeout_s),
        .parse = setting_parse_number,
    },
    {
        .section = "http",
        .key = "body-max-bytes",
        .fallback = "4194304",
        .unit = "bytes",
        .help = "The longest request body; longer ones are answered 413.",
        .minimum = 1,
        .maximum = 1073741824,
        .offset = FIELD(body_max_bytes),
        .parse = setting_parse_number,
    },
    {
        .section = "http",
        .key = "json-depth-max",
        .fallback = "16",
        .unit = "levels",
        .help = "How deep arrays and objects of a request may nest.",
        .minimum = 3,
        .maximum = 1024,
        .offset = FIELD(json_depth_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "deadline-ms",
        .fallback = "30000",
        .unit = "milliseconds",
        .help = "How long a request may wait and be solved before it is "
                "answered 504.",
        .minimum = 1,
        .maximum = 86400000,
        .offset = FIELD(deadline_ms),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "queries-max",
        .fallback = "10000",
        .unit = "queries",
        .help = "Paths in one request.",
        .minimum = 1,
        .maximum = 10000000,
        .offset = FIELD(queries_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "costs-max",
        .fallback = "100000",
        .unit = "queries",
        .help = "Pairs in one request that wants their costs alone.",
        .minimum = 1,
        .maximum = 10000000,
        .offset = FIELD(costs_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "stops-max",
        .fallback = "250",
        .unit = "places",
        .help = "Places of one route: from, to and all via. They are looked "
                "for before other requests are, so many of them hold those "
                "up.",
        .minimum = 2,
        .maximum = 10000,
        .offset = FIELD(stops_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "snap-radius-m",
        .fallback = "35000",
        .unit = "metres",
        .help = "How far a place of a route may be from its road, and the "
                "most that a request's radius may be.",
        .minimum = 1,
        .maximum = 30000000,
        .offset = FIELD(snap_radius_m),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "table-cells-max",
        .fallback = "100000000",
        .unit = "cells",
        .help = "Sources times targets of one table; large ones are answered "
                "in strips of rows, so they take time, not memory.",
        .minimum = 1,
        .maximum = 4294967296,
        .offset = FIELD(table_cells_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "stream-bytes-max",
        .fallback = "268435456",
        .unit = "bytes",
        .help = "Labels of one tree that wait for a slow client; a tree with "
                "more of them keeps its worker until the client has read on. "
                "Of one table the costs that are in memory at once; less than "
                "512 bytes for each target make it slower.",
        .minimum = 65536,
        .maximum = 4294967296,
        .offset = FIELD(stream_bytes_max),
        .parse = setting_parse_number,
    },
    {
        .section = "limits",
        .key = "table-memory-max",
        .fallback = "1073741824",
        .unit = "bytes",
        .help = "Memory of all tables that are being answered; further ones "
                "are answered 503.",
        .minimum = 1,
        .maximum = 1099511627776,
        .offset = FIELD(table_memory_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-viaroute-size",
        .option = "max-viaroute-size",
        .fallback = "500",
        .unit = "coordinates",
        .help = "Coordinates of one request to /route/v1; 0 is as many as "
                "one likes.",
        .minimum = 0,
        .maximum = 1000000,
        .offset = FIELD(osrm_viaroute_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-alternatives",
        .option = "max-alternatives",
        .fallback = "3",
        .unit = "routes",
        .help = "Further routes that a request to /route/v1 may ask for.",
        .minimum = 0,
        .maximum = 100,
        .offset = FIELD(osrm_alternatives_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-table-size",
        .option = "max-table-size",
        .fallback = "1000",
        .unit = "coordinates",
        .help = "The square of it is the sources times destinations of "
                "one request to /table/v1; 0 is as many as one likes.",
        .minimum = 0,
        .maximum = 1000000,
        .offset = FIELD(osrm_table_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-nearest-size",
        .option = "max-nearest-size",
        .fallback = "100",
        .unit = "results",
        .help = "Results of one request to /nearest/v1; 0 is as many as "
                "one likes.",
        .minimum = 0,
        .maximum = 1000000,
        .offset = FIELD(osrm_nearest_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-trip-size",
        .option = "max-trip-size",
        .fallback = "100",
        .unit = "coordinates",
        .help = "Coordinates of one request to /trip/v1; 0 is as many as "
                "one likes.",
        .minimum = 0,
        .maximum = 1000000,
        .offset = FIELD(osrm_trip_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "max-matching-size",
        .option = "max-matching-size",
        .fallback = "100",
        .unit = "coordinates",
        .help = "Coordinates of one request to /match/v1; 0 is as many as "
                "one likes.",
        .minimum = 0,
        .maximum = 1000000,
        .offset = FIELD(osrm_match_max),
        .parse = setting_parse_number,
    },
    {
        .section = "osrm",
        .key = "default-radius",
        .option = "default-radius",
        .fallback = "0",
        .unit = "metres",
        .help = "How far a coordinate may be from its road where a "
                "request says nothing; 0 is as far as it takes.",
        .minimum = 0,
        .maximum = 30000000,
        .offset = FIELD(osrm_radius_m),
        .parse = setting_parse_number,
    },
    {
        .section = "tiles",
        .key = "cache-bytes",
        .fallback = "67108864",
        .unit = "bytes",
        .help = "Memory for map tiles that were drawn, so that they need not "
                "be again; 0 keeps none.",
        .maximum = 1099511627776,
        .offset = FIELD(tile_cache_bytes),
        .parse = setting_parse_number,
    },
};

_Static_assert(sizeof(setting_table) / sizeof(setting_table[0]) <=
                   SETTING_COUNT_MAX,
               "arrays beside the table hold every setting");

const size_t setting_count = sizeof(setting_table) / sizeof(setting_table[0]);

int setting_set(const struct setting *setting, const char *value,
                struct settings *settings, struct error *error)
{
    return setting->parse(setting, value, (char *)settings + setting->offset,
                          error);
}

const struct setting *setting_find_key(const char *section, const char *key)
{
    for (size_t i = 0; i < setting_count; i++) {
        if (!strcmp(setting_table[i].section, section) &&
            !strcmp(setting_table[i].key, key))
            return &setting_table[i];
    }
    return NULL;
}

void setting_option(const struct setting *setting,
                    char option[SETTING_OPTION_SIZE])
{
    if (setting->option)
        snprintf(option, SETTING_OPTION_SIZE, "%s", setting->option);
    else
        snprintf(option, SETTING_OPTION_SIZE, "%s-%s", setting->section,
                 setting->key);
}

const struct setting *setting_find_option(const char *option)
{
    char name[SETTING_OPTION_SIZE];

    for (size_t i = 0; i < setting_count; i++) {
        setting_option(&setting_table[i], name);
        if (!strcmp(name, option))
            return &setting_table[i];
    }
    return NULL;
}
