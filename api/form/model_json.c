/* model_json: areas first, which rules name; then vehicle, avoid and prefer,
 * which are rules of priority themselves; then the rules. */
#include "api/form/model_json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/form/model_reader.h"
#include "core/base/text.h"

enum {
    BLOCK_DEPTH = 4,
    TEXT_MAX = 1 << 20, /* bytes of a model */
    TEXT_DEPTH = 64,    /* of a text that was a model before */
};

/* ---- Problems ------------------------------------------------------------ */

int model_refuse(struct model_reader *reader, const char *label,
                 const char *format, ...)
{
    char words[ERROR_TEXT_SIZE];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof(words), format, args);
    va_end(args);
    text_mend_line(words, strlen(words));
    problem_set(reader->problem, PROBLEM_PARAMETER, "'%s': %s", label, words);
    problem_mend(reader->problem, "/docs/models describes models");
    return problem_about(reader->problem, label);
}

int model_refuse_error(struct model_reader *reader, const char *label, int code,
                       const struct error *error)
{
    if (code == -ENOMEM)
        return problem_set(reader->problem, PROBLEM_FAILED, "out of memory");
    return model_refuse(reader, label, "%s", error->text);
}

int model_check_members(struct model_reader *reader, const char *label,
                        const json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)object, key, value)
    {
        const char *near = NULL;
        char list[256] = "";
        size_t i = 0;

        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (known[i])
            continue;
        for (i = 0; known[i]; i++) {
            near = text_nearer(key, near, known[i]);
            text_list_add(list, sizeof(list), known[i]);
        }
        if (near)
            return model_refuse(reader, label,
                                "no member '%.40s'; did you mean '%s'?", key,
                                near);
        return model_refuse(reader, label, "no member '%.40s'; there are %s",
                            key, list);
    }
    return 0;
}

/* "model.avoid" and so on. */
void model_join_label(char label[MODEL_JSON_LABEL_SIZE], const char *outer,
                      const char *inner)
{
    snprintf(label, MODEL_JSON_LABEL_SIZE, "%.80s.%.38s", outer, inner);
}

bool model_is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strspn(name, letters);

    return length && !name[length] && length < AREA_NAME_SIZE && *name != '_' &&
           !(*name >= '0' && *name <= '9');
}

/* ---- Rules --------------------------------------------------------------- */

static int add_rule(struct model_reader *reader, const char *label,
                    enum model_list list, enum model_when when,
                    const char *condition, enum model_act act,
                    const char *amount)
{
    struct error error;
    int r = model_add_rule(reader->model, list, when, condition, act, amount,
                           &reader->names, &error);

    if (r)
        return model_refuse_error(reader, label, r, &error);
    model_label_rule(reader->model, list, label + reader->outer);
    return 0;
}

/* One of several members of a rule, its index; -1: none or two. */
static int find_member(const json_t *rule, const char *const *names, int count)
{
    int found = -1;

    for (int i = 0; i < count; i++) {
        if (!json_object_get(rule, names[i]))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* A condition or an amount: text, or true, or a number. NULL: something else.
 */
static const char *text_of(const json_t *value, char number[32])
{
    if (json_is_boolean(value))
        return json_is_true(value) ? "true" : "false";
    if (json_is_number(value)) {
        snprintf(number, 32, "%.17g", json_number_value(value));
        return number;
    }
    return json_string_value(value);
}

static int read_rules(struct model_reader *reader, const char *label,
                      enum model_list list, const json_t *rules, int depth);

static int read_block(struct model_reader *reader, const char *label,
                      enum model_list list, enum model_when when,
                      const char *condition, const json_t *rules, int depth)
{
    size_t begin = reader->model->list[list].count;
    char full[MODEL_JSON_LABEL_SIZE];
    int r;

    model_join_label(full, label, "do");
    if (depth == BLOCK_DEPTH)
        return model_refuse(reader, full, "blocks nested more than %d deep",
                            BLOCK_DEPTH);
    r = add_rule(reader, label, list, when, condition, ACT_BLOCK, NULL);
    r = r ? r : read_rules(reader, full, list, rules, depth + 1);
    if (!r)
        model_end_block(reader->model, list, begin);
    return r;
}

static int read_rule(struct model_reader *reader, const char *label,
                     enum model_list list, const json_t *rule, int depth)
{
    static const char *const whens[] = {"if", "else_if", "else"};
    static const char *const acts[] = {"multiply_by", "limit_to", "do"};
    static const char *const known[] = {
        "if", "else_if", "else", "multiply_by", "limit_to", "do", NULL};
    int when = find_member(rule, whens, 3);
    int act = find_member(rule, acts, 3);
    const json_t *value;
    char number[2][32];
    const char *condition;
    const char *amount;

    if (model_check_members(reader, label, rule, known))
        return -EINVAL;
    if (when < 0)
        return model_refuse(reader, label,
                            "a rule has one of 'if', 'else_if' and 'else'");
    if (act < 0)
        return model_refuse(
            reader, label,
            "a rule has one of 'multiply_by', 'limit_to' and 'do'");
    condition = text_of(json_object_get(rule, whens[when]), number[0]);
    if (when != WHEN_ELSE && !condition)
        return model_refuse(reader, label, "the condition must be a text");
    if (when == WHEN_ELSE)
        condition = NULL;
    value = json_object_get(rule, acts[act]);
    if (act == ACT_BLOCK)
        return read_block(reader, label, list, (enum model_when)when, condition,
                          value, depth);
    amount = text_of(value, number[1]);
    if (!amount)
        return model_refuse(reader, label,
                            "the amount must be a number or a text");
    return add_rule(reader, label, list, (enum model_when)when, condition,
                    (enum model_act)act, amount);
}

static int read_rules(struct model_reader *reader, const char *label,
                      enum model_list list, const json_t *rules, int depth)
{
    int r = 0;

    if (rules && !json_is_array(rules))
        return model_refuse(reader, label, "rules are an array");
    for (size_t i = 0; i < json_array_size(rules) && !r; i++) {
        char full[MODEL_JSON_LABEL_SIZE];

        snprintf(full, sizeof(full), "%s[%zu]", label, i);
        r = read_rule(reader, full, list, json_array_get(rules, i), depth);
    }
    return r;
}

/* A rule of priority that relaxd makes itself. */
static int add_priority(struct model_reader *reader, const char *label,
                        const char *condition, const char *factor)
{
    return add_rule(reader, label, MODEL_PRIORITY, WHEN_IF, condition,
                    ACT_MULTIPLY, factor);
}

/* ---- The vehicle --------------------------------------------------------- */

enum { NO_SIZE = -1 };

static const struct {
    const char *name;
    const char *condition; /* with its size behind it, or whole */
    int limit;             /* enum road_limit; NO_SIZE */
} vehicle_members[] = {
    {"height", "max_height < ", LIMIT_HEIGHT},
    {"width", "max_width < ", LIMIT_WIDTH},
    {"length", "max_length < ", LIMIT_LENGTH},
    {"weight", "max_weight < ", LIMIT_WEIGHT},
    {"axle_load", "max_axle_load < ", LIMIT_AXLE_LOAD},
    {"hazmat", "hazmat == NO", NO_SIZE},
    {"hazmat_water", "hazmat_water == NO", NO_SIZE},
    {"hgv", "hgv == NO", NO_SIZE},
};

enum { VEHICLE_MEMBERS = sizeof(vehicle_members) / sizeof(*vehicle_members) };

static int read_vehicle_member(struct model_reader *reader, const char *label,
                               size_t member, const json_t *value)
{
    int limit = vehicle_members[member].limit;
    char condition[80];
    char full[MODEL_JSON_LABEL_SIZE];

    model_join_label(full, label, vehicle_members[member].name);
    if (limit == NO_SIZE) {
        if (!json_is_boolean(value))
            return model_refuse(reader, full, "it is true or false");
        return json_is_true(value)
                   ? add_priority(reader, full,
                                  vehicle_members[member].condition, "0")
                   : 0;
    }
    if (!json_is_number(value) || !(json_number_value(value) >= 0))
        return model_refuse(reader, full,
                            "it is a number from 0 on, in metres or tonnes");
    snprintf(condition, sizeof(condition), "%s%.17g",
             vehicle_members[member].condition, json_number_value(value));
    reader->model->vehicle_size[limit] = json_number_value(value);
    return add_priority(reader, full, condition, "0");
}

static int read_vehicle(struct model_reader *reader, const char *label,
                        const json_t *vehicle)
{
    const char *known[VEHICLE_MEMBERS + 1];
    int r;

    for (size_t i = 0; i < VEHICLE_MEMBERS; i++)
        known[i] = vehicle_members[i].name;
    known[VEHICLE_MEMBERS] = NULL;
    if (!json_is_object(vehicle))
        return model_refuse(reader, label, "it must be an object");
    r = model_check_members(reader, label, vehicle, known);
    for (size_t i = 0; !r && i < VEHICLE_MEMBERS; i++) {
        const json_t *value = json_object_get(vehicle, known[i]);

        if (value)
            r = read_vehicle_member(reader, label, i, value);
    }
    return r;
}

/* ---- The whole ----------------------------------------------------------- */

static int read_parameters(struct model_reader *reader, const char *label,
                           const json_t *parameters)
{
    size_t *count = &reader->names.parameter_count;
    const char *key;
    json_t *value;

    if (parameters && !json_is_object(parameters))
        return model_refuse(reader, label,
                            "parameters are an object of numbers");
    json_object_foreach((json_t *)parameters, key, value)
    {
        if (!model_is_name(key) || !json_is_number(value))
            return model_refuse(reader, label,
                                "a parameter is a name with a number");
        if (*count == MODEL_PARAMETERS_MAX)
            return model_refuse(reader, label, "more than %d",
                                MODEL_PARAMETERS_MAX);
        reader->parameter[*count] = key;
        reader->parameter_value[(*count)++] = json_number_value(value);
    }
    return 0;
}

static int read_influence(struct model_reader *reader, const char *label,
                          const json_t *value)
{
    double influence = json_number_value(value);

    if (!value)
        return 0;
    if (!json_is_number(value) || !(influence >= 0) || influence > 1e6)
        return model_refuse(reader, label,
                            "it is seconds per kilometre, from 0 to 1000000");
    reader->model->distance_influence = influence;
    return 0;
}

static const struct {
    const char *name;
    int (*read)(struct model_reader *reader, const char *label,
                const json_t *value);
} places_first[] = {
    {"areas", model_read_areas},
    {"avoid", model_read_avoid},
    {"prefer", model_read_prefer},
    {"parameters", read_parameters},
    {"distance_influence", read_influence},
};

static int add_own(struct model_reader *reader, const char *label,
                   const char *member, const char *condition,
                   const char *factor)
{
    char full[MODEL_JSON_LABEL_SIZE];

    model_join_label(full, label, member);
    return add_priority(reader, full, condition, factor);
}

/* relaxd's own rules come first. */
static int read_own(struct model_reader *reader, const char *label,
                    const json_t *object)
{
    const json_t *vehicle = json_object_get(object, "vehicle");
    char full[MODEL_JSON_LABEL_SIZE];
    int r = 0;

    model_join_label(full, label, "vehicle");
    if (vehicle)
        r = read_vehicle(reader, full, vehicle);
    if (!r && json_object_get(object, "avoid"))
        r = add_own(reader, label, "avoid", "in__avoided", "0");
    if (!r && json_object_get(object, "prefer"))
        r = add_own(reader, label, "prefer", "in__preferred", "2");
    return r;
}

static void name_areas(struct model_reader *reader)
{
    const struct model *model = reader->model;

    for (size_t i = 0; i < model->area_count; i++)
        reader->area[i] = model->area[i].name;
    reader->names.area_count = model->area_count;
}

static int read_members(struct model_reader *reader, const char *label,
                        const json_t *object)
{
    static const char *const lists[] = {"speed", "priority"};
    char full[MODEL_JSON_LABEL_SIZE];
    int r = 0;

    for (size_t i = 0; !r && i < sizeof(places_first) / sizeof(*places_first);
         i++) {
        model_join_label(full, label, places_first[i].name);
        r = places_first[i].read(reader, full,
                                 json_object_get(object, places_first[i].name));
    }
    name_areas(reader);
    r = r ? r : read_own(reader, label, object);
    for (int list = 0; !r && list < MODEL_LISTS; list++) {
        model_join_label(full, label, lists[list]);
        r = read_rules(reader, full, (enum model_list)list,
                       json_object_get(object, lists[list]), 0);
    }
    return r;
}

static char *write_text(const json_t *object, size_t digits)
{
    return json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS |
                                  JSON_REAL_PRECISION(digits));
}

/* 15 digits give 0.3 back as people write it; 17 keep any number. */
char *model_json_text(const json_t *object)
{
    char *text = write_text(object, 15);
    json_t *again = text ? json_loads(text, 0, NULL) : NULL;

    if (text && !json_equal(object, again)) {
        free(text);
        text = write_text(object, 17);
    }
    json_decref(again);
    return text;
}

/* Models with the same members, in any order, are the same. Takes the text. */
static int seal(struct model_reader *reader, const char *label, char *text)
{
    int r = 0;

    if (text && strlen(text) > TEXT_MAX)
        r = model_refuse(reader, label, "longer than %d bytes", TEXT_MAX);
    else if (!text || model_seal(reader->model, text))
        r = problem_set(reader->problem, PROBLEM_FAILED, "out of memory");
    free(text);
    return r;
}

/* Takes the text, NULL: no memory. */
static int read_model(const json_t *object, const char *label, char *text,
                      struct model **ret_model, struct problem *problem)
{
    static const char *const known[] = {
        "speed", "priority", "distance_influence", "areas", "vehicle",
        "avoid", "prefer",   "parameters",         NULL};
    struct model_reader reader = {
        .model = model_create(),
        .problem = problem,
        .outer = strlen(label) + 1,
    };
    int r;

    reader.names = (struct expression_names){
        .area = reader.area,
        .parameter = reader.parameter,
        .parameter_value = reader.parameter_value,
    };
    if (!reader.model) {
        free(text);
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    }
    if (!json_is_object(object))
        r = model_refuse(&reader, label, "a model is an object");
    else
        r = model_check_members(&reader, label, object, known);
    r = r ? r : read_members(&reader, label, object);
    if (r)
        free(text);
    else
        r = seal(&reader, label, text);
    if (r)
        model_release(reader.model);
    else
        *ret_model = reader.model;
    return r;
}

int model_json_read(const json_t *object, const char *label,
                    struct model **ret_model, struct problem *problem)
{
    return read_model(object, label, write_text(object, 17), ret_model,
                      problem);
}

int model_json_read_text(const char *text, struct model **ret_model,
                         struct error *error)
{
    struct problem problem;
    json_t *object = NULL;
    int r = json_body_parse(text, strlen(text), TEXT_DEPTH, &object, &problem);

    if (!r)
        r = read_model(object, "model", model_json_text(object), ret_model,
                       &problem);
    json_decref(object);
    if (!r)
        return 0;
    return problem.kind == PROBLEM_FAILED
               ? error_no_memory(error)
               : error_set(error, -EINVAL, "%s", problem.detail);
}
