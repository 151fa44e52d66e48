/* osrm_request: what a request to OSRM's HTTP API says, from a URL or from a
 * JSON body, before anything is looked up. Start reading api/osrm/ here;
 * docs/osrm.md says what of OSRM is spoken.
 *
 * osrm_parse.h makes one from the target of a GET or the body of a POST and
 * checks the grammar; the checks below look at what the options say together
 * and at the limits. osrm.h does all of that for the handlers of the services,
 * which read the request and never see text.
 *
 * Lists that have an entry for each coordinate are NULL where the option was
 * not given. All is owned by the request. */
#ifndef RELAXD_API_OSRM_OSRM_REQUEST_H
#define RELAXD_API_OSRM_OSRM_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/fields.h"
#include "api/osrm/osrm_problem.h"
#include "core/base/limits.h"
#include "core/engine/registry.h"
#include "core/graph/position.h"
#include "core/graph/roads/roads.h"
#include "core/service/place/snap.h"
#include "core/service/tile/tile_frame.h"

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
    enum route_straight continue_straight;
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

    /* How many entries these lists have, which have one for each coordinate
     * once osrm_check_options() is content; 0: the option was not given. */
    struct {
        size_t hints; /* whatever they say */
        size_t bearings;
        size_t radiuses;
        size_t approaches;
    } given;

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
    struct tile_id tile;             /* TILE, as it was asked for */

    /* Of osrm_read(): 0, -EINVAL with the problem, -ENOMEM; what goes on then.
     */
    int result;
    struct osrm_problem problem;
    void (*done)(struct exchange *exchange);

    /* What it found; pinned until finish. */
    struct map_entry *entry;         /* with roads */
    struct question_options options; /* its names, for questions */
    uint16_t exclude_bits;           /* classes of its profile */
};

/* With the defaults of all options. finish() frees what it owns; zero bytes are
 * fine. */
void osrm_request_init(struct osrm_request *request);
void osrm_request_finish(struct osrm_request *request);

/* ---- Lists --------------------------------------------------------------- */

/* Each makes room for `count` entries, which stand for "not given" until they
 * are set, in place of what an option before it said. False: out of memory. */
bool osrm_list_coordinates(struct osrm_request *request, size_t count);
bool osrm_list_bearings(struct osrm_request *request, size_t count);
bool osrm_list_radiuses(struct osrm_request *request, size_t count);
bool osrm_list_approaches(struct osrm_request *request, size_t count);
bool osrm_list_excludes(struct osrm_request *request, size_t count);
bool osrm_list_indices(struct osrm_indices *indices, size_t count);

/* Ascending, each once. */
void osrm_list_sort(struct osrm_indices *indices);

/* Of degrees, rounded to 10^-6 of them. False: they are beyond 2147, where OSRM
 * has no number for them. What is beyond 210 becomes 210: no place, either. */
bool osrm_position_set(struct position *position, double lon_deg,
                       double lat_deg);

/* The coordinates of a polyline with so many decimals, 5 or 6; false: out of
 * memory. `text` has characters from '?' to '~' alone; one that is cut short
 * ends with what there is of it. */
bool osrm_list_polyline(struct osrm_request *request, const char *text,
                        size_t length, unsigned decimals);

/* A name that is longer than any class's is cut, and so is none's. */
void osrm_exclude_set(struct osrm_request *request, size_t index,
                      const char *name, size_t length);

/* What no bearing may be becomes UINT16_MAX. */
void osrm_bearing_set(struct osrm_bearing *bearing, int64_t value_deg,
                      int64_t range_deg);

/* ---- Checks -------------------------------------------------------------- */

/* Lists as long as the coordinates are many, numbers in their ranges. */
int osrm_check_options(const struct osrm_request *request,
                       struct osrm_problem *problem);

/* Before the map is looked at: how much it is. For route also where the
 * coordinates are, and which of them are waypoints. */
int osrm_check_limits(const struct osrm_request *request,
                      const struct limits *limits,
                      struct osrm_problem *problem);

/* After that: the rest, of table how much it is. */
int osrm_check_rest(const struct osrm_request *request,
                    const struct limits *limits, struct osrm_problem *problem);

/* The class bits of what is to be excluded: any classes of the profile. */
int osrm_check_exclude(const struct osrm_request *request,
                       const struct road_profile *profile,
                       uint16_t *ret_class_bits, struct osrm_problem *problem);

#endif
