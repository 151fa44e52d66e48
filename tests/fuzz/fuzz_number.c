/* fuzz_number: any bytes as a number, whole and decimal, of the command line,
 * of parameters and of OSRM's URLs: the readers agree with each other and with
 * the C library, and leave outputs unchanged where the text is not a number. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_text.h"
#include "core/base/text.h"
#include "tests/fuzz/fuzz.h"

static bool is_digits(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

static void check_whole(const char *text)
{
    uint64_t number = 7;
    uint32_t small = 7;
    uint64_t wanted;
    bool fits;

    errno = 0;
    wanted = strtoull(text, NULL, 10);
    fits = is_digits(text) && !errno;
    if (parse_u64(text, &number) != fits || number != (fits ? wanted : 7))
        abort();
    fits = fits && wanted <= UINT32_MAX;
    if (parse_u32(text, &small) != fits || small != (fits ? wanted : 7))
        abort();
}

static void check_double(const char *text)
{
    double number = 7;
    char *end;
    double wanted = strtod(text, &end);

    if (parse_double(text, &number)
            ? !isfinite(number) || *end || number != wanted
            : number != 7)
        abort();
    /* A plain decimal number, which it must accept. */
    if (is_digits(text) && isfinite(wanted) && number != wanted)
        abort();
}

static struct osrm_text text_of(const char *text, size_t length)
{
    return (struct osrm_text){text, text, text + length};
}

/* Each accepted number is one to core/base/text.h, and precedes the rest. */
static void check_taken(const char *text, size_t length)
{
    struct osrm_text at = text_of(text, length);
    uint32_t number;
    int16_t small;
    double decimal;

    if (osrm_text_u32(&at, &number)) {
        char *taken = strndup(text, (size_t)(at.at - text));
        uint32_t wanted;

        if (!parse_u32(taken, &wanted) || wanted != number)
            abort();
        free(taken);
    } else if (at.at != text) {
        abort();
    }
    at = text_of(text, length);
    if (osrm_text_i16(&at, &small)) {
        if (strtol(text, NULL, 10) != small)
            abort();
    } else if (at.at != text) {
        abort();
    }
    at = text_of(text, length);
    if (osrm_text_decimal(&at, &decimal)) {
        char *taken = strndup(text, (size_t)(at.at - text));

        if (at.at == text || at.at > text + length || isnan(decimal) ||
            fabs(strtod(taken, NULL) - decimal) > 1e-9 * fabs(decimal) + 1e-12)
            abort();
        free(taken);
    } else if (at.at != text) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = strndup((const char *)bytes, size);

    check_whole(text);
    check_double(text);
    check_taken(text, strlen(text));
    free(text);
    return 0;
}
