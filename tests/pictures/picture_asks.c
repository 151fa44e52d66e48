/* picture_asks: questions of a picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/service/route/route_question.h"
#include "tests/pictures/picture_parse.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int take_bearing(struct picture_parser *parser, const char *text,
                        struct ask_place *place)
{
    char *end;

    place->has_bearing = true;
    place->bearing_deg = strtod(text, &end);
    place->bearing_range_deg = 45;
    if (*end == ',')
        place->bearing_range_deg = strtod(end + 1, &end);
    if (end == text || *end)
        return parse_fail(parser, "'bearing=%s': DEGREES or DEGREES,RANGE",
                          text);
    return 0;
}

static int take_approach(struct picture_parser *parser, const char *text,
                         struct ask_place *place)
{
    static const char *const names[] = {
        [APPROACH_UNRESTRICTED] = "unrestricted",
        [APPROACH_CURB] = "curb",
        [APPROACH_OPPOSITE] = "opposite",
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        if (!strcmp(names[i], text)) {
            place->approach = (int)i;
            return 0;
        }
    }
    return parse_fail(parser, "'approach=%s': curb or opposite", text);
}

static int take_wish(struct picture_parser *parser, const char *text,
                     struct ask_place *place)
{
    if (!strncmp(text, "bearing=", 8))
        return take_bearing(parser, text + 8, place);
    if (!strncmp(text, "approach=", 9))
        return take_approach(parser, text + 9, place);
    if (!strncmp(text, "exclude=", 8)) {
        place->exclude = text + 8;
        return 0;
    }
    if (!strncmp(text, "radius=", 7) &&
        parse_double(text + 7, &place->radius_m))
        return 0;
    return parse_fail(parser,
                      "'/%s' is none of bearing=, radius=METRES, approach=, "
                      "exclude=CLASS",
                      text);
}

/* "a", "@a", "1/bearing=90/radius=50". */
static int take_place(struct picture_parser *parser, const char *text,
                      struct picture_ask *ask)
{
    struct pool *pool = &parser->file->pool;
    struct ask_place place = {.radius_m = INFINITY};
    const struct picture_node *node;
    const char *c = text + (*text == '@');
    int r = 0;

    place.by_id = *text == '@' || ask->kind == ASK_PATH;
    place.letter = *c;
    node = *c ? picture_find(parser->picture, *c) : NULL;
    if (!node || (c[1] && c[1] != '/') || (place.by_id && !node->id))
        return parse_fail(parser, "'%s': no such place is drawn", text);
    for (c++; *c == '/' && !r;) {
        const char *end = c + 1 + strcspn(c + 1, "/");

        r = take_wish(parser, pool_text(pool, c + 1, end), &place);
        c = end;
    }
    *POOL_APPEND(pool, ask->place, ask->place_count) = place;
    return r;
}

/* "name=value" of the whole question; false: it is none. */
static bool take_option(const char *text, struct picture_ask *ask)
{
    if (ask->kind == ASK_ROUTE && !strcmp(text, "straight=yes"))
        ask->straight = STRAIGHT_YES;
    else if (ask->kind == ASK_ROUTE && !strcmp(text, "straight=no"))
        ask->straight = STRAIGHT_NO;
    else if (ask->kind == ASK_ROUTE && !strncmp(text, "solver=", 7))
        ask->solver = text + 7;
    else if ((ask->kind == ASK_ROUTE || ask->kind == ASK_PATH) &&
             !strncmp(text, "exclude=", 8))
        ask->exclude = text + 8;
    else if (ask->kind == ASK_SNAP && !strcmp(text, "large"))
        ask->large = true;
    else if (ask->kind != ASK_SNAP || strncmp(text, "number=", 7) ||
             !parse_u32(text + 7, &ask->number))
        return false;
    return true;
}

static int take_places(struct picture_parser *parser,
                       const struct picture_word *words, size_t count,
                       struct picture_ask *ask)
{
    size_t least = ask->kind == ASK_SNAP ? 1 : 2;
    size_t most = ask->kind == ASK_ROUTE ? 50 : least;
    int r = 0;

    for (size_t i = 0; i < count && !r; i++) {
        if (!take_option(words[i].text, ask))
            r = take_place(parser, words[i].text, ask);
    }
    if (!r && (ask->place_count < least || ask->place_count > most))
        r = parse_fail(parser, "%zu places: too %s", ask->place_count,
                       ask->place_count < least ? "few" : "many");
    return r;
}

/* The service, places and options. */
static int take_osrm(struct picture_parser *parser,
                     const struct picture_word *words, size_t count,
                     struct picture_ask *ask)
{
    struct pool *pool = &parser->file->pool;
    int r = 0;

    if (count == 0)
        return parse_fail(parser, "write 'osrm SERVICE PLACE ...: EXPECTED'");
    ask->name = words[0].text;
    for (size_t i = 1; i < count && !r; i++) {
        const char *text = words[i].text;

        if (strchr(text, '=') && (!text[0] || text[1] != '/'))
            *POOL_APPEND(pool, ask->option, ask->option_count) = text;
        else
            r = take_place(parser, text, ask);
    }
    return r;
}

/* The letters of a road. */
static int take_road(struct picture_parser *parser,
                     const struct picture_word *words, size_t count,
                     struct picture_ask *ask)
{
    if (count != 1 || strlen(words[0].text) < 2)
        return parse_fail(parser, "write 'open abc: EXPECTED'");
    for (const char *c = words[0].text; *c; c++) {
        const struct picture_node *node = picture_find(parser->picture, *c);

        if (!node || !node->id)
            return parse_fail(parser, "no node '%c' is drawn", *c);
    }
    ask->name = words[0].text;
    return 0;
}

static int take_count(struct picture_parser *parser,
                      const struct picture_word *words, size_t count,
                      struct picture_ask *ask)
{
    if (count != 2 || !parse_u32(words[1].text, &ask->number))
        return parse_fail(parser, "write NAME and NUMBER");
    ask->name = words[0].text;
    return 0;
}

int parse_ask(struct picture_parser *parser, enum ask_kind kind,
              const char *text, const struct picture_words *words)
{
    struct picture *picture = parser->picture;
    struct picture_ask ask = {
        .kind = kind, .line = parser->line, .text = text, .number = 1};
    const struct picture_word *word = words->word + 1;
    size_t end = 1;
    size_t before;
    int r;

    while (end < words->count && !words->word[end].colon)
        end++;
    before = end < words->count ? end : end - 1;
    if (kind == ASK_REPORT || kind == ASK_ROADS)
        r = take_count(parser, word, words->count - 1, &ask);
    else if (kind == ASK_OSRM)
        r = take_osrm(parser, word, before, &ask);
    else if (kind == ASK_OPEN)
        r = take_road(parser, word, before, &ask);
    else
        r = take_places(parser, word, before, &ask);
    if (!r && kind != ASK_REPORT && kind != ASK_ROADS)
        r = parse_expects(parser, word + before, words->count - 1 - before,
                          &ask);
    if (!r)
        *POOL_APPEND(&parser->file->pool, picture->ask, picture->ask_count) =
            ask;
    return r;
}
