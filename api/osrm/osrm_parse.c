/* Splitting the target, the query of a GET, the body of a POST. */
#include "api/osrm/osrm_parse.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/osrm/osrm_options.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_text.h"
#include "core/base/text.h"

/* ---- The target ---------------------------------------------------------- */

static const char *const service_names[] = {
    [OSRM_ROUTE] = "route", [OSRM_TABLE] = "table", [OSRM_NEAREST] = "nearest",
    [OSRM_MATCH] = "match", [OSRM_TRIP] = "trip",   [OSRM_TILE] = "tile",
};

const char *osrm_service_name(enum osrm_service service)
{
    return service_names[service];
}

/* Decodes in place; leaves malformed %XX. Returns the new length. */
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

/* Whether a query ends within the value of an option. */
static bool is_in(const char *name, const char *begin, const char *end)
{
    const char *option = end;

    while (option > begin && option[-1] != '&' && option[-1] != '?')
        option--;
    return (size_t)(end - option) >= strlen(name) &&
           !memcmp(option, name, strlen(name));
}

/* A time may have a "+", JSON has quotes and blanks. */
static bool is_in_value(char c, const char *begin, const char *end)
{
    return (c == '+' && (is_in("depart_at=", begin, end) ||
                         is_in("avoid_polygons=", begin, end))) ||
           ((c == '"' || c == ' ') && is_in("avoid_polygons=", begin, end));
}

/* Reads as many characters as a query may contain. Decodes remaining %XX once
 * more, as OSRM does: text->end moves. */
static bool take_query(struct osrm_text *text)
{
    const char *begin = text->at;
    char *out = (char *)text->at;

    while (text->at < text->end) {
        int byte = escaped_byte(text->at, text->end);

        if (byte >= 0)
            *out++ = (char)byte;
        else if (osrm_is_word_character(*text->at, "_[]{}@?|\\~^`=,;:&().-") ||
                 is_in_value(*text->at, begin, out))
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
    size_t length = osrm_text_word(text, "_.~:-");

    *ret_word = (struct osrm_text){begin, begin, text->at};
    return length;
}

/* False if malformed; then text->at is the error's position. */
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

/* ---- The query ----------------------------------------------------------- */

/* Whether a position begins here. If it is truncated, *ret_whole is false and
 * text->at is where the rest should be. */
static bool take_position(struct osrm_text *text, double *ret_lon,
                          double *ret_lat, bool *ret_whole)
{
    *ret_whole = true;
    if (!osrm_text_decimal(text, ret_lon))
        return false;
    *ret_whole = osrm_text_take(text, ",") && osrm_text_decimal(text, ret_lat);
    return true;
}

static enum osrm_taken take_positions(struct osrm_text *text,
                                      struct osrm_request *request)
{
    size_t count = 0;
    double lon;
    double lat;
    bool whole;

    if (!osrm_list_coordinates(request, osrm_text_entries(text, ';', '?')))
        return OSRM_NO_MEMORY;
    while (take_position(text, &lon, &lat, &whole)) {
        if (!whole)
            return OSRM_MALFORMED;
        if (!osrm_position_set(&request->coordinate[count], lon, lat)) {
            text->at = text->begin;
            return OSRM_MALFORMED;
        }
        request->coordinate_count = ++count;
        if (!osrm_text_take(text, ";"))
            return OSRM_TAKEN;
    }
    if (!count)
        return OSRM_NONE;
    text->at--; /* leaves a trailing semicolon */
    return OSRM_TAKEN;
}

static enum osrm_taken take_polyline(struct osrm_text *text, unsigned decimals,
                                     struct osrm_request *request)
{
    const char *begin = text->at;

    while (text->at < text->end && *text->at >= '?' && *text->at <= '~')
        text->at++;
    if (text->at == begin || !osrm_text_take(text, ")"))
        return OSRM_MALFORMED;
    return osrm_list_polyline(request, begin, (size_t)(text->at - 1 - begin),
                              decimals)
               ? OSRM_TAKEN
               : OSRM_NO_MEMORY;
}

static enum osrm_taken take_tile(struct osrm_text *text,
                                 struct osrm_request *request)
{
    struct tile_id *tile = &request->tile;

    if (!osrm_text_take(text, "tile("))
        return OSRM_NONE;
    return osrm_text_u32(text, &tile->x) && osrm_text_take(text, ",") &&
                   osrm_text_u32(text, &tile->y) && osrm_text_take(text, ",") &&
                   osrm_text_u32(text, &tile->z) &&
                   osrm_text_take(text, ").mvt")
               ? OSRM_TAKEN
               : OSRM_MALFORMED;
}

static enum osrm_taken take_coordinates(struct osrm_text *text,
                                        struct osrm_request *request)
{
    if (request->service == OSRM_TILE)
        return take_tile(text, request);
    if (osrm_text_take(text, "polyline("))
        return take_polyline(text, 5, request);
    if (osrm_text_take(text, "polyline6("))
        return take_polyline(text, 6, request);
    return take_positions(text, request);
}

/* The further options, each after a "&". Stops before a "&" that no known
 * option follows. */
static enum osrm_taken take_more_options(struct osrm_text *text,
                                         struct osrm_request *request)
{
    while (osrm_text_take(text, "&")) {
        enum osrm_taken taken = osrm_option_take(text, request);

        if (taken == OSRM_NONE) {
            text->at--;
            return OSRM_TAKEN;
        }
        if (taken != OSRM_TAKEN)
            return taken;
    }
    return OSRM_TAKEN;
}

static enum osrm_taken take_options(struct osrm_text *text,
                                    struct osrm_request *request)
{
    enum osrm_taken taken;

    if (!osrm_text_take(text, "?"))
        return OSRM_TAKEN;
    osrm_text_take(text, "&");
    if (text->at == text->end)
        return OSRM_TAKEN;
    taken = osrm_option_take(text, request);
    return taken == OSRM_TAKEN ? take_more_options(text, request) : taken;
}

static enum osrm_taken take_all(struct osrm_text *text,
                                struct osrm_request *request)
{
    enum osrm_taken taken = take_coordinates(text, request);

    if (taken != OSRM_TAKEN || request->service == OSRM_TILE)
        return taken;
    request->flatbuffers = osrm_text_take(text, ".flatbuffers");
    osrm_text_take(text, ".json");
    return take_options(text, request);
}

/* Stores only the profile, which a POST also has in its URL. */
static void osrm_query_note_profile(const struct osrm_url *url,
                                    struct osrm_request *request)
{
    size_t length = url->profile_length;

    if (length >= sizeof(request->profile))
        length = sizeof(request->profile) - 1;
    memcpy(request->profile, url->text + url->profile, length);
    request->profile[length] = '\0';
}

int osrm_query_read(const struct osrm_url *url, struct osrm_request *request,
                    struct osrm_problem *problem)
{
    const char *query = url->text + url->query;
    struct osrm_text text = {query, query, url->text + url->length};
    enum osrm_taken taken;

    request->service = url->service;
    osrm_query_note_profile(url, request);
    taken = take_all(&text, request);
    if (taken == OSRM_NO_MEMORY)
        return -ENOMEM;
    if (taken == OSRM_TAKEN && text.at == text.end)
        return 0;
    return osrm_problem_set(problem, "InvalidQuery",
                            "Query string malformed close to position %zu",
                            (size_t)(text.at - text.begin) + url->query);
}

/* ---- The body ------------------------------------------------------------ */

/* Source and target of the coordinates. */
struct body {
    const json_t *object;
    struct osrm_request *request;
    struct osrm_problem *problem;
};

static int refuse(const struct body *body, const char *words)
{
    return osrm_problem_set(body->problem, "InvalidQuery", "%s", words);
}

/* Reads "polyline(...)"; *ret_any is whether it was one. */
static int read_polyline(const struct body *body, const char *text,
                         const char *prefix, unsigned decimals, bool *ret_any)
{
    size_t length = strlen(text);
    size_t begin = strlen(prefix);

    *ret_any = length > begin && !strncmp(text, prefix, begin) &&
               text[length - 1] == ')';
    if (!*ret_any)
        return 0;
    for (size_t i = begin; i < length - 1; i++) {
        if (text[i] < '?' || text[i] > '~')
            return refuse(body, "a polyline has characters from ? to ~ alone");
    }
    return osrm_list_polyline(body->request, text + begin, length - 1 - begin,
                              decimals)
               ? 0
               : -ENOMEM;
}

static int read_polylines(const struct body *body, const char *text)
{
    bool any;
    int r = read_polyline(body, text, "polyline6(", 6, &any);

    if (!any)
        r = read_polyline(body, text, "polyline(", 5, &any);
    return any ? r
               : refuse(body, "coordinates string must be of the form "
                              "polyline(...) or polyline6(...)");
}

static int read_position(const struct body *body, const json_t *json,
                         struct position *position)
{
    const json_t *lon = json_array_get(json, 0);
    const json_t *lat = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_number(lon) ||
        !json_is_number(lat))
        return refuse(body, "each coordinate must be an array of two numbers "
                            "[longitude, latitude]");
    if (!osrm_position_set(position, json_number_value(lon),
                           json_number_value(lat)))
        return refuse(body, "coordinate value out of range");
    return 0;
}

static int read_coordinates(const struct body *body)
{
    const json_t *json = json_object_get(body->object, "coordinates");
    size_t count = json_array_size(json);
    int r = 0;

    if (!json)
        return refuse(body, "missing required member: coordinates");
    if (json_is_string(json))
        return read_polylines(body, json_string_value(json));
    if (!json_is_array(json))
        return refuse(body, "coordinates must be an array of [longitude, "
                            "latitude] pairs");
    if (!osrm_list_coordinates(body->request, count))
        return -ENOMEM;
    for (size_t i = 0; i < count && !r; i++)
        r = read_position(body, json_array_get(json, i),
                          &body->request->coordinate[i]);
    return r;
}

int osrm_body_read(const struct osrm_url *url, const char *text, size_t length,
                   size_t depth_max, struct osrm_request *request,
                   struct osrm_problem *ret_problem)
{
    struct problem problem;
    json_t *object;
    int r;

    request->service = url->service;
    osrm_query_note_profile(url, request);
    if (json_body_parse(text, length, depth_max, &object, &problem))
        return problem.kind == PROBLEM_FAILED
                   ? -ENOMEM
                   : osrm_problem_set(ret_problem, "InvalidQuery",
                                      "invalid JSON: %s", problem.detail);
    r = read_coordinates(&(struct body){object, request, ret_problem});
    if (!r)
        r = osrm_options_read(object, request, ret_problem);
    json_decref(object);
    return r;
}
