/* setting: finding and setting one row of the table. */
#include "config/setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int setting_set(const struct setting *setting, const char *value,
                struct settings *settings, struct error *error)
{
    return setting->parse(setting, value, (char *)settings + setting->offset,
                          error);
}

bool setting_is_equal(const struct setting *setting, const struct settings *a,
                      const struct settings *b)
{
    return !memcmp((const char *)a + setting->offset,
                   (const char *)b + setting->offset, setting->size);
}

int setting_note_place(const struct setting *setting, const char *place,
                       struct settings *settings, struct error *error)
{
    char *copy = strdup(place);
    char **slot;

    if (!settings->places)
        settings->places =
            array_zero(setting_count(), sizeof(*settings->places));
    if (!copy || !settings->places) {
        free(copy);
        return error_no_memory(error);
    }
    slot = &settings->places[setting_index(setting)];
    free(*slot);
    *slot = copy;
    return 0;
}

int setting_take(const struct setting *setting, const char *value,
                 const char *place, struct settings *settings,
                 struct error *error)
{
    int result = setting_set(setting, value, settings, error);

    return result ? result
                  : setting_note_place(setting, place, settings, error);
}

const char *setting_place(const struct setting *setting,
                          const struct settings *settings)
{
    return settings->places ? settings->places[setting_index(setting)] : NULL;
}

const struct setting *setting_find_key(const char *section, const char *key)
{
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);

        if (!strcmp(setting->section, section) && !strcmp(setting->key, key))
            return setting;
    }
    return NULL;
}

void setting_option(const struct setting *setting,
                    char option[SETTING_OPTION_SIZE])
{
    if (setting->option)
        snprintf(option, SETTING_OPTION_SIZE, "%s", setting->option);
    else
        snprintf(option, SETTING_OPTION_SIZE, "%s-%s", setting->section,
                 setting->key);
}

const struct setting *setting_find_option(const char *option)
{
    char name[SETTING_OPTION_SIZE];

    for (size_t i = 0; i < setting_count(); i++) {
        setting_option(setting_at(i), name);
        if (!strcmp(name, option))
            return setting_at(i);
    }
    return NULL;
}
