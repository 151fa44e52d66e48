/* mvt_writer: encodes fields, tags, lines and the layer. */
#include "core/service/tile/mvt_writer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Wire types. */
enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2 };

/* Field numbers of the specification's messages. */
enum {
    TILE_LAYERS = 3,
    LAYER_NAME = 1,
    LAYER_FEATURES = 2,
    LAYER_KEYS = 3,
    LAYER_VALUES = 4,
    LAYER_EXTENT = 5,
    LAYER_VERSION = 15,
    FEATURE_TAGS = 2,
    FEATURE_TYPE = 3,
    FEATURE_GEOMETRY = 4,
    VALUE_STRING = 1,
    VALUE_DOUBLE = 3,
    VALUE_UINT = 5,
    VALUE_BOOL = 7,
};

enum {
    TYPE_LINESTRING = 2,
    COMMAND_MOVE = 1,
    COMMAND_LINE = 2,
    SPECIFICATION = 2,
    VARINT_MAX = 10, /* bytes */
};

void mvt_bytes_finish(struct mvt_bytes *bytes)
{
    free(bytes->at);
}

static bool reserve(struct mvt_bytes *bytes, size_t more)
{
    if (bytes->failed ||
        array_reserve(&bytes->at, &bytes->capacity, bytes->length + more, 1)) {
        bytes->failed = true;
        return false;
    }
    return true;
}

static void put_varint(struct mvt_bytes *bytes, uint64_t number)
{
    if (!reserve(bytes, VARINT_MAX))
        return;
    for (; number >= 0x80; number >>= 7)
        bytes->at[bytes->length++] = (uint8_t)(number | 0x80);
    bytes->at[bytes->length++] = (uint8_t)number;
}

static void put_raw(struct mvt_bytes *bytes, const void *data, size_t length)
{
    if (!length || !reserve(bytes, length))
        return;
    memcpy(bytes->at + bytes->length, data, length);
    bytes->length += length;
}

static void put_field(struct mvt_bytes *bytes, unsigned field, unsigned wire)
{
    put_varint(bytes, field << 3 | wire);
}

static void put_number(struct mvt_bytes *bytes, unsigned field, uint64_t number)
{
    put_field(bytes, field, WIRE_VARINT);
    put_varint(bytes, number);
}

static void put_bytes(struct mvt_bytes *bytes, unsigned field, const void *data,
                      size_t length)
{
    put_field(bytes, field, WIRE_BYTES);
    put_varint(bytes, length);
    put_raw(bytes, data, length);
}

static size_t varint_length(uint64_t number)
{
    size_t length = 1;

    while (number >>= 7)
        length++;
    return length;
}

/* Length of a field of bytes with its header. */
static size_t bytes_length(unsigned field, size_t length)
{
    return varint_length(field << 3) + varint_length(length) + length;
}

static void put_signed(struct mvt_bytes *bytes, int32_t number)
{
    put_varint(bytes, ((uint32_t)number << 1) ^ (uint32_t)(number >> 31));
}

void mvt_writer_finish(struct mvt_writer *writer)
{
    mvt_bytes_finish(&writer->features);
    mvt_bytes_finish(&writer->values);
    intern_pool_finish(&writer->value_numbers);
}

void mvt_feature_clear(struct mvt_feature *feature)
{
    feature->tags.length = 0;
    feature->lines.length = 0;
    feature->at = (struct mvt_point){0, 0};
}

void mvt_feature_finish(struct mvt_feature *feature)
{
    mvt_bytes_finish(&feature->tags);
    mvt_bytes_finish(&feature->lines);
}

/* Adds the tag. True: the value is new, and the caller must write its
 * message. */
static bool tag(struct mvt_writer *writer, struct mvt_feature *feature,
                unsigned key, unsigned kind, uint64_t id)
{
    struct tile_key value = {id, kind};
    uint32_t offset;
    uint32_t number;
    bool fresh;

    if (intern_pool_add(&writer->value_numbers, &value, sizeof(value),
                        &offset)) {
        writer->failed = true;
        return false;
    }
    number = offset / sizeof(value);
    fresh = number == writer->value_count;
    writer->value_count += fresh;
    put_varint(&feature->tags, key);
    put_varint(&feature->tags, number);
    return fresh;
}

void mvt_tag_text(struct mvt_writer *writer, struct mvt_feature *feature,
                  unsigned key, uint64_t id, const char *text)
{
    size_t length = strlen(text);

    if (!tag(writer, feature, key, VALUE_STRING, id))
        return;
    put_field(&writer->values, LAYER_VALUES, WIRE_BYTES);
    put_varint(&writer->values, bytes_length(VALUE_STRING, length));
    put_bytes(&writer->values, VALUE_STRING, text, length);
}

static void put_number_value(struct mvt_writer *writer, unsigned field,
                             uint64_t number)
{
    put_field(&writer->values, LAYER_VALUES, WIRE_BYTES);
    put_varint(&writer->values,
               varint_length(field << 3) + varint_length(number));
    put_number(&writer->values, field, number);
}

void mvt_tag_number(struct mvt_writer *writer, struct mvt_feature *feature,
                    unsigned key, uint64_t number)
{
    if (tag(writer, feature, key, VALUE_UINT, number))
        put_number_value(writer, VALUE_UINT, number);
}

void mvt_tag_bool(struct mvt_writer *writer, struct mvt_feature *feature,
                  unsigned key, bool value)
{
    if (tag(writer, feature, key, VALUE_BOOL, value))
        put_number_value(writer, VALUE_BOOL, value);
}

void mvt_tag_double(struct mvt_writer *writer, struct mvt_feature *feature,
                    unsigned key, double number)
{
    uint8_t little[8];
    uint64_t bits;

    memcpy(&bits, &number, sizeof(bits));
    if (!tag(writer, feature, key, VALUE_DOUBLE, bits))
        return;
    for (int i = 0; i < 8; i++)
        little[i] = (uint8_t)(bits >> 8 * i);
    put_field(&writer->values, LAYER_VALUES, WIRE_BYTES);
    put_varint(&writer->values, 1 + sizeof(little));
    put_field(&writer->values, VALUE_DOUBLE, WIRE_64);
    put_raw(&writer->values, little, sizeof(little));
}

void mvt_line(struct mvt_feature *feature, const struct mvt_point *point,
              size_t count)
{
    struct mvt_point at = feature->at;

    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            put_varint(&feature->lines, 1 << 3 | COMMAND_MOVE);
        if (i == 1)
            put_varint(&feature->lines, (count - 1) << 3 | COMMAND_LINE);
        put_signed(&feature->lines, point[i].x - at.x);
        put_signed(&feature->lines, point[i].y - at.y);
        at = point[i];
    }
    feature->at = at;
}

void mvt_writer_add(struct mvt_writer *writer,
                    const struct mvt_feature *feature)
{
    struct mvt_bytes *out = &writer->features;

    writer->failed |= feature->tags.failed || feature->lines.failed;
    if (!feature->lines.length || writer->failed)
        return;
    put_field(out, LAYER_FEATURES, WIRE_BYTES);
    put_varint(out, bytes_length(FEATURE_TAGS, feature->tags.length) + 2 +
                        bytes_length(FEATURE_GEOMETRY, feature->lines.length));
    put_bytes(out, FEATURE_TAGS, feature->tags.at, feature->tags.length);
    put_number(out, FEATURE_TYPE, TYPE_LINESTRING);
    put_bytes(out, FEATURE_GEOMETRY, feature->lines.at, feature->lines.length);
}

static void put_layer(const struct mvt_writer *writer, const char *layer,
                      const char *const *keys, size_t key_count,
                      struct mvt_bytes *out)
{
    put_number(out, LAYER_VERSION, SPECIFICATION);
    put_bytes(out, LAYER_NAME, layer, strlen(layer));
    put_raw(out, writer->features.at, writer->features.length);
    for (size_t i = 0; i < key_count; i++)
        put_bytes(out, LAYER_KEYS, keys[i], strlen(keys[i]));
    put_raw(out, writer->values.at, writer->values.length);
    put_number(out, LAYER_EXTENT, MVT_EXTENT);
}

bool mvt_writer_end(const struct mvt_writer *writer, const char *layer,
                    const char *const *keys, size_t key_count,
                    struct mvt_bytes *ret_tile)
{
    struct mvt_bytes body = {0};
    struct mvt_bytes tile = {0};
    bool whole =
        !writer->failed && !writer->features.failed && !writer->values.failed;

    if (whole && writer->features.length) {
        put_layer(writer, layer, keys, key_count, &body);
        put_bytes(&tile, TILE_LAYERS, body.at, body.length);
    }
    mvt_bytes_finish(&body);
    if (!whole || body.failed || tile.failed) {
        mvt_bytes_finish(&tile);
        return false;
    }
    *ret_tile = tile;
    return true;
}
