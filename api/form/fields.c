/* Writing values, then the problems they can have, then query strings. */
#include "api/form/fields.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/service/route/route_stop.h"

/* Longer than any number in practice. */
enum { NUMBER_SIZE = 40 };

const struct field *fields_find(const struct field *fields, const char *name)
{
    for (; fields->name; fields++) {
        if (!strcmp(fields->name, name))
            return fields;
    }
    return NULL;
}

bool field_set_number(const struct field *field, uint64_t number, void *target)
{
    void *value = (char *)target + field->offset;

    if (((field->kind == FIELD_ID || field->kind == FIELD_EPOCH) &&
         number <= FIELD_ID_MAX) ||
        (field->kind == FIELD_TTL && number && number <= FIELD_TTL_MAX)) {
        *(uint64_t *)value = number;
        return true;
    }
    if ((field->kind == FIELD_COST && number <= COST_MAX) ||
        (field->kind == FIELD_FEW && number <= FIELD_FEW_MAX) ||
        (field->kind == FIELD_COUNT && number && number <= FIELD_COUNT_MAX)) {
        *(uint32_t *)value = (uint32_t)number;
        return true;
    }
    return false;
}

static bool field_is_real(const struct field *field)
{
    return field->kind == FIELD_METRES || field->kind == FIELD_SECONDS ||
           field->kind == FIELD_SHARE;
}

static bool field_is_text(const struct field *field)
{
    return field->kind == FIELD_NAME || field->kind == FIELD_SET ||
           field->kind == FIELD_CLASSES || field->kind == FIELD_CHOICE ||
           field->kind == FIELD_CHOICES || field_is_real(field) ||
           field->kind == FIELD_TIME || field->kind == FIELD_MODEL;
}

/* The index of the choice that is [text, text + length); -1: it is none. */
static int choice_of(const struct field *field, const char *text, size_t length)
{
    for (int i = 0; field->choices[i]; i++) {
        if (strlen(field->choices[i]) == length &&
            !memcmp(field->choices[i], text, length))
            return i;
    }
    return -1;
}

static bool choose(const struct field *field, const char *text, void *target)
{
    int choice = choice_of(field, text, strlen(text));

    if (choice >= 0)
        *(unsigned *)((char *)target + field->offset) = (unsigned)choice;
    return choice >= 0;
}

static bool choose_several(const struct field *field, const char *text,
                           void *target)
{
    unsigned chosen = 0;
    unsigned named = 0; /* a bit each */
    unsigned count = 0;

    for (size_t length;; text += length + 1) {
        int choice;

        length = strcspn(text, ",");
        choice = choice_of(field, text, length);
        if (choice < 0 || named >> choice & 1)
            return false;
        named |= 1u << choice;
        chosen |= (unsigned)(choice + 1) << 4 * count++;
        if (!text[length])
            break;
    }
    *(unsigned *)((char *)target + field->offset) = chosen;
    return true;
}

bool field_set_real(const struct field *field, double real, void *target)
{
    if (!field_is_real(field) || !(real >= 0) ||
        (field->kind == FIELD_SHARE && real > 1))
        return false;
    *(double *)((char *)target + field->offset) = real;
    return true;
}

static bool set_model_name(const struct field *field, const char *text,
                           void *target)
{
    struct model_option *option =
        (struct model_option *)((char *)target + field->offset);

    if (!*text || strlen(text) >= sizeof(option->name))
        return false;
    strcpy(option->name, text);
    return true;
}

bool field_set_text(const struct field *field, const char *text, void *target)
{
    size_t length = strlen(text);
    size_t size =
        field->kind == FIELD_NAME ? FIELD_NAME_SIZE : QUESTION_SET_SIZE;
    double real;

    if (field->kind == FIELD_MODEL)
        return set_model_name(field, text, target);
    if (field->kind == FIELD_CHOICE)
        return choose(field, text, target);
    if (field->kind == FIELD_CHOICES)
        return choose_several(field, text, target);
    if (field_is_real(field))
        return parse_double(text, &real) && field_set_real(field, real, target);
    if (field->kind == FIELD_TIME)
        return date_time_read(
            text, (struct date_time *)((char *)target + field->offset));
    if (!field_is_text(field) || !length || length >= size)
        return false;
    memcpy((char *)target + field->offset, text, length + 1);
    return true;
}

bool field_set_flag(const struct field *field, bool flag, void *target)
{
    if (field->kind != FIELD_FLAG)
        return false;
    *(bool *)((char *)target + field->offset) = flag;
    return true;
}

int field_set_stop(const struct field *field, const struct route_stop *stop,
                   void *target)
{
    void *value = (char *)target + field->offset;
    struct stop_list *list = value;

    if (field->kind == FIELD_STOPS)
        return array_append(&list->stop, &list->count, &list->capacity, stop,
                            sizeof(*stop));
    *(struct route_stop *)value = *stop;
    return 0;
}

/* Reads a stop for STOP and STOPS. -EINVAL with the problem. */
static int field_read_stop(const struct field *field, const char *text,
                           void *target, struct problem *problem)
{
    struct route_stop stop;
    struct error error;

    if (stop_read(text, &stop, &error)) {
        problem_set(problem, PROBLEM_PARAMETER, "'%s': %s", field->name,
                    error.text);
        return problem_about(problem, field->name);
    }
    if (field_set_stop(field, &stop, target))
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    return 0;
}

int field_add_number(const struct field *field, double number, void *target)
{
    struct number_list *list =
        (struct number_list *)((char *)target + field->offset);

    return array_append(&list->number, &list->count, &list->capacity, &number,
                        sizeof(number));
}

/* Appends to NUMBERS. -EINVAL with the problem, -ENOMEM. */
static int field_add_numbers(const struct field *field, const char *text,
                             void *target, struct problem *problem)
{
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        char part[NUMBER_SIZE] = "";
        double number;

        if (length < sizeof(part))
            memcpy(part, at, length);
        if (!parse_double(part, &number))
            return field_refuse_value(field, field->name, text, problem);
        if (field_add_number(field, number, target))
            return problem_set(problem, PROBLEM_FAILED, "out of memory");
        at += length;
        if (!*at)
            return 0;
    }
}

static const char *allowed(const struct field *field)
{
    switch (field->kind) {
    case FIELD_ID:
        return "an id as /v1/vertices lists them: a whole number from 0 to "
               "9223372036854775807; /v1/route takes positions";
    case FIELD_EPOCH:
        return "the epoch of an answer: a whole number from 0 to "
               "9223372036854775807";
    case FIELD_TTL:
        return "seconds, a whole number from 1 to 315360000";
    case FIELD_COST:
        return "a cost in the map's unit: a whole number from 0 to 4294967293";
    case FIELD_FEW:
        return "a whole number from 0 to 10";
    case FIELD_COUNT:
        return "a whole number from 1 to 100";
    case FIELD_SET:
        return "OPTION=VALUE,OPTION=VALUE of the solver, 1 to 127 bytes";
    case FIELD_CLASSES:
        return "names of the profile's classes, with commas between, 1 to 127 "
               "bytes";
    case FIELD_TIME:
        return "a time as 2026-11-30T07:30 or 2026-11-30T07:30+01:00";
    case FIELD_MODEL:
        return "the name of a model, 1 to 63 bytes; in a body also a model, as "
               "/docs/models has them";
    case FIELD_FLAG:
        return "true or false";
    case FIELD_STOP:
    case FIELD_STOPS:
        return "longitude,latitude in degrees, as 8.68,49.41, or the id of a "
               "node of OpenStreetMap";
    case FIELD_METRES:
        return "metres: a number from 0 on";
    case FIELD_SECONDS:
        return "seconds: a number from 0 on";
    case FIELD_SHARE:
        return "a number from 0 to 1";
    case FIELD_NUMBERS:
        return "numbers, with commas between";
    case FIELD_CHOICE:
    case FIELD_CHOICES:
    case FIELD_NAME:
        break;
    }
    return "a name of 1 to 63 bytes";
}

static void mend_value(const struct field *field, struct problem *problem)
{
    char list[160] = "";

    bool several = field->kind == FIELD_CHOICES;

    if (field->kind != FIELD_CHOICE && !several) {
        problem_mend(problem, "give %s", allowed(field));
        return;
    }
    for (const char *const *choice = field->choices; *choice; choice++)
        text_list_add(list, sizeof(list), *choice);
    problem_mend(problem,
                 several ? "give some of %s, each once" : "give one of %s",
                 list);
}

int field_refuse_value(const struct field *field, const char *label,
                       const char *value, struct problem *problem)
{
    char shown[FIELD_SHOWN_MAX + 1];

    text_copy_line(shown, sizeof(shown), value);
    problem_set(problem, PROBLEM_PARAMETER, "invalid value '%s'%s for '%s'",
                shown, strlen(value) > FIELD_SHOWN_MAX ? "..." : "", label);
    mend_value(field, problem);
    return problem_about(problem, label);
}

int fields_refuse_unknown(const struct field *fields, const char *const *others,
                          const char *label, struct problem *problem)
{
    char list[320] = "";

    for (; others && *others; others++)
        text_list_add(list, sizeof(list), *others);
    for (; fields->name; fields++)
        text_list_add(list, sizeof(list), fields->name);
    problem_set(problem, PROBLEM_PARAMETER, "unknown parameter '%s'", label);
    if (*list)
        problem_mend(problem, "known: %s", list);
    else
        problem_mend(problem, "this endpoint takes no parameters");
    return problem_about(problem, label);
}

static int field_refuse_repeated(const char *label, struct problem *problem)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' is given twice", label);
    problem_mend(problem, "give it once");
    return problem_about(problem, label);
}

int field_refuse_missing(const struct field *field, const char *label,
                         struct problem *problem)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' is missing", label);
    mend_value(field, problem);
    return problem_about(problem, label);
}

void question_options_finish(struct question_options *options)
{
    model_release(options->model.model);
    options->model.model = NULL;
}

/* ---- Positions ----------------------------------------------------------- */

static int add_position(struct stop_fields *stops, double lon, double lat,
                        struct problem *problem)
{
    static const struct field from = {
        .kind = FIELD_STOPS, .offset = offsetof(struct stop_fields, from)};
    struct route_stop stop;
    struct error error;

    if (stop_from_degrees(lon, lat, &stop, &error)) {
        problem_set(problem, PROBLEM_PARAMETER, "'lon' and 'lat': %s",
                    error.text);
        return problem_about(problem, "lon");
    }
    if (field_set_stop(&from, &stop, stops))
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    return 0;
}

int stop_fields_join(struct stop_fields *stops, size_t most,
                     struct problem *problem)
{
    struct error error;
    int r = 0;

    if (stops_check(stops->from.count + stops->lon.count, "places", most,
                    &error))
        return problem_from_outcome(problem, OUTCOME_TOO_LARGE, error.text);
    if (stops->lon.count != stops->lat.count) {
        problem_set(problem, PROBLEM_PARAMETER,
                    "%zu values of 'lon' and %zu of 'lat'", stops->lon.count,
                    stops->lat.count);
        problem_mend(problem, "give both for each position, or from=LON,LAT");
        return problem_about(problem, "lon");
    }
    for (size_t i = 0; i < stops->lon.count && !r; i++)
        r = add_position(stops, stops->lon.number[i], stops->lat.number[i],
                         problem);
    if (r || stops->from.count)
        return r;
    problem_set(problem, PROBLEM_PARAMETER, "no position is given");
    problem_mend(problem, "give lon and lat, or from");
    return problem_about(problem, "from");
}

void stop_fields_finish(struct stop_fields *stops)
{
    free(stops->from.stop);
    free(stops->lon.number);
    free(stops->lat.number);
}

/* ---- Query strings ------------------------------------------------------- */

/* Longer than any valid name or number. */
enum { PART_SIZE = 128 };

/* Decodes the %XX in [text, text + length) into `part`; false if malformed or
 * too long. */
static bool decode(const char *text, size_t length, char part[PART_SIZE])
{
    size_t out = 0;

    for (size_t i = 0; i < length; i++) {
        int byte = text[i];

        if (out == PART_SIZE - 1)
            return false;
        if (byte == '%') {
            byte = escaped_byte(text + i, text + length);
            if (byte <= 0)
                return false;
            i += 2;
        }
        part[out++] = (char)byte;
    }
    part[out] = '\0';
    return true;
}

static int refuse_malformed(const char *text, size_t length,
                            struct problem *problem)
{
    int shown = length < 60 ? (int)length : 60;

    problem_set(problem, PROBLEM_PARAMETER,
                "'%.*s' in the query string is not name=value", shown, text);
    return problem_mend(problem,
                        "write ?name=value&name=value, other bytes "
                        "as %%XX, no part longer than %d bytes",
                        PART_SIZE - 1);
}

/* The "+" of a zone is read as a blank where a URL has it as it is. A blank
 * between date and time is the client's own. */
static void mend_plus(char *time)
{
    char *clock = strchr(time, 'T');
    char *blank = clock ? strchr(clock, ' ') : NULL;

    if (blank)
        *blank = '+';
}

/* Writes a value to its field. */
static int set(const struct field *field, char *value, void *target,
               struct problem *problem)
{
    uint64_t number;
    bool good;

    if (field->kind == FIELD_TIME)
        mend_plus(value);
    if (field->kind == FIELD_NUMBERS)
        return field_add_numbers(field, value, target, problem);
    if (field->kind == FIELD_STOP || field->kind == FIELD_STOPS)
        return field_read_stop(field, value, target, problem);
    if (field_is_text(field))
        good = field_set_text(field, value, target);
    else if (!strcmp(value, "true") || !strcmp(value, "false"))
        good = field_set_flag(field, *value == 't', target);
    else
        good = parse_u64(value, &number) &&
               field_set_number(field, number, target);
    return good ? 0 : field_refuse_value(field, field->name, value, problem);
}

/* Reads one name=value from [text, text + length). */
static int take(const char *text, size_t length, const struct field *fields,
                bool *seen, void *target, struct problem *problem)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : 0;
    char name[PART_SIZE];
    char value[PART_SIZE];
    const struct field *field;

    if (!name_length || !decode(text, name_length, name) ||
        !decode(equals + 1, length - name_length - 1, value))
        return refuse_malformed(text, length, problem);
    field = fields_find(fields, name);
    if (!field)
        return fields_refuse_unknown(fields, NULL, name, problem);
    if (seen[field - fields] && field->kind != FIELD_STOPS &&
        field->kind != FIELD_NUMBERS)
        return field_refuse_repeated(name, problem);
    seen[field - fields] = true;
    return set(field, value, target, problem);
}

int params_parse(const char *query, const struct field *fields, void *target,
                 struct problem *problem)
{
    bool seen[FIELDS_MAX] = {false};
    int r = 0;

    while (*query && !r) {
        size_t length = strcspn(query, "&");

        r = take(query, length, fields, seen, target, problem);
        query += length;
        if (*query == '&')
            query++;
    }
    for (size_t i = 0; fields[i].name && !r; i++) {
        if (fields[i].required && !seen[i])
            r = field_refuse_missing(&fields[i], fields[i].name, problem);
    }
    return r;
}
