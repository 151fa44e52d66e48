/* setting_table_limits: the settings of [limits], [osrm] and [tiles]: how much
 * one request may ask for, and what is kept for the next. */
#include "config/setting_rows.h"

static const struct setting rows[] = {
    {
        .section = "limits",
        .key = "deadline-ms",
        .fallback = "30000",
        .unit = "milliseconds",
        .help = "How long a request may wait and be solved before it is "
                "answered 504.",
        NUMBER(deadline_ms, 1, 86400000),
        LIVE,
    },
    {
        .section = "limits",
        .key = "queries-max",
        .fallback = "10000",
        .unit = "queries",
        .help = "Paths in one request.",
        NUMBER(queries_max, 1, 10000000),
        LIVE,
    },
    {
        .section = "limits",
        .key = "costs-max",
        .fallback = "100000",
        .unit = "queries",
        .help = "Pairs in one request that wants their costs alone.",
        NUMBER(costs_max, 1, 10000000),
        LIVE,
    },
    {
        .section = "limits",
        .key = "stops-max",
        .fallback = "250",
        .unit = "places",
        .help = "Places of one route: from, to and all via.",
        NUMBER(stops_max, 2, 10000),
        LIVE,
    },
    {
        .section = "limits",
        .key = "snap-radius-m",
        .fallback = "35000",
        .unit = "metres",
        .help = "How far a place of a route may be from its road, and the "
                "most that a request's radius may be.",
        NUMBER(snap_radius_m, 1, 30000000),
        LIVE,
    },
    {
        .section = "limits",
        .key = "table-cells-max",
        .fallback = "100000000",
        .unit = "cells",
        .help = "Sources times targets of one table; large ones are answered "
                "in strips of rows, so they take time, not memory.",
        NUMBER(table_cells_max, 1, 4294967296),
        LIVE,
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
        LIVE,
    },
    {
        .section = "limits",
        .key = "stream-memory-max",
        .fallback = "1073741824",
        .unit = "bytes",
        .help = "Labels of all trees that wait for slow clients; beyond it "
                "each tree keeps its worker, and no more than a block.",
        NUMBER(stream_memory_max, 65536, 1099511627776),
        LIVE,
    },
    {
        .section = "limits",
        .key = "table-memory-max",
        .fallback = "1073741824",
        .unit = "bytes",
        .help = "Memory of all tables that are being answered; further ones "
                "are answered 503.",
        NUMBER(table_memory_max, 1, 1099511627776),
        LIVE,
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
        LIVE,
    },
    {
        .section = "osrm",
        .key = "max-alternatives",
        .option = "max-alternatives",
        .fallback = "3",
        .unit = "routes",
        .help = "Further routes that a request to /route/v1 may ask for.",
        NUMBER(osrm_alternatives_max, 0, 100),
        LIVE,
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
        LIVE,
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
        LIVE,
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
        LIVE,
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
        LIVE,
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
        LIVE,
    },
    {
        .section = "tiles",
        .key = "cache-bytes",
        .fallback = "67108864",
        .unit = "bytes",
        .help = "Memory for map tiles that were drawn, so that they need not "
                "be again; 0 keeps none.",
        NUMBER(tile_cache_bytes, 0, 1099511627776),
        LIVE,
    },
};

const struct setting_group setting_group_limits = SETTING_GROUP(rows);
