/* fuzz_osm_value: any bytes as a speed, a size and a duration of
 * OpenStreetMap's. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/profile/tags.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = strndup((const char *)bytes, size);
    double kmh = -1;
    double metres = -1, tonnes = -1;
    double seconds = -1;

    if (osm_speed(text, &kmh) ? !(kmh > 0 && kmh <= 1000) : kmh != -1)
        abort();
    if (osm_length(text, &metres) ? !(metres > 0 && metres <= 10000)
                                  : metres != -1)
        abort();
    if (osm_mass(text, &tonnes) ? !(tonnes > 0 && tonnes <= 10000)
                                : tonnes != -1)
        abort();
    if (osm_duration(text, &seconds)
            ? !(seconds > 0 && seconds <= 100 * 86400.0)
            : seconds != -1)
        abort();
    free(text);
    return 0;
}
