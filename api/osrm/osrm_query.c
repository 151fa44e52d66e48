/* osrm_query: the query of a URL of OSRM's API. */
#include "api/osrm/osrm_query.h"

#include <errno.h>
#include <string.h>

#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_options.h"
#include "api/osrm/osrm_text.h"

/* Whether a place begins there; where it is cut short, *ret_whole is false and
 * text->at where its rest should be. */
static bool take_place(struct osrm_text *text, double *ret_lon, double *ret_lat,
                       bool *ret_whole)
{
    *ret_whole = true;
    if (!osrm_text_decimal(text, ret_lon))
        return false;
    *ret_whole = osrm_text_take(text, ",") && osrm_text_decimal(text, ret_lat);
    return true;
}

static size_t count_places(const struct osrm_text *text)
{
    size_t count = 1;

    for (const char *at = text->at; at < text->end && *at != '?'; at++)
        count += *at == ';';
    return count;
}

static enum osrm_taken take_places(struct osrm_text *text,
                                   struct osrm_request *request)
{
    size_t count = 0;
    double lon;
    double lat;
    bool whole;

    if (!osrm_list_coordinates(request, count_places(text)))
        return OSRM_NO_MEMORY;
    while (take_place(text, &lon, &lat, &whole)) {
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
    text->at--; /* the semicolon before nothing is not taken */
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
    struct osrm_tile *tile = &request->tile;

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
    return take_places(text, request);
}

/* Those after the first, each behind a "&"; one that is none is not taken, nor
 * what stands before it. */
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

void osrm_query_note_profile(const struct osrm_url *url,
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
