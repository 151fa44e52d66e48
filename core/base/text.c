/* text: short texts that people read, kept to one line of UTF-8. */
#include "core/base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* How long a character is by its first byte, and which values need that many
 * bytes; 0 for a byte that starts none. */
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
