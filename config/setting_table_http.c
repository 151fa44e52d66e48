/* setting_table_http: the settings of [http]: what listens, and for how long.
 */
#include "config/setting_rows.h"

static const struct setting rows[] = {
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
        .help = "Open connections; requests on further ones are answered 503, "
                "but for health, status and metrics.",
        NUMBER(connections_max, 1, 1000000),
    },
    {
        .section = "http",
        .key = "loops",
        .fallback = "1",
        .unit = "threads",
        .help = "Threads that read requests and send answers, each with its "
                "share of the connections.",
        NUMBER(loops, 1, 64),
    },
    {
        .section = "http",
        .key = "idle-timeout-s",
        .fallback = "30",
        .unit = "seconds",
        .help = "How long a connection may take from an answer to its next "
                "request line.",
        NUMBER(idle_timeout_s, 1, 86400),
        LIVE,
    },
    {
        .section = "http",
        .key = "header-timeout-s",
        .fallback = "10",
        .unit = "seconds",
        .help = "How long it may take from there, or from being opened, to the "
                "end of the headers.",
        NUMBER(header_timeout_s, 1, 86400),
        LIVE,
    },
    {
        .section = "http",
        .key = "body-timeout-s",
        .fallback = "30",
        .unit = "seconds",
        .help = "How long from there to the end of the body.",
        NUMBER(body_timeout_s, 1, 86400),
        LIVE,
    },
    {
        .section = "http",
        .key = "send-timeout-s",
        .fallback = "30",
        .unit = "seconds",
        .help = "How long a client may take for 64 KiB of an answer, or for "
                "what is left of it.",
        NUMBER(send_timeout_s, 1, 86400),
        LIVE,
    },
    {
        .section = "http",
        .key = "shutdown-ms",
        .fallback = "30000",
        .unit = "milliseconds",
        .help = "How long after SIGTERM answers are waited for; then what is "
                "still open is cut.",
        NUMBER(shutdown_ms, 0, 86400000),
        LIVE,
    },
    {
        .section = "http",
        .key = "header-max-bytes",
        .fallback = "16384",
        .unit = "bytes",
        .help = "The longest request line with its headers; 0 is 8192 and 32 "
                "for each coordinate that [osrm] allows. Each connection takes "
                "that memory, and 8192 bytes more.",
        NUMBER(header_max_bytes, 0, 16777216),
    },
    {
        .section = "http",
        .key = "body-max-bytes",
        .fallback = "4194304",
        .unit = "bytes",
        .help = "The longest request body; longer ones are answered 413.",
        NUMBER(body_max_bytes, 1, 1073741824),
        LIVE,
    },
    {
        .section = "http",
        .key = "bodies-max-bytes",
        .fallback = "268435456",
        .unit = "bytes",
        .help = "All request bodies that are being read; further ones are "
                "answered 503.",
        NUMBER(bodies_max_bytes, 1, 1099511627776),
        LIVE,
    },
    {
        .section = "http",
        .key = "json-depth-max",
        .fallback = "16",
        .unit = "levels",
        .help = "How deep arrays and objects of a request may nest.",
        NUMBER(json_depth_max, 3, 1024),
        LIVE,
    },
};

const struct setting_group setting_group_http = SETTING_GROUP(rows);
