/* limits: how much a connection, a request and a question may use.
 *
 * A struct limits is immutable once published. The settings fill one
 * (config/settings.h); service and api read the one in force. A reload
 * publishes a new one as a whole, so a reader that keeps the pointer for a
 * request sees one set of limits.
 *
 * To add a limit: a field here, its row in config/setting_table.c, its use. */
#ifndef RELAXD_BASE_LIMITS_H
#define RELAXD_BASE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

struct limits {
    /* The phases of a connection (api/http/connection.h). */
    uint64_t idle_timeout_s;
    uint64_t header_timeout_s;
    uint64_t body_timeout_s;
    uint64_t send_timeout_s;
    uint64_t shutdown_ms; /* for draining */

    /* Requests. */
    uint64_t body_max_bytes;
    uint64_t bodies_max_bytes;       /* all together */
    uint64_t weights_body_max_bytes; /* of a change of weights, as it comes */
    uint64_t weights_text_max_bytes; /* and unpacked */
    uint64_t json_depth_max;
    uint64_t slow_query_ms; /* the log warns of slower ones; 0: never */
    bool access_log;        /* a line for every request */

    /* Questions (core/service). */
    uint64_t deadline_ms;      /* of questions without one */
    uint64_t queries_max;      /* pairs of one path question */
    uint64_t costs_max;        /* the same for cost-only questions */
    uint64_t stops_max;        /* of one route */
    uint64_t snap_radius_m;    /* of a route's stops at most; 0: unlimited */
    uint64_t table_ids_max;    /* sources and targets of one table */
    uint64_t table_cells_max;  /* sources times targets */
    uint64_t stream_bytes_max; /* labels of one tree waiting for the client, and
                                  costs of one table in memory */
    uint64_t memory_max;       /* of all questions and answers */
    uint64_t models_at_once;   /* new ones; 0: half as many as cores */
    uint64_t models_waiting;   /* questions with further new ones */
    uint64_t feed_lag_max_s;   /* of weights, before /readyz fails; 0: any */

    /* OSRM's API. 0: any number, except of alternatives. */
    uint64_t osrm_route_max;        /* coordinates */
    uint64_t osrm_alternatives_max; /* beside the first route */
    uint64_t osrm_table_max;        /* squared: sources times destinations */
    uint64_t osrm_nearest_max;      /* results */
    uint64_t osrm_trip_max;         /* coordinates */
    uint64_t osrm_match_max;        /* coordinates */
    uint64_t osrm_radius_m;         /* default of a request; 0: any distance */
};

/* The limits in force, for any number of readers. Limits that never change may
 * use `{.now = &limits}`. */
struct runtime_limits {
    _Atomic(const struct limits *) now;
    struct limits_snapshot *newest; /* owned, with all before it */
};

/* Any thread. Valid until limits_finish(). */
const struct limits *limits_now(const struct runtime_limits *runtime);

/* A copy to publish; NULL: out of memory. free() it if it is not published. */
struct limits_snapshot *limits_snapshot(const struct limits *limits);

/* Puts the snapshot in force and takes ownership. Cannot fail. One thread at a
 * time. Earlier snapshots stay in memory, 250 bytes each, because readers may
 * still hold them. */
void limits_publish(struct runtime_limits *runtime,
                    struct limits_snapshot *snapshot);

/* Call it once no thread reads any more; fine on zero bytes. */
void limits_finish(struct runtime_limits *runtime);

#endif
