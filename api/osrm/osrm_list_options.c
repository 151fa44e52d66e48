/* osrm_list_options: options that are lists. */
#include "api/osrm/osrm_list_options.h"

#include <math.h>
#include <string.h>

#include "api/osrm/osrm_list.h"

/* How many entries the list before `text` has at most. */
static size_t count_entries(const struct osrm_text *text, char separator)
{
    size_t count = 1;

    for (const char *at = text->at; at < text->end && *at != '&'; at++)
        count += *at == separator;
    return count;
}

enum osrm_taken osrm_take_bearings(struct osrm_text *text,
                                   struct osrm_request *request)
{
    size_t i = 0;

    if (!osrm_list_bearings(request, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        int16_t value;
        int16_t range;

        if (osrm_text_i16(text, &value)) {
            if (!osrm_text_take(text, ",") || !osrm_text_i16(text, &range))
                return OSRM_MALFORMED;
            osrm_bearing_set(&request->bearing[i], value, range);
        }
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static void take_radius(struct osrm_text *text, double *radius_m)
{
    if (osrm_text_take(text, "unlimited"))
        *radius_m = INFINITY;
    else if (text->at < text->end && *text->at != '-')
        osrm_text_decimal(text, radius_m);
}

enum osrm_taken osrm_take_radiuses(struct osrm_text *text,
                                   struct osrm_request *request)
{
    size_t i = 0;

    if (!osrm_list_radiuses(request, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        take_radius(text, &request->radius_m[i]);
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

enum osrm_taken osrm_take_approaches(struct osrm_text *text,
                                     struct osrm_request *request)
{
    size_t i = 0;

    if (!osrm_list_approaches(request, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        unsigned index;

        if (osrm_text_symbol(text, osrm_approach_words, &index))
            request->approach[i] = (enum approach)index;
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static bool is_word(char c, const char *others)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c && strchr(others, c));
}

static size_t word_length(const struct osrm_text *text, const char *others)
{
    const char *at = text->at;

    while (at < text->end && is_word(*at, others))
        at++;
    return (size_t)(at - text->at);
}

/* Blocks as long as OSRM's are, as many as there are candidates for a place. */
enum osrm_taken osrm_take_hints(struct osrm_text *text,
                                struct osrm_request *request)
{
    request->given.hints = 0;
    do {
        size_t length = word_length(text, "-_=");

        text->at += length - length % OSRM_HINT_LENGTH;
        request->given.hints++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

enum osrm_taken osrm_take_exclude(struct osrm_text *text,
                                  struct osrm_request *request)
{
    size_t i = 0;

    if (!osrm_list_excludes(request, count_entries(text, ',')))
        return OSRM_NO_MEMORY;
    do {
        size_t length = word_length(text, "_-");

        if (!length && !i)
            return OSRM_MALFORMED;
        if (!length) {
            text->at--; /* the comma before nothing is not taken */
            break;
        }
        osrm_exclude_set(request, i++, text->at, length);
        text->at += length;
    } while (osrm_text_take(text, ","));
    request->exclude_count = i;
    return OSRM_TAKEN;
}

enum osrm_taken osrm_take_indices(struct osrm_text *text,
                                  struct osrm_indices *indices)
{
    size_t i = 0;

    if (!osrm_list_indices(indices, count_entries(text, ';')))
        return OSRM_NO_MEMORY;
    do {
        if (!osrm_text_size(text, &indices->index[i])) {
            indices->count = i;
            if (!i)
                return OSRM_MALFORMED;
            text->at--;
            return OSRM_TAKEN;
        }
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}
