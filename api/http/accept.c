/* accept: which of the forms we have a client would rather get. */
#include "api/http/accept.h"

#include <string.h>
#include <strings.h>

enum { RANGE_SIZE = 64 };

/* How exactly a media range names a type: 0 not at all, 3 to the letter. */
static int match(const char *range, const char *type)
{
    size_t major = strcspn(type, "/") + 1;

    if (!strcasecmp(range, type))
        return 3;
    if (!strncasecmp(range, type, major) && !strcmp(range + major, "*"))
        return 2;
    return !strcmp(range, "*/*");
}

/* "0.5" in thousandths; what is malformed excludes. */
static int qvalue(const char *text, const char *end)
{
    int value = 0;

    if (text < end && *text == '1')
        return 1000;
    if (end - text < 2 || *text != '0' || text[1] != '.')
        return 0;
    text += 2;
    for (int unit = 100; unit && text < end; unit /= 10, text++) {
        if (*text < '0' || *text > '9')
            break;
        value += (*text - '0') * unit;
    }
    return value;
}

/* Quality in thousandths from the parameters after a range; 1000 without. */
static int quality(const char *parameters, size_t length)
{
    const char *end = parameters + length;

    for (const char *at = parameters; at < end; at++) {
        if (*at != ';')
            continue;
        at++;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (end - at >= 3 && (*at == 'q' || *at == 'Q') && at[1] == '=')
            return qvalue(at + 2, end);
        at--;
    }
    return 1000;
}

/* What the header thinks of a type, in thousandths. */
static int quality_of(const char *header, const char *type)
{
    int best_match = 0;
    int best = 0;

    while (*header) {
        size_t length = strcspn(header, ",");
        const char *start = header + strspn(header, " \t");
        size_t name = strcspn(start, " \t;,");
        char range[RANGE_SIZE];

        if (name && name < sizeof(range)) {
            memcpy(range, start, name);
            range[name] = '\0';
            if (match(range, type) > best_match) {
                best_match = match(range, type);
                best = quality(header, length);
            }
        }
        header += length + (header[length] == ',');
    }
    return best;
}

unsigned accept_choose(const char *header, unsigned offered)
{
    int json = 0;
    int octets = 0;

    if (offered & MEDIA_ANY)
        return MEDIA_ANY;
    if (!header || !*header)
        return offered & MEDIA_JSON ? MEDIA_JSON : offered;
    if (offered & MEDIA_JSON)
        json = quality_of(header, "application/json");
    if (offered & MEDIA_OCTETS)
        octets = quality_of(header, "application/octet-stream");
    if (json <= 0 && octets <= 0)
        return 0;
    return json >= octets ? MEDIA_JSON : MEDIA_OCTETS;
}

bool accept_coding(const char *header, const char *coding)
{
    return header && quality_of(header, coding) > 0;
}
