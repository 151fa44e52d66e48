/* osrm_check: what the options of a request say together. */
#include "api/osrm/osrm_check.h"

#include <errno.h>
#include <string.h>

static int refuse_size(const char *name, size_t size, size_t count,
                       struct osrm_problem *problem)
{
    return osrm_problem_set(
        problem, "InvalidOptions",
        "Number of elements in %s size %zu does not match coordinate size %zu",
        name, size, count);
}

/* Of several that do not match OSRM names the first, for nearest the last. */
static int check_sizes(const struct osrm_request *request,
                       struct osrm_problem *problem)
{
    const struct osrm_list_sizes *given = &request->given;
    const struct {
        const char *name;
        size_t size;
    } lists[] = {
        {"hints", given->hints},
        {"bearings", given->bearings},
        {"radiuses", given->radiuses},
        {"approaches", given->approaches},
    };
    size_t count = request->coordinate_count;
    int result = 0;

    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        if (lists[i].size == 0 || lists[i].size == count)
            continue;
        if (!result || request->service == OSRM_NEAREST)
            result = refuse_size(lists[i].name, lists[i].size, count, problem);
    }
    return result;
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

/* What OSRM refuses without a word. */
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
                       const struct osrm_limits *limits,
                       struct osrm_problem *problem)
{
    if (is_over(request->coordinate_count, limits->route_max))
        return osrm_problem_set(
            problem, "TooBig",
            "Number of entries %zu is higher than current maximum (%ju)",
            request->coordinate_count, (uintmax_t)limits->route_max);
    if (request->route.alternatives > limits->alternatives_max)
        return osrm_problem_set(
            problem, "TooBig",
            "Requested number of alternatives is higher than current maximum "
            "(%ju)",
            (uintmax_t)limits->alternatives_max);
    if (check_coordinates(request, "InvalidValue", "Invalid coordinate value.",
                          problem))
        return -EINVAL;
    return check_waypoints(request, problem);
}

int osrm_check_limits(const struct osrm_request *request,
                      const struct osrm_limits *limits,
                      struct osrm_problem *problem)
{
    return request->service == OSRM_ROUTE
               ? check_route(request, limits, problem)
               : 0;
}

static int check_nearest(const struct osrm_request *request,
                         const struct osrm_limits *limits,
                         struct osrm_problem *problem)
{
    if (is_over(request->number, limits->nearest_max))
        return osrm_problem_set(
            problem, "TooBig",
            "Number of results %u is higher than current maximum (%ju)",
            request->number, (uintmax_t)limits->nearest_max);
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
                    const struct osrm_limits *limits,
                    struct osrm_problem *problem)
{
    if (request->service == OSRM_NEAREST)
        return check_nearest(request, limits, problem);
    if (request->service != OSRM_TABLE)
        return 0;
    if (check_coordinates(request, "InvalidOptions", "Coordinates are invalid",
                          problem))
        return -EINVAL;
    if (is_large_table(request, limits->table_max))
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
        uint32_t class = 0;

        while (class < profile->class_count &&
               strcmp(profile->class_name[class], request->exclude[i]) != 0)
            class ++;
        if (class == profile->class_count)
            return osrm_problem_set(
                problem, "InvalidValue",
                "Exclude flag combination is not supported.");
        bits |= (uint16_t)(1U << class);
    }
    *ret_class_bits = bits;
    return 0;
}
