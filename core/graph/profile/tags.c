/* tags: lookup, then parsers of values. */
#include "core/graph/profile/tags.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

const char *tags_get(const struct tags *tags, const char *key)
{
    for (uint32_t i = 0; i < tags->count; i++) {
        if (!strcmp(tags->text + tags->tag[i].key, key))
            return tags->text + tags->tag[i].value;
    }
    return NULL;
}

/* ---- Values -------------------------------------------------------------- */

static const double speed_max_kmh = 1000;
static const double duration_max_s = 100 * 86400.0;
static const double size_max = 10000; /* m or t */

struct unit {
    const char *name;
    double factor;
};

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Digits, with an optional point or comma before or among them; NULL if there
 * are none or far too many. */
static const char *read_number(const char *text, double *ret_number)
{
    size_t whole = strspn(text, "0123456789");
    bool has_places = (text[whole] == '.' || text[whole] == ',') &&
                      text[whole + 1] >= '0' && text[whole + 1] <= '9';
    double number = 0;
    double place = 1;

    if (whole > 9 || (!whole && !has_places))
        return NULL;
    for (; whole; whole--)
        number = 10 * number + (*text++ - '0');
    if (has_places) {
        for (text++; *text >= '0' && *text <= '9'; text++) {
            place /= 10;
            number += place * (*text - '0');
        }
    }
    *ret_number = number;
    return text;
}

/* The unit that the whole text, up to a ';', names; NULL if unknown. */
static const struct unit *find_unit(const struct unit *units, size_t count,
                                    const char *text)
{
    size_t length = strcspn(text, ";");

    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    for (size_t i = 0; i < count; i++) {
        if (strlen(units[i].name) == length &&
            !strncasecmp(units[i].name, text, length))
            return &units[i];
    }
    return NULL;
}

/* A number and a unit, "30 mph". */
static bool read_amount(const struct unit *units, size_t count,
                        const char *text, double *ret_amount)
{
    const struct unit *unit;
    double number = 0;

    text = read_number(skip_blanks(text), &number);
    unit = text ? find_unit(units, count, skip_blanks(text)) : NULL;
    if (!unit)
        return false;
    *ret_amount = number * unit->factor;
    return true;
}

bool osm_speed(const char *text, double *ret_kmh)
{
    static const struct unit units[] = {
        {"", 1},     {"km/h", 1},       {"kmh", 1},       {"kph", 1},
        {"kmph", 1}, {"mph", 1.609344}, {"knots", 1.852}, {"knot", 1.852},
    };
    double kmh = 0;

    if (!read_amount(units, sizeof(units) / sizeof(units[0]), text, &kmh) ||
        kmh <= 0 || kmh > speed_max_kmh)
        return false;
    *ret_kmh = kmh;
    return true;
}

/* "6'7", which may end with a second quotation mark or two. */
static bool read_feet(const char *text, double *ret_m)
{
    double feet = 0, inches = 0;

    text = read_number(skip_blanks(text), &feet);
    if (!text || *skip_blanks(text) != '\'')
        return false;
    text = skip_blanks(skip_blanks(text) + 1);
    if (*text && *text != ';') {
        text = read_number(text, &inches);
        if (!text || inches >= 12)
            return false;
        text = skip_blanks(text);
        text += strspn(text, "\"'");
    }
    text = skip_blanks(text);
    if (*text && *text != ';')
        return false;
    *ret_m = (12 * feet + inches) * 0.0254;
    return true;
}

bool osm_length(const char *text, double *ret_m)
{
    static const struct unit units[] = {
        {"", 1},        {"m", 1},         {"meter", 1},   {"meters", 1},
        {"metre", 1},   {"metres", 1},    {"cm", 0.01},   {"ft", 0.3048},
        {"in", 0.0254}, {"feet", 0.3048}, {"\"", 0.0254},
    };
    double metres = 0;

    if ((!read_feet(text, &metres) &&
         !read_amount(units, sizeof(units) / sizeof(units[0]), text,
                      &metres)) ||
        metres <= 0 || metres > size_max)
        return false;
    *ret_m = metres;
    return true;
}

bool osm_mass(const char *text, double *ret_t)
{
    static const struct unit units[] = {
        {"", 1},
        {"t", 1},
        {"tons", 1},
        {"tonnes", 1},
        {"kg", 0.001},
        {"lbs", 0.00045359237},
        {"lb", 0.00045359237},
        {"st", 0.90718474},
    };
    double tonnes = 0;

    if (!read_amount(units, sizeof(units) / sizeof(units[0]), text, &tonnes) ||
        tonnes <= 0 || tonnes > size_max)
        return false;
    *ret_t = tonnes;
    return true;
}

/* "H:MM" or "H:MM:SS". */
static bool read_clock(const char *text, double *ret_s)
{
    double part[3] = {0};
    int count = 0;

    for (;;) {
        text = read_number(text, &part[count]);
        if (!text || (count && part[count] >= 60))
            return false;
        count++;
        if (*text != ':' || count == 3)
            break;
        text++;
    }
    if (count < 2 || *skip_blanks(text))
        return false;
    *ret_s = 3600 * part[0] + 60 * part[1] + part[2];
    return true;
}

/* The seconds of an ISO 8601 letter; 0 if unknown. Years and months have no
 * fixed length. */
static double iso_unit_s(char letter, bool time)
{
    if (!time)
        return letter == 'W' ? 604800 : letter == 'D' ? 86400 : 0;
    return letter == 'H' ? 3600 : letter == 'M' ? 60 : letter == 'S' ? 1 : 0;
}

/* After the P: "1DT2H30M". */
static bool read_iso(const char *text, double *ret_s)
{
    bool time = false;
    double sum = 0;

    while (*text) {
        double number = 0;
        double unit;

        if (*text == 'T' && !time) {
            time = true;
            text++;
            continue;
        }
        text = read_number(text, &number);
        unit = text ? iso_unit_s(*text, time) : 0;
        if (unit <= 0)
            return false;
        sum += number * unit;
        text++;
    }
    *ret_s = sum;
    return true;
}

bool osm_duration(const char *text, double *ret_s)
{
    static const struct unit units[] = {
        {"", 60},        {"min", 60}, {"mins", 60}, {"minutes", 60},
        {"minute", 60},  {"h", 3600}, {"hr", 3600}, {"hour", 3600},
        {"hours", 3600}, {"s", 1},    {"sec", 1},   {"seconds", 1},
    };
    double sum = 0;
    bool read;

    text = skip_blanks(text);
    if (*text == 'P')
        read = read_iso(text + 1, &sum);
    else if (strchr(text, ':'))
        read = read_clock(text, &sum);
    else
        read = read_amount(units, sizeof(units) / sizeof(units[0]), text, &sum);
    if (!read || sum <= 0 || sum > duration_max_s)
        return false;
    *ret_s = sum;
    return true;
}
