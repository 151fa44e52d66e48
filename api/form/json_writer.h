/* json_writer: JSON text, value by value, into a buffer that grows.
 *
 * Commas are put by the writer. The caller keeps begin and end in pairs and a
 * key before each member. A writer that ran out of memory stays failed and
 * drops what follows, so only the end need look.
 *
 * Large answers are made in parts: write until json_writer_full(), hand out the
 * bytes, json_writer_drain(), go on. One thread. */
#ifndef RELAXD_API_FORM_JSON_WRITER_H
#define RELAXD_API_FORM_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_WRITER_PART = 32768 }; /* bytes, where a part is long enough */

struct json_writer {
    char *text; /* [length), not NUL-terminated; owned */
    size_t length;
    size_t capacity;
    bool comma;  /* one is due before the next value or key */
    bool failed; /* out of memory */
};

void json_writer_init(struct json_writer *writer);
void json_writer_finish(struct json_writer *writer);

static inline bool json_writer_full(const struct json_writer *writer)
{
    return writer->length >= JSON_WRITER_PART || writer->failed;
}

/* Forgets the text, keeps its memory and the place within the document. */
void json_writer_drain(struct json_writer *writer);

void json_begin_object(struct json_writer *writer);
void json_end_object(struct json_writer *writer);
void json_begin_array(struct json_writer *writer);
void json_end_array(struct json_writer *writer);

/* `key` is written as it is: plain ASCII without quotes. */
void json_key(struct json_writer *writer, const char *key);

void json_write_null(struct json_writer *writer);
void json_write_bool(struct json_writer *writer, bool value);
void json_write_number(struct json_writer *writer, uint64_t value);

void json_write_signed(struct json_writer *writer, int64_t value);

/* A thousandth of it, exactly: seconds of milliseconds. */
void json_write_thousandths(struct json_writer *writer, uint64_t value);

/* value / 10^places, exactly, with no more decimals than it takes. */
void json_write_decimal(struct json_writer *writer, bool negative,
                        uint64_t value, unsigned places);

/* A number that the caller has written. */
void json_write_digits(struct json_writer *writer, const char *text,
                       size_t length);

/* Degrees from degrees times 10^7, exactly. */
void json_write_degrees_e7(struct json_writer *writer, int32_t value);

/* Any bytes up to the NUL; what is not UTF-8, or a control character past
 * ASCII, becomes U+FFFD. NULL: null. */
void json_write_string(struct json_writer *writer, const char *value);

/* A string in parts, as json_write_string() would write them all at once; no
 * part ends within a character. */
void json_begin_string(struct json_writer *writer);
void json_write_string_part(struct json_writer *writer, const char *part);
void json_end_string(struct json_writer *writer);

/* A member: its key, and the value as json_write_...() has it. */
void json_put_string(struct json_writer *writer, const char *key,
                     const char *value);
void json_put_number(struct json_writer *writer, const char *key,
                     uint64_t value);
void json_put_bool(struct json_writer *writer, const char *key, bool value);
void json_put_thousandths(struct json_writer *writer, const char *key,
                          uint64_t value);

/* Bytes outside of JSON, for binary answers; commas are left alone. */
void json_writer_raw(struct json_writer *writer, const void *bytes,
                     size_t length);

#endif
