/* fuzz_lanes: any turn:lanes are read to their end, arrow by arrow, and only
 * existing lanes are valid. The first byte is the direction of the leftmost
 * road. */
#include <stdlib.h>
#include <string.h>

#include "core/service/guidance/lanes.h"
#include "tests/fuzz/fuzz.h"

static unsigned count_lanes(const char *text)
{
    const char *end = text + strlen(text);
    struct lane_arrow arrow;
    unsigned lanes = 0;

    do {
        const char *next = lane_arrow_read(text, &arrow);

        if (next > end || !arrow.length || (!arrow.ends && next <= text))
            abort();
        text = next;
        lanes += arrow.ends_lane;
    } while (!arrow.ends);
    if (text != end)
        abort();
    return lanes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1);
    float turn[] = {90, 0, size ? -(float)data[0] * 180 / 255 : 0};
    struct lane_roads roads = {turn, 3, size % 3};
    struct lanes read;
    unsigned lanes;

    if (!text)
        abort();
    if (size > 1)
        memcpy(text, data + 1, size - 1);
    lanes = count_lanes(text);
    if (lanes_read(text, &read) != (lanes <= LANES_MAX))
        abort();
    if (lanes <= LANES_MAX &&
        lanes_for_road(&read, ARROWS_ALL, &roads).valid >> lanes)
        abort();
    free(text);
    return 0;
}
