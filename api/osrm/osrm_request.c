/* Defaults, lists that are filled entry by entry, and checks. */
#include "api/osrm/osrm_request.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void osrm_request_init(struct osrm_request *request)
{
    memset(request, 0, sizeof(*request));
    request->default_radius_m = INFINITY;
    request->generate_hints = true;
    request->table.durations = true;
    request->table.fallback_speed = INFINITY;
    request->table.fallback_input = true;
    request->table.scale_factor = 1;
    request->number = 1;
}

void osrm_request_finish(struct osrm_request *request)
{
    free(request->coordinate);
    free(request->bearing);
    free(request->radius_m);
    free(request->approach);
    free(request->exclude);
    free(request->avoid_polygons);
    question_options_finish(&request->options);
    free(request->route.waypoints.index);
    free(request->table.sources.index);
    free(request->table.destinations.index);
    map_entry_release(request->entry);
}

/* ---- Lists --------------------------------------------------------------- */

/* Replaces `old`; all bytes zero. */
static void *renew(void *old, size_t count, size_t size)
{
    free(old);
    return array_zero(count, size);
}

bool osrm_list_coordinates(struct osrm_request *request, size_t count)
{
    request->coordinate =
        renew(request->coordinate, count, sizeof(*request->coordinate));
    request->coordinate_count = request->coordinate ? count : 0;
    return request->coordinate;
}

bool osrm_list_bearings(struct osrm_request *request, size_t count)
{
    request->bearing =
        renew(request->bearing, count, sizeof(*request->bearing));
    request->given.bearings = request->bearing ? count : 0;
    return request->bearing;
}

bool osrm_list_radiuses(struct osrm_request *request, size_t count)
{
    request->radius_m =
        renew(request->radius_m, count, sizeof(*request->radius_m));
    request->given.radiuses = request->radius_m ? count : 0;
    for (size_t i = 0; i < request->given.radiuses; i++)
        request->radius_m[i] = NAN;
    return request->radius_m;
}

bool osrm_list_approaches(struct osrm_request *request, size_t count)
{
    request->approach =
        renew(request->approach, count, sizeof(*request->approach));
    request->given.approaches = request->approach ? count : 0;
    return request->approach;
}

bool osrm_list_excludes(struct osrm_request *request, size_t count)
{
    request->exclude =
        renew(request->exclude, count, sizeof(*request->exclude));
    request->exclude_count = request->exclude ? count : 0;
    return request->exclude;
}

bool osrm_list_indices(struct osrm_indices *indices, size_t count)
{
    indices->index = renew(indices->index, count, sizeof(*indices->index));
    indices->count = indices->index ? count : 0;
    return indices->index;
}

static int compare_indices(const void *left, const void *right)
{
    const size_t *a = left;
    const size_t *b = right;

    return (*a > *b) - (*a < *b);
}

void osrm_list_sort(struct osrm_indices *indices)
{
    size_t kept = 0;

    if (indices->count)
        qsort(indices->index, indices->count, sizeof(*indices->index),
              compare_indices);
    for (size_t i = 0; i < indices->count; i++) {
        if (!kept || indices->index[i] != indices->index[kept - 1])
            indices->index[kept++] = indices->index[i];
    }
    indices->count = kept;
}

/* Not on the globe, and within 32 bits when multiplied by 10^7. */
static const int64_t nowhere_e6 = 210000000;

static int32_t to_e7(int64_t value_e6)
{
    if (value_e6 > nowhere_e6)
        value_e6 = nowhere_e6;
    if (value_e6 < -nowhere_e6)
        value_e6 = -nowhere_e6;
    return (int32_t)(value_e6 * 10);
}

bool osrm_position_set(struct position *position, double lon_deg,
                       double lat_deg)
{
    double lon_e6 = round(lon_deg * 1e6);
    double lat_e6 = round(lat_deg * 1e6);

    if (!(fabs(lon_e6) <= INT32_MAX && fabs(lat_e6) <= INT32_MAX))
        return false;
    position->lon_e7 = to_e7((int64_t)lon_e6);
    position->lat_e7 = to_e7((int64_t)lat_e6);
    return true;
}

/* The next difference of a polyline; moves `*at` behind it. */
static int64_t next_difference(const char **at, const char *end)
{
    uint64_t bits = 0;
    unsigned shift = 0;
    bool more = true;

    while (more && *at < end) {
        unsigned chunk = (unsigned)(*(*at)++ - '?');

        if (shift < 60)
            bits |= (uint64_t)(chunk & 0x1f) << shift;
        shift += 5;
        more = chunk & 0x20;
    }
    return bits & 1 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
}

/* Clamps, so that no sum overflows, however many terms. */
static int64_t add_clamped(int64_t sum, int64_t difference)
{
    const int64_t limit = INT32_MAX;

    if (difference > 2 * limit || difference < -2 * limit)
        return limit;
    sum += difference;
    return sum > limit ? limit : sum < -limit ? -limit : sum;
}

/* Every second number ends a position; so does the last, if text is cut. */
static size_t count_positions(const char *text, size_t length)
{
    size_t ends = 0;

    for (size_t i = 0; i < length; i++)
        ends += !((unsigned)(text[i] - '?') & 0x20);
    if (length && (unsigned)(text[length - 1] - '?') & 0x20)
        ends++;
    return (ends + 1) / 2;
}

bool osrm_list_polyline(struct osrm_request *request, const char *text,
                        size_t length, unsigned decimals)
{
    const char *end = text + length;
    int64_t scale = decimals == 5 ? 10 : 1;
    int64_t lat = 0;
    int64_t lon = 0;

    if (!osrm_list_coordinates(request, count_positions(text, length)))
        return false;
    for (size_t i = 0; i < request->coordinate_count; i++) {
        lat = add_clamped(lat, next_difference(&text, end));
        lon = add_clamped(lon, next_difference(&text, end));
        request->coordinate[i].lon_e7 = to_e7(lon * scale);
        request->coordinate[i].lat_e7 = to_e7(lat * scale);
    }
    return true;
}

void osrm_exclude_set(struct osrm_request *request, size_t index,
                      const char *name, size_t length)
{
    size_t size = sizeof(*request->exclude);

    if (length >= size)
        length = size - 1;
    memcpy(request->exclude[index], name, length);
    request->exclude[index][length] = '\0';
}

static uint16_t degrees(int64_t value, int64_t maximum)
{
    return value >= 0 && value <= maximum ? (uint16_t)value : UINT16_MAX;
}

void osrm_bearing_set(struct osrm_request *request, size_t index,
                      int64_t value_deg, int64_t range_deg)
{
    request->bearing[index].given = true;
    request->bearing[index].value_deg = degrees(value_deg, 360);
    request->bearing[index].range_deg = degrees(range_deg, 180);
}

/* ---- Checks -------------------------------------------------------------- */

static int refuse_size(const char *name, size_t size, size_t count,
                       struct osrm_problem *problem)
{
    return osrm_problem_set(
        problem, "InvalidOptions",
        "Number of elements in %s size %zu does not match coordinate size %zu",
        name, size, count);
}

/* Of several mismatches OSRM names the first; for nearest the last. */
static int check_sizes(const struct osrm_request *request,
                       struct osrm_problem *problem)
{
    const struct {
        const char *name;
        size_t size;
    } lists[] = {
        {"hints", request->given.hints},
        {"bearings", request->given.bearings},
        {"radiuses", request->given.radiuses},
        {"approaches", request->given.approaches},
    };
    size_t count = request->coordinate_count;
    int r = 0;

    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        if (lists[i].size == 0 || lists[i].size == count)
            continue;
        if (!r || request->service == OSRM_NEAREST)
            r = refuse_size(lists[i].name, lists[i].size, count, problem);
    }
    return r;
}

static bool has_bad_bearing(const struct osrm_request *request)
{
    for (size_t i = 0; i < request->given.bearings; i++) {
        if (request->bearing[i].value_deg > 360 ||
            request->bearing[i].range_deg > 180)
            return true;
    }
    return false;
}

static bool has_bad_index(const struct osrm_request *request,
                          const struct osrm_indices *indices)
{
    for (size_t i = 0; i < indices->count; i++) {
        if (indices->index[i] >= request->coordinate_count)
            return true;
    }
    return false;
}

/* What OSRM refuses without details. */
static bool is_bad(const struct osrm_request *request)
{
    return has_bad_bearing(request) ||
           has_bad_index(request, &request->route.waypoints) ||
           has_bad_index(request, &request->table.sources) ||
           has_bad_index(request, &request->table.destinations) ||
           request->number < 1;
}

static int check_table(const struct osrm_request *request,
                       struct osrm_problem *problem)
{
    if (request->table.scale_factor <= 0)
        return osrm_problem_set(problem, "InvalidOptions",
                                "scale_factor must be > 0");
    if (request->table.fallback_speed <= 0)
        return osrm_problem_set(problem, "InvalidOptions",
                                "fallback_speed must be > 0");
    return 0;
}

int osrm_check_options(const struct osrm_request *request,
                       struct osrm_problem *problem)
{
    if (check_table(request, problem) || check_sizes(request, problem))
        return -EINVAL;
    if (request->service != OSRM_NEAREST && request->service != OSRM_TILE &&
        request->coordinate_count < 2)
        return osrm_problem_set(
            problem, "InvalidOptions",
            "Number of coordinates needs to be at least two.");
    if (is_bad(request))
        return osrm_problem_set(problem, "InvalidOptions", "%s", "");
    if (request->flatbuffers)
        return osrm_problem_set(problem, "NotImplemented",
                                "Flatbuffers are not offered, JSON is.");
    return 0;
}

static bool is_over(uint64_t size, uint64_t limit)
{
    return limit && size > limit;
}

static int check_coordinates(const struct osrm_request *request,
                             const char *code, const char *message,
                             struct osrm_problem *problem)
{
    for (size_t i = 0; i < request->coordinate_count; i++) {
        struct position position = request->coordinate[i];

        if (position.lon_e7 < -1800000000 || position.lon_e7 > 1800000000 ||
            position.lat_e7 < -900000000 || position.lat_e7 > 900000000)
            return osrm_problem_set(problem, code, "%s", message);
    }
    return 0;
}

static int check_waypoints(const struct osrm_request *request,
                           struct osrm_problem *problem)
{
    const struct osrm_indices *waypoints = &request->route.waypoints;

    if (!waypoints->count ||
        (waypoints->index[0] == 0 && waypoints->index[waypoints->count - 1] ==
                                         request->coordinate_count - 1))
        return 0;
    return osrm_problem_set(
        problem, "InvalidValue",
        "First and last coordinates must be specified as waypoints.");
}

static int check_route(const struct osrm_request *request,
                       const struct limits *limits,
                       struct osrm_problem *problem)
{
    if (is_over(request->coordinate_count, limits->osrm_route_max))
        return osrm_problem_set(
            problem, "TooBig",
            "Number of entries %zu is higher than current maximum (%ju)",
            request->coordinate_count, (uintmax_t)limits->osrm_route_max);
    if (request->route.alternatives > limits->osrm_alternatives_max)
        return osrm_problem_set(
            problem, "TooBig",
            "Requested number of alternatives is higher than current maximum "
            "(%ju)",
            (uintmax_t)limits->osrm_alternatives_max);
    if (check_coordinates(request, "InvalidValue", "Invalid coordinate value.",
                          problem))
        return -EINVAL;
    return check_waypoints(request, problem);
}

int osrm_check_limits(const struct osrm_request *request,
                      const struct limits *limits, struct osrm_problem *problem)
{
    return request->service == OSRM_ROUTE
               ? check_route(request, limits, problem)
               : 0;
}

static int check_nearest(const struct osrm_request *request,
                         const struct limits *limits,
                         struct osrm_problem *problem)
{
    if (is_over(request->number, limits->osrm_nearest_max))
        return osrm_problem_set(
            problem, "TooBig",
            "Number of results %u is higher than current maximum (%ju)",
            request->number, (uintmax_t)limits->osrm_nearest_max);
    if (check_coordinates(request, "InvalidOptions", "Coordinates are invalid",
                          problem))
        return -EINVAL;
    if (request->coordinate_count != 1)
        return osrm_problem_set(problem, "InvalidOptions",
                                "Only one input coordinate is supported");
    return 0;
}

/* Products of 64 bits would wrap. */
static bool is_large_table(const struct osrm_request *request, uint64_t limit)
{
    size_t sources = request->table.sources.count;
    size_t destinations = request->table.destinations.count;
    double cells =
        (double)(sources ? sources : request->coordinate_count) *
        (double)(destinations ? destinations : request->coordinate_count);

    return limit && cells > (double)limit * (double)limit;
}

int osrm_check_rest(const struct osrm_request *request,
                    const struct limits *limits, struct osrm_problem *problem)
{
    if (request->service == OSRM_NEAREST)
        return check_nearest(request, limits, problem);
    if (request->service != OSRM_TABLE)
        return 0;
    if (check_coordinates(request, "InvalidOptions", "Coordinates are invalid",
                          problem))
        return -EINVAL;
    if (is_large_table(request, limits->osrm_table_max))
        return osrm_problem_set(problem, "TooBig",
                                "Too many table coordinates");
    return 0;
}

int osrm_check_exclude(const struct osrm_request *request,
                       const struct road_profile *profile,
                       uint16_t *ret_class_bits, struct osrm_problem *problem)
{
    uint16_t bits = 0;

    for (size_t i = 0; i < request->exclude_count; i++) {
        const char *name = request->exclude[i];
        uint16_t bit = road_profile_class(profile, name, strlen(name));

        if (!bit)
            return osrm_problem_set(
                problem, "InvalidValue",
                "Exclude flag combination is not supported.");
        bits |= bit;
    }
    *ret_class_bits = bits;
    return 0;
}
