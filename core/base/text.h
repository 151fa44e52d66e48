/* text: short texts for people, kept to one line of UTF-8; numbers in texts;
 * memory streams. */
#ifndef RELAXD_BASE_TEXT_H
#define RELAXD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The length of the UTF-8 character at `text`, of which `size` bytes are left;
 * 0 if there is none: a stray byte, an overlong form, a surrogate, a truncated
 * character, a control character. RFC 3629. */
size_t text_character(const char *text, size_t size);

/* Whether all `size` bytes are such characters. */
bool text_is_line(const char *text, size_t size);

/* Replaces each byte that belongs to no such character by '?'. */
void text_mend_line(char *text, size_t size);

/* Copies `from` to the `size` bytes at `to`, NUL-terminated, with '?' for each
 * byte that belongs to no such character. Text that does not fit is cut between
 * characters. */
void text_copy_line(char *to, size_t size, const char *from);

/* Appends an item to the list "a, b, c" in `size` bytes, as far as there is
 * room. */
void text_list_add(char *list, size_t size, const char *item);

/* For "did you mean": `name` if it differs from `wanted` by at most two letters
 * and is nearer than `near`, the best so far or NULL; else `near`. */
const char *text_nearer(const char *wanted, const char *near, const char *name);

/* For help: prints the first line of `words`, wrapped at 80 columns, from a
 * column on; `at` columns are full. Returns what follows the line. */
const char *text_wrap(FILE *to, const char *words, int at, int column);

/* ---- Numbers from command lines, parameters and headers ------------------ *
 *
 * The whole text must be the number: no blanks, no trailing letters, and the
 * value must fit. False otherwise, and the output is untouched. Independent of
 * the locale as long as no thread calls setlocale(). Any thread. */

/* Decimal digits only, without a sign. */
bool parse_u32(const char *text, uint32_t *ret_number);
bool parse_u64(const char *text, uint64_t *ret_number);

/* Decimal, with optional sign, point and exponent; finite. Values too small for
 * a double become 0. */
bool parse_double(const char *text, double *ret_number);

/* The byte of the URL escape %XX at `text`, before `end`; -1 if none is there.
 */
int escaped_byte(const char *text, const char *end);

/* The singular or plural of a word. */
static inline const char *plural(uint64_t count, const char *one,
                                 const char *many)
{
    return count == 1 ? one : many;
}

/* ---- Streams of open_memstream() ----------------------------------------- */

/* Closes a stream. 0: `*text`, which the stream was opened with, is complete,
 * and the caller frees it. -ENOMEM: something did not fit; `*text` is freed and
 * NULL. fclose() alone does not report that: without memory for the last bytes,
 * glibc's returns 0 and leaves NULL and an earlier size. */
int memory_stream_close(FILE *stream, char **text);

#endif
