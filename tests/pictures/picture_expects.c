/* picture_expects: what is expected of a question. */
#include <string.h>

#include "core/base/text.h"
#include "tests/pictures/picture_parse.h"

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
    {"steps", EXPECT_STEPS, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"names", EXPECT_NAMES, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"bearings", EXPECT_BEARINGS, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"exits", EXPECT_EXITS, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"lanes", EXPECT_LANES, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"crossings", EXPECT_CROSSINGS, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"summary", EXPECT_SUMMARY, FORM_TEXTS, "", 1 << ASK_ROUTE},
    {"signs", EXPECT_SIGNS, FORM_TEXTS, "", 1 << ASK_ROUTE},
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

/* "routes.0.distance 200": the path of a value, and what it holds. */
static int take_json(struct picture_parser *parser,
                     const struct picture_word *words, size_t count,
                     struct picture_ask *ask)
{
    struct pool *pool = &parser->file->pool;
    struct ask_expect expect = {.kind = EXPECT_JSON};

    for (size_t i = 0; i < count; i++)
        *POOL_APPEND(pool, expect.text, expect.count) = words[i].text;
    *POOL_APPEND(pool, ask->expect, ask->expect_count) = expect;
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

int parse_expects(struct picture_parser *parser,
                  const struct picture_word *words, size_t count,
                  struct picture_ask *ask)
{
    size_t begin = 0;
    int r = 0;

    for (size_t i = 0; i < count && !r; i++) {
        if (!words[i].ends && i + 1 < count)
            continue;
        r = ask->kind == ASK_OSRM
                ? take_json(parser, words + begin, i + 1 - begin, ask)
                : take_expect(parser, words + begin, i + 1 - begin, ask);
        begin = i + 1;
    }
    if (!r && !ask->expect_count)
        r = parse_fail(parser, "nothing is expected: 'QUESTION: ANSWER, ...'");
    return r;
}
