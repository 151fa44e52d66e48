#include "core/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of a character by its first byte, and the least value that needs
 * that many bytes; 0 if no character begins with this byte. */
static size_t length_by_lead(unsigned char lead, uint32_t *ret_least)
{
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    size_t length = lead < 0x80             ? 1
                    : (lead & 0xe0) == 0xc0 ? 2
                    : (lead & 0xf0) == 0xe0 ? 3
                    : (lead & 0xf8) == 0xf0 ? 4
                                            : 0;

    *ret_least = least[length];
    return length;
}

size_t text_character(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    uint32_t least, value;
    size_t length;

    if (!size)
        return 0;
    length = length_by_lead(byte[0], &least);
    if (!length || length > size)
        return 0;
    value = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3f);
    }
    if (value < least || value > 0x10ffff || (value >= 0x7f && value < 0xa0) ||
        (value >= 0xd800 && value < 0xe000))
        return 0;
    return length;
}

bool text_is_line(const char *text, size_t size)
{
    while (size) {
        size_t length = text_character(text, size);

        if (!length)
            return false;
        text += length;
        size -= length;
    }
    return true;
}

void text_mend_line(char *text, size_t size)
{
    while (size) {
        size_t length = text_character(text, size);

        if (!length) {
            *text = '?';
            length = 1;
        }
        text += length;
        size -= length;
    }
}

void text_copy_line(char *to, size_t size, const char *from)
{
    size_t left = strlen(from);

    while (left) {
        size_t length = text_character(from, left);
        size_t taken = length ? length : 1;

        if (taken >= size)
            break;
        memcpy(to, length ? from : "?", taken);
        to += taken;
        size -= taken;
        from += taken;
        left -= taken;
    }
    *to = '\0';
}

void text_list_add(char *list, size_t size, const char *item)
{
    size_t length = strlen(list);

    snprintf(list + length, size - length, "%s%s", length ? ", " : "", item);
}

/* ---- Numbers ------------------------------------------------------------- */

bool parse_u64(const char *text, uint64_t *ret_number)
{
    uint64_t number = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, (unsigned)(*text - '0'), &number))
            return false;
    }
    *ret_number = number;
    return true;
}

bool parse_u32(const char *text, uint32_t *ret_number)
{
    uint64_t number;

    if (!parse_u64(text, &number) || number > UINT32_MAX)
        return false;
    *ret_number = (uint32_t)number;
    return true;
}

bool parse_double(const char *text, double *ret_number)
{
    double number;
    char *end;

    /* strtod() would also take blanks, hexadecimal, "inf" and "nan". */
    if (!*text || text[strspn(text, "0123456789+-.eE")])
        return false;
    number = strtod(text, &end);
    if (*end || !isfinite(number))
        return false;
    *ret_number = number;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int escaped_byte(const char *text, const char *end)
{
    int high;
    int low;

    if (end - text < 3 || *text != '%')
        return -1;
    high = hex_digit(text[1]);
    low = hex_digit(text[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* ---- Streams ------------------------------------------------------------- */

int memory_stream_close(FILE *stream, char **text)
{
    bool failed = ferror(stream);

    failed |= fclose(stream) != 0;
    if (!failed && *text)
        return 0;
    free(*text);
    *text = NULL;
    return -ENOMEM;
}

/* The number of letters to change to turn one into the other (Levenshtein). */
static unsigned letters_apart(const char *a, const char *b)
{
    enum { LENGTH_MAX = 40 };
    unsigned row[LENGTH_MAX + 1];
    size_t width = strlen(b);

    if (strlen(a) > LENGTH_MAX || width > LENGTH_MAX)
        return LENGTH_MAX;
    for (unsigned j = 0; j <= width; j++)
        row[j] = j;
    for (; *a; a++) {
        unsigned diagonal = row[0]++;

        for (size_t j = 1; j <= width; j++) {
            unsigned best = diagonal + (*a != b[j - 1]);

            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[width];
}

const char *text_nearer(const char *wanted, const char *near, const char *name)
{
    enum { APART_MOST = 2 };
    unsigned apart = letters_apart(wanted, name);

    if (apart > APART_MOST || (near && apart >= letters_apart(wanted, near)))
        return near;
    return name;
}

const char *text_wrap(FILE *to, const char *words, int at, int column)
{
    enum { WIDTH = 80 };

    while (*words && *words != '\n') {
        int length = (int)strcspn(words, " \n");

        if (at > column && at + 1 + length > WIDTH) {
            fprintf(to, "\n%*s", column, "");
            at = column;
        }
        at += fprintf(to, "%s%.*s", at > column ? " " : "", length, words);
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', to);
    return words + (*words == '\n');
}
