/* fuzz_body: any bytes as the JSON body of a request. */
#include <stdlib.h>

#include "api/form/json_body.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

enum { DEPTH_MAX = 16 };

struct request {
    uint64_t from;
    char map[FIELD_NAME_SIZE];
    bool paths;
    struct stop_fields stops;
    unsigned metrics;
};

static const char *const metrics[] = {"cost", "duration", NULL};

static const struct field fields[] = {
    {"first", FIELD_ID, true, offsetof(struct request, from), NULL},
    {"map", FIELD_NAME, false, offsetof(struct request, map), NULL},
    {"paths", FIELD_FLAG, false, offsetof(struct request, paths), NULL},
    STOP_FIELDS(struct request, stops),
    {"metrics", FIELD_CHOICES, false, offsetof(struct request, metrics),
     metrics},
    FIELDS_END,
};

static void check(const struct request *request)
{
    const struct stop_list *from = &request->stops.from;

    if (!from->count || request->from > FIELD_ID_MAX ||
        field_choice_count(request->metrics) > 2)
        abort();
    for (size_t i = 0; i < from->count; i++) {
        struct position position = from->stop[i].options.position;

        if (abs(position.lon_e7) > 1800000000 ||
            abs(position.lat_e7) > 900000000)
            abort();
    }
}

static void read_fields(const json_t *object)
{
    static const char *const others[] = {"queries", NULL};
    struct request request = {0};
    struct problem problem;

    if (json_body_fields(object, "", fields, others, &request, &problem) ||
        stop_fields_join(&request.stops, 250, &problem))
        refusal_check(&problem);
    else
        check(&request);
    stop_fields_finish(&request.stops);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct problem problem;
    json_t *object;

    if (json_body_parse((const char *)bytes, size, DEPTH_MAX, &object,
                        &problem)) {
        refusal_check(&problem);
        return 0;
    }
    read_fields(object);
    json_decref(object);
    return 0;
}
