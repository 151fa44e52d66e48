/* Values, strings in parts and members; digits are written by hand. */
#include "api/form/json_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

enum {
    ROOM = 32, /* fits any number or punctuation */
    UTF8_LENGTH_MAX = 4,
};

void json_writer_init(struct json_writer *writer)
{
    memset(writer, 0, sizeof(*writer));
}

void json_writer_finish(struct json_writer *writer)
{
    free(writer->text);
    json_writer_init(writer);
}

void json_writer_drain(struct json_writer *writer)
{
    writer->length = 0;
}

static bool reserve(struct json_writer *writer, size_t more)
{
    if (writer->failed)
        return false;
    if (writer->capacity - writer->length >= more)
        return true;
    if (array_reserve(&writer->text, &writer->capacity, writer->length + more,
                      1))
        writer->failed = true;
    return !writer->failed;
}

void json_writer_raw(struct json_writer *writer, const void *bytes,
                     size_t length)
{
    if (!length || !reserve(writer, length))
        return;
    memcpy(writer->text + writer->length, bytes, length);
    writer->length += length;
}

/* Starts a value: writes a comma if one is due and makes room for the value. */
static bool begin_value(struct json_writer *writer)
{
    if (!reserve(writer, ROOM))
        return false;
    if (writer->comma)
        writer->text[writer->length++] = ',';
    writer->comma = true;
    return true;
}

static void open_bracket(struct json_writer *writer, char bracket)
{
    if (!begin_value(writer))
        return;
    writer->text[writer->length++] = bracket;
    writer->comma = false;
}

static void close_bracket(struct json_writer *writer, char bracket)
{
    json_writer_raw(writer, &bracket, 1);
    writer->comma = true;
}

void json_begin_object(struct json_writer *writer)
{
    open_bracket(writer, '{');
}

void json_end_object(struct json_writer *writer)
{
    close_bracket(writer, '}');
}

void json_begin_array(struct json_writer *writer)
{
    open_bracket(writer, '[');
}

void json_end_array(struct json_writer *writer)
{
    close_bracket(writer, ']');
}

void json_key(struct json_writer *writer, const char *key)
{
    if (!begin_value(writer))
        return;
    json_writer_raw(writer, "\"", 1);
    json_writer_raw(writer, key, strlen(key));
    json_writer_raw(writer, "\":", 2);
    writer->comma = false;
}

static void literal(struct json_writer *writer, const char *text)
{
    if (begin_value(writer))
        json_writer_raw(writer, text, strlen(text));
}

void json_write_null(struct json_writer *writer)
{
    literal(writer, "null");
}

void json_write_bool(struct json_writer *writer, bool value)
{
    literal(writer, value ? "true" : "false");
}

static unsigned count_digits(uint64_t value)
{
    unsigned count = 1;

    for (uint64_t least = 10; value >= least; count++) {
        if (count == 19)
            return 20;
        least *= 10;
    }
    return count;
}

/* Writes digits, at least `width`, two at a time: large answers are mostly
 * digits. */
static void digits(struct json_writer *writer, uint64_t value, size_t width)
{
    static const char pairs[] = "00010203040506070809"
                                "10111213141516171819"
                                "20212223242526272829"
                                "30313233343536373839"
                                "40414243444546474849"
                                "50515253545556575859"
                                "60616263646566676869"
                                "70717273747576777879"
                                "80818283848586878889"
                                "90919293949596979899";
    size_t count = size_max(count_digits(value), width);
    char *begin;
    char *at;

    if (!reserve(writer, count))
        return;
    begin = writer->text + writer->length;
    at = begin + count;
    for (; at > begin + 1; value /= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (value % 100), 2);
    }
    if (at > begin)
        *begin = (char)('0' + value % 10);
    writer->length += count;
}

void json_write_number(struct json_writer *writer, uint64_t value)
{
    if (begin_value(writer))
        digits(writer, value, 1);
}

void json_write_signed(struct json_writer *writer, int64_t value)
{
    if (!begin_value(writer))
        return;
    if (value < 0)
        json_writer_raw(writer, "-", 1);
    digits(writer, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

void json_write_decimal(struct json_writer *writer, bool negative,
                        uint64_t value, unsigned places)
{
    uint64_t scale = 1;
    size_t width = places;
    uint64_t rest;

    for (unsigned i = 0; i < places; i++)
        scale *= 10;
    if (!begin_value(writer))
        return;
    if (negative)
        json_writer_raw(writer, "-", 1);
    digits(writer, value / scale, 1);
    rest = value % scale;
    if (!rest)
        return;
    for (; rest % 10 == 0; rest /= 10)
        width--;
    json_writer_raw(writer, ".", 1);
    digits(writer, rest, width);
}

void json_write_thousandths(struct json_writer *writer, uint64_t value)
{
    json_write_decimal(writer, false, value, 3);
}

void json_write_digits(struct json_writer *writer, const char *text,
                       size_t length)
{
    if (begin_value(writer))
        json_writer_raw(writer, text, length);
}

void json_write_degrees_e7(struct json_writer *writer, int32_t value)
{
    uint32_t size = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;

    if (!begin_value(writer))
        return;
    if (value < 0)
        json_writer_raw(writer, "-", 1);
    digits(writer, size / 10000000, 1);
    json_writer_raw(writer, ".", 1);
    digits(writer, size % 10000000, 7);
}

/* ASCII that needs no escape. */
static bool is_plain(char c)
{
    return (signed char)c >= 0x20 && c != '"' && c != '\\';
}

/* Writes one character that is not plain; returns the bytes it read. */
static size_t escape(struct json_writer *writer, const char *text)
{
    size_t length = text_character(text, strnlen(text, UTF8_LENGTH_MAX));
    char escaped[8];

    if (*text == '"' || *text == '\\') {
        snprintf(escaped, sizeof(escaped), "\\%c", *text);
    } else if ((unsigned char)*text < 0x20) {
        snprintf(escaped, sizeof(escaped), "\\u%04x", (unsigned)*text);
    } else if (length) {
        json_writer_raw(writer, text, length);
        return length;
    } else {
        snprintf(escaped, sizeof(escaped), "\\ufffd");
    }
    json_writer_raw(writer, escaped, strlen(escaped));
    return 1;
}

void json_write_string(struct json_writer *writer, const char *value)
{
    if (!value) {
        json_write_null(writer);
        return;
    }
    json_begin_string(writer);
    json_write_string_part(writer, value);
    json_end_string(writer);
}

void json_begin_string(struct json_writer *writer)
{
    if (begin_value(writer))
        json_writer_raw(writer, "\"", 1);
}

void json_write_string_part(struct json_writer *writer, const char *part)
{
    while (*part) {
        const char *plain = part;

        while (is_plain(*part))
            part++;
        json_writer_raw(writer, plain, (size_t)(part - plain));
        if (*part)
            part += escape(writer, part);
    }
}

void json_end_string(struct json_writer *writer)
{
    json_writer_raw(writer, "\"", 1);
}

void json_open_array(struct json_writer *writer, const char *key)
{
    json_key(writer, key);
    json_begin_array(writer);
}

void json_open_object(struct json_writer *writer, const char *key)
{
    json_key(writer, key);
    json_begin_object(writer);
}

void json_put_string(struct json_writer *writer, const char *key,
                     const char *value)
{
    json_key(writer, key);
    json_write_string(writer, value);
}

void json_put_number(struct json_writer *writer, const char *key,
                     uint64_t value)
{
    json_key(writer, key);
    json_write_number(writer, value);
}

void json_put_bool(struct json_writer *writer, const char *key, bool value)
{
    json_key(writer, key);
    json_write_bool(writer, value);
}

void json_put_thousandths(struct json_writer *writer, const char *key,
                          uint64_t value)
{
    json_key(writer, key);
    json_write_thousandths(writer, value);
}
