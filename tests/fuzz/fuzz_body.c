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
};

static const struct field fields[] = {
    {"from", FIELD_ID, true, offsetof(struct request, from), NULL},
    {"map", FIELD_NAME, false, offsetof(struct request, map), NULL},
    {"paths", FIELD_FLAG, false, offsetof(struct request, paths), NULL},
    FIELDS_END,
};

static void read_fields(const json_t *object)
{
    static const char *const others[] = {"sources", NULL};
    struct request request = {0};
    struct problem problem;
    uint64_t *ids;
    size_t count;

    if (json_body_fields(object, "", fields, others, &request, &problem))
        refusal_check(&problem);
    if (json_body_ids(object, "sources", &ids, &count, &problem)) {
        refusal_check(&problem);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (ids[i] > FIELD_ID_MAX)
            abort();
    }
    free(ids);
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
