/* setting_table: the settings there are. A new one is one row here, one field
 * in settings.h, and its paragraph in relaxd.conf. */
#include "config/setting.h"

#define FIELD(name) offsetof(struct settings, name)

#define NUMBER(field, least, most)                                             \
    .minimum = least, .maximum = most, .offset = FIELD(field),                 \
    .parse = setting_parse_number

#define WORDS(field, parser) .unit = "", .offset = FIELD(field), .parse = parser

const struct setting setting_table[] = {
    {
        .section = "daemon",
        .key = "state-directory",
        .fallback = "auto",
        .allowed = "a directory or auto",
        .help = "Where 'relaxctl tune' keeps what it found: options of "
                "solvers, and how quick each is on a map, which solver auto "
                "goes by; auto is $STATE_DIRECTORY, else /var/lib/relaxd where "
                "it may be written, else .local/state/relaxd at home.",
        WORDS(state_directory, setting_parse_path),
    },
    {
        .section = "daemon",
        .key = "log-level",
        .option = "log-level",
        .fallback = "info",
        .allowed = "error, warning, info or debug",
        .help = "What is logged on stderr; debug has a line per request.",
        WORDS(log_level, setting_parse_log_level),
    },
    {
        .section = "import",
        .key = "profiles",
        .option = "profiles",
        .fallback = "car",
        .allowed = "names or files of profiles, commas between",
        .help = "Who travels on maps that are files of OpenStreetMap data, "
                "which relaxd imports itself: car, bicycle, foot or other "
                "names that 'relaxctl profile' lists, or files with a '/' in "
                "their name. The first answers requests that name none.",
        WORDS(profiles, setting_parse_path),
    },
    {
        .section = "import",
        .key = "cache-directory",
        .fallback = "auto",
        .allowed = "a directory or auto",
        .help = "Where such maps are kept for the next start; auto is "
                "$CACHE_DIRECTORY, else /var/cache/relaxd where it may be "
                "written, else .cache/relaxd at home.",
        WORDS(cache_directory, setting_parse_path),
    },
    {
        .section = "engine",
        .key = "solver",
        .option = "solver",
        .fallback = "auto",
        .allowed = "auto or a name that 'relaxctl solvers' lists",
        .help = "The solver of requests that name none.",
        WORDS(solver, setting_parse_name),
    },
    {
        .section = "engine",
        .key = "device",
        .option = "device",
        .fallback = "auto",
        .allowed = "auto, cpu, cuda or cuda:N",
        .help = "What to solve on; auto uses every GPU there is, cuda fails "
                "to start without one.",
        WORDS(device, setting_parse_device),
    },
    {
        .section = "engine",
        .key = "cpu-workers",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads of the CPU's solvers; 0 is one per core.",
        NUMBER(cpu_workers, 0, 1024),
    },
    {
        .section = "engine",
        .key = "compute-threads",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads that draw tiles, tell turns and do else what is "
                "neither solving nor quick; 0 is one per core.",
        NUMBER(compute_threads, 0, 1024),
    },
    {
        .section = "engine",
        .key = "queue-length",
        .fallback = "1024",
        .unit = "requests",
        .help = "Requests that may wait for each kind of device, and for a "
                "thread of compute-threads; further ones are answered 503.",
        NUMBER(queue_length, 1, 1000000),
    },
    {
        .section = "engine",
        .key = "batch-max",
        .fallback = "65536",
        .unit = "queries",
        .help = "Queries that are solved together at most; more than 1024 only "
                "of costs of pairs, on a GPU that takes 20 ms or less.",
        NUMBER(batch_max, 1, 65536),
    },
    {
        .section = "engine",
        .key = "masks-kept",
        .fallback = "8",
        .unit = "combinations",
        .help = "Combinations of excluded classes that are kept for each map "
                "and profile, the ones asked for last; each takes 4 bytes an "
                "arc and the weights of the forms that it was asked on.",
        NUMBER(masks_kept, 0, 1024),
    },
    {
        .section = "http",
        .key = "listen",
        .option = "listen",
        .fallback = "127.0.0.1:5000",
        .allowed = "ADDRESS:PORT",
        .help = "Where to listen; port 0 takes a free one and logs it.",
        WORDS(listen, setting_parse_address),
    },
    {
        .section = "http",
        .key = "connections-max",
        .fallback = "4096",
        .unit = "connections",
        .help = "Open connections; requests on further ones are answered 503.",
        NUMBER(connections_max, 1, 1000000),
    },
    {
        .section = "http",
        .key = "idle-timeout-s",
        .fallback = "30",
        .unit = "seconds",
        .help = "How long a connection may take to bring its next request.",
        NUMBER(idle_timeout_s, 1, 86400),
    },
    {
        .section = "http",
        .key = "shutdown-ms",
        .fallback = "30000",
        .unit = "milliseconds",
        .help = "How long after SIGTERM answers are waited for; then what is "
                "still open is cut.",
        NUMBER(shutdown_ms, 0, 86400000),
    },
    {
        .section = "http",
        .key = "body-max-bytes",
        .fallback = "4194304",
        .unit = "bytes",
        .help = "The longest request body; longer ones are answered 413.",
        NUMBER(body_max_bytes, 1, 1073741824),
    },
    {
        .section = "http",
        .key = "json-depth-max",
        .fallback = "16",
        .unit = "levels",
        .help = "How deep arrays and objects of a request may nest.",
        NUMBER(json_depth_max, 3, 1024),
    },
    {
        .section = "limits",
        .key = "deadline-ms",
        .fallback = "30000",
        .unit = "milliseconds",
        .help = "How long a request may wait and be solved before it is "
                "answered 504.",
        NUMBER(deadline_ms, 1, 86400000),
    },
    {
        .section = "limits",
        .key = "queries-max",
        .fallback = "10000",
        .unit = "queries",
        .help = "Paths in one request.",
        NUMBER(queries_max, 1, 10000000),
    },
    {
        .section = "limits",
        .key = "costs-max",
        .fallback = "100000",
        .unit = "queries",
        .help = "Pairs in one request that wants their costs alone.",
        NUMBER(costs_max, 1, 10000000),
    },
    {
        .section = "limits",
        .key = "stops-max",
        .fallback = "250",
        .unit = "places",
        .help = "Places of one route: from, to and all via.",
        NUMBER(stops_max, 2, 10000),
    },
    {
        .section = "limits",
        .key = "snap-radius-m",
        .fallback = "35000",
        .unit = "metres",
        .help = "How far a place of a route may be from its road, and the "
                "most that a request's radius may be.",
        NUMBER(snap_radius_m, 1, 30000000),
    },
    {
        .section = "limits",
        .key = "table-cells-max",
        .fallback = "100000000",
        .unit = "cells",
        .help = "Sources times targets of one table; large ones are answered "
                "in strips of rows, so they take time, not memory.",
        NUMBER(table_cells_max, 1, 4294967296),
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
        NUMBER(stream_bytes_max, 65536, 4294967296),
    },
    {
        .section = "limits",
        .key = "table-memory-max",
        .fallback = "1073741824",
        .unit = "bytes",
        .help = "Memory of all tables that are being answered; further ones "
                "are answered 503.",
        NUMBER(table_memory_max, 1, 1099511627776),
    },
    {
        .section = "osrm",
        .key = "max-viaroute-size",
        .option = "max-viaroute-size",
        .fallback = "500",
        .unit = "coordinates",
        .help = "Coordinates of one request to /route/v1; 0 is as many as "
                "one likes.",
        NUMBER(osrm_viaroute_max, 0, 1000000),
    },
    {
        .section = "osrm",
        .key = "max-alternatives",
        .option = "max-alternatives",
        .fallback = "3",
        .unit = "routes",
        .help = "Further routes that a request to /route/v1 may ask for.",
        NUMBER(osrm_alternatives_max, 0, 100),
    },
    {
        .section = "osrm",
        .key = "max-table-size",
        .option = "max-table-size",
        .fallback = "1000",
        .unit = "coordinates",
        .help = "The square of it is the sources times destinations of "
                "one request to /table/v1; 0 is as many as one likes.",
        NUMBER(osrm_table_max, 0, 1000000),
    },
    {
        .section = "osrm",
        .key = "max-nearest-size",
        .option = "max-nearest-size",
        .fallback = "100",
        .unit = "results",
        .help = "Results of one request to /nearest/v1; 0 is as many as "
                "one likes.",
        NUMBER(osrm_nearest_max, 0, 1000000),
    },
    {
        .section = "osrm",
        .key = "max-trip-size",
        .option = "max-trip-size",
        .fallback = "100",
        .unit = "coordinates",
        .help = "Coordinates of one request to /trip/v1; 0 is as many as "
                "one likes.",
        NUMBER(osrm_trip_max, 0, 1000000),
    },
    {
        .section = "osrm",
        .key = "max-matching-size",
        .option = "max-matching-size",
        .fallback = "100",
        .unit = "coordinates",
        .help = "Coordinates of one request to /match/v1; 0 is as many as "
                "one likes.",
        NUMBER(osrm_match_max, 0, 1000000),
    },
    {
        .section = "osrm",
        .key = "default-radius",
        .option = "default-radius",
        .fallback = "0",
        .unit = "metres",
        .help = "How far a coordinate may be from its road where a "
                "request says nothing; 0 is as far as it takes.",
        NUMBER(osrm_radius_m, 0, 30000000),
    },
    {
        .section = "tiles",
        .key = "cache-bytes",
        .fallback = "67108864",
        .unit = "bytes",
        .help = "Memory for map tiles that were drawn, so that they need not "
                "be again; 0 keeps none.",
        NUMBER(tile_cache_bytes, 0, 1099511627776),
    },
};

_Static_assert(sizeof(setting_table) / sizeof(setting_table[0]) <=
                   SETTING_COUNT_MAX,
               "arrays beside the table hold every setting");

const size_t setting_count = sizeof(setting_table) / sizeof(setting_table[0]);
