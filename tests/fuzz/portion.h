/* portion: an input cut into pieces, for targets that need several. */
#ifndef RELAXD_TESTS_FUZZ_PORTION_H
#define RELAXD_TESTS_FUZZ_PORTION_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct portion {
    const uint8_t *at; /* [left) */
    size_t left;
};

/* 0 beyond the end. */
static inline unsigned portion_byte(struct portion *portion)
{
    if (!portion->left)
        return 0;
    portion->left--;
    return *portion->at++;
}

/* Up to the next byte of 0, or the end: exactly as long as that, so that a
 * sanitizer detects an overrun. The caller free()s it. */
static inline char *portion_text(struct portion *portion)
{
    size_t length = strnlen((const char *)portion->at, portion->left);
    char *text = strndup((const char *)portion->at, length);

    if (!text)
        abort();
    if (length < portion->left)
        length++;
    portion->at += length;
    portion->left -= length;
    return text;
}

#endif
