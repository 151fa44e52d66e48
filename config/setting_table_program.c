/* setting_table_program: the settings of [daemon] and [import]: who runs and
 * what is read first. */
#include "config/setting_rows.h"

static const struct setting rows[] = {
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
        .help = "What is logged on stderr.",
        WORDS(log_level, setting_parse_log_level),
        LIVE,
    },
    {
        .section = "daemon",
        .key = "log-format",
        .option = "log-format",
        .fallback = "auto",
        .allowed = "auto, text, json or journal",
        .help = "The lines of the log: text for people, json an object a line, "
                "journal with levels for systemd's journal; auto is journal "
                "where stderr is the journal's, else text.",
        WORDS(log_format, setting_parse_log_format),
        LIVE,
    },
    {
        .section = "daemon",
        .key = "access-log",
        .option = "access-log",
        .fallback = "off",
        .allowed = "on or off",
        .help =
            "A line of the log, at level info, for every request: 1 to 3 us "
            "of processor time each.",
        WORDS(access_log, setting_parse_switch),
        LIVE,
    },
    {
        .section = "daemon",
        .key = "slow-query-ms",
        .option = "slow-query-ms",
        .fallback = "1000",
        .unit = "milliseconds",
        .help = "A request that takes longer is logged as a warning, with a "
                "curl command that repeats it; 0 logs none.",
        NUMBER(slow_query_ms, 0, 86400000),
        LIVE,
    },
    {
        .section = "daemon",
        .key = "watch-maps",
        .fallback = "on",
        .allowed = "on or off",
        .help = "Whether a map's file that is replaced is served a second "
                "later; off has it wait for SIGHUP.",
        WORDS(watch_maps, setting_parse_switch),
        LIVE,
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
        LIVE,
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
        LIVE,
    },
};

const struct setting_group setting_group_program = SETTING_GROUP(rows);
