/* osrm_limits: how much may be asked of OSRM's API at once. */
#ifndef RELAXD_API_OSRM_OSRM_LIMITS_H
#define RELAXD_API_OSRM_OSRM_LIMITS_H

#include <stdint.h>

/* 0: as much as one likes, but for alternatives. */
struct osrm_limits {
    uint64_t route_max;        /* coordinates */
    uint64_t alternatives_max; /* beside the first route */
    uint64_t table_max;        /* sources times destinations: its square */
    uint64_t nearest_max;      /* results */
    uint64_t trip_max;         /* coordinates */
    uint64_t match_max;        /* coordinates */
    double default_radius_m;   /* where a request says none; INFINITY: any */
};

#endif
