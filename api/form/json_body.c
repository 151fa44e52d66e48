/* A scan bounds the depth, jansson parses, then fields are read from the
 * result. */
#include "api/form/json_body.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/model_json.h"
#include "core/base/array.h"

/* ---- jansson's memory ---------------------------------------------------- */

static _Thread_local bool was_short;

static void *allocate(size_t size)
{
    void *memory = malloc(size);

    if (!memory)
        was_short = true;
    return memory;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

/* Whether an allocation failed in this thread since the last call; false if
 * json_memory_watch() was never called. */
static bool json_memory_was_short(void)
{
    bool answer = was_short;

    was_short = false;
    return answer;
}

/* ---- Objects ------------------------------------------------------------- */

/* Position of a scan. */
struct scan {
    size_t depth;
    size_t line;   /* from 1 */
    size_t column; /* bytes, from 1 */
    bool quoted;
    bool escaped;
};

static void scan_quoted(struct scan *scan, char c)
{
    if (scan->escaped)
        scan->escaped = false;
    else if (c == '\\')
        scan->escaped = true;
    else if (c == '"')
        scan->quoted = false;
}

static void scan_plain(struct scan *scan, char c)
{
    if (c == '"')
        scan->quoted = true;
    else if (c == '[' || c == '{')
        scan->depth++;
    else if ((c == ']' || c == '}') && scan->depth)
        scan->depth--;
}

static void scan_position(struct scan *scan, char c)
{
    scan->column++;
    if (c == '\n') {
        scan->line++;
        scan->column = 0;
    }
}

static int mend_json(struct problem *problem)
{
    return problem_mend(problem, "send one object of JSON in UTF-8, each key "
                                 "once, whole numbers up to "
                                 "9223372036854775807, nothing after it");
}

static int refuse_zero(const struct scan *scan, struct problem *problem)
{
    problem_set(problem, PROBLEM_JSON, "line %zu, column %zu: a byte of 0",
                scan->line, scan->column);
    return mend_json(problem);
}

/* jansson recurses, so this bounds the depth first; and after a number jansson
 * accepts a NUL byte. */
static int check_text(const char *text, size_t length, size_t depth_max,
                      struct problem *problem)
{
    struct scan scan = {.line = 1};

    for (size_t i = 0; i < length; i++) {
        scan_position(&scan, text[i]);
        if (!text[i])
            return refuse_zero(&scan, problem);
        if (scan.quoted)
            scan_quoted(&scan, text[i]);
        else
            scan_plain(&scan, text[i]);
        if (scan.depth > depth_max) {
            problem_set(problem, PROBLEM_JSON,
                        "line %zu, column %zu: nested more than %zu deep",
                        scan.line, scan.column, depth_max);
            return problem_mend(problem, "the setting is http.json-depth-max");
        }
    }
    return 0;
}

static int refuse_no_memory(struct problem *problem)
{
    return problem_set(problem, PROBLEM_FAILED, "out of memory");
}

static int refuse_text(const json_error_t *error, struct problem *problem)
{
    if (json_memory_was_short())
        return refuse_no_memory(problem);
    problem_set(problem, PROBLEM_JSON, "line %d, column %d: %s", error->line,
                error->column, error->text);
    return mend_json(problem);
}

int json_body_parse(const char *text, size_t length, size_t depth_max,
                    json_t **ret_object, struct problem *problem)
{
    json_error_t error;
    json_t *object;

    if (!length) {
        problem_set(problem, PROBLEM_JSON, "the body is empty");
        return mend_json(problem);
    }
    if (check_text(text, length, depth_max, problem))
        return -EINVAL;
    json_memory_was_short(); /* clear earlier failures */
    object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return refuse_text(&error, problem);
    if (json_memory_was_short()) { /* a text may be cut short, and no error */
        json_decref(object);
        return refuse_no_memory(problem);
    }
    if (!json_is_object(object)) {
        json_decref(object);
        problem_set(problem, PROBLEM_JSON,
                    "line 1, column 1: the body is not an object");
        return mend_json(problem);
    }
    *ret_object = object;
    return 0;
}

static bool listed(const char *const *names, const char *name)
{
    for (; names && *names; names++) {
        if (!strcmp(*names, name))
            return true;
    }
    return false;
}

static int refuse_value(const struct field *field, const char *label,
                        const json_t *value, struct problem *problem);

/* Where a body has a list, a URL repeats a name. */
static bool is_list(const struct field *field)
{
    return field->kind == FIELD_STOPS || field->kind == FIELD_NUMBERS;
}

/* [longitude, latitude], or an id. */
static int set_stop(const struct field *field, const char *label,
                    const json_t *value, void *target, struct problem *problem)
{
    const json_t *lon = json_array_get(value, 0);
    const json_t *lat = json_array_get(value, 1);
    struct route_stop stop = {.has_node = json_is_integer(value)};
    struct error error;

    if (stop.has_node) {
        stop.options = snap_options_of((struct position){0, 0});
        stop.node = json_integer_value(value);
    } else if (json_array_size(value) != 2 || !json_is_number(lon) ||
               !json_is_number(lat)) {
        return refuse_value(field, label, value, problem);
    } else if (stop_from_degrees(json_number_value(lon), json_number_value(lat),
                                 &stop, &error)) {
        problem_set(problem, PROBLEM_PARAMETER, "'%s': %s", label, error.text);
        return problem_about(problem, label);
    }
    return field_set_stop(field, &stop, target) ? refuse_no_memory(problem) : 0;
}

static int set_entry(const struct field *field, const char *label,
                     const json_t *value, void *target, struct problem *problem)
{
    if (field->kind == FIELD_STOPS)
        return set_stop(field, label, value, target, problem);
    if (!json_is_number(value))
        return refuse_value(field, label, value, problem);
    return field_add_number(field, json_number_value(value), target)
               ? refuse_no_memory(problem)
               : 0;
}

/* One position, not two ids. */
static bool is_position(const json_t *value)
{
    const json_t *lon = json_array_get(value, 0);
    const json_t *lat = json_array_get(value, 1);

    return json_array_size(value) == 2 && json_is_number(lon) &&
           json_is_number(lat) && (json_is_real(lon) || json_is_real(lat));
}

static int set_list(const struct field *field, const char *label,
                    const json_t *list, void *target, struct problem *problem)
{
    int r = 0;

    if ((field->kind == FIELD_NUMBERS && json_is_number(list)) ||
        (field->kind == FIELD_STOPS && is_position(list)))
        return set_entry(field, label, list, target, problem);
    if (!json_array_size(list))
        return refuse_value(field, label, list, problem);
    for (size_t i = 0; i < json_array_size(list) && !r; i++) {
        char entry[120];

        snprintf(entry, sizeof(entry), "%s[%zu]", label, i);
        r = set_entry(field, entry, json_array_get(list, i), target, problem);
    }
    return r;
}

static bool set_plain(const struct field *field, const json_t *value,
                      void *target)
{
    if (json_is_string(value))
        return field_set_text(field, json_string_value(value), target);
    if (json_is_boolean(value) && field->kind == FIELD_CHOICE)
        return field_set_text(field, json_is_true(value) ? "true" : "false",
                              target);
    if (json_is_boolean(value))
        return field_set_flag(field, json_is_true(value), target);
    if (json_is_number(value) &&
        field_set_real(field, json_number_value(value), target))
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    return field_set_number(field, (uint64_t)json_integer_value(value), target);
}

/* `value` as in JSON; of arrays and objects only their type. */
static int refuse_value(const struct field *field, const char *label,
                        const json_t *value, struct problem *problem)
{
    char text[FIELD_SHOWN_MAX + 8] = "";

    if (json_is_string(value))
        snprintf(text, sizeof(text), "\"%s\"", json_string_value(value));
    else if (json_is_array(value))
        strcpy(text, json_array_size(value) ? "[...]" : "[]");
    else if (json_is_object(value))
        strcpy(text, "{...}");
    else
        json_dumpb(value, text, sizeof(text) - 1,
                   JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    field_refuse_value(field, label, text, problem);
    if (field->kind == FIELD_STOP)
        problem_mend(problem, "give [8.68, 49.41], longitude first, or the id "
                              "of a node of OpenStreetMap");
    if (field->kind == FIELD_STOPS)
        problem_mend(problem, "give [[8.68, 49.41], ...], longitude first, or "
                              "ids of nodes of OpenStreetMap");
    return -EINVAL;
}

static int check_missing(const json_t *object, const char *label,
                         const struct field *fields, struct problem *problem)
{
    char full[96];

    for (; fields->name; fields++) {
        if (!fields->required || json_object_get(object, fields->name))
            continue;
        snprintf(full, sizeof(full), "%s%s", label, fields->name);
        return field_refuse_missing(fields, full, problem);
    }
    return 0;
}

/* An array of names is read as the text that a URL has. */
static int set_names(const struct field *field, const char *label,
                     const json_t *array, void *target, struct problem *problem)
{
    char text[QUESTION_SET_SIZE] = "";
    size_t length = 0;

    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *name = json_string_value(json_array_get(array, i));

        if (!name || strchr(name, ',') ||
            length + strlen(name) + 2 > sizeof(text))
            return refuse_value(field, label, array, problem);
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s",
                                   i ? "," : "", name);
    }
    if (!*text && field->kind == FIELD_CLASSES) /* none */
        return 0;
    return field_set_text(field, text, target)
               ? 0
               : refuse_value(field, label, array, problem);
}

static int set_model(const struct field *field, const char *label,
                     const json_t *value, void *target, struct problem *problem)
{
    struct model_option *option =
        (struct model_option *)((char *)target + field->offset);

    return model_json_read(value, label, &option->model, problem);
}

static int set(const struct field *field, const char *label,
               const json_t *value, void *target, struct problem *problem)
{
    if (is_list(field))
        return set_list(field, label, value, target, problem);
    if (field->kind == FIELD_MODEL && json_is_object(value))
        return set_model(field, label, value, target, problem);
    if (field->kind == FIELD_STOP)
        return set_stop(field, label, value, target, problem);
    if ((field->kind == FIELD_CHOICES || field->kind == FIELD_CLASSES) &&
        json_is_array(value))
        return set_names(field, label, value, target, problem);
    return set_plain(field, value, target)
               ? 0
               : refuse_value(field, label, value, problem);
}

int json_body_fields(const json_t *object, const char *label,
                     const struct field *fields, const char *const *others,
                     void *target, struct problem *problem)
{
    const char *key;
    json_t *value;

    /* jansson's macro takes no const json_t. */
    json_object_foreach((json_t *)object, key, value)
    {
        const struct field *field = fields_find(fields, key);
        char full[96];

        if (listed(others, key))
            continue;
        snprintf(full, sizeof(full), "%s%s", label, key);
        if (!field)
            return fields_refuse_unknown(fields, others, full, problem);
        if (set(field, full, value, target, problem))
            return -EINVAL;
    }
    return check_missing(object, label, fields, problem);
}
