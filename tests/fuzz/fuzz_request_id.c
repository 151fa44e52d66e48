/* fuzz_request_id: any bytes as X-Request-Id: accepted unchanged, or not at
 * all. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/access_log.h"
#include "tests/fuzz/fuzz.h"

static bool is_sane(const char *sent)
{
    size_t length = 0;

    for (; sent[length]; length++) {
        unsigned char byte = (unsigned char)sent[length];

        if (byte >= 0x80 || (!isalnum(byte) && !strchr("-._~:/+=@", byte)))
            return false;
    }
    return length >= 1 && length <= 128;
}

static bool is_ours(const char *id)
{
    return strlen(id) == 16 && strspn(id, "0123456789abcdef") == 16;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *sent = strndup((const char *)bytes, size);
    uint64_t ids = size;
    char first[REQUEST_ID_SIZE];
    char second[REQUEST_ID_SIZE];

    request_id_choose(&ids, sent, first);
    if (is_sane(sent) ? strcmp(first, sent) != 0 : !is_ours(first))
        abort();
    request_id_choose(&ids, NULL, first);
    request_id_choose(&ids, NULL, second);
    if (!is_ours(first) || !is_ours(second) || !strcmp(first, second))
        abort();
    free(sent);
    return 0;
}
