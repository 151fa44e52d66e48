/* Profiles as files: mistakes and their messages, overrides, checksums,
 * documentation and built-in profiles. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/graph/profile/profile_parse.h"

/* The smallest profile, in three lines. */
#define HEAD "[profile]\nname = x\n[speed]\n"

static void assert_words(const char *text, const char *const *set,
                         size_t set_count, const char *words)
{
    struct profile *profile = NULL;
    struct error error = {""};
    int result = profile_read("x.conf", text, strlen(text), set, set_count,
                              &profile, &error);

    if (!result)
        fail_msg("taken: %s", text);
    assert_int_equal(result, -EINVAL);
    assert_null(profile);
    if (strcmp(error.text, words))
        fail_msg("'%s', not '%s'", error.text, words);
}

static void mistakes_name_file_line_and_what_is_allowed(void **state)
{
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        /* Lines. */
        {HEAD "highway primary 5\n",
         "x.conf:4: neither [section], nor 'name = value', nor a comment "
         "after #"},
        {HEAD "highway: primary 5\n",
         "x.conf:4: neither [section], nor 'name = value', nor a comment "
         "after #"},
        {"[profile\n", "x.conf:1: '[profile' has no ']'; write [section]"},
        {"name = x\n",
         "x.conf:1: a setting before the first [section]; there are profile, "
         "ways, speed, speed-where-allowed, speed-cap, maxspeed, "
         "maxspeed-values, access, vehicle, fallback, fallback-speed, oneway, "
         "oneway-against, modes, duration, weight-factor, restricted, "
         "classes, exclude, rank, road-class, flags, names, barriers, "
         "penalties, penalty-side, turns, rail-turns, restrictions, "
         "transfers"},
        /* Names. */
        {HEAD "[speeds]\nhighway = primary 5\n",
         "x.conf:5: no section [speeds]; did you mean [speed]?"},
        {"[animals]\na = b\n",
         "x.conf:2: no section [animals]; there are profile, ways, speed, "
         "speed-where-allowed, speed-cap, maxspeed, maxspeed-values, access, "
         "vehicle, fallback, fallback-speed, oneway, oneway-against, modes, "
         "duration, "
         "weight-factor, restricted, classes, exclude, rank, road-class, "
         "flags, names, barriers, penalties, penalty-side, turns, "
         "rail-turns, restrictions, transfers"},
        {"[turns]\nuturn = 20\n",
         "x.conf:2: turns.uturn: section [turns] has no 'uturn'; did you mean "
         "'u-turn'?"},
        {"[restricted]\npenalty = 20\n",
         "x.conf:2: restricted.penalty: section [restricted] has no "
         "'penalty'; it has where, enter, barrier, factor"},
        {"[turns]\nnear = 1\n\nnear = 2\n",
         "x.conf:4: turns.near is set twice, first in line 2"},
        {"[oneway]\noneway = yes forward\noneway = no both\n",
         "x.conf:3: oneway.oneway is set twice, first in line 2"},
        {"[names]\nwriten = as-signs\n",
         "x.conf:2: names.writen: section [names] has no 'writen'; did you "
         "mean 'written'?"},
        /* Numbers, words, names. */
        {"[names]\nref = ref\nwritten = signs\n",
         "x.conf:3: names.written: 'signs' is not one of as-tagged, as-signs"},
        {"[turns]\nnear = soon\n",
         "x.conf:2: turns.near: 'soon' is not a number from 0 to 3600"},
        {"[turns]\nnear = -1\n",
         "x.conf:2: turns.near: '-1' is not a number from 0 to 3600"},
        {"[turns]\nnear =\n",
         "x.conf:2: turns.near: '' is not a number from 0 to 3600"},
        {"[turns]\nnear = 1\n  2\n",
         "x.conf:3: turns.near: takes a single value; an indented "
         "line continues the setting above. Remove the indentation"},
        {"[turns]\nu-turn-at = never\n", "x.conf:2: turns.u-turn-at: 'never' "
                                         "is not one of anywhere, dead-ends, "
                                         "nowhere"},
        {"[profile]\nmode = flying\n",
         "x.conf:2: profile.mode: 'flying' is not one of driving, cycling, "
         "walking, ferry, train, pushing-bike, steps-up, steps-down, "
         "river-up, river-down, route, transfer"},
        {"[profile]\nname = my car\n",
         "x.conf:2: profile.name: 'my car' is not a valid name: write 1 to 31 "
         "letters, "
         "digits, '_', '.' and '-'"},
        /* Tables. */
        {HEAD "highway = primary\n",
         "x.conf:4: speed.highway: 'primary' has no value: write "
         "'primary 1'"},
        {HEAD "highway = primary fast\n",
         "x.conf:4: speed.highway: 'fast' is not a number from 0.1 to 1000"},
        {HEAD "highway = primary 5 secondary 4\n",
         "x.conf:4: speed.highway: '5 secondary 4' is not a number from 0.1 "
         "to 1000"},
        {HEAD "highway = primary 5/6/7\n",
         "x.conf:4: speed.highway: '6/7' is not a number from 0.1 to 1000"},
        {HEAD "highway = primary 5,\n  secondary 0\n",
         "x.conf:5: speed.highway: '0' is not a number from 0.1 to 1000"},
        {HEAD "highway = primary 5\n  trunk|primary 6\n",
         "x.conf:5: speed.highway: 'primary' is set twice"},
        {HEAD "high/way = primary 5\n",
         "x.conf:4: speed.high/way: 'high/way' is not a valid key: "
         "write it without blanks and any of , | + = ! /"},
        {HEAD "highway = a=b 5\n",
         "x.conf:4: speed.highway: 'a=b' is not a valid value: "
         "write it without blanks and any of , | + = ! /"},
        {HEAD "* =\n", "x.conf:4: speed.*: has no value"},
        {"[oneway]\noneway = yes forwards\n",
         "x.conf:2: oneway.oneway: 'forwards' is not one of forward, backward, "
         "both, reversible"},
        {"[oneway]\noneway = yes\n",
         "x.conf:2: oneway.oneway: 'yes' has no value: write 'yes "
         "forward'"},
        {"[oneway]\noneway = yes forward no both\n",
         "x.conf:2: oneway.oneway: 'no both' is too much here; a comma is "
         "missing"},
        {"[oneway-against]\ncycleway = opposite yes\n",
         "x.conf:2: oneway-against.cycleway: 'yes' is too much here; a comma "
         "is missing"},
        {"[penalties]\nhighway = stop 1 2 3\n",
         "x.conf:2: penalties.highway: '3' is too much here; a comma is "
         "missing"},
        {"[barriers]\nbarrier = gate perhaps\n",
         "x.conf:2: barriers.barrier: 'perhaps' is not one of yes, restricted, "
         "no"},
        /* Lists and conditions. */
        {"[access]\nkeys = motor vehicle\n",
         "x.conf:2: access.keys: 'motor vehicle' is not a valid key: "
         "write it without blanks and any of , | + = ! /"},
        {"[access]\nyes = yes, no\nno = no\n",
         "x.conf:3: access.no: 'no' is set twice"},
        {"[ways]\narea = area\n", "x.conf:2: ways.area: 'area' is not a valid "
                                  "condition: write key=value|value, "
                                  "key!=value, key=*, restricted or *"},
        {"[ways]\narea = area=\n",
         "x.conf:2: ways.area: 'area' has no value: write 'area=*' for any"},
        {"[ways]\narea = a=b + =c\n",
         "x.conf:2: ways.area: '' is not a valid key: write it without blanks "
         "and any of , | + = ! /"},
        {"[classes]\ntoll road = toll=yes\n",
         "x.conf:2: classes.toll road: 'toll road' is not a valid name: write "
         "1 to 31 "
         "letters, digits, '_', '.' and '-'"},
        {"[exclude]\nallowed = toll\n",
         "x.conf:2: exclude.allowed: no class 'toll' in [classes] before "
         "this; there are none"},
        {"[classes]\ntoll = toll=yes\n[exclude]\nallowed = toll, tol\n",
         "x.conf:4: exclude.allowed: no class 'tol' in [classes] before this; "
         "there are toll"},
        {"[maxspeed-values]\nDE:urban = slow\n",
         "x.conf:2: maxspeed-values.DE:urban: 'slow' is not a number from 1 "
         "to 1000"},
        /* What the profile lacks as a whole. */
        {"[speed]\n* = 5\n",
         "x.conf: the profile has no name: write name = NAME in [profile]"},
        {"[profile]\nname = x\n",
         "x.conf: no way has a speed: write some in [speed]"},
        {HEAD "* = 5\n[fallback-speed]\nhighway = path 4\n",
         "x.conf: [fallback-speed] needs a mode in [fallback]"},
        {HEAD "* = 5\n[transfers]\nstations = railway=halt\n",
         "x.conf: [transfers] has stations, but no radius"},
        {"", "x.conf: the profile has no name: write name = NAME in "
             "[profile]"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_words(cases[i].text, NULL, 0, cases[i].words);
}

/* A separator with nothing beside it. */
static void stray_separators_are_refused(void **state)
{
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        {"[ways]\narea = area=yes + \n",
         "x.conf:2: ways.area: 'area=yes +': expected a value after '+'"},
        {"[ways]\narea = area!=yes+, a=b\n",
         "x.conf:2: ways.area: 'area!=yes+': expected a value after '+'"},
        {"[ways]\narea = area=yes +\n  x=1\n",
         "x.conf:2: ways.area: 'area=yes +': expected a value after '+'"},
        {"[ways]\narea = a=b\n  + x=1\n",
         "x.conf:3: ways.area: '+ x=1': expected a value before '+'"},
        {"[ways]\narea = area=yes + + x=1\n",
         "x.conf:2: ways.area: 'area=yes + + x=1': expected a value after '+'"},
        {"[ways]\narea = +\n",
         "x.conf:2: ways.area: '+': expected a value before '+'"},
        {"[ways]\narea = ,\n",
         "x.conf:2: ways.area: ',': expected a value before ','"},
        {"[ways]\narea = a=b,, c=d\n",
         "x.conf:2: ways.area: 'a=b,, c=d': expected a value after ','"},
        {"[ways]\narea = a=b|\n",
         "x.conf:2: ways.area: 'b|': expected a value after '|'"},
        {"[ways]\narea = a=|\n",
         "x.conf:2: ways.area: '|': expected a value before '|'"},
        {"[classes]\ntoll = toll=yes +\n",
         "x.conf:2: classes.toll: 'toll=yes +': expected a value after '+'"},
        {"[classes]\ntoll = toll=yes\n[exclude]\nallowed = toll+\n",
         "x.conf:4: exclude.allowed: 'toll+': expected a value after '+'"},
        {"[classes]\ntoll = toll=yes\n[exclude]\nallowed = ,toll\n",
         "x.conf:4: exclude.allowed: ',toll': expected a value before ','"},
        {"[access]\nkeys = access,, foot\n",
         "x.conf:2: access.keys: 'access,, foot': expected a value after ','"},
        {"[access]\nyes = , yes\n",
         "x.conf:2: access.yes: ', yes': expected a value before ','"},
        {HEAD "highway = , primary 5\n",
         "x.conf:4: speed.highway: ', primary 5': expected a value before ','"},
        {HEAD "highway = primary| 5\n",
         "x.conf:4: speed.highway: 'primary|': expected a value after '|'"},
        {HEAD "highway = primary 5/\n",
         "x.conf:4: speed.highway: '5/': expected a value after '/'"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_words(cases[i].text, NULL, 0, cases[i].words);
}

static void stray_separators_in_overrides_are_refused(void **state)
{
    static const char *const set[] = {"ways.area=area=yes + "};

    assert_words(HEAD "* = 5\n", set, 1,
                 "'ways.area=area=yes + ': ways.area: 'area=yes +': expected "
                 "a value after '+'");
}

static void lines_that_inih_would_cut_are_refused(void **state)
{
    char text[400] = HEAD "highway = ";

    memset(text + strlen(text), 'a', 250);
    assert_words(text, NULL, 0,
                 "x.conf:4: line of more than 198 characters or with a zero "
                 "byte; shorten it");
    assert_words(HEAD "high\x1fway = a 5\n", NULL, 0,
                 "x.conf:4: line of more than 198 characters or with a zero "
                 "byte; shorten it");
}

static void too_many_are_refused(void **state)
{
    struct profile *profile;
    struct error error;
    char text[4000] = HEAD "* = 5\n[classes]\n";

    for (int i = 0; i < ROAD_CLASSES_MAX + 1; i++)
        sprintf(text + strlen(text), "c%d = a=b\n", i);
    assert_words(text, NULL, 0, "x.conf:22: classes.c16: more than 16 classes");
    strcpy(text, HEAD "* = 5\n[names]\nname = a");
    for (int i = 1; i < 25; i++)
        sprintf(text + strlen(text), "\n a%d", i);
    assert_words(text, NULL, 0,
                 "x.conf:30: names.name: 'a24' is one key too many; 24 fit");
    strcpy(text, HEAD "* = 5\n[classes]\nc = a=b\n");
    for (int i = 0; i < PROFILE_KEYS_MAX - 1; i++)
        sprintf(text + strlen(text), " k%d=b\n", i);
    if (profile_read("x", text, strlen(text), NULL, 0, &profile, &error))
        fail_msg("%s", error.text);
    profile_destroy(profile);
    strcat(text, " another=b\n");
    assert_words(text, NULL, 0,
                 "x.conf:262: classes.c: 'another' is one key too many; 256 "
                 "fit");
}

static void files_that_are_not_there_are_named(void **state)
{
    struct profile *profile = NULL;
    struct error error;

    assert_int_equal(
        profile_open("/nonexistent/x.conf", NULL, 0, &profile, &error),
        -ENOENT);
    assert_string_equal(error.text,
                        "/nonexistent/x.conf: No such file or directory");
    assert_int_equal(profile_find("horse", NULL, 0, &profile, &error), -ENOENT);
    assert_string_equal(error.text,
                        "no profile 'horse' is built in; there are car, "
                        "bicycle, foot, testbot, walk-rail");
    assert_null(profile);
}

/* ---- Overrides ----------------------------------------------------------- */

static struct profile *read_text(const char *text, const char *set)
{
    struct profile *profile;
    struct error error;

    if (profile_read("x.conf", text, strlen(text), &set, set ? 1 : 0, &profile,
                     &error))
        fail_msg("%s", error.text);
    return profile;
}

static struct way_rules way_of(const char *text, const char *set)
{
    static const char tag_text[] = "highway\0primary\0maxspeed\0DE:urban";
    static const struct osm_tag tag[] = {{0, 8}, {16, 25}};
    const struct tags tags = {tag, 2, tag_text, NULL};
    struct profile *profile = read_text(text, set);
    struct way_rules rules = {0};

    profile_way(profile, &tags, &rules);
    profile_destroy(profile);
    return rules;
}

static void overrides_are_put_over_the_file(void **state)
{
    static const char text[] =
        HEAD "highway = primary 50, secondary 40\n"
             "[classes]\nbig = highway=primary\n"
             "[ways]\nrail = highway=primary\n"
             "[maxspeed-values]\nDE:urban = 30\n[maxspeed]\nfactor = 1\n";

    assert_true(way_of(text, NULL).speed_kmh[0] == 50);
    assert_true(way_of(text, "speed.highway=primary 60").speed_kmh[0] == 60);
    assert_true(way_of(text, "speed.highway=secondary 60").speed_kmh[0] == 50);
    assert_false(way_of(text, "speed.highway=primary -").open[0]);
    assert_true(way_of(text, "speed.highway = primary 60").speed_kmh[0] == 60);
    assert_true(way_of(text, "speed-cap.highway=primary 9").speed_kmh[1] == 9);
    assert_true(way_of(text, "maxspeed.keys=maxspeed").speed_kmh[0] == 30);
    assert_int_equal(way_of(text, NULL).class_bits, 1);
    assert_int_equal(way_of(text, "classes.big=highway=trunk").class_bits, 0);
    assert_int_equal(way_of(text, "classes.new=maxspeed=*").class_bits, 3);
    assert_int_equal(way_of(text, NULL).layer, LAYER_RAIL);
    assert_int_equal(way_of(text, "ways.rail=").layer, LAYER_ROAD);
}

static void wrong_overrides_are_named(void **state)
{
    static const char text[] = HEAD "* = 5\n";
    static const struct {
        const char *set;
        const char *words;
    } cases[] = {
        {"speed", "'speed' is not section.key=value"},
        {"speed.highway", "'speed.highway' is not section.key=value"},
        {"=", "'=' is not section.key=value"},
        {"turns.near=soon",
         "'turns.near=soon': turns.near: 'soon' is not a number from 0 to "
         "3600"},
        {"turn.near=1",
         "'turn.near=1': no section [turn]; did you mean [turns]?"},
        {"profile.name=",
         "'profile.name=': profile.name: '' is not a valid name: write 1 to "
         "31 letters, digits, '_', '.' and '-'"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_words(text, &cases[i].set, 1, cases[i].words);
}

static uint64_t checksum_of(const char *text, const char *set)
{
    struct profile *profile = read_text(text, set);
    uint64_t checksum = profile_checksum(profile);

    profile_destroy(profile);
    return checksum;
}

static void checksums_tell_contents_apart(void **state)
{
    static const char text[] = HEAD "highway = primary 50\n";
    uint64_t checksum = checksum_of(text, NULL);

    assert_true(checksum == checksum_of(text, NULL));
    assert_true(checksum == checksum_of("# To be read.\n\n" HEAD
                                        "highway   =   primary 50 ; fast\n",
                                        NULL));
    assert_true(checksum != checksum_of(HEAD "highway = primary 51\n", NULL));
    assert_true(checksum != checksum_of(HEAD "railway = primary 50\n", NULL));
    assert_true(checksum != checksum_of(text, "turns.near=1"));
    assert_true(checksum_of(text, "turns.near=2") !=
                checksum_of(text, "turns.near=1"));
    assert_true(checksum_of(text, "turns.near=1") !=
                checksum_of(text, "turns.across=1"));
}

/* ---- What ships -----------------------------------------------------------
 */

static char *read_source(const char *path)
{
    char place[4096];
    char *text = calloc(1, 65536);
    FILE *file;

    snprintf(place, sizeof(place), "%s/config/profiles/%s",
             getenv("SOURCE_ROOT"), path);
    file = fopen(place, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

static void built_in_are_the_files_that_ship(void **state)
{
    size_t count = 0;

    for (const char *const *name = profile_names(); *name; name++, count++) {
        struct profile *profile;
        struct error error;
        char path[64];
        char *text;

        snprintf(path, sizeof(path), "%s.conf", *name);
        text = read_source(path);
        assert_string_equal(text, profile_text(*name));
        free(text);
        if (profile_find(*name, NULL, 0, &profile, &error))
            fail_msg("%s", error.text);
        assert_string_equal(profile_general(profile)->name, *name);
        profile_destroy(profile);
    }
    assert_int_equal(count, 5);
    assert_null(profile_text("horse"));
}

/* The part of the README from a section's heading to the next. */
static char *find_part(const char *readme, const char *section)
{
    char name[64];
    const char *line = readme;

    snprintf(name, sizeof(name), "[%s]", section);
    while ((line = strstr(line, "\n### "))) {
        const char *end = strchr(line + 1, '\n');
        const char *next = strstr(end, "\n##");
        const char *found = strstr(line, name);

        if (found && found < end)
            return strndup(line, next ? (size_t)(next - line) : strlen(line));
        line++;
    }
    fail_msg("README.md has no section [%s]", section);
    return NULL;
}

static void every_setting_is_documented(void **state)
{
    char *readme = read_source("README.md");

    for (size_t i = 0; i < profile_section_count; i++) {
        const struct section *section = &profile_sections[i];
        char *part = find_part(readme, section->name);

        for (size_t j = 0; j < section->setting_count; j++) {
            char key[64];

            snprintf(key, sizeof(key), "`%s`", section->settings[j].key);
            if (!strstr(part, key))
                fail_msg("README.md: [%s] lacks %s", section->name, key);
        }
        free(part);
    }
    free(readme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_name_file_line_and_what_is_allowed),
        cmocka_unit_test(stray_separators_are_refused),
        cmocka_unit_test(stray_separators_in_overrides_are_refused),
        cmocka_unit_test(lines_that_inih_would_cut_are_refused),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(files_that_are_not_there_are_named),
        cmocka_unit_test(overrides_are_put_over_the_file),
        cmocka_unit_test(wrong_overrides_are_named),
        cmocka_unit_test(checksums_tell_contents_apart),
        cmocka_unit_test(built_in_are_the_files_that_ship),
        cmocka_unit_test(every_setting_is_documented),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
