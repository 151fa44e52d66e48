/* setting_parse: the kinds of values that a setting can have. */
#include <errno.h>
#include <string.h>

#include "config/setting.h"
#include "core/base/parse.h"

static int refuse(const struct setting *setting, const char *value,
                  struct error *error)
{
    return error_set(error, -EINVAL, "'%s' is not %s", value, setting->allowed);
}

int setting_parse_number(const struct setting *setting, const char *value,
                         void *field, struct error *error)
{
    uint64_t number;

    if (!parse_u64(value, &number) || number < setting->minimum ||
        number > setting->maximum)
        return error_set(error, -EINVAL,
                         "'%s' is not a whole number from %ju to %ju (%s)",
                         value, (uintmax_t)setting->minimum,
                         (uintmax_t)setting->maximum, setting->unit);
    *(uint64_t *)field = number;
    return 0;
}

static int copy_text(const char *value, char *field, size_t size,
                     struct error *error)
{
    if (!*value || strlen(value) >= size)
        return error_set(error, -EINVAL, "'%.40s' is not 1 to %zu characters",
                         value, size - 1);
    memset(field, 0, size); /* else what was there before would differ */
    strcpy(field, value);
    return 0;
}

int setting_parse_name(const struct setting *setting, const char *value,
                       void *field, struct error *error)
{
    return copy_text(value, field, SETTING_NAME_SIZE, error);
}

int setting_parse_path(const struct setting *setting, const char *value,
                       void *field, struct error *error)
{
    return copy_text(value, field, SETTING_PATH_SIZE, error);
}

int setting_parse_address(const struct setting *setting, const char *value,
                          void *field, struct error *error)
{
    return address_parse(value, field, error);
}

int setting_parse_device(const struct setting *setting, const char *value,
                         void *field, struct error *error)
{
    struct device_choice choice = {.kind = CHOOSE_CUDA, .ordinal = -1};
    uint32_t ordinal;

    if (!strcmp(value, "auto"))
        choice.kind = CHOOSE_AUTO;
    else if (!strcmp(value, "cpu"))
        choice.kind = CHOOSE_CPU;
    else if (!strncmp(value, "cuda:", 5) && parse_u32(value + 5, &ordinal) &&
             ordinal < 100)
        choice.ordinal = (int)ordinal;
    else if (strcmp(value, "cuda"))
        return refuse(setting, value, error);
    *(struct device_choice *)field = choice;
    return 0;
}

int setting_parse_switch(const struct setting *setting, const char *value,
                         void *field, struct error *error)
{
    bool on = !strcmp(value, "on");

    if (!on && strcmp(value, "off") != 0)
        return refuse(setting, value, error);
    *(bool *)field = on;
    return 0;
}

int setting_parse_log_level(const struct setting *setting, const char *value,
                            void *field, struct error *error)
{
    if (!log_level_parse(value, field))
        return refuse(setting, value, error);
    return 0;
}

int setting_parse_log_format(const struct setting *setting, const char *value,
                             void *field, struct error *error)
{
    if (!log_format_parse(value, field))
        return refuse(setting, value, error);
    return 0;
}
