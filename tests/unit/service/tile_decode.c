/* tile_decode: a protobuf reader for vector tiles. */
#include "tests/unit/service/tile_decode.h"

#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct span {
    const uint8_t *at;
    const uint8_t *end;
};

struct record {
    uint64_t field;
    uint64_t wire;
    uint64_t number;   /* wire type 0 */
    struct span bytes; /* 1 and 2 */
};

static uint64_t varint(struct span *span)
{
    uint64_t number = 0;

    for (int shift = 0;; shift += 7) {
        assert_true(span->at < span->end && shift < 64);
        number |= (uint64_t)(*span->at & 127) << shift;
        if (*span->at++ < 128)
            return number;
    }
}

static struct span cut(struct span *span, uint64_t length)
{
    struct span part = {span->at, span->at + length};

    assert_true(length <= (size_t)(span->end - span->at));
    span->at += length;
    return part;
}

static struct record next_record(struct span *span)
{
    struct record record = {0};
    uint64_t tag = varint(span);

    record.field = tag >> 3;
    record.wire = tag & 7;
    if (record.wire == 0)
        record.number = varint(span);
    else if (record.wire == 1)
        record.bytes = cut(span, 8);
    else if (record.wire == 2)
        record.bytes = cut(span, varint(span));
    else
        fail_msg("wire type %d", (int)record.wire);
    return record;
}

/* Room for one more than `count`. The array doubles where a power of two is
 * full: under a sanitizer each move copies everything. */
static void *more(void *array, size_t count, size_t size)
{
    void *larger;

    if (count & (count - 1))
        return array;
    larger = realloc(array, (count ? 2 * count : 1) * size);
    assert_non_null(larger);
    return larger;
}

static void copy_text(char text[DECODED_TEXT_SIZE], struct span span)
{
    size_t length = (size_t)(span.end - span.at);

    if (length >= DECODED_TEXT_SIZE)
        length = DECODED_TEXT_SIZE - 1;
    memcpy(text, span.at, length);
    text[length] = '\0';
}

static void read_value(struct decoded_tile *tile, struct span span)
{
    struct decoded_value value = {0};
    struct record record = next_record(&span);

    assert_true(span.at == span.end); /* exactly one */
    if (record.field == 1) {
        value.kind = 's';
        copy_text(value.text, record.bytes);
    } else if (record.field == 3) {
        value.kind = 'd';
        memcpy(&value.number, record.bytes.at, 8);
    } else {
        value.kind = record.field == 7 ? 'b' : 'u';
        value.number = (double)record.number;
    }
    tile->value = more(tile->value, tile->value_count, sizeof(*tile->value));
    tile->value[tile->value_count++] = value;
}

static int32_t delta(struct span *span)
{
    uint32_t number = (uint32_t)varint(span);

    return (int32_t)(number >> 1) ^ -(int32_t)(number & 1);
}

static void add_point(struct decoded_tile *tile, int32_t x, int32_t y)
{
    tile->point = more(tile->point, tile->point_count, sizeof(*tile->point));
    tile->point[tile->point_count][0] = x;
    tile->point[tile->point_count++][1] = y;
    tile->line[tile->line_count - 1].count++;
}

static void read_lines(struct decoded_tile *tile, struct span span)
{
    int32_t x = 0;
    int32_t y = 0;

    while (span.at < span.end) {
        uint64_t command = varint(&span);

        assert_true((command & 7) == 1 || (command & 7) == 2);
        if ((command & 7) == 1) {
            assert_int_equal(command >> 3, 1);
            tile->line =
                more(tile->line, tile->line_count, sizeof(*tile->line));
            tile->line[tile->line_count++] = (struct decoded_line){
                tile->feature_count, tile->point_count, 0};
        }
        for (uint64_t i = 0; i < command >> 3; i++) {
            int32_t dx = delta(&span);
            int32_t dy = delta(&span);

            x += dx;
            y += dy;
            assert_true((command & 7) == 1 || dx || dy);
            add_point(tile, x, y);
        }
    }
}

static void read_feature(struct decoded_tile *tile, struct span span)
{
    struct span tags = {0};
    struct span lines = {0};
    uint64_t type = 0;
    struct decoded_value *values;

    while (span.at < span.end) {
        struct record record = next_record(&span);

        if (record.field == 2)
            tags = record.bytes;
        else if (record.field == 3)
            type = record.number;
        else if (record.field == 4)
            lines = record.bytes;
    }
    assert_int_equal(type, 2); /* lines */
    tile->of_feature = more(tile->of_feature, tile->feature_count,
                            DECODED_KEYS_MAX * sizeof(*tile->of_feature));
    values = tile->of_feature + tile->feature_count * DECODED_KEYS_MAX;
    memset(values, 0, DECODED_KEYS_MAX * sizeof(*values));
    while (tags.at < tags.end) {
        uint64_t key = varint(&tags);
        uint64_t value = varint(&tags);

        assert_true(key < tile->key_count && value < tile->value_count);
        assert_int_equal(values[key].kind, 0); /* each key once */
        values[key] = tile->value[value];
    }
    read_lines(tile, lines);
    tile->feature_count++;
}

/* Keys and values come after the features. */
static void read_layer(struct decoded_tile *tile, struct span layer)
{
    for (struct span span = layer; span.at < span.end;) {
        struct record record = next_record(&span);

        if (record.field == 1)
            copy_text(tile->layer, record.bytes);
        else if (record.field == 3)
            copy_text(tile->key[tile->key_count++], record.bytes);
        else if (record.field == 4)
            read_value(tile, record.bytes);
        else if (record.field == 5)
            tile->extent = (uint32_t)record.number;
        else if (record.field == 15)
            tile->version = (uint32_t)record.number;
    }
    for (struct span span = layer; span.at < span.end;) {
        struct record record = next_record(&span);

        if (record.field == 2)
            read_feature(tile, record.bytes);
    }
    for (size_t l = 0; l < tile->line_count; l++)
        assert_true(tile->line[l].count >= 2);
}

void tile_decode(const uint8_t *bytes, size_t length,
                 struct decoded_tile *ret_tile)
{
    struct span span = {bytes, bytes + length};

    memset(ret_tile, 0, sizeof(*ret_tile));
    while (span.at < span.end) {
        struct record record = next_record(&span);

        assert_int_equal(record.field, 3);
        assert_string_equal(ret_tile->layer, "");
        read_layer(ret_tile, record.bytes);
    }
}

void tile_decode_finish(struct decoded_tile *tile)
{
    free(tile->value);
    free(tile->of_feature);
    free(tile->line);
    free(tile->point);
}

struct decoded_value decoded_value(const struct decoded_tile *tile,
                                   uint32_t feature, const char *key)
{
    for (uint32_t k = 0; k < tile->key_count; k++) {
        if (!strcmp(tile->key[k], key))
            return tile->of_feature[feature * DECODED_KEYS_MAX + k];
    }
    return (struct decoded_value){0};
}
