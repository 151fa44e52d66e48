/* fuzz_date_time: any bytes as a point in time: within its years, or untouched.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/date_time.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = strndup((const char *)bytes, size);
    struct date_time time = {.seconds = INT64_MIN};

    if (date_time_read(text, &time) ? !time.given || time.seconds < -86400 ||
                                          time.seconds > 253402300800 + 86400
                                    : time.given || time.seconds != INT64_MIN)
        abort();
    free(text);
    return 0;
}
