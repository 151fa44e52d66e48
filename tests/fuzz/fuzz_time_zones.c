/* fuzz_time_zones: any bytes as a file of time zones; a place in one has a time
 * that a calendar has. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api/form/time_zones.h"
#include "tests/fuzz/fuzz.h"

static void ignore(const char *words)
{
    if (!*words)
        abort();
}

static void look_around(const struct time_zones *zones)
{
    const struct local_clock clock = time_zones_clock(zones);

    for (int32_t lon = -180; lon <= 180; lon += 15) {
        for (int32_t lat = -90; lat <= 90; lat += 10) {
            const struct position place = {.lon_e7 = lon * 10000000,
                                           .lat_e7 = lat * 10000000};
            struct tm local = {.tm_mon = -1};

            if (clock.at(clock.context, clock.zone(clock.context, place),
                         1494719200, &local)
                    ? local.tm_year != 117 || local.tm_mon != 4 ||
                          local.tm_hour < 0 || local.tm_hour > 23
                    : local.tm_mon != -1)
                abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[40];
    struct time_zones *zones;
    struct error error = {.text = ""};
    int file = memfd_create("zones", MFD_CLOEXEC);

    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    if (!time_zones_create(path, "UTC", 0, ignore, &zones, &error))
        look_around(zones);
    else if (zones || !*error.text)
        abort();
    time_zones_destroy(zones);
    close(file);
    return 0;
}
