/* fuzz_osrm_url: any bytes as the target of a GET of OSRM's API. */
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_parse.h"
#include "api/osrm/osrm_request.h"
#include "tests/fuzz/fuzz.h"

static void check_lists(const struct osrm_request *request)
{
    size_t count = request->coordinate_count;

    if ((request->given.hints && request->given.hints != count) ||
        (request->given.bearings && request->given.bearings != count) ||
        (request->given.radiuses && request->given.radiuses != count) ||
        (request->given.approaches && request->given.approaches != count))
        abort(); /* a list that the services would read beyond its end */
}

static void check(const struct osrm_request *request)
{
    const struct limits limits = {
        .osrm_route_max = 500,
        .osrm_alternatives_max = 3,
        .osrm_table_max = 100,
        .osrm_nearest_max = 100,
        .osrm_trip_max = 100,
        .osrm_match_max = 100,
        .osrm_radius_m = 1,
    };
    struct osrm_problem problem;

    if (osrm_check_options(request, &problem))
        return;
    if (request->service != OSRM_TILE)
        check_lists(request);
    if (!osrm_check_limits(request, &limits, &problem))
        osrm_check_rest(request, &limits, &problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *target = strndup((const char *)bytes, size);
    struct osrm_url url = {0};
    struct osrm_request request;
    struct osrm_problem problem;

    osrm_request_init(&request);
    if (!osrm_url_split(target, true, &url, &problem)) {
        if (url.query > url.length ||
            url.profile + url.profile_length >= url.query)
            abort(); /* parts that are not consecutive */
        if (!osrm_query_read(&url, &request, &problem))
            check(&request);
    }
    osrm_request_finish(&request);
    free(url.text);
    free(target);
    return 0;
}
