/* fuzz_conditional: any bytes as a conditional value, at several times: what it
 * is does not depend on the time, only whether it applies. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/profile/conditional.h"
#include "tests/fuzz/fuzz.h"

static int kind_of(enum conditional conditional)
{
    return conditional == CONDITIONAL_ON ? CONDITIONAL_OFF : (int)conditional;
}

static void check_hours(const char *text, const struct tm *local)
{
    enum hours hours = hours_at(text, strlen(text), local);

    if (hours != HOURS_INVALID && hours != HOURS_OFF && hours != HOURS_ON)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *value = strndup((const char *)bytes, size);
    struct tm local = {.tm_year = 126, .tm_mon = 0, .tm_mday = 1, .tm_wday = 4};
    int kind;

    if (!value)
        abort();
    if (conditional_closes(value, &local) && !strchr(value, 'n'))
        abort();
    kind = kind_of(conditional_at(value, &local));
    for (int i = 0; i < 50; i++) {
        local.tm_mday += 11;
        local.tm_min += 131;
        timegm(&local);
        check_hours(value, &local);
        if (kind_of(conditional_at(value, &local)) != kind)
            abort();
    }
    free(value);
    return 0;
}
