/* json_writer: writes JSON text, value by value, into a growing buffer.
 *
 * The writer inserts commas. The caller pairs begin and end and writes a key
 * before each member. A writer that runs out of memory stays failed and ignores
 * further calls, so callers check `failed` once, at the end.
 *
 * Large answers are written in parts: write until json_writer_full(), send the
 * bytes, json_writer_drain(), continue. One thread. */
#ifndef RELAXD_API_FORM_JSON_WRITER_H
#define RELAXD_API_FORM_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_WRITER_PART = 32768 }; /* bytes; a full part */

struct json_writer {
    char *text; /* [length), not NUL-terminated; owned */
    size_t length;
    size_t capacity;
    bool comma;  /* the next value or key needs one */
    bool failed; /* out of memory */
};

void json_writer_init(struct json_writer *writer);
void json_writer_finish(struct json_writer *writer);

static inline bool json_writer_full(const struct json_writer *writer)
{
    return writer->length >= JSON_WRITER_PART || writer->failed;
}

/* Empties the text; keeps its memory and the position within the document. */
void json_writer_drain(struct json_writer *writer);

void json_begin_object(struct json_writer *writer);
void json_end_object(struct json_writer *writer);
void json_begin_array(struct json_writer *writer);
void json_end_array(struct json_writer *writer);

/* Writes `key` verbatim: plain ASCII without quotes. */
void json_key(struct json_writer *writer, const char *key);

void json_write_null(struct json_writer *writer);
void json_write_bool(struct json_writer *writer, bool value);
void json_write_number(struct json_writer *writer, uint64_t value);

void json_write_signed(struct json_writer *writer, int64_t value);

/* value / 1000, exactly: milliseconds as seconds. */
void json_write_thousandths(struct json_writer *writer, uint64_t value);

/* value / 10^places, exactly, without trailing zeros. */
void json_write_decimal(struct json_writer *writer, bool negative,
                        uint64_t value, unsigned places);

/* A number in text that the caller formatted. */
void json_write_digits(struct json_writer *writer, const char *text,
                       size_t length);

/* Degrees, exactly, from degrees * 10^7. */
void json_write_degrees_e7(struct json_writer *writer, int32_t value);

/* Any bytes up to the NUL. Invalid UTF-8 and control characters beyond ASCII
 * become U+FFFD. NULL writes null. */
void json_write_string(struct json_writer *writer, const char *value);

/* Writes a string in parts, with the result of one json_write_string() call. No
 * part may end within a character. */
void json_begin_string(struct json_writer *writer);
void json_write_string_part(struct json_writer *writer, const char *part);
void json_end_string(struct json_writer *writer);

/* A member: its key, then the value as json_write_...() writes it, or the
 * beginning of an array or object. */
void json_open_array(struct json_writer *writer, const char *key);
void json_open_object(struct json_writer *writer, const char *key);
void json_put_string(struct json_writer *writer, const char *key,
                     const char *value);
void json_put_number(struct json_writer *writer, const char *key,
                     uint64_t value);
void json_put_bool(struct json_writer *writer, const char *key, bool value);
void json_put_thousandths(struct json_writer *writer, const char *key,
                          uint64_t value);

/* Appends bytes outside of JSON, for binary answers; leaves commas alone. */
void json_writer_raw(struct json_writer *writer, const void *bytes,
                     size_t length);

#endif
