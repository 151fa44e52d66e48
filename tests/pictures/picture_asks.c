/* picture_asks: questions of a picture, and what is expected. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/parse.h"
#include "core/service/route_question.h"
#include "tests/pictures/picture_parse.h"

/* ---- What is expected --------------------------------------------------- */

/* What stands behind the word that says what is expected. */
enum expect_form {
    FORM_NOTHING,
    FORM_TEXTS, /* one and more */
    FORM_LETTER,
    FORM_NUMBER,
    FORM_NUMBERS, /* one and more */
};

static const struct expect_word {
    const char *name;
    enum expect_kind kind;
    enum expect_form form;
    const char *unit; /* behind a number */
    unsigned asks;    /* 1 << enum ask_kind, where it may be expected */
} expect_words[] = {
    {"ways", EXPECT_WAYS, FORM_TEXTS, "", 1 << ASK_ROUTE | 1 << ASK_SNAP},
    {"nodes", EXPECT_NODES, FORM_TEXTS, "", 1 << ASK_ROUTE | 1 << ASK_PATH},
    {"modes", EXPECT_MODES, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"classes", EXPECT_CLASSES, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"legs", EXPECT_LEGS, FORM_NUMBERS, "s", 1 << ASK_ROUTE},
    {"leads", EXPECT_LEADS, FORM_TEXTS, "", 1 << ASK_SNAP},
    {"at", EXPECT_AT, FORM_LETTER, "", 1 << ASK_SNAP},
    {"from", EXPECT_FROM, FORM_LETTER, "", 1 << ASK_ROUTE},
    {"to", EXPECT_TO, FORM_LETTER, "", 1 << ASK_ROUTE},
    {"time", EXPECT_TIME, FORM_NUMBER, "s", 1 << ASK_ROUTE},
    {"weight", EXPECT_WEIGHT, FORM_NUMBER, "s", 1 << ASK_ROUTE},
    {"distance", EXPECT_DISTANCE, FORM_NUMBER, "m",
     1 << ASK_ROUTE | 1 << ASK_SNAP},
    {"turns", EXPECT_TURNS, FORM_NUMBER, "s", 1 << ASK_ROUTE},
    {"cost", EXPECT_COST, FORM_NUMBER, "s", 1 << ASK_PATH},
    {"speed", EXPECT_SPEEDS, FORM_NUMBER, "", 1 << ASK_OPEN},
    {"speeds", EXPECT_SPEEDS, FORM_NUMBERS, "", 1 << ASK_OPEN},
    {"count", EXPECT_COUNT, FORM_NUMBER, "", 1 << ASK_SNAP},
    {"none", EXPECT_NONE, FORM_NOTHING, "",
     1 << ASK_ROUTE | 1 << ASK_SNAP | 1 << ASK_OPEN | 1 << ASK_PATH},
    {"nowhere", EXPECT_NOWHERE, FORM_NOTHING, "", 1 << ASK_ROUTE},
    {"unknown", EXPECT_UNKNOWN, FORM_NOTHING, "",
     1 << ASK_ROUTE | 1 << ASK_PATH},
    {"forward", EXPECT_FORWARD, FORM_NOTHING, "", 1 << ASK_OPEN},
    {"backward", EXPECT_BACKWARD, FORM_NOTHING, "", 1 << ASK_OPEN},
    {"both", EXPECT_BOTH, FORM_NOTHING, "", 1 << ASK_OPEN},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct expect_word *find_word(const char *name, enum ask_kind kind)
{
    for (size_t i = 0; i < COUNT(expect_words); i++) {
        if (!strcmp(expect_words[i].name, name) &&
            expect_words[i].asks & 1u << kind)
            return &expect_words[i];
    }
    return NULL;
}

/* "20s", "+-3s", "20". */
static int take_number(struct picture_parser *parser, const char *text,
                       const char *unit, double *ret_number)
{
    size_t size = strlen(text);
    size_t tail = strlen(unit);
    char digits[32] = "";

    if (size > tail && !strcmp(text + size - tail, unit) &&
        size - tail < sizeof(digits))
        memcpy(digits, text, size - tail);
    if (!parse_double(digits, ret_number))
        return parse_fail(parser, "'%s' is no number%s%s", text,
                          *unit ? " with unit " : "", unit);
    return 0;
}

static int add_number(struct picture_parser *parser, const char *text,
                      const char *unit, struct ask_expect *expect)
{
    double number;
    int r;

    if (!strncmp(text, "+-", 2))
        return take_number(parser, text + 2, unit, &expect->slack);
    r = take_number(parser, text, unit, &number);
    if (!r)
        *POOL_APPEND(&parser->file->pool, expect->number, expect->count) =
            number;
    return r;
}

/* `words`: those behind the name. */
static int take_values(struct picture_parser *parser,
                       const struct expect_word *as,
                       const struct picture_word *words, size_t count,
                       struct ask_expect *expect)
{
    struct pool *pool = &parser->file->pool;
    bool numbers = as->form == FORM_NUMBER || as->form == FORM_NUMBERS;
    int r = 0;

    for (size_t i = 0; i < count && !r; i++) {
        if (numbers)
            r = add_number(parser, words[i].text, as->unit, expect);
        else
            *POOL_APPEND(pool, expect->text, expect->count) = words[i].text;
    }
    if (r)
        return r;
    if ((as->form == FORM_NOTHING) != (expect->count == 0) ||
        (as->form == FORM_NUMBER && expect->count != 1))
        return parse_fail(parser, "'%s' takes %s", as->name,
                          as->form == FORM_NOTHING  ? "nothing"
                          : as->form == FORM_NUMBER ? "one number"
                                                    : "something");
    if (as->form == FORM_LETTER &&
        (expect->count != 1 || !expect->text[0][0] || expect->text[0][1] ||
         !picture_find(parser->picture, expect->text[0][0])))
        return parse_fail(parser, "'%s' takes a letter or digit that is drawn",
                          as->name);
    return 0;
}

static int take_expect(struct picture_parser *parser,
                       const struct picture_word *words, size_t count,
                       struct picture_ask *ask)
{
    const struct expect_word *as = find_word(words[0].text, ask->kind);
    struct ask_expect expect = {.slack = -1};
    int r;

    if (!as)
        return parse_fail(parser, "'%s' is nothing to be expected here",
                          words[0].text);
    expect.kind = as->kind;
    r = take_values(parser, as, words + 1, count - 1, &expect);
    if (!r)
        *POOL_APPEND(&parser->file->pool, ask->expect, ask->expect_count) =
            expect;
    return r;
}

static int take_expects(struct picture_parser *parser,
                        const struct picture_word *words, size_t count,
                        struct picture_ask *ask)
{
    size_t begin = 0;
    int r = 0;

    for (size_t i = 0; i < count && !r; i++) {
        if (!words[i].ends && i + 1 < count)
            continue;
        r = take_expect(parser, words + begin, i + 1 - begin, ask);
        begin = i + 1;
    }
    if (!r && !ask->expect_count)
        r = parse_fail(parser, "nothing is expected: 'QUESTION: ANSWER, ...'");
    return r;
}

/* ---- What is asked ------------------------------------------------------ */

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
    else if (kind == ASK_OPEN)
        r = take_road(parser, word, before, &ask);
    else
        r = take_places(parser, word, before, &ask);
    if (!r && kind != ASK_REPORT && kind != ASK_ROADS)
        r = take_expects(parser, word + before, words->count - 1 - before,
                         &ask);
    if (!r)
        *POOL_APPEND(&parser->file->pool, picture->ask, picture->ask_count) =
            ask;
    return r;
}
