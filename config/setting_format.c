/* setting_format: settings as a person would write them. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config/setting.h"

static void format_number(const void *field, char text[SETTING_TEXT_SIZE])
{
    snprintf(text, SETTING_TEXT_SIZE, "%" PRIu64, *(const uint64_t *)field);
}

static void format_text(const void *field, char text[SETTING_TEXT_SIZE])
{
    snprintf(text, SETTING_TEXT_SIZE, "%s", (const char *)field);
}

static void format_address(const void *field, char text[SETTING_TEXT_SIZE])
{
    const struct address *address = field;
    char host[INET6_ADDRSTRLEN];

    if (address->any.sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &address->v6.sin6_addr, host, sizeof(host));
        snprintf(text, SETTING_TEXT_SIZE, "[%s]:%u", host,
                 ntohs(address->v6.sin6_port));
    } else {
        inet_ntop(AF_INET, &address->v4.sin_addr, host, sizeof(host));
        snprintf(text, SETTING_TEXT_SIZE, "%s:%u", host,
                 ntohs(address->v4.sin_port));
    }
}

static void format_device(const void *field, char text[SETTING_TEXT_SIZE])
{
    const struct device_choice *choice = field;

    if (choice->kind != CHOOSE_CUDA)
        snprintf(text, SETTING_TEXT_SIZE, "%s",
                 choice->kind == CHOOSE_CPU ? "cpu" : "auto");
    else if (choice->ordinal < 0)
        snprintf(text, SETTING_TEXT_SIZE, "cuda");
    else
        snprintf(text, SETTING_TEXT_SIZE, "cuda:%d", choice->ordinal);
}

/* Those that have any value; of others `allowed` lists all. */
static const struct {
    int (*parse)(const struct setting *setting, const char *value, void *field,
                 struct error *error);
    void (*format)(const void *field, char text[SETTING_TEXT_SIZE]);
} kinds[] = {
    {setting_parse_number, format_number},
    {setting_parse_name, format_text},
    {setting_parse_path, format_text},
    {setting_parse_address, format_address},
    {setting_parse_device, format_device},
};

/* Whether `word` of "error, warning, info or debug" stands for the value. */
static bool stands_for(const char *word, const struct setting *setting,
                       const struct settings *settings)
{
    struct settings other = *settings;

    return !setting_set(setting, word, &other, NULL) &&
           setting_is_equal(setting, settings, &other);
}

static bool format_listed(const struct setting *setting,
                          const struct settings *settings,
                          char text[SETTING_TEXT_SIZE])
{
    char words[200];
    char *rest = words;
    char *word;

    snprintf(words, sizeof(words), "%s", setting->allowed);
    while ((word = strsep(&rest, ", "))) {
        if (*word && stands_for(word, setting, settings)) {
            snprintf(text, SETTING_TEXT_SIZE, "%s", word);
            return true;
        }
    }
    return false;
}

bool setting_format(const struct setting *setting,
                    const struct settings *settings,
                    char ret_text[SETTING_TEXT_SIZE])
{
    const char *field = (const char *)settings + setting->offset;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (kinds[i].parse == setting->parse) {
            kinds[i].format(field, ret_text);
            return true;
        }
    }
    return format_listed(setting, settings, ret_text);
}
