/* osrm_request: what a request to OSRM's HTTP API says, from a URL or from a
 * JSON body, before anything is looked up. Start reading api/osrm/ here;
 * docs/osrm.md says what of OSRM is spoken.
 *
 * osrm_query.h makes one from the target of a GET, osrm_body.h from the body of
 * a POST; both check the grammar, osrm_check.h what the options say together
 * and whether it is within the limits. osrm_service.h does all of that for the
 * handlers of the services, which read it and never see text.
 *
 * Lists that have an entry for each coordinate are NULL where the option was
 * not given. All is owned by the request. */
#ifndef RELAXD_API_OSRM_OSRM_REQUEST_H
#define RELAXD_API_OSRM_OSRM_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/fields.h"
#include "core/engine/registry.h"
#include "core/graph/position.h"
#include "core/graph/roads/roads.h"
#include "core/service/place/snap.h"

enum osrm_service {
    OSRM_ROUTE,
    OSRM_TABLE,
    OSRM_NEAREST,
    OSRM_MATCH,
    OSRM_TRIP,
    OSRM_TILE,
    OSRM_SERVICE_COUNT,
};

/* bearings=value,range */
struct osrm_bearing {
    bool given;
    uint16_t value_deg; /* [0, 360] once checked; UINT16_MAX for all others */
    uint16_t range_deg; /* [0, 180], the same */
};

enum osrm_geometries { OSRM_POLYLINE, OSRM_POLYLINE6, OSRM_GEOJSON };

enum osrm_overview {
    OSRM_OVERVIEW_SIMPLIFIED,
    OSRM_OVERVIEW_FULL,
    OSRM_OVERVIEW_FALSE,
    OSRM_OVERVIEW_BY_LEGS,
};

enum osrm_annotation {
    OSRM_ANNOTATE_DURATION = 1 << 0,
    OSRM_ANNOTATE_NODES = 1 << 1,
    OSRM_ANNOTATE_DISTANCE = 1 << 2,
    OSRM_ANNOTATE_WEIGHT = 1 << 3,
    OSRM_ANNOTATE_DATASOURCES = 1 << 4,
    OSRM_ANNOTATE_SPEED = 1 << 5,
    OSRM_ANNOTATE_ALL = (1 << 6) - 1,
};

enum osrm_straight {
    OSRM_STRAIGHT_DEFAULT,
    OSRM_STRAIGHT_YES,
    OSRM_STRAIGHT_NO
};

/* Indices of coordinates; count 0: "all", or not given. */
struct osrm_indices {
    size_t *index; /* [count] */
    size_t count;
};

/* route, and what match and trip share with it. */
struct osrm_route_options {
    unsigned alternatives; /* further routes wanted: "true" is
                              OSRM_ALTERNATIVES_TRUE */
    bool steps;
    unsigned annotations; /* set of enum osrm_annotation */
    enum osrm_geometries geometries;
    enum osrm_overview overview;
    enum osrm_straight continue_straight;
    struct osrm_indices waypoints; /* as given until osrm_list_sort() */
};

#define OSRM_ALTERNATIVES_TRUE 1

struct osrm_table_options {
    struct osrm_indices sources;
    struct osrm_indices destinations;
    bool durations;
    bool distances;
    double fallback_speed; /* m/s; INFINITY: none */
    bool fallback_input;   /* fallback_coordinate=input, else snapped */
    double scale_factor;   /* 1 unless given */
};

/* tile(x,y,z).mvt */
struct osrm_tile {
    uint32_t x;
    uint32_t y;
    uint32_t z;
};

/* How many entries the lists have, which have one for each coordinate once
 * osrm_check_options() is content; 0: the option was not given. */
struct osrm_list_sizes {
    size_t hints; /* whatever they say */
    size_t bearings;
    size_t radiuses;
    size_t approaches;
};

struct osrm_request {
    enum osrm_service service;
    /* Cut to one more than any name has; OSRM ignores it, osrm_profile.h does
     * not. */
    char profile[MAP_NAME_SIZE + ROAD_NAME_SIZE + 1];

    struct position *coordinate; /* [coordinate_count] rounded to 10^-6 degrees,
                                    in range once osrm_check_coordinates() is
                                    content */
    size_t coordinate_count;

    struct osrm_bearing *bearing; /* [coordinate_count] or NULL */
    double *radius_m;             /* the same; INFINITY: unlimited, NAN: as
                                     default_radius_m */
    enum approach *approach;      /* the same */
    struct osrm_list_sizes given;
    double default_radius_m; /* INFINITY unless the settings say otherwise */
    char (*exclude)[32];     /* [exclude_count] names of classes */
    size_t exclude_count;
    bool generate_hints;
    bool skip_waypoints;
    bool snap_any;    /* snapping=any */
    bool flatbuffers; /* wanted instead of JSON, which is refused */

    struct osrm_route_options route; /* ROUTE, MATCH, TRIP */
    struct osrm_table_options table; /* TABLE */
    unsigned number;                 /* NEAREST: results wanted */
    struct osrm_tile tile;           /* TILE */

    /* What osrm_service_read() found; pinned until finish. */
    struct map_entry *entry; /* with roads */
    struct wish wish;        /* its names, for questions */
    uint16_t exclude_bits;   /* classes of its profile */
};

/* With the defaults of all options. finish() frees what it owns; zero bytes are
 * fine. */
void osrm_request_init(struct osrm_request *request);
void osrm_request_finish(struct osrm_request *request);

#endif
