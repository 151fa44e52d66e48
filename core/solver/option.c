/* option: lookup, and reading and writing of values. */
#include "core/solver/option.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

static bool is_whole(double value)
{
    return value >= -9007199254740992.0 && value <= 9007199254740992.0 &&
           value == (double)(int64_t)value;
}

/* 0 is not one; the range allows or forbids it. */
static bool is_power_of_two(double value)
{
    uint64_t whole = (uint64_t)value;

    return (whole & (whole - 1)) == 0;
}

/* The name without the solver's before it; NULL: it names another solver. */
static const char *own_name(const struct solver_ops *ops, const char *name)
{
    size_t length = strlen(ops->name);

    if (!strchr(name, '.'))
        return name;
    if (strncmp(name, ops->name, length) || name[length] != '.')
        return NULL;
    return name + length + 1;
}

const struct solver_option *option_find(const struct solver_ops *ops,
                                        const char *name)
{
    const char *own = own_name(ops, name);

    for (size_t i = 0; own && i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, own))
            return &ops->options[i];
    }
    return NULL;
}

bool option_exists(const struct catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (option_find(catalog->solver[i], name))
            return true;
    }
    return false;
}

static void number_text(double value, char text[OPTION_VALUE_SIZE])
{
    snprintf(text, OPTION_VALUE_SIZE, is_whole(value) ? "%.0f" : "%g", value);
}

void option_value_text(const struct solver_option *option, double value,
                       char text[OPTION_VALUE_SIZE])
{
    if (option->choices && option_allows(option, value))
        snprintf(text, OPTION_VALUE_SIZE, "%s", option->choices[(size_t)value]);
    else
        number_text(value, text);
}

void option_allowed(const struct solver_option *option,
                    char text[OPTION_ALLOWED_SIZE])
{
    char least[OPTION_VALUE_SIZE];
    char most[OPTION_VALUE_SIZE];
    size_t length;

    text[0] = '\0';
    for (size_t i = 0; option->choices && i <= (size_t)option->maximum; i++)
        text_list_add(text, OPTION_ALLOWED_SIZE, option->choices[i]);
    number_text(option->minimum, least);
    number_text(option->maximum, most);
    length = strlen(text);
    snprintf(text + length, OPTION_ALLOWED_SIZE - length,
             option->choices ? " (or %s to %s)" : "%s to %s", least, most);
    if (option->power_of_two)
        text_list_add(text, OPTION_ALLOWED_SIZE,
                      option->minimum > 0 ? "a power of 2"
                                          : "a power of 2 or 0");
}

bool option_allows(const struct solver_option *option, double value)
{
    if (!(value >= option->minimum && value <= option->maximum))
        return false;
    if (option->power_of_two && !is_power_of_two(value))
        return false;
    return option->fractional || is_whole(value);
}

/* A choice's name or a number, not checked against the range. */
static bool parse_value(const struct solver_option *option, const char *text,
                        double *ret_value)
{
    for (size_t i = 0; option->choices && i <= (size_t)option->maximum; i++) {
        if (!strcmp(option->choices[i], text)) {
            *ret_value = (double)i;
            return true;
        }
    }
    return parse_double(text, ret_value);
}

static int read_value(const struct solver_ops *ops,
                      const struct solver_option *option, const char *text,
                      double *ret_value, struct error *error)
{
    char allowed[OPTION_ALLOWED_SIZE];

    if (parse_value(option, text, ret_value) &&
        option_allows(option, *ret_value))
        return 0;
    option_allowed(option, allowed);
    return error_set(
        error, -EINVAL,
        "solver %s: option %s: '%.40s' is not allowed; want %s%s", ops->name,
        option->name, text, allowed,
        option->fractional || option->power_of_two ? "" : ", a whole number");
}

/* The only solver, or the one whose name comes before the dot. */
static const struct solver_ops *meant_solver(const struct catalog *catalog,
                                             const char *name)
{
    if (catalog->count == 1)
        return catalog->solver[0];
    for (size_t i = 0; i < catalog->count; i++) {
        if (strchr(name, '.') && own_name(catalog->solver[i], name))
            return catalog->solver[i];
    }
    return NULL;
}

static int refuse_name(const struct catalog *catalog, const char *name,
                       struct error *error)
{
    const struct solver_ops *ops = meant_solver(catalog, name);
    char list[OPTION_ALLOWED_SIZE] = "";

    if (!ops)
        return error_set(error, -EINVAL,
                         "no solver has an option '%.80s'; 'relaxctl solvers' "
                         "lists them",
                         name);
    for (size_t i = 0; i < ops->option_count; i++)
        text_list_add(list, sizeof(list), ops->options[i].name);
    return error_set(error, -EINVAL, "solver %s has no option '%.80s'; %s%s",
                     ops->name,
                     own_name(ops, name) ? own_name(ops, name) : name,
                     *list ? "it has " : "it has none", list);
}

int option_read(const struct catalog *catalog, const char *name,
                const char *value, struct solver_setting *ret_setting,
                struct error *error)
{
    struct solver_setting setting = {name, 0};
    const struct solver_ops *first = NULL;

    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];
        const struct solver_option *option = option_find(ops, name);
        double number;
        int r = option ? read_value(ops, option, value, &number, error) : 0;

        if (r)
            return r;
        if (!option)
            continue;
        if (first && number != setting.value)
            return error_set(error, -EINVAL,
                             "option %s: '%.40s' is %g to solver %s and %g to "
                             "%s; write %s.%s",
                             name, value, setting.value, first->name, number,
                             ops->name, ops->name, name);
        first = ops;
        setting.value = number;
    }
    if (!first)
        return refuse_name(catalog, name, error);
    *ret_setting = setting;
    return 0;
}

char *option_cut(char *text)
{
    char *equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1])
        return NULL;
    *equals = '\0';
    return equals + 1;
}
