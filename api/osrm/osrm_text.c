/* Words, integers and decimals, as OSRM's grammar defines them. */
#include "api/osrm/osrm_text.h"

#include <math.h>
#include <string.h>

static bool begins(const struct osrm_text *text, const char *at,
                   const char *word)
{
    size_t length = strlen(word);

    return (size_t)(text->end - at) >= length && !memcmp(at, word, length);
}

bool osrm_text_take(struct osrm_text *text, const char *word)
{
    if (!begins(text, text->at, word))
        return false;
    text->at += strlen(word);
    return true;
}

bool osrm_is_word_character(char c, const char *others)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c && strchr(others, c));
}

size_t osrm_text_word(struct osrm_text *text, const char *others)
{
    const char *begin = text->at;

    while (text->at < text->end && osrm_is_word_character(*text->at, others))
        text->at++;
    return (size_t)(text->at - begin);
}

static bool is_digit(const struct osrm_text *text, const char *at)
{
    return at < text->end && *at >= '0' && *at <= '9';
}

static bool take_whole(struct osrm_text *text, uint64_t maximum,
                       uint64_t *ret_number)
{
    const char *at = text->at;
    uint64_t number = 0;

    for (; is_digit(text, at); at++) {
        unsigned digit = (unsigned)(*at - '0');

        if (number > (maximum - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (at == text->at)
        return false;
    text->at = at;
    *ret_number = number;
    return true;
}

bool osrm_text_u32(struct osrm_text *text, uint32_t *ret_number)
{
    uint64_t number;

    if (!take_whole(text, UINT32_MAX, &number))
        return false;
    *ret_number = (uint32_t)number;
    return true;
}

bool osrm_text_size(struct osrm_text *text, size_t *ret_number)
{
    uint64_t number;

    if (!take_whole(text, SIZE_MAX, &number))
        return false;
    *ret_number = number;
    return true;
}

bool osrm_text_i16(struct osrm_text *text, int16_t *ret_number)
{
    struct osrm_text digits = *text;
    bool negative = osrm_text_take(&digits, "-");
    uint64_t number;

    if (!take_whole(&digits, INT16_MAX, &number))
        return false;
    text->at = digits.at;
    *ret_number = (int16_t)(negative ? -(int)number : (int)number);
    return true;
}

/* The significant digits of a decimal for a double: digits * 10^power. */
struct decimal {
    uint64_t digits;
    int power;
    bool any;
};

static void take_digits(const struct osrm_text *text, const char **at,
                        bool fraction, struct decimal *decimal)
{
    for (; is_digit(text, *at); (*at)++) {
        bool counts = decimal->digits <= (UINT64_MAX - 9) / 10;

        decimal->any = true;
        if (counts)
            decimal->digits = decimal->digits * 10 + (uint64_t)(**at - '0');
        if (counts && fraction)
            decimal->power--;
        else if (!counts && !fraction && decimal->power < 400)
            decimal->power++;
    }
}

static double decimal_value(const struct decimal *decimal)
{
    double digits = (double)decimal->digits;

    return decimal->power < 0 ? digits / pow(10, -decimal->power)
                              : digits * pow(10, decimal->power);
}

bool osrm_text_decimal(struct osrm_text *text, double *ret_number)
{
    bool negative = text->at < text->end && *text->at == '-';
    const char *at = text->at + negative;
    struct decimal decimal = {0};
    double value;

    take_digits(text, &at, false, &decimal);
    if (begins(text, at, ".") && !begins(text, at, ".json") &&
        !begins(text, at, ".flatbuffers")) {
        at++;
        take_digits(text, &at, true, &decimal);
    }
    value = decimal_value(&decimal);
    if (!decimal.any || !isfinite(value))
        return false;
    text->at = at;
    *ret_number = negative ? -value : value;
    return true;
}

size_t osrm_text_entries(const struct osrm_text *text, char separator, char end)
{
    size_t count = 1;

    for (const char *at = text->at; at < text->end && *at != end; at++)
        count += *at == separator;
    return count;
}

bool osrm_text_bool(struct osrm_text *text, bool *ret_value)
{
    static const char *const words[] = {"false", "true", NULL};
    unsigned index;

    if (!osrm_text_symbol(text, words, &index))
        return false;
    *ret_value = index == 1;
    return true;
}

bool osrm_text_symbol(struct osrm_text *text, const char *const *words,
                      unsigned *ret_index)
{
    size_t longest = 0;

    for (unsigned i = 0; words[i]; i++) {
        size_t length = strlen(words[i]);

        if (length <= longest || !begins(text, text->at, words[i]))
            continue;
        longest = length;
        *ret_index = i;
    }
    text->at += longest;
    return longest > 0;
}
