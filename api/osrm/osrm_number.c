/* osrm_number: numbers in OSRM's answers. */
#include "api/osrm/osrm_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void osrm_write_number(struct json_writer *writer, double value)
{
    static const double whole_max = 9007199254740992; /* 2^53 */
    char text[32];

    if (!isfinite(value)) {
        json_write_null(writer);
        return;
    }
    if (value >= 0 && value <= whole_max && value == floor(value)) {
        json_write_number(writer, (uint64_t)value);
        return;
    }
    snprintf(text, sizeof(text), "%.10g", value);
    json_write_digits(writer, text, strlen(text));
}

void osrm_write_tenths(struct json_writer *writer, uint64_t tenths)
{
    json_write_decimal(writer, false, tenths, 1);
}

/* From 10^-7 to 10^-6 degrees, halves away from 0. */
static void write_degrees(struct json_writer *writer, int32_t value_e7)
{
    uint64_t size = value_e7 < 0 ? -(int64_t)value_e7 : value_e7;
    uint64_t size_e6 = (size + 5) / 10;

    json_write_decimal(writer, value_e7 < 0 && size_e6 > 0, size_e6, 6);
}

void osrm_write_location(struct json_writer *writer, struct position position)
{
    json_begin_array(writer);
    write_degrees(writer, position.lon_e7);
    write_degrees(writer, position.lat_e7);
    json_end_array(writer);
}
