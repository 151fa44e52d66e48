/* fuzz_polyline: any bytes as positions, written as a polyline and read again,
 * and as the characters of a polyline, read, written and read again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_request.h"
#include "core/service/line/polyline.h"
#include "tests/fuzz/fuzz.h"

enum { POSITIONS_MAX = 512 };

struct text {
    char characters[POSITIONS_MAX * POLYLINE_POINT_SIZE];
    size_t length;
};

static void write(const struct position *positions, size_t count,
                  unsigned digits, struct text *text)
{
    struct polyline polyline = {0};

    text->length = 0;
    for (size_t i = 0; i < count; i++) {
        char *at = text->characters + text->length;
        size_t length = polyline_add(&polyline, positions[i], digits, at);

        if (length < 2 || length >= POLYLINE_POINT_SIZE || at[length])
            abort();
        for (size_t c = 0; c < length; c++) {
            if (at[c] < '?' || at[c] > '~')
                abort(); /* not a character of a polyline */
        }
        text->length += length;
    }
}

/* Rounds halves away from 0, with the library's own rounding. */
static int32_t rounded(int32_t e7, unsigned digits)
{
    int unit = digits == 6 ? 10 : 100;

    return (int32_t)(llround((double)e7 / unit) * unit);
}

/* Reading the written text must return the positions, rounded. */
static void check_reading(const struct position *positions, size_t count,
                          unsigned digits)
{
    struct osrm_request request;
    struct text text;

    write(positions, count, digits, &text);
    osrm_request_init(&request);
    if (!osrm_list_polyline(&request, text.characters, text.length, digits))
        abort();
    if (request.coordinate_count != count)
        abort();
    for (size_t i = 0; i < count; i++) {
        if (request.coordinate[i].lon_e7 !=
                rounded(positions[i].lon_e7, digits) ||
            request.coordinate[i].lat_e7 !=
                rounded(positions[i].lat_e7, digits))
            abort();
    }
    osrm_request_finish(&request);
}

static int32_t take(const uint8_t *bytes, int32_t limit_e7)
{
    int32_t value;

    memcpy(&value, bytes, sizeof(value));
    return value % (limit_e7 + 1);
}

static void try_positions(const uint8_t *bytes, size_t size)
{
    struct position positions[POSITIONS_MAX];
    size_t count = size / 8 < POSITIONS_MAX ? size / 8 : POSITIONS_MAX;

    for (size_t i = 0; i < count; i++)
        positions[i] = (struct position){take(bytes + 8 * i, 1800000000),
                                         take(bytes + 8 * i + 4, 900000000)};
    if (!count)
        return;
    check_reading(positions, count, 5);
    check_reading(positions, count, 6);
}

static void try_text(const uint8_t *bytes, size_t size, unsigned digits)
{
    size_t length = size < POSITIONS_MAX ? size : POSITIONS_MAX;
    struct osrm_request request;
    char *text = malloc(length);

    if (!text)
        abort();
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('?' + bytes[i] % 64);
    osrm_request_init(&request);
    if (!osrm_list_polyline(&request, text, length, digits))
        abort();
    if (!request.coordinate_count)
        abort();
    check_reading(request.coordinate, request.coordinate_count, digits);
    osrm_request_finish(&request);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    try_positions(bytes, size);
    if (size) {
        try_text(bytes, size, 5);
        try_text(bytes, size, 6);
    }
    return 0;
}
