/* tile_middle: where most of a map's roads lie. */
#include "core/service/tile/tile_middle.h"

#include <stdlib.h>

enum { SAMPLE = 2048, LEFT_OUT_PERCENT = 3 };

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a;
    int32_t other = *(const int32_t *)b;

    return (one > other) - (one < other);
}

static void find_ends(int32_t *value, size_t count, int32_t *ret_low,
                      int32_t *ret_high)
{
    size_t left_out = count * LEFT_OUT_PERCENT / 100;

    qsort(value, count, sizeof(*value), compare);
    *ret_low = value[left_out];
    *ret_high = value[count - 1 - left_out];
}

struct segment_box tile_middle(const struct roads *roads)
{
    uint64_t nodes = roads->first_node[roads->piece_count];
    size_t count = nodes < SAMPLE ? (size_t)nodes : SAMPLE;
    int32_t lon_e7[SAMPLE];
    int32_t lat_e7[SAMPLE];
    struct segment_box box;

    for (size_t i = 0; i < count; i++) {
        struct position at = roads->node_position[i * nodes / count];

        lon_e7[i] = at.lon_e7;
        lat_e7[i] = at.lat_e7;
    }
    find_ends(lon_e7, count, &box.low.lon_e7, &box.high.lon_e7);
    find_ends(lat_e7, count, &box.low.lat_e7, &box.high.lat_e7);
    return box;
}
