/* osrm_url: the target of a request to OSRM's API, cut up. */
#include "api/osrm/osrm_url.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "api/osrm/osrm_text.h"

static const char *const service_names[] = {
    [OSRM_ROUTE] = "route", [OSRM_TABLE] = "table", [OSRM_NEAREST] = "nearest",
    [OSRM_MATCH] = "match", [OSRM_TRIP] = "trip",   [OSRM_TILE] = "tile",
};

const char *osrm_service_name(enum osrm_service service)
{
    return service_names[service];
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte of %XX at `text`; -1 where there is none. */
static int escaped_byte(const char *text, const char *end)
{
    int high;
    int low;

    if (end - text < 3 || *text != '%')
        return -1;
    high = hex_digit(text[1]);
    low = hex_digit(text[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* In place; what is no %XX stays as it is. Returns the new length. */
static size_t decode(char *text, size_t length)
{
    const char *end = text + length;
    char *out = text;

    for (const char *at = text; at < end;) {
        int byte = escaped_byte(at, end);

        *out++ = byte < 0 ? *at : (char)byte;
        at += byte < 0 ? 1 : 3;
    }
    *out = '\0';
    return (size_t)(out - text);
}

static bool is_letter_or_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static bool is_in(const char *set, char c)
{
    return c != '\0' && strchr(set, c);
}

static bool take_word(struct osrm_text *text)
{
    const char *begin = text->at;

    while (text->at < text->end &&
           (is_letter_or_digit(*text->at) || is_in("_.~:-", *text->at)))
        text->at++;
    return text->at > begin;
}

/* As far as there are characters that a query may have. What is still %XX is
 * decoded once more, as OSRM does: text->end moves. */
static bool take_query(struct osrm_text *text)
{
    const char *begin = text->at;
    char *out = (char *)text->at;

    while (text->at < text->end) {
        int byte = escaped_byte(text->at, text->end);

        if (byte >= 0)
            *out++ = (char)byte;
        else if (is_letter_or_digit(*text->at) ||
                 is_in("_[]{}@?|\\~^`=,;:&().-", *text->at))
            *out++ = *text->at;
        else
            break;
        text->at += byte >= 0 ? 3 : 1;
    }
    if (text->at == text->end)
        text->at = text->end = out;
    return out > begin;
}

static int refuse_url(const struct osrm_text *text,
                      struct osrm_problem *problem)
{
    size_t position = (size_t)(text->at - text->begin);
    size_t length = (size_t)(text->end - text->begin);
    size_t first = position < 3 ? 0 : position - 3;
    size_t last = position + 3 < length ? position + 3 : length;

    return osrm_problem_set(
        problem, "InvalidUrl",
        "URL string malformed close to position %zu: \"%.*s\"", position,
        (int)(last - first), text->begin + first);
}

struct parts {
    struct osrm_text service;
    uint32_t version;
    struct osrm_text profile;
    const char *query;
};

static bool take_named(struct osrm_text *text, struct osrm_text *ret_word)
{
    const char *begin = text->at;
    bool taken = take_word(text);

    *ret_word = (struct osrm_text){begin, begin, text->at};
    return taken;
}

/* False where it is malformed, and text->at tells where. */
static bool take_parts(struct osrm_text *text, bool has_query,
                       struct parts *parts)
{
    if (!osrm_text_take(text, "/") || !take_named(text, &parts->service) ||
        !osrm_text_take(text, "/") || !osrm_text_take(text, "v") ||
        !osrm_text_u32(text, &parts->version) || !osrm_text_take(text, "/") ||
        !take_named(text, &parts->profile))
        return false;
    parts->query = text->at;
    if (!has_query && text->at == text->end)
        return true;
    if (!osrm_text_take(text, "/"))
        return false;
    parts->query = text->at;
    if (!has_query && text->at == text->end)
        return true;
    return take_query(text) && text->at == text->end;
}

static int find_service(const struct parts *parts, enum osrm_service *service,
                        struct osrm_problem *problem)
{
    const struct osrm_text *name = &parts->service;
    int length = (int)(name->end - name->begin);
    int shown = length < 60 ? length : 60;
    unsigned found = 0;

    while (found < OSRM_SERVICE_COUNT &&
           (strncmp(service_names[found], name->begin, (size_t)length) != 0 ||
            service_names[found][length]))
        found++;
    if (found == OSRM_SERVICE_COUNT || parts->version != 1)
        return osrm_problem_set(problem,
                                found == OSRM_SERVICE_COUNT ? "InvalidService"
                                                            : "InvalidVersion",
                                "Service %.*s not found!", shown, name->begin);
    *service = (enum osrm_service)found;
    return 0;
}

int osrm_url_split(const char *target, bool has_query, struct osrm_url *url,
                   struct osrm_problem *problem)
{
    struct parts parts;
    struct osrm_text text;

    url->text = strdup(target);
    if (!url->text)
        return -ENOMEM;
    url->length = decode(url->text, strlen(url->text));
    text = (struct osrm_text){url->text, url->text, url->text + url->length};
    if (!take_parts(&text, has_query, &parts))
        return refuse_url(&text, problem);
    url->length = (size_t)(text.end - text.begin);
    url->text[url->length] = '\0';
    url->profile = (size_t)(parts.profile.begin - text.begin);
    url->profile_length = (size_t)(parts.profile.end - parts.profile.begin);
    url->query = (size_t)(parts.query - text.begin);
    return find_service(&parts, &url->service, problem);
}
