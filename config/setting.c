/* setting: finding and setting one row of the table. */
#include "config/setting.h"

#include <stdio.h>
#include <string.h>

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
