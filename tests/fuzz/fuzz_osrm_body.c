/* fuzz_osrm_body: any bytes as the body of a POST to OSRM's API, for route and
 * for table. */
#include <string.h>

#include "api/osrm/osrm_parse.h"
#include "api/osrm/osrm_request.h"
#include "tests/fuzz/fuzz.h"

static void try_service(enum osrm_service service, const char *body,
                        size_t length)
{
    char text[] = "/x/v1/car";
    const struct osrm_url url = {
        .text = text,
        .length = sizeof(text) - 1,
        .service = service,
        .profile = 6,
        .profile_length = 3,
        .query = sizeof(text) - 1,
    };
    struct osrm_request request;
    struct osrm_problem problem;

    osrm_request_init(&request);
    if (!osrm_body_read(&url, body, length, 16, &request, &problem))
        osrm_check_options(&request, &problem);
    osrm_request_finish(&request);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    try_service(OSRM_ROUTE, (const char *)bytes, size);
    try_service(OSRM_TABLE, (const char *)bytes, size);
    return 0;
}
