/* fuzz_query: any bytes as a query string, and as an Accept header. */
#include <stdlib.h>
#include <string.h>

#include "api/form/fields.h"
#include "api/http/negotiate.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

struct request {
    uint64_t from;
    uint32_t limit;
    char map[FIELD_NAME_SIZE];
    char set[QUESTION_SET_SIZE];
    struct date_time depart_at;
    bool paths;
    unsigned geometry;
    struct route_stop place;
    struct stop_list via;
};

static const char *const geometries[] = {"geojson", "none", NULL};

static const struct field fields[] = {
    {"from", FIELD_ID, true, offsetof(struct request, from), NULL},
    {"limit", FIELD_COST, false, offsetof(struct request, limit), NULL},
    {"map", FIELD_NAME, false, offsetof(struct request, map), NULL},
    {"set", FIELD_SET, false, offsetof(struct request, set), NULL},
    {"depart_at", FIELD_TIME, false, offsetof(struct request, depart_at), NULL},
    {"paths", FIELD_FLAG, false, offsetof(struct request, paths), NULL},
    {"geometry", FIELD_CHOICE, false, offsetof(struct request, geometry),
     geometries},
    {"place", FIELD_STOP, false, offsetof(struct request, place), NULL},
    {"via", FIELD_STOPS, false, offsetof(struct request, via), NULL},
    FIELDS_END,
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct request request = {0};
    struct problem problem;
    char *text = strndup((const char *)bytes, size);

    if (params_parse(text, fields, &request, &problem))
        refusal_check(&problem);
    else if (request.from > FIELD_ID_MAX || request.geometry > 1)
        abort();
    free(request.via.stop);
    if (accept_choose(text, MEDIA_JSON) > MEDIA_JSON)
        abort(); /* not one of the offers */
    accept_choose(text, MEDIA_JSON | MEDIA_OCTETS);
    free(text);
    return 0;
}
