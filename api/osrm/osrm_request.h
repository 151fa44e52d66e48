/* osrm_request: a request to OSRM's HTTP API, from a URL or a JSON body, before
 * any lookup. Start reading api/osrm/ here; docs/osrm.md lists the supported
 * parts of OSRM.
 *
 * osrm_parse.h fills a request from the target of a GET or the body of a POST
 * and checks the grammar. The checks below look at combinations of options and
 * at the limits. osrm.h does all of that for the handlers of the services,
 * which never parse text.
 *
 * Lists with one entry per coordinate are NULL if the option was not given. The
 * request owns everything in it. */
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

#define OSRM_ALTERNATIVES_TRUE 1

struct osrm_request {
    enum osrm_service service;
    /* Cut to one byte more than the longest name. OSRM ignores the profile;
     * relaxd does not. */
    char profile[MAP_NAME_SIZE + ROAD_NAME_SIZE + 1];

    struct position *coordinate; /* [coordinate_count] rounded to 10^-6
                                    degrees, in range after the checks */
    size_t coordinate_count;

    struct { /* bearings=value,range */
        bool given;
        uint16_t value_deg; /* [0, 360] after the checks; UINT16_MAX: invalid */
        uint16_t range_deg; /* [0, 180], the same way */
    } * bearing;            /* [coordinate_count] or NULL */
    double *radius_m;       /* the same; INFINITY: unlimited, NAN:
                               default_radius_m */
    enum approach *approach; /* the same */

    /* The number of entries in these lists; 0: not given. Once
     * osrm_check_options() has passed, each given list has one entry per
     * coordinate. */
    struct {
        size_t hints; /* of any content */
        size_t bearings;
        size_t radiuses;
        size_t approaches;
    } given;

    double default_radius_m; /* from the settings; default INFINITY */
    char (*exclude)[32];     /* [exclude_count] class names */
    size_t exclude_count;
    char *avoid_polygons; /* GeoJSON as text, owned; NULL: not given */
    bool generate_hints;
    bool skip_waypoints;
    bool snap_any;    /* snapping=any */
    bool flatbuffers; /* requested instead of JSON; refused */

    struct {
        unsigned alternatives; /* further routes; "true" is
                                  OSRM_ALTERNATIVES_TRUE */
        bool steps;
        unsigned annotations; /* set of enum osrm_annotation */
        enum osrm_geometries geometries;
        enum osrm_overview overview;
        enum route_straight continue_straight;
        struct osrm_indices waypoints; /* in the given order until
                                          osrm_list_sort() */
    } route;                           /* ROUTE; MATCH and TRIP share it */
    struct {
        struct osrm_indices sources;
        struct osrm_indices destinations;
        bool durations;
        bool distances;
        double fallback_speed; /* m/s; INFINITY: none */
        bool fallback_input;   /* fallback_coordinate=input, else snapped */
        double scale_factor;   /* 1 unless given */
    } table;                   /* TABLE */
    unsigned number;           /* NEAREST: how many results */
    struct tile_id tile;       /* TILE, as requested */

    /* For osrm_read(): its result, 0, -EINVAL with the problem or -ENOMEM; then
     * the function that it calls. */
    int result;
    struct osrm_problem problem;
    void (*done)(struct exchange *exchange);

    /* What osrm_read() found; pinned until finish. */
    struct map_entry *entry;         /* with roads */
    struct question_options options; /* for questions: names of map and
                                        profile */
    uint16_t exclude_bits;           /* classes of the profile */
};

/* Sets all options to their defaults. osrm_request_finish() frees what the
 * request owns; zero bytes are fine. */
void osrm_request_init(struct osrm_request *request);
void osrm_request_finish(struct osrm_request *request);

/* ---- Lists --------------------------------------------------------------- */

/* Each makes room for `count` entries, all "not given" until set, and drops the
 * entries of an earlier option of that name. False: out of memory. */
bool osrm_list_coordinates(struct osrm_request *request, size_t count);
bool osrm_list_bearings(struct osrm_request *request, size_t count);
bool osrm_list_radiuses(struct osrm_request *request, size_t count);
bool osrm_list_approaches(struct osrm_request *request, size_t count);
bool osrm_list_excludes(struct osrm_request *request, size_t count);
bool osrm_list_indices(struct osrm_indices *indices, size_t count);

/* Sorts ascending and drops repeats. */
void osrm_list_sort(struct osrm_indices *indices);

/* Rounds degrees to 10^-6. False: beyond 2147, where OSRM has no number for
 * them. Anything beyond 210 becomes 210, which is not a valid position
 * either. */
bool osrm_position_set(struct position *position, double lon_deg,
                       double lat_deg);

/* Reads the coordinates of a polyline with 5 or 6 decimals; false: out of
 * memory. `text` holds only characters from '?' to '~'. If it is cut short, the
 * last number has the bits that are there, and a missing one means no change.
 */
bool osrm_list_polyline(struct osrm_request *request, const char *text,
                        size_t length, unsigned decimals);

/* Truncates a name longer than any class name, which then matches no class. */
void osrm_exclude_set(struct osrm_request *request, size_t index,
                      const char *name, size_t length);

/* Invalid values become UINT16_MAX. */
void osrm_bearing_set(struct osrm_request *request, size_t index,
                      int64_t value_deg, int64_t range_deg);

/* ---- Checks -------------------------------------------------------------- */

/* Checks that lists match the number of coordinates, and ranges. */
int osrm_check_options(const struct osrm_request *request,
                       struct osrm_problem *problem);

/* Checks the size limits, before any use of the map. For route also the range
 * of the coordinates, and which of them are waypoints. */
int osrm_check_limits(const struct osrm_request *request,
                      const struct limits *limits,
                      struct osrm_problem *problem);

/* The remaining checks, after that; for table also its size. */
int osrm_check_rest(const struct osrm_request *request,
                    const struct limits *limits, struct osrm_problem *problem);

/* The class bits to exclude; any class of the profile is allowed. */
int osrm_check_exclude(const struct osrm_request *request,
                       const struct road_profile *profile,
                       uint16_t *ret_class_bits, struct osrm_problem *problem);

#endif
