/* limits: what requests may take, and what is logged of them, for all listeners
 * of a process.
 *
 * Any thread may change one at any time; each is read by itself, once
 * for each use: plain loads and stores of atomics. */
#ifndef RELAXD_API_HTTP_LIMITS_H
#define RELAXD_API_HTTP_LIMITS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* 0: no limit, but for alternatives. Each may change while
 * requests are read. */
struct osrm_limits {
    _Atomic uint64_t route_max;        /* coordinates */
    _Atomic uint64_t alternatives_max; /* beside the first route */
    _Atomic uint64_t table_max;   /* sources times destinations: its square */
    _Atomic uint64_t nearest_max; /* results */
    _Atomic uint64_t trip_max;    /* coordinates */
    _Atomic uint64_t match_max;   /* coordinates */
    _Atomic double default_radius_m; /* where a request says none; INFINITY:
                                        any */
};

struct http_limits {
    /* Of a connection's phases, in all (connection.h). */
    _Atomic unsigned idle_timeout_s;
    _Atomic unsigned header_timeout_s;
    _Atomic unsigned body_timeout_s;
    _Atomic unsigned send_timeout_s;
    _Atomic uint64_t shutdown_ms; /* of draining at most */
    _Atomic size_t body_max_bytes;
    _Atomic size_t bodies_max_bytes; /* of all together */
    _Atomic size_t json_depth_max;
    atomic_bool access_log;         /* a line for every request */
    _Atomic uint64_t slow_query_us; /* what takes longer is logged; 0: none */
    struct osrm_limits osrm;
};

#endif
