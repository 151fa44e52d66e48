/* osrm_limits: how much may be asked of OSRM's API at once. */
#ifndef RELAXD_API_OSRM_OSRM_LIMITS_H
#define RELAXD_API_OSRM_OSRM_LIMITS_H

#include <stdint.h>

/* 0: as much as one likes, but for alternatives. Each may be set anew while
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

#endif
