/* osrm_list: lists of a request, filled entry by entry from URL or body. */
#include "api/osrm/osrm_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* In place of `old`, all bytes zero. */
static void *renew(void *old, size_t count, size_t size)
{
    free(old);
    return array_zero(count, size);
}

bool osrm_list_coordinates(struct osrm_request *request, size_t count)
{
    request->coordinate =
        renew(request->coordinate, count, sizeof(*request->coordinate));
    request->coordinate_count = request->coordinate ? count : 0;
    return request->coordinate;
}

bool osrm_list_bearings(struct osrm_request *request, size_t count)
{
    request->bearing =
        renew(request->bearing, count, sizeof(*request->bearing));
    request->given.bearings = request->bearing ? count : 0;
    return request->bearing;
}

bool osrm_list_radiuses(struct osrm_request *request, size_t count)
{
    request->radius_m =
        renew(request->radius_m, count, sizeof(*request->radius_m));
    request->given.radiuses = request->radius_m ? count : 0;
    for (size_t i = 0; i < request->given.radiuses; i++)
        request->radius_m[i] = NAN;
    return request->radius_m;
}

bool osrm_list_approaches(struct osrm_request *request, size_t count)
{
    request->approach =
        renew(request->approach, count, sizeof(*request->approach));
    request->given.approaches = request->approach ? count : 0;
    return request->approach;
}

bool osrm_list_excludes(struct osrm_request *request, size_t count)
{
    request->exclude =
        renew(request->exclude, count, sizeof(*request->exclude));
    request->exclude_count = request->exclude ? count : 0;
    return request->exclude;
}

bool osrm_list_indices(struct osrm_indices *indices, size_t count)
{
    indices->index = renew(indices->index, count, sizeof(*indices->index));
    indices->count = indices->index ? count : 0;
    return indices->index;
}

static int compare_indices(const void *left, const void *right)
{
    const size_t *a = left;
    const size_t *b = right;

    return (*a > *b) - (*a < *b);
}

void osrm_list_sort(struct osrm_indices *indices)
{
    size_t kept = 0;

    if (indices->count)
        qsort(indices->index, indices->count, sizeof(*indices->index),
              compare_indices);
    for (size_t i = 0; i < indices->count; i++) {
        if (!kept || indices->index[i] != indices->index[kept - 1])
            indices->index[kept++] = indices->index[i];
    }
    indices->count = kept;
}

/* Beyond the globe, and within 32 bits times 10^7. */
static const int64_t nowhere_e6 = 210000000;

static int32_t to_e7(int64_t value_e6)
{
    if (value_e6 > nowhere_e6)
        value_e6 = nowhere_e6;
    if (value_e6 < -nowhere_e6)
        value_e6 = -nowhere_e6;
    return (int32_t)(value_e6 * 10);
}

bool osrm_position_set(struct position *position, double lon_deg,
                       double lat_deg)
{
    double lon_e6 = round(lon_deg * 1e6);
    double lat_e6 = round(lat_deg * 1e6);

    if (!(fabs(lon_e6) <= INT32_MAX && fabs(lat_e6) <= INT32_MAX))
        return false;
    position->lon_e7 = to_e7((int64_t)lon_e6);
    position->lat_e7 = to_e7((int64_t)lat_e6);
    return true;
}

/* The next difference of a polyline, and `*at` after it. */
static int64_t next_difference(const char **at, const char *end)
{
    uint64_t bits = 0;
    unsigned shift = 0;
    bool more = true;

    while (more && *at < end) {
        unsigned chunk = (unsigned)(*(*at)++ - '?');

        if (shift < 60)
            bits |= (uint64_t)(chunk & 0x1f) << shift;
        shift += 5;
        more = chunk & 0x20;
    }
    return bits & 1 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
}

/* So that no sum of any number of them overflows. */
static int64_t add_clamped(int64_t sum, int64_t difference)
{
    const int64_t limit = INT32_MAX;

    if (difference > 2 * limit || difference < -2 * limit)
        return limit;
    sum += difference;
    return sum > limit ? limit : sum < -limit ? -limit : sum;
}

/* Each position ends with the second number that ends. */
static size_t count_positions(const char *text, size_t length)
{
    size_t ends = 0;

    for (size_t i = 0; i < length; i++)
        ends += !((unsigned)(text[i] - '?') & 0x20);
    if (length && (unsigned)(text[length - 1] - '?') & 0x20)
        ends++;
    return (ends + 1) / 2;
}

bool osrm_list_polyline(struct osrm_request *request, const char *text,
                        size_t length, unsigned decimals)
{
    const char *end = text + length;
    int64_t scale = decimals == 5 ? 10 : 1;
    int64_t lat = 0;
    int64_t lon = 0;

    if (!osrm_list_coordinates(request, count_positions(text, length)))
        return false;
    for (size_t i = 0; i < request->coordinate_count; i++) {
        lat = add_clamped(lat, next_difference(&text, end));
        lon = add_clamped(lon, next_difference(&text, end));
        request->coordinate[i].lon_e7 = to_e7(lon * scale);
        request->coordinate[i].lat_e7 = to_e7(lat * scale);
    }
    return true;
}

void osrm_exclude_set(struct osrm_request *request, size_t index,
                      const char *name, size_t length)
{
    size_t size = sizeof(*request->exclude);

    if (length >= size)
        length = size - 1;
    memcpy(request->exclude[index], name, length);
    request->exclude[index][length] = '\0';
}

static uint16_t degrees(int64_t value, int64_t maximum)
{
    return value >= 0 && value <= maximum ? (uint16_t)value : UINT16_MAX;
}

void osrm_bearing_set(struct osrm_bearing *bearing, int64_t value_deg,
                      int64_t range_deg)
{
    bearing->given = true;
    bearing->value_deg = degrees(value_deg, 360);
    bearing->range_deg = degrees(range_deg, 180);
}
