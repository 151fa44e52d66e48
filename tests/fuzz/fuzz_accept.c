/* fuzz_accept: any bytes as Accept and Accept-Encoding headers, and as choices
 * of a header's parts with known meaning. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/negotiate.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { PARTS_MAX = 12, PART_SIZE = 80 };

static const struct range {
    const char *text;
    int json; /* how exactly it names application/json; 0: not at all */
    int octets;
    int gzip;
} ranges[] = {
    {"application/json", 3, 0, 0},
    {"application/octet-stream", 0, 3, 0},
    {"application/*", 2, 2, 0},
    {"*/*", 1, 1, 1},
    {"text/html", 0, 0, 0},
    {"APPLICATION/JSON", 3, 0, 0},
    {"application/jsonp", 0, 0, 0},
    {"gzip", 0, 0, 3},
    {"x-gzip", 0, 0, 0},
    {"deflate", 0, 0, 0},
};

static const struct {
    const char *text;
    int thousandths;
} qualities[] = {
    {"", 1000},         {";q=1", 1000},           {";q=0", 0},
    {"; q=0.5", 500},   {";Q=0.25", 250},         {";\tq=0.001", 1},
    {";q=0.0", 0},      {" ;q=0.999", 999},       {";v=1;q=0.7", 700},
    {";q=1.000", 1000}, {";charset=utf-8", 1000}, {";q=0.7;q2=1", 700},
};

static const char *const separators[] = {",", ", ", " ,\t", ",,", ", ,"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The best of the ranges that fit so far; the first of equals. */
struct best {
    int match;
    int thousandths;
};

static void consider(struct best *best, int match, int thousandths)
{
    if (match > best->match)
        *best = (struct best){match, thousandths};
}

static unsigned choose(const struct best *json, const struct best *octets)
{
    if (!json->thousandths && !octets->thousandths)
        return 0;
    return json->thousandths >= octets->thousandths ? MEDIA_JSON : MEDIA_OCTETS;
}

static void try_parts(struct portion input)
{
    char header[PARTS_MAX * PART_SIZE] = "";
    struct best json = {0}, octets = {0}, gzip = {0};
    size_t count = 1 + portion_byte(&input) % PARTS_MAX;

    for (size_t i = 0; i < count; i++) {
        const struct range *range =
            &ranges[portion_byte(&input) % COUNT(ranges)];
        size_t quality = portion_byte(&input) % COUNT(qualities);

        if (i)
            strcat(header,
                   separators[portion_byte(&input) % COUNT(separators)]);
        strcat(header, range->text);
        strcat(header, qualities[quality].text);
        consider(&json, range->json, qualities[quality].thousandths);
        consider(&octets, range->octets, qualities[quality].thousandths);
        consider(&gzip, range->gzip, qualities[quality].thousandths);
    }
    if (accept_choose(header, MEDIA_JSON | MEDIA_OCTETS) !=
            choose(&json, &octets) ||
        accept_choose(header, MEDIA_JSON) !=
            (json.thousandths ? MEDIA_JSON : 0) ||
        accept_coding(header, "gzip") != (gzip.thousandths > 0))
        abort();
}

/* The result is one of the offers, and the header's case does not matter. */
static void try_header(char *header)
{
    const unsigned all = MEDIA_JSON | MEDIA_OCTETS;
    unsigned chosen = accept_choose(header, all);
    unsigned octets = accept_choose(header, MEDIA_OCTETS);
    bool gzip = accept_coding(header, "gzip");

    if (chosen == all || chosen & ~all || octets & ~(unsigned)MEDIA_OCTETS)
        abort();
    if (accept_choose(header, MEDIA_ANY) != MEDIA_ANY)
        abort();
    for (char *at = header; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    if (accept_choose(header, all) != chosen ||
        accept_coding(header, "gzip") != gzip)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    char *header = portion_text(&input);

    try_header(header);
    free(header);
    try_parts((struct portion){bytes, size});
    return 0;
}
