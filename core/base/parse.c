/* parse: numbers from command lines, parameters and headers, strictly. */
#include "core/base/parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
