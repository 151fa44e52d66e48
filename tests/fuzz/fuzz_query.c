/* fuzz_query: any bytes as a query string, and as an Accept header. */
#include <stdlib.h>
#include <string.h>

#include "api/accept.h"
#include "api/params.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

struct request {
    uint64_t from;
    uint32_t limit;
    char map[FIELD_NAME_SIZE];
    char set[QUESTION_SET_SIZE];
    bool paths;
};

static const struct field field_list[] = {
    {"from", FIELD_ID, true, offsetof(struct request, from)},
    {"limit", FIELD_COST, false, offsetof(struct request, limit)},
    {"map", FIELD_NAME, false, offsetof(struct request, map)},
    {"set", FIELD_SET, false, offsetof(struct request, set)},
    {"paths", FIELD_FLAG, false, offsetof(struct request, paths)},
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct fields fields = {field_list, 5};
    struct request request = {0};
    struct problem problem;
    char *text = strndup((const char *)bytes, size);

    if (params_parse(text, &fields, &request, &problem))
        refusal_check(&problem);
    else if (request.from > FIELD_ID_MAX)
        abort();
    if (accept_choose(text, MEDIA_JSON) > MEDIA_JSON)
        abort(); /* not what was offered */
    accept_choose(text, MEDIA_JSON | MEDIA_OCTETS);
    free(text);
    return 0;
}
