/* tile_decode: reads a vector tile strictly by its specification, without the
 * code that wrote it. Fails the test where it is malformed. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_TILE_DECODE_H
#define RELAXD_TESTS_UNIT_SERVICE_TILE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECODED_KEYS_MAX = 32, DECODED_TEXT_SIZE = 64 };

/* A value of a feature. */
struct decoded_value {
    int kind; /* 's'tring, 'd'ouble, 'u'nsigned, 'b'ool; 0: none */
    char text[DECODED_TEXT_SIZE]; /* cut to fit */
    double number;
};

struct decoded_line {
    uint32_t feature;
    size_t first; /* of its points */
    size_t count;
};

struct decoded_tile {
    char layer[DECODED_TEXT_SIZE]; /* "" without one */
    uint32_t extent;
    uint32_t version;
    char key[DECODED_KEYS_MAX][DECODED_TEXT_SIZE];
    uint32_t key_count;
    struct decoded_value *value;
    uint32_t value_count;
    struct decoded_value *of_feature; /* [feature_count * DECODED_KEYS_MAX] */
    uint32_t feature_count;
    struct decoded_line *line;
    size_t line_count;
    int32_t (*point)[2];
    size_t point_count;
};

void tile_decode(const uint8_t *bytes, size_t length,
                 struct decoded_tile *ret_tile);
void tile_decode_finish(struct decoded_tile *tile);

/* Of kind 0 where the feature has no such key. */
struct decoded_value decoded_value(const struct decoded_tile *tile,
                                   uint32_t feature, const char *key);

#endif
