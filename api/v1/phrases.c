/* Finding a text by key, filling its gaps, and the rules of grammars. */
#include "api/v1/phrases.h"

#define PCRE2_CODE_UNIT_WIDTH 8

#include <errno.h>
#include <pcre2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Languages ----------------------------------------------------------- */

static const struct language *find(const char *code, size_t length)
{
    for (size_t i = 0; i < language_count; i++) {
        if (strlen(languages[i].code) == length &&
            !strncasecmp(languages[i].code, code, length))
            return &languages[i];
    }
    return NULL;
}

const struct language *language_find(const char *code)
{
    const struct language *language = find(code, strlen(code));

    return language ? language : find(code, strcspn(code, "-_"));
}

enum { KEY_SIZE = 128 };

/* The first key that is not before `key`. */
static size_t lower_bound(const char *key)
{
    size_t low = 0;
    size_t high = phrase_key_count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (strcmp(phrase_keys[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* NULL: the language has no such text. */
static const char *text_of(const struct language *language, const char *format,
                           ...) __attribute__((format(printf, 2, 3)));

static const char *text_of(const struct language *language, const char *format,
                           ...)
{
    char key[KEY_SIZE];
    va_list args;
    size_t at;

    va_start(args, format);
    vsnprintf(key, sizeof(key), format, args);
    va_end(args);
    at = lower_bound(key);
    if (at == phrase_key_count || strcmp(phrase_keys[at], key) ||
        !language->start[at])
        return NULL;
    return language->text + language->start[at];
}

/* Whether it has any text below this key. */
static bool has_texts(const struct language *language, const char *path,
                      const char *name)
{
    char key[KEY_SIZE];
    size_t length = (size_t)snprintf(key, sizeof(key), "%s/%s/", path, name);

    for (size_t at = lower_bound(key);
         at < phrase_key_count && !strncmp(phrase_keys[at], key, length);
         at++) {
        if (language->start[at])
            return true;
    }
    return false;
}

/* ---- Grammar ------------------------------------------------------------- */

/* A grammar and its expressions. */
struct compiled_grammar {
    struct compiled_grammar *next;
    const struct phrase_grammar *grammar;
    size_t count;
    pcre2_code *code[]; /* [count] NULL: one that pcre2 does not take */
};

void phrases_init(struct phrases *phrases, const struct language *language)
{
    *phrases = (struct phrases){.language = language};
}

void phrases_finish(struct phrases *phrases)
{
    while (phrases->compiled) {
        struct compiled_grammar *rules = phrases->compiled;

        phrases->compiled = rules->next;
        for (size_t i = 0; i < rules->count; i++)
            pcre2_code_free(rules->code[i]);
        free(rules);
    }
}

static pcre2_code *compile(const char *pattern, uint32_t options)
{
    PCRE2_SIZE offset;
    int error;

    return pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                         PCRE2_UTF | options, &error, &offset, NULL);
}

static struct compiled_grammar *
compile_rules(const struct language *language,
              const struct phrase_grammar *grammar)
{
    struct compiled_grammar *rules;
    size_t count = 0;

    while (grammar->rules[count].pattern)
        count++;
    rules = calloc(1, sizeof(*rules) + count * sizeof(*rules->code));
    if (!rules)
        return NULL;
    rules->grammar = grammar;
    rules->count = count;
    for (size_t i = 0; i < count; i++)
        rules->code[i] = compile(grammar->rules[i].pattern,
                                 language->any_case ? PCRE2_CASELESS : 0);
    return rules;
}

/* NULL: out of memory. */
static const struct compiled_grammar *
rules_of(struct phrases *phrases, const struct phrase_grammar *grammar)
{
    struct compiled_grammar *rules = phrases->compiled;

    while (rules && rules->grammar != grammar)
        rules = rules->next;
    if (rules)
        return rules;
    rules = compile_rules(phrases->language, grammar);
    if (!rules)
        return NULL;
    rules->next = phrases->compiled;
    phrases->compiled = rules;
    return rules;
}

/* NULL: names stay as they are. */
static const struct phrase_grammar *
find_grammar(const struct language *language, const char *name, size_t length)
{
    const struct phrase_grammar *grammar = language->grammars;

    for (; grammar && grammar->name; grammar++) {
        if (strlen(grammar->name) == length &&
            !memcmp(grammar->name, name, length))
            return grammar;
    }
    return NULL;
}

/* Replaces the text by what the expression makes of it; leaves it where that is
 * longer than the room. */
static void substitute(const pcre2_code *code, const char *replacement,
                       uint32_t options, char text[static PHRASE_SIZE])
{
    char changed[PHRASE_SIZE];
    PCRE2_SIZE length = sizeof(changed);

    if (code && pcre2_substitute(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                                 0, options, NULL, NULL,
                                 (PCRE2_SPTR)replacement, PCRE2_ZERO_TERMINATED,
                                 (PCRE2_UCHAR *)changed, &length) > 0)
        memcpy(text, changed, length + 1);
}

static void trim(char *text)
{
    size_t blanks = strspn(text, " ");
    size_t length = strlen(text + blanks);

    memmove(text, text + blanks, length + 1);
    while (length && text[length - 1] == ' ')
        text[--length] = '\0';
}

/* Changes a name as the rules say, one after the other. 0 or -ENOMEM. */
static int inflect(struct phrases *phrases,
                   const struct phrase_grammar *grammar,
                   char name[static PHRASE_SIZE])
{
    const struct compiled_grammar *rules = rules_of(phrases, grammar);
    size_t length = strlen(name);

    if (!rules)
        return -ENOMEM;
    if (length + 3 > PHRASE_SIZE)
        return 0;
    memmove(name + 1, name, length);
    name[0] = name[length + 1] = ' ';
    name[length + 2] = '\0';
    for (size_t i = 0; i < rules->count; i++)
        substitute(rules->code[i], grammar->rules[i].replacement,
                   phrases->language->everywhere ? PCRE2_SUBSTITUTE_GLOBAL : 0,
                   name);
    trim(name);
    return 0;
}

/* A capital letter first. */
static void capitalize(const struct language *language,
                       char text[static PHRASE_SIZE])
{
    pcre2_code *first;

    if (*text == 'i' && !strcmp(language->code, "tr")) {
        char dotted[PHRASE_SIZE];

        snprintf(dotted, sizeof(dotted), "\u0130%.*s", PHRASE_SIZE - 3,
                 text + 1);
        memcpy(text, dotted, sizeof(dotted));
        return;
    }
    first = compile("^.", 0);
    substitute(first, "\\u$0", PCRE2_SUBSTITUTE_EXTENDED, text);
    pcre2_code_free(first);
}

/* ---- Filling gaps -------------------------------------------------------- */

/* What a gap is filled with, by its name. */
struct gap {
    const char *name; /* NULL: the end of a list */
    const char *value;
};

/* A sentence being written. */
struct sentence {
    char *text; /* [PHRASE_SIZE] */
    size_t length;
};

static void add(struct sentence *sentence, const char *text, size_t length)
{
    size_t room = PHRASE_SIZE - 1 - sentence->length;

    if (length > room) {
        length = room;
        /* Not within a character. */
        while (length && (text[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(sentence->text + sentence->length, text, length);
    sentence->length += length;
    sentence->text[sentence->length] = '\0';
}

/* Fills the gap that a template has at [gap, end), between its braces. */
static int fill_gap(struct phrases *phrases, const char *gap, const char *end,
                    const struct gap *gaps, struct sentence *sentence)
{
    size_t name = strcspn(gap, ":}");
    const char *grammar_name = gap + name + 1;
    const struct phrase_grammar *grammar = NULL;
    char value[PHRASE_SIZE];

    while (gaps->name && (strncmp(gaps->name, gap, name) || gaps->name[name]))
        gaps++;
    if (!gaps->name)
        return 0;
    snprintf(value, sizeof(value), "%s", gaps->value);
    if (grammar_name < end)
        grammar = find_grammar(phrases->language, grammar_name,
                               (size_t)(end - grammar_name));
    if (grammar && inflect(phrases, grammar, value))
        return -ENOMEM;
    if (!sentence->length && phrases->language->capitals)
        capitalize(phrases->language, value);
    add(sentence, value, strlen(value));
    return 0;
}

/* One blank for two. */
static void join_blanks(char *text)
{
    char *out = text;

    for (; *text; text++) {
        *out++ = *text;
        if (text[0] == ' ' && text[1] == ' ')
            text++;
    }
    *out = '\0';
}

static int fill(struct phrases *phrases, const char *template,
                const struct gap *gaps, char ret_text[static PHRASE_SIZE])
{
    struct sentence sentence = {.text = ret_text};
    const char *end;
    int r = 0;

    *ret_text = '\0';
    while (*template && !r) {
        size_t length = strcspn(template, "{");

        add(&sentence, template, length);
        template += length;
        end = *template ? strchr(template, '}') : NULL;
        if (!end)
            break;
        r = fill_gap(phrases, template + 1, end, gaps, &sentence);
        template = end + 1;
    }
    join_blanks(ret_text);
    return r;
}

/* ---- A step -------------------------------------------------------------- */

/* "/" between the keys of an object of texts. */
struct phrase_path {
    char text[KEY_SIZE - 32]; /* room for the last key */
};

static const char *direction_of(unsigned bearing_deg)
{
    static const char *const corners[] = {"northeast", "southeast", "southwest",
                                          "northwest"};
    static const char *const sides[] = {"north", "east", "south", "west"};
    unsigned off = (bearing_deg + 20) % 90; /* 40 degrees are a side */

    return off <= 40 ? sides[(bearing_deg + 20) / 90 % 4]
                     : corners[bearing_deg / 90 % 4];
}

static bool is_exit_on_side(const struct guide_step *step, const char *modifier)
{
    return step->type == MANEUVER_OFF_RAMP &&
           strstr(modifier, step->drives_left ? "left" : "right");
}

/* The object of texts for this maneuver. */
static struct phrase_path object_of(const struct language *language,
                                    const struct roads *roads,
                                    const struct guide_step *step)
{
    const char *mode = travel_mode_name(step->mode);
    const char *type = maneuver_type_name(step->type);
    const char *modifier = maneuver_modifier_name(step->modifier);
    bool ring =
        step->type == MANEUVER_ROUNDABOUT || step->type == MANEUVER_ROTARY;
    const char *name = step->rotary_name ? roads->text + step->rotary_name : "";
    struct phrase_path path;

    if (has_texts(language, "modes", mode))
        snprintf(path.text, sizeof(path.text), "modes/%s", mode);
    else
        snprintf(path.text, sizeof(path.text), "%s/%s", type,
                 modifier && !is_exit_on_side(step, modifier) &&
                         has_texts(language, type, modifier)
                     ? modifier
                     : "default");
    if (!ring)
        return path;
    if (*name && step->exit && has_texts(language, path.text, "name_exit"))
        strcat(path.text, "/name_exit");
    else if (*name && has_texts(language, path.text, "name"))
        strcat(path.text, "/name");
    else if (step->exit && has_texts(language, path.text, "exit"))
        strcat(path.text, "/exit");
    else if (has_texts(language, path.text, "default"))
        strcat(path.text, "/default");
    return path;
}

/* The signs of a step. */
struct signs {
    const char *name;
    const char *ref;
    const char *destinations;
    const char *exits;
    const char *rotary_name;
};

static struct signs signs_of(const struct roads *roads,
                             const struct guide_step *step)
{
    const char *text = roads->text;

    return (struct signs){
        .name = text + step->name,
        .ref = step->ref ? text + step->ref : "",
        .destinations = step->destinations ? text + step->destinations : "",
        .exits = step->exits ? text + step->exits : "",
        .rotary_name = step->rotary_name ? text + step->rotary_name : "",
    };
}

/* The template for what is known of the road. */
static const char *template_of(const struct language *language,
                               const struct phrase_path *path,
                               const struct signs *signs, const char *way_name)
{
    const char *text = NULL;

    if (*signs->destinations && *signs->exits)
        text = text_of(language, "%s/exit_destination", path->text);
    if (!text && *signs->destinations)
        text = text_of(language, "%s/destination", path->text);
    if (!text && *signs->exits)
        text = text_of(language, "%s/exit", path->text);
    if (!text && *way_name)
        text = text_of(language, "%s/name", path->text);
    if (!text)
        text = text_of(language, "%s/default", path->text);
    return text ? text : "";
}

/* The first of a list: up to any of these bytes. */
static void first_of(const char *list, const char *ends,
                     char ret_text[static PHRASE_SIZE])
{
    snprintf(ret_text, PHRASE_SIZE, "%.*s", (int)strcspn(list, ends), list);
}

/* Whether the road is a motorway by its classes. */
static bool is_motorway(const struct roads *roads, uint16_t class_bits)
{
    const struct road_profile *profile = &roads->profile;

    for (uint32_t i = 0; i < profile->class_count; i++) {
        if (class_bits >> i & 1 && !strcmp(profile->class_name[i], "motorway"))
            return true;
    }
    return false;
}

/* The name without the ref that may stand behind it: "High Street (B 3)". */
static void name_alone(const struct signs *signs,
                       char ret_name[static PHRASE_SIZE])
{
    char behind[PHRASE_SIZE];
    const char *found;

    snprintf(behind, sizeof(behind), " (%s)", signs->ref);
    found = *signs->ref ? strstr(signs->name, behind) : NULL;
    if (!strcmp(signs->name, signs->ref))
        *ret_name = '\0';
    else if (found)
        snprintf(ret_name, PHRASE_SIZE, "%.*s%s", (int)(found - signs->name),
                 signs->name, found + strlen(behind));
    else
        snprintf(ret_name, PHRASE_SIZE, "%s", signs->name);
}

static int name_way(struct phrases *phrases, const struct signs *signs,
                    bool motorway, char ret_name[static PHRASE_SIZE])
{
    const char *both = text_of(phrases->language, "phrase/name and ref");
    char name[PHRASE_SIZE], ref[PHRASE_SIZE];
    const struct gap gaps[] = {{"name", name}, {"ref", ref}, {NULL, NULL}};

    name_alone(signs, name);
    first_of(signs->ref, ";", ref);
    if (*name && *ref && strcmp(name, ref) && !motorway)
        return fill(phrases, both ? both : "{name} ({ref})", gaps, ret_name);
    if (*ref && (!*name || (motorway && strpbrk(ref, "0123456789"))))
        memcpy(ret_name, ref, sizeof(ref));
    else
        memcpy(ret_name, name, sizeof(name));
    return 0;
}

/* "A 5: Frankfurt" of "A 5, A 67: Frankfurt, Mannheim". */
static void name_destination(const char *destinations,
                             char ret_text[static PHRASE_SIZE])
{
    const char *colon = strstr(destinations, ": ");
    const char *place = colon ? colon + 2 : "";
    const char *end = strstr(place, ": ");
    size_t ref = strcspn(destinations, ",");
    size_t length = strcspn(place, ",");

    if (colon && ref > (size_t)(colon - destinations))
        ref = (size_t)(colon - destinations);
    if (end && length > (size_t)(end - place))
        length = (size_t)(end - place);
    snprintf(ret_text, PHRASE_SIZE, "%.*s%s%.*s", (int)ref, destinations,
             ref && length ? ": " : "", (int)length, place);
}

static const char *constant(const struct language *language, const char *list,
                            const char *name)
{
    const char *text =
        name ? text_of(language, "constants/%s/%s", list, name) : NULL;

    return text ? text : "";
}

static const char *ordinal(const struct language *language, size_t number)
{
    char digits[24];

    snprintf(digits, sizeof(digits), "%zu", number);
    return constant(language, "ordinalize", digits);
}

int phrases_say(struct phrases *phrases, const struct roads *roads,
                const struct guidance *guidance, size_t index, size_t leg,
                size_t leg_count, char ret_text[static PHRASE_SIZE])
{
    const struct language *language = phrases->language;
    const struct guide_step *step = &guidance->step[index];
    const struct guide_intersection *at =
        &guidance->intersection[step->first_intersection];
    struct signs signs = signs_of(roads, step);
    struct phrase_path path = object_of(language, roads, step);
    char way_name[PHRASE_SIZE], destination[PHRASE_SIZE], exit[PHRASE_SIZE];
    const struct gap gaps[] = {
        {"way_name", way_name},
        {"destination", destination},
        {"exit", exit},
        {"exit_number", ordinal(language, step->exit ? step->exit : 1)},
        {"rotary_name", signs.rotary_name},
        {"modifier", constant(language, "modifier",
                              maneuver_modifier_name(step->modifier))},
        {"direction", constant(language, "direction",
                               direction_of(step->bearing_after_deg))},
        {"nth", leg + 1 < leg_count ? ordinal(language, leg + 1) : ""},
        {NULL, NULL},
    };

    if (name_way(phrases, &signs, is_motorway(roads, at->class_bits), way_name))
        return -ENOMEM;
    name_destination(signs.destinations, destination);
    first_of(signs.exits, ";", exit);
    return fill(phrases, template_of(language, &path, &signs, way_name), gaps,
                ret_text);
}
