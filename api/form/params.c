/* params: fields from the query string of a URL. */
#include "api/form/params.h"

#include <ctype.h>
#include <string.h>

#include "core/base/parse.h"

/* Longer than any name or number that is allowed. */
enum { PART_SIZE = 128 };

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)tolower((unsigned char)c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes %XX of [text, text + length) into `part`; false where it is malformed
 * or too long. */
static bool decode(const char *text, size_t length, char part[PART_SIZE])
{
    size_t out = 0;

    for (size_t i = 0; i < length; i++) {
        char c = text[i];

        if (out == PART_SIZE - 1)
            return false;
        if (c == '%') {
            int high = i + 2 < length ? hex_digit(text[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(text[i + 2]) : -1;

            if (low < 0 || !(high || low))
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        part[out++] = c;
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

/* A value in its field. */
static int set(const struct field *field, const char *value, void *target,
               struct problem *problem)
{
    uint64_t number;
    bool good;

    if (field->kind == FIELD_NUMBERS)
        return field_add_numbers(field, value, target, problem);
    if (field_is_stop(field))
        return field_set_stop(field, value, target, problem);
    if (field_is_text(field))
        good = field_set_text(field, value, target);
    else if (!strcmp(value, "true") || !strcmp(value, "false"))
        good = field_set_flag(field, *value == 't', target);
    else
        good = parse_u64(value, &number) &&
               field_set_number(field, number, target);
    return good ? 0 : field_refuse_value(field, field->name, value, problem);
}

/* One name=value of [text, text + length). */
static int take(const char *text, size_t length, const struct fields *fields,
                bool *seen, void *target, struct problem *problem)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : 0;
    char name[PART_SIZE];
    char value[PART_SIZE];
    int index;

    if (!name_length || !decode(text, name_length, name) ||
        !decode(equals + 1, length - name_length - 1, value))
        return refuse_malformed(text, length, problem);
    index = fields_find(fields, name);
    if (index < 0)
        return fields_refuse_unknown(fields, NULL, name, problem);
    if (seen[index] && !field_is_list(&fields->field[index]))
        return field_refuse_repeated(name, problem);
    seen[index] = true;
    return set(&fields->field[index], value, target, problem);
}

int params_parse(const char *query, const struct fields *fields, void *target,
                 struct problem *problem)
{
    bool seen[FIELDS_MAX] = {false};
    int result = 0;

    while (*query && !result) {
        size_t length = strcspn(query, "&");

        result = take(query, length, fields, seen, target, problem);
        query += length;
        if (*query == '&')
            query++;
    }
    for (size_t i = 0; i < fields->count && !result; i++) {
        if (fields->field[i].required && !seen[i])
            result = field_refuse_missing(&fields->field[i],
                                          fields->field[i].name, problem);
    }
    return result;
}
