/* setting_table: every setting. A new one is a row here, a field in settings.h
 * (for a limit: core/base/limits.h), and a paragraph in relaxd.conf. */
#include "config/setting.h"

#define FIELD(field)                                                           \
    .offset = offsetof(struct settings, field),                                \
    .size = sizeof(((struct settings *)NULL)->field)

#define NUMBER(section_, key_, field, least, most, unit_)                      \
    .section = section_, .key = key_, .kind = SETTING_NUMBER, FIELD(field),    \
    .minimum = least, .maximum = most, .unit = unit_

#define WORDS(section_, key_, field, kind_, allowed_)                          \
    .section = section_, .key = key_, .kind = SETTING_##kind_, FIELD(field),   \
    .allowed = allowed_, .unit = ""

/* In the order of relaxd.conf, grouped by section. */
static const struct setting table[] = {
    {WORDS("daemon", "state-directory", state_directory, PATH,
           "a directory or auto"),
     .fallback = "auto",
     .help =
         "Where 'relaxctl tune' keeps its results: options of solvers, and "
         "how quick each solver is on a map; auto is $STATE_DIRECTORY, else "
         "/var/lib/relaxd if writable, else .local/state/relaxd in the home "
         "directory."},
    {WORDS("daemon", "maps-directory", maps_directory, PATH,
           "a directory or none"),
     .fallback = "none", .option = "maps-directory", .live = true,
     .help = "Where no map is named, relaxd serves all that this directory "
             "holds: .rlx files and OpenStreetMap data, in the order of their "
             "names."},
    {WORDS("daemon", "log-level", log_level, LOG_LEVEL,
           "error, warning, info or debug"),
     .fallback = "info", .option = "log-level", .live = true,
     .help = "What relaxd logs on stderr."},
    {WORDS("daemon", "log-format", log_format, LOG_FORMAT,
           "auto, text, json or journal"),
     .fallback = "auto", .option = "log-format", .live = true,
     .help = "The form of log lines: text for people, json an object a line, "
             "journal with levels for systemd's journal; auto is journal if "
             "stderr is the journal's, else text."},
    {WORDS("daemon", "access-log", limits.access_log, SWITCH, "on or off"),
     .fallback = "off", .option = "access-log", .live = true,
     .help = "Logs every request, at level info: 1 to 3 us of processor time "
             "each."},
    {NUMBER("daemon", "slow-query-ms", limits.slow_query_ms, 0, 86400000,
            "milliseconds"),
     .fallback = "1000", .option = "slow-query-ms", .live = true,
     .help = "A request that takes longer is logged as a warning, with a curl "
             "command that repeats it; 0 logs none."},
    {WORDS("daemon", "watch-maps", watch_maps, SWITCH, "on or off"),
     .fallback = "on", .live = true,
     .help =
         "Whether relaxd serves a replaced map file a second later, or only "
         "after SIGHUP."},
    {WORDS("import", "profiles", profiles, PATH,
           "names or files of profiles, separated by commas"),
     .fallback = "car", .option = "profiles", .synonym = "profile",
     .live = true,
     .help =
         "The profiles of maps that relaxd imports from OpenStreetMap data: "
         "car, bicycle, foot or other names that 'relaxctl profile' lists, "
         "or files with a '/' in their name. The first answers requests that"
         " name none."},
    {WORDS("import", "cache-directory", cache_directory, PATH,
           "a directory or auto"),
     .fallback = "auto", .live = true,
     .help = "Where relaxd keeps imported maps for the next start; auto is "
             "$CACHE_DIRECTORY, else /var/cache/relaxd if writable, else "
             ".cache/relaxd in the home directory."},
    {WORDS("engine", "solver", solver, NAME,
           "auto or a name that 'relaxctl solvers' lists"),
     .fallback = "auto", .option = "solver", .live = true,
     .help = "The solver of requests that name none."},
    {WORDS("engine", "device", device, DEVICE, "auto, cpu, cuda or cuda:N"),
     .fallback = "auto", .option = "device",
     .help =
         "What to solve on; auto uses every GPU, cuda fails to start without"
         " one."},
    {NUMBER("engine", "cpu-workers", cpu_workers, 0, 1024, "threads"),
     .fallback = "0",
     .help = "Threads that solve on the CPU; 0 is one per core, and another "
             "that takes short questions while all others are busy."},
    {NUMBER("engine", "compute-threads", compute_threads, 0, 1024, "threads"),
     .fallback = "0",
     .help =
         "Threads that draw tiles, compute steps and do other long work that"
         " is not solving; 0 is one per core."},
    {NUMBER("engine", "queue-length", queue_length, 1, 1000000, "requests"),
     .fallback = "1024",
     .help = "Requests that may wait for each kind of device, and for the "
             "compute threads; relaxd answers further ones 503."},
    {NUMBER("engine", "batch-max", batch_max, 1, 65536, "queries"),
     .fallback = "65536",
     .help = "The most queries in a batch; more than 1024 only for costs of "
             "pairs, on a GPU that should need 20 ms or less."},
    {NUMBER("engine", "masks-kept", masks_kept, 0, 1024, "combinations"),
     .fallback = "16", .live = true,
     .help =
         "Combinations of excluded classes, times, scenarios and models that "
         "relaxd keeps for each map and profile, those used last; each takes "
         "some bytes per arc, or a copy of all weights, and the weights of "
         "the forms that it was used on."},
    {NUMBER("engine", "masks-bytes", masks_bytes, 0, 1099511627776, "bytes"),
     .fallback = "4294967296", .live = true,
     .help =
         "Memory of what is kept so of each map and profile, on the host and "
         "on devices; the one used last is kept in any case."},
    {WORDS("http", "listen", listen, ADDRESS, "ADDRESS:PORT"),
     .fallback = "127.0.0.1:5000", .option = "listen",
     .help = "Where to listen; port 0 takes a free one and logs it."},
    {NUMBER("http", "connections-max", connections_max, 1, 1000000,
            "connections"),
     .fallback = "4096",
     .help = "Open connections; on further ones relaxd answers 503, except to "
             "requests for health, status and metrics."},
    {NUMBER("http", "loops", loops, 1, 64, "threads"), .fallback = "1",
     .help = "Threads that read requests and send answers, each with its share "
             "of the connections."},
    {NUMBER("http", "idle-timeout-s", limits.idle_timeout_s, 1, 86400,
            "seconds"),
     .fallback = "30", .live = true,
     .help = "Time from an answer to the next request line."},
    {NUMBER("http", "header-timeout-s", limits.header_timeout_s, 1, 86400,
            "seconds"),
     .fallback = "10", .live = true,
     .help =
         "Time from the start of a request, or from opening the connection, to "
         "the end of the headers."},
    {NUMBER("http", "body-timeout-s", limits.body_timeout_s, 1, 86400,
            "seconds"),
     .fallback = "30", .live = true,
     .help = "Time from the end of the headers to the end of the body."},
    {NUMBER("http", "send-timeout-s", limits.send_timeout_s, 1, 86400,
            "seconds"),
     .fallback = "30", .live = true,
     .help = "Time for a client to read 64 KiB of an answer and a sixteenth of "
             "the memory that the answer holds, or the rest of it."},
    {NUMBER("http", "shutdown-ms", limits.shutdown_ms, 0, 86400000,
            "milliseconds"),
     .fallback = "30000", .live = true,
     .help = "How long relaxd finishes answers after SIGTERM; then it cuts the "
             "remaining connections."},
    {NUMBER("http", "header-max-bytes", header_max_bytes, 0, 16777216, "bytes"),
     .fallback = "0",
     .help = "The longest request line with all headers; 0 is 8192 and 32 for "
             "each coordinate that [osrm] allows. Each connection takes that "
             "memory and 8192 bytes."},
    {NUMBER("http", "body-max-bytes", limits.body_max_bytes, 1, 1073741824,
            "bytes"),
     .fallback = "4194304", .live = true,
     .help = "The longest request body; relaxd answers longer ones 413."},
    {NUMBER("http", "bodies-max-bytes", limits.bodies_max_bytes, 1,
            1099511627776, "bytes"),
     .fallback = "268435456", .live = true,
     .help =
         "All request bodies that relaxd is reading; it answers further ones"
         " 503."},
    {NUMBER("http", "json-depth-max", limits.json_depth_max, 3, 1024, "levels"),
     .fallback = "16", .live = true,
     .help = "How deep arrays and objects of a request may nest."},
    {NUMBER("limits", "deadline-ms", limits.deadline_ms, 1, 86400000,
            "milliseconds"),
     .fallback = "30000", .live = true,
     .help = "How long a request may wait and be solved before relaxd answers "
             "504."},
    {NUMBER("limits", "queries-max", limits.queries_max, 1, 10000000,
            "queries"),
     .fallback = "10000", .live = true, .help = "Paths in one request."},
    {NUMBER("limits", "costs-max", limits.costs_max, 1, 10000000, "queries"),
     .fallback = "100000", .live = true,
     .help = "Pairs in one request that asks for costs alone."},
    {NUMBER("limits", "stops-max", limits.stops_max, 2, 10000, "places"),
     .fallback = "250", .live = true,
     .help = "Places of one route, with from, to and all via."},
    {NUMBER("limits", "snap-radius-m", limits.snap_radius_m, 1, 30000000,
            "metres"),
     .fallback = "35000", .live = true,
     .help = "How far a place of a route may be from its road, and the largest "
             "radius of a request."},
    {NUMBER("limits", "table-ids-max", limits.table_ids_max, 2, 4294967296,
            "ids"),
     .fallback = "250000", .live = true,
     .help = "Sources and targets of one table, together."},
    {NUMBER("limits", "table-cells-max", limits.table_cells_max, 1, 4294967296,
            "cells"),
     .fallback = "100000000", .live = true,
     .help = "Sources times targets of one table; relaxd answers large ones in "
             "strips of rows, so they take time, not memory."},
    {NUMBER("limits", "stream-bytes-max", limits.stream_bytes_max, 65536,
            4294967296, "bytes"),
     .fallback = "268435456", .live = true,
     .help =
         "Labels of one tree that wait for a slow client; beyond it the "
         "worker waits until the client has read on. Of one table the costs "
         "that are in memory at once; less than 512 bytes for each target "
         "make it slower."},
    {NUMBER("limits", "memory-max", limits.memory_max, 65536, 1099511627776,
            "bytes"),
     .fallback = "1073741824", .live = true,
     .help = "Memory of all questions and answers, from the question until the "
             "client has read the answer; relaxd answers further ones 503, but "
             "gives each 64 KiB in any case."},
    {NUMBER("limits", "models-at-once", limits.models_at_once, 0, 1024,
            "models"),
     .fallback = "0", .live = true,
     .help = "Models that nobody has asked with before whose weights are made "
             "at a time; 0 is half as many as there are cores."},
    {NUMBER("limits", "models-waiting", limits.models_waiting, 0, 1000000,
            "questions"),
     .fallback = "256", .live = true,
     .help = "Questions that may wait for such a turn; relaxd answers further "
             "ones 503."},
    {NUMBER("osrm", "max-viaroute-size", limits.osrm_route_max, 0, 1000000,
            "coordinates"),
     .fallback = "500", .option = "max-viaroute-size", .live = true,
     .help = "Coordinates of one request to /route/v1; 0 is no limit."},
    {NUMBER("osrm", "max-alternatives", limits.osrm_alternatives_max, 0, 100,
            "routes"),
     .fallback = "3", .option = "max-alternatives", .live = true,
     .help = "Further routes that a request to /route/v1 may ask for."},
    {NUMBER("osrm", "max-table-size", limits.osrm_table_max, 0, 1000000,
            "coordinates"),
     .fallback = "1000", .option = "max-table-size", .live = true,
     .help =
         "The square of it limits sources times destinations of one request "
         "to /table/v1; 0 is no limit."},
    {NUMBER("osrm", "max-nearest-size", limits.osrm_nearest_max, 0, 1000000,
            "results"),
     .fallback = "100", .option = "max-nearest-size", .live = true,
     .help = "Results of one request to /nearest/v1; 0 is no limit."},
    {NUMBER("osrm", "max-trip-size", limits.osrm_trip_max, 0, 1000000,
            "coordinates"),
     .fallback = "100", .option = "max-trip-size", .live = true,
     .help = "Coordinates of one request to /trip/v1; 0 is no limit."},
    {NUMBER("osrm", "max-matching-size", limits.osrm_match_max, 0, 1000000,
            "coordinates"),
     .fallback = "100", .option = "max-matching-size", .live = true,
     .help = "Coordinates of one request to /match/v1; 0 is no limit."},
    {NUMBER("osrm", "default-radius", limits.osrm_radius_m, 0, 30000000,
            "metres"),
     .fallback = "50000", .option = "default-radius", .live = true,
     .help = "How far a coordinate may be from its road if a request has no "
             "radiuses; 0 is any distance, as in OSRM."},
    {WORDS("weights", "listen", weights_listen, LOCAL,
           "unix:PATH, 127.0.0.1:PORT or none"),
     .fallback = "none", .option = "weights-listen",
     .help = "A second address, for this machine alone, where weights may be "
             "changed without a token."},
    {WORDS("weights", "token-file", weights_token_file, PATH, "a file or none"),
     .fallback = "none", .option = "weights-token-file",
     .help = "A file whose first line is a token of 16 to 256 characters; who "
             "sends it may change weights at http.listen."},
    {WORDS("weights", "spool", weights_spool, PATH, "a folder or none"),
     .fallback = "none",
     .help =
         "A folder whose files are changes of weights; relaxd takes what is "
         "moved there."},
    {WORDS("weights", "feed", weights_feed, PATH,
           "redis://HOST[:PORT][/DATABASE], unix:/PATH or none"),
     .fallback = "none",
     .help = "The Redis server whose streams have the changes of weights; all "
             "relaxd with the same one hold the same weights."},
    {WORDS("weights", "feed-login-file", weights_feed_login_file, PATH,
           "a file or none"),
     .fallback = "none",
     .help = "A file whose first line is the password of that server, or user "
             "and password."},
    {NUMBER("weights", "feed-lag-max-s", limits.feed_lag_max_s, 0, 86400,
            "seconds"),
     .fallback = "0", .live = true,
     .help = "Where changes wait longer than that, /readyz says 503; 0 is "
             "never."},
    {WORDS("weights", "segment-speed-file", segment_speed_files, PATH,
           "CSV files, separated by commas, or none"),
     .fallback = "none", .option = "segment-speed-file",
     .help = "Speeds of roads, as osrm-customize takes them, under those that "
             "are changed later; .gz is fine."},
    {WORDS("weights", "turn-penalty-file", turn_penalty_files, PATH,
           "CSV files, separated by commas, or none"),
     .fallback = "none", .option = "turn-penalty-file",
     .help = "Penalties of turns in the same way."},
    {NUMBER("weights", "body-max-bytes", limits.weights_body_max_bytes, 1,
            1099511627776, "bytes"),
     .fallback = "268435456", .live = true,
     .help = "The longest body of a change of weights, as it is sent; relaxd "
             "answers longer ones 413."},
    {NUMBER("weights", "text-max-bytes", limits.weights_text_max_bytes, 1,
            1099511627776, "bytes"),
     .fallback = "1073741824", .live = true,
     .help = "The same once it is unpacked."},
    {NUMBER("weights", "scenarios-max", scenarios_max, 0, 1000, "scenarios"),
     .fallback = "16", .help = "Scenarios of each map."},
    {NUMBER("weights", "epochs-max", epochs_max, 1, 1000, "weightings"),
     .fallback = "4",
     .help = "Older weights of each map and profile that running questions "
             "may keep in memory; then relaxd cuts off those that began on "
             "the oldest."},
    {NUMBER("conditional", "moment", conditional_moment, 0, 253402300799,
            "seconds since 1970"),
     .fallback = "0", .option = "parse-conditionals-from-now",
     .help = "Turns and roads that a condition closes are closed if it holds "
             "then, by UTC, in maps that have them; 0 closes none, "
             "and questions may have a moment of their own (depart_at)."},
    {WORDS("conditional", "time-zone-file", time_zone_file, PATH,
           "a GeoJSON file or none"),
     .fallback = "none", .option = "time-zone-file",
     .help = "Polygons with names of time zones, as osrm-contract takes them: "
             "conditions are about local time. Elsewhere none holds."},
    {WORDS("conditional", "time-zone", time_zone, NAME,
           "UTC or another name of tzdata"),
     .fallback = "UTC", .option = "time-zone",
     .help = "The time zone of all places without such a file."},
    {NUMBER("tiles", "cache-bytes", tile_cache_bytes, 0, 1099511627776,
            "bytes"),
     .fallback = "67108864", .live = true,
     .help = "Memory of the cache of drawn map tiles; 0 keeps none."},
};

enum { COUNT = sizeof(table) / sizeof(table[0]) };

size_t setting_count(void)
{
    return COUNT;
}

const struct setting *setting_at(size_t index)
{
    return index < COUNT ? &table[index] : NULL;
}

size_t setting_index(const struct setting *setting)
{
    return (size_t)(setting - table);
}
