/* text: short texts that people read, kept to one line of UTF-8; numbers in
 * texts; texts that are written to a stream. */
#ifndef RELAXD_BASE_TEXT_H
#define RELAXD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How many bytes the UTF-8 character at `text` has, of `size` bytes that are
 * left; 0 where there is none: a stray byte, an overlong form, a surrogate, a
 * character cut short, a control character. RFC 3629. */
size_t text_character(const char *text, size_t size);

/* Whether all `size` bytes are such characters. */
bool text_is_line(const char *text, size_t size);

/* Puts '?' where a byte is in none. */
void text_mend_line(char *text, size_t size);

/* Copies `from` to the `size` bytes at `to`, NUL-terminated; '?' for each byte
 * that is no such character. What does not fit is cut between characters. */
void text_copy_line(char *to, size_t size, const char *from);

/* Appends an item to a list in `size` bytes, "a, b, c", as far as there is
 * room. */
void text_list_add(char *list, size_t size, const char *item);

/* For "did you mean": `name` where it is at most two letters from what was
 * wanted, and nearer than `near`, the best so far or NULL; else `near`. */
const char *text_nearer(const char *wanted, const char *near, const char *name);

/* ---- Numbers from command lines, parameters and headers ------------------ *
 *
 * The whole text must be the number: no blanks, no trailing letters, nothing
 * that does not fit. False otherwise, and the output is untouched. The locale
 * does not matter as long as nobody calls setlocale(). Any thread. */

/* Decimal digits only, without a sign. */
bool parse_u32(const char *text, uint32_t *ret_number);
bool parse_u64(const char *text, uint64_t *ret_number);

/* Decimal, with or without sign, point and exponent; finite. What is too small
 * to be told from 0 is 0. */
bool parse_double(const char *text, double *ret_number);

/* The word for so many of what is counted. */
static inline const char *plural(uint64_t count, const char *one,
                                 const char *many)
{
    return count == 1 ? one : many;
}

/* ---- Streams of open_memstream() ----------------------------------------- */

/* Closes one. 0: `*text`, which the stream was opened with, is whole and the
 * caller's to free. -ENOMEM: something did not fit, and it is freed and NULL.
 * fclose() alone does not tell: where there is no memory for the last of it,
 * glibc's is 0 and leaves NULL, and a size of before. */
int memory_stream_close(FILE *stream, char **text);

#endif
