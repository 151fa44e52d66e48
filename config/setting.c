#include "config/setting.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

/* ---- Addresses ---------------------------------------------------------- */

enum { HOST_SIZE = 64 };

/* Takes the host in front of the last colon, without brackets. */
static const char *split_host(const char *text, char host[HOST_SIZE])
{
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;

    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    } else if (memchr(text, ':', length)) {
        return NULL;
    }
    if (!length || length >= HOST_SIZE)
        return NULL;
    memcpy(host, text, length);
    host[length] = '\0';
    return colon + 1;
}

static bool parse_port(const char *text, in_port_t *ret_port)
{
    uint32_t port;

    if (!parse_u32(text, &port) || port > UINT16_MAX)
        return false;
    *ret_port = htons((uint16_t)port);
    return true;
}

static bool fill(const char *host, in_port_t port, struct address *address)
{
    if (!strcmp(host, "localhost"))
        host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = port;
        address->length = sizeof(address->v4);
        return true;
    }
    if (inet_pton(AF_INET6, host, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = port;
        address->length = sizeof(address->v6);
        return true;
    }
    return false;
}

int address_parse(const char *text, struct address *ret_address,
                  struct error *error)
{
    struct address address = {.length = 0};
    char host[HOST_SIZE];
    const char *port_text = split_host(text, host);
    in_port_t port;

    if (!port_text || !parse_port(port_text, &port) ||
        !fill(host, port, &address))
        return error_set(error, -EINVAL,
                         "'%s' is not ADDRESS:PORT, such as 127.0.0.1:5000 "
                         "or [::1]:5000, port 0 to 65535",
                         text);
    *ret_address = address;
    return 0;
}

const char *address_unix_path(const char *text)
{
    static const char prefix[] = "unix:";
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) ? NULL : text + length;
}

bool address_is_loopback(const struct address *address)
{
    return address->any.sa_family == AF_INET6
               ? IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr)
               : (ntohl(address->v4.sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
}

int address_set_port(struct address *address, const char *text,
                     struct error *error)
{
    in_port_t port;

    if (!parse_port(text, &port))
        return error_set(error, -EINVAL, "'%.40s' is not a port, 0 to 65535",
                         text);
    if (address->any.sa_family == AF_INET6)
        address->v6.sin6_port = port;
    else
        address->v4.sin_port = port;
    return 0;
}

int address_set_host(struct address *address, const char *host,
                     struct error *error)
{
    bool six = address->any.sa_family == AF_INET6;
    in_port_t port = six ? address->v6.sin6_port : address->v4.sin_port;
    struct address changed = {.length = 0};

    if (!fill(host, port, &changed))
        return error_set(error, -EINVAL,
                         "'%.60s' is not an IP address, such as 0.0.0.0, "
                         "127.0.0.1 or ::1",
                         host);
    *address = changed;
    return 0;
}

/* ---- Values ------------------------------------------------------------- */

static int refuse(const struct setting *setting, const char *value,
                  struct error *error)
{
    return error_set(error, -EINVAL, "'%s' is not %s", value, setting->allowed);
}

static int parse_number(const struct setting *setting, const char *value,
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
    memset(field, 0, size); /* setting_is_equal() compares all bytes */
    strcpy(field, value);
    return 0;
}

/* "unix:PATH", or an address that only this machine reaches. */
static int parse_local(const struct setting *setting, const char *value,
                       void *field, struct error *error)
{
    const char *path = address_unix_path(value);
    struct address address;

    if (path && (!*path || strlen(path) > ADDRESS_UNIX_MAX))
        return error_set(error, -EINVAL,
                         "the path of a Unix socket has 1 to %d bytes",
                         ADDRESS_UNIX_MAX);
    if (path || !strcmp(value, setting->fallback))
        return copy_text(value, field, setting->size, error);
    if (address_parse(value, &address, NULL))
        return refuse(setting, value, error);
    if (!address_is_loopback(&address))
        return error_set(error, -EINVAL,
                         "others reach '%s', too; for them there is "
                         "weights.token-file, here %s",
                         value, setting->allowed);
    return copy_text(value, field, setting->size, error);
}

static int parse_device(const struct setting *setting, const char *value,
                        void *field, struct error *error)
{
    uint32_t ordinal;
    int device;

    if (!strcmp(value, "auto"))
        device = USE_ALL_DEVICES;
    else if (!strcmp(value, "cpu"))
        device = USE_CPU;
    else if (!strcmp(value, "cuda"))
        device = USE_ALL_GPUS;
    else if (!strncmp(value, "cuda:", 5) && parse_u32(value + 5, &ordinal) &&
             ordinal < 100)
        device = (int)ordinal;
    else
        return refuse(setting, value, error);
    *(int *)field = device;
    return 0;
}

static int parse_switch(const struct setting *setting, const char *value,
                        void *field, struct error *error)
{
    bool on = !strcmp(value, "on");

    if (!on && strcmp(value, "off") != 0)
        return refuse(setting, value, error);
    *(bool *)field = on;
    return 0;
}

int setting_set(const struct setting *setting, const char *value,
                struct settings *settings, struct error *error)
{
    void *field = (char *)settings + setting->offset;

    switch (setting->kind) {
    case SETTING_NUMBER:
        return parse_number(setting, value, field, error);
    case SETTING_NAME:
    case SETTING_PATH:
        return copy_text(value, field, setting->size, error);
    case SETTING_ADDRESS:
        return address_parse(value, field, error);
    case SETTING_LOCAL:
        return parse_local(setting, value, field, error);
    case SETTING_DEVICE:
        return parse_device(setting, value, field, error);
    case SETTING_SWITCH:
        return parse_switch(setting, value, field, error);
    case SETTING_LOG_LEVEL:
        return log_level_parse(value, field) ? 0
                                             : refuse(setting, value, error);
    case SETTING_LOG_FORMAT:
        return log_format_parse(value, field) ? 0
                                              : refuse(setting, value, error);
    }
    return -EINVAL;
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

/* Whether `word` of "error, warning, info or debug" means the setting's
 * value. */
static bool stands_for(const char *word, const struct setting *setting,
                       const struct settings *settings)
{
    struct settings other = *settings;

    return !setting_set(setting, word, &other, NULL) &&
           setting_is_equal(setting, settings, &other);
}

/* Tries the words of `allowed`. */
static void format_listed(const struct setting *setting,
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
            return;
        }
    }
}

void setting_format(const struct setting *setting,
                    const struct settings *settings,
                    char ret_text[SETTING_TEXT_SIZE])
{
    const void *field = (const char *)settings + setting->offset;

    switch (setting->kind) {
    case SETTING_NUMBER:
        snprintf(ret_text, SETTING_TEXT_SIZE, "%" PRIu64,
                 *(const uint64_t *)field);
        break;
    case SETTING_NAME:
    case SETTING_PATH:
    case SETTING_LOCAL:
        snprintf(ret_text, SETTING_TEXT_SIZE, "%s", (const char *)field);
        break;
    case SETTING_ADDRESS:
        format_address(field, ret_text);
        break;
    case SETTING_DEVICE:
        if (*(const int *)field >= 0)
            snprintf(ret_text, SETTING_TEXT_SIZE, "cuda:%d",
                     *(const int *)field);
        else
            format_listed(setting, settings, ret_text);
        break;
    case SETTING_SWITCH:
    case SETTING_LOG_LEVEL:
    case SETTING_LOG_FORMAT:
        format_listed(setting, settings, ret_text);
        break;
    }
}

bool setting_is_equal(const struct setting *setting, const struct settings *a,
                      const struct settings *b)
{
    return !memcmp((const char *)a + setting->offset,
                   (const char *)b + setting->offset, setting->size);
}

/* ---- Where it was set --------------------------------------------------- */

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
    int r = setting_set(setting, value, settings, error);

    return r ? r : setting_note_place(setting, place, settings, error);
}

const char *setting_place(const struct setting *setting,
                          const struct settings *settings)
{
    return settings->places ? settings->places[setting_index(setting)] : NULL;
}

/* ---- Names -------------------------------------------------------------- */

static bool is_synonym(const struct setting *setting, const char *name)
{
    return setting->synonym && !strcmp(setting->synonym, name);
}

const struct setting *setting_find_key(const char *section, const char *key)
{
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);

        if (!strcmp(setting->section, section) &&
            (!strcmp(setting->key, key) || is_synonym(setting, key)))
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
        if (!strcmp(name, option) || is_synonym(setting_at(i), option))
            return setting_at(i);
    }
    return NULL;
}
