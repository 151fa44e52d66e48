#include "tests/unit/graph/profile_case.h"

#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

void case_tags_read(const char *text, struct case_tags *ret_tags)
{
    struct tags *tags = &ret_tags->tags;
    char *rest = ret_tags->text;

    assert_true(strlen(text) < sizeof(ret_tags->text));
    snprintf(ret_tags->text, sizeof(ret_tags->text), "%s", text);
    *tags = (struct tags){ret_tags->tag, 0, ret_tags->text, NULL};
    while (*rest) {
        char *equals = strchr(rest, '=');
        char *end = strstr(rest, ", ");

        assert_non_null(equals);
        assert_true(tags->count < CASE_TAGS_MAX);
        *equals = '\0';
        ret_tags->tag[tags->count++] =
            (struct osm_tag){(uint32_t)(rest - ret_tags->text),
                             (uint32_t)(equals + 1 - ret_tags->text)};
        if (!end)
            break;
        *end = '\0';
        rest = end + 2;
    }
}

struct profile *case_profile(const char *name, const char *const *set,
                             size_t set_count)
{
    struct profile *profile;
    struct error error;

    if (profile_find(name, set, set_count, &profile, &error))
        fail_msg("%s", error.text);
    return profile;
}

static void append(char *words, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void append(char *words, size_t size, const char *format, ...)
{
    size_t length = strlen(words);
    va_list args;

    va_start(args, format);
    vsnprintf(words + length, size - length, format, args);
    va_end(args);
}

static void direction_words(const struct way_rules *rules, int d, char *words,
                            size_t size)
{
    words[0] = '\0';
    if (!rules->open[d]) {
        append(words, size, "-");
        return;
    }
    append(words, size, "%s", travel_mode_name(rules->mode[d]));
    if (rules->total_s <= 0)
        append(words, size, " %.4g", rules->speed_kmh[d]);
    if (rules->factor[d] != 1)
        append(words, size, " x%.4g", rules->factor[d]);
}

static void class_words(const struct road_profile *general, unsigned bits,
                        char *words, size_t size)
{
    const char *separator = "";

    append(words, size, " {");
    for (uint32_t i = 0; i < general->class_count; i++) {
        if (bits & 1u << i) {
            append(words, size, "%s%s", separator, general->class_name[i]);
            separator = ",";
        }
    }
    append(words, size, "}");
}

static void rest_words(const struct profile *profile,
                       const struct way_rules *rules, char *words, size_t size)
{
    static const char *const flags[] = {"roundabout", "circular",      "link",
                                        "restricted", "left",          "low",
                                        "too small",  "too small back"};

    if (rules->total_s > 0)
        append(words, size, ", %.6g s", rules->total_s);
    if (rules->by_distance)
        append(words, size, ", by distance");
    if (rules->layer == LAYER_RAIL)
        append(words, size, ", rail");
    for (int i = 0; i < 8; i++) {
        if (rules->flags & 1u << i)
            append(words, size, ", %s", flags[i]);
    }
    for (int d = 0; d < 2; d++) {
        if (*rules->condition[d] &&
            (!d || strcmp(rules->condition[0], rules->condition[1]) != 0))
            append(words, size, ", %s: %s", d ? "backward" : "closes",
                   rules->condition[d]);
    }
    if (rules->class_bits)
        class_words(profile_general(profile), rules->class_bits, words, size);
}

void case_way_words(const struct profile *profile, const char *tags,
                    char *words, size_t size)
{
    static const char *const names[WAY_OUTCOMES] = {
        [WAY_NO_ROAD] = "no road",
        [WAY_NO_ACCESS] = "no access",
        [WAY_AREA] = "area",
        [WAY_CONSTRUCTION] = "construction",
        [WAY_REVERSIBLE] = "reversible",
        [WAY_UNCLEAR] = "unclear",
    };
    struct case_tags read;
    struct way_rules rules;
    enum way_outcome outcome;
    char backward[100];

    case_tags_read(tags, &read);
    outcome = profile_way(profile, &read.tags, &rules);
    words[0] = '\0';
    if (outcome != WAY_USED) {
        append(words, size, "%s", names[outcome]);
        return;
    }
    assert_true(profile_wants_way(profile, &read.tags));
    direction_words(&rules, 0, words, size);
    direction_words(&rules, 1, backward, sizeof(backward));
    if (strcmp(words, backward))
        append(words, size, " / %s", backward);
    rest_words(profile, &rules, words, size);
}

void case_node_words(const struct profile *profile, const char *tags,
                     char *words, size_t size)
{
    struct case_tags read;
    struct node_rules rules;

    case_tags_read(tags, &read);
    words[0] = '\0';
    if (!profile_node(profile, &read.tags, &rules)) {
        append(words, size, "nothing");
        return;
    }
    if (rules.blocked)
        append(words, size, "blocked, ");
    if (rules.restricted)
        append(words, size, "restricted, ");
    append(words, size, "%g s", rules.duration_s[0]);
    if (rules.weight_s[0] != rules.duration_s[0])
        append(words, size, ", weight %g s", rules.weight_s[0]);
    if (rules.duration_s[1] != rules.duration_s[0])
        append(words, size, " / %g s", rules.duration_s[1]);
    if (rules.duration_s[1] != rules.duration_s[0] &&
        rules.weight_s[1] != rules.duration_s[1])
        append(words, size, ", weight %g s", rules.weight_s[1]);
}

void case_restriction_words(const struct profile *profile, const char *tags,
                            char *words, size_t size)
{
    static const char *const names[] = {
        [RESTRICTION_NO] = "no",
        [RESTRICTION_ONLY] = "only",
        [RESTRICTION_IGNORED] = "ignored",
        [RESTRICTION_EXCEPTED] = "excepted",
        [RESTRICTION_CONDITIONAL] = "conditional",
        [RESTRICTION_UNKNOWN] = "unknown",
    };
    struct case_tags read;
    const char *condition;
    enum restriction_rule rule;

    case_tags_read(tags, &read);
    rule = profile_restriction(profile, &read.tags, &condition);
    snprintf(words, size, "%s%s%s", names[rule], condition ? ", " : "",
             condition ? condition : "");
}

void case_check(const char *name,
                void (*say)(const struct profile *profile, const char *tags,
                            char *words, size_t size),
                const struct case_row *rows, size_t count)
{
    struct profile *profile = case_profile(name, NULL, 0);
    int wrong = 0;

    for (size_t i = 0; i < count; i++) {
        char words[200];

        say(profile, rows[i].tags, words, sizeof(words));
        if (!strcmp(words, rows[i].words))
            continue;
        print_error("%s: %s: '%s', not '%s'\n", name, rows[i].tags, words,
                    rows[i].words);
        wrong++;
    }
    profile_destroy(profile);
    assert_int_equal(wrong, 0);
}
