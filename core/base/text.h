/* text: short texts that people read, kept to one line of UTF-8. */
#ifndef RELAXD_BASE_TEXT_H
#define RELAXD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
